// RUN: tern-opt %s --split-input-file --linalg-block-contractions --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --split-input-file --linalg-block-contractions | mlir-opt --split-input-file | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --split-input-file --linalg-block-contractions="vector-bytes=16 panel-vectors=1 block-bytes=256 rows=2" \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=SMALL
// RUN: tern-opt %s --split-input-file --linalg-block-contractions | FileCheck %s --check-prefix=EMPTY
// RUN: tern-opt %s --split-input-file --linalg-block-contractions=unroll-reduction=4 --canonicalize --cse | FileCheck %s --check-prefix=STEPS

// The depth is cut to what the second cache has room for. Six rows and four vectors of columns at a time; the sums begin where the
// first piece of the depth does. The next piece (the last one again, at the end) is prefetched, 2 elements with each of 256 steps by
// each of 16 tiles, the last ones of which are left with less.

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[ZERO:.*]]: f32, %[[A:.*]]: memref<48x1000xf32>, %[[B:.*]]: memref<1000x200xf32>, %[[C:.*]]: memref<48x200xf32>)
// CHECK-NOT: memref.alloca
// CHECK-NOT: linalg.fill
// CHECK: scf.for %[[K:.*]] = %c0 to %c1000 step %c256 {
// CHECK: %[[DEPTH:.*]] = arith.minsi
// CHECK: scf.for %[[I:.*]] = %c0 to %c48 step %c6 {
// CHECK: scf.for %[[J:.*]] = %c0 to %c200 step %c64 {
// CHECK: %[[SIX:.*]] = memref.subview %[[A]][%[[I]], %[[K]]] [6, %[[DEPTH]]]
// CHECK: %[[RIGHT:.*]] = memref.subview %[[B]][%[[K]], %[[J]]] [%[[DEPTH]], %[[WIDTH:.*]]] [1, 1]
// CHECK: %[[OUT:.*]] = memref.subview %[[C]][%[[I]], %[[J]]] [6, %[[WIDTH]]]
// CHECK: %[[BEGINS:.*]] = arith.cmpi eq, %[[K]], %c0
// CHECK: scf.if %[[BEGINS]] {
// CHECK-NEXT: linalg.fill ins(%[[ZERO]] : f32) outs(%[[OUT]]
// CHECK: %[[ROW:.*]] = arith.divui %[[I]], %c6
// CHECK: %[[COLUMN:.*]] = arith.divui %[[J]], %c64
// CHECK: %[[TILES:.*]] = arith.muli %[[ROW]], %c4
// CHECK: %[[NUMBER:.*]] = arith.addi %[[TILES]], %[[COLUMN]]
// CHECK: %[[AFTER:.*]] = arith.addi %[[K]], %c256
// CHECK: %[[NEXT_K:.*]] = arith.minsi %[[AFTER]], %c744
// CHECK: %[[ROWS:.*]] = memref.subview %[[B]][%[[NEXT_K]], 0] [256, 200]
// CHECK: %[[NEXT:.*]] = memref.collapse_shape %[[ROWS]] {{.*}} into memref<51200xf32,
// CHECK: %[[PART:.*]] = arith.muli %[[NUMBER]], %c1792
// CHECK: %[[FIRST:.*]] = arith.minsi %[[PART]], %c49408
// CHECK: linalg.generic {{.*}} ins(%[[SIX]], %[[RIGHT]] : {{.*}} outs(%[[OUT]]
// CHECK: %[[STEP:.*]] = linalg.index 2
// CHECK: %[[BEHIND:.*]] = arith.muli %[[STEP]], %c7
// CHECK: %[[ELEMENT:.*]] = arith.addi %[[FIRST]], %[[BEHIND]]
// CHECK: memref.prefetch %[[NEXT]][%[[ELEMENT]]], read, locality<2>, data
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: return
// UPSTREAM-LABEL: func.func @blocks(

// What four steps prefetch, 28 elements, one of them does, a line of the cache each time.

// STEPS-LABEL: func.func @blocks(
// STEPS: %[[FIRST:.*]] = arith.minsi %{{.*}}, %c49408
// STEPS: %[[BEHIND:.*]] = arith.muli %{{.*}}, %c7
// STEPS: %[[ELEMENT:.*]] = arith.addi %[[FIRST]], %[[BEHIND]]
// STEPS: memref.prefetch %[[NEXT:.*]][%[[ELEMENT]]]
// STEPS: %[[LINE:.*]] = arith.addi %[[ELEMENT]], %c16
// STEPS: memref.prefetch %[[NEXT]][%[[LINE]]]
// STEPS-NOT: memref.prefetch
// STEPS: return
func.func @blocks(%z: f32, %a: memref<48x1000xf32>, %b: memref<1000x200xf32>, %c: memref<48x200xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<48x200xf32>)
  linalg.matmul ins(%a, %b : memref<48x1000xf32>, memref<1000x200xf32>) outs(%c : memref<48x200xf32>)
  return
}

