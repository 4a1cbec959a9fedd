%r:2, %s = "t.op"(%s) ({
^a(%i: i32, %j: tensor<?xi1>):
  "t.end"(%i)[^b, ^c] : (i32) -> ()
^b:
  "t.end"()[^c] : () -> ()
^c:
  "t.end"() : () -> ()
}, {}) {attr = 1 : si4} : (none) -> (i32, f32, none) loc(fused<"m">["f":1:2, callsite("a" at "b")])
"t.use"(%r#1) : (f32) -> ()
