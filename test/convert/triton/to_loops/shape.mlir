// RUN: tern-opt %s --split-input-file --convert-triton-to-loops --cse | FileCheck %s

// Ops that move elements cost nothing where places say where they come from: no buffer, one loop.

// CHECK-LABEL: llvm.func @moved
// CHECK-NOT: tern_kernel_scratch
// CHECK: scf.for
// CHECK-NOT: scf.for
tt.func public @moved(%p: !tt.ptr<i32>, %o: !tt.ptr<i32>) {
  %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %q = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %e = tt.expand_dims %q {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b = tt.broadcast %e : tensor<1x64xi32> -> tensor<2x64xi32>
  %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<2x64xi32> -> tensor<64x2xi32>
  %x = tt.reshape %t : tensor<64x2xi32> -> tensor<128xi32>
  %a = tt.splat %o : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  %d = tt.addptr %a, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  tt.store %d, %x : tensor<128x!tt.ptr<i32>>
  tt.return
}

// -----

// Where lanes come from both operands, a constant says which.

// CHECK-LABEL: llvm.func @joined
// CHECK: %[[ODD:.*]] = arith.constant dense<[false, true, false, true, false, true, false, true, false, true, false, true, false, true, false, true]> : vector<16xi1>
// CHECK: arith.select %[[ODD]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi32>
tt.func public @joined(%o: !tt.ptr<i32>, %n: i32, %m: i32) {
  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %x = tt.splat %n : i32 -> tensor<8xi32>
  %y = tt.splat %m : i32 -> tensor<8xi32>
  %j = tt.join %x, %y : tensor<8xi32> -> tensor<8x2xi32>
  %z = tt.reshape %j : tensor<8x2xi32> -> tensor<16xi32>
  %a = tt.splat %o : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
  %d = tt.addptr %a, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %d, %z : tensor<16x!tt.ptr<i32>>
  tt.return
}

// -----

// Numbers that differ lie in a buffer; poison is anything.

// CHECK-LABEL: llvm.func @list
// CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : i8
// CHECK: llvm.store %[[SEVEN]]
// CHECK: arith.constant 0 : i8
// CHECK: llvm.store
// CHECK: scf.for
tt.func public @list(%o: !tt.ptr<i8>) {
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %c = arith.constant dense<[7, 0]> : tensor<2xi8>
  %p = ub.poison : tensor<32xi8>
  %e = tt.expand_dims %c {axis = 1 : i32} : tensor<2xi8> -> tensor<2x1xi8>
  %b = tt.broadcast %e : tensor<2x1xi8> -> tensor<2x16xi8>
  %x = tt.reshape %b : tensor<2x16xi8> -> tensor<32xi8>
  %y = arith.addi %x, %p : tensor<32xi8>
  %a = tt.splat %o : !tt.ptr<i8> -> tensor<32x!tt.ptr<i8>>
  %d = tt.addptr %a, %r : tensor<32x!tt.ptr<i8>>, tensor<32xi32>
  tt.store %d, %y : tensor<32x!tt.ptr<i8>>
  tt.return
}
