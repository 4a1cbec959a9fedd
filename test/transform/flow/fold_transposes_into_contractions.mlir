// RUN: tern-opt %s --iree-flow-fold-transposes-into-contractions --split-input-file | FileCheck %s

// A gradient of weights: both users read it transposed.
// CHECK-DAG: #[[$LAST:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$SAME:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @gradient
// CHECK-SAME: %[[X:.*]]: tensor<8x32xf32>, %[[Y:.*]]: tensor<8x?xf32>, %[[W:.*]]: tensor<?x32xf32>, %[[N:.*]]: index
func.func @gradient(%x: tensor<8x32xf32>, %y: tensor<8x?xf32>, %w: tensor<?x32xf32>, %n: index) -> (tensor<?x32xf32>, tensor<?x32xf32>) {
  // CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x32xf32>
  // CHECK: %[[F:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E]] : tensor<?x32xf32>) -> tensor<?x32xf32>
  // CHECK: %[[P:.*]] = linalg.generic {indexing_maps = [#[[$LAST]], #[[$FIRST]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "reduction"]}
  // CHECK-SAME: ins(%[[X]], %[[Y]] : tensor<8x32xf32>, tensor<8x?xf32>) outs(%[[F]] : tensor<?x32xf32>)
  // CHECK: linalg.generic {indexing_maps = [#[[$SAME]], #[[$SAME]], #[[$SAME]]]
  // CHECK-SAME: ins(%[[W]], %[[P]] : tensor<?x32xf32>, tensor<?x32xf32>)
  // CHECK: linalg.generic {indexing_maps = [#[[$SAME]], #[[$SAME]]]
  // CHECK-SAME: ins(%[[P]] : tensor<?x32xf32>)
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<32x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x?xf32>) -> tensor<32x?xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<8x32xf32>, tensor<8x?xf32>) outs(%f : tensor<32x?xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<32x?xf32>
  %o = tensor.empty(%n) : tensor<?x32xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%w, %0 : tensor<?x32xf32>, tensor<32x?xf32>) outs(%o : tensor<?x32xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.subf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x32xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<32x?xf32>) outs(%o : tensor<?x32xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<?x32xf32>
  return %1, %2 : tensor<?x32xf32>, tensor<?x32xf32>
}

// -----

// Dot products, in a batch that stays the outermost dimension.
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @dots
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK-SAME: outs(%{{.*}} : tensor<3x24x16xf32>)
func.func @dots(%x: tensor<3x16x64xf32>, %y: tensor<3x24x64xf32>) -> tensor<3x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x16x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x16x24xf32>) -> tensor<3x16x24xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %y : tensor<3x16x64xf32>, tensor<3x24x64xf32>) outs(%f : tensor<3x16x24xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<3x16x24xf32>
  %o = tensor.empty() : tensor<3x24x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, j, i)>, affine_map<(b, i, j) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<3x16x24xf32>) outs(%o : tensor<3x24x16xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<3x24x16xf32>
  return %1 : tensor<3x24x16xf32>
}

// -----

// Three dimensions go round.
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @round
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]], #[[$OUT]]]
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<64x4x16xf32>, tensor<24x64xf32>) outs(%{{.*}} : tensor<24x4x16xf32>)
func.func @round(%x: tensor<64x4x16xf32>, %y: tensor<24x64xf32>) -> tensor<24x4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x24x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x24x4xf32>) -> tensor<16x24x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, l, k) -> (k, l, m)>, affine_map<(m, n, l, k) -> (n, k)>, affine_map<(m, n, l, k) -> (m, n, l)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %y : tensor<64x4x16xf32>, tensor<24x64xf32>) outs(%f : tensor<16x24x4xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<16x24x4xf32>
  %o = tensor.empty() : tensor<24x4x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j, l) -> (l, i, j)>, affine_map<(i, j, l) -> (i, j, l)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<16x24x4xf32>) outs(%o : tensor<24x4x16xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<24x4x16xf32>
  return %1 : tensor<24x4x16xf32>
}

// -----