// -----

// Rows that are parts of longer ones: the place of an element follows from its number.

// CHECK-LABEL: func.func @parts_of_rows(
// CHECK: %[[NEXT:.*]] = memref.subview %arg1[%{{.*}}, 0] [144, 200]
// CHECK: %[[ELEMENT:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: %[[LINE:.*]] = arith.divui %[[ELEMENT]], %c200
// CHECK: %[[PLACE:.*]] = arith.remui %[[ELEMENT]], %c200
// CHECK: memref.prefetch %[[NEXT]][%[[LINE]], %[[PLACE]]], read, locality<2>, data
// CHECK: return
func.func @parts_of_rows(%a: memref<48x1000xf32>, %b: memref<1000x200xf32, strided<[400, 1]>>, %c: memref<48x200xf32>) {
  linalg.matmul ins(%a, %b : memref<48x1000xf32>, memref<1000x200xf32, strided<[400, 1]>>) outs(%c : memref<48x200xf32>)
  return
}

// -----

// Rows of the right-hand side lie two pages apart: they are copied to panels, row by row; rows of the left one too, six at a time,
// because they lie a page apart, to where they lie a bit more than a half apart.

// CHECK-LABEL: func.func @copies(
// CHECK-SAME: %[[A:.*]]: memref<48x1024xf32>, %[[B:.*]]: memref<1024x128xf32, {{.*}}>, %[[C:.*]]: memref<48x128xf32>)
// CHECK-DAG: %[[PANELS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<2x512x64xf32>
// CHECK-DAG: %[[ROWS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<6x528xf32>
// CHECK: scf.for %[[K:.*]] = %c0 to %c1024 step %c512 {
// CHECK-NEXT: scf.for %[[R:.*]] = %c0 to %c512 step %c1 {
// CHECK: %[[FROM:.*]] = arith.addi %[[K]], %[[R]]
// CHECK: scf.for %[[J:.*]] = %c0 to %c128 step %c64 {
// CHECK: %[[P:.*]] = arith.divui %[[J]], %c64
// CHECK: %[[TO:.*]] = memref.subview %[[PANELS]][%[[P]], %[[R]], 0] [1, 1, 64]
// CHECK: %[[LINE:.*]] = memref.subview %[[B]][%[[FROM]], %[[J]]] [1, 64]
// CHECK: linalg.generic {{.*}} ins(%[[LINE]] {{.*}} outs(%[[TO]]
// CHECK: scf.for %[[I:.*]] = %c0 to %c48 step %c6 {
// CHECK: %[[SIX:.*]] = memref.subview %[[ROWS]][0, 0] [6, 512]
// CHECK: memref.subview %[[A]][%[[I]], %[[K]]] [6, 512]
// CHECK: linalg.generic {{.*}} outs(%[[SIX]]
// CHECK: scf.for %[[J:.*]] = %c0 to %c128 step %c64 {
// CHECK: %[[PANEL:.*]] = memref.subview %[[PANELS]][%{{.*}}, 0, 0] [1, 512, 64]
// CHECK: %[[OUT:.*]] = memref.subview %[[C]][%[[I]], %[[J]]] [6, 64]
// CHECK: linalg.generic {{.*}} ins(%[[SIX]], %[[PANEL]] : {{.*}} outs(%[[OUT]]
// CHECK: memref.prefetch
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: return
func.func @copies(%a: memref<48x1024xf32>, %b: memref<1024x128xf32, strided<[2048, 1]>>, %c: memref<48x128xf32>) {
  linalg.matmul ins(%a, %b : memref<48x1024xf32>, memref<1024x128xf32, strided<[2048, 1]>>) outs(%c : memref<48x128xf32>)
  return
}

// -----

// One piece of depth: the sums always begin there.

