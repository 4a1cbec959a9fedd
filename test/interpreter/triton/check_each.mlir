// --check-each runs kernels before and after every pass: what they leave in memory must be the same, to ttg and beyond.
// RUN: tern-opt %s --split-input-file --check-each --canonicalize --cse | FileCheck %s
// RUN: tern-opt %s --split-input-file --verify-diagnostics --check-each --canonicalize --test-break-arith
// CHECK-COUNT-2: tt.store

// expected-error @+2 {{pass 'test-break-arith' changes what @scale computes: it is undefined now: program (0, 0, 0) loads 4 bytes at offset -4 of argument 0, which has 262144 bytes}}
// expected-note @+1 {{inputs 0 of seed 0: #0 = (}}
tt.func public @scale(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c64 = arith.constant 64 : i32
  %c2 = arith.constant dense<2.0> : tensor<64xf32>
  %p = tt.get_program_id x : i32
  %first = arith.muli %p, %c64 : i32
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %start = tt.splat %first : i32 -> tensor<64xi32>
  %i = arith.addi %start, %range : tensor<64xi32>
  %end = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %i, %end : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %xp, %m : tensor<64x!tt.ptr<f32>>
  %w = arith.mulf %v, %c2 : tensor<64xf32>
  %os = tt.splat %o : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %op = tt.addptr %os, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %op, %w, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Integers in memory are indices, and every program takes what another one counts.
// expected-error @+2 {{pass 'test-break-arith' changes what @count computes: in the memory of argument #0 2 became 0 at [1]}}
// expected-note @+1 {{inputs 0 of seed 0: #0 = (}}
tt.func public @count(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>) {
  %range = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %one = arith.constant dense<1> : tensor<16xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %xp = tt.addptr %xs, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %i = tt.load %xp : tensor<16x!tt.ptr<i32>>
  %os = tt.splat %o : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %op = tt.addptr %os, %i : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  %old = tt.atomic_rmw add, relaxed, gpu, %op, %one : (tensor<16x!tt.ptr<i32>>, tensor<16xi32>) -> tensor<16xi32>
  // expected-note @+1 {{the first op with another value than before the pass is 'arith.subi': it gives}}
  %next = arith.addi %range, %range : tensor<16xi32>
  tt.store %xp, %next : tensor<16x!tt.ptr<i32>>
  tt.return
}
