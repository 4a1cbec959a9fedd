// RUN: tern-opt %s --split-input-file --linalg-contractions-to-dot="i8=vpdpbusd bf16=vdpbf16ps" --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-dot="i8=vpdpbusd bf16=vdpbf16ps" \
// RUN:   | mlir-opt --split-input-file | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-dot="i8=vpmaddwd bf16=fma vector-bytes=32 vector-registers=16" \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=WIDER
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-dot="i8=sdot bf16=bfdot vector-bytes=16" --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=ARM
// RUN: tern-opt %s --split-input-file --linalg-contractions-to-dot | FileCheck %s --check-prefix=OFF
// OFF-NOT: llvm.call_intrinsic
// OFF-NOT: math.fma
// OFF: return
// RUN: not tern-opt %s --split-input-file --linalg-contractions-to-dot="i8=vpdpbusd vector-bytes=16" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: {{.*}}no instruction 'vpdpbusd' for products of i8 in vectors of 16 bytes
// RUN: not tern-opt %s --split-input-file --linalg-contractions-to-dot="bf16=sdot vector-bytes=16" 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: error: {{.*}}no instruction 'sdot' for products of bf16 in vectors of 16 bytes
// RUN: not tern-opt %s --split-input-file --linalg-contractions-to-dot="vector-bytes=48" 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: error: {{.*}}'vector-bytes' must be 16, 32 or 64
// RUN: not tern-opt %s --split-input-file --linalg-contractions-to-dot="vector-registers=7" 2>&1 | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: error: {{.*}}'vector-registers' must be 8 or more

// Bytes with signs. The left factor becomes unsigned as it is copied; the product of a row of zeros, all 128 now, is taken from the
// sums. They are stored once, so nobody fills the output. A line of B's next columns is prefetched with each step.

// CHECK-LABEL: func.func @signed(
// CHECK-SAME: %[[A:.*]]: memref<96x512xi8>, %[[B:.*]]: memref<512x256xi8>, %[[C:.*]]: memref<96x256xi32>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : vector<16xi32>
// CHECK-DAG: %[[FLIP:.*]] = arith.constant dense<-128> : vector<64xi8>
// CHECK-NOT: linalg.fill
// CHECK: %[[PANEL:.*]] = memref.alloca() {alignment = 64 : i64} : memref<32768xi8>
// CHECK: %[[ROWS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<13056xi32>
// CHECK: %[[OFFSETS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xi32>
// CHECK-NOT: memref.alloca
// CHECK: %[[FOURS:.*]] = vector.load %[[A]][
// CHECK: %[[FLIPPED:.*]] = arith.xori %[[FOURS]], %[[FLIP]] : vector<64xi8>
// CHECK: %[[WORDS:.*]] = vector.bitcast %[[FLIPPED]] : vector<64xi8> to vector<16xi32>
// CHECK: vector.store %[[WORDS]], %[[ROWS]]
// CHECK: scf.for %[[J:.*]] = %c0 to %c256 step %c64 {
// CHECK-COUNT-4: vector.load %[[B]]{{.*}} vector<64xi8>
// CHECK-NOT: arith.xori
// CHECK-COUNT-4: vector.store {{.*}}, %[[PANEL]]
// CHECK: scf.for {{.*}} iter_args({{.*}} = %[[ZERO]], {{.*}} = %[[ZERO]], {{.*}} = %[[ZERO]], {{.*}} = %[[ZERO]])
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[FLIP]], %{{.*}})
// CHECK-COUNT-4: vector.store {{.*}}, %[[OFFSETS]]
// CHECK: scf.for %[[I:.*]] = %c0 to %c96 step %c6 {
// CHECK-COUNT-4: arith.subi %[[ZERO]], %{{.*}} : vector<16xi32>
// CHECK: %[[SUMS:.*]]:24 = scf.for %{{.*}} = %c0 to %c128 step %c1 iter_args(%[[SUM:[^ ]*]] =
// CHECK: %[[RIGHT:.*]] = vector.load %[[PANEL]]
// CHECK-COUNT-3: vector.load %[[PANEL]]
// CHECK: memref.prefetch %[[B]][{{.*}}], read, locality<2>, data
// CHECK: %[[FOUR:.*]] = memref.load %[[ROWS]]
// CHECK: %[[ALL:.*]] = vector.broadcast %[[FOUR]] : i32 to vector<16xi32>
// CHECK: %[[LEFT:.*]] = vector.bitcast %[[ALL]] : vector<16xi32> to vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[SUM]], %[[LEFT]], %[[RIGHT]])
// CHECK-COUNT-23: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK: scf.yield
// CHECK-NOT: vector.load %[[C]]
// CHECK: vector.store %[[SUMS]]#0, %[[C]][%[[I]], %[[J]]]
// CHECK-COUNT-23: vector.store {{.*}}, %[[C]][

