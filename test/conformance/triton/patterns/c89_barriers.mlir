// REQUIRES: ptxas
// C89. One group of warps copies blocks to shared memory, another one reads them; they tell each other by barriers in shared memory
// which buffer is full and which is empty, and by numbered barriers when all is done.
// RUN: tern-opt %s --triton-llir-pipeline=target=cuda:90 -o %t.mlir
// RUN: tern-translate %t.mlir --mlir-to-ptx --target=sm_90a -o %t.ptx && FileCheck %s --input-file=%t.ptx
// RUN: ptxas -arch=sm_90a %t.ptx -o %t.cubin

// CHECK-LABEL: .entry hands_on(
// CHECK: mbarrier.init.shared::cta.b64 [%r{{[0-9]+}}], 1;
// CHECK: mbarrier.init.shared::cta.b64 [%r{{[0-9]+}}], 128;
// The producer waits for the buffer to be empty, and says how many bytes will fill it.
// CHECK: mbarrier.try_wait.parity.shared.b64
// CHECK: mbarrier.arrive.expect_tx.shared.b64 _, [%r{{[0-9]+}}], 8192;
// CHECK: bar{{(rier)?(.cta)?}}.arrive {{.*}}256
// The consumer waits for these, and says that the buffer is empty again.
// CHECK: mbarrier.try_wait.parity.shared.b64
// CHECK: ld.shared
// CHECK: mbarrier.arrive.shared::cta.b64
// CHECK: bar{{(rier)?(.cta)?}}.sync {{.*}}256
#blocked = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32, "triton_gpu.threads-per-warp" = 32 : i32, "triton_gpu.compute-capability" = 90 : i32} {
  tt.func public @hands_on(%o: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %is_producer: i1, %phase: i1) {
    %id = arith.constant 1 : i32
    %threads = arith.constant 256 : i32
    %true = arith.constant true
    %full = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
    %empty = triton_nvidia_gpu.alloc_mbarrier {count = 128 : i32} : !tt.ptr<i64, 3>
    %m = triton_gpu.alloc_tensor : tensor<64x64xf16, #shared>
    cf.cond_br %is_producer, ^producer, ^consumer
  ^producer:
    triton_nvidia_gpu.mbarrier_wait %empty, %phase : !tt.ptr<i64, 3>
    triton_nvidia_gpu.mbarrier_arrive %full, %true {operandSegmentSizes = array<i32: 1, 1, 0>, trackAsyncOp = false, txCount = 8192 : i32} : !tt.ptr<i64, 3>, i1
    triton_nvidia_gpu.bar_arrive %id, %threads : i32, i32
    tt.return
  ^consumer:
    triton_nvidia_gpu.mbarrier_wait %full, %phase : !tt.ptr<i64, 3>
    %x = triton_gpu.convert_layout %m : (tensor<64x64xf16, #shared>) -> tensor<64x64xf16, #blocked>
    %p = tt.splat %o : (!tt.ptr<f16>) -> tensor<64x64x!tt.ptr<f16>, #blocked>
    tt.store %p, %x : tensor<64x64xf16, #blocked>
    triton_nvidia_gpu.mbarrier_arrive %empty {operandSegmentSizes = array<i32: 1, 0, 0>, trackAsyncOp = false} : !tt.ptr<i64, 3>
    triton_nvidia_gpu.bar_wait %id, %threads : i32, i32
    tt.return
  }
}
