// What is computed stays the same, also where nothing is divided evenly. Sizes are such that the interpreter gets to the end.
// RUN: tern-opt %s --split-input-file --check-each \
// RUN:   --linalg-block-convolutions="vector-bytes=16 panel-vectors=2 max-accumulators=6 block-bytes=8192 image-bytes=2000" 2>&1 | FileCheck %s
// CHECK-NOT: warning

// CHECK-LABEL: func.func @dense(
// CHECK: scf.for
func.func @dense(%x: memref<1x3x4x20xf32>, %w: memref<3x3x20x68xf32>, %o: memref<1x1x2x68xf32>) {
  linalg.conv_2d_nhwc_hwcf ins(%x, %w : memref<1x3x4x20xf32>, memref<3x3x20x68xf32>) outs(%o : memref<1x1x2x68xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @groups(
// CHECK: scf.for
func.func @groups(%z: f32, %x: memref<1x5x6x2x17xf32>, %w: memref<2x3x3x17x69xf32>, %o: memref<1x1x2x2x69xf32>) {
  linalg.fill ins(%z : f32) outs(%o : memref<1x1x2x2x69xf32>)
  linalg.generic {indexing_maps = [affine_map<(n, y, x, g, f, i, j, c) -> (n, y * 2 + i * 2, x + j * 2, g, c)>,
                                   affine_map<(n, y, x, g, f, i, j, c) -> (g, i, j, c, f)>,
                                   affine_map<(n, y, x, g, f, i, j, c) -> (n, y, x, g, f)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<1x5x6x2x17xf32>, memref<2x3x3x17x69xf32>) outs(%o : memref<1x1x2x2x69xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @padded(
// CHECK: scf.for
func.func @padded(%w: memref<3x3x20x68xf32>, %o: memref<1x1x2x68xf32>, %y: memref<1x3x4x20xf32>) {
  %x = memref.alloca() : memref<1x3x4x20xf32>
  linalg.copy ins(%y : memref<1x3x4x20xf32>) outs(%x : memref<1x3x4x20xf32>)
  linalg.conv_2d_nhwc_hwcf ins(%x, %w : memref<1x3x4x20xf32>, memref<3x3x20x68xf32>) outs(%o : memref<1x1x2x68xf32>)
  return
}
