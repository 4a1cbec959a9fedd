// RUN: tern-opt %s --linalg-localize-transposes --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --linalg-localize-transposes | mlir-opt | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --linalg-localize-transposes=vector-bytes=16 --canonicalize --cse | FileCheck %s --check-prefix=NARROW
// RUN: tern-opt %s --check-each --check-each-size=21 --linalg-localize-transposes -o /dev/null
// RUN: tern-opt %s --check-each --check-each-size=7 --linalg-localize-transposes=vector-bytes=16 -o /dev/null
// RUN: not tern-opt %s --linalg-localize-transposes=vector-bytes=24 -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: error: {{.*}}option 'vector-bytes' must be a power of two from 16 to 256

// Tiles of 16 x 64, along the lines of %b innermost; what they do not cover is two smaller ops: the last rows as far as tiles go, and the
// last columns of all rows.

// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$SAME:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @subtracts(
// CHECK-SAME: %[[A:.*]]: memref<50x70xf32>, %[[B:.*]]: memref<70x50xf32>, %[[S:.*]]: memref<70xf32>, %[[C:.*]]: memref<50x70xf32>)
// CHECK: %[[PART:.*]] = memref.alloca() {alignment = 64 : i64} : memref<16x64xf32>
// CHECK: scf.for %[[I:.*]] = %c0 to %c48 step %c16 {
// CHECK-NEXT: %[[P:.*]] = memref.subview %[[A]][%[[I]], 0] [16, 64]
// CHECK-NEXT: %[[Q:.*]] = memref.subview %[[B]][0, %[[I]]] [64, 16]
// CHECK-NEXT: linalg.generic {indexing_maps = [#[[$SWAP]], #[[$SAME]]], {{.*}}} ins(%[[Q]] : {{.*}}) outs(%[[PART]] : memref<16x64xf32>)
// CHECK: %[[R:.*]] = memref.subview %[[S]][0] [64]
// CHECK: linalg.generic {indexing_maps = [#[[$SAME]], #[[$SAME]], #[[$ROW]], #[[$SAME]]], {{.*}}} ins(%[[P]], %[[PART]], %[[R]]
// CHECK: }
// CHECK: memref.subview %[[A]][48, 0] [2, 64]
// CHECK: memref.subview %[[B]][0, 48] [64, 2]
// CHECK: linalg.generic {indexing_maps = [#[[$SAME]], #[[$SWAP]], #[[$ROW]], #[[$SAME]]]
// CHECK: memref.subview %[[A]][0, 64] [50, 6]
// CHECK: memref.subview %[[B]][64, 0] [6, 50]
// CHECK: linalg.generic {indexing_maps = [#[[$SAME]], #[[$SWAP]], #[[$ROW]], #[[$SAME]]]
// CHECK: return
// UPSTREAM-LABEL: func.func @subtracts(
// NARROW-LABEL: func.func @subtracts(
// NARROW: memref.alloca() {alignment = 64 : i64} : memref<4x16xf32>
// NARROW: scf.for %{{.*}} = %c0 to %c64 step %c16 {
// NARROW-NEXT: scf.for %{{.*}} = %c0 to %c48 step %c4 {
func.func @subtracts(%a: memref<50x70xf32>, %b: memref<70x50xf32>, %s: memref<70xf32>, %c: memref<50x70xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %s : memref<50x70xf32>, memref<70x50xf32>, memref<70xf32>) outs(%c : memref<50x70xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o: f32):
    %p = arith.mulf %y, %z : f32
    %q = arith.subf %x, %p : f32
    linalg.yield %q : f32
  }
  return
}

// Two of three are transposed, one of them of narrower elements; other loops run one by one.

// CHECK-LABEL: func.func @batches(
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<16x16xi32>
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<16x16xi8>
// CHECK: scf.for %[[N:.*]] = %c0 to %c3 step %c1 {
// CHECK: memref.subview %arg1[%[[N]], 0, 0] [1, 16, 16]
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16x16xi32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<16x16xi8>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel"]}
// CHECK: return
func.func @batches(%a: memref<3x16x16xi32>, %b: memref<3x16x16xi32>, %m: memref<16x16x3xi8>, %c: memref<3x16x16xi32>, %d: memref<3x16x16xi32>) {
  %t = memref.transpose %m (i, j, n) -> (n, i, j) : memref<16x16x3xi8> to memref<3x16x16xi8, strided<[1, 48, 3]>>
  %w = memref.alloc() : memref<3x16x16xi8>
  memref.copy %t, %w : memref<3x16x16xi8, strided<[1, 48, 3]>> to memref<3x16x16xi8>
  linalg.generic {indexing_maps = [affine_map<(n, i, j) -> (n, i, j)>, affine_map<(n, i, j) -> (n, j, i)>, affine_map<(n, i, j) -> (n, j, i)>, affine_map<(n, i, j) -> (n, i, j)>, affine_map<(n, i, j) -> (n, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %b, %w : memref<3x16x16xi32>, memref<3x16x16xi32>, memref<3x16x16xi8>) outs(%c, %d : memref<3x16x16xi32>, memref<3x16x16xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i8, %o: i32, %u: i32):
    %e = arith.extsi %z : i8 to i32
    %p = arith.muli %y, %e : i32
    %q = arith.subi %x, %p : i32
    linalg.yield %q, %p : i32, i32
  }
  memref.dealloc %w : memref<3x16x16xi8>
  return
}

// One input is enough where something is computed of it.

// CHECK-LABEL: func.func @negates(
// CHECK: %[[PART:.*]] = memref.alloca() {alignment = 64 : i64} : memref<16x64xf32>
// CHECK: linalg.generic {{.*}} outs(%[[PART]] : memref<16x64xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[PART]] : memref<16x64xf32>)
// CHECK: arith.negf
func.func @negates(%a: memref<64x64xf32>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  return
}

// Not: a lone copy, which is transposed as a whole; fewer elements than a tile; bodies that ask where they are; an input that is strided.

// CHECK-LABEL: func.func @leaves(
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @leaves(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>, %e: memref<8x64xf32>, %f: memref<64x8xf32>, %g: memref<8x64xf32>,
                  %s: memref<64x64xf32, strided<[128, 2]>>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%e, %f : memref<8x64xf32>, memref<64x8xf32>) outs(%g : memref<8x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %q = arith.subf %x, %y : f32
    linalg.yield %q : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %w = arith.sitofp %n : i32 to f32
    %p = arith.mulf %w, %y : f32
    %q = arith.subf %x, %p : f32
    linalg.yield %q : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s : memref<64x64xf32>, memref<64x64xf32, strided<[128, 2]>>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %q = arith.subf %x, %y : f32
    linalg.yield %q : f32
  }
  return
}
