// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm="arch=gfx942 ftz=true" | FileCheck %s --check-prefixes=CHECK,FLUSHED
// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm="arch=gfx950 ftz=false" | FileCheck %s --check-prefixes=CHECK,KEPT

module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: llvm.func internal @functions(
  tt.func private @functions(%x: f32, %h: f16) -> (f32, f32, f32, f32, f16) {
    // FLUSHED: llvm.call_intrinsic "llvm.amdgcn.exp2.f32"(%arg0)
    // KEPT: llvm.call_intrinsic "llvm.exp2.f32"(%arg0)
    %0 = math.exp2 %x : f32
    // CHECK: %[[SCALED:.*]] = llvm.fmul %arg0, %{{.*}} : f32
    // CHECK: llvm.call_intrinsic "llvm.exp2.f32"(%[[SCALED]])
    %1 = math.exp %x : f32
    // FLUSHED: llvm.call_intrinsic "llvm.amdgcn.sqrt.f32"(%arg0)
    // KEPT: %[[SMALL:.*]] = llvm.fcmp "ogt" %{{.*}}, %arg0
    // KEPT: %[[UP:.*]] = llvm.fmul %arg0
    // KEPT: %[[GIVEN:.*]] = llvm.select %[[SMALL]], %[[UP]], %arg0
    // KEPT: %[[ROOT:.*]] = llvm.call_intrinsic "llvm.amdgcn.sqrt.f32"(%[[GIVEN]])
    // KEPT: %[[DOWN:.*]] = llvm.fmul %[[ROOT]]
    // KEPT: llvm.select %[[SMALL]], %[[DOWN]], %[[ROOT]]
    %2 = math.sqrt %x : f32
    // FLUSHED: llvm.call_intrinsic "llvm.amdgcn.rsq.f32"(%arg0)
    // KEPT: llvm.call @__nv_rsqrtf(%arg0)
    %3 = math.rsqrt %x : f32
    // Halves are computed as f32 by what all targets have.
    // CHECK: llvm.call @__nv_exp2f
    %4 = math.exp2 %h : f16
    tt.return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f16
  }

  // CHECK-LABEL: llvm.func internal @precise(
  tt.func private @precise(%x: f32, %y: f32, %d: f64) -> (f32, f64, f32, f32) {
    // FLUSHED: %[[INVERSE:.*]] = llvm.call_intrinsic "llvm.amdgcn.rsq.f32"(%arg0)
    // FLUSHED: llvm.fmul %arg0, %[[INVERSE]]
    // FLUSHED-COUNT-5: llvm.intr.fma
    // FLUSHED: %[[OWN:.*]] = "llvm.intr.is.fpclass"(%arg0) <{bit = 608 : i32}>
    // FLUSHED: llvm.select %[[OWN]], %arg0
    // KEPT: llvm.intr.sqrt(%arg0) : (f32) -> f32
    %0 = tt.precise_sqrt %x : f32
    // CHECK: llvm.intr.sqrt(%arg2) : (f64) -> f64
    %1 = tt.precise_sqrt %d : f64
    // CHECK: llvm.fdiv %arg0, %arg1 : f32
    %2 = tt.precise_divf %x, %y : f32
    // CHECK: llvm.fdiv %arg1, %arg0 : f32
    %3 = arith.divf %y, %x : f32
    tt.return %0, %1, %2, %3 : f32, f64, f32, f32
  }

  // Only CDNA 4 has instructions that hand NaN on.
  // CHECK-LABEL: llvm.func internal @extremes(
  tt.func private @extremes(%x: f32, %y: f32) -> (f32, f32, f32) {
    // FLUSHED: llvm.fcmp "une" %arg0, %arg0
    // FLUSHED: llvm.fcmp "une" %arg1, %arg1
    // FLUSHED: llvm.intr.minnum(%arg0, %arg1)
    // FLUSHED: llvm.select
    // KEPT: llvm.intr.minimum(%arg0, %arg1)
    %0 = arith.minimumf %x, %y : f32
    // FLUSHED: llvm.intr.maxnum(%arg0, %arg1)
    // KEPT: llvm.intr.maximum(%arg0, %arg1)
    %1 = tt.clampf %x, %y, %x, propagateNan = all : f32
    // CHECK: %[[UP:.*]] = llvm.intr.maxnum(%arg1, %arg0)
    // CHECK: llvm.intr.minnum(%[[UP]], %arg1)
    %2 = tt.clampf %y, %x, %y, propagateNan = none : f32
    tt.return %0, %1, %2 : f32, f32, f32
  }
}
