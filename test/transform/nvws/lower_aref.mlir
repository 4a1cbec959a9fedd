// RUN: tern-opt %s --split-input-file --allow-unregistered-dialect --nvws-lower-aref=num-stages=2 | FileCheck %s

#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // Ordinary stores and loads: three threads' groups, each of which arrives once. Two consumers make a place empty.
  // CHECK-LABEL: @ordinary
  // CHECK: %[[EMPTY:.*]] = ttg.local_alloc : () -> !ttg.memdesc<4x1xi64, #shared, #smem, mutable>
  // CHECK-COUNT-4: ttng.init_barrier %{{.*}}, 2
  // CHECK: %[[FULL:.*]] = ttg.local_alloc : () -> !ttg.memdesc<4x1xi64, #shared, #smem, mutable>
  // CHECK-COUNT-4: ttng.init_barrier %{{.*}}, 1
  // CHECK: scf.for
  // CHECK: %[[S:.*]] = arith.select
  // CHECK: %[[P:.*]] = arith.select
  // CHECK: %[[BAR:.*]] = ttg.memdesc_index %[[EMPTY]][%[[S]]] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>}
  // CHECK-NEXT: ttng.wait_barrier %[[BAR]], %[[P]] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>}
  // CHECK-NEXT: %[[VIEW:.*]] = ttg.memdesc_index %{{.*}}[%[[S]]]
  // CHECK-NEXT: "fill"(%[[VIEW]])
  // CHECK-NEXT: %[[BAR:.*]] = ttg.memdesc_index %[[FULL]][%[[S]]] {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: ttng.arrive_barrier %[[BAR]], 1 {ttg.partition = array<i32: 1>}
  // CHECK: ttng.wait_barrier %{{.*}} {ttg.partition = array<i32: 0>}
  // CHECK: "read"
  // CHECK-NEXT: %[[BAR:.*]] = ttg.memdesc_index %[[EMPTY]]
  // CHECK-NEXT: ttng.arrive_barrier %[[BAR]], 1 {ttg.partition = array<i32: 0>}
  // CHECK: ttng.wait_barrier %{{.*}} {ttg.partition = array<i32: 2>}
  // CHECK: } {ttg.partition
  // CHECK-COUNT-4: ttng.inval_barrier
  // CHECK: ttg.local_dealloc %[[EMPTY]]
  // CHECK-COUNT-4: ttng.inval_barrier
  // CHECK: ttg.local_dealloc %[[FULL]]
  // CHECK-NOT: nvws
  tt.func @ordinary(%n: i32, %m: !ttg.memdesc<4x8xf32, #line, #smem, mutable>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = nvws.aref.create %m : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %b, %t = nvws.aref.put.enter %a {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem, mutable>, !ttg.async.token
      "fill"(%b) {ttg.partition = array<i32: 1>} : (!ttg.memdesc<8xf32, #line, #smem, mutable>) -> ()
      nvws.aref.put.exit %a, %t [#nvws.async_op<none>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
      %c, %u = nvws.aref.get.enter %a {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem>, !ttg.async.token
      "read"(%c) {ttg.partition = array<i32: 0>} : (!ttg.memdesc<8xf32, #line, #smem>) -> ()
      nvws.aref.get.exit %a, %u [#nvws.async_op<none>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
      %d, %v = nvws.aref.get.enter %a {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]> -> !ttg.memdesc<8xf32, #line, #smem>, !ttg.async.token
      %e = nvws.aref.buffer %a, %v {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token -> !ttg.memdesc<8xf32, #line, #smem>
      "read"(%e) {ttg.partition = array<i32: 2>} : (!ttg.memdesc<8xf32, #line, #smem>) -> ()
      nvws.aref.get.exit %a, %v [#nvws.async_op<none>] {ttg.partition = array<i32: 2>} : <[!ttg.memdesc<4x8xf32, #line, #smem, mutable>]>, !ttg.async.token
    } {ttg.partition = array<i32: 0, 1, 2>, ttg.partition.stages = [0 : i32, 0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // Two arefs that one product reads become one, of two places each; TMA tells its barrier of both. The view of a buffer may be written.
  // CHECK-LABEL: @loads
  // CHECK: %[[X:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  // CHECK: %[[Y:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>
  // CHECK: %[[EMPTY:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64
  // CHECK: %[[FULL:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x1xi64
  // CHECK: scf.for
  // CHECK: ttng.wait_barrier
  // CHECK-NEXT: %[[XV:.*]] = ttg.memdesc_index %[[X]]
  // CHECK-NEXT: %[[YV:.*]] = ttg.memdesc_index %[[Y]]
  // CHECK-NEXT: %[[BAR:.*]] = ttg.memdesc_index %[[FULL]]
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant {ttg.partition = array<i32: 1>} true
  // CHECK-NEXT: ttng.barrier_expect %[[BAR]], 16384 {ttg.partition = array<i32: 1>}, %[[TRUE]]
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local %{{.*}} %[[XV]], %[[BAR]], %[[TRUE]]
  // CHECK-NEXT: ttng.async_tma_copy_global_to_local %{{.*}} %[[YV]], %[[BAR]], %[[TRUE]]
  // CHECK: ttng.wait_barrier
  // CHECK-NEXT: %[[XV:.*]] = ttg.memdesc_index %[[X]]
  // CHECK-NEXT: %[[YV:.*]] = ttg.memdesc_index %[[Y]]
  // CHECK-NEXT: %[[V:.*]] = ttg.memdesc_trans %[[YV]] {{.*}} -> !ttg.memdesc<64x64xf16, #shared2, #smem, mutable>
  // CHECK-NEXT: ttng.warp_group_dot %[[XV]], %[[V]]
  // CHECK-NEXT: %[[BAR:.*]] = ttg.memdesc_index %[[EMPTY]]
  // CHECK-NEXT: ttng.arrive_barrier %[[BAR]], 1
  // CHECK-NOT: ttng.wait_barrier
  tt.func @loads(%n: i32, %dx: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %dy: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %sums: tensor<64x64xf32, #mma>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %mx = ttg.local_alloc : () -> !ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>
    %my = ttg.local_alloc : () -> !ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>
    %x = nvws.aref.create %mx : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>
    %y = nvws.aref.create %my : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %sums) -> (tensor<64x64xf32, #mma>) : i32 {
      %xb, %xt = nvws.aref.put.enter %x {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #boxes, #smem, mutable>, !ttg.async.token
      nvws.descriptor_load %dx[%c0, %i] 8192 %xb {ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<64x64xf16, #boxes>>, i32, i32, !ttg.memdesc<64x64xf16, #boxes, #smem, mutable>
      nvws.aref.put.exit %x, %xt [#nvws.async_op<tma_load>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>, !ttg.async.token
      %yb, %yt = nvws.aref.put.enter %y {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #boxes, #smem, mutable>, !ttg.async.token
      nvws.descriptor_load %dy[%c0, %i] 8192 %yb {ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<64x64xf16, #boxes>>, i32, i32, !ttg.memdesc<64x64xf16, #boxes, #smem, mutable>
      nvws.aref.put.exit %y, %yt [#nvws.async_op<tma_load>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>, !ttg.async.token
      %xg, %xu = nvws.aref.get.enter %x {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #boxes, #smem>, !ttg.async.token
      %yg, %yu = nvws.aref.get.enter %y {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #boxes, #smem>, !ttg.async.token
      %v = ttg.memdesc_trans %yg {order = array<i32: 1, 0>, ttg.partition = array<i32: 0>} : !ttg.memdesc<64x64xf16, #boxes, #smem> -> !ttg.memdesc<64x64xf16, #turned, #smem>
      %d = ttng.warp_group_dot %xg, %v, %s {ttg.partition = array<i32: 0>} : !ttg.memdesc<64x64xf16, #boxes, #smem> * !ttg.memdesc<64x64xf16, #turned, #smem> -> tensor<64x64xf32, #mma>
      nvws.aref.get.exit %x, %xu [#nvws.async_op<wgmma>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>, !ttg.async.token
      nvws.aref.get.exit %y, %yu [#nvws.async_op<wgmma>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>, !ttg.async.token
      scf.yield {ttg.partition = array<i32: 0>} %d : tensor<64x64xf32, #mma>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // Ordinary reads of what TMA fills: a fence stands before the place is given back.
  // CHECK-LABEL: @fence
  // CHECK: "read"
  // CHECK-NEXT: ttng.fence_async_shared {bCluster = false, ttg.partition = array<i32: 0>}
  // CHECK: ttng.arrive_barrier
  tt.func @fence(%n: i32, %dx: !tt.tensordesc<tensor<64x64xf16, #boxes>>) {
    %mx = ttg.local_alloc : () -> !ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>
    %x = nvws.aref.create %mx : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>
    scf.for %i = %n to %n step %n : i32 {
      %xb, %xt = nvws.aref.put.enter %x {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #boxes, #smem, mutable>, !ttg.async.token
      nvws.descriptor_load %dx[%i, %i] 8192 %xb {ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<64x64xf16, #boxes>>, i32, i32, !ttg.memdesc<64x64xf16, #boxes, #smem, mutable>
      nvws.aref.put.exit %x, %xt [#nvws.async_op<tma_load>] {ttg.partition = array<i32: 1>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>, !ttg.async.token
      %xg, %xu = nvws.aref.get.enter %x {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]> -> !ttg.memdesc<64x64xf16, #boxes, #smem>, !ttg.async.token
      "read"(%xg) {ttg.partition = array<i32: 0>} : (!ttg.memdesc<64x64xf16, #boxes, #smem>) -> ()
      nvws.aref.get.exit %x, %xu [#nvws.async_op<none>] {ttg.partition = array<i32: 0>} : <[!ttg.memdesc<1x64x64xf16, #boxes, #smem, mutable>]>, !ttg.async.token
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
