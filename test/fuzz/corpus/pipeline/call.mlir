func.func private @callee(i32) -> i32
func.func @f(%x: i32) -> i32 {
  %0 = func.call @callee(%x) : (i32) -> i32
  return %0 : i32
}
