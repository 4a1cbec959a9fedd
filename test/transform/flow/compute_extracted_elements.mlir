// RUN: tern-opt %s --iree-flow-compute-extracted-elements | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// One element of each row is looked up: it is computed, of what it is made of at its place. So is what that is made of.
// CHECK-LABEL: util.func public @loss
// CHECK-SAME: %[[X:.*]]: tensor<64x1000xf32>, %[[M:.*]]: tensor<64xf32>, %[[T:.*]]: tensor<1000x64xf32>, %[[L:.*]]: tensor<64xi32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[L]] : tensor<64xi32>)
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[J:.*]] = arith.index_cast
// CHECK-DAG: %[[A:.*]] = tensor.extract %[[X]][%[[I]], %[[J]]]
// CHECK-DAG: %[[B:.*]] = tensor.extract %[[M]][%[[I]]]
// CHECK-DAG: %[[C:.*]] = tensor.extract %[[T]][%[[J]], %[[I]]]
// CHECK-DAG: %[[D:.*]] = arith.subf %[[A]], %[[B]]
// CHECK: %[[P:.*]] = arith.mulf %[[D]], %[[C]]
// CHECK: %[[K:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK: %[[F:.*]] = arith.sitofp %[[K]]
// CHECK: %[[V:.*]] = arith.addf %[[P]], %[[F]]
// CHECK: linalg.yield %[[V]]
// CHECK: util.return %[[R]]
util.func public @loss(%x: tensor<64x1000xf32>, %m: tensor<64xf32>, %t: tensor<1000x64xf32>, %labels: tensor<64xi32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64x1000xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<64x1000xf32>, tensor<64xf32>) outs(%e : tensor<64x1000xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<64x1000xf32>
  %1 = linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %t : tensor<64x1000xf32>, tensor<1000x64xf32>) outs(%e : tensor<64x1000xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.mulf %a, %b : f32
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    %v = arith.addf %s, %f : f32
    linalg.yield %v : f32
  } -> tensor<64x1000xf32>
  %r = tensor.empty() : tensor<64xf32>
  %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%labels : tensor<64xi32>) outs(%r : tensor<64xf32>) {
  ^bb0(%l: i32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %l : i32 to index
    %v = tensor.extract %1[%i, %j] : tensor<64x1000xf32>
    linalg.yield %v : f32
  } -> tensor<64xf32>
  util.return %2 : tensor<64xf32>
}

// All of it is used by others, too, and not much larger than what is looked up; more is looked up than there is; a sum is no element of its
// own.
// CHECK-LABEL: util.func public @stay
// CHECK: %[[ALL:.*]] = linalg.generic
// CHECK: %[[FEW:.*]] = linalg.generic
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK: tensor.extract %[[ALL]]
// CHECK: tensor.extract %[[FEW]]
// CHECK: tensor.extract %[[SUM]]
util.func public @stay(%x: tensor<64x4xf32>, %y: tensor<8xf32>, %labels: tensor<64xi32>) -> (tensor<64x4xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x4xf32>) outs(%e : tensor<64x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<64x4xf32>
  %f = tensor.empty() : tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%y : tensor<8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %r = tensor.empty() : tensor<64xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x4xf32>) outs(%r : tensor<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %out : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %3 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%labels : tensor<64xi32>) outs(%r : tensor<64xf32>) {
  ^bb0(%l: i32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %l : i32 to index
    %a = tensor.extract %0[%i, %j] : tensor<64x4xf32>
    %b = tensor.extract %1[%j] : tensor<8xf32>
    %c = tensor.extract %2[%j] : tensor<64xf32>
    %d = arith.addf %a, %b : f32
    %v = arith.addf %d, %c : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  util.return %0, %3 : tensor<64x4xf32>, tensor<64xf32>
}
