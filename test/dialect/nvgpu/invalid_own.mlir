// What upstream has no words for: it stops there with an assertion.
// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @ldmatrix_of_index(%m: memref<8x8xindex, 3>, %i: index) {
  // expected-error@+1 {{'nvgpu.ldmatrix' op loads integers and floats, not 'index'}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<8x8xindex, 3> -> vector<4x2xindex>
  return
}

// -----

func.func @copy_of_index(%s: memref<8xindex>, %d: memref<8xindex, 3>, %i: index) {
  // expected-error@+1 {{'nvgpu.device_async_copy' op copies integers and floats, not 'index'}}
  %0 = nvgpu.device_async_copy %s[%i], %d[%i], 1 : memref<8xindex> to memref<8xindex, 3>
  return
}

// -----

func.func @two_sizes(%a: vector<4x2xf16>, %b: vector<2x2xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op expects mmaShape to be three integers: m, n and k}}
  %0 = nvgpu.mma.sync(%a, %b, %b) {mmaShape = [16, 8]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @flat(%a: vector<4x2xf16>, %b: vector<4xf16>) {
  // expected-error@+1 {{matrixB must be 2 dimensional vector}}
  %0 = nvgpu.mma.sync(%a, %b, %b) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<4xf16>, vector<4xf16>) -> vector<4xf16>
  return
}

// -----

func.func @flat_sums() {
  // expected-error@+1 {{'nvgpu.warpgroup.mma.init.accumulator' op expects two dimensions in 'vector<64xf32>', rows and columns of the matrix}}
  %0 = nvgpu.warpgroup.mma.init.accumulator -> <fragmented = vector<64xf32>>
  return
}

// -----

func.func @flat_memory(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>, %m: memref<64xf32>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma.store' op expects two dimensions in 'memref<64xf32>', rows and columns of the matrix}}
  nvgpu.warpgroup.mma.store %c, %m : <fragmented = vector<64x64xf32>> to memref<64xf32>
  return
}

// -----

func.func @narrow_rows(%map: !nvgpu.tensormap.descriptor<tensor = memref<32x8xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %to: memref<32x8xi8, 3>, %barrier: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %i: index) {
  // expected-error@+1 {{the bytes in the last dimension of the tensor map must be a multiple of 16}}
  nvgpu.tma.async.load %map[%i, %i], %barrier[%i] to %to : !nvgpu.tensormap.descriptor<tensor = memref<32x8xi8, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> -> memref<32x8xi8, 3>
  return
}
