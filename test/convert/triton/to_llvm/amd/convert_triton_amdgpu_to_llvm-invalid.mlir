// RUN: tern-opt %s --split-input-file --verify-diagnostics --convert-triton-amdgpu-to-llvm=arch=gfx1100
// RUN: not tern-opt %s --convert-triton-amdgpu-to-llvm=arch=sm_90 2>&1 | FileCheck %s --check-prefix=ARCH
// RUN: not tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx906 2>&1 | FileCheck %s --check-prefix=OLD

// ARCH: error: unsupported target: 'sm_90'
// ARCH: note: the option 'arch' names a GPU, such as gfx942 or gfx1100
// OLD: error: unsupported target: 'gfx906'

// expected-error @+2 {{'builtin.module' op needs 70000 bytes of shared memory, but a workgroup of gfx1100 has 65536}}
// expected-note @+1 {{take smaller blocks, or fewer stages}}
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.shared = 70000 : i32} {
}