// CHECK-LABEL: func.func @fills_pieces(
// CHECK-NOT: linalg.fill
// CHECK: scf.for {{.*}} step %c64 {
// CHECK-NOT: scf.if
// CHECK: linalg.fill ins(%arg0 : f32) outs(%[[OUT:.*]] :
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[OUT]]
// CHECK-NOT: linalg.fill
func.func @fills_pieces(%z: f32, %a: memref<60x100xf32>, %b: memref<100x512xf32, strided<[2048, 1]>>, %c: memref<60x512xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<60x512xf32>)
  linalg.matmul ins(%a, %b : memref<60x100xf32>, memref<100x512xf32, strided<[2048, 1]>>) outs(%c : memref<60x512xf32>)
  return
}

// -----

// Nobody knows whether there is any depth, and without there would be no place to fill: the output is filled before.

// CHECK-LABEL: func.func @fills_before(
// CHECK: linalg.fill ins(%arg0 : f32) outs(%arg3
// CHECK: scf.for
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @fills_before(%z: f32, %a: memref<64x?xf32>, %b: memref<?x512xf32>, %c: memref<64x512xf32>) {
  linalg.fill ins(%z : f32) outs(%c : memref<64x512xf32>)
  linalg.matmul ins(%a, %b : memref<64x?xf32>, memref<?x512xf32>) outs(%c : memref<64x512xf32>)
  return
}

// -----

// A transposed right-hand side becomes panels that are not: vectors run along columns.

// CHECK-LABEL: func.func @transposed(
// CHECK: memref.subview %arg1[%{{.*}}, 0] [64, 24]
// CHECK: linalg.generic {indexing_maps = [#[[$SWAP:.*]], #{{.*}}], iterator_types = ["parallel", "parallel"]}
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @transposed(%a: memref<25x24xf32>, %b: memref<128x24xf32>, %c: memref<25x128xf32>) {
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<25x24xf32>, memref<128x24xf32>) outs(%c : memref<25x128xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Batches one at a time. The last rows of a panel, the last columns and the last piece of depth are shorter.

// SMALL-LABEL: func.func @batches(
// SMALL: scf.for %[[N:.*]] = %c0 to %c3 step %c1 {
// SMALL: arith.minsi
// SMALL: memref.subview %arg1[%[[N]],
func.func @batches(%a: memref<3x9x45xf64>, %b: memref<3x45x7xf64>, %c: memref<3x9x7xf64>) {
  linalg.batch_matmul ins(%a, %b : memref<3x9x45xf64>, memref<3x45x7xf64>) outs(%c : memref<3x9x7xf64>)
  return
}

// -----

// Numbers of rows and depths that nobody knows; columns are at most as many as the subview takes.

// CHECK-LABEL: func.func @unknown_sizes(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<1x1280x64xf32>
// CHECK: arith.remui %{{.*}}, %c6
func.func @unknown_sizes(%a: memref<?x?xf32>, %b: memref<?x48xf32, strided<[4800, 1]>>, %c: memref<?x48xf32>, %n: index) {
  %c48 = arith.constant 48 : index
  %width = arith.minsi %n, %c48 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = memref.dim %b, %c0 : memref<?x48xf32, strided<[4800, 1]>>
  %m = memref.dim %c, %c0 : memref<?x48xf32>
  %right = memref.subview %b[0, 0] [%k, %width] [1, 1] : memref<?x48xf32, strided<[4800, 1]>> to memref<?x?xf32, strided<[4800, 1]>>
  %out = memref.subview %c[0, 0] [%m, %width] [1, 1] : memref<?x48xf32> to memref<?x?xf32, strided<[48, 1]>>
  linalg.matmul ins(%a, %right : memref<?x?xf32>, memref<?x?xf32, strided<[4800, 1]>>)
      outs(%out : memref<?x?xf32, strided<[48, 1]>>)
  return
}

// -----

// One row: nothing is read twice, so nothing is copied. Some rows of the matrix are read side by side.

// CHECK-LABEL: func.func @one_row(
// CHECK-NOT: memref.alloca
// CHECK: scf.for %[[K:.*]] = %c0 to %c1000 step %c16 {
// CHECK: %[[SIZE:.*]] = arith.minsi
// CHECK: memref.subview %arg1[%[[K]], 0] [%[[SIZE]], 512]
// CHECK: linalg.matmul
func.func @one_row(%a: memref<1x1000xf32>, %b: memref<1000x512xf32>, %c: memref<1x512xf32>) {
  linalg.matmul ins(%a, %b : memref<1x1000xf32>, memref<1000x512xf32>) outs(%c : memref<1x512xf32>)
  return
}

// -----

// Few rows are one register tile of fewer vectors, or some, and read what lies anywhere in pieces, too.

// CHECK-LABEL: func.func @few_rows(
// CHECK-NOT: memref.alloca
// CHECK: scf.for %{{.*}} = %c0 to %c1024 step %c64 {
// CHECK: scf.for %{{.*}} = %c0 to %c240 step %c48 {
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<8x64xf32, {{.*}}>, memref<64x48xf32,
// CHECK: memref.prefetch
// CHECK: return
func.func @few_rows(%a: memref<8x1024xf32>, %b: memref<1024x240xf32, strided<[2048, 1]>>, %c: memref<8x240xf32>) {
  linalg.matmul ins(%a, %b : memref<8x1024xf32>, memref<1024x240xf32, strided<[2048, 1]>>) outs(%c : memref<8x240xf32>)
  return
}

// -----

// What few rows read from memory they read as one row does, until a register tile does not have them all.

// CHECK-LABEL: func.func @few_rows_of_much(
// CHECK-NOT: memref.alloca
// CHECK: scf.for %[[K:.*]] = %c0 to %c1024 step %c16 {
// CHECK: memref.subview %arg0[0, %[[K]]] [12, 16]
// CHECK: memref.subview %arg1[%[[K]], 0] [16, 512]
// CHECK: linalg.matmul {{.*}} outs(%{{.*}} : memref<12x512xf32
// CHECK: scf.for %{{.*}} = %c0 to %c1024 step %c128 {
// CHECK: return
func.func @few_rows_of_much(%a: memref<12x1024xf32>, %b: memref<1024x512xf32>, %c: memref<12x512xf32>,
                            %d: memref<13x1024xf32>, %e: memref<13x512xf32>) {
  linalg.matmul ins(%a, %b : memref<12x1024xf32>, memref<1024x512xf32>) outs(%c : memref<12x512xf32>)
  linalg.matmul ins(%d, %b : memref<13x1024xf32>, memref<1024x512xf32>) outs(%e : memref<13x512xf32>)
  return
}

// -----

// Where both lie along the depth, four columns are 16 KiB. Few are left alone.

// CHECK-LABEL: func.func @dots(
// CHECK: scf.for %[[J:.*]] = %c0 to %c30 step %c4 {
// CHECK: %[[SIZE:.*]] = arith.minsi
// CHECK: %[[RIGHT:.*]] = memref.subview %arg1[%[[J]], 0] [%[[SIZE]], 1024]
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[RIGHT]] : memref<2x1024xf32>,
// CHECK-NOT: scf.for
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg3 : memref<2x1024xf32>, memref<4x1024xf32>)
func.func @dots(%a: memref<2x1024xf32>, %b: memref<30x1024xf32>, %c: memref<2x30xf32>, %d: memref<4x1024xf32>, %e: memref<2x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<2x1024xf32>, memref<30x1024xf32>) outs(%c : memref<2x30xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %z, %p : f32
    linalg.yield %q : f32
  }
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %d : memref<2x1024xf32>, memref<4x1024xf32>) outs(%e : memref<2x4xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %z, %p : f32
    linalg.yield %q : f32
  }
  return
}

