// RUN: tern-opt %s --convert-triton-to-loops --cse | FileCheck %s

// CHECK-LABEL: llvm.func @integers
// CHECK: scf.for
// CHECK:   scf.if
// CHECK:     llvm.atomicrmw umax %{{.*}}, %{{.*}} monotonic : !llvm.ptr, i32
tt.func public @integers(%p: !tt.ptr<i32>, %n: i32, %c: i1) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %m = tt.splat %c : i1 -> tensor<64xi1>
  %a = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %b = tt.addptr %a, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %x = tt.atomic_rmw umax, relaxed, gpu, %b, %r, %m : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
  tt.return
}

// Floats are exchanged until nobody came in between.
// CHECK-LABEL: llvm.func @floats
// CHECK: scf.while
// CHECK:   arith.addf %{{.*}}, %{{.*}} : f32
// CHECK:   llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} acq_rel acquire : !llvm.ptr, i16
tt.func public @floats(%p: !tt.ptr<bf16>, %x: bf16) {
  %y = tt.atomic_rmw fadd, acq_rel, gpu, %p, %x : (!tt.ptr<bf16>, bf16) -> bf16
  tt.return
}

// CHECK-LABEL: llvm.func @swap
// CHECK: %[[PAIR:.*]] = llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} release monotonic : !llvm.ptr, i32
// CHECK: llvm.extractvalue %[[PAIR]][0]
tt.func public @swap(%p: !tt.ptr<i32>, %x: i32) {
  %y = tt.atomic_cas release, gpu, %p, %x, %x : (!tt.ptr<i32>, i32, i32) -> i32
  tt.store %p, %y : !tt.ptr<i32>
  tt.return
}
