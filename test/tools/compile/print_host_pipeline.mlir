// The way of a host program, with the kernels in it: run as it is, it gives the IR that the host's code is made of.
// RUN: tern-compile %s --print-pipeline > %t.txt
// RUN: FileCheck %s --check-prefix=TEXT < %t.txt
// RUN: tern-compile %s -o %t.s --dump-executable-intermediates-to=%t.stages
// RUN: sh -c 'tern-opt %s --pass-pipeline="$(cat %t.txt)" | diff -B %t.stages/llvm.mlir -'
// RUN: tern-compile %s --target=cuda:sm_90a --print-pipeline | FileCheck %s --check-prefix=CUDA
// TEXT: builtin.module(convert-linalg-to-loops,lower-affine,gpu-kernel-outlining,tern-attach-cpu-target{module=^fill_kernel$},gpu-module-to-binary{format=bin},convert-nvgpu-to-nvvm,
// TEXT-SAME: gpu-to-llvm,convert-vector-to-llvm
// CUDA: nvvm-attach-target{module=^fill_kernel$ chip=sm_90a},gpu-module-to-binary{format=isa}

func.func @fill(%m: memref<32xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    memref.store %x, %m[%tx] : memref<32xf32>
    gpu.terminator
  }
  return
}
