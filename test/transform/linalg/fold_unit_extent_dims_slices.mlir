// RUN: tern-opt %s --linalg-fold-unit-extent-dims --split-input-file | FileCheck %s

#id = affine_map<(b, i) -> (b, i)>
// Half of each row is taken and put back: the slices have the dimensions of the op between them, and no reshape stands there.
// CHECK-LABEL: func.func @slices
// CHECK-SAME: %[[X:.*]]: tensor<1x128xf32>, %[[Y:.*]]: tensor<1x128xf32>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][0, 64] [1, 64] [1, 1] : tensor<1x128xf32> to tensor<64xf32>
// CHECK: %[[G:.*]] = linalg.generic {{.*}} ["parallel"]} ins(%[[S]] : tensor<64xf32>)
// CHECK: %[[R:.*]] = tensor.insert_slice %[[G]] into %[[Y]][0, 0] [1, 64] [1, 1] : tensor<64xf32> into tensor<1x128xf32>
// CHECK: return %[[R]]
func.func @slices(%x: tensor<1x128xf32>, %y: tensor<1x128xf32>) -> tensor<1x128xf32> {
  %e = tensor.empty() : tensor<1x64xf32>
  %0 = tensor.extract_slice %x[0, 64] [1, 64] [1, 1] : tensor<1x128xf32> to tensor<1x64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<1x64xf32>) outs(%e : tensor<1x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<1x64xf32>
  %2 = tensor.insert_slice %1 into %y[0, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<1x128xf32>
  return %2 : tensor<1x128xf32>
}

// -----

#id = affine_map<(b, i) -> (b, i)>
// Somebody else needs the slice as it is.
// CHECK-LABEL: func.func @other_user
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}} to tensor<1x64xf32>
// CHECK: tensor.collapse_shape %[[S]]
// CHECK: return %[[S]]
func.func @other_user(%x: tensor<1x128xf32>) -> (tensor<1x64xf32>, tensor<1x64xf32>) {
  %e = tensor.empty() : tensor<1x64xf32>
  %0 = tensor.extract_slice %x[0, 64] [1, 64] [1, 1] : tensor<1x128xf32> to tensor<1x64xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<1x64xf32>) outs(%e : tensor<1x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<1x64xf32>
  return %0, %1 : tensor<1x64xf32>, tensor<1x64xf32>
}

// -----

#id = affine_map<(b, i) -> (b, i)>
// Products keep their dimensions, so what they read does, too.
// CHECK-LABEL: func.func @product
// CHECK: tensor.extract_slice %{{.*}} to tensor<1x64xf32>
// CHECK: linalg.matmul
func.func @product(%x: tensor<1x128xf32>, %w: tensor<64x32xf32>, %z: tensor<1x32xf32>, %y: tensor<1x8xf32>) -> (tensor<1x32xf32>, tensor<1x8xf32>) {
  %0 = tensor.extract_slice %x[0, 64] [1, 64] [1, 1] : tensor<1x128xf32> to tensor<1x64xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<1x64xf32>, tensor<64x32xf32>) outs(%z : tensor<1x32xf32>) -> tensor<1x32xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<1x8xf32>) outs(%y : tensor<1x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<1x8xf32>
  return %1, %2 : tensor<1x32xf32>, tensor<1x8xf32>
}
