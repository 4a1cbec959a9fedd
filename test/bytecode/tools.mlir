// Every tool takes bytecode where it takes text, as a file and from standard input.
// RUN: tern-opt --emit-bytecode %s -o %t.bc
// RUN: tern-opt --canonicalize %s > %t.mlir
// RUN: tern-opt --canonicalize %t.bc | diff %t.mlir -
// RUN: tern-opt --canonicalize < %t.bc | diff %t.mlir -
// RUN: tern-opt --canonicalize --split-input-file %t.bc | diff %t.mlir -
// RUN: tern-opt --verify-diagnostics %t.bc
// RUN: tern-opt --canonicalize --emit-bytecode %t.bc | tern-opt | diff %t.mlir -
// RUN: tern-compile %t.bc -o %t.tern
// RUN: tern-run %t.tern --input=4xf32=1,2,3,4 | FileCheck %s
// RUN: tern-run %t.bc --input=4xf32=1,2,3,4 | FileCheck %s
// CHECK: 4xf32=2 4 6 8
// RUN: tern-translate --mlir-to-llvmir %S/Inputs/llvm.mlir -o %t.ll
// RUN: tern-opt --emit-bytecode %S/Inputs/llvm.mlir | tern-translate --mlir-to-llvmir --split-input-file | diff %t.ll -

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