// Not: rows of four elements; a batch that moves; users that read in different orders; sums that start with a tensor;
// an operand that is read with a stride either way round.
// CHECK-LABEL: func.func @stay
// CHECK: outs(%{{.*}} : tensor<4x64xf32>)
// CHECK: outs(%{{.*}} : tensor<3x16x64xf32>)
// CHECK: outs(%{{.*}} : tensor<32x16xf32>)
// CHECK: outs(%{{.*}} : tensor<32x16xf32>)
// CHECK: outs(%{{.*}} : tensor<32x16xf32>)
func.func @stay(%xa: tensor<8x4xf32>, %xb: tensor<8x64xf32>, %ya: tensor<3x16x8xf32>, %yb: tensor<3x8x64xf32>, %za: tensor<8x32xf32>, %zb: tensor<8x16xf32>, %va: tensor<8x32xf32>, %vb: tensor<8x16xf32>, %start: tensor<32x16xf32>, %wa: tensor<32x8xf32>, %wb: tensor<8x16xf32>, %o0: tensor<64x4xf32>, %o1: tensor<16x3x64xf32>, %o2: tensor<16x32xf32>, %o3: tensor<32x16xf32>) -> (tensor<64x4xf32>, tensor<16x3x64xf32>, tensor<16x32xf32>, tensor<32x16xf32>, tensor<16x32xf32>, tensor<16x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %xe = tensor.empty() : tensor<4x64xf32>
  %xf = linalg.fill ins(%zero : f32) outs(%xe : tensor<4x64xf32>) -> tensor<4x64xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%xa, %xb : tensor<8x4xf32>, tensor<8x64xf32>) outs(%xf : tensor<4x64xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<4x64xf32>
  %x1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x64xf32>) outs(%o0 : tensor<64x4xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<64x4xf32>
  %ye = tensor.empty() : tensor<3x16x64xf32>
  %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<3x16x64xf32>) -> tensor<3x16x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%ya, %yb : tensor<3x16x8xf32>, tensor<3x8x64xf32>) outs(%yf : tensor<3x16x64xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<3x16x64xf32>
  %y1 = linalg.generic {indexing_maps = [affine_map<(i, j, l) -> (j, i, l)>, affine_map<(i, j, l) -> (i, j, l)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y : tensor<3x16x64xf32>) outs(%o1 : tensor<16x3x64xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<16x3x64xf32>
  %ze = tensor.empty() : tensor<32x16xf32>
  %zf = linalg.fill ins(%zero : f32) outs(%ze : tensor<32x16xf32>) -> tensor<32x16xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%za, %zb : tensor<8x32xf32>, tensor<8x16xf32>) outs(%zf : tensor<32x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<32x16xf32>
  %z1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%z : tensor<32x16xf32>) outs(%o2 : tensor<16x32xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<16x32xf32>
  %z2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%z : tensor<32x16xf32>) outs(%o3 : tensor<32x16xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<32x16xf32>
  %v = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%va, %vb : tensor<8x32xf32>, tensor<8x16xf32>) outs(%start : tensor<32x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<32x16xf32>
  %v1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<32x16xf32>) outs(%o2 : tensor<16x32xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<16x32xf32>
  %we = tensor.empty() : tensor<32x16xf32>
  %wf = linalg.fill ins(%zero : f32) outs(%we : tensor<32x16xf32>) -> tensor<32x16xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%wa, %wb : tensor<32x8xf32>, tensor<8x16xf32>) outs(%wf : tensor<32x16xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<32x16xf32>
  %w1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<32x16xf32>) outs(%o2 : tensor<16x32xf32>) {
  ^bb0(%p: f32, %r: f32):
    %s = arith.negf %p : f32
    linalg.yield %s : f32
  } -> tensor<16x32xf32>
  return %x1, %y1, %z1, %z2, %v1, %w1 : tensor<64x4xf32>, tensor<16x3x64xf32>, tensor<16x32xf32>, tensor<32x16xf32>, tensor<16x32xf32>, tensor<16x32xf32>
}

// -----

// Values of attention with grouped queries: the dimension of one query stands elsewhere, and heads are first among the others.
// CHECK-DAG: #[[$X:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d3)>
// CHECK-DAG: #[[$Y:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d0, d4)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @grouped_queries
// CHECK: linalg.generic {indexing_maps = [#[[$X]], #[[$Y]], #[[$OUT]]]
// CHECK-SAME: outs(%{{.*}} : tensor<1x8x4x128xf32>)
func.func @grouped_queries(%x: tensor<64x8x128xf32>, %y: tensor<8x4x1x64xf32>) -> tensor<1x8x4x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x128x4x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128x4x1xf32>) -> tensor<8x128x4x1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, n, u, k) -> (k, b, m)>, affine_map<(b, m, n, u, k) -> (b, n, u, k)>, affine_map<(b, m, n, u, k) -> (b, m, n, u)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%x, %y : tensor<64x8x128xf32>, tensor<8x4x1x64xf32>) outs(%f : tensor<8x128x4x1xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<8x128x4x1xf32>
  %o = tensor.empty() : tensor<1x8x4x128xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(u, b, n, m) -> (b, m, n, u)>, affine_map<(u, b, n, m) -> (u, b, n, m)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0 : tensor<8x128x4x1xf32>) outs(%o : tensor<1x8x4x128xf32>) {
  ^bb0(%p: f32, %r: f32):
    linalg.yield %p : f32
  } -> tensor<1x8x4x128xf32>
  return %1 : tensor<1x8x4x128xf32>
}

// -----

// A batch of several stays in front of what it is a batch of.
// CHECK-LABEL: func.func @batch_inside
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<8x16x32xf32>)
func.func @batch_inside(%x: tensor<8x64x16xf32>, %y: tensor<8x64x32xf32>) -> tensor<32x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %y : tensor<8x64x16xf32>, tensor<8x64x32xf32>) outs(%f : tensor<8x16x32xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %r, %s : f32
    linalg.yield %t : f32
  } -> tensor<8x16x32xf32>
  %o = tensor.empty() : tensor<32x8x16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, b, m) -> (b, m, n)>, affine_map<(n, b, m) -> (n, b, m)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<8x16x32xf32>) outs(%o : tensor<32x8x16xf32>) {
  ^bb0(%p: f32, %r: f32):
    linalg.yield %p : f32
  } -> tensor<32x8x16xf32>
  return %1 : tensor<32x8x16xf32>
}
