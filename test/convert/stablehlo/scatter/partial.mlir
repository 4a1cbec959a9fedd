// RUN: tern-opt --stablehlo-irregular-to-loops='atomic-bits=32' --split-input-file %s | FileCheck %s

// 128 chunks of 128 updates, with sums of their own for each row; these are added up, then added to what was there.

// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[X:.*]]: tensor<20x3xf32>, %[[I:.*]]: tensor<16384x1xi32>, %[[U:.*]]: tensor<16384x2xf32>
// CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[START:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs({{.*}} : tensor<20x2x128xf32>)
// CHECK: %[[PARTIAL:.*]] = scf.forall (%[[W:.*]], %[[K:.*]]) in (2, 128) shared_outs(%[[O:.*]] = %[[START]])
// CHECK: %[[ROWS:.*]] = tensor.extract_slice %[[O]][0, %[[W]], %[[K]]] [20, 1, 1] [1, 1, 1] : tensor<20x2x128xf32> to tensor<20xf32>
// CHECK: %[[FIRST:.*]] = arith.muli %[[K]], %c128
// CHECK: scf.for %[[N:.*]] = %[[FIRST]] to %{{.*}} iter_args(%{{.*}} = %[[ROWS]])
// CHECK: tensor.extract %[[I]][%[[N]],
// CHECK: tensor.extract %[[U]][%[[N]], %[[W]]]
// CHECK: arith.addf
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}}"parallel", "parallel", "reduction"]} ins(%[[PARTIAL]] : tensor<20x2x128xf32>)
// CHECK: scf.forall (%[[T:.*]], %[[C:.*]]) in (20, 3)
// CHECK: arith.cmpi ult, %[[C]], %c2
// CHECK: %[[OLD:.*]] = tensor.extract %[[X]][%[[T]], %[[C]]]
// CHECK: scf.for {{.*}} iter_args(%[[HERE:.*]] = %[[OLD]])
// CHECK: %[[SUM:.*]] = tensor.extract %[[SUMS]][%[[T]], %[[C]]]
// CHECK: arith.addf %[[HERE]], %[[SUM]]
func.func @sums(%x: tensor<20x3xf32>, %i: tensor<16384x1xi32>, %u: tensor<16384x2xf32>) -> tensor<20x3xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<20x3xf32>, tensor<16384x1xi32>, tensor<16384x2xf32>) -> tensor<20x3xf32>
  return %r : tensor<20x3xf32>
}

// -----

// Products start from one. More rows take longer chunks.

// CHECK-LABEL: func.func @products(
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f64
// CHECK: linalg.fill ins(%[[ONE]] : f64) outs({{.*}} : tensor<3000x64xf64>)
// CHECK: scf.forall (%{{.*}}) in (64)
func.func @products(%x: tensor<3000xf64>, %i: tensor<16384x1xi32>, %u: tensor<16384xf64>) -> tensor<3000xf64> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.multiply %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<3000xf64>, tensor<16384x1xi32>, tensor<16384xf64>) -> tensor<3000xf64>
  return %r : tensor<3000xf64>
}

// -----

// With too many rows, or fewer updates, the updates are sorted,

// CHECK-LABEL: func.func @many_rows(
// CHECK: scf.forall (%{{.*}}) in (16384) {{.*}} -> (tensor<16384xi32>)
func.func @many_rows(%x: tensor<20000xf32>, %i: tensor<16384x1xi32>, %u: tensor<16384xf32>) -> tensor<20000xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<20000xf32>, tensor<16384x1xi32>, tensor<16384xf32>) -> tensor<20000xf32>
  return %r : tensor<20000xf32>
}

// -----

// CHECK-LABEL: func.func @few_updates(
// CHECK: scf.forall (%{{.*}}) in (16383) {{.*}} -> (tensor<16383xi32>)
func.func @few_updates(%x: tensor<20xf32>, %i: tensor<16383x1xi32>, %u: tensor<16383xf32>) -> tensor<20xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<20xf32>, tensor<16383x1xi32>, tensor<16383xf32>) -> tensor<20xf32>
  return %r : tensor<20xf32>
}

// -----

// and so they are if their order matters.

// CHECK-LABEL: func.func @in_order(
// CHECK: scf.forall (%{{.*}}) in (16384) {{.*}} -> (tensor<16384xi32>)
func.func @in_order(%x: tensor<20xf32>, %i: tensor<16384x1xi32>, %u: tensor<16384xf32>) -> tensor<20xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<20xf32>, tensor<16384x1xi32>, tensor<16384xf32>) -> tensor<20xf32>
  return %r : tensor<20xf32>
}
