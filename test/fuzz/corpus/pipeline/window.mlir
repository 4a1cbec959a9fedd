func.func @f() {
  %c0 = arith.constant 0 : index
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = hal.interface.load.tensor @io::@a, offset = %c0 : tensor<1x4x4x1xf32>
  %1 = "mhlo.reduce_window"(%0, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = mhlo.add %x, %y : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) {window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>} : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x3x3x1xf32>
  hal.interface.store.tensor %1, @io::@r, offset = %c0 : tensor<1x3x3x1xf32>
  return
}
hal.interface private @io {
  hal.interface.binding @a, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @r, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}
