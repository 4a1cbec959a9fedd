// C53. What helps with NVIDIA's instructions is legal (nvgpu in 2023, nvg today): a pass of its own lowers it later.
// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s --check-prefix=LEGAL
// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=90 --convert-nv-gpu-to-llvm | FileCheck %s --check-prefix=LATER
// LEGAL: nvg.cluster_id
// LATER-NOT: nvg.
// LATER: nvvm.read.ptx.sreg.cluster.{{.*}}
// LATER-NOT: nvg.
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  tt.func private @f() -> i32 {
    %0 = nvg.cluster_id
    tt.return %0 : i32
  }
}
