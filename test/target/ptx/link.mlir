// Bitcode that a target names: what is called is taken, the rest is not.
// RUN: split-file %s %t
// RUN: llvm-as %t/library.ll -o %t/library.bc
// RUN: sed "s|LIBRARY|%t/library.bc|" %t/kernel.mlir | tern-translate --mlir-to-ptx | FileCheck %s

// CHECK-NOT: unused
// CHECK: .entry k(
// CHECK: ex2.approx.f32

//--- library.ll
target triple = "nvptx64-nvidia-cuda"
define float @power_of_two(float %x) {
  %1 = call float @llvm.nvvm.ex2.approx.f(float %x)
  ret float %1
}
define float @unused(float %x) {
  ret float %x
}
declare float @llvm.nvvm.ex2.approx.f(float)

//--- kernel.mlir
gpu.module @m [#nvvm.target<chip = "sm_80", link = ["LIBRARY"]>] {
  llvm.func @power_of_two(f32) -> f32
  llvm.func @k(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
    %0 = llvm.call @power_of_two(%x) : (f32) -> f32
    llvm.store %0, %p : f32, !llvm.ptr<1>
    llvm.return
  }
}
