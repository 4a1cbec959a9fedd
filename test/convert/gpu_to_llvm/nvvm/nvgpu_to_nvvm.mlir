// RUN: tern-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Barriers, tensor maps, warp groups, reciprocals and loops, as upstream's tool has them.

// CHECK: memref.global "private" @__mbarrier_0 : memref<1xi64, 3> {alignment = 8 : i64}
// CHECK: memref.global "private" @__mbarrier : memref<4xi64, 3> {alignment = 8 : i64}
// CHECK-LABEL: func.func @mbar
// CHECK: nvvm.mbarrier.init %{{.+}}, %{{.+}}, predicate = %{{.+}} : !llvm.ptr<3>, i32, i1
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK-LABEL: func.func @tma
// CHECK: nvvm.fence.proxy.acquire <sys>
// CHECK: nvvm.prefetch tensormap,
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.+}} multicast_mask = %{{.+}} predicate = %
// CHECK: llvm.call @mgpuTensorMapEncodeTiledMemref
// CHECK-LABEL: func.func @wg
// CHECK: nvvm.wgmma.fence.aligned
// CHECK-COUNT-8: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK-LABEL: func.func @rcp
// CHECK: nvvm.rcp.approx.ftz.f
// CHECK-LABEL: func.func @loop
// CHECK: scf.for {{.+}} -> (i32) : i64 {
// CHECK: llvm.func @mgpuTensorMapEncodeTiledMemref(i64, !llvm.ptr, i64, i64, i64, i64, i64, !llvm.ptr) -> !llvm.ptr

!barrierT = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!barsT = !nvgpu.mbarrier.group<memorySpace = 3, num_barriers = 4>
!barG = !nvgpu.mbarrier.group<memorySpace = 1>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func @mbar(%i: index, %n: index, %p: i1) -> i1 {
  %bar = nvgpu.mbarrier.create -> !barsT
  %bar1 = nvgpu.mbarrier.create -> !barrierT
  nvgpu.mbarrier.init %bar[%i], %n : !barsT
  nvgpu.mbarrier.init %bar1[%i], %n, predicate = %p : !barrierT
  %t = nvgpu.mbarrier.arrive %bar[%i] : !barsT -> !nvgpu.mbarrier.token
  %t2 = nvgpu.mbarrier.arrive.nocomplete %bar[%i], %n : !barsT -> !nvgpu.mbarrier.token
  %r = nvgpu.mbarrier.test.wait %bar[%i], %t : !barsT, !nvgpu.mbarrier.token
  nvgpu.mbarrier.arrive.expect_tx %bar[%i], %n, predicate = %p : !barsT
  nvgpu.mbarrier.arrive.expect_tx %bar1[%i], %n : !barrierT
  nvgpu.mbarrier.try_wait.parity %bar[%i], %p, %n : !barsT
  %ptr = nvgpu.mbarrier.get %bar[%i] : !barsT -> i32
  %ptr2 = nvgpu.mbarrier.get %bar[%i] : !barsT -> i64
  "test.use"(%ptr, %ptr2) : (i32, i64) -> ()
  return %r : i1
}
gpu.module @m {
  gpu.func @k(%i: index, %n: index) {
    %bar = nvgpu.mbarrier.create -> !barrierT
    %bar1 = nvgpu.mbarrier.create -> !barG
    nvgpu.mbarrier.init %bar[%i], %n : !barrierT
    nvgpu.mbarrier.init %bar1[%i], %n : !barG
    gpu.return
  }
}
func.func @tma(%tm: !map, %i: index, %p: i1, %mask: i16, %buf: memref<64x64xf16, 3>, %u: memref<*xf16>, %bb: !barsT) -> !map {
  nvgpu.tma.fence.descriptor %tm : !map
  nvgpu.tma.prefetch.descriptor %tm : !map
  nvgpu.tma.prefetch.descriptor %tm, predicate = %p : !map
  nvgpu.tma.async.load %tm[%i, %i], %bb[%i] to %buf : !map, !barsT -> memref<64x64xf16, 3>
  nvgpu.tma.async.load %tm[%i, %i], %bb[%i] to %buf multicast_mask = %mask, predicate = %p : !map, !barsT -> memref<64x64xf16, 3>
  nvgpu.tma.async.store %buf to %tm[%i, %i] : memref<64x64xf16, 3> -> !map
  nvgpu.tma.async.store %buf to %tm[%i, %i], predicate = %p : memref<64x64xf16, 3> -> !map
  %mm = nvgpu.tma.create.descriptor %u box[%i, %i] : memref<*xf16> -> !map
  return %mm : !map
}
func.func @wg(%sa: memref<128x64xf16, 3>, %sb: memref<64x128xf16, 3>, %tm: !map, %out: memref<128x128xf32>) {
  %da = nvgpu.warpgroup.generate.descriptor %sa, %tm : memref<128x64xf16, 3>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
  %db = nvgpu.warpgroup.generate.descriptor %sb, %tm : memref<64x128xf16, 3>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
  %acc = nvgpu.warpgroup.mma.init.accumulator -> !acc
  %w = nvgpu.warpgroup.mma %da, %db, %acc {transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !acc -> !acc
  %w2 = nvgpu.warpgroup.mma %da, %db, %w {waitGroup = 2 : i64, transposeA, transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !acc -> !acc
  nvgpu.warpgroup.mma.store %w2, %out : !acc to memref<128x128xf32>
  return
}
func.func @rcp(%v: vector<2x3xf32>, %w: vector<4xf32>, %x: vector<2x2x2xf32>) -> (vector<2x3xf32>, vector<4xf32>, vector<2x2x2xf32>) {
  %r = nvgpu.rcp %v {rounding = approx, ftz} : vector<2x3xf32>
  %s = nvgpu.rcp %w {rounding = approx, ftz} : vector<4xf32>
  %t = nvgpu.rcp %x {rounding = approx, ftz} : vector<2x2x2xf32>
  return %r, %s, %t : vector<2x3xf32>, vector<4xf32>, vector<2x2x2xf32>
}
func.func @loop(%lb: index, %tok: !nvgpu.device.async.token, %c: i1) {
  %0 = scf.for %i = %lb to %lb step %lb iter_args(%t = %tok) -> (!nvgpu.device.async.token) {
    nvgpu.device_async_wait %t
    %g = nvgpu.device_async_create_group
    scf.yield %g : !nvgpu.device.async.token
  }
  nvgpu.device_async_wait %0
  %1 = scf.if %c -> !nvgpu.device.async.token {
    %g = nvgpu.device_async_create_group
    scf.yield %g : !nvgpu.device.async.token
  } else {
    scf.yield %0 : !nvgpu.device.async.token
  }
  nvgpu.device_async_wait %1
  return
}
