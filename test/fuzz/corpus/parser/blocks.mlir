func.func @f(%c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b(%c : i1)
^a:
  %0 = arith.constant 1 : i32
  cf.br ^d(%0 : i32)
^b(%x: i1):
  %1 = arith.extui %x : i1 to i32
  cf.br ^d(%1 : i32)
^d(%r: i32):
  return %r : i32
}
