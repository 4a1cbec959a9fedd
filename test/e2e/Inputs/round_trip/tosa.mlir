// Parts of tosa's ops that no other input has.
// -----
%c = "test.value"() : () -> tensor<i1>
%x = "test.value"() : () -> tensor<4xf32>
tosa.cond_if %c : tensor<i1> -> () {
  "tosa.yield"() : () -> ()
} else {
  "tosa.yield"() : () -> ()
}
%r:2 = tosa.cond_if %c (%a = %x, %b = %x) : tensor<i1> (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<?xf32>) {
^bb0(%d: tensor<4xf32>, %e: tensor<4xf32>):
  tosa.yield %d, %e : tensor<4xf32>, tensor<4xf32>
} else {
^bb0(%d: tensor<4xf32>, %e: tensor<4xf32>):
  tosa.yield %e, %d : tensor<4xf32>, tensor<4xf32>
} {test.a}
// -----
%x = "test.value"() : () -> tensor<1x4x4x3xf32>
%w = "test.value"() : () -> tensor<5x2x2x3xf32>
%b = "test.value"() : () -> tensor<5xf32>
%z = "test.value"() : () -> tensor<1xf32>
%0 = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, local_bound = false, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x5xf32>
%1 = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, local_bound = true, out_pad = array<i64: 0, 0, 0, 0>, out_shape = array<i64: 1, 5, 5, 5>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<5x2x2x3xf32>, tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x5xf32>
// -----
%x = "test.value"() : () -> tensor<4x8xf32>
%y = "test.value"() : () -> tensor<*xf32>
%s = tosa.const_shape {values = dense<[9, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
%p = tosa.const_shape {values = dense<-1> : tensor<4xindex>} : () -> !tosa.shape<4>
%c = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
%0 = tosa.slice %x, %s, %s : (tensor<4x8xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x3xf32>
%1 = tosa.slice %y, %s, %s : (tensor<*xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3xf32>
%2 = tosa.pad %x, %p, %c : (tensor<4x8xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<2x?xf32>
