// RUN: tern-opt --split-input-file '--pass-pipeline=builtin.module(func.func(nvgpu-optimize-shared-memory))' %s > %t.ours
// RUN: mlir-opt --split-input-file '--pass-pipeline=builtin.module(func.func(nvgpu-optimize-shared-memory))' %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Columns of arrays in workgroup memory are permuted by bits of the row, so that the lanes of a warp meet no conflicts of
// banks; other arrays stay as they are.

// CHECK-LABEL: func.func @half_64
// CHECK: %[[BITS:.+]] = arith.andi
// CHECK: %[[SHIFTED:.+]] = arith.shli %[[BITS]]
// CHECK: %[[COLUMN:.+]] = arith.xori %{{.+}}, %[[SHIFTED]]
// CHECK: nvgpu.device_async_copy %{{.+}}[%{{.+}}, %{{.+}}], %{{.+}}[%{{.+}}, %[[COLUMN]]]
func.func @half_64(%g: memref<256x256xf16>, %i: index, %j: index, %r: index, %c: index, %v: vector<8xf16>) -> (vector<8xf16>, f16, vector<8xf16>) {
  %a = memref.alloc() : memref<64x64xf16, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %a[%r, %c], 8 : memref<256x256xf16> to memref<64x64xf16, 3>
  %w = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %w {numGroups = 1 : i32}
  vector.store %v, %a[%i, %j] : memref<64x64xf16, 3>, vector<8xf16>
  %x = vector.load %a[%j, %i] : memref<64x64xf16, 3>, vector<8xf16>
  %y = memref.load %a[%r, %c] : memref<64x64xf16, 3>
  memref.store %y, %a[%c, %r] : memref<64x64xf16, 3>
  %z = vector.load %g[%j, %i] : memref<256x256xf16>, vector<8xf16>
  return %x, %y, %z : vector<8xf16>, f16, vector<8xf16>
}

// -----

func.func @half_32(%g: memref<256x256xf16>, %i: index, %j: index, %r: index, %c: index, %v: vector<8xf16>) -> (vector<8xf16>, f16, vector<8xf16>) {
  %a = memref.alloc() : memref<128x32xf16, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %a[%r, %c], 8 : memref<256x256xf16> to memref<128x32xf16, 3>
  %w = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %w {numGroups = 1 : i32}
  vector.store %v, %a[%i, %j] : memref<128x32xf16, 3>, vector<8xf16>
  %x = vector.load %a[%j, %i] : memref<128x32xf16, 3>, vector<8xf16>
  %y = memref.load %a[%r, %c] : memref<128x32xf16, 3>
  memref.store %y, %a[%c, %r] : memref<128x32xf16, 3>
  %z = vector.load %g[%j, %i] : memref<256x256xf16>, vector<8xf16>
  return %x, %y, %z : vector<8xf16>, f16, vector<8xf16>
}

// -----

func.func @half_128(%g: memref<256x256xf16>, %i: index, %j: index, %r: index, %c: index, %v: vector<8xf16>) -> (vector<8xf16>, f16, vector<8xf16>) {
  %a = memref.alloc() : memref<32x128xf16, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %a[%r, %c], 8 : memref<256x256xf16> to memref<32x128xf16, 3>
  %w = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %w {numGroups = 1 : i32}
  vector.store %v, %a[%i, %j] : memref<32x128xf16, 3>, vector<8xf16>
  %x = vector.load %a[%j, %i] : memref<32x128xf16, 3>, vector<8xf16>
  %y = memref.load %a[%r, %c] : memref<32x128xf16, 3>
  memref.store %y, %a[%c, %r] : memref<32x128xf16, 3>
  %z = vector.load %g[%j, %i] : memref<256x256xf16>, vector<8xf16>
  return %x, %y, %z : vector<8xf16>, f16, vector<8xf16>
}

// -----

func.func @single_16(%g: memref<256x256xf32>, %i: index, %j: index, %r: index, %c: index, %v: vector<4xf32>) -> (vector<4xf32>, f32, vector<4xf32>) {
  %a = memref.alloc() : memref<64x16xf32, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %a[%r, %c], 4 : memref<256x256xf32> to memref<64x16xf32, 3>
  %w = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %w {numGroups = 1 : i32}
  vector.store %v, %a[%i, %j] : memref<64x16xf32, 3>, vector<4xf32>
  %x = vector.load %a[%j, %i] : memref<64x16xf32, 3>, vector<4xf32>
  %y = memref.load %a[%r, %c] : memref<64x16xf32, 3>
  memref.store %y, %a[%c, %r] : memref<64x16xf32, 3>
  %z = vector.load %g[%j, %i] : memref<256x256xf32>, vector<4xf32>
  return %x, %y, %z : vector<4xf32>, f32, vector<4xf32>
}

