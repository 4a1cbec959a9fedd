// RUN: tern-opt %s --split-input-file --linalg-block-convolutions --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --split-input-file --linalg-block-convolutions | mlir-opt --split-input-file | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --split-input-file --linalg-block-convolutions="vector-bytes=16 panel-vectors=2 max-accumulators=6 block-bytes=8192 image-bytes=2000" \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=SMALL

// Weights go to panels, all places of the window for some channels; then register tiles are summed up over all of these.

// CHECK-LABEL: func.func @dense(
// CHECK-SAME: %[[X:.*]]: memref<1x10x18x40xf32>, %[[W:.*]]: memref<3x3x40x96xf32>, %[[O:.*]]: memref<1x8x16x96xf32>)
// CHECK: %[[PANELS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<2x3x3x40x48xf32>
// CHECK: scf.for %[[I:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT: scf.for %[[J:.*]] = %c0 to %c3 step %c1 {
// CHECK-NEXT: scf.for %[[R:.*]] = %c0 to %c40 step %c1 {
// CHECK-NEXT: scf.for %[[F:.*]] = %c0 to %c96 step %c48 {
// CHECK: %[[P:.*]] = arith.divui %[[F]], %c48
// CHECK-DAG: %[[TO:.*]] = memref.subview %[[PANELS]][%[[P]], %[[I]], %[[J]], %[[R]], 0] [1, 1, 1, 1, 48]
// CHECK-DAG: %[[LINE:.*]] = memref.subview %[[W]][%[[I]], %[[J]], %[[R]], %[[F]]] [1, 1, 1, 48]
// CHECK: linalg.generic {{.*}} ins(%[[LINE]] {{.*}} outs(%[[TO]]
// CHECK: scf.for %[[Y:.*]] = %c0 to %c8 step %c1 {
// CHECK-NEXT: scf.for %[[T:.*]] = %c0 to %c16 step %c8 {
// CHECK-NEXT: scf.for %[[F:.*]] = %c0 to %c96 step %c48 {
// CHECK: %[[PART:.*]] = memref.subview %[[X]][0, %[[Y]], %[[T]], 0] [1, 3, 10, 40]
// CHECK: %[[P:.*]] = arith.divui %[[F]], %c48
// CHECK: %[[PANEL:.*]] = memref.subview %[[PANELS]][%[[P]], 0, 0, 0, 0] [1, 3, 3, 40, 48]
// CHECK: %[[OUT:.*]] = memref.subview %[[O]][0, %[[Y]], %[[T]], %[[F]]] [1, 1, 8, 48]
// CHECK: linalg.generic {{.*}} ins(%[[PART]], %[[PANEL]] : {{.*}} outs(%[[OUT]]
// CHECK: arith.mulf
// CHECK: arith.addf

// Smaller panels have fewer channels, and the features go through them in pieces.

// SMALL-LABEL: func.func @dense(
// SMALL: memref.alloca() {alignment = 64 : i64} : memref<1x3x3x16x8xf32>
// SMALL: scf.for %{{.*}} = %c0 to %c96 step %c8 {
// SMALL: scf.for %{{.*}} = %c0 to %c40 step %c16 {

// UPSTREAM-LABEL: func.func @dense(
func.func @dense(%x: memref<1x10x18x40xf32>, %w: memref<3x3x40x96xf32>, %o: memref<1x8x16x96xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%x, %w : memref<1x10x18x40xf32>, memref<3x3x40x96xf32>) outs(%o : memref<1x8x16x96xf32>)
  return
}

// -----

// All channels at once: each register tile is filled where it is computed. Several: the output is filled before. Groups are taken one
// by one, and images, which use the same panels; strides and dilations stay in the maps.

// CHECK-LABEL: func.func @groups(
// CHECK-NOT: linalg.fill
// CHECK: scf.for %[[G:.*]] = %c0 to %c3 step %c1 {
// CHECK: memref.subview %{{.*}}[%[[G]],
// CHECK: scf.for %[[N:.*]] = %c0 to %c2 step %c1 {
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[OUT:.*]] : memref<1x1x6x1x33xf32
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[OUT]]

// SMALL-LABEL: func.func @groups(
// SMALL: linalg.fill
// SMALL: scf.for
// SMALL-NOT: linalg.fill

