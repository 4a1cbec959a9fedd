// RUN: tern-opt %s --linalg-specialize-generic-ops --split-input-file | FileCheck %s
// RUN: mlir-opt %s --linalg-specialize-generic-ops --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#turn = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>

// CHECK-LABEL: @moves
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8xf32>, %[[S:.*]]: f32, %[[O:.*]]: tensor<4x8xf32>, %[[P:.*]]: tensor<8x4xf32>
// CHECK: linalg.copy ins(%[[A]] : tensor<4x8xf32>) outs(%[[O]] : tensor<4x8xf32>)
// CHECK: linalg.transpose ins(%[[A]] : tensor<4x8xf32>) outs(%[[P]] : tensor<8x4xf32>) permutation = [1, 0]
// CHECK: linalg.broadcast ins(%[[B]] : tensor<8xf32>) outs(%[[O]] : tensor<4x8xf32>) dimensions = [0]
// CHECK: linalg.fill ins(%[[S]] : f32) outs(%[[O]] : tensor<4x8xf32>)
func.func @moves(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %s: f32, %o: tensor<4x8xf32>, %p: tensor<8x4xf32>)
    -> (tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#turn, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%p : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8x4xf32>
  %2 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  %3 = linalg.generic {indexing_maps = [#none, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : f32) outs(%o : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return %0, %1, %2, %3 : tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: @swapped
// CHECK-SAME: %[[A:.*]]: memref<4x8xf32>, %[[B:.*]]: memref<4x8xf32>
// CHECK: linalg.sub ins(%[[B]], %[[A]] : memref<4x8xf32>, memref<4x8xf32>) outs(%[[A]] : memref<4x8xf32>)
func.func @swapped(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<4x8xf32>, memref<4x8xf32>) outs(%a : memref<4x8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.subf %y, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#a = affine_map<(b, m, n, k) -> (b, m, k)>
#b = affine_map<(b, m, n, k) -> (b, k, n)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>

// CHECK-LABEL: @product
// CHECK: linalg.batch_matmul ins(
func.func @product(%a: memref<2x3x4xi32>, %b: memref<2x4x5xi32>, %c: memref<2x3x5xi32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<2x3x4xi32>, memref<2x4x5xi32>) outs(%c : memref<2x3x5xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %0 = arith.muli %x, %y : i32
    %1 = arith.addi %z, %0 : i32
    linalg.yield %1 : i32
  }
  return
}
