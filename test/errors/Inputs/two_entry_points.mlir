// Two functions that are not private.
module {
  func.func @first() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    hal.interface.store.tensor %x, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  func.func @second() {
    %c0 = arith.constant 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<4xf32>
    %y = "mhlo.negate"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    hal.interface.store.tensor %y, @io::@r, offset = %c0 : tensor<4xf32>
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}
