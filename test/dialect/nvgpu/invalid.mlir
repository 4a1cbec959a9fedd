// Matrices of a warp, copies, barriers: what is refused, with upstream's words.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

func.func @a(%v: vector<4xf32>) {
  // expected-error@+1 {{'nvgpu.rcp' op has a limitation. #nvgpu<rcp_rounding_mode rn> or non-ftz is not supported yet.}}
  %0 = nvgpu.rcp %v {rounding = rn, ftz} : vector<4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error@+1 {{'nvgpu.rcp' op has a limitation. #nvgpu<rcp_rounding_mode approx> or non-ftz is not supported yet.}}
  %0 = nvgpu.rcp %v {rounding = approx} : vector<4xf32>
  return
}

// -----

func.func @a(%dst: memref<3x16x128xf32, 3>, %src: memref<128x128xf32>, %i: index) {
  // expected-error@+1 {{'nvgpu.device_async_copy' op bypassL1 does not satify alignment for 'memref<3x16x128xf32, 3>' with destination element 1. Unset bypassL1, or set destination element to 4}}
  %0 = nvgpu.device_async_copy %src[%i, %i], %dst[%i, %i, %i], 1 {bypassL1} : memref<128x128xf32> to memref<3x16x128xf32, 3>
  return
}

// -----

func.func @a(%dst: memref<3x16x128xf64, 3>, %src: memref<128x128xf64>, %i: index) {
  // expected-error@+1 {{Requested copy elements is 4 with width 64. But copy elements could be one of 1, 2.}}
  %0 = nvgpu.device_async_copy %src[%i, %i], %dst[%i, %i, %i], 4 : memref<128x128xf64> to memref<3x16x128xf64, 3>
  return
}

// -----

func.func @a(%dst: memref<128xf32, 3>, %src: memref<128x128xf32>, %i: index) {
  // expected-error@+1 {{'nvgpu.device_async_copy' op expected 2 source indices, got 1}}
  %0 = nvgpu.device_async_copy %src[%i], %dst[%i], 4 : memref<128x128xf32> to memref<128xf32, 3>
  return
}

// -----

func.func @a(%dst: memref<128x2xf32, 3>, %src: memref<128xf32>, %i: index) {
  // expected-error@+1 {{'nvgpu.device_async_copy' op expected 2 destination indices, got 1}}
  %0 = nvgpu.device_async_copy %src[%i], %dst[%i], 4 : memref<128xf32> to memref<128x2xf32, 3>
  return
}

// -----

func.func @a(%dst: memref<128xf32, 3>, %src: memref<128xf32, strided<[2]>>, %i: index) {
  // expected-error@+1 {{source memref most minor dim must have unit stride}}
  %0 = nvgpu.device_async_copy %src[%i], %dst[%i], 4 : memref<128xf32, strided<[2]>> to memref<128xf32, 3>
  return
}

// -----

func.func @a(%dst: memref<128xf32, strided<[2]>, 3>, %src: memref<128xf32>, %i: index) {
  // expected-error@+1 {{destination memref most minor dim must have unit stride}}
  %0 = nvgpu.device_async_copy %src[%i], %dst[%i], 4 : memref<128xf32> to memref<128xf32, strided<[2]>, 3>
  return
}

// -----

func.func @a(%dst: memref<128xf32>, %src: memref<128xf32>, %i: index) {
  // expected-error@+1 {{destination memref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)}}
  %0 = nvgpu.device_async_copy %src[%i], %dst[%i], 4 : memref<128xf32> to memref<128xf32>
  return
}

// -----

func.func @a(%dst: memref<128xi32, 3>, %src: memref<128xf32>, %i: index) {
  // expected-error@+1 {{source and destination must have the same element type}}
  %0 = nvgpu.device_async_copy %src[%i], %dst[%i], 4 : memref<128xf32> to memref<128xi32, 3>
  return
}

// -----

func.func @a(%m: memref<8x8xf16, 2>, %i: index) {
  // expected-error@+1 {{expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<8x8xf16, 2> -> vector<4x2xf16>
  return
}

// -----

func.func @a(%m: memref<8x8xf64, 3>, %i: index) {
  // expected-error@+1 {{nvgpu.ldmatrix works for 32b or lower}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<8x8xf64, 3> -> vector<4x2xf64>
  return
}

// -----

func.func @a(%m: memref<8x8xf32, 3>, %i: index) {
  // expected-error@+1 {{nvgpu.ldmatrix transpose works only at 16b granularity}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<8x8xf32, 3> -> vector<4x1xf32>
  return
}

// -----

func.func @a(%m: memref<8x8xf16, 3>, %i: index) {
  // expected-error@+1 {{results must be 2 dimensional vector}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<8x8xf16, 3> -> vector<4xf16>
  return
}

// -----

func.func @a(%m: memref<8x8xf16, 3>, %i: index) {
  // expected-error@+1 {{expected vector register shape[1] = 2}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<8x8xf16, 3> -> vector<4x1xf16>
  return
}

// -----

func.func @a(%m: memref<8x8xf16, 3>, %i: index) {
  // expected-error@+1 {{expected vector register shape[0] and numTiles to match}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 2 : i32, transpose = true} : memref<8x8xf16, 3> -> vector<4x2xf16>
  return
}

// -----

func.func @a(%m: memref<8x8xf32, 3>, %i: index) {
  // expected-error@+1 {{'nvgpu.ldmatrix' op failed to verify that srcMemref and res have same element type}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 2 : i32, transpose = true} : memref<8x8xf32, 3> -> vector<4x2xf16>
  return
}

// -----

func.func @a(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op expected 256 warp-wide matrix A elements}}
  %0 = nvgpu.mma.sync(%b, %b, %c) {mmaShape = [16, 8, 16]} : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op expected 128 warp-wide matrix B elements}}
  %0 = nvgpu.mma.sync(%a, %a, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op expected 128 warp-wide matrix C elements}}
  %0 = nvgpu.mma.sync(%a, %b, %a) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<4x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<2x4xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op expected matrix A to be shaped (4 x 2)}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<2x4xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<4x2xf16>, %b: vector<1x4xf16>, %c: vector<2x2xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op expected matrix B to be shaped (2 x 2)}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<1x4xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<1x4xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op expected matrix C to be shaped (2 x 2)}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<1x4xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op expected tf32 tensor cores only for F32 operands}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16], tf32Enabled} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<4x2xi32>, %b: vector<2x2xi32>, %c: vector<2x2xf16>) {
  // expected-error@+1 {{expected input data type (i4,i8,f16,bf16,tf32,f64) supported by nvgpu.mma.sync}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xi32>, vector<2x2xi32>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<4x2xf16>, %b: vector<2x2xf32>, %c: vector<2x2xf16>) {
  // expected-error@+1 {{'nvgpu.mma.sync' op failed to verify that matrixA and matrixB have same element type}}
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf32>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%a: vector<1x1xf64>, %c: vector<1x2xf64>, %m: vector<2xi16>) {
  // expected-error@+1 {{f64 is not supported for sparse mode}}
  %0 = nvgpu.mma.sp.sync(%a, %a, %c) metadata(%m) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  return
}

