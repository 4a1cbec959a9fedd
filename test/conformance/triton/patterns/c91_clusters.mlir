// REQUIRES: ptxas
// C91. Blocks of a cluster know their number in it, wait for each other, and each has its part of the tensors.
// RUN: tern-opt %s --triton-llir-pipeline=target=cuda:90 -o %t.mlir
// RUN: tern-translate %t.mlir --mlir-to-ptx --target=sm_90a -o %t.ptx && FileCheck %s --input-file=%t.ptx
// RUN: ptxas -arch=sm_90a %t.ptx -o %t.cubin

// CHECK-LABEL: .entry two_blocks(
// CHECK: .reqnctapercluster 2
// CHECK: barrier.cluster.arrive.relaxed.aligned;
// CHECK: barrier.cluster.wait{{(.acquire)?}}.aligned;
// CHECK: mov.u32 %r{{[0-9]+}}, %cluster_ctarank;
// CHECK: mov.u32 %r{{[0-9]+}}, %clusterid.x;
// CHECK: st.global
// CHECK: barrier.cluster.arrive{{(.release)?}}.aligned;
// CHECK: barrier.cluster.wait{{(.acquire)?}}.aligned;
#blocked = #triton_gpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0], CTAsPerCGA = [2], CTASplitNum = [2], CTAOrder = [0]}>
module attributes {"triton_gpu.num-ctas" = 2 : i32, "triton_gpu.num-warps" = 4 : i32, "triton_gpu.threads-per-warp" = 32 : i32, "triton_gpu.compute-capability" = 90 : i32} {
  tt.func public @two_blocks(%o: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %q: !tt.ptr<i32>) {
    triton_nvidia_gpu.cluster_arrive {relaxed = true}
    triton_nvidia_gpu.cluster_wait
    %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #blocked>
    %p = tt.get_program_id {axis = 0 : i32} : i32
    %s = tt.splat %p : (i32) -> tensor<256xi32, #blocked>
    %x = arith.addi %i, %s : tensor<256xi32, #blocked>
    %ps = tt.splat %o : (!tt.ptr<i32>) -> tensor<256x!tt.ptr<i32>, #blocked>
    %pi = tt.addptr %ps, %i : tensor<256x!tt.ptr<i32>, #blocked>, tensor<256xi32, #blocked>
    tt.store %pi, %x : tensor<256xi32, #blocked>
    triton_nvidia_gpu.cluster_arrive {relaxed = false}
    triton_nvidia_gpu.cluster_wait
    %rank = triton_nvidia_gpu.get_cluster_cta_id : i32
    tt.store %q, %rank : i32
    tt.return
  }
}
