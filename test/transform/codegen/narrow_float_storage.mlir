// Narrow floats as integers of their width. All 65536 numbers of two formats are checked in test/e2e/math_expansions.py.
//
// RUN: tern-opt --iree-codegen-convert-bf16-to-uint16-buffers %s | FileCheck %s
// RUN: tern-opt --iree-codegen-convert-bf16-to-uint16-buffers %s | mlir-opt -o /dev/null
// RUN: tern-opt --convert-narrow-floats-to-integers=source-types=bf16,f8E4M3FN %s | FileCheck %s --check-prefix=ALL

// CHECK-LABEL: func.func @loads_and_stores(
// CHECK-SAME: %[[M:.*]]: memref<8xi16>, %[[I:.*]]: index) {
// CHECK: %[[BITS:.*]] = memref.load %[[M]][%[[I]]] : memref<8xi16>
// CHECK: %[[WORD:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK: %[[HIGH:.*]] = arith.shli %[[WORD]], %{{.*}} : i32
// CHECK: %[[X:.*]] = arith.bitcast %[[HIGH]] : i32 to f32
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[X]] : f32
// CHECK: %[[ROUNDED:.*]] = arith.trunci %{{.*}} : i32 to i16
// CHECK: memref.store %[[ROUNDED]], %[[M]][%[[I]]] : memref<8xi16>
func.func @loads_and_stores(%m: memref<8xbf16>, %i: index) {
  %0 = memref.load %m[%i] : memref<8xbf16>
  %1 = arith.extf %0 : bf16 to f32
  %2 = arith.addf %1, %1 : f32
  %3 = arith.truncf %2 : f32 to bf16
  memref.store %3, %m[%i] : memref<8xbf16>
  return
}

// CHECK-LABEL: func.func @carries_values(
// CHECK: %[[C:.*]] = arith.constant 16320 : i16
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[C]]) -> (i16)
// CHECK: arith.constant dense<16256> : vector<4xi16>
func.func @carries_values(%m: memref<8xbf16>, %n: index) -> (bf16, vector<4xbf16>) {
  %c = arith.constant 1.5 : bf16
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%last = %c) -> (bf16) {
    %x = memref.load %m[%i] : memref<8xbf16>
    scf.yield %x : bf16
  }
  %v = arith.constant dense<1.0> : vector<4xbf16>
  return %r, %v : bf16, vector<4xbf16>
}

// A bitcast is what is left of none.
// CHECK-LABEL: func.func @drops_bitcasts(
// CHECK-NEXT: return %{{.*}} : i16
func.func @drops_bitcasts(%x: i16) -> bf16 {
  %r = arith.bitcast %x : i16 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @leaves_other_formats(
// CHECK: arith.extf %{{.*}} : f8E4M3FN to f32
// ALL-LABEL: func.func @leaves_other_formats(
// ALL-SAME: %{{.*}}: i8)
// ALL-NOT: arith.extf
// ALL: arith.uitofp
func.func @leaves_other_formats(%x: f8E4M3FN) -> f32 {
  %r = arith.extf %x : f8E4M3FN to f32
  return %r : f32
}

// Between two narrow formats the way is over f32: two shifts up, one down.
// ALL-LABEL: func.func @between(
// ALL-SAME: %{{.*}}: i8) -> i16 {
// ALL-NOT: arith.extf
// ALL-NOT: arith.truncf
// ALL: return %{{.*}} : i16
func.func @between(%x: f8E4M3FN) -> bf16 {
  %0 = arith.extf %x : f8E4M3FN to bf16
  return %0 : bf16
}
