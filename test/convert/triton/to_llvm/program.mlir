// RUN: tern-opt %s --split-input-file --convert-triton-gpu-to-llvm | FileCheck %s

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func internal @ids
  // CHECK: nvvm.read.ptx.sreg.ctaid.y
  // CHECK: nvvm.read.ptx.sreg.nctaid.z
  tt.func private @ids() -> (i32, i32) {
    %0 = tt.get_program_id y : i32
    %1 = tt.get_num_programs z : i32
    tt.return %0, %1 : i32, i32
  }

  // CHECK-LABEL: llvm.func internal @barriers
  // CHECK-COUNT-2: nvvm.barrier0
  tt.func private @barriers() {
    gpu.barrier
    ttg.local_barrier
    tt.return
  }
}

// -----

// A program is a cluster where blocks form clusters.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0], CGALayout = [[1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: llvm.func internal @cluster
  // CHECK: nvvm.read.ptx.sreg.clusterid.x
  // CHECK: nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK: llvm.shl %[[RANK]], %{{.*}}
  tt.func private @cluster() -> (i32, tensor<64xi32, #b>) {
    %0 = tt.get_program_id x : i32
    %1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b>
    tt.return %0, %1 : i32, tensor<64xi32, #b>
  }
}

// -----

// One block needs no rank.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32} {
  // CHECK-LABEL: llvm.func internal @one_block
  // CHECK-NOT: cluster
  // CHECK: llvm.return
  tt.func private @one_block() -> tensor<64xi32, #b> {
    %1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b>
    tt.return %1 : tensor<64xi32, #b>
  }
}