// UPSTREAM-LABEL: func.func @groups(
func.func @groups(%z: f32, %x: memref<2x11x12x3x24xf32>, %w: memref<3x3x2x24x33xf32>, %o: memref<2x4x10x3x33xf32>) {
  linalg.fill ins(%z : f32) outs(%o : memref<2x4x10x3x33xf32>)
  linalg.generic {indexing_maps = [affine_map<(n, y, x, g, f, i, j, c) -> (n, y * 2 + i * 2, x + j * 2, g, c)>,
                                   affine_map<(n, y, x, g, f, i, j, c) -> (g, i, j, c, f)>,
                                   affine_map<(n, y, x, g, f, i, j, c) -> (n, y, x, g, f)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<2x11x12x3x24xf32>, memref<3x3x2x24x33xf32>) outs(%o : memref<2x4x10x3x33xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// What is read of a temporary is a view, in the place where it can be made: some channels, and so few rows that it fits.

// CHECK-LABEL: func.func @padded(
// CHECK: %[[X:.*]] = memref.alloca() : memref<1x10x18x40xf32>
// CHECK: linalg.generic
// CHECK: memref.subview %[[X]][0, %{{.*}}, %{{.*}}, 0] [1, 3, 10, 40]

// SMALL-LABEL: func.func @padded(
// SMALL: %[[X:.*]] = memref.alloca() : memref<1x10x18x40xf32>
// SMALL: scf.for %[[F:.*]] = %c0 to %c96 step %c8 {
// SMALL: scf.for %[[C:.*]] = %c0 to %c40 step %{{.*}} {
// SMALL: scf.for %[[Y:.*]] = %c0 to %c8 step %c1 {
// SMALL: scf.for %[[T:.*]] = %c0 to %c16 step %{{.*}} {
// SMALL: memref.subview %[[X]][0, %[[Y]], %[[T]], %[[C]]] [1, 3,

// UPSTREAM-LABEL: func.func @padded(
func.func @padded(%w: memref<3x3x40x96xf32>, %o: memref<1x8x16x96xf32>, %y: memref<1x10x18x40xf32>) {
  %x = memref.alloca() : memref<1x10x18x40xf32>
  linalg.copy ins(%y : memref<1x10x18x40xf32>) outs(%x : memref<1x10x18x40xf32>)
  linalg.conv_2d_nhwc_hwcf ins(%x, %w : memref<1x10x18x40xf32>, memref<3x3x40x96xf32>) outs(%o : memref<1x8x16x96xf32>)
  return
}

// -----

// Weights that lie as panels do are read where they lie.

// CHECK-LABEL: func.func @panel(
// CHECK-SAME: %{{.*}}: memref<1x10x18x40xf32>, %[[W:.*]]: memref<3x3x40x64xf32>,
// CHECK-NOT: memref.alloca
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[W]] : {{.*}} outs(
// SMALL-LABEL: func.func @panel(
// SMALL-NOT: memref.alloca
// SMALL: memref.subview %{{.*}}[0, 0, %{{.*}}, %{{.*}}] [3, 3,
// UPSTREAM-LABEL: func.func @panel(
func.func @panel(%x: memref<1x10x18x40xf32>, %w: memref<3x3x40x64xf32>, %o: memref<1x8x16x64xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%x, %w : memref<1x10x18x40xf32>, memref<3x3x40x64xf32>) outs(%o : memref<1x8x16x64xf32>)
  return
}

// -----

// Other ops that move windows are only cut where the edges of a temporary do not fit; what they begin with is cut, too.

// CHECK-LABEL: func.func @pooling(
// CHECK-SAME: %{{.*}}: f32, %[[Y:.*]]: memref<1x10x1000x70xf32>,
// CHECK: %[[X:.*]] = memref.alloca() : memref<1x10x1000x70xf32>
// CHECK: linalg.pooling_nhwc_max {{.*}}ins(%[[Y]],
// CHECK: scf.for %[[T:.*]] = %c0 to %c998 step %[[STEP:.*]] {
// CHECK: %[[PART:.*]] = memref.subview %[[X]][0, %{{.*}}, %[[T]], 0]
// CHECK: linalg.fill
// CHECK-NEXT: linalg.pooling_nhwc_max {{.*}}ins(%[[PART]],

// SMALL-LABEL: func.func @pooling(
// UPSTREAM-LABEL: func.func @pooling(
func.func @pooling(%z: f32, %y: memref<1x10x1000x70xf32>, %w: memref<3x3xf32>, %o: memref<1x8x998x70xf32>) {
  %x = memref.alloca() : memref<1x10x1000x70xf32>
  linalg.copy ins(%y : memref<1x10x1000x70xf32>) outs(%x : memref<1x10x1000x70xf32>)
  linalg.pooling_nhwc_max ins(%y, %w : memref<1x10x1000x70xf32>, memref<3x3xf32>) outs(%o : memref<1x8x998x70xf32>)
  linalg.fill ins(%z : f32) outs(%o : memref<1x8x998x70xf32>)
  linalg.pooling_nhwc_max ins(%x, %w : memref<1x10x1000x70xf32>, memref<3x3xf32>) outs(%o : memref<1x8x998x70xf32>)
  return
}

// RUN: not tern-opt %s --split-input-file --linalg-block-convolutions=block-bytes=0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: {{.*}}options must be positive, 'vector-bytes' at least 8, 'max-accumulators' at least 'panel-vectors'
