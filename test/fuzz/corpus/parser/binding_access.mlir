func.func @f() {
  %c0 = arith.constant 0 : index
  %0 = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access=tuple<>
}
func.func @g() {
  call @h() : () -> ()
  return
}
"func.func"() <{function_type = i32, sym_name = "h", sym_visibility = "private"}> ({}) : () -> ()
