// RUN: tern-opt %s --split-input-file | FileCheck %s
// RUN: tern-opt %s --split-input-file --triton-nvidia-tma-lowering --allocate-shared-memory-nv=compute-capability=90 --tritongpu-global-scratch-memory-allocation --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s --check-prefix=LLVM

// Barriers of 2023 were pointers, and blocks were copied by the block pointers that led to them.
#blocked = #triton_gpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @copies
  // LLVM-LABEL: llvm.func @copies
  // LLVM: mbarrier.init.shared::cta.b64
  // LLVM: cp.async.bulk.tensor.2d.shared
  // LLVM: cp.async.bulk.tensor.2d.global
  tt.func @copies(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i64, %s: i64 {tt.divisibility = 16 : i32}, %i: i32, %j: i32, %k: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i64
    %false = arith.constant false
    // CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #[[LINE:.*]], #smem, mutable>
    // CHECK: ttng.init_barrier %[[B]], 1
    // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #[[S:.*]], #smem, mutable>
    // CHECK: ttng.barrier_expect %[[B]], 8192, %{{.*}}
    // CHECK: %[[X:.*]] = arith.addi %[[J:.*]], %[[J]]
    // CHECK: %[[D:.*]] = tt.make_tensor_descriptor %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] : <f16>, <tensor<64x64xf16, #[[S]]>>
    // CHECK: %[[M0:.*]] = ttg.memdesc_index %[[M]]
    // CHECK: ttng.async_tma_copy_global_to_local %[[D]][%{{.*}}, %[[X]]] %[[M0]], %[[B]], %{{.*}} :
    // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}}, %[[B]], %[[K:arg5]] :
    // CHECK: ttng.wait_barrier %[[B]], %{{.*}} :
    // CHECK: ttng.async_tma_copy_local_to_global %{{.*}}[%{{.*}}, %{{.*}}] %{{.*}} :
    // CHECK: nvvm.cp.async.bulk.commit.group
    // CHECK: nvvm.cp.async.bulk.wait_group 0
    %0 = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
    %1 = triton_gpu.alloc_tensor : tensor<2x64x64xf16, #shared>
    %2 = tt.make_tensor_ptr %p, [%n, %n], [%s, %c1], [%i, %j] {order = array<i32: 1, 0>} : !tt.ptr<tensor<64x64xf16, #blocked>, 1>
    triton_nvidia_gpu.mbarrier_arrive %0, %k {operandSegmentSizes = array<i32: 1, 1, 0>, trackAsyncOp = false, txCount = 8192 : i32} : !tt.ptr<i64, 3>, i1
    %3 = tt.advance %2, [%c0, %j] : !tt.ptr<tensor<64x64xf16, #blocked>, 1>
    %4 = triton_nvidia_gpu.insert_slice_async_v2 %3, %1, %c0, %0 {axis = 0 : i32, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>} : !tt.ptr<tensor<64x64xf16, #blocked>, 1>, tensor<2x64x64xf16, #shared>, i32, !tt.ptr<i64, 3> -> tensor<2x64x64xf16, #shared>
    %5 = tt.splat %k : (i1) -> tensor<64x64xi1, #blocked>
    %6 = triton_nvidia_gpu.insert_slice_tma %2, %4, %c0, %0, %5 {axis = 0 : i32} : !tt.ptr<tensor<64x64xf16, #blocked>, 1>, tensor<2x64x64xf16, #shared>, i32, !tt.ptr<i64, 3>, tensor<64x64xi1, #blocked> -> tensor<2x64x64xf16, #shared>
    triton_nvidia_gpu.mbarrier_wait %0, %false : <i64, 3>
    %7 = triton_gpu.extract_slice %6[0, 0, 0] [1, 64, 64] [1, 1, 1] : tensor<2x64x64xf16, #shared> to tensor<64x64xf16, #shared>
    triton_nvidia_gpu.store_async %2, %7 {cache = 1 : i32} : !tt.ptr<tensor<64x64xf16, #blocked>, 1>, tensor<64x64xf16, #shared>
    triton_gpu.async_bulk_commit_group
    triton_gpu.async_bulk_wait {num = 0 : i32}
    tt.return
  }
}

// -----

