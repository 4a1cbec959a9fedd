// RUN: tern-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Products of a warp group by element type and shape, sums through loops, stores, all types of the driver's tensor maps.

// CHECK-LABEL: func.func @tf32
// CHECK: <m = 64, n = 64, k = 8>, D[<f32>, <one>, <wrapped>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
// CHECK-LABEL: func.func @f8
// CHECK: A[<e4m3>, <one>, <row>], B[<e5m2>, <one>, <col>]
// CHECK-LABEL: func.func @f16
// CHECK: scf.for
// CHECK: D[<f16>, <one>, <wrapped>]

// all products: element types, other shapes, f16 sums, loops around
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
!acch = !nvgpu.warpgroup.accumulator<fragmented = vector<128x96xf16>>
func.func @tf32(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x32xtf32, 3>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<32x64xtf32, 3>>, %c: !acc) -> !acc {
  %0 = nvgpu.warpgroup.mma %a, %b, %c : <tensor = memref<64x32xtf32, 3>>, <tensor = memref<32x64xtf32, 3>>, !acc -> !acc
  return %0 : !acc
}
func.func @bf16(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x32xbf16, 3>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<32x64xbf16, 3>>, %c: !acc) -> !acc {
  %0 = nvgpu.warpgroup.mma %a, %b, %c {waitGroup = 1 : i64} : <tensor = memref<64x32xbf16, 3>>, <tensor = memref<32x64xbf16, 3>>, !acc -> !acc
  return %0 : !acc
}
func.func @f8(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E4M3FN, 3>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E5M2, 3>>, %c: !acc, %m: memref<64x64xf32>) {
  %0 = nvgpu.warpgroup.mma %a, %b, %c : <tensor = memref<64x64xf8E4M3FN, 3>>, <tensor = memref<64x64xf8E5M2, 3>>, !acc -> !acc
  nvgpu.warpgroup.mma.store %0, %m : !acc to memref<64x64xf32>
  return
}
func.func @f16(%a: !nvgpu.warpgroup.descriptor<tensor = memref<128x32xf16, 3>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<32x96xf16, 3>>, %lb: index) -> !acch {
  %c = nvgpu.warpgroup.mma.init.accumulator -> !acch
  %0 = scf.for %i = %lb to %lb step %lb iter_args(%x = %c) -> (!acch) {
    %0 = nvgpu.warpgroup.mma %a, %b, %x {transposeB} : <tensor = memref<128x32xf16, 3>>, <tensor = memref<32x96xf16, 3>>, !acch -> !acch
    scf.yield %0 : !acch
  }
  return %0 : !acch
}
func.func @more(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<192x64xf32>>, %m: memref<192x64xf32, strided<[128, 1], offset: ?>>) {
  nvgpu.warpgroup.mma.store %c, %m : <fragmented = vector<192x64xf32>> to memref<192x64xf32, strided<[128, 1], offset: ?>>
  return
}
func.func @types(%a: memref<*xf32>, %b: memref<*xf64>, %c: memref<*xbf16>, %d: memref<*xi32>, %e: memref<*xi64>, %f: memref<*xui8>, %g: memref<*xui16>, %h: memref<*xui32>, %i: memref<*xui64>, %n: index) {
  %0 = nvgpu.tma.create.descriptor %a box[%n, %n] : memref<*xf32> -> <tensor = memref<4x64xf16, 3>, swizzle = none, l2promo = l2promo_256b, oob = nan, interleave = none>
  %1 = nvgpu.tma.create.descriptor %b box[%n] : memref<*xf64> -> <tensor = memref<4xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  %2 = nvgpu.tma.create.descriptor %c box[] : memref<*xbf16> -> <tensor = memref<4xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  %3 = nvgpu.tma.create.descriptor %d box[] : memref<*xi32> -> <tensor = memref<4xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  %4 = nvgpu.tma.create.descriptor %e box[] : memref<*xi64> -> <tensor = memref<4xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  %5 = nvgpu.tma.create.descriptor %f box[] : memref<*xui8> -> <tensor = memref<4xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  %6 = nvgpu.tma.create.descriptor %g box[] : memref<*xui16> -> <tensor = memref<4xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  %7 = nvgpu.tma.create.descriptor %h box[] : memref<*xui32> -> <tensor = memref<4xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  %8 = nvgpu.tma.create.descriptor %i box[] : memref<*xui64> -> <tensor = memref<4xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  return
}
