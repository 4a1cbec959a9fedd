// What a launch asks of a kernel of Triton beside its arguments: blocks of a cluster, warps, and registers of a thread.

// RUN: tern-compile %s --target=cuda:sm_90a --num-ctas=2 --num-warps=8 --maxnreg=64 -o %t.ptx && FileCheck %s < %t.ptx
// CHECK: .visible .entry k(
// CHECK-DAG: .reqntid 256
// CHECK-DAG: .maxnreg 64
// CHECK-DAG: .reqnctapercluster 2

// RUN: tern-compile %s --target=cuda:sm_90a -o %t.ptx && FileCheck %s --check-prefix=PLAIN --implicit-check-not=.maxnreg < %t.ptx
// PLAIN: .reqntid 128
// PLAIN-NOT: cluster

// RUN: not tern-compile %s --target=cuda:sm_80 --num-ctas=2 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: num-ctas is 2, but sm_80 has no clusters, which sm_90 and later have

// Processors have neither.
// RUN: tern-compile %s --target=cpu --num-ctas=2 --maxnreg=64 -o %t.tern

tt.func public @k(%p: !tt.ptr<f32>) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %a = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %x = tt.load %a : tensor<1024x!tt.ptr<f32>>
  %y = arith.addf %x, %x : tensor<1024xf32>
  tt.store %a, %y : tensor<1024x!tt.ptr<f32>>
  tt.return
}
