// What is the same in several places of a program is one kernel, however often it is called and whatever it is called on.

// RUN: tern-compile %s -o %t.tern --explain 2>&1 | FileCheck %s
// CHECK: executable @{{.*}}: 2 kernels,
// RUN: tern-run %t.tern --input=8x8xf32=0.5 --input=8x8xf32=0.25 --expected_output=8x8xf32=0.00390625 --expected_output=8x8xf32=8

func.func @square(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<8x8xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = func.call @square(%b) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}
