// REQUIRES: ptxas
// C92. A group of warps gives registers away, and another takes them.
// RUN: tern-opt %s --triton-llir-pipeline=target=cuda:90 -o %t.mlir
// RUN: tern-translate %t.mlir --mlir-to-ptx --target=sm_90a -o %t.ptx && FileCheck %s --input-file=%t.ptx
// RUN: ptxas -arch=sm_90a %t.ptx -o %t.cubin

// CHECK-LABEL: .entry registers(
// CHECK-DAG: setmaxnreg.dec.sync.aligned.u32 40;
// CHECK-DAG: setmaxnreg.inc.sync.aligned.u32 232;
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32, "triton_gpu.threads-per-warp" = 32 : i32, "triton_gpu.compute-capability" = 90 : i32} {
  tt.func public @registers(%o: !tt.ptr<i32>, %is_producer: i1) {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    cf.cond_br %is_producer, ^producer, ^consumer
  ^producer:
    triton_nvidia_gpu.reg_dealloc 40
    tt.store %o, %c1 : i32
    tt.return
  ^consumer:
    triton_nvidia_gpu.reg_alloc 232
    tt.store %o, %c2 : i32
    tt.return
  }
}
