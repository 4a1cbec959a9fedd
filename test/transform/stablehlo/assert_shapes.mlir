// RUN: tern-opt %s --stablehlo-assert-shapes --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @compares_once
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?x4xf32>)
// CHECK: %[[A:.*]] = tensor.dim %[[X]]
// CHECK: %[[B:.*]] = tensor.dim %[[Y]]
// CHECK: %[[E:.*]] = arith.cmpi eq, %[[A]], %[[B]] : index
// CHECK: cf.assert %[[E]], "'stablehlo.add' op has operands that do not fit each other: the sizes of dimension 0 and of dimension 0 differ"
// CHECK: stablehlo.add
// CHECK-NOT: cf.assert
func.func @compares_once(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x4xf32>
  %1 = stablehlo.exponential %0 : tensor<?x4xf32>
  %2 = stablehlo.multiply %1, %y : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// -----

// Sizes that come from one place, through a list of sizes, too.
// CHECK-LABEL: func.func @follows_sizes
// CHECK-NOT: cf.assert
func.func @follows_sizes(%x: tensor<?x4xf32>, %s: tensor<f32>) -> tensor<4x?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c4 = stablehlo.constant dense<4> : tensor<1xi32>
  %l = stablehlo.concatenate %n1, %c4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %s, %l, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4xf32>
  %0 = stablehlo.add %x, %b : tensor<?x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %2 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %3 = stablehlo.maximum %1, %2 : tensor<4x?xf32>
  return %3 : tensor<4x?xf32>
}

// -----

