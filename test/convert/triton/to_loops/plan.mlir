// RUN: tern-opt %s --split-input-file --convert-triton-to-loops --cse | FileCheck %s

// What one loop asks for is part of it: the load needs no buffer, and the sum no loop of its own.

// CHECK-LABEL: llvm.func @one_loop
// CHECK-NOT: llvm.call @tern_kernel_scratch
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
tt.func public @one_loop(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %b = tt.addptr %a, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %b : tensor<64x!tt.ptr<f32>>
  %y = arith.mulf %x, %x : tensor<64xf32>
  %z = "tt.reduce"(%y) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.reduce.return %w : f32
  }) : (tensor<64xf32>) -> f32
  tt.store %o, %z : !tt.ptr<f32>
  tt.return
}

// -----

// A load is done where it stands if memory may have changed before its elements are asked for, and so is what two loops ask for and
// takes long.

// CHECK-LABEL: llvm.func @own_loops
// CHECK: llvm.call @tern_kernel_scratch
// CHECK: scf.for
// CHECK:   llvm.load
// CHECK:   llvm.store
// CHECK: llvm.store %{{.*}} : f32
// CHECK: scf.for
// CHECK:   math.exp
// CHECK: scf.for
// CHECK-NOT: math.exp
tt.func public @own_loops(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>, %c: f32) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %a = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %b = tt.addptr %a, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %x = tt.load %b : tensor<64x!tt.ptr<f32>>
  tt.store %o, %c : !tt.ptr<f32>
  %y = math.exp %x : tensor<64xf32>
  %z = "tt.reduce"(%y) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    tt.reduce.return %w : f32
  }) : (tensor<64xf32>) -> f32
  %s = tt.splat %z : f32 -> tensor<64xf32>
  %t = arith.divf %y, %s : tensor<64xf32>
  tt.store %b, %t : tensor<64x!tt.ptr<f32>>
  tt.return
}