// -----

func.func @single_64(%g: memref<256x256xf32>, %i: index, %j: index, %r: index, %c: index, %v: vector<4xf32>) -> (vector<4xf32>, f32, vector<4xf32>) {
  %a = memref.alloc() : memref<16x64xf32, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %a[%r, %c], 4 : memref<256x256xf32> to memref<16x64xf32, 3>
  %w = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %w {numGroups = 1 : i32}
  vector.store %v, %a[%i, %j] : memref<16x64xf32, 3>, vector<4xf32>
  %x = vector.load %a[%j, %i] : memref<16x64xf32, 3>, vector<4xf32>
  %y = memref.load %a[%r, %c] : memref<16x64xf32, 3>
  memref.store %y, %a[%c, %r] : memref<16x64xf32, 3>
  %z = vector.load %g[%j, %i] : memref<256x256xf32>, vector<4xf32>
  return %x, %y, %z : vector<4xf32>, f32, vector<4xf32>
}

// -----

func.func @double_16(%g: memref<256x256xf64>, %i: index, %j: index, %r: index, %c: index, %v: vector<2xf64>) -> (vector<2xf64>, f64, vector<2xf64>) {
  %a = memref.alloc() : memref<64x16xf64, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %a[%r, %c], 2 : memref<256x256xf64> to memref<64x16xf64, 3>
  %w = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %w {numGroups = 1 : i32}
  vector.store %v, %a[%i, %j] : memref<64x16xf64, 3>, vector<2xf64>
  %x = vector.load %a[%j, %i] : memref<64x16xf64, 3>, vector<2xf64>
  %y = memref.load %a[%r, %c] : memref<64x16xf64, 3>
  memref.store %y, %a[%c, %r] : memref<64x16xf64, 3>
  %z = vector.load %g[%j, %i] : memref<256x256xf64>, vector<2xf64>
  return %x, %y, %z : vector<2xf64>, f64, vector<2xf64>
}

// -----

// CHECK-LABEL: func.func @narrow
// CHECK-NOT: arith.xori
func.func @narrow(%g: memref<256x256xf16>, %i: index, %j: index, %r: index, %c: index, %v: vector<8xf16>) -> (vector<8xf16>, f16, vector<8xf16>) {
  %a = memref.alloc() : memref<64x8xf16, 3>
  %t = nvgpu.device_async_copy %g[%i, %j], %a[%r, %c], 8 : memref<256x256xf16> to memref<64x8xf16, 3>
  %w = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %w {numGroups = 1 : i32}
  vector.store %v, %a[%i, %j] : memref<64x8xf16, 3>, vector<8xf16>
  %x = vector.load %a[%j, %i] : memref<64x8xf16, 3>, vector<8xf16>
  %y = memref.load %a[%r, %c] : memref<64x8xf16, 3>
  memref.store %y, %a[%c, %r] : memref<64x8xf16, 3>
  %z = vector.load %g[%j, %i] : memref<256x256xf16>, vector<8xf16>
  return %x, %y, %z : vector<8xf16>, f16, vector<8xf16>
}

// -----

// A view of the array may have elements elsewhere.
// CHECK-LABEL: func.func @viewed
// CHECK-NOT: arith.xori
func.func @viewed(%i: index, %j: index, %v: vector<8xf16>) -> vector<8xf16> {
  %a = memref.alloc() : memref<64x64xf16, 3>
  %s = memref.subview %a[0, 0] [32, 64] [1, 1] : memref<64x64xf16, 3> to memref<32x64xf16, strided<[64, 1]>, 3>
  vector.store %v, %a[%i, %j] : memref<64x64xf16, 3>, vector<8xf16>
  %x = vector.load %s[%j, %i] : memref<32x64xf16, strided<[64, 1]>, 3>, vector<8xf16>
  return %x : vector<8xf16>
}

// -----

// Matrices by ldmatrix, arrays of the GPU's address space.
// CHECK-LABEL: func.func @matrices
// CHECK: nvgpu.ldmatrix
func.func @matrices(%g: memref<256x256xf16>, %i: index, %j: index, %r: index, %c: index) -> vector<4x2xf16> {
  %a = memref.alloc() : memref<64x64xf16, #gpu.address_space<workgroup>>
  %t = nvgpu.device_async_copy %g[%i, %j], %a[%r, %c], 8 : memref<256x256xf16> to memref<64x64xf16, #gpu.address_space<workgroup>>
  %w = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %w
  %m = nvgpu.ldmatrix %a[%r, %c] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
  return %m : vector<4x2xf16>
}
