// Tensor maps and matrices of a warp group: what is refused, with upstream's words.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @a(%u: memref<*xf16>, %i: index) {
  // expected-error@+1 {{Maximum 5 coordinates are supported.}}
  %0 = nvgpu.tma.create.descriptor %u box[%i, %i, %i, %i, %i, %i] : memref<*xf16> -> !map
  return
}

// -----

func.func @a(%u: memref<*xf16>, %i: index) {
  // expected-error@+1 {{Interleave options are not supported yet.}}
  %0 = nvgpu.tma.create.descriptor %u box[%i] : memref<*xf16> -> <tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = interleave_16b>
  return
}

// -----

func.func @a(%u: memref<*xf16>, %i: index) {
  // expected-error@+1 {{the tensor map descriptor has incorrect address space, it must be shared memory address space.}}
  %0 = nvgpu.tma.create.descriptor %u box[%i] : memref<*xf16> -> <tensor = memref<64x64xf16>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  return
}

// -----

func.func @a(%u: memref<*xf16>, %i: index) {
  // expected-error@+1 {{the tensor map descriptor must be static shaped}}
  %0 = nvgpu.tma.create.descriptor %u box[%i] : memref<*xf16> -> <tensor = memref<64x?xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  return
}

// -----

func.func @a(%u: memref<*xf16>, %i: index) {
  // expected-error@+1 {{the tensor map descriptor must have dimensions between 1 and 256 but it is 257}}
  %0 = nvgpu.tma.create.descriptor %u box[%i] : memref<*xf16> -> <tensor = memref<64x257xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  return
}

// -----

func.func @a(%u: memref<*xf16>, %i: index) {
  // expected-error@+1 {{the tensormap descriptor must have last dimension of 32 bytes but it is 64 bytes}}
  %0 = nvgpu.tma.create.descriptor %u box[%i] : memref<*xf16> -> <tensor = memref<64x32xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none>
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @a(%m: !map, %s: memref<64x64xf32, 3>, %i: index) {
  // expected-error@+1 {{the element type of tensor map descriptor and memref must be same}}
  nvgpu.tma.async.store %s to %m[%i, %i] : memref<64x64xf32, 3> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @a(%m: !map, %s: memref<64x64xf16>, %i: index) {
  // expected-error@+1 {{the destination memref has incorrect address space, it must be shared memory address space.}}
  nvgpu.tma.async.store %s to %m[%i, %i] : memref<64x64xf16> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @a(%m: !map, %s: memref<64x?xf16, 3>, %i: index) {
  // expected-error@+1 {{the destination memref must be static shaped}}
  nvgpu.tma.async.store %s to %m[%i, %i] : memref<64x?xf16, 3> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @a(%m: !map, %s: memref<64xf16, 3>, %i: index) {
  // expected-error@+1 {{the shape of tensor map descriptor and memref must have same rank}}
  nvgpu.tma.async.store %s to %m[%i, %i] : memref<64xf16, 3> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @a(%m: !map, %s: memref<64x32xf16, 3>, %i: index) {
  // expected-error@+1 {{memref and tensor map shapes mismatch 'memref<64x64xf16, 3>' != 'memref<64x32xf16, 3>'}}
  nvgpu.tma.async.store %s to %m[%i, %i] : memref<64x32xf16, 3> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @a(%m: !map, %s: memref<64x64xf16, 3>, %i: index) {
  // expected-error@+1 {{number of coordinates do not match with the rank of tensor descriptor map.}}
  nvgpu.tma.async.store %s to %m[%i] : memref<64x64xf16, 3> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!bar = !nvgpu.mbarrier.group<memorySpace = 3>
func.func @a(%m: !map, %s: memref<64x64xf16, 3>, %b: !bar, %i: index) {
  // expected-error@+1 {{Maximum 5 coordinates are supported.}}
  nvgpu.tma.async.load %m[%i, %i, %i, %i, %i, %i], %b[%i] to %s : !map, !bar -> memref<64x64xf16, 3>
  return
}

// -----

func.func @a(%t: memref<64x64xf16, 3>, %m: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none>) {
  // expected-error@+1 {{the tensormap descriptor must have last dimension of 64 bytes but it is 128 bytes}}
  %0 = nvgpu.warpgroup.generate.descriptor %t, %m : memref<64x64xf16, 3>, <tensor = memref<64x64xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none> -> <tensor = memref<64x64xf16, 3>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op supports non-transpose A (Row Major) and transpose B (Column Major) for the time being }}
  %0 = nvgpu.warpgroup.mma %a, %a, %c {transposeA} : <tensor = memref<64x64xf16, 3>>, <tensor = memref<64x64xf16, 3>>, <fragmented = vector<64x64xf32>> -> <fragmented = vector<64x64xf32>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op type of matrix C and matrix D must be the same}}
  %0 = nvgpu.warpgroup.mma %a, %a, %c : <tensor = memref<64x64xf16, 3>>, <tensor = memref<64x64xf16, 3>>, <fragmented = vector<64x64xf32>> -> <fragmented = vector<64x64xf16>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64x1xf16, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op has matrices A, B, C and D, they must be 2 dimensional}}
  %0 = nvgpu.warpgroup.mma %a, %a, %c : <tensor = memref<64x64x1xf16, 3>>, <tensor = memref<64x64x1xf16, 3>>, <fragmented = vector<64x64xf32>> -> <fragmented = vector<64x64xf32>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x32xf16, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op 2nd dim matrix-A (32)!= 1st dim matrix-B (64 )}}
  %0 = nvgpu.warpgroup.mma %a, %a, %c : <tensor = memref<64x32xf16, 3>>, <tensor = memref<64x32xf16, 3>>, <fragmented = vector<64x64xf32>> -> <fragmented = vector<64x64xf32>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<32x64xf32>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op 1st dim matrix-A ( 64 )!= 1st dim matrix-C ( 32 )}}
  %0 = nvgpu.warpgroup.mma %a, %a, %c : <tensor = memref<64x64xf16, 3>>, <tensor = memref<64x64xf16, 3>>, <fragmented = vector<32x64xf32>> -> <fragmented = vector<32x64xf32>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x32xf32>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op 2nd dim matrix-B ( 64 ) != 2nd dim matrix-C ( 32 )}}
  %0 = nvgpu.warpgroup.mma %a, %a, %c : <tensor = memref<64x64xf16, 3>>, <tensor = memref<64x64xf16, 3>>, <fragmented = vector<64x32xf32>> -> <fragmented = vector<64x32xf32>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi8, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op 'i32' += 'i8' * 'i8', it is not supported.}}
  %0 = nvgpu.warpgroup.mma %a, %a, %c : <tensor = memref<64x64xi8, 3>>, <tensor = memref<64x64xi8, 3>>, <fragmented = vector<64x64xi32>> -> <fragmented = vector<64x64xi32>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<60x60xf16, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<60x60xf32>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op has input type 'memref<60x60xf16, 3>' n is set to 60, it is not supported}}
  %0 = nvgpu.warpgroup.mma %a, %a, %c : <tensor = memref<60x60xf16, 3>>, <tensor = memref<60x60xf16, 3>>, <fragmented = vector<60x60xf32>> -> <fragmented = vector<60x60xf32>>
  return
}