// Pairs of 16 bits: twelve sums of 16 registers, nothing to turn around.

// WIDER-LABEL: func.func @signed(
// WIDER-NOT: arith.xori
// WIDER: arith.extsi %{{.*}} : vector<32xi8> to vector<32xi16>
// WIDER-COUNT-2: arith.extsi %{{.*}} : vector<16xi8> to vector<16xi16>
// WIDER: scf.for %{{.*}} = %c0 to %c96 step %c6 {
// WIDER: %{{.*}}:12 = scf.for %{{.*}} = %c0 to %c128 step %c1
// WIDER: %[[PRODUCT:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%{{.*}}, %{{.*}}) : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
// WIDER: arith.addi %{{.*}}, %[[PRODUCT]] : vector<8xi32>

// ARM-LABEL: func.func @signed(
// ARM-NOT: arith.xori
// ARM-COUNT-24: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"

// UPSTREAM-LABEL: func.func @signed(
func.func @signed(%a: memref<96x512xi8>, %b: memref<512x256xi8>, %c: memref<96x256xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<96x256xi32>)
  linalg.matmul ins(%a, %b : memref<96x512xi8>, memref<512x256xi8>) outs(%c : memref<96x256xi32>)
  return
}

// -----

// Without signs the right factor is the instruction's first; the left one gets signs. A fill with anything else stays, and what there
// was is added in the end.

// CHECK-LABEL: func.func @unsigned(
// CHECK-DAG: %[[FLIP:.*]] = arith.constant dense<-128> : vector<64xi8>
// CHECK: linalg.fill
// CHECK: arith.xori %{{.*}}, %[[FLIP]]
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %{{.*}}, %[[FLIP]])
// CHECK: %[[SUMS:.*]]:24 = scf.for
// CHECK: %[[RIGHT:.*]] = vector.load
// CHECK: %[[LEFT:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[RIGHT]], %[[LEFT]])
// CHECK: %[[OLD:.*]] = vector.load %arg2
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]], %[[SUMS]]#0
// CHECK: vector.store %[[NEW]], %arg2

// WIDER-LABEL: func.func @unsigned(
// WIDER: arith.extui %{{.*}} : vector<32xi8> to vector<32xi16>

// ARM-LABEL: func.func @unsigned(
// ARM-NOT: arith.xori
// ARM-COUNT-24: llvm.call_intrinsic "llvm.aarch64.neon.udot.v4i32.v16i8"

// UPSTREAM-LABEL: func.func @unsigned(
func.func @unsigned(%a: memref<96x512xi8>, %b: memref<512x256xi8>, %c: memref<96x256xi32>) {
  %one = arith.constant 1 : i32
  linalg.fill ins(%one : i32) outs(%c : memref<96x256xi32>)
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : memref<96x512xi8>, memref<512x256xi8>)
      outs(%c : memref<96x256xi32>)
  return
}

// -----

// One factor with signs, one without: as the instruction wants it. NEON's equal signs are those of the right factor.

// CHECK-LABEL: func.func @mixed(
// CHECK-NOT: arith.xori
// CHECK: %{{.*}}:16 = scf.for
// CHECK: %[[RIGHT:.*]] = vector.load
// CHECK: memref.load
// CHECK: %[[LEFT:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[LEFT]], %[[RIGHT]])
// CHECK-NOT: arith.subi