module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func @barriers
  // LLVM-LABEL: llvm.func @barriers
  // LLVM: nvvm.read.ptx.sreg.tid.x
  // LLVM: nvvm.barrier.arrive
  // LLVM: nvvm.barrier id =
  // LLVM: nvvm.setmaxregister increase 240
  // LLVM: nvvm.setmaxregister decrease 40
  tt.func @barriers(%i: i32, %n: i32, %k: i1) {
    // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #[[LINE:.*]], #smem, mutable>
    // CHECK: %[[M0:.*]] = ttg.memdesc_index %[[M]][%c0{{.*}}]
    // CHECK: ttng.init_barrier %[[M0]], 128
    // CHECK: %[[M1:.*]] = ttg.memdesc_index %[[M]][%c1{{.*}}]
    // CHECK: ttng.init_barrier %[[M1]], 128
    // CHECK: %[[B:.*]] = ttg.memdesc_index %[[M]][%[[I:arg0]]]
    // CHECK: %[[E:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x1xi64,
    // CHECK-COUNT-3: ttng.init_barrier %{{.*}}, 1
    // CHECK: ttg.memdesc_index %[[E]]
    // CHECK: ttng.arrive_barrier %[[B]], 1 :
    // CHECK: ttng.arrive_barrier %[[B]], 1, %{{.*}} :
    // CHECK: ttng.async_copy_mbarrier_arrive %[[B]] {noIncrement} :
    // CHECK: %[[P:.*]] = arith.extui %{{.*}} : i1 to i32
    // CHECK: ttng.wait_barrier %[[B]], %[[P]] :
    %0 = triton_nvidia_gpu.alloc_mbarrier {count = 128 : i32} : tensor<2xi64>
    %1 = triton_nvidia_gpu.extract_mbarrier %0[%i] : tensor<2xi64>, i32 -> <i64, 3>
    %e = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : tensor<3xi64, #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>
    %f = triton_nvidia_gpu.extract_mbarrier %e[%i] : tensor<3xi64, #triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>>, i32 -> <i64, 3>
    triton_nvidia_gpu.mbarrier_arrive %1 {operandSegmentSizes = array<i32: 1, 0, 0>, trackAsyncOp = false} : !tt.ptr<i64, 3>
    triton_nvidia_gpu.mbarrier_arrive %1, %k {trackAsyncOp = false} : !tt.ptr<i64, 3>, i1
    triton_nvidia_gpu.mbarrier_arrive %1 {trackAsyncOp = true} : !tt.ptr<i64, 3>
    triton_nvidia_gpu.mbarrier_wait %1, %k : !tt.ptr<i64, 3>
    // CHECK: nvvm.read.ptx.sreg.tid.x : i32
    // CHECK: nvvm.read.ptx.sreg.cluster.ctarank : i32
    // CHECK: nvvm.barrier.arrive id = %{{.*}} number_of_threads = %{{.*}}
    // CHECK: nvvm.barrier id = %{{.*}} number_of_threads = %{{.*}}
    // CHECK: nvvm.setmaxregister increase 240
    // CHECK: nvvm.setmaxregister decrease 40
    %2 = triton_nvidia_gpu.get_thread_id : i32
    %3 = triton_nvidia_gpu.get_cluster_cta_id : i32
    triton_nvidia_gpu.bar_arrive %i, %n : i32, i32
    triton_nvidia_gpu.bar_wait %i, %n : i32, i32
    triton_nvidia_gpu.reg_alloc 240
    triton_nvidia_gpu.reg_dealloc {regCount = 40 : i32}
    tt.return
  }
}

// -----

// Warp groups multiplied shared memory by the op of all products.
#shared = #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>
#mma = #triton_gpu.mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32} {
  // CHECK-LABEL: tt.func private @product
  // CHECK: ttng.warp_group_dot %{{.*}}, %{{.*}}, %{{.*}} {inputPrecision = 0 : i32} : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> * !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf32, #mma>
  // LLVM-LABEL: llvm.func internal @product
  // LLVM: wgmma
  tt.func private @product(%c: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %0 = triton_gpu.alloc_tensor : tensor<64x64xf16, #shared>
    %1 = tt.dot %0, %0, %c {allowTF32 = true, maxNumImpreciseAcc = 0 : i32} : tensor<64x64xf16, #shared> * tensor<64x64xf16, #shared> -> tensor<64x64xf32, #mma>
    tt.return %1 : tensor<64x64xf32, #mma>
  }
}
