// RUN: tern-opt %s --split-input-file --linalg-contractions-to-amx --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-amx | FileCheck %s --check-prefix=EMPTY
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-amx | mlir-opt --split-input-file | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-amx="block-bytes=8192" --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=SMALL
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-amx="bf16=false i8=false" | FileCheck %s --check-prefix=OFF
// OFF-NOT: amx
// OFF: return
// RUN: not tern-opt %s --split-input-file --linalg-contractions-to-amx="block-bytes=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: {{.*}}'block-bytes' must be positive
// All shapes become machine code in which a configuration is loaded once.
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-amx --convert-linalg-to-loops --lower-affine --convert-scf-to-cf \
// RUN:   --iree-convert-to-llvm > %t.llvm.mlir
// RUN: tern-translate --split-input-file --mlir-to-llvmir %t.llvm.mlir > %t.ll
// RUN: FileCheck %s --check-prefix=LLVM --input-file=%t.ll
// LLVM: call x86_amx @llvm.x86.tdpbf16ps.internal

// Whole tiles. The right factor is copied, two rows interleaved; the left one is read where it lies, the sums begin at zero, for all
// of the depth is one piece.

// CHECK-LABEL: func.func @whole(
// CHECK-SAME: %[[A:.*]]: memref<64x128xbf16>, %[[B:.*]]: memref<128x96xbf16>, %[[C:.*]]: memref<64x96xf32>)
// CHECK-NOT: linalg.fill
// CHECK: %[[PANELS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<384x32xbf16>
// CHECK-NOT: memref.alloca
// CHECK: scf.for %[[L:.*]] = %c0 to %c4 step %c1 {
// CHECK: scf.for %[[J:.*]] = %c0 to %c96 step %c32 {
// CHECK: %[[K:.*]] = arith.muli %[[L]], %c32
// CHECK: %[[PANEL:.*]] = arith.muli %[[J]], %c4
// CHECK: %[[FIRST:.*]] = arith.addi %[[PANEL]], %[[K]]
// CHECK: scf.for %[[I:.*]] = %c0 to %c16 step %c1 {
// CHECK: %[[EVEN:.*]] = vector.load %[[B]][%{{.*}}, %[[J]]] : {{.*}} vector<32xbf16>
// CHECK: %[[ODD:.*]] = vector.load %[[B]][%{{.*}}, %[[J]]] : {{.*}} vector<32xbf16>
// CHECK: vector.interleave %[[EVEN]], %[[ODD]]
// CHECK: vector.shuffle {{.*}}[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: vector.shuffle {{.*}}[16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]
// CHECK-COUNT-2: vector.store {{.*}} : memref<384x32xbf16>, vector<32xbf16>
// CHECK-NOT: vector.store
// CHECK: scf.for %[[I:.*]] = %c0 to %c64 step %c32 {
// CHECK: scf.for %[[J:.*]] = %c0 to %c96 step %c32 {
// CHECK-COUNT-4: amx.tile_zero : !amx.tile<16x16xf32>
// CHECK: %[[SUMS:.*]]:4 = scf.for %[[L:.*]] = %c0 to %c4 step %c1 iter_args(
// CHECK: %[[B0:.*]] = amx.tile_load %[[PANELS]][%{{.*}}, %c0] : memref<384x32xbf16> into !amx.tile<16x32xbf16>
// CHECK: %[[B1:.*]] = amx.tile_load %[[PANELS]][%{{.*}}, %c0]
// CHECK: %[[A0:.*]] = amx.tile_load %[[A]][%[[I]], %{{.*}}] : memref<64x128xbf16> into !amx.tile<16x32xbf16>
// CHECK: amx.tile_mulf %[[A0]], %[[B0]], %{{.*}}
// CHECK: amx.tile_mulf %[[A0]], %[[B1]], %{{.*}}
// CHECK: %[[A1:.*]] = amx.tile_load %[[A]][%{{.*}}, %{{.*}}] : memref<64x128xbf16> into !amx.tile<16x32xbf16>
// CHECK: amx.tile_mulf %[[A1]], %[[B0]], %{{.*}}
// CHECK: amx.tile_mulf %[[A1]], %[[B1]], %{{.*}}
// CHECK: amx.tile_store %[[C]][%[[I]], %[[J]]], %[[SUMS]]#0
// CHECK: amx.tile_store %[[C]][%[[I]], %{{.*}}], %[[SUMS]]#1
// CHECK: amx.tile_store %[[C]][%{{.*}}, %[[J]]], %[[SUMS]]#2
// CHECK: amx.tile_store %[[C]][%{{.*}}, %{{.*}}], %[[SUMS]]#3

