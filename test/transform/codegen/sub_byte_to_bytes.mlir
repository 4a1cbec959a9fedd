// RUN: tern-opt %s --convert-sub-byte-integers-to-bytes --canonicalize | FileCheck %s

// The upper bits of a byte are cut off where it is widened.

// CHECK-LABEL: func.func @widens
// CHECK-SAME: (%[[X:.*]]: i32, %[[C:.*]]: i1)
// CHECK: %[[B:.*]] = arith.trunci %[[X]] : i32 to i8
// CHECK: %[[S:.*]] = arith.select %[[C]], %[[B]], %c-3_i8 : i8
// CHECK: %[[L:.*]] = arith.shli %[[S]], %c4_i8 : i8
// CHECK: %[[R:.*]] = arith.shrsi %[[L]], %c4_i8 : i8
// CHECK: %[[SIGNED:.*]] = arith.extsi %[[R]] : i8 to i32
// CHECK: %[[M:.*]] = arith.andi %[[S]], %c15_i8 : i8
// CHECK: %[[UNSIGNED:.*]] = arith.extui %[[M]] : i8 to i32
// CHECK: return %[[SIGNED]], %[[UNSIGNED]] : i32, i32
func.func @widens(%x: i32, %c: i1) -> (i32, i32) {
  %0 = arith.trunci %x : i32 to i4
  %k = arith.constant -3 : i4
  %1 = arith.select %c, %0, %k : i4
  %2 = arith.extsi %1 : i4 to i32
  %3 = arith.extui %1 : i4 to i32
  return %2, %3 : i32, i32
}

// Regions and blocks hand bytes on; a byte that is cut to less stays as it is until it is read.

// CHECK-LABEL: func.func @hands_on
// CHECK-SAME: (%[[X:.*]]: i8, %[[N:.*]]: index)
// CHECK: %[[F:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[X]]) -> (i8) {
// CHECK: scf.yield %{{.*}} : i8
// CHECK: %[[M:.*]] = arith.andi %[[F]], %c3_i8 : i8
// CHECK: return %[[M]] : i8
func.func @hands_on(%x: i8, %n: index) -> i8 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.trunci %x : i8 to i2
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> (i2) {
    %w = arith.extui %a : i2 to i32
    %s = arith.addi %w, %w : i32
    %t = arith.trunci %s : i32 to i2
    scf.yield %t : i2
  }
  %2 = arith.extui %1 : i2 to i8
  return %2 : i8
}

// Vectors, and indices of a few bits.

// CHECK-LABEL: func.func @vectors
// CHECK: %[[B:.*]] = arith.trunci %{{.*}} : vector<4xi32> to vector<4xi8>
// CHECK: %[[M:.*]] = arith.andi %[[B]], %{{.*}} : vector<4xi8>
// CHECK: arith.extui %[[M]] : vector<4xi8> to vector<4xi32>
// CHECK: arith.index_cast %{{.*}} : i8 to index
func.func @vectors(%x: vector<4xi32>, %y: i32) -> (vector<4xi32>, index) {
  %0 = arith.trunci %x : vector<4xi32> to vector<4xi6>
  %1 = arith.extui %0 : vector<4xi6> to vector<4xi32>
  %2 = arith.trunci %y : i32 to i4
  %3 = arith.index_cast %2 : i4 to index
  return %1, %3 : vector<4xi32>, index
}
