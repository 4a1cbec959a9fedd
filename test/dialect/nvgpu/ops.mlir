// Each op and type is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff -b - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt %t.generic.mlir | diff -b - %t.mlir
// RUN: mlir-opt --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt %t.upstream.mlir | diff %t.mlir -
// RUN: FileCheck %s < %t.mlir

// CHECK: num_barriers = 4294967295
// CHECK: nvgpu.ldmatrix %{{.+}}[%{{.+}}, %{{.+}}] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x2xf16>
// CHECK: nvgpu.mma.sp.sync(%{{.+}}, %{{.+}}, %{{.+}}) metadata(%{{.+}}) {mmaShape = [16, 8, 16], sparsitySelector = 1 : i32}
// CHECK: nvgpu.device_async_copy {{.+}}, 4, %{{.+}} {bypassL1}
// CHECK: nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>>
// CHECK: nvgpu.tma.async.load {{.+}} multicast_mask = %{{.+}}, predicate = %{{.+}} : <tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b
// CHECK: nvgpu.warpgroup.mma {{.+}} {transposeA, transposeB, waitGroup = 2 : i64}
// CHECK: nvgpu.rcp %{{.+}}{rounding =  approx, ftz}

!bar = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!bars = !nvgpu.mbarrier.group<num_barriers = 4, memorySpace = 3>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!map1 = !nvgpu.tensormap.descriptor<swizzle = none, tensor = memref<128xf32, #gpu.address_space<workgroup>>, l2promo = l2promo_64b, oob = nan, interleave = none>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
func.func private @wraps(!nvgpu.mbarrier.group<memorySpace = 3, num_barriers = -1>)

func.func @f(%m: memref<?x?xf16, 3>, %i: index, %a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>, %meta: vector<2xi16>,
  %src: memref<6x9xf32>, %dst: memref<3x11x9xf32, 3>, %p: i1, %mask: i16, %buf: memref<64x64xf16, 3>, %buf1: memref<128xf32, 3>, %u: memref<*xf16>, %bb: !bars,
  %tm: !map, %tm1: !map1, %sa: memref<128x64xf16, 3>, %da: !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, %db: !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, %out: memref<128x128xf32>, %v: vector<4x8xf32>) attributes {x = #nvgpu<swizzle none>, y = #nvgpu<l2promo l2promo_64b>, z = #nvgpu<oob nan>, u = #nvgpu<interleave interleave_16b>, w = #nvgpu<rcp_rounding_mode rz>} {
  %l = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x2xf16>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %e = nvgpu.mma.sp.sync (%b, %b, %c) metadata (%meta) {mmaShape = [16, 8, 16], sparsitySelector = 1 : i32} : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %e2 = nvgpu.mma.sp.sync (%b, %b, %c) metadata (%meta) {mmaShape = [16, 8, 16]} : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %0 = nvgpu.device_async_copy %src[%i, %i], %dst[%i, %i, %i], 4 : memref<6x9xf32> to memref<3x11x9xf32, 3>
  %1 = nvgpu.device_async_copy %src[%i, %i], %dst[%i, %i, %i], 4, %i {bypassL1} : memref<6x9xf32> to memref<3x11x9xf32, 3>
  %g = nvgpu.device_async_create_group %0, %1
  %g2 = nvgpu.device_async_create_group
  nvgpu.device_async_wait %g {numGroups = 1 : i32}
  nvgpu.device_async_wait %g2
  %bar = nvgpu.mbarrier.create -> !bar
  %ptr = nvgpu.mbarrier.get %bar[%i] : !bar -> i32
  %ptr2 = nvgpu.mbarrier.get %bb[%i] : !bars -> i64
  nvgpu.mbarrier.init %bar[%i], %i : !bar
  nvgpu.mbarrier.init %bar[%i], %i, predicate = %p : !bar
  %tok = nvgpu.mbarrier.arrive %bar[%i] : !bar -> !nvgpu.mbarrier.token
  %tok2 = nvgpu.mbarrier.arrive.nocomplete %bar[%i], %i : !bar -> !nvgpu.mbarrier.token
  %done = nvgpu.mbarrier.test.wait %bar[%i], %tok : !bar, !nvgpu.mbarrier.token
  nvgpu.mbarrier.arrive.expect_tx %bar[%i], %i : !bar
  nvgpu.mbarrier.arrive.expect_tx %bar[%i], %i, predicate = %p : !bar
  nvgpu.mbarrier.try_wait.parity %bar[%i], %p, %i : !bar
  nvgpu.tma.fence.descriptor %tm : !map
  nvgpu.tma.prefetch.descriptor %tm : !map
  nvgpu.tma.prefetch.descriptor %tm, predicate = %p : !map
  nvgpu.tma.async.load %tm[%i, %i], %bar[%i] to %buf : !map, !bar -> memref<64x64xf16, 3>
  nvgpu.tma.async.load %tm[%i, %i], %bar[%i] to %buf multicast_mask = %mask, predicate = %p : !map, !bar -> memref<64x64xf16, 3>
  nvgpu.tma.async.store %buf to %tm[%i, %i] : memref<64x64xf16, 3> -> !map
  nvgpu.tma.async.store %buf to %tm[%i, %i], predicate = %p : memref<64x64xf16, 3> -> !map
  nvgpu.tma.async.store %buf1 to %tm1[%i] : memref<128xf32, 3> -> !map1
  %mm = nvgpu.tma.create.descriptor %u box[%i, %i] : memref<*xf16> -> !map
  %wd = nvgpu.warpgroup.generate.descriptor %sa, %tm : memref<128x64xf16, 3>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
  %acc = nvgpu.warpgroup.mma.init.accumulator -> !acc
  %w = nvgpu.warpgroup.mma %da, %db, %acc {transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !acc -> !acc
  %w2 = nvgpu.warpgroup.mma %da, %db, %w {waitGroup = 2 : i64, transposeA, transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !acc -> !acc
  nvgpu.warpgroup.mma.store %w2, %out : !acc to memref<128x128xf32>
  %r = nvgpu.rcp %v {rounding = approx, ftz} : vector<4x8xf32>
  return
}