// ARM-LABEL: func.func @mixed(
// ARM: arith.xori
// ARM: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"

// UPSTREAM-LABEL: func.func @mixed(
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @mixed(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>) {
  ^bb0(%x: i8, %y: i8, %acc: i32):
    %p = arith.extui %x : i8 to i32
    %q = arith.extsi %y : i8 to i32
    %r = arith.muli %p, %q : i32
    %s = arith.addi %acc, %r : i32
    linalg.yield %s : i32
  }
  return
}

// -----

// Pairs of bf16, in pieces of the depth; each element of C gets what a piece adds. Transposed factors are turned in registers.

// CHECK-LABEL: func.func @floats(
// CHECK: linalg.fill
// CHECK: scf.for %{{.*}} = %c0 to %c1024 step %c256 {
// CHECK: %{{.*}}:24 = scf.for %{{.*}} = %c0 to %c128 step %c1
// CHECK-NOT: memref.prefetch
// CHECK: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%{{.*}}, %{{.*}}, %{{.*}}) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<16xf32>

// WIDER-LABEL: func.func @floats(
// WIDER: scf.for %{{.*}} = %c0 to %c1024 step %c128 {
// WIDER: arith.extf %{{.*}} : vector<16xbf16> to vector<16xf32>
// WIDER: %{{.*}}:12 = scf.for
// WIDER: memref.load %{{.*}} : memref<{{.*}}xf32>
// WIDER-COUNT-12: math.fma %{{.*}} : vector<8xf32>
// WIDER: scf.yield

// ARM-LABEL: func.func @floats(
// ARM: llvm.call_intrinsic "llvm.aarch64.neon.bfdot.v4f32.v8bf16"(%{{.*}}) : (vector<4xf32>, vector<8xbf16>, vector<8xbf16>) -> vector<4xf32>

