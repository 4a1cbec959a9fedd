hal.executable.variant "vulkan*" {
  module {
    func.func @scaled_sum() {
      %c0 = arith.constant 0 : index
      %0 = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<3x5xf32>
      %1 = hal.interface.load.tensor @io::@b, offset = %c0 : tensor<5xf32>
      %2 = "mhlo.broadcast"(%1) : (tensor<5xf32>) -> tensor<3x5xf32>
      %3 = "mhlo.add"(%0, %2) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
      hal.interface.store.tensor %3, @io::@sum, offset = %c0 : tensor<3x5xf32>
      return
    }
    func.func @doubled() {
      %c0 = arith.constant 0 : index
      %0 = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<3x5xf32>
      %1 = "mhlo.add"(%0, %0) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
      hal.interface.store.tensor %1, @io::@sum, offset = %c0 : tensor<3x5xf32>
      return
    }
    hal.interface private @io {
      hal.interface.binding @a, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
      hal.interface.binding @b, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
      hal.interface.binding @sum, set = 0, binding = 2, type = "StorageBuffer", access = "Write|Discard"
    }
  }
}
