// C52. nvvm is legal for NVIDIA's GPUs, and rocdl for AMD's; an op of the other one is an error.
// RUN: split-file %s %t
// RUN: tern-opt %t/nvidia.mlir --convert-triton-gpu-to-llvm | FileCheck %s --check-prefix=NVVM
// RUN: tern-opt %t/amd.mlir --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s --check-prefix=ROCDL
// RUN: not tern-opt %t/amd.mlir --convert-triton-gpu-to-llvm 2>&1 | FileCheck %s --check-prefix=NO-ROCDL
// RUN: not tern-opt %t/nvidia.mlir --convert-triton-amdgpu-to-llvm=arch=gfx942 2>&1 | FileCheck %s --check-prefix=NO-NVVM
// NVVM: nvvm.barrier0
// ROCDL: rocdl.barrier
// NO-ROCDL: error: failed to legalize operation 'rocdl.barrier' that was explicitly marked illegal
// NO-NVVM: error: failed to legalize operation 'nvvm.barrier0' that was explicitly marked illegal

//--- nvidia.mlir
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func private @f() {
    nvvm.barrier0
    tt.return
  }
}

//--- amd.mlir
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func private @f() {
    rocdl.barrier
    tt.return
  }
}
