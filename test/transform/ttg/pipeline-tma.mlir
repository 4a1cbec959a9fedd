// Tensor descriptors in loops: reads wait at barriers, writes go on, and each iteration has its tensor map.
// RUN: tern-opt %s --tritongpu-pipeline --canonicalize --allow-unregistered-dialect | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
!tile = tensor<64x64xf16, #rows>
!desc = !tt.tensordesc<tensor<64x64xf16, #shared>>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // Two reads that nobody waits for in between share a barrier, which counts the bytes of both.
  // CHECK-LABEL: @reads(
  // CHECK: %[[M0:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  // CHECK: %[[M1:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  // CHECK: %[[BARS:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64, #{{.*}}, #smem, mutable>
  // CHECK-COUNT-2: ttng.init_barrier %{{.*}}, 1
  // CHECK: scf.for %{{.*}} iter_args(%[[F:.*]] = %c1_i32, %[[R:.*]] = %c-1_i32, %[[PHASE:.*]] = %c0_i32)
  // CHECK: %[[MORE:.*]] = arith.cmpi slt
  // CHECK: %[[WRAPS:.*]] = arith.cmpi sge
  // CHECK: %[[R1:.*]] = arith.select %[[WRAPS]], %c0_i32
  // CHECK: %[[TURNED:.*]] = arith.xori %[[PHASE]], %c1_i32
  // CHECK: %[[PHASE1:.*]] = arith.select %[[WRAPS]], %[[TURNED]], %[[PHASE]]
  // CHECK: %[[FULL:.*]] = ttg.memdesc_index %[[BARS]][%[[R1]]]
  // CHECK: ttng.wait_barrier %[[FULL]], %[[PHASE1]]
  // CHECK: %[[V1:.*]] = ttg.memdesc_index %[[M1]][%[[R1]]]
  // CHECK: %[[Y:.*]] = ttg.local_load %[[V1]]
  // CHECK: %[[V0:.*]] = ttg.memdesc_index %[[M0]][%[[R1]]]
  // CHECK: %[[X:.*]] = ttg.local_load %[[V0]]
  // CHECK: "my.use"(%[[X]], %[[Y]])
  // CHECK: ttng.barrier_expect %[[B:.*]], 16384, %[[MORE]]
  // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}, %[[B]], %[[MORE]]
  // CHECK: ttng.async_tma_copy_global_to_local %{{.*}}, %[[B]], %[[MORE]]
  // CHECK: }
  // CHECK-COUNT-2: ttng.inval_barrier
  // CHECK: ttg.local_dealloc %[[BARS]]
  tt.func @reads(%p: !desc, %q: !desc, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      %x = tt.descriptor_load %p[%i, %c0] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !desc -> !tile
      %y = tt.descriptor_load %q[%c0, %i] {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !desc -> !tile
      "my.use"(%x, %y) {loop.cluster = 0 : i32, loop.stage = 2 : i32} : (!tile, !tile) -> ()
    } {tt.scheduled_max_stage = 2 : i32}
    tt.return
  }

  // A write waits for the one before, and what looks alike shares memory.
  // CHECK-LABEL: @writes(
  // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16,
  // CHECK-NOT: local_alloc
  // CHECK: scf.for
  // CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK-NEXT: ttg.local_store %{{.*}}, %[[M]]
  // CHECK-NEXT: ttng.fence_async_shared {bCluster = false}
  // CHECK-NEXT: ttng.async_tma_copy_local_to_global %{{.*}} %[[M]]
  // CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK-NEXT: ttg.local_store %{{.*}}, %[[M]]
  // CHECK: }
  // CHECK: ttng.async_tma_store_wait {pendings = 0 : i32}
  // CHECK: ttg.local_dealloc %[[M]]
  tt.func @writes(%p: !desc, %x: !tile, %y: !tile, %l: i32, %u: i32, %s: i32) {
    scf.for %i = %l to %u step %s : i32 {
      tt.descriptor_store %p[%i, %l], %x : !desc, !tile
      tt.descriptor_store %p[%i, %u], %y : !desc, !tile
    }
    tt.return
  }

  // While a copy reads one tensor map the next one is written. Where a branch makes it the count goes through the branch.
  // CHECK-LABEL: @makes(
  // CHECK: %[[G:.*]] = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 256 : i32}
  // CHECK: scf.for %{{.*}} iter_args(%{{.*}}, %[[N:.*]] = %c0_i32)
  // CHECK: scf.if %{{.*}} -> (!tt.tensordesc<{{.*}}>, i32) {
  // CHECK: %[[OFFSET:.*]] = arith.muli %[[N]], %c128_i32
  // CHECK: %[[MAP:.*]] = tt.addptr %[[G]], %[[OFFSET]]
  // CHECK: ttng.tensormap_create %[[MAP]]
  // CHECK: ttng.tensormap_fenceproxy_acquire %[[MAP]]
  // CHECK: %[[D:.*]] = ttng.reinterpret_tensor_descriptor %[[MAP]]
  // CHECK: %[[NEXT:.*]] = arith.select %{{.*}}, %c0_i32
  // CHECK: scf.yield %[[D]], %[[NEXT]]
  // CHECK: } else {
  // CHECK: scf.yield %{{.*}}, %[[N]]
  tt.func @makes(%base: !tt.ptr<f16>, %first: !desc, %x: !tile, %n: i32, %stride: i64, %c: i1) -> !desc {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %one = arith.constant 1 : i64
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%d = %first) -> (!desc) : i32 {
      %e = scf.if %c -> (!desc) {
        %f = tt.make_tensor_descriptor %base, [%n, %n], [%stride, %one] : <f16>, <tensor<64x64xf16, #shared>>
        scf.yield %f : !desc
      } else {
        scf.yield %d : !desc
      }
      tt.descriptor_store %e[%i, %i], %x : !desc, !tile
      scf.yield %e : !desc
    }
    tt.return %r : !desc
  }

  // A product of a warp group runs on while the next iteration begins: there is one more.
  // CHECK-LABEL: @makes_beside_product(
  // CHECK: ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 384 : i32}
  // CHECK: %[[K:.*]] = arith.addi %{{.*}}, %c1_i32
  // CHECK: arith.cmpi sge, %[[K]], %c3_i32
  tt.func @makes_beside_product(%base: !tt.ptr<f16>, %x: !tile, %y: !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory>, %n: i32, %stride: i64) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %one = arith.constant 1 : i64
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
      %d = tt.make_tensor_descriptor %base, [%n, %n], [%stride, %one] : <f16>, <tensor<64x64xf16, #shared>>
      %b = ttng.warp_group_dot %y, %y, %a : !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory> * !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory> -> tensor<64x64xf32, #mma>
      tt.descriptor_store %d[%i, %i], %x : !desc, !tile
      scf.yield %b : tensor<64x64xf32, #mma>
    }
    tt.return %r : tensor<64x64xf32, #mma>
  }
}
