// What the options of the pipeline become.
// RUN: tern-opt /dev/null --dump-pass-pipeline --gpu-lower-to-nvvm-pipeline 2>&1 | FileCheck %s
// RUN: tern-opt /dev/null --dump-pass-pipeline --gpu-lower-to-nvvm-pipeline="index-bitwidth=32 cubin-triple=nvptx64-own cubin-chip=sm_90a cubin-features='+ptx80,+more' cubin-format=bin opt-level=3 ptxas-cmd-options='-v --maxrregcount=32' kernel-bare-ptr-calling-convention host-bare-ptr-calling-convention=true allow-pattern-rollback=false" 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: not tern-opt %s --gpu-lower-to-nvvm-pipeline=cubin-chip 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not tern-opt %s --gpu-lower-to-nvvm-pipeline=opt-level=many 2>&1 | FileCheck %s --check-prefix=LEVEL

// Bare pointers; a narrow index in kernels. As upstream's tool has it, but for the time that compiling took.
// RUN: tern-opt %s --gpu-lower-to-nvvm-pipeline="cubin-format=isa kernel-bare-ptr-calling-convention host-bare-ptr-calling-convention" | sed 's/InMs = [0-9]*//' > %t.bare
// RUN: mlir-opt %s --gpu-lower-to-nvvm-pipeline="cubin-format=isa kernel-bare-ptr-calling-convention host-bare-ptr-calling-convention" | sed 's/InMs = [0-9]*//' | diff -b - %t.bare
// RUN: tern-opt %s --gpu-lower-to-nvvm-pipeline="cubin-format=isa index-bitwidth=32 opt-level=3" | sed 's/InMs = [0-9]*//' > %t.narrow
// RUN: mlir-opt %s --gpu-lower-to-nvvm-pipeline="cubin-format=isa index-bitwidth=32 opt-level=3" | sed 's/InMs = [0-9]*//' | diff -b - %t.narrow

// CHECK: convert-nvgpu-to-nvvm,
// CHECK-NEXT: gpu-kernel-outlining
// CHECK: convert-scf-to-cf
// CHECK: convert-nvvm-to-llvm,
// CHECK: convert-func-to-llvm
// CHECK: expand-strided-metadata,
// CHECK: nvvm-attach-target{O=2 chip=sm_50{{.*}}features=+ptx60{{.*}}triple=nvptx64-nvidia-cuda
// CHECK: lower-affine,
// CHECK: convert-index-to-llvm{index-bitwidth=64}
// CHECK: gpu.module(
// CHECK: convert-gpu-to-nvvm{allow-pattern-rollback=true{{.*}}index-bitwidth=64 use-bare-ptr-memref-call-conv=false}
// CHECK: gpu-to-llvm{{.*}}use-bare-pointers-for-host=false use-bare-pointers-for-kernels=false}
// CHECK: gpu-module-to-binary{format=fatbin
// CHECK-NEXT: convert-math-to-llvm

// GIVEN: nvvm-attach-target{O=3 chip=sm_90a{{.*}}features={+ptx80,+more}{{.*}}ptxas-cmd-options={-v --maxrregcount=32} triple=nvptx64-own
// GIVEN: convert-index-to-llvm{index-bitwidth=32}
// GIVEN: convert-gpu-to-nvvm{allow-pattern-rollback=false{{.*}}index-bitwidth=32 use-bare-ptr-memref-call-conv=true}
// GIVEN: gpu-to-llvm{{.*}}use-bare-pointers-for-host=true use-bare-pointers-for-kernels=true}
// GIVEN: gpu-module-to-binary{format=bin

// EMPTY: option 'cubin-chip' of 'gpu-lower-to-nvvm-pipeline' needs a value
// LEVEL: error: {{.*}}'opt-level'

func.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %v = memref.load %a[%tx] : memref<64xf32>
    memref.store %v, %b[%tx] : memref<64xf32>
    gpu.terminator
  }
  return
}
