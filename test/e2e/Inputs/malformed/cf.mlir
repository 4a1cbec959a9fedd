// Examples of cf ops with one token dropped, doubled, exchanged or cut off behind it: refused by both tools.
// -----
%c = "test.value"() : () -> i1
cf.assert %, "expected a positive size"
// -----
%c = "test.value"() : () -> i1
cf.assert %c
// -----
%c = "test.value"() : () -> i1
cf.assert , "expected a positive size"
// -----
func.func @f(%x: i32) {
  cf.brx ^bb1(%x : i32)
^bb1(%y: i32):
  return
}
// -----
func.func @f(%x: i32) {
  cf.br ^bb1(%x : i32)
^bb1%y(: i32):
  return
}
// -----
func.func @f(%x: i32) {
  cf.br ^bb1(^bb9 : i32)
^bb1(%y: i32):
  return
}
// -----
func.func @f(%c: i1, %x: i32) {
  cf.cond_br  weights([3, 1]), ^bb1(%x : i32), ^bb2
^bb1(%y: i32):
  return
^bb2:
  return
}
// -----
func.func @f(%c: i1, %x: i32) {
  cf.cond_br %c weights([3, 1]), ^bb1(%x : i32), ^bb2
^bb1(%: i32):
  return
^bb2:
  return
}
// -----
func.func @f(%c: i1, %x: i32) {
  cf.cond_brx %c weights([3, 1]), ^bb1(%x : i32), ^bb2
^bb1(%y: i32):
  return
^bb2:
  return
}
// -----
func.func @f(%flag: i32, %x: i32) {
  cf.switch @x : i32, [
    default: ^bb1,
    42: ^bb2(%x : i32)
  ]
^bb1:
  return
^bb2(%y: i32):
  return
}
// -----
func.func @f(%flag: i32, %x: i32) {
  cf.switch %flag : i7, [
    default: ^bb1,
    42: ^bb2(%x : i32)
  ]
^bb1:
  return
^bb2(%y: i32):
  return
}
// -----
func.func @f(%flag: i32, %x: i32) {
  cf.switch %flag : i32, [
    default: ^bb1,
    99999999999999999999999: ^bb2(%x : i32)
  ]
^bb1:
  return
^bb2(%y: i32):
  return
}