// -----

// Rows of the right-hand side that lie far apart are in many pages: of a part of such rows a piece has as many as if they were whole.

// CHECK-LABEL: func.func @parts_of_long_rows(
// CHECK: scf.for %{{.*}} = %c0 to %c1024 step %c64 {
// CHECK: memref.prefetch
func.func @parts_of_long_rows(%a: memref<48x1024xf32>, %b: memref<1024x256xf32, strided<[1024, 1]>>, %c: memref<48x256xf32>) {
  linalg.matmul ins(%a, %b : memref<48x1024xf32>, memref<1024x256xf32, strided<[1024, 1]>>) outs(%c : memref<48x256xf32>)
  return
}

// -----

// There may be more rows, in another tile, that begin with the first piece again: behind the last piece it is the next one.

// CHECK-LABEL: func.func @comes_again(
// CHECK: scf.for %[[K:.*]] = %c0 to %c2000 step %c64 {
// CHECK: %[[AFTER:.*]] = arith.addi %[[K]], %c64
// CHECK: %[[NEXT:.*]] = arith.minsi %[[AFTER]], %c1936
// CHECK: %[[IS_THERE:.*]] = arith.cmpi slt, %[[AFTER]], %c2000
// CHECK: %[[BEGIN:.*]] = arith.select %[[IS_THERE]], %[[NEXT]], %c0
// CHECK: memref.subview %{{.*}}[%[[BEGIN]], 0] [64, 1024]
func.func @comes_again(%a: memref<512x2000xf32>, %b: memref<2000x1024xf32>, %c: memref<512x1024xf32>, %i: index) {
  %c66 = arith.constant 66 : index
  %m = arith.minsi %i, %c66 : index
  %left = memref.subview %a[%i, 0] [%m, 2000] [1, 1] : memref<512x2000xf32> to memref<?x2000xf32, strided<[2000, 1], offset: ?>>
  %out = memref.subview %c[%i, 0] [%m, 1024] [1, 1] : memref<512x1024xf32> to memref<?x1024xf32, strided<[1024, 1], offset: ?>>
  linalg.matmul ins(%left, %b : memref<?x2000xf32, strided<[2000, 1], offset: ?>>, memref<2000x1024xf32>)
      outs(%out : memref<?x1024xf32, strided<[1024, 1], offset: ?>>)
  return
}

