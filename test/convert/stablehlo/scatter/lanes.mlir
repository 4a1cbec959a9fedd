// RUN: tern-opt --stablehlo-irregular-to-loops --split-input-file %s | FileCheck %s
// RUN: tern-opt --stablehlo-irregular-to-loops='atomic-bits=32' --split-input-file %s | FileCheck %s --check-prefix=GPU
// GPU-NOT: linalg.generic

// What an update writes side by side is one op. 96 lanes are four chunks of 24.

// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: tensor<20x96xf32>, %[[I:.*]]: tensor<50x1xi32>, %[[U:.*]]: tensor<50x96xf32>
// CHECK: scf.forall (%[[W:.*]]) in (4) shared_outs(%[[O:.*]] = %[[X]])
// CHECK: %[[FIRST:.*]] = arith.muli %[[W]], %c24
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[O]][0, %[[FIRST]]] [20, 24] [1, 1]
// CHECK: scf.for %[[N:.*]] = {{.*}} to %c50{{.*}} iter_args(%{{.*}} = %[[PART]])
// CHECK: %[[ROW:.*]] = arith.index_cast
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[ROW]], %c20
// CHECK: scf.for {{.*}} iter_args(%[[OLD:.*]] = %{{.*}})
// CHECK: %[[NEW:.*]] = tensor.extract_slice %[[U]][%[[N]], %[[FIRST]]] [1, 24] [1, 1]
// CHECK: %[[LANES:.*]] = tensor.extract_slice %[[OLD]][%[[ROW]], 0] [1, 24] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%[[NEW]] : tensor<24xf32>) outs(%[[LANES]] : tensor<24xf32>)
// CHECK-NEXT: ^bb0(%[[B:.*]]: f32, %[[A:.*]]: f32):
// CHECK-NEXT: arith.subf %[[A]], %[[B]]
// CHECK: tensor.insert_slice %{{.*}} into %[[OLD]][%[[ROW]], 0] [1, 24] [1, 1]
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[O]][0, %[[FIRST]]] [20, 24] [1, 1]
func.func @rows(%x: tensor<20x96xf32>, %i: tensor<50x1xi32>, %u: tensor<50x96xf32>) -> tensor<20x96xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<20x96xf32>, tensor<50x1xi32>, tensor<50x96xf32>) -> tensor<20x96xf32>
  return %r : tensor<20x96xf32>
}

// -----

// Other dimensions that no index moves are iterations of their own, and lanes that are few are one chunk.

// CHECK-LABEL: func.func @heads(
// CHECK: scf.forall (%[[H:.*]], %{{.*}}) in (3, 1)
// CHECK: tensor.extract_slice %{{.*}}[0, %[[H]], %{{.*}}] [20, 1, 9] [1, 1, 1] : tensor<20x3x9xf32> to tensor<20x9xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<9xf32>) outs(%{{.*}} : tensor<9xf32>)
func.func @heads(%x: tensor<20x3x9xf32>, %i: tensor<50x1xi32>, %u: tensor<50x3x9xf32>) -> tensor<20x3x9xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<20x3x9xf32>, tensor<50x1xi32>, tensor<50x3x9xf32>) -> tensor<20x3x9xf32>
  return %r : tensor<20x3x9xf32>
}

// -----

// Windows that are shorter than the input, lanes that indices move, and too few of them, are made element by element.

// CHECK-LABEL: func.func @others(
// CHECK-NOT: linalg.generic
func.func @others(%x: tensor<20x96xf32>, %i: tensor<50x1xi32>, %u: tensor<50x90xf32>, %y: tensor<20x4xf32>, %v: tensor<50x4xf32>)
    -> (tensor<20x96xf32>, tensor<20x96xf32>, tensor<20x4xf32>) {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<20x96xf32>, tensor<50x1xi32>, tensor<50x90xf32>) -> tensor<20x96xf32>
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<20x96xf32>, tensor<50x1xi32>, tensor<50x90xf32>) -> tensor<20x96xf32>
  %2 = "stablehlo.scatter"(%y, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<20x4xf32>, tensor<50x1xi32>, tensor<50x4xf32>) -> tensor<20x4xf32>
  return %0, %1, %2 : tensor<20x96xf32>, tensor<20x96xf32>, tensor<20x4xf32>
}
