func.func @f(%a: i64, %x: i32) -> i32 {
  cf.switch %a : i64, [
    default: ^a(%x : i32),
    -1: ^a(%x : i32),
    9223372036854775807: ^a(%x : i32)
  ]
^a(%y: i32):
  return %y : i32
}