// -----

func.func @a(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E5M2, 3>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma' op hit a limitation: 'f16' += 'f8E5M2' * 'f8E5M2', it is not supported yet}}
  %0 = nvgpu.warpgroup.mma %a, %a, %c : <tensor = memref<64x64xf8E5M2, 3>>, <tensor = memref<64x64xf8E5M2, 3>>, <fragmented = vector<64x64xf16>> -> <fragmented = vector<64x64xf16>>
  return
}

// -----

func.func @a(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>>, %m: memref<64x64xf16>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma.store' op hit a limitation: only f32 results for the time being}}
  nvgpu.warpgroup.mma.store %c, %m : <fragmented = vector<64x64xf16>> to memref<64x64xf16>
  return
}

// -----

func.func @a(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>, %m: memref<64x32xf32>) {
  // expected-error@+1 {{'nvgpu.warpgroup.mma.store' op results ['vector<64x64xf32>'][64] values. However, destination memref[64][32]  does not have same size as results}}
  nvgpu.warpgroup.mma.store %c, %m : <fragmented = vector<64x64xf32>> to memref<64x32xf32>
  return
}

// -----

func.func @a() {
  // expected-error@+1 {{'nvgpu.warpgroup.mma.init.accumulator' op has type 'vector<63x64xf32>'. It does not fit into warp-group level (wgmma) matrix multiplication instruction (or not supported yet)}}
  %0 = nvgpu.warpgroup.mma.init.accumulator -> <fragmented = vector<63x64xf32>>
  return
}

// -----

func.func @a() {
  // expected-error@+1 {{'nvgpu.warpgroup.mma.init.accumulator' op has type 'vector<64x264xf32>'. It does not fit into warp-group level (wgmma) matrix multiplication instruction (or not supported yet)}}
  %0 = nvgpu.warpgroup.mma.init.accumulator -> <fragmented = vector<64x264xf32>>
  return
}

// -----

// expected-error@+2 {{invalid kind of type specified: expected builtin.memref, but found 'memref<*xf32>'}}
// expected-error@+1 {{failed to parse NVGPU_WarpgroupMatrixDescriptor parameter 'tensor' which is to be a `MemRefType`}}
func.func private @a(!nvgpu.warpgroup.descriptor<tensor = memref<*xf32>>)

// -----

// expected-error@+1 {{expected '>'}}
func.func private @a(!nvgpu.warpgroup.descriptor<tensor = memref<4xf32>, x>)

// -----

// expected-error@+1 {{expected ','}}
func.func private @a(!nvgpu.tensormap.descriptor<tensor = memref<4xf32>>)

// -----

// expected-error@+2 {{expected ::mlir::nvgpu::TensorMapSwizzleKind to be one of: none, swizzle_32b, swizzle_64b, swizzle_128b}}
// expected-error@+1 {{failed to parse NVGPU_TensorMapDescriptor parameter 'swizzle' which is to be a `::mlir::nvgpu::TensorMapSwizzleKind`}}
func.func private @a(!nvgpu.tensormap.descriptor<tensor = memref<4xf32>, swizzle = foo>)

// -----

// expected-error@+2 {{expected valid keyword or string}}
// expected-error@+1 {{failed to parse NVGPU_TensorMapDescriptor parameter 'swizzle' which is to be a `::mlir::nvgpu::TensorMapSwizzleKind`}}
func.func private @a(!nvgpu.tensormap.descriptor<tensor = memref<4xf32>, swizzle = 1>)

// -----

func.func @a(%u: memref<*xf16>, %i: index) {
  // expected-error@+1 {{the tensormap descriptor must have last dimension of 128 bytes but it is 16 bytes}}
  %0 = nvgpu.tma.create.descriptor %u box[%i] : memref<*xf16> -> <tensor = memref<64x8xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
  return
}

// -----

func.func @a(%t: memref<64x32xf16, 3>, %m: !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none>) {
  // expected-error@+1 {{supports only swizzle_128b is supported for the time being}}
  %0 = nvgpu.warpgroup.generate.descriptor %t, %m : memref<64x32xf16, 3>, <tensor = memref<64x32xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none> -> <tensor = memref<64x32xf16, 3>>
  return
}
