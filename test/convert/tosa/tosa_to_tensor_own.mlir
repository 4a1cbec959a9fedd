// RUN: tern-opt --allow-unregistered-dialect --tosa-to-tensor %s | FileCheck %s

// Until 2024 the amounts of padding could be computed; TOSA 1.0, and so mlir-opt, refuses it.
// CHECK-LABEL: @pads_by_a_tensor
// CHECK: %[[L:.*]] = tensor.extract %arg1[%{{.*}}, %{{.*}}] : tensor<2x2xi32>
// CHECK: arith.index_cast %[[L]]
// CHECK: tensor.pad %arg0 low[%{{.*}}, %{{.*}}] high[%{{.*}}, %{{.*}}]
func.func @pads_by_a_tensor(%x: tensor<2x3xf32>, %p: tensor<2x2xi32>) -> tensor<?x?xf32> {
  %r = tosa.pad %x, %p : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
// CHECK-LABEL: @pads_by_a_list
// CHECK: tensor.extract %arg1[%{{.*}}] : tensor<4xi64>
func.func @pads_by_a_list(%x: tensor<2x3xf32>, %p: tensor<4xi64>) -> tensor<4x4xf32> {
  %r = tosa.pad %x, %p : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
