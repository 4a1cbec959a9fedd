// A float fills a vector, as --convert-gpu-to-nvvm makes them; upstream reads this but does not translate it.
// RUN: tern-translate --mlir-to-llvmir %s | FileCheck %s

// CHECK: ret <2 x half> splat (half 0xH7E00)
llvm.func @fills() -> vector<2xf16> {
  %0 = llvm.mlir.constant(0x7E00 : f16) : vector<2xf16>
  llvm.return %0 : vector<2xf16>
}
