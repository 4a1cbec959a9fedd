// RUN: tern-opt %s --split-input-file --iree-dispatch-creation-form-scalar-dispatches | FileCheck %s
// RUN: tern-opt %s --split-input-file --iree-flow-form-scalar-dispatches | FileCheck %s

// Ops on single elements run in one dispatch of one workgroup, also those that have nothing to do with each other, and with
// other work in between.

#scalar = affine_map<() -> ()>
#vector = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @together
// CHECK-SAME: (%[[A:.+]]: tensor<f32>, %[[B:.+]]: tensor<1xf32>, %[[X:.+]]: tensor<8xf32>)
// CHECK: %[[OTHER:.+]] = linalg.generic {{.*}} ins(%[[X]] : tensor<8xf32>)
// CHECK: %[[R:.+]]:2 = flow.dispatch.region -> (tensor<f32>, tensor<1xf32>) {
// CHECK-NEXT: %[[P:.+]] = linalg.generic {{.*}} ins(%[[A]] : tensor<f32>)
// CHECK: %[[Q:.+]] = linalg.generic {{.*}} ins(%[[B]] : tensor<1xf32>)
// CHECK: flow.return %[[P]], %[[Q]]
// CHECK-NEXT: } count() -> (index, index, index) {
// CHECK: %[[ONE:.+]] = arith.constant 1 : index
// CHECK: flow.return %[[ONE]], %[[ONE]], %[[ONE]]
// CHECK: return %[[R]]#0, %[[R]]#1, %[[OTHER]]
func.func @together(%a: tensor<f32>, %b: tensor<1xf32>, %x: tensor<8xf32>) -> (tensor<f32>, tensor<1xf32>, tensor<8xf32>) {
  %0 = tensor.empty() : tensor<f32>
  %1 = tensor.empty() : tensor<1xf32>
  %2 = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%a : tensor<f32>) outs(%0 : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %e = math.exp %i : f32
    linalg.yield %e : f32
  } -> tensor<f32>
  %3 = tensor.empty() : tensor<8xf32>
  %4 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%3 : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %e = math.exp %i : f32
    linalg.yield %e : f32
  } -> tensor<8xf32>
  %5 = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%b : tensor<1xf32>) outs(%1 : tensor<1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %e = math.sqrt %i : f32
    linalg.yield %e : f32
  } -> tensor<1xf32>
  return %2, %5, %4 : tensor<f32>, tensor<1xf32>, tensor<8xf32>
}

// -----

// What other work needs in between cannot move behind it: two dispatches.

#scalar = affine_map<() -> ()>
// CHECK-LABEL: func.func @apart
// CHECK: %[[P:.+]] = flow.dispatch.region -> (tensor<f32>) {
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%{{.+}}, %[[P]] : tensor<8xf32>, tensor<f32>)
// CHECK: flow.dispatch.region -> (tensor<f32>) {
// CHECK: math.sqrt
func.func @apart(%a: tensor<f32>, %x: tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>) {
  %0 = tensor.empty() : tensor<f32>
  %1 = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%a : tensor<f32>) outs(%0 : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %e = math.exp %i : f32
    linalg.yield %e : f32
  } -> tensor<f32>
  %2 = tensor.empty() : tensor<8xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %1 : tensor<8xf32>, tensor<f32>) outs(%2 : tensor<8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %e = arith.mulf %i, %j : f32
    linalg.yield %e : f32
  } -> tensor<8xf32>
  %4 = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%a : tensor<f32>) outs(%0 : tensor<f32>) {
  ^bb0(%i: f32, %o: f32):
    %e = math.sqrt %i : f32
    linalg.yield %e : f32
  } -> tensor<f32>
  return %4, %3 : tensor<f32>, tensor<8xf32>
}

// -----

// Initial values are for others to copy, and a dynamic size may be any.

// CHECK-LABEL: func.func @none
// CHECK-NOT: flow.dispatch.region
func.func @none(%x: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<f32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<f32>) -> tensor<f32>
  %2 = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %1, %2 : tensor<f32>, tensor<?xf32>
}

// -----

// What stands between the sum of a row and the row is left to a dispatch of the row; without a row it is a dispatch.

#single = affine_map<(d0) -> (d0)>
#row = affine_map<(d0, d1) -> (d0, d1)>
#sum = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @between
// CHECK-NOT: flow.dispatch.region
// CHECK: math.rsqrt
// CHECK-LABEL: func.func @behind
// CHECK: flow.dispatch.region
// CHECK: math.rsqrt
func.func @between(%x: tensor<1x8xf32>, %start: tensor<1xf32>, %out: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %s = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1x8xf32>) outs(%start : tensor<1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %t = arith.addf %i, %o : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  %e = tensor.empty() : tensor<1xf32>
  %r = linalg.generic {indexing_maps = [#single, #single], iterator_types = ["parallel"]} ins(%s : tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %t = math.rsqrt %i : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  %y = linalg.generic {indexing_maps = [#row, #sum, #row], iterator_types = ["parallel", "parallel"]} ins(%x, %r : tensor<1x8xf32>, tensor<1xf32>) outs(%out : tensor<1x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %t = arith.mulf %i, %j : f32
    linalg.yield %t : f32
  } -> tensor<1x8xf32>
  return %y : tensor<1x8xf32>
}

func.func @behind(%x: tensor<1x8xf32>, %start: tensor<1xf32>) -> tensor<1xf32> {
  %s = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1x8xf32>) outs(%start : tensor<1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %t = arith.addf %i, %o : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  %e = tensor.empty() : tensor<1xf32>
  %r = linalg.generic {indexing_maps = [#single, #single], iterator_types = ["parallel"]} ins(%s : tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %t = math.rsqrt %i : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  return %r : tensor<1xf32>
}