// CHECK-LABEL: func.func @products
// CHECK: cf.assert %{{.*}}, "'stablehlo.dot_general' op {{.*}} the sizes of dimension 1 and of dimension 0 differ"
// CHECK: cf.assert %{{.*}}, "'stablehlo.concatenate' op {{.*}} the sizes of dimension 1 and of dimension 1 differ"
// CHECK-NOT: cf.assert
func.func @products(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.concatenate %0, %x, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// A limit that is a scalar fits all; the other one does not.
// CHECK-LABEL: func.func @limits
// CHECK-COUNT-1: cf.assert
// CHECK-NOT: cf.assert
func.func @limits(%low: tensor<f32>, %x: tensor<?xf32>, %high: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// What is cut out lies inside.
// CHECK-LABEL: func.func @slices
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>)
// CHECK: %[[A:.*]] = tensor.dim %[[X]]
// CHECK: %[[I:.*]] = arith.cmpi sle, %c3{{.*}}, %[[A]] : index
// CHECK: cf.assert %[[I]], "'stablehlo.slice' op reaches beyond dimension 0 of its operand"
// CHECK: cf.assert %{{.*}}, "'stablehlo.dynamic_slice' op reaches beyond dimension 0 of its operand"
// CHECK: cf.assert %{{.*}}, "'stablehlo.gather' op reaches beyond dimension 0 of its operand"
// CHECK-NOT: cf.assert
func.func @slices(%x: tensor<?x4xf32>) -> (tensor<2x4xf32>, tensor<5x2xf32>, tensor<2x6x4xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.constant dense<0> : tensor<2x1xi32>
  %0 = stablehlo.slice %x [1:3, 0:4] : (tensor<?x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dynamic_slice %x, %c, %c, sizes = [5, 2] : (tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
  %2 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 6, 4>}> : (tensor<?x4xf32>, tensor<2x1xi32>) -> tensor<2x6x4xf32>
  return %0, %1, %2 : tensor<2x4xf32>, tensor<5x2xf32>, tensor<2x6x4xf32>
}

// -----

// Nothing that its type says, and nothing of no elements, is compared.
// CHECK-LABEL: func.func @known_slices
// CHECK-NOT: cf.assert
func.func @known_slices(%x: tensor<?x4xf32>) -> (tensor<?x2xf32>, tensor<0x4xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<2xi32>
  %c1 = stablehlo.constant dense<1> : tensor<2xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c2 = stablehlo.constant dense<2> : tensor<1xi32>
  %l = stablehlo.concatenate %n1, %c2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %x, %c0, %l, %c1 : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xf32>
  %1 = stablehlo.slice %x [0:0, 0:4] : (tensor<?x4xf32>) -> tensor<0x4xf32>
  return %0, %1 : tensor<?x2xf32>, tensor<0x4xf32>
}

// -----

// CHECK-LABEL: func.func @numbers_of_a_slice
// CHECK: %[[S:.*]] = arith.cmpi sge, %{{.*}}, %c0{{.*}} : index
// CHECK: %[[L:.*]] = arith.cmpi sle
// CHECK: %[[SL:.*]] = arith.andi %[[S]], %[[L]]
// CHECK: %[[R:.*]] = arith.cmpi sle, %{{.*}}, %c9{{.*}} : index
// CHECK: %[[SLR:.*]] = arith.andi %[[SL]], %[[R]]
// CHECK: %[[T:.*]] = arith.cmpi sge, %{{.*}}, %c1{{.*}} : index
// CHECK: %[[ALL:.*]] = arith.andi %[[SLR]], %[[T]]
// CHECK: cf.assert %[[ALL]], "'stablehlo.real_dynamic_slice' op has bounds of dimension 0 that are not inside of its operand"
func.func @numbers_of_a_slice(%x: tensor<9xf32>, %s: tensor<1xi64>, %l: tensor<1xi64>, %t: tensor<1xi64>) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %x, %s, %l, %t : (tensor<9xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @updates
// CHECK: cf.assert %{{.*}}, "'stablehlo.dynamic_update_slice' op reaches beyond dimension 0 of its operand"
// CHECK: cf.assert %{{.*}}, "'stablehlo.scatter' op reaches beyond dimension 1 of its operand"
// CHECK: cf.assert %{{.*}}, "'stablehlo.scatter' op {{.*}} the sizes of dimension 0 and of dimension 0 differ"
// CHECK-NOT: cf.assert
func.func @updates(%x: tensor<?x4xf32>, %y: tensor<8x?xf32>, %u: tensor<?x4xf32>, %v: tensor<?x4xf32>, %i: tensor<?x1xi32>)
    -> (tensor<?x4xf32>, tensor<8x?xf32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %c, %c : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<i32>, tensor<i32>) -> tensor<?x4xf32>
  %1 = "stablehlo.scatter"(%y, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8x?xf32>, tensor<?x1xi32>, tensor<?x4xf32>) -> tensor<8x?xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<8x?xf32>
}

// -----

// Elements are as many before and after; those of the second one follow from the sizes.
// CHECK-LABEL: func.func @reshapes
// CHECK: cf.assert %{{.*}}, "'stablehlo.reshape' op has a result of another number of elements"
// CHECK: cf.assert %{{.*}}, "'stablehlo.dynamic_reshape' op has a result of another number of elements"
// CHECK-NOT: cf.assert
func.func @reshapes(%x: tensor<?x4xf32>, %s: tensor<2xi32>) -> (tensor<12xf32>, tensor<2x?x2xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.reshape %x : (tensor<?x4xf32>) -> tensor<12xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c2 = stablehlo.constant dense<2> : tensor<1xi32>
  %l = stablehlo.concatenate %c2, %n1, %c2, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %1 = stablehlo.dynamic_reshape %x, %l : (tensor<?x4xf32>, tensor<3xi32>) -> tensor<2x?x2xf32>
  %2 = stablehlo.dynamic_reshape %x, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<12xf32>, tensor<2x?x2xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @broadcasts
// CHECK: %[[E:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK: %[[O:.*]] = arith.cmpi eq, %{{.*}}, %c1{{.*}} : index
// CHECK: %[[F:.*]] = arith.ori %[[E]], %[[O]]
// CHECK: cf.assert %[[F]], "'stablehlo.dynamic_broadcast_in_dim' op has an operand whose dimension 0 has neither one element nor those of the result"
// CHECK-NOT: cf.assert
func.func @broadcasts(%x: tensor<?x1xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
