// RUN: tern-opt %s --convert-triton-to-loops --cse | FileCheck %s

// Tiles of sums are carried through the depth; narrow operands are widened once, and the carried tensor is added to in place.

// CHECK-LABEL: llvm.func @product
// CHECK: scf.for %{{.*}} : i32
// CHECK:   arith.extf %{{.*}} : f16 to f32
// CHECK:   scf.for %{{.*}} -> (vector<16xf32>, vector<16xf32>, {{.*}})
// CHECK:     arith.mulf %{{.*}}, %{{.*}} fastmath<contract> : vector<16xf32>
// CHECK:     arith.addf %{{.*}}, %{{.*}} fastmath<contract> : vector<16xf32>
// CHECK-NOT: llvm.intr.memcpy
tt.func public @product(%p: !tt.ptr<f16>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant dense<0.0> : tensor<16x32xf32>
  %x = tt.load %p : !tt.ptr<f16>
  %a = tt.splat %x : f16 -> tensor<16x16xf16>
  %b = tt.splat %x : f16 -> tensor<16x32xf16>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (tensor<16x32xf32>) : i32 {
    %d = tt.dot %a, %b, %s : tensor<16x16xf16> * tensor<16x32xf16> -> tensor<16x32xf32>
    scf.yield %d : tensor<16x32xf32>
  }
  %q = tt.splat %o : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
  tt.store %q, %y : tensor<16x32x!tt.ptr<f32>>
  tt.return
}
