// RUN: tern-compile %s --target=cuda -o %t.tern --explain 2>&1 | FileCheck %s
// CHECK: main_dispatch_0

// Many rows of seven columns: an invocation works on no more of them at once than it has registers for.
func.func @main(%x: tensor<1000000x7xf32>) -> tensor<1000000x7xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1000000x7xf32>, tensor<f32>) -> tensor<1000000xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1000000xf32>) -> tensor<1000000x7xf32>
  %r = stablehlo.divide %x, %b : tensor<1000000x7xf32>
  return %r : tensor<1000000x7xf32>
}
