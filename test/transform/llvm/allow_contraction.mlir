// RUN: tern-opt %s --llvm-allow-contraction | FileCheck %s
// RUN: tern-opt %s --llvm-allow-contraction | tern-translate --mlir-to-ptx --target=sm_90 | FileCheck %s --check-prefix=PTX
// RUN: tern-translate %s --mlir-to-ptx --target=sm_90 | FileCheck %s --check-prefix=APART

// PTX: fma.rn.f32
// APART: mul.rn.f32
// APART: add.rn.f32

// CHECK-LABEL: llvm.func @sums_and_products(
llvm.func @sums_and_products(%a: f32, %b: f32, %h: vector<2xf16>) -> f32 {
  // CHECK: llvm.fmul %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : f32
  %0 = llvm.fmul %a, %b : f32
  // Flags that are there stay.
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %1 = llvm.fadd %0, %a {fastmathFlags = #llvm.fastmath<nnan>} : f32
  // CHECK: llvm.fsub %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : f32
  %2 = llvm.fsub %1, %b : f32
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} {fastmathFlags = #llvm.fastmath<contract>} : vector<2xf16>
  %3 = llvm.fadd %h, %h : vector<2xf16>
  // Other ops do not change.
  // CHECK: llvm.fdiv %{{.*}}, %{{.*}} : f32
  %4 = llvm.fdiv %2, %b : f32
  llvm.return %4 : f32
}
