// Intrinsics that LLVM has renamed are known by the names that they had.
// RUN: tern-translate --mlir-to-llvmir %s | FileCheck %s

// CHECK-LABEL: define float @exponentials(
// CHECK: call float @llvm.nvvm.ex2.approx.f32(
// CHECK: call float @llvm.nvvm.ex2.approx.ftz.f32(
llvm.func @exponentials(%arg0: f32) -> f32 {
  %0 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f"(%arg0) : (f32) -> f32
  %1 = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"(%0) : (f32) -> f32
  llvm.return %1 : f32
}