// Of several pieces of depth each goes on from what there is, so the output is filled before.

// SMALL-LABEL: func.func @whole(
// SMALL: linalg.fill
// SMALL: memref<96x32xbf16>
// SMALL: scf.for %{{.*}} = %c0 to %c128 step %c32 {
// SMALL: amx.tile_load %arg2[{{.*}} : memref<64x96xf32> into !amx.tile<16x16xf32>
// SMALL-NOT: amx.tile_zero
// SMALL: amx.tile_store
// SMALL: return

// UPSTREAM-LABEL: func.func @whole(
func.func @whole(%a: memref<64x128xbf16>, %b: memref<128x96xbf16>, %c: memref<64x96xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x96xf32>)
  linalg.matmul ins(%a, %b : memref<64x128xbf16>, memref<128x96xbf16>) outs(%c : memref<64x96xf32>)
  return
}

// -----

// What is left of pairs of tiles of rows is one whole tile: its rows are read where they lie, too, and its sums stored where they belong.

// CHECK-LABEL: func.func @one_more_tile(
// CHECK-SAME: %[[A:.*]]: memref<48x64xbf16>, %{{.*}}: memref<64x96xbf16>, %[[C:.*]]: memref<48x96xf32>)
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<192x32xbf16>
// CHECK-NOT: memref.alloca
// CHECK: %{{.*}}:4 = scf.for
// CHECK: scf.for %[[J:.*]] = %c0 to %c96 step %c32 {
// CHECK-COUNT-2: amx.tile_load %[[C]][%c32, %{{.*}}]
// CHECK: %[[SUMS:.*]]:2 = scf.for
// CHECK: amx.tile_load %[[A]][%c32, %{{.*}}] : memref<48x64xbf16> into !amx.tile<16x32xbf16>
// CHECK-COUNT-2: amx.tile_mulf
// CHECK-NOT: amx.tile_mulf
// CHECK: amx.tile_store %[[C]][%c32, %[[J]]], %[[SUMS]]#0
// CHECK: amx.tile_store %[[C]][%c32, %{{.*}}], %[[SUMS]]#1
// CHECK-NOT: vector.masked
// CHECK: return
func.func @one_more_tile(%a: memref<48x64xbf16>, %b: memref<64x96xbf16>, %c: memref<48x96xf32>) {
  linalg.matmul ins(%a, %b : memref<48x64xbf16>, memref<64x96xbf16>) outs(%c : memref<48x96xf32>)
  return
}

// -----

// A fill with anything else stays.

// CHECK-LABEL: func.func @begins_at_one(
// CHECK: linalg.fill
// CHECK-NOT: amx.tile_zero
// CHECK: amx.tile_load %arg2[{{.*}} into !amx.tile<16x16xf32>
// CHECK: return
func.func @begins_at_one(%a: memref<32x32xbf16>, %b: memref<32x32xbf16>, %c: memref<32x32xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<32x32xf32>)
  linalg.matmul ins(%a, %b : memref<32x32xbf16>, memref<32x32xbf16>) outs(%c : memref<32x32xf32>)
  return
}

// -----

// Rows of the left factor that would crowd each other out are copied, too.

