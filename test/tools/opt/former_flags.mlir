// Flags by which passes of ours were known before they had their present names go on working, in pipelines and alone.

// RUN: tern-opt %s --nvgpu-thin-matmul --nvgpu-warp-specialize-matmul --nvgpu-pipeline-matmul --nvgpu-simt-matmul \
// RUN:   --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s
// RUN: tern-opt %s --dump-pass-pipeline -o /dev/null 2>&1 --pass-pipeline='builtin.module(nvgpu-thin-matmul,nvgpu-warp-specialize-matmul,nvgpu-pipeline-matmul,nvgpu-simt-matmul)' \
// RUN:   | FileCheck %s
// CHECK: builtin.module(
// CHECK-NEXT: gpu-skinny-matmul,
// CHECK-NEXT: gpu-warp-specialize-matmul{allow-tf32=false},
// CHECK-NEXT: gpu-pipeline-matmul,
// CHECK-NEXT: gpu-simt-matmul
// CHECK-NEXT: )

// Where IR is printed is said by either name.
// RUN: tern-opt %s --gpu-simt-matmul --mlir-print-ir-after=nvgpu-simt-matmul -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: tern-opt %s --nvgpu-simt-matmul --mlir-print-ir-after=gpu-simt-matmul -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER
// AFTER: IR Dump After GPUSimtMatmul (gpu-simt-matmul)

func.func private @nothing()
