// RUN: tern-opt %s --split-input-file --convert-triton-to-loops --cse | FileCheck %s

// Along neighbours, lanes combine what they see and then halves of each other.

// CHECK-LABEL: llvm.func @along
// CHECK: %[[SUMS:.*]] = scf.for {{.*}} -> (vector<16xf32>)
// CHECK:   arith.addf
// CHECK:   arith.select
// CHECK: llvm.shufflevector %[[SUMS]], %[[SUMS]] [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-COUNT-3: llvm.shufflevector
// CHECK: llvm.extractelement
tt.func public @along(%o: !tt.ptr<f32>, %c: f32) {
  %x = tt.splat %c : f32 -> tensor<64xf32>
  %y = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.reduce.return %w : f32
  }) : (tensor<64xf32>) -> f32
  tt.store %o, %y : !tt.ptr<f32>
  tt.return
}

// -----

// Across lines, each lane has a sum of its own.

// CHECK-LABEL: llvm.func @across
// CHECK: scf.for {{.*}} step %{{.*}} iter_args
// CHECK-NOT: llvm.shufflevector
tt.func public @across(%o: !tt.ptr<i32>, %c: i32) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %x = tt.splat %c : i32 -> tensor<8x16xi32>
  %y = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%u: i32, %v: i32):
    %w = arith.maxsi %u, %v : i32
    tt.reduce.return %w : i32
  }) : (tensor<8x16xi32>) -> tensor<16xi32>
  %a = tt.splat %o : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %b = tt.addptr %a, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %b, %y : tensor<16x!tt.ptr<i32>>
  tt.return
}

// -----

// A running sum walks its line, from the end if it is reverse.

// CHECK-LABEL: llvm.func @running
// CHECK: %[[LAST:.*]] = arith.constant 31 : i64
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f32)
// CHECK:   arith.subi %[[LAST]], %[[I]]
// CHECK:   %[[NEXT:.*]] = arith.addf %[[SUM]]
// CHECK:   llvm.store %[[NEXT]]
// CHECK:   scf.yield %[[NEXT]]
tt.func public @running(%o: !tt.ptr<f32>, %c: f32) {
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %x = tt.splat %c : f32 -> tensor<32xf32>
  %y = "tt.scan"(%x) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.scan.return %w : f32
  }) : (tensor<32xf32>) -> tensor<32xf32>
  %a = tt.splat %o : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %b = tt.addptr %a, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %b, %y : tensor<32x!tt.ptr<f32>>
  tt.return
}