// UPSTREAM-LABEL: func.func @floats(
func.func @floats(%a: memref<1024x96xbf16>, %b: memref<128x1024xbf16>, %c: memref<96x128xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<96x128xf32>)
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1024x96xbf16>, memref<128x1024xbf16>) outs(%c : memref<96x128xf32>) {
  ^bb0(%x: bf16, %y: bf16, %acc: f32):
    %p = arith.extf %x : bf16 to f32
    %q = arith.extf %y : bf16 to f32
    %r = arith.mulf %p, %q : f32
    %s = arith.addf %acc, %r : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Ends: zeros behind the depth, fewer vectors and the last of them masked for 33 columns, fewer rows for the last ones of 16.

// CHECK-LABEL: func.func @cut(
// CHECK: vector.maskedload %arg0[{{.*}} : memref<7x74xi8>, vector<64xi1>, vector<64xi8> into vector<64xi8>
// CHECK: vector.maskedload %arg1[{{.*}} : memref<74x33xi8>, vector<48xi1>, vector<48xi8> into vector<48xi8>
// CHECK: %{{.*}}:21 = scf.for %{{.*}} = %c0 to %c19 step %c1
// CHECK: %[[LAST:.*]] = vector.constant_mask [1] : vector<16xi1>
// CHECK: vector.maskedload %arg2[{{.*}}], %[[LAST]]
// CHECK: vector.maskedstore %arg2[{{.*}}], %[[LAST]]
// UPSTREAM-LABEL: func.func @cut(
func.func @cut(%a: memref<7x74xi8>, %b: memref<74x33xi8>, %c: memref<7x33xi32>) {
  linalg.matmul ins(%a, %b : memref<7x74xi8>, memref<74x33xi8>) outs(%c : memref<7x33xi32>)
  return
}

// -----

// Sizes that nobody knows: whole register tiles, then one that is masked along both.

// CHECK-LABEL: func.func @unknown(
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c512 {
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c264 {
// CHECK: scf.for %[[J:.*]] = %c0 to %{{.*}} step %c64 {
// CHECK: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c6 {
// CHECK: vector.store {{.*}}, %arg2
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c6 {
// CHECK: vector.create_mask
// CHECK: vector.maskedstore %arg2
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step %c64 {
// CHECK: vector.maskedstore %arg2
// UPSTREAM-LABEL: func.func @unknown(
func.func @unknown(%a: memref<?x?xi8>, %b: memref<?x?xi8>, %c: memref<?x?xi32>) {
  linalg.matmul ins(%a, %b : memref<?x?xi8>, memref<?x?xi8>) outs(%c : memref<?x?xi32>)
  return
}

// -----

// Batches are taken one by one.

// CHECK-LABEL: func.func @batches(
// CHECK: scf.for %[[BATCH:.*]] = %c0 to %c3 step %c1 {
// CHECK: vector.load %arg0[%[[BATCH]],
// CHECK: vector.load %arg1[%[[BATCH]],
// CHECK: vector.store %{{.*}}, %arg2[%[[BATCH]],
// UPSTREAM-LABEL: func.func @batches(
func.func @batches(%a: memref<3x64x64xbf16>, %b: memref<3x64x64xbf16>, %c: memref<3x64x64xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<3x64x64xbf16>, memref<3x64x64xbf16>) outs(%c : memref<3x64x64xf32>)
  return
}

// -----

// What stays as it is: other elements, other sums, few rows or little depth or little of all, elements that lie apart, nothing at all.

// CHECK-LABEL: func.func @others(
// CHECK-NOT: llvm.call_intrinsic
// CHECK-COUNT-8: linalg.matmul
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return

// Copies of f32 are worth it for more rows.

// WIDER-LABEL: func.func @others(
// WIDER-COUNT-9: linalg.matmul
func.func @others(%f: memref<32x32xf32>, %h: memref<32x32xf16>, %b: memref<32x32xbf16>, %i: memref<32x32xi8>, %w: memref<32x32xi16>,
                  %row: memref<1x1024xi8>, %matrix: memref<1024x32xi8>, %row_sums: memref<1x32xi32>, %flat: memref<64x6xi8>,
                  %low: memref<6x64xi8>, %low_sums: memref<64x64xi32>, %apart: memref<32x32xbf16, strided<[128, 2]>>,
                  %small: memref<16x16xi8>, %small_sums: memref<16x16xi32>, %few: memref<12x32xbf16>, %few_sums: memref<12x32xf32>) {
  linalg.matmul ins(%f, %f : memref<32x32xf32>, memref<32x32xf32>) outs(%f : memref<32x32xf32>)
  linalg.matmul ins(%h, %h : memref<32x32xf16>, memref<32x32xf16>) outs(%f : memref<32x32xf32>)
  linalg.matmul ins(%b, %b : memref<32x32xbf16>, memref<32x32xbf16>) outs(%b : memref<32x32xbf16>)
  linalg.matmul ins(%i, %i : memref<32x32xi8>, memref<32x32xi8>) outs(%w : memref<32x32xi16>)
  linalg.matmul ins(%row, %matrix : memref<1x1024xi8>, memref<1024x32xi8>) outs(%row_sums : memref<1x32xi32>)
  linalg.matmul ins(%flat, %low : memref<64x6xi8>, memref<6x64xi8>) outs(%low_sums : memref<64x64xi32>)
  linalg.matmul ins(%apart, %b : memref<32x32xbf16, strided<[128, 2]>>, memref<32x32xbf16>) outs(%f : memref<32x32xf32>)
  linalg.matmul ins(%small, %small : memref<16x16xi8>, memref<16x16xi8>) outs(%small_sums : memref<16x16xi32>)
  linalg.matmul ins(%few, %b : memref<12x32xbf16>, memref<32x32xbf16>) outs(%few_sums : memref<12x32xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @empty(
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @empty(%a: memref<0x64xi8>, %b: memref<64x64xi8>, %c: memref<0x64xi32>) {
  linalg.matmul ins(%a, %b : memref<0x64xi8>, memref<64x64xi8>) outs(%c : memref<0x64xi32>)
  return
}
