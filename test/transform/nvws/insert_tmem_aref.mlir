// RUN: tern-opt %s --allow-unregistered-dialect --nvws-insert-tmem-aref --cse | FileCheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#columns = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#smem = #ttg.shared_memory
!a = !ttg.memdesc<128x64xf16, #boxes, #smem>
!b = !ttg.memdesc<64x64xf16, #boxes, #smem>
!sums = !ttg.memdesc<128x64xf32, #columns, #ttng.tensor_memory, mutable>
!tile = tensor<128x64xf32, #rows>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  // Products fill the sums in turn with who reads them. Behind the loop the function waits for the last one.
  // CHECK-LABEL: @read_behind
  // CHECK: %[[M:.*]] = ttng.tmem_alloc : () -> !ttg.memdesc<1x128x64xf32,
  // CHECK-NEXT: %[[A:.*]] = nvws.aref.create %[[M]]
  // CHECK-NEXT: %{{.*}}, %[[T:.*]] = nvws.aref.put.enter %[[A]] :
  // CHECK-NEXT: %[[B:.*]] = nvws.aref.buffer %[[A]], %[[T]] :
  // CHECK-NEXT: ttng.tmem_store %{{.*}}, %[[B]][],
  // CHECK-NEXT: %[[R:.*]] = scf.for {{.*}} iter_args(%[[C:.*]] = %[[T]])
  // CHECK-NEXT: %[[B:.*]] = nvws.aref.buffer %[[A]], %[[C]] {loop.cluster = 2 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>}
  // CHECK-NEXT: ttng.tc_gen5_mma %{{.*}}, %{{.*}}, %[[B]][],
  // CHECK-NEXT: scf.yield {ttg.partition = array<i32: 0, 1>} %[[C]]
  // CHECK: nvws.aref.put.exit %[[A]], %[[R]] [#nvws.async_op<tc5mma>] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 3 : i32}
  // CHECK-NEXT: %{{.*}}, %[[T:.*]] = nvws.aref.get.enter %[[A]] :
  // CHECK-NEXT: %[[B:.*]] = nvws.aref.buffer %[[A]], %[[T]] :
  // CHECK-NEXT: ttng.tmem_load %[[B]][]
  // CHECK-NEXT: nvws.aref.get.exit %[[A]], %[[T]] [#nvws.async_op<none>] :
  tt.func @read_behind(%a: !a, %b: !b, %n: i32, %z: !tile) -> !tile {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    %s = ttng.tmem_store %z, %m[%t], %true : !tile -> !sums
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %s) -> (!ttg.async.token) : i32 {
      %v = ttng.tc_gen5_mma %a, %b, %m[%u], %true, %true {loop.cluster = 2 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : !a, !b, !sums
      scf.yield {ttg.partition = array<i32: 0, 1>} %v : !ttg.async.token
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 3 : i32}
    %x, %w = ttng.tmem_load %m[%r] : !sums -> !tile
    tt.return %x : !tile
  }

  // Sums that begin anew have two buffers, unless the loop wants one. Each owner gives them up as soon as it can, and the last one hands
  // them to who would wait for them.
  // CHECK-LABEL: @read_inside
  // CHECK: ttng.tmem_alloc : () -> !ttg.memdesc<2x128x64xf32,
  // CHECK: %{{.*}}, %[[T:.*]] = nvws.aref.put.enter %[[A:.*]] :
  // CHECK: scf.for {{.*}} iter_args(%[[C:.*]] = %[[T]])
  // CHECK: ttng.tc_gen5_mma
  // CHECK-NEXT: nvws.aref.put.exit %[[A]], %[[C]] [#nvws.async_op<tc5mma>] {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: %{{.*}}, %[[G:.*]] = nvws.aref.get.enter %[[A]] {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: %[[B:.*]] = nvws.aref.buffer %[[A]], %[[G]] {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: ttng.tmem_load %[[B]]
  // CHECK-NEXT: nvws.aref.get.exit %[[A]], %[[G]] [#nvws.async_op<none>] {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: "use"
  // CHECK-NEXT: %{{.*}}, %[[P:.*]] = nvws.aref.put.enter %[[A]] {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: scf.yield {{.*}} %[[P]]
  // CHECK: nvws.aref.put.exit %[[A]], %{{.*}} [#nvws.async_op<none>] {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32}
  // CHECK-NEXT: %{{.*}}, %[[G:.*]] = nvws.aref.get.enter %[[A]] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32}
  // CHECK-NEXT: nvws.aref.get.exit %[[A]], %[[G]] [#nvws.async_op<none>] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32}
  // CHECK: ttng.tmem_alloc : () -> !ttg.memdesc<1x128x64xf32,
  tt.func @read_inside(%a: !a, %b: !b, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %false = arith.constant false
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    scf.for %i = %c0 to %n step %c1 iter_args(%u = %t) -> (!ttg.async.token) : i32 {
      %v = ttng.tc_gen5_mma %a, %b, %m[%u], %false, %true {ttg.partition = array<i32: 1>} : !a, !b, !sums
      %x, %w = ttng.tmem_load %m[%v] {ttg.partition = array<i32: 0>} : !sums -> !tile
      "use"(%x) {ttg.partition = array<i32: 0>} : (!tile) -> ()
      scf.yield {ttg.partition = array<i32: 0, 1>} %w : !ttg.async.token
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    %p, %q = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    scf.for %i = %c0 to %n step %c1 iter_args(%u = %q) -> (!ttg.async.token) : i32 {
      %v = ttng.tc_gen5_mma %a, %b, %p[%u], %false, %true {ttg.partition = array<i32: 1>} : !a, !b, !sums
      %x, %w = ttng.tmem_load %p[%v] {ttg.partition = array<i32: 0>} : !sums -> !tile
      "use"(%x) {ttg.partition = array<i32: 0>} : (!tile) -> ()
      scf.yield {ttg.partition = array<i32: 0, 1>} %w : !ttg.async.token
    } {tt.disallow_acc_multi_buffer, tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 1 : i32}
    tt.return
  }

  // A conditional in which the sums are read becomes three: products give them up, they are read, products take them back.
  // CHECK-LABEL: @branch
  // CHECK: ttng.tc_gen5_mma
  // CHECK: scf.if %[[K:.*]] {
  // CHECK-NEXT: nvws.aref.put.exit %[[A:.*]], %[[C:.*]] [#nvws.async_op<tc5mma>]
  // CHECK-NEXT: } {loop.stage = 1 : i32, ttg.partition = array<i32: 1>}
  // CHECK: scf.if %[[K]]
  // CHECK-NEXT: nvws.aref.get.enter
  // CHECK: ttng.tmem_load
  // CHECK-NEXT: nvws.aref.get.exit
  // CHECK-NEXT: "use"
  // CHECK: } {ttg.partition = array<i32: 0>, ttg.partition.outputs = [array<i32: 0>]}
  // CHECK: %[[T:.*]] = scf.if %[[K]]
  // CHECK-NEXT: %{{.*}}, %[[P:.*]] = nvws.aref.put.enter %[[A]]
  // CHECK-NEXT: scf.yield {ttg.partition = array<i32: 1>} %[[P]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield {ttg.partition = array<i32: 1>} %[[C]]
  // CHECK-NEXT: } {loop.stage = 1 : i32, ttg.partition = array<i32: 1>, ttg.partition.outputs = [array<i32: 1>]}
  // CHECK: scf.yield {{.*}} %[[T]]
  tt.func @branch(%a: !a, %b: !b, %n: i32, %k: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    scf.for %i = %c0 to %n step %c1 iter_args(%u = %t) -> (!ttg.async.token) : i32 {
      %v = ttng.tc_gen5_mma %a, %b, %m[%u], %true, %true {ttg.partition = array<i32: 1>} : !a, !b, !sums
      %y = scf.if %k -> (!ttg.async.token) {
        %x, %w = ttng.tmem_load %m[%v] {ttg.partition = array<i32: 0>} : !sums -> !tile
        "use"(%x) {ttg.partition = array<i32: 0>} : (!tile) -> ()
        scf.yield {ttg.partition = array<i32: 0, 1>} %w : !ttg.async.token
      } else {
        scf.yield {ttg.partition = array<i32: 0, 1>} %v : !ttg.async.token
      } {ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>]}
      scf.yield {ttg.partition = array<i32: 0, 1>} %y : !ttg.async.token
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // Memory that is filled in the loop is put there; its buffers are made before the loop.
  // CHECK-LABEL: @filled
  // CHECK: %[[A:.*]] = nvws.aref.create %{{.*}} : <[!ttg.memdesc<1x128x64xf16,
  // CHECK: scf.for
  // CHECK: %{{.*}}, %[[P:.*]] = nvws.aref.put.enter %[[A]] {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: %[[B:.*]] = nvws.aref.buffer %[[A]], %[[P]] {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: %[[YES:.*]] = arith.constant {ttg.partition = array<i32: 0>} true
  // CHECK-NEXT: ttng.tmem_store %{{.*}}, %[[B]], %[[YES]] {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: nvws.aref.put.exit %[[A]], %[[P]] [#nvws.async_op<none>] {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: %{{.*}}, %[[G:.*]] = nvws.aref.get.enter %[[A]] {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: %[[D:.*]] = nvws.aref.buffer %[[A]], %[[G]] {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: %[[V:.*]] = ttng.tc_gen5_mma %[[D]], %{{.*}}, %[[M:.*]][%[[U:.*]]],
  // CHECK-NEXT: nvws.aref.get.exit %[[A]], %[[G]] [#nvws.async_op<tc5mma>] {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: scf.yield {{.*}} %[[V]]
  tt.func @filled(%f: tensor<128x64xf16, #rows>, %b: !b, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    scf.for %i = %c0 to %n step %c1 iter_args(%u = %t) -> (!ttg.async.token) : i32 {
      %p = ttng.tmem_alloc %f {ttg.partition = array<i32: 0>} : (tensor<128x64xf16, #rows>) -> !ttg.memdesc<128x64xf16, #columns, #ttng.tensor_memory>
      %v = ttng.tc_gen5_mma %p, %b, %m[%u], %true, %true {ttg.partition = array<i32: 1>} : !ttg.memdesc<128x64xf16, #columns, #ttng.tensor_memory>, !b, !sums
      scf.yield {ttg.partition = array<i32: 0, 1>} %v : !ttg.async.token
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 0 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // The memory is given back where it was used last, which may be another block than the one that allocated it.
  // CHECK-LABEL: @blocks
  // CHECK: nvws.aref.put.enter
  // CHECK: ttng.tc_gen5_mma
  // CHECK-NEXT: nvws.aref.put.exit
  // CHECK-NEXT: nvws.aref.get.enter
  // CHECK-NEXT: nvws.aref.buffer
  // CHECK-NEXT: ttng.tmem_load
  // CHECK-NEXT: nvws.aref.get.exit
  tt.func @blocks(%a: !a, %b: !b, %k: i1) {
    %true = arith.constant true
    %m, %t = ttng.tmem_alloc : () -> (!sums, !ttg.async.token)
    cf.cond_br %k, ^bb1, ^bb2
  ^bb1:
    tt.return
  ^bb2:
    %v = ttng.tc_gen5_mma %a, %b, %m[%t], %true, %true {ttg.partition = array<i32: 1>, ttg.warp_specialize.tag = 0 : i32} : !a, !b, !sums
    %x, %w = ttng.tmem_load %m[%v] {ttg.partition = array<i32: 0>, ttg.warp_specialize.tag = 0 : i32} : !sums -> !tile
    "use"(%x) : (!tile) -> ()
    tt.return
  }

  // Without partitions nothing is asked of tokens.
  // CHECK-LABEL: @others
  // CHECK-NOT: nvws
  tt.func @others(%z: !tile) -> !tile {
    %true = arith.constant true
    %m = ttng.tmem_alloc : () -> !sums
    ttng.tmem_store %z, %m, %true : !tile -> !sums
    %x = ttng.tmem_load %m : !sums -> !tile
    tt.return %x : !tile
  }
}
