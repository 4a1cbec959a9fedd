// RUN: tern-opt %s --iree-dispatch-creation-collapse-dimensions --split-input-file | FileCheck %s

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @product(%x: tensor<2x64x128xf32>, %w: tensor<128x512xf32>, %b: tensor<512xf32>) -> tensor<2x64x512xf32> {
  %z = arith.constant 0.0 : f32
  %r = flow.dispatch.region -> (tensor<2x64x512xf32>) {
  %e = tensor.empty() : tensor<2x64x512xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x64x512xf32>) -> tensor<2x64x512xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a,b,c,d) -> (a,b,d)>, affine_map<(a,b,c,d) -> (d,c)>, affine_map<(a,b,c,d) -> (a,b,c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<2x64x128xf32>, tensor<128x512xf32>) outs(%f : tensor<2x64x512xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  } -> tensor<2x64x512xf32>
  %1 = linalg.generic {indexing_maps = [#id, affine_map<(a,b,c) -> (c)>, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %b : tensor<2x64x512xf32>, tensor<512xf32>) outs(%e : tensor<2x64x512xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<2x64x512xf32>
  flow.return %1 : tensor<2x64x512xf32>
  }
  return %r : tensor<2x64x512xf32>
}

// The loops that both ops have together are one; what comes from outside is reshaped outside.
// CHECK-LABEL: func.func @product
// CHECK-SAME: %[[X:.*]]: tensor<2x64x128xf32>, %[[W:.*]]: tensor<128x512xf32>, %[[B:.*]]: tensor<512xf32>
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<2x64x128xf32> into tensor<128x128xf32>
// CHECK: %[[R:.*]] = flow.dispatch.region -> (tensor<128x512xf32>) {
// CHECK: %[[M:.*]] = linalg.generic {{.*}} ins(%[[C]], %[[W]] : tensor<128x128xf32>, tensor<128x512xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[M]], %[[B]] : tensor<128x512xf32>, tensor<512xf32>)
// CHECK: tensor.expand_shape %[[R]] {{\[\[}}0, 1], [2]] output_shape [2, 64, 512]

// -----

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @elementwise
// CHECK: flow.dispatch.region -> (tensor<120xf32>)
// CHECK: iterator_types = ["parallel"]
func.func @elementwise(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %r = flow.dispatch.region -> (tensor<2x3x4x5xf32>) {
    %e = tensor.empty() : tensor<2x3x4x5xf32>
    %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<2x3x4x5xf32>) outs(%e : tensor<2x3x4x5xf32>) {
    ^bb0(%p: f32, %o: f32):
      %s = math.exp %p : f32
      linalg.yield %s : f32
    } -> tensor<2x3x4x5xf32>
    flow.return %0 : tensor<2x3x4x5xf32>
  }
  return %r : tensor<2x3x4x5xf32>
}

// -----

// Reduced and parallel loops stay apart, and so do those that one op of the region needs apart.
// CHECK-LABEL: func.func @agree
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK-SAME: tensor<6x20xf32>
// CHECK: iterator_types = ["parallel", "parallel"]
// CHECK-SAME: tensor<6x20xf32>, tensor<6xf32>
func.func @agree(%x: tensor<2x3x4x5xf32>, %s: tensor<2x3xf32>) -> tensor<2x3x4x5xf32> {
  %r = flow.dispatch.region -> (tensor<2x3x4x5xf32>) {
    %e = tensor.empty() : tensor<2x3x4x5xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%x : tensor<2x3x4x5xf32>) outs(%s : tensor<2x3xf32>) {
    ^bb0(%p: f32, %o: f32):
      %t = arith.addf %o, %p : f32
      linalg.yield %t : f32
    } -> tensor<2x3xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %0 : tensor<2x3x4x5xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3x4x5xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %t = arith.divf %p, %q : f32
      linalg.yield %t : f32
    } -> tensor<2x3x4x5xf32>
    flow.return %1 : tensor<2x3x4x5xf32>
  }
  return %r : tensor<2x3x4x5xf32>
}

// -----

// Bodies that ask for the position, and loops of unknown extent, are left alone.
#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @alone
// CHECK-COUNT-2: iterator_types = ["parallel", "parallel"]
func.func @alone(%x: tensor<2x3xf32>, %y: tensor<?x3xf32>, %n: index) -> (tensor<2x3xindex>, tensor<?x3xf32>) {
  %r:2 = flow.dispatch.region -> (tensor<2x3xindex>, tensor<?x3xf32>{%n}) {
    %e = tensor.empty() : tensor<2x3xindex>
    %f = tensor.empty(%n) : tensor<?x3xf32>
    %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<2x3xindex>) {
    ^bb0(%o: index):
      %t = linalg.index 0 : index
      linalg.yield %t : index
    } -> tensor<2x3xindex>
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<?x3xf32>) outs(%f : tensor<?x3xf32>) {
    ^bb0(%p: f32, %o: f32):
      %t = math.exp %p : f32
      linalg.yield %t : f32
    } -> tensor<?x3xf32>
    flow.return %0, %1 : tensor<2x3xindex>, tensor<?x3xf32>
  }
  return %r#0, %r#1 : tensor<2x3xindex>, tensor<?x3xf32>
}

// Values that are no tensors have no dimensions to agree on.

// CHECK-LABEL: util.func public @complex_constant
// CHECK: linalg.fill
util.func public @complex_constant() -> tensor<4x5xcomplex<f32>> {
  %0 = flow.dispatch.region -> (tensor<4x5xcomplex<f32>>) {
    %1 = tensor.empty() : tensor<4x5xcomplex<f32>>
    %cst = complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
    %2 = linalg.fill ins(%cst : complex<f32>) outs(%1 : tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>
    flow.return %2 : tensor<4x5xcomplex<f32>>
  }
  util.return %0 : tensor<4x5xcomplex<f32>>
}

// -----

// A size that the loops know, but not the type.
#map = affine_map<(d0, d1, d2) -> (d0, d1, -d2 + 1)>
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @open_operand(%x: tensor<?x2x2xf32>) -> tensor<1x2x2xf32> {
  %r = flow.dispatch.region -> (tensor<1x2x2xf32>) {
    %e = tensor.empty() : tensor<1x2x2xf32>
    %0 = linalg.generic {indexing_maps = [#map, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<?x2x2xf32>) outs(%e : tensor<1x2x2xf32>) {
    ^bb0(%p: f32, %o: f32):
      linalg.yield %p : f32
    } -> tensor<1x2x2xf32>
    flow.return %0 : tensor<1x2x2xf32>
  }
  return %r : tensor<1x2x2xf32>
}

// CHECK-LABEL: func.func @open_operand
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<?x2x2xf32> into tensor<?x2xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x2xf32>) outs(%{{.*}} : tensor<2x2xf32>)
