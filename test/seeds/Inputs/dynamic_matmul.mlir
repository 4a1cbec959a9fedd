hal.executable.variant "vulkan*" {
  module {
    func.func @main() {
      %c0 = arith.constant 0 : index
      %rows = hal.interface.load.constant offset = 0 : index
      %0 = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<?x24xf32>{%rows}
      %1 = hal.interface.load.tensor @io::@arg1, offset = %c0 : tensor<24x16xf32>
      %2 = "mhlo.dot"(%0, %1) : (tensor<?x24xf32>, tensor<24x16xf32>) -> tensor<?x16xf32>
      hal.interface.store.tensor %2, @io::@ret0, offset = %c0 : tensor<?x16xf32>{%rows}
      return
    }
    hal.interface private @io {
      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
    }
  }
}
