// RUN: tern-opt %s --gpu-flush-long-sums --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --gpu-flush-long-sums=most-additions=8192 --canonicalize --cse | FileCheck %s --check-prefix=LONG

// LONG-NOT: scf.if

// CHECK-LABEL: func.func @flushes
// CHECK-DAG: %[[NOTHING:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[SUMS:.*]]:2 = scf.for %[[K:.*]] = %c0 to %c4096 step %c2 iter_args(%[[S:.*]] = %arg1, %[[T:.*]] = %[[NOTHING]])
// CHECK: %[[A:.*]] = arith.addf %[[S]]
// CHECK: %[[B:.*]] = arith.addf %[[A]]
// CHECK: %[[PLACE:.*]] = arith.remui %[[K]], %c256
// CHECK: %[[LAST:.*]] = arith.cmpi eq, %[[PLACE]], %c254
// CHECK: %[[NEXT:.*]] = arith.select %[[LAST]], %[[NOTHING]], %[[B]]
// CHECK: %[[TOTAL:.*]] = scf.if %[[LAST]]
// CHECK: %[[U:.*]] = arith.addf %[[T]], %[[B]]
// CHECK: scf.yield %[[U]]
// CHECK: scf.yield %[[T]]
// CHECK: scf.yield %[[NEXT]], %[[TOTAL]]
// CHECK: %[[R:.*]] = arith.addf %[[SUMS]]#1, %[[SUMS]]#0
// CHECK: return %[[R]]
func.func @flushes(%x: memref<4096xf32>, %start: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 4096 : index
  %r = scf.for %k = %c0 to %n step %c2 iter_args(%s = %start) -> (f32) {
    %y = memref.load %x[%k] : memref<4096xf32>
    %a = arith.addf %s, %y : f32
    %m = arith.addi %k, %c1 : index
    %z = memref.load %x[%m] : memref<4096xf32>
    %b = arith.addf %a, %z : f32
    scf.yield %b : f32
  } {tern.reduction_loop}
  return %r : f32
}

// A loop that nobody has called a reduction adds in the order that it says.

// CHECK-LABEL: func.func @keeps_others
// CHECK-NOT: scf.if
// CHECK: return
func.func @keeps_others(%x: memref<4096xf32>, %start: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %start) -> (f32) {
    %y = memref.load %x[%k] : memref<4096xf32>
    %a = arith.addf %s, %y : f32
    scf.yield %a : f32
  }
  return %r : f32
}

// So many sums have no registers for totals.

// CHECK-LABEL: func.func @keeps_many
// CHECK-NOT: scf.if
// CHECK: return
func.func @keeps_many(%x: memref<4096x64xf32>, %start: vector<64xf32>) -> vector<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %start) -> (vector<64xf32>) {
    %y = vector.load %x[%k, %c0] : memref<4096x64xf32>, vector<64xf32>
    %a = arith.addf %s, %y : vector<64xf32>
    scf.yield %a : vector<64xf32>
  } {tern.reduction_loop}
  return %r : vector<64xf32>
}

// What is between is stored, too: all partial sums are results.

// CHECK-LABEL: func.func @keeps_partial_sums
// CHECK-NOT: scf.if
// CHECK: return
func.func @keeps_partial_sums(%x: memref<4096xf32>, %start: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4096 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %start) -> (f32) {
    %y = memref.load %x[%k] : memref<4096xf32>
    %a = arith.addf %s, %y : f32
    memref.store %a, %x[%k] : memref<4096xf32>
    scf.yield %a : f32
  } {tern.reduction_loop}
  return %r : f32
}
