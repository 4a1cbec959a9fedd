func.func private @e(i32 {a.b}) -> (f32 {c.d = 1}) attributes {z}
func.func public @g(%x: index loc("here")) -> index attributes {k = @g} {
  %0 = func.call @g(%x) : (index) -> index
  %f = func.constant @g : (index) -> index
  %1 = func.call_indirect %f(%0) : (index) -> index
  func.return %1 : index
}
