// RUN: tern-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Matrices of a warp and copies to shared memory, as upstream's tool has them.

// CHECK-LABEL: func.func @ld
// CHECK: nvvm.ldmatrix %{{.+}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 4 : i32
// CHECK-LABEL: func.func @f16
// CHECK: nvvm.mma.sync {{.+}} -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
// CHECK-LABEL: func.func @i8
// CHECK: multiplicandAPtxType = #nvvm.mma_type<s8>
// CHECK-LABEL: func.func @sp
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {$0,$1},
// CHECK-SAME: 0x0;", "=r,=r,
// CHECK-LABEL: func.func @copy
// CHECK: nvvm.cp.async.shared.global %{{.+}}, %{{.+}}, 16, cache =  cg

func.func @ld(%m: memref<128x128xf16, 3>, %d: memref<?x?xf16, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>>, %i: index) -> (vector<4x2xf16>, vector<1x2xf16>) {
  %a = nvgpu.ldmatrix %m[%i, %i] {transpose = true, numTiles = 4 : i32} : memref<128x128xf16, 3> -> vector<4x2xf16>
  %b = nvgpu.ldmatrix %d[%i, %i] {transpose = false, numTiles = 1 : i32} : memref<?x?xf16, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>> -> vector<1x2xf16>
  return %a, %b : vector<4x2xf16>, vector<1x2xf16>
}
func.func @f16(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>, %d: vector<2x2xf32>) -> (vector<2x2xf16>, vector<2x2xf32>) {
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %1 = nvgpu.mma.sync(%a, %b, %d) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %0, %1 : vector<2x2xf16>, vector<2x2xf32>
}
func.func @i8(%a: vector<4x4xi8>, %b: vector<2x4xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
func.func @i4(%a: vector<2x8xi4>, %b: vector<1x8xi4>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<2x8xi4>, vector<1x8xi4>, vector<2x2xi32>) -> vector<2x2xi32>
  return %0 : vector<2x2xi32>
}
func.func @f64(%a: vector<1x1xf64>, %b: vector<1x1xf64>, %c: vector<1x2xf64>) -> vector<1x2xf64> {
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  return %0 : vector<1x2xf64>
}
func.func @tf32(%a: vector<2x1xf32>, %b: vector<1x1xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 4], tf32Enabled} : (vector<2x1xf32>, vector<1x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
func.func @sp(%a: vector<4x2xf16>, %b: vector<4x2xf16>, %c: vector<2x2xf16>, %m: vector<2xi16>, %i: vector<4x4xi8>, %d: vector<2x2xi32>) -> (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xi32>) {
  %0 = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%m) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %1 = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%m) {mmaShape = [16, 8, 32], sparsitySelector = 1 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %2 = nvgpu.mma.sp.sync(%i, %i, %d) metadata(%m) {mmaShape = [16, 8, 64]} : (vector<4x4xi8>, vector<4x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  return %0, %1, %2 : vector<2x2xf16>, vector<2x2xf16>, vector<2x2xi32>
}
func.func @sptf32(%a: vector<2x1xf32>, %b: vector<2x1xf32>, %c: vector<2x2xf32>, %m: vector<2xi16>) -> vector<2x2xf32> {
  %0 = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%m) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<2x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
func.func @copy(%src: memref<128x128xf32>, %dst: memref<3x16x128xf32, 3>, %i: index, %n: index, %s4: memref<128x64xi4>, %d4: memref<128x128xi4, 3>, %s1: memref<?x?xf32, strided<[?, 1], offset: ?>, #gpu.address_space<global>>) -> !nvgpu.device.async.token {
  %0 = nvgpu.device_async_copy %src[%i, %i], %dst[%i, %i, %i], 4 : memref<128x128xf32> to memref<3x16x128xf32, 3>
  %1 = nvgpu.device_async_create_group %0
  nvgpu.device_async_wait %1 {numGroups = 1 : i32}
  %2 = nvgpu.device_async_copy %src[%i, %i], %dst[%i, %i, %i], 4 {bypassL1} : memref<128x128xf32> to memref<3x16x128xf32, 3>
  %3 = nvgpu.device_async_copy %src[%i, %i], %dst[%i, %i, %i], 2, %n : memref<128x128xf32> to memref<3x16x128xf32, 3>
  %4 = nvgpu.device_async_copy %s4[%i, %i], %d4[%i, %i], 32 : memref<128x64xi4> to memref<128x128xi4, 3>
  %5 = nvgpu.device_async_copy %s1[%i, %i], %dst[%i, %i, %i], 4 : memref<?x?xf32, strided<[?, 1], offset: ?>, #gpu.address_space<global>> to memref<3x16x128xf32, 3>
  nvgpu.device_async_wait %5
  return %4 : !nvgpu.device.async.token
}
