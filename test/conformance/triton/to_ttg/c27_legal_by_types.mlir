// C27. Ops of arith, math, tt, cf and scf are rewritten where a type of theirs or of their regions is not legal, and left otherwise.
// RUN: tern-opt %s --convert-triton-to-tritongpu="target=cuda:90 num-warps=4" | FileCheck %s

// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<128xf32, #blocked>
// CHECK: scf.for {{.*}} -> (tensor<128xf32, #blocked>)
// CHECK: scf.for {{.*}} -> (f32)
tt.func @f(%x: f32, %n: i32) {
  %0 = arith.addf %x, %x : f32
  %1 = tt.splat %0 : f32 -> tensor<128xf32>
  %2 = arith.addf %1, %1 : tensor<128xf32>
  %3 = scf.for %i = %n to %n step %n iter_args(%y = %2) -> (tensor<128xf32>) : i32 {
    scf.yield %y : tensor<128xf32>
  }
  %4 = scf.for %i = %n to %n step %n iter_args(%y = %0) -> (f32) : i32 {
    scf.yield %y : f32
  }
  tt.return
}
