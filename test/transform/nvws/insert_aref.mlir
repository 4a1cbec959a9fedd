// RUN: tern-opt %s --allow-unregistered-dialect --nvws-insert-aref | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#boxes = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32} {
  // Loads go to the buffers themselves; the product reads the buffers, which are given back behind it. Enters and exits run when the
  // loads and the product do.
  // CHECK-LABEL: @product
  // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1x64x64xf16, #shared, #smem, mutable>
  // CHECK-NEXT: %[[A:.*]] = nvws.aref.create %[[M]]
  // CHECK: %[[B:.*]] = nvws.aref.create
  // CHECK: scf.for
  // CHECK: %[[BUFFER:.*]], %[[T:.*]] = nvws.aref.put.enter %[[A]] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>}
  // CHECK-NEXT: nvws.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] 8192 %[[BUFFER]] cacheModifier = cg {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>}
  // CHECK-NEXT: nvws.aref.put.exit %[[A]], %[[T]] [#nvws.async_op<tma_load>] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>}
  // CHECK: nvws.aref.put.enter %[[B]]
  // CHECK: %[[GB:.*]], %[[TB:.*]] = nvws.aref.get.enter %[[B]] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>}
  // CHECK: %[[V:.*]] = ttg.memdesc_trans %[[GB]]
  // CHECK: %[[GA:.*]], %[[TA:.*]] = nvws.aref.get.enter %[[A]]
  // CHECK: ttng.warp_group_dot %[[GA]], %[[V]]
  // CHECK-NEXT: nvws.aref.get.exit %[[B]], %[[TB]] [#nvws.async_op<wgmma>] {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>}
  // CHECK-NEXT: nvws.aref.get.exit %[[A]], %[[TA]] [#nvws.async_op<wgmma>]
  // CHECK-NOT: tt.descriptor_load
  tt.func @product(%n: i32, %x: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %y: !tt.tensordesc<tensor<64x64xf16, #boxes>>, %sums: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %sums) -> (tensor<64x64xf32, #mma>) : i32 {
      %a = tt.descriptor_load %x[%c0, %i] cacheModifier = cg {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #b>
      %am = ttg.local_alloc %a {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #boxes, #smem>
      %c = tt.descriptor_load %y[%c0, %i] {loop.cluster = 1 : i32, loop.stage = 0 : i32, ttg.partition = array<i32: 1>} : !tt.tensordesc<tensor<64x64xf16, #boxes>> -> tensor<64x64xf16, #b>
      %cm = ttg.local_alloc %c {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 1>} : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #boxes, #smem>
      %v = ttg.memdesc_trans %cm {loop.cluster = 0 : i32, loop.stage = 1 : i32, order = array<i32: 1, 0>, ttg.partition = array<i32: 0>} : !ttg.memdesc<64x64xf16, #boxes, #smem> -> !ttg.memdesc<64x64xf16, #turned, #smem>
      %d = ttng.warp_group_dot %am, %v, %s {loop.cluster = 0 : i32, loop.stage = 1 : i32, ttg.partition = array<i32: 0>} : !ttg.memdesc<64x64xf16, #boxes, #smem> * !ttg.memdesc<64x64xf16, #turned, #smem> -> tensor<64x64xf32, #mma>
      scf.yield {ttg.partition = array<i32: 0>} %d : tensor<64x64xf32, #mma>
    } {tt.warp_specialize, tt.scheduled_max_stage = 1 : i32, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 0>], ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return %r : tensor<64x64xf32, #mma>
  }

  // A tensor and a number: stored and read again. Who makes a value uses it as it is.
  // CHECK-LABEL: @values
  // CHECK: scf.for
  // CHECK: %[[T:[0-9]+]]:2 = "make"
  // CHECK: nvws.aref.put.enter
  // CHECK: %[[SPLAT:.*]] = tt.splat %[[T]]#1 {ttg.partition = array<i32: 1>} : i32 -> tensor<1xi32, #{{.*}}>
  // CHECK-NEXT: ttg.local_store %[[SPLAT]]
  // CHECK: nvws.aref.put.enter
  // CHECK: ttg.local_store %[[T]]#0, %{{.*}} {ttg.partition = array<i32: 1>}
  // CHECK: "own"(%[[T]]#0)
  // CHECK: nvws.aref.get.enter
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: nvws.aref.get.exit
  // CHECK: %[[READ:.*]] = tt.unsplat %{{.*}} {ttg.partition = array<i32: 0>}
  // CHECK: "other"(%{{.*}}, %[[READ]])
  tt.func @values(%n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      %t, %m = "make"() {ttg.partition = array<i32: 1>} : () -> (tensor<64x64xf16, #b>, i32)
      "own"(%t) {ttg.partition = array<i32: 1>} : (tensor<64x64xf16, #b>) -> ()
      "other"(%t, %m) {ttg.partition = array<i32: 0>} : (tensor<64x64xf16, #b>, i32) -> ()
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // What is carried is put when an iteration begins.
  // CHECK-LABEL: @carried
  // CHECK: scf.for {{.*}} iter_args(%[[C:.*]] = %{{.*}})
  // CHECK-NEXT: %[[B:.*]], %{{.*}} = nvws.aref.put.enter %{{.*}} {ttg.partition = array<i32: 1>}
  // CHECK-NEXT: ttg.local_store %[[C]], %[[B]]
  // CHECK-NEXT: nvws.aref.put.exit
  // CHECK-NEXT: nvws.aref.get.enter %{{.*}} {ttg.partition = array<i32: 0>}
  // CHECK-NEXT: %[[L:.*]] = ttg.local_load
  // CHECK-NEXT: nvws.aref.get.exit
  // CHECK-NEXT: "other"(%[[L]])
  tt.func @carried(%n: i32, %x: tensor<64x64xf16, #b>) {
    %r = scf.for %i = %n to %n step %n iter_args(%c = %x) -> (tensor<64x64xf16, #b>) : i32 {
      "other"(%c) {ttg.partition = array<i32: 0>} : (tensor<64x64xf16, #b>) -> ()
      %t = "make"() {ttg.partition = array<i32: 1>} : () -> tensor<64x64xf16, #b>
      scf.yield {ttg.partition = array<i32: 1>} %t : tensor<64x64xf16, #b>
    } {tt.warp_specialize, ttg.partition = array<i32: 0, 1>, ttg.partition.outputs = [array<i32: 1>], ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }

  // A loop that nobody wants to be divided stays.
  // CHECK-LABEL: @whole
  // CHECK-NOT: nvws
  tt.func @whole(%n: i32) {
    scf.for %i = %n to %n step %n : i32 {
      %t = "make"() {ttg.partition = array<i32: 1>} : () -> i32
      "other"(%t) {ttg.partition = array<i32: 0>} : (i32) -> ()
    } {ttg.partition = array<i32: 0, 1>, ttg.partition.stages = [0 : i32, 1 : i32], ttg.warp_specialize.tag = 0 : i32}
    tt.return
  }
}
