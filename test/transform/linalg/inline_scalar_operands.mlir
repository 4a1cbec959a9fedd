// RUN: tern-opt %s --linalg-inline-scalar-operands | FileCheck %s
// RUN: mlir-opt %s --linalg-inline-scalar-operands | FileCheck %s

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
#third = affine_map<(d0) -> (2)>

// CHECK-LABEL: @inlines
// CHECK-SAME: %[[A:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<f32>, %[[F:.*]]: f32, %[[V:.*]]: tensor<8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<4xf32>) outs(%[[A]] : tensor<4xf32>)
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-DAG: %[[Y:.*]] = tensor.extract %[[S]][] : tensor<f32>
// CHECK-DAG: %[[Z:.*]] = tensor.extract %[[V]][%{{.*}}] : tensor<8xf32>
// CHECK: %[[P:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK: %[[Q:.*]] = arith.addf %[[P]], %[[F]]
// CHECK: arith.addf %[[Q]], %[[Z]]
func.func @inlines(%a: tensor<4xf32>, %s: tensor<f32>, %f: f32, %v: tensor<8xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #none, #none, #third, #id], iterator_types = ["parallel"]}
      ins(%a, %s, %f, %v : tensor<4xf32>, tensor<f32>, f32, tensor<8xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %g: f32, %z: f32, %o: f32):
    %1 = arith.addf %x, %y : f32
    %2 = arith.addf %1, %g : f32
    %3 = arith.addf %2, %z : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Memory may be written in between.
// CHECK-LABEL: @keeps_buffers
// CHECK: ins(%{{.*}}, %{{.*}} : memref<4xf32>, memref<f32>)
func.func @keeps_buffers(%a: memref<4xf32>, %s: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel"]}
      ins(%a, %s : memref<4xf32>, memref<f32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  }
  return
}
