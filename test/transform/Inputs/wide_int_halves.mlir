func.func @to_half(%a: i32) -> f16 {
  %r = arith.uitofp %a : i32 to f16
  return %r : f16
}