// -----

// What a tile reads is little: it is one piece.

// CHECK-LABEL: func.func @leaves_little(
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: return
func.func @leaves_little(%a: memref<48x512xf32>, %b: memref<512x256xf32, strided<[512, 1]>>, %c: memref<48x256xf32>,
                         %d: memref<48x256xf32>, %e: memref<256x1024xf32>, %f: memref<48x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<48x512xf32>, memref<512x256xf32, strided<[512, 1]>>) outs(%c : memref<48x256xf32>)
  linalg.matmul ins(%d, %e : memref<48x256xf32>, memref<256x1024xf32>) outs(%f : memref<48x1024xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @leaves_few_rows(
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: return
func.func @leaves_few_rows(%a: memref<5x1024xf32>, %b: memref<1024x240xf32>, %c: memref<5x240xf32>) {
  linalg.matmul ins(%a, %b : memref<5x1024xf32>, memref<1024x240xf32>) outs(%c : memref<5x240xf32>)
  return
}

// CHECK-LABEL: func.func @leaves_what_lies_well(
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: return
func.func @leaves_what_lies_well(%a: memref<64x100xf32>, %b: memref<100x60xf32>, %c: memref<64x60xf32>) {
  linalg.matmul ins(%a, %b : memref<64x100xf32>, memref<100x60xf32>) outs(%c : memref<64x60xf32>)
  return
}

// CHECK-LABEL: func.func @leaves_unbounded_columns(
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: return
func.func @leaves_unbounded_columns(%a: memref<64x1024xf32>, %b: memref<1024x?xf32>, %c: memref<64x?xf32>) {
  linalg.matmul ins(%a, %b : memref<64x1024xf32>, memref<1024x?xf32>) outs(%c : memref<64x?xf32>)
  return
}

// One of many panels and few rows: 32 KiB of it are in the first cache until all rows have been there, and the next ones on their way.

// CHECK-LABEL: func.func @panel(
// CHECK: %[[B:.*]] = memref.subview %{{.*}}[1, 0, 0] [1, 512, 64]
// CHECK: scf.for %[[K:.*]] = %c0 to %c512 step %c128 {
// CHECK: scf.for %[[I:.*]] = %c0 to %c12 step %c6 {
// CHECK: memref.subview %[[B]][%[[K]], 0] [128, 64]
// CHECK: memref.prefetch
func.func @panel(%a: memref<16x512xf32>, %p: memref<4x512x64xf32>, %c: memref<16x64xf32>) {
  %b = memref.subview %p[1, 0, 0] [1, 512, 64] [1, 1, 1] : memref<4x512x64xf32> to memref<512x64xf32, strided<[64, 1], offset: 32768>>
  linalg.matmul ins(%a, %b : memref<16x512xf32>, memref<512x64xf32, strided<[64, 1], offset: 32768>>) outs(%c : memref<16x64xf32>)
  return
}

// CHECK-LABEL: func.func @leaves_integers(
// CHECK-NEXT: linalg.matmul
// CHECK-NEXT: return
func.func @leaves_integers(%a: memref<64x1024xi32>, %b: memref<1024x512xi32>, %c: memref<64x512xi32>) {
  linalg.matmul ins(%a, %b : memref<64x1024xi32>, memref<1024x512xi32>) outs(%c : memref<64x512xi32>)
  return
}

// EMPTY-LABEL: func.func @leaves_what_is_empty(
// EMPTY-NEXT: linalg.batch_matmul
// EMPTY-NEXT: linalg.matmul
// EMPTY-NEXT: linalg.matmul
// EMPTY-NEXT: linalg.matmul
// EMPTY-NEXT: return
func.func @leaves_what_is_empty(%a: memref<64x1024xf32>, %b: memref<1024x512xf32>, %c: memref<64x512xf32>,
                                %a0: memref<0x64x1024xf32>, %b0: memref<0x1024x512xf32>, %c0: memref<0x64x512xf32>,
                                %no_rows: memref<0x1024xf32>, %no_row_sums: memref<0x512xf32>, %no_depth: memref<64x0xf32>,
                                %no_lines: memref<0x512xf32>, %no_columns: memref<1024x0xf32>, %no_sums: memref<64x0xf32>) {
  linalg.batch_matmul ins(%a0, %b0 : memref<0x64x1024xf32>, memref<0x1024x512xf32>) outs(%c0 : memref<0x64x512xf32>)
  linalg.matmul ins(%no_rows, %b : memref<0x1024xf32>, memref<1024x512xf32>) outs(%no_row_sums : memref<0x512xf32>)
  linalg.matmul ins(%no_depth, %no_lines : memref<64x0xf32>, memref<0x512xf32>) outs(%c : memref<64x512xf32>)
  linalg.matmul ins(%a, %no_columns : memref<64x1024xf32>, memref<1024x0xf32>) outs(%no_sums : memref<64x0xf32>)
  return
}

// RUN: not tern-opt %s --split-input-file --linalg-block-contractions=rows=0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: {{.*}}options must be positive
// RUN: not tern-opt %s --split-input-file --linalg-block-contractions=unroll-reduction=17 -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNROLL
// UNROLL: error: {{.*}}option 'unroll-reduction' must be from 1 to 16

// -----

// What is left of an even number of rows is even: two rows at a time.

// CHECK-LABEL: func.func @even_rest(
// CHECK: %[[ROWS:.*]] = arith.minsi
// CHECK: %[[REST:.*]] = arith.remui %[[ROWS]], %c6
// CHECK: %[[END:.*]] = arith.subi %[[ROWS]], %[[REST]]
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step %c6 {
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<6x
// CHECK: scf.for %{{.*}} = %[[END]] to %[[ROWS]] step %c2 {
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<2x
// CHECK: return
// CHECK-LABEL: func.func @no_rest(
// CHECK: %[[ROWS:.*]] = arith.minsi
// CHECK-NOT: arith.remui %[[ROWS]]
// CHECK: scf.for %{{.*}} = %c0 to %[[ROWS]] step %c6 {
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : memref<6x
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @even_rest(%a: memref<200x1000xf32>, %b: memref<1000x200xf32>, %c: memref<200x200xf32>, %i: index) {
  %c132 = arith.constant 132 : index
  %c200 = arith.constant 200 : index
  %c2 = arith.constant 2 : index
  %at = arith.muli %i, %c2 : index
  %left = arith.subi %c200, %at : index
  %rows = arith.minsi %left, %c132 : index
  %part = memref.subview %a[%at, 0] [%rows, 1000] [1, 1] : memref<200x1000xf32> to memref<?x1000xf32, strided<[1000, 1], offset: ?>>
  %out = memref.subview %c[%at, 0] [%rows, 200] [1, 1] : memref<200x200xf32> to memref<?x200xf32, strided<[200, 1], offset: ?>>
  linalg.matmul ins(%part, %b : memref<?x1000xf32, strided<[1000, 1], offset: ?>>, memref<1000x200xf32>)
      outs(%out : memref<?x200xf32, strided<[200, 1], offset: ?>>)
  return
}
func.func @no_rest(%a: memref<198x1000xf32>, %b: memref<1000x200xf32>, %c: memref<198x200xf32>, %i: index) {
  %c132 = arith.constant 132 : index
  %c198 = arith.constant 198 : index
  %c66 = arith.constant 66 : index
  %at = arith.muli %i, %c66 : index
  %left = arith.subi %c198, %at : index
  %rows = arith.minsi %left, %c132 : index
  %part = memref.subview %a[%at, 0] [%rows, 1000] [1, 1] : memref<198x1000xf32> to memref<?x1000xf32, strided<[1000, 1], offset: ?>>
  %out = memref.subview %c[%at, 0] [%rows, 200] [1, 1] : memref<198x200xf32> to memref<?x200xf32, strided<[200, 1], offset: ?>>
  linalg.matmul ins(%part, %b : memref<?x1000xf32, strided<[1000, 1], offset: ?>>, memref<1000x200xf32>)
      outs(%out : memref<?x200xf32, strided<[200, 1], offset: ?>>)
  return
}
