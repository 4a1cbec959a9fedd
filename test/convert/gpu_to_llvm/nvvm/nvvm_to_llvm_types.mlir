// A function with no op of the dialects that the pass makes, and operands of 64 bits.
// RUN: tern-opt --convert-nvvm-to-llvm --split-input-file %s > %t.ours
// RUN: mlir-opt --convert-nvvm-to-llvm --split-input-file %s | diff -b - %t.ours
// RUN: FileCheck %s < %t.ours

// CHECK-LABEL: func.func @none
// CHECK-NEXT: return %arg0
func.func @none(%a: f64) -> f64 {
  return %a : f64
}

// -----

// CHECK-LABEL: func.func @doubles
// CHECK-NEXT: llvm.inline_asm {{.*}} "fma.rn.f64 $0, $1, $1, $2;", "=d,d,d" %arg0, %arg1 : (f64, f64) -> f64
func.func @doubles(%a: f64, %b: f64) -> f64 {
  %0 = nvvm.inline_ptx "fma.rn.f64 {$w0}, {$r0}, {$r0}, {$r1};" ro(%a, %b : f64, f64) -> f64
  return %0 : f64
}
