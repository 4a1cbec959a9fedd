// RUN: tern-opt --stablehlo-irregular-to-loops='atomic-bits=32' --split-input-file %s | FileCheck %s

// An update of a cache goes where it is to go unless a later one goes there.

// CHECK-LABEL: func.func @cache(
// CHECK-SAME: %[[X:.*]]: tensor<2x30x8xbf16>, %[[I:.*]]: tensor<9x2xi32>, %[[U:.*]]: tensor<9x8xbf16>
// CHECK: scf.forall (%[[W:.*]]) in (8) shared_outs(%[[O:.*]] = %[[X]])
// CHECK: %[[COLUMN:.*]] = tensor.extract_slice %[[O]][0, 0, %[[W]]] [2, 30, 1]
// CHECK: scf.for %[[N:.*]] = {{.*}} to %c9{{.*}} iter_args(%{{.*}} = %[[COLUMN]])
// CHECK: %[[ROW:.*]] = arith.select %{{.*}}, %{{.*}}, %c60
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[ROW]], %c60
// CHECK: %[[NEXT:.*]] = arith.addi %[[N]], %c1
// CHECK: %[[WANTED:.*]] = scf.for %{{.*}} = %[[NEXT]] to %c9{{.*}} iter_args(%[[SO_FAR:.*]] = %[[INSIDE]]) -> (i1) {
// CHECK: %[[OTHER:.*]] = arith.cmpi ne, %{{.*}}, %[[ROW]]
// CHECK: arith.andi %[[SO_FAR]], %[[OTHER]]
// CHECK: %[[TIMES:.*]] = arith.select %[[WANTED]], %c1{{.*}}, %c0
// CHECK: scf.for {{.*}} to %[[TIMES]]
// CHECK: %[[NEW:.*]] = tensor.extract %[[U]][%[[N]], %[[W]]]
// CHECK: tensor.insert %[[NEW]]
// CHECK: } {tern.updates = "apart"}
func.func @cache(%x: tensor<2x30x8xbf16>, %i: tensor<9x2xi32>, %u: tensor<9x8xbf16>) -> tensor<2x30x8xbf16> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    stablehlo.return %b : tensor<bf16>
  }) : (tensor<2x30x8xbf16>, tensor<9x2xi32>, tensor<9x8xbf16>) -> tensor<2x30x8xbf16>
  return %r : tensor<2x30x8xbf16>
}

// -----

// What keeps the old values replaces nothing.

// CHECK-LABEL: func.func @kept(
// CHECK-NOT: tern.updates
// CHECK-LABEL: func.func @many(
// CHECK: scf.forall (%{{.*}}) in (513) {{.*}} -> (tensor<513xi32>)
func.func @kept(%x: tensor<30xf32>, %i: tensor<9x1xi32>, %u: tensor<9xf32>) -> tensor<30xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<30xf32>, tensor<9x1xi32>, tensor<9xf32>) -> tensor<30xf32>
  return %r : tensor<30xf32>
}

// Of many updates each would have too many others to look at.

func.func @many(%x: tensor<30xf32>, %i: tensor<513x1xi32>, %u: tensor<513xf32>) -> tensor<30xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<30xf32>, tensor<513x1xi32>, tensor<513xf32>) -> tensor<30xf32>
  return %r : tensor<30xf32>
}
