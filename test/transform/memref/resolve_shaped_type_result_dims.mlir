// RUN: tern-opt %s --resolve-shaped-type-result-dims | FileCheck %s

// CHECK-LABEL: func.func @generic
// CHECK: %[[D:.*]] = tensor.dim %arg1, %c0
// CHECK: return %[[D]]
func.func @generic(%a: tensor<?xf32>, %o: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %d : index
}

// CHECK-LABEL: func.func @padded
// CHECK: %[[D:.*]] = tensor.dim %arg0, %c0
// CHECK: %[[S:.*]] = arith.addi %[[D]], %arg1
// CHECK: return %[[S]], %arg1
func.func @padded(%a: tensor<?xf32>, %n: index, %v: f32) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %a low[0] high[%n] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  %1 = flow.tensor.reshape %a : tensor<?xf32>{%d} -> tensor<1x?xf32>{%n}
  %e = tensor.dim %1, %c1 : tensor<1x?xf32>
  return %d, %e : index, index
}

// What nothing is known of stays.
// CHECK-LABEL: func.func @argument
// CHECK-NEXT: %[[C:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[D:.*]] = tensor.dim %arg0, %[[C]]
// CHECK-NEXT: %[[E:.*]] = tensor.dim %arg0, %arg1
// CHECK-NEXT: return %[[D]], %[[E]]
func.func @argument(%a: tensor<?xf32>, %i: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.dim %a, %i : tensor<?xf32>
  return %d, %e : index, index
}

// CHECK-LABEL: func.func @partly_static
// CHECK: %[[C4:.*]] = arith.constant 4 : index
// CHECK: return %[[C4]], %arg0
func.func @partly_static(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty(%n) : tensor<4x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<4x?xf32>
  %2 = tensor.dim %0, %c1 : tensor<4x?xf32>
  return %1, %2 : index, index
}
