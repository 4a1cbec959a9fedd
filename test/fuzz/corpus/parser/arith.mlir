func.func @f(%a: i32, %x: f32) -> (i32, f32) {
  %c = arith.constant 7 : i32
  %s = arith.addi %a, %c overflow<nsw> : i32
  %p = arith.mulf %x, %x fastmath<contract> : f32
  %q = arith.cmpi slt, %s, %c : i32
  %r = arith.select %q, %s, %c : i32
  return %r, %p : i32, f32
}
