hal.executable.variant "cpu" {
  module {
    func.func @f() {
      %c0 = arith.constant 0 : index
      %0 = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
      %1 = "mhlo.tanh"(%0) : (tensor<4xf32>) -> tensor<4xf32>
      hal.interface.store.tensor %1, @io::@r, offset = %c0 : tensor<4xf32>
      return
    }
    hal.interface private @io {
      hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
    }
  }
}
