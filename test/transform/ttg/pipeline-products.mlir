// RUN: tern-opt %s --tritongpu-assign-latencies --tritongpu-schedule-loops --tritongpu-pipeline --canonicalize | FileCheck %s
// RUN: tern-opt %s --tritongpu-assign-latencies | FileCheck %s --check-prefix=LATENCY

#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#lane = #ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#m = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
!px = tensor<128x64x!tt.ptr<f16>, #b>
!py = tensor<64x64x!tt.ptr<f16>, #b>
!x = !ttg.memdesc<128x64xf16, #s, #smem>
!y = !ttg.memdesc<64x64xf16, #s, #smem>
!d = !ttg.memdesc<128x64xf32, #m, #ttng.tensor_memory, mutable>
!token = !ttg.async.token
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // Both operands are loaded ahead and nobody reads the sums: a product goes on while the next iteration begins. Its operands have a buffer
  // more than stages, and the last iteration, which has nothing to begin, stands behind the loop.
  // LATENCY-LABEL: tt.func @sums
  // LATENCY: ttng.tc_gen5_mma {{.*}} {tt.latency = 1 : i32, tt.self_latency = 1 : i32}
  // CHECK-LABEL: tt.func @sums
  // CHECK: %[[BARRIERS:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64,
  // CHECK-COUNT-2: ttng.init_barrier
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x128x64xf16
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16
  // The first product adds nothing to its sums, and the others of the loop do.
  // CHECK: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %{{.*}}, %false, %{{.*}}, %{{.*}}[%true] {is_async}
  // CHECK: scf.for
  // CHECK: %[[BARRIER:.*]] = ttg.memdesc_index %[[BARRIERS]]
  // CHECK: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %{{.*}}, %true, %true, %[[BARRIER]][%true] {is_async}
  // CHECK-NEXT: ttng.wait_barrier %{{.*}}, %{{.*}} deps %{{.*}}, %{{.*}} :
  // CHECK: scf.if
  // CHECK: ttng.wait_barrier
  // CHECK-NOT: ttng.tc_gen5_mma
  // CHECK: ttg.local_dealloc
  // CHECK: ttng.tmem_load
  tt.func @sums(%px: !px {tt.contiguity = dense<[1, 16]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>},
                %py: !py {tt.contiguity = dense<[1, 16]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<128x64xf32, #lane> {
    %true = arith.constant true
    %false = arith.constant false
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %d = ttng.tmem_alloc : () -> !d
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%has = %false) -> (i1) : i32 {
      %0 = tt.load %px : !px
      %1 = tt.load %py : !py
      %x = ttg.local_alloc %0 : (tensor<128x64xf16, #b>) -> !x
      %y = ttg.local_alloc %1 : (tensor<64x64xf16, #b>) -> !y
      ttng.tc_gen5_mma %x, %y, %d, %has, %true : !x, !y, !d
      scf.yield %true : i1
    } {tt.num_stages = 3 : i32}
    %2 = ttng.tmem_load %d : !d -> tensor<128x64xf32, #lane>
    tt.return %2 : tensor<128x64xf32, #lane>
  }

  // Sums that are read while the next ones are computed have two buffers, which change where sums begin anew.
  // LATENCY-LABEL: tt.func @read
  // LATENCY: ttng.tc_gen5_mma {{.*}} {tt.latency = 1 : i32, tt.self_latency = 1 : i32}
  // CHECK-LABEL: tt.func @read
  // CHECK: %[[D:.*]], %{{.*}} = ttng.tmem_alloc : () -> (!ttg.memdesc<2x128x64xf32,
  // CHECK: scf.for {{.*}} iter_args(
  // CHECK: %[[WRAPS:.*]] = arith.cmpi sge, %{{.*}}, %c2_i32
  // CHECK: %[[NEXT:.*]] = arith.select %[[WRAPS]], %c0_i32, %{{.*}} : i32
  // CHECK: %[[V:.*]] = ttg.memdesc_index %[[D]][%[[NEXT]]]
  // CHECK: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %[[V]][], %false, %true, %{{.*}} {is_async}
  // CHECK: ttng.wait_barrier
  // CHECK: scf.if
  // CHECK: %[[W:.*]] = ttg.memdesc_index %[[D]][%arg{{[0-9]+}}]
  // CHECK: ttng.tmem_load %[[W]][]
  tt.func @read(%px: !px {tt.contiguity = dense<[1, 16]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>},
                %py: !py {tt.contiguity = dense<[1, 16]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32,
                %out: tensor<128x64x!tt.ptr<f32>, #lane>, %p: i1) {
    %true = arith.constant true
    %false = arith.constant false
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %d, %t = ttng.tmem_alloc : () -> (!d, !token)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %t) -> (!token) : i32 {
      %0 = tt.load %px : !px
      %1 = tt.load %py : !py
      %x = ttg.local_alloc %0 : (tensor<128x64xf16, #b>) -> !x
      %y = ttg.local_alloc %1 : (tensor<64x64xf16, #b>) -> !y
      %u = ttng.tc_gen5_mma %x, %y, %d[%k], %false, %true : !x, !y, !d
      %last = scf.if %p -> !token {
        %2, %v = ttng.tmem_load %d[%u] : !d -> tensor<128x64xf32, #lane>
        tt.store %out, %2 : tensor<128x64x!tt.ptr<f32>, #lane>
        scf.yield %v : !token
      } else {
        scf.yield %u : !token
      }
      scf.yield %last : !token
    } {tt.num_stages = 3 : i32}
    tt.return
  }

  // With sums that are always added to there is but one buffer, so those who read them do not lag behind; nor is anything put off where
  // operands come from who knows where, or where other products are done on the spot.
  // LATENCY-LABEL: tt.func @one_buffer
  // LATENCY: ttng.tc_gen5_mma {{.*}} {tt.self_latency = 1 : i32}
  // LATENCY: ttng.tc_gen5_mma
  // LATENCY-NOT: latency
  // LATENCY: tt.return
  tt.func @one_buffer(%px: !px {tt.contiguity = dense<[1, 16]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>},
                      %y: !y, %n: i32, %out: tensor<128x64x!tt.ptr<f32>, #lane>, %first: !x) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %d = ttng.tmem_alloc : () -> !d
    scf.for %i = %c0 to %n step %c1 : i32 {
      %0 = tt.load %px : !px
      %x = ttg.local_alloc %0 : (tensor<128x64xf16, #b>) -> !x
      ttng.tc_gen5_mma %x, %y, %d, %true, %true : !x, !y, !d
      %2 = ttng.tmem_load %d : !d -> tensor<128x64xf32, #lane>
      tt.store %out, %2 : tensor<128x64x!tt.ptr<f32>, #lane>
    } {tt.num_stages = 3 : i32}
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %first) -> (!x) : i32 {
      %0 = tt.load %px : !px
      %next = ttg.local_alloc %0 : (tensor<128x64xf16, #b>) -> !x
      ttng.tc_gen5_mma %x, %y, %d, %true, %true : !x, !y, !d
      scf.yield %next : !x
    } {tt.num_stages = 1 : i32}
    tt.return
  }
}