// CHECK-LABEL: func.func @crowded(
// CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<1536x32xbf16>
// CHECK-DAG: %[[ROWS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<512x32xbf16>
// CHECK: scf.for %{{.*}} = %c0 to %c1024 step %c512 {
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c32 {
// CHECK: vector.load %arg0[{{.*}} : memref<64x1024xbf16>, vector<32xbf16>
// CHECK: vector.store {{.*}}, %[[ROWS]]
// CHECK-NOT: amx.tile_load %arg0
// CHECK: amx.tile_load %[[ROWS]]
func.func @crowded(%a: memref<64x1024xbf16>, %b: memref<1024x96xbf16>, %c: memref<64x96xf32>) {
  linalg.matmul ins(%a, %b : memref<64x1024xbf16>, memref<1024x96xbf16>) outs(%c : memref<64x96xf32>)
  return
}

// -----

// Tiles that are cut: parts of the factors get zeros behind their ends, sums go by way of memory of our own, and of them what there
// is. Of bytes four rows are interleaved.

// CHECK-LABEL: func.func @cut(
// CHECK-DAG: %[[PANELS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<128x64xi8>
// CHECK-DAG: %[[ROWS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64x64xi8>
// CHECK-DAG: %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<32x32xi32>
// CHECK-DAG: %[[STAGE:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64x32xi8>
// CHECK: scf.if
// CHECK-COUNT-3: vector.interleave
// CHECK: } else {
// CHECK: scf.for %[[L:.*]] = %c0 to %c64 step %c1 {
// CHECK: %[[THERE:.*]] = arith.cmpi slt, %[[L]], %{{.*}}
// CHECK: %[[COUNT:.*]] = arith.select %[[THERE]], %{{.*}}, %c0
// CHECK: %[[MASK:.*]] = vector.create_mask %[[COUNT]] : vector<32xi1>
// CHECK: %[[LINE:.*]] = vector.maskedload %arg1{{.*}}, %[[MASK]], %{{.*}} : memref<70x49xi8>, vector<32xi1>, vector<32xi8> into vector<32xi8>
// CHECK: vector.store %[[LINE]], %[[STAGE]][%[[L]], %c0]
// CHECK-COUNT-3: vector.interleave
// Rows: 32, then one in a tile by itself.
// CHECK: vector.maskedload %arg0
// CHECK: vector.store {{.*}}, %[[ROWS]]
// CHECK: scf.if
// CHECK-COUNT-4: amx.tile_load %arg2
// CHECK: amx.tile_muli %{{.*}}, %{{.*}} zext, %{{.*}} : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
// CHECK-COUNT-4: amx.tile_store %arg2
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c1 {
// CHECK: %[[BEFORE:.*]] = vector.maskedload %arg2
// CHECK: vector.store %[[BEFORE]], %[[SUMS]]
// CHECK-COUNT-4: amx.tile_load %[[SUMS]]
// CHECK-COUNT-4: amx.tile_store %[[SUMS]]
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c1 {
// CHECK: %[[SUM:.*]] = vector.load %[[SUMS]]
// CHECK: vector.maskedstore %arg2{{.*}}, %[[SUM]]
// CHECK: amx.tile_store %[[SUMS]]
// CHECK: amx.tile_store %[[SUMS]]
// CHECK-NOT: amx.tile_store
// CHECK: return
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @cut(%a: memref<33x70xi8>, %b: memref<70x49xi8>, %c: memref<33x49xi32>) {
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<33x70xi8>, memref<70x49xi8>) outs(%c : memref<33x49xi32>) {
  ^bb0(%x: i8, %y: i8, %acc: i32):
    %p = arith.extsi %x : i8 to i32
    %q = arith.extui %y : i8 to i32
    %r = arith.muli %p, %q : i32
    %s = arith.addi %acc, %r : i32
    linalg.yield %s : i32
  }
  return
}

// -----

// Both factors the other way around: groups of four are made as before and transposed, those of the right factor are side by side
// already. The output is transposed, which makes the second factor the left one.

// CHECK-LABEL: func.func @transposed(
// CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<32x64xi8>
// CHECK: vector.load %arg0{{.*}} : memref<32x64xi8>, vector<64xi8>
// CHECK-COUNT-64: vector.shuffle {{.*}} : vector<16xi32>, vector<16xi32>
// CHECK-NOT: vector.shuffle
// CHECK: vector.load %arg1{{.*}} : memref<64x32xi8>, vector<32xi8>
// CHECK-COUNT-3: vector.interleave
// CHECK: vector.shuffle {{.*}} : vector<32xi32>, vector<32xi32>
// CHECK: vector.shuffle {{.*}} : vector<32xi32>, vector<32xi32>
// CHECK-COUNT-64: vector.shuffle {{.*}} : vector<16xi32>, vector<16xi32>
// CHECK: amx.tile_muli %{{[0-9a-z_]*}} zext, %{{[0-9a-z_]*}}, %
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (n, m)>
func.func @transposed(%a: memref<32x64xi8>, %b: memref<64x32xi8>, %c: memref<32x32xi32>) {
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<32x64xi8>, memref<64x32xi8>) outs(%c : memref<32x32xi32>) {
  ^bb0(%x: i8, %y: i8, %acc: i32):
    %p = arith.extsi %x : i8 to i32
    %q = arith.extui %y : i8 to i32
    %r = arith.muli %p, %q : i32
    %s = arith.addi %acc, %r : i32
    linalg.yield %s : i32
  }
  return
}

// -----

// Batches are taken one by one; sixteen columns and fewer are one tile wide. Rows of unknown number are taken in pairs of tiles, then
// in tiles.

// CHECK-LABEL: func.func @batches(
// CHECK: scf.for %[[BATCH:.*]] = %c0 to %c3 step %c1 {
// CHECK: %[[REST:.*]] = arith.remui %[[ROWS:.*]], %c32
// CHECK: %[[END:.*]] = arith.subi %[[ROWS]], %[[REST]]
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step %c32 {
// CHECK: scf.for {{.*}} -> (!amx.tile<16x16xf32>, !amx.tile<16x16xf32>) {
// CHECK: amx.tile_load %arg0[%[[BATCH]], %{{.*}}, %{{.*}}] : memref<3x?x64xbf16> into
// CHECK: scf.for %{{.*}} = %[[END]] to %[[ROWS]] step %c16 {
// CHECK: scf.for {{.*}} -> (!amx.tile<16x16xf32>) {
// UPSTREAM-LABEL: func.func @batches(
func.func @batches(%a: memref<3x?x64xbf16>, %b: memref<3x64x16xbf16>, %c: memref<3x?x16xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<3x?x64xbf16>, memref<3x64x16xbf16>) outs(%c : memref<3x?x16xf32>)
  return
}

// -----

// What stays as it is: other elements, other sums, few rows or little depth or little of all, elements that lie apart, columns that are
// too many to be copied, or of which nobody knows how many there are at most.

// CHECK-LABEL: func.func @others(
// CHECK-NOT: amx
// CHECK-COUNT-10: linalg.matmul
// CHECK-NOT: amx
// CHECK: return
func.func @others(%f: memref<32x32xf32>, %h: memref<32x32xf16>, %b: memref<32x32xbf16>, %i: memref<32x32xi8>, %w: memref<32x32xi16>,
                  %sum: memref<32x32xi32>, %few: memref<3x32xbf16>, %few_sums: memref<3x32xf32>, %flat: memref<32x8xbf16>,
                  %low: memref<8x32xbf16>, %apart: memref<32x32xbf16, strided<[128, 2]>>, %wide: memref<32x?xbf16>,
                  %wide_sums: memref<32x?xf32>, %small: memref<16x16xbf16>, %small_sums: memref<16x16xf32>, %huge: memref<32x5000xbf16>,
                  %huge_sums: memref<32x5000xf32>) {
  linalg.matmul ins(%f, %f : memref<32x32xf32>, memref<32x32xf32>) outs(%f : memref<32x32xf32>)
  linalg.matmul ins(%h, %h : memref<32x32xf16>, memref<32x32xf16>) outs(%f : memref<32x32xf32>)
  linalg.matmul ins(%b, %b : memref<32x32xbf16>, memref<32x32xbf16>) outs(%b : memref<32x32xbf16>)
  linalg.matmul ins(%i, %i : memref<32x32xi8>, memref<32x32xi8>) outs(%w : memref<32x32xi16>)
  linalg.matmul ins(%few, %b : memref<3x32xbf16>, memref<32x32xbf16>) outs(%few_sums : memref<3x32xf32>)
  linalg.matmul ins(%flat, %low : memref<32x8xbf16>, memref<8x32xbf16>) outs(%f : memref<32x32xf32>)
  linalg.matmul ins(%apart, %b : memref<32x32xbf16, strided<[128, 2]>>, memref<32x32xbf16>) outs(%f : memref<32x32xf32>)
  linalg.matmul ins(%b, %wide : memref<32x32xbf16>, memref<32x?xbf16>) outs(%wide_sums : memref<32x?xf32>)
  linalg.matmul ins(%small, %small : memref<16x16xbf16>, memref<16x16xbf16>) outs(%small_sums : memref<16x16xf32>)
  linalg.matmul ins(%b, %huge : memref<32x32xbf16>, memref<32x5000xbf16>) outs(%huge_sums : memref<32x5000xf32>)
  return
}

// -----

// What is empty stays, too.

// EMPTY-LABEL: func.func @empty(
// EMPTY-NOT: amx
// EMPTY-COUNT-3: linalg.{{(batch_)?}}matmul
// EMPTY-NOT: amx
// EMPTY: return
func.func @empty(%a: memref<0x64x64xbf16>, %c: memref<0x64x64xf32>, %no_rows: memref<0x64xbf16>, %b: memref<64x64xbf16>,
                 %no_row_sums: memref<0x64xf32>, %no_depth: memref<64x0xbf16>, %no_lines: memref<0x64xbf16>, %sums: memref<64x64xf32>) {
  linalg.batch_matmul ins(%a, %a : memref<0x64x64xbf16>, memref<0x64x64xbf16>) outs(%c : memref<0x64x64xf32>)
  linalg.matmul ins(%no_rows, %b : memref<0x64xbf16>, memref<64x64xbf16>) outs(%no_row_sums : memref<0x64xf32>)
  linalg.matmul ins(%no_depth, %no_lines : memref<64x0xbf16>, memref<0x64xbf16>) outs(%sums : memref<64x64xf32>)
  return
}

// -----

// A factor that lies as panels, with rows in fours, is read where it lies, all of the depth at once: 16 lines of half a panel are a
// tile. Those of the tiles after the next are fetched.

// CHECK-LABEL: func.func @panels(
// CHECK-SAME: %{{.*}}: memref<64x128xi8>, %[[P:.*]]: memref<3x48x32x4xi8>, %[[C:.*]]: memref<64x32xi32>)
// CHECK-NOT: memref.alloca
// CHECK: %[[LINES:.*]] = memref.collapse_shape %[[P]] {{\[\[}}0], [1], [2, 3]] : memref<3x48x32x4xi8> into memref<3x48x128xi8>
// CHECK-NOT: memref.alloca
// CHECK: scf.for %[[I:.*]] = %c0 to %c64 step %c32 {
// CHECK: scf.for %[[L:.*]] = %c0 to %c2 step %c1
// CHECK: %[[K:.*]] = arith.muli %[[L]], %c16
// CHECK: %[[LINE:.*]] = arith.addi %[[K]], %c16
// CHECK: %[[AHEAD:.*]] = arith.addi %[[K]], %c48
// CHECK: memref.prefetch %[[LINES]][%c1, %[[AHEAD]], %c0], read, locality<3>, data
// CHECK-COUNT-15: memref.prefetch %[[LINES]][%c1, %{{.*}}, %c0]
// CHECK: amx.tile_load %[[LINES]][%c1, %[[LINE]], %c0]
// CHECK-COUNT-16: memref.prefetch %[[LINES]][%c1, %{{.*}}, %c64]
// CHECK: amx.tile_load %[[LINES]][%c1, %[[LINE]], %c64]
// CHECK-COUNT-4: amx.tile_muli
// EMPTY-LABEL: func.func @panels(
// UPSTREAM-LABEL: func.func @panels(
// SMALL-LABEL: func.func @panels(
func.func @panels(%a: memref<64x128xi8>, %p: memref<3x48x32x4xi8>, %c: memref<64x32xi32>) {
  %w = memref.alloca() : memref<192x96xi8>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1 floordiv 32, d0 floordiv 4, d1 mod 32, d0 mod 4)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : memref<3x48x32x4xi8>) outs(%w : memref<192x96xi8>) {
  ^bb0(%x: i8, %y: i8):
    linalg.yield %x : i8
  }
  %v = memref.subview %w[64, 32] [128, 32] [1, 1] : memref<192x96xi8> to memref<128x32xi8, strided<[96, 1], offset: 6176>>
  linalg.matmul ins(%a, %v : memref<64x128xi8>, memref<128x32xi8, strided<[96, 1], offset: 6176>>) outs(%c : memref<64x32xi32>)
  return
}