// -----

func.func @a(%a: vector<1x1xf64>, %c: vector<1x2xf64>, %m: vector<2xi16>) {
  // expected-error@+1 {{'nvgpu.mma.sp.sync' op sparsity selector should be 0 or 1}}
  %0 = nvgpu.mma.sp.sync(%a, %a, %c) metadata(%m) {mmaShape = [8, 8, 4], sparsitySelector = 2 : i32} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  return
}

// -----

func.func @a(%b: i32, %i: index) {
  // expected-error@+1 {{'nvgpu.mbarrier.arrive' op operand #0 must be mbarrier barrier type, but got 'i32'}}
  "nvgpu.mbarrier.arrive"(%b, %i) : (i32, index) -> i32
  return
}

// -----

!bar = !nvgpu.mbarrier.group<memorySpace = 3>
func.func @a(%b: !bar, %i: index) {
  // expected-error@+1 {{'nvgpu.mbarrier.arrive' op result #0 must be , but got 'i32'}}
  "nvgpu.mbarrier.arrive"(%b, %i) : (!bar, index) -> i32
  return
}

// -----

!bar = !nvgpu.mbarrier.group<memorySpace = 3>
func.func @a(%b: !bar, %i: index) {
  // expected-error@+1 {{'nvgpu.mbarrier.get' op result #0 must be 32-bit signless integer or 64-bit signless integer, but got 'i16'}}
  "nvgpu.mbarrier.get"(%b, %i) : (!bar, index) -> i16
  return
}

// -----

func.func @a(%a: vector<2x2xf16>, %m: vector<2xi32>) {
  // expected-error@+1 {{'nvgpu.mma.sp.sync' op operand #3 must be fixed-length vector of 16-bit signless integer values of length 2, but got 'vector<2xi32>'}}
  %0 = "nvgpu.mma.sp.sync"(%a, %a, %a, %m) <{mmaShape = [16, 8, 16]}> : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>, vector<2xi32>) -> vector<2x2xf16>
  return
}

// -----

func.func @a(%b: i32, %i: index) {
  // expected-error@+1 {{'nvgpu.device_async_wait' op operand #0 must be device async token type, but got 'i32'}}
  "nvgpu.device_async_wait"(%b) : (i32) -> ()
  return
}

// -----

func.func @a(%v: vector<4xf16>) {
  // expected-error@+1 {{'nvgpu.rcp' op operand #0 must be vector of 32-bit float values, but got 'vector<4xf16>'}}
  %0 = nvgpu.rcp %v {rounding = approx, ftz} : vector<4xf16>
  return
}

// -----

// expected-error@+2 {{expected valid keyword}}
// expected-error@+1 {{expected a parameter name in struct}}
func.func private @a(!nvgpu.mbarrier.group<memorySpace = 3,>)

// -----

// expected-error@+2 {{integer value too large}}
// expected-error@+1 {{failed to parse NVGPU_MBarrierGroup parameter 'num_barriers' which is to be a `unsigned`}}
func.func private @a(!nvgpu.mbarrier.group<memorySpace = 3, num_barriers = 4294967296>)

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: memorySpace}}
func.func private @a(!nvgpu.mbarrier.group<memorySpace = 3, memorySpace = 3>)

// -----

// expected-error@+1 {{struct is missing required parameter: memorySpace}}
func.func private @a(!nvgpu.mbarrier.group<num_barriers = 3>)
