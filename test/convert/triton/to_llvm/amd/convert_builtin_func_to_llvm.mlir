// RUN: tern-opt %s --convert-builtin-func-to-llvm | FileCheck %s --check-prefixes=CHECK,FLUSHED
// RUN: tern-opt %s --convert-builtin-func-to-llvm=ftz=false | FileCheck %s --check-prefixes=CHECK,KEPT

llvm.func @__triton_hip_iabs(i32) -> i32
llvm.func @__triton_hip_fabs(f32) -> f32
llvm.func @__triton_hip_llrint(f32) -> i64
llvm.func @__triton_hip_fast_fdividef(f32, f32) -> f32
llvm.func @__triton_hip_fast_expf(f32) -> f32
llvm.func @__triton_hip_fast_tanhf(f32) -> f32
llvm.func @__triton_hip_other(f32) -> f32

// CHECK-LABEL: llvm.func @exact(
llvm.func @exact(%i: i32, %x: f32) -> i64 {
  // CHECK: "llvm.intr.abs"(%arg0) <{is_int_min_poison = false}>
  %0 = llvm.call @__triton_hip_iabs(%i) : (i32) -> i32
  // CHECK: llvm.intr.fabs(%arg1)
  %1 = llvm.call @__triton_hip_fabs(%x) : (f32) -> f32
  // CHECK: %[[R:.*]] = llvm.intr.rint(%{{.*}})
  // CHECK: llvm.fptosi %[[R]] : f32 to i64
  %2 = llvm.call @__triton_hip_llrint(%1) : (f32) -> i64
  llvm.return %2 : i64
}

// CHECK-LABEL: llvm.func @fast(
llvm.func @fast(%x: f32, %y: f32) -> f32 {
  // CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.amdgcn.rcp.f32"(%arg1)
  // CHECK: %[[Q:.*]] = llvm.fmul %arg0, %[[R]]
  %0 = llvm.call @__triton_hip_fast_fdividef(%x, %y) : (f32, f32) -> f32
  // CHECK: %[[S:.*]] = llvm.fmul %[[Q]]
  // FLUSHED: llvm.call_intrinsic "llvm.amdgcn.exp2.f32"(%[[S]])
  // KEPT: llvm.call_intrinsic "llvm.exp2.f32"(%[[S]])
  %1 = llvm.call @__triton_hip_fast_expf(%0) : (f32) -> f32
  // CHECK: llvm.intr.fabs
  // CHECK: llvm.fdiv
  // CHECK: llvm.fsub
  // CHECK: llvm.call_intrinsic "llvm.copysign.f32"
  %2 = llvm.call @__triton_hip_fast_tanhf(%1) : (f32) -> f32
  // Others stay.
  // CHECK: llvm.call @__triton_hip_other
  %3 = llvm.call @__triton_hip_other(%2) : (f32) -> f32
  llvm.return %3 : f32
}
