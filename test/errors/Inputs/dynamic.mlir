// One input whose size is push constant 0.
module {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %n = hal.interface.load.constant offset = 0 : index
    %x = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<?xf32>{%n}
    %y = "mhlo.negate"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    hal.interface.store.tensor %y, @io::@r, offset = %c0 : tensor<?xf32>{%n}
    return
  }
  hal.interface private @io {
    hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}
