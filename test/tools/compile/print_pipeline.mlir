// The whole way of a program and of a dispatch as one pipeline: run as it is, it gives what the compiler's own phases give.
// RUN: tern-compile %s --compile-to=vm -o %t.cpu
// RUN: tern-compile %s --compile-to=vm --print-pipeline > %t.txt
// RUN: sh -c 'tern-opt %s --pass-pipeline="$(cat %t.txt)" | diff -B %t.cpu -'
// RUN: tern-compile %s --target=cuda:sm_90a,vulkan --compile-to=vm -o %t.gpu
// RUN: tern-compile %s --target=cuda:sm_90a,vulkan --compile-to=vm --print-pipeline > %t.txt
// RUN: sh -c 'tern-opt %s --pass-pipeline="$(cat %t.txt)" | diff -B %t.gpu -'
// RUN: FileCheck %s --check-prefix=PROGRAM < %t.txt
// PROGRAM: builtin.module(annotate-module{attributes={tern.compile_options = {cuda_chip = "sm_90a"}}},iree-stablehlo-strip-shardings,reconcile-unrealized-casts,vhlo-to-version
// PROGRAM-SAME: iree-dispatch-creation-split-reduction-ops{{{.*}}long-reduction=1048576 {{.*}}workgroups=8
// PROGRAM-SAME: iree-vm-conversion,vm.module(

// A part of it, for an option with blanks and quotes; and all of it, though an output is named, which is not written.
// RUN: tern-compile %s --compile-to=abi --print-pipeline --tuning-file="it's \"1\".txt" | FileCheck %s --check-prefix=QUOTED
// QUOTED: annotate-module{attributes={tern.compile_options = {tuning_file = "it\27s \221\22.txt"}}}
// QUOTED-NOT: iree-flow
// RUN: rm -f %t.tern
// RUN: tern-compile %s -o %t.tern --print-pipeline | FileCheck %s --check-prefix=ALL
// RUN: not ls %t.tern
// ALL: iree-hal-translate-all-executables{{{.*}}defer-code-generation=false
// ALL-SAME: iree-hal-serialize-all-executables

// A dispatch lies in ops of the file, for which its passes are nested.
// RUN: tern-compile %S/../../../examples/matmul.mlir --target=vulkan --print-pipeline > %t.txt
// RUN: FileCheck %s --check-prefix=DISPATCH < %t.txt
// RUN: sh -c 'tern-opt %S/../../../examples/matmul.mlir --pass-pipeline="$(cat %t.txt)"' | FileCheck %s --check-prefix=SPIRV
// DISPATCH: builtin.module(hal.executable.variant(builtin.module(canonicalize,hlo-to-linalg-on-tensors
// DISPATCH-SAME: iree-codegen-detach-grids
// DISPATCH-SAME: convert-to-spirv
// SPIRV: spirv.module
// SPIRV: spirv.EntryPoint "GLCompute" @main_ex_dispatch
// RUN: tern-compile %S/../../../examples/matmul.mlir --target=cuda:sm_90a --print-pipeline > %t.txt
// RUN: sh -c 'tern-opt %S/../../../examples/matmul.mlir --pass-pipeline="$(cat %t.txt)"' | FileCheck %s --check-prefix=NVVM
// NVVM: nvvm.target = #nvvm.target<chip = "sm_90a">
// NVVM: llvm.func @main_ex_dispatch({{.*}}nvvm.kernel
// RUN: not tern-compile %S/../../../examples/matmul.mlir --target=cuda:sm_80,sm_90a --print-pipeline 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: tern-compile: error: only a module (.tern) can hold code for several processors

func.func @f(%x: tensor<4x8xf32>, %y: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.tanh %0 : tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
