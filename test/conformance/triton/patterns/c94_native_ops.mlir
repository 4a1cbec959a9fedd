// C94. What is asked of the hardware becomes ops of nvvm for NVIDIA's GPUs, and of rocdl for AMD's.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm | FileCheck %s --check-prefix=NVVM
// RUN: tern-opt %s --convert-triton-amdgpu-to-llvm=arch=gfx942 | FileCheck %s --check-prefix=ROCDL

// NVVM: nvvm.read.ptx.sreg.ctaid.x
// NVVM: nvvm.read.ptx.sreg.ctaid.y
// NVVM: nvvm.read.ptx.sreg.nctaid.z
// NVVM: nvvm.barrier0
// NVVM-NOT: rocdl
// ROCDL: rocdl.workgroup.id.x
// ROCDL: rocdl.workgroup.id.y
// ROCDL: rocdl.barrier
// ROCDL-NOT: nvvm
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @f(%o: !tt.ptr<i32>) {
    %x = tt.get_program_id x : i32
    %y = tt.get_program_id y : i32
    %n = tt.get_num_programs z : i32
    gpu.barrier
    %a = arith.addi %x, %y : i32
    %b = arith.addi %a, %n : i32
    tt.store %o, %b : !tt.ptr<i32>
    tt.return
  }
}
