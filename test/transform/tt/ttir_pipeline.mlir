// The pipeline on a program of the front end: helpers are inlined, block pointers and, where the chip has none, descriptors rewritten.
// RUN: tern-opt %s --triton-ttir-pipeline | FileCheck %s --check-prefixes=CHECK,HOPPER
// RUN: tern-opt %s --triton-ttir-pipeline=rewrite-descriptors=true | FileCheck %s --check-prefixes=CHECK,AMPERE
// RUN: tern-opt %s --triton-ttir-pipeline=target=cuda:80 | FileCheck %s --check-prefixes=CHECK,AMPERE
// RUN: tern-opt %s --triton-ttir-pipeline=target=hip:gfx942 | FileCheck %s --check-prefixes=CHECK,HIP

// CHECK-LABEL: tt.func public @kernel(
// HOPPER: tt.make_tensor_descriptor
// AMPERE-NOT: tt.make_tensor_descriptor
// HIP-NOT: tt.make_tensor_descriptor
// Loads leave loops for AMD's chips alone at this level.
// HOPPER: scf.for
// HOPPER: tt.load
// AMPERE: scf.for
// AMPERE: tt.load
// HIP: tt.load %arg0
// HIP: scf.for
// HOPPER: tt.descriptor_store
// AMPERE: tt.store
// HIP: tt.store
// CHECK-NOT: @helper
tt.func public @kernel(%p: !tt.ptr<f32>, %n: i32, %s: i64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c1_i64 = arith.constant 1 : i64
  %zero = arith.constant 0.0 : f32
  %d = tt.make_tensor_descriptor %p, [%n], [%c1_i64] : <f32>, <tensor<8xf32>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) : i32 {
    %x = tt.load %p : !tt.ptr<f32>
    %y = tt.call @helper(%acc, %x) : (f32, f32) -> f32
    scf.yield %y : f32
  }
  %t = tt.splat %r : f32 -> tensor<8xf32>
  tt.descriptor_store %d[%c0], %t : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  tt.return
}

tt.func private @helper(%a: f32, %b: f32) -> f32 attributes {noinline = false} {
  %0 = arith.addf %a, %b : f32
  tt.return %0 : f32
}

// A helper that asks to stay does.
// CHECK-LABEL: tt.func public @caller(
// CHECK: tt.call @stays
tt.func public @caller(%p: !tt.ptr<f32>) {
  %c = arith.constant 1.0 : f32
  %x = tt.call @stays(%c) : (f32) -> f32
  tt.store %p, %x : !tt.ptr<f32>
  tt.return
}

tt.func private @stays(%a: f32) -> f32 attributes {noinline = true} {
  %0 = arith.addf %a, %a : f32
  tt.return %0 : f32
}
