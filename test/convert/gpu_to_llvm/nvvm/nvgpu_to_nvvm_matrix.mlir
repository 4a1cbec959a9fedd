// RUN: tern-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.ours
// RUN: mlir-opt --allow-unregistered-dialect --convert-nvgpu-to-nvvm %s > %t.theirs
// RUN: diff -b %t.theirs %t.ours
// RUN: FileCheck %s < %t.ours

// Matrices of a warp and copies to shared memory, as upstream's tool has them.

// Tiles of one matrix, and of one whose strides are known only when it runs: four at a time, two, and one.
// CHECK-LABEL: func.func @tiles
// CHECK: nvvm.ldmatrix %{{.+}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 4 : i32
// CHECK: nvvm.ldmatrix %{{.+}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32
// CHECK: nvvm.ldmatrix %{{.+}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32
func.func @tiles(%row: index, %column: index, %k: memref<2x48x96xf16, 3>,
                 %any: memref<?x?xf16, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>>)
    -> (vector<1x2xf16>, vector<4x2xf16>, vector<2x2xf16>) {
  %one = arith.constant 1 : index
  %four = nvgpu.ldmatrix %k[%one, %row, %column] {transpose = true, numTiles = 4 : i32} : memref<2x48x96xf16, 3> -> vector<4x2xf16>
  %single = nvgpu.ldmatrix %any[%row, %one] {transpose = false, numTiles = 1 : i32}
      : memref<?x?xf16, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>> -> vector<1x2xf16>
  %two = nvgpu.ldmatrix %any[%column, %row] {transpose = false, numTiles = 2 : i32}
      : memref<?x?xf16, strided<[?, 1], offset: ?>, #gpu.address_space<workgroup>> -> vector<2x2xf16>
  return %single, %four, %two : vector<1x2xf16>, vector<4x2xf16>, vector<2x2xf16>
}

// Sums of two products, the second one added to the first.
// CHECK-LABEL: func.func @halves
// CHECK: nvvm.mma.sync {{.+}} -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
// CHECK: nvvm.mma.sync {{.+}} -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
// CHECK: nvvm.mma.sync {{.+}} -> !llvm.struct<(f32, f32, f32, f32)>
func.func @halves(%sum: vector<2x2xf16>, %wide: vector<2x2xf32>, %a: vector<4x2xf16>, %b: vector<2x2xf16>, %e: vector<2x2xf16>,
                  %f: vector<1x2xf16>) -> (vector<2x2xf32>, vector<2x2xf16>) {
  %short = nvgpu.mma.sync(%e, %f, %sum) {mmaShape = [16, 8, 8]} : (vector<2x2xf16>, vector<1x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %both = nvgpu.mma.sync(%a, %b, %short) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %precise = nvgpu.mma.sync(%a, %b, %wide) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %precise, %both : vector<2x2xf32>, vector<2x2xf16>
}

// Bytes and half bytes count into one sum.
// CHECK-LABEL: func.func @integers
// CHECK: multiplicandAPtxType = #nvvm.mma_type<s8>
// CHECK: multiplicandAPtxType = #nvvm.mma_type<s4>
// CHECK-SAME: k = 32>
// CHECK: multiplicandAPtxType = #nvvm.mma_type<s4>
// CHECK-SAME: k = 64>
func.func @integers(%sum: vector<2x2xi32>, %a: vector<4x4xi8>, %b: vector<2x4xi8>, %e: vector<2x8xi4>, %f: vector<1x8xi4>,
                    %g: vector<4x8xi4>, %h: vector<2x8xi4>) -> vector<2x2xi32> {
  %bytes = nvgpu.mma.sync(%a, %b, %sum) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  %short = nvgpu.mma.sync(%e, %f, %bytes) {mmaShape = [16, 8, 32]} : (vector<2x8xi4>, vector<1x8xi4>, vector<2x2xi32>) -> vector<2x2xi32>
  %long = nvgpu.mma.sync(%g, %h, %short) {mmaShape = [16, 8, 64]} : (vector<4x8xi4>, vector<2x8xi4>, vector<2x2xi32>) -> vector<2x2xi32>
  return %long : vector<2x2xi32>
}

// Floats of one register or of two, the former rounded to 19 bits.
// CHECK-LABEL: func.func @floats
// CHECK: nvvm.mma.sync {{.+}} -> !llvm.struct<(f64, f64)>
// CHECK: multiplicandAPtxType = #nvvm.mma_type<tf32>
func.func @floats(%x: vector<1x1xf64>, %squares: vector<1x2xf64>, %a: vector<2x1xf32>, %b: vector<1x1xf32>, %sum: vector<2x2xf32>)
    -> (vector<2x2xf32>, vector<1x2xf64>) {
  %square = nvgpu.mma.sync(%x, %x, %squares) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  %once = nvgpu.mma.sync(%a, %b, %sum) {mmaShape = [16, 8, 4], tf32Enabled} : (vector<2x1xf32>, vector<1x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  %twice = nvgpu.mma.sync(%a, %b, %once) {mmaShape = [16, 8, 4], tf32Enabled} : (vector<2x1xf32>, vector<1x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return %twice, %square : vector<2x2xf32>, vector<1x2xf64>
}

// Half of the left side is zeros that are not stored; either half of the threads says which.
// CHECK-LABEL: func.func @sparse
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {$0,$1},
// CHECK-SAME: 0x1;", "=r,=r,
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {$0,$1},
// CHECK-SAME: 0x0;", "=r,=r,
// CHECK: mma.sp.sync.aligned.m16n8k64
// CHECK: mma.sp.sync.aligned.m16n8k8
func.func @sparse(%where: vector<2xi16>, %a: vector<4x2xf16>, %sum: vector<2x2xf16>, %bytes: vector<4x4xi8>, %count: vector<2x2xi32>,
                  %floats: vector<2x1xf32>, %total: vector<2x2xf32>) -> (vector<2x2xf32>, vector<2x2xi32>, vector<2x2xf16>) {
  %odd = nvgpu.mma.sp.sync(%a, %a, %sum) metadata(%where) {mmaShape = [16, 8, 32], sparsitySelector = 1 : i32}
      : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %even = nvgpu.mma.sp.sync(%a, %a, %odd) metadata(%where) {mmaShape = [16, 8, 32]}
      : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %counted = nvgpu.mma.sp.sync(%bytes, %bytes, %count) metadata(%where) {mmaShape = [16, 8, 64]}
      : (vector<4x4xi8>, vector<4x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  %rounded = nvgpu.mma.sp.sync(%floats, %floats, %total) metadata(%where) {mmaShape = [16, 8, 8], tf32Enabled}
      : (vector<2x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return %rounded, %counted, %even : vector<2x2xf32>, vector<2x2xi32>, vector<2x2xf16>
}

// Copies of rows to one of two buffers, with and without the nearest cache, whole or padded with zeros; of half bytes; and from
// memory that is known to be global. Two groups of them are waited for, the first one by its number.
// CHECK-LABEL: func.func @copies
// CHECK: nvvm.cp.async.shared.global %{{.+}}, %{{.+}}, 8, cache =  ca, %{{.+}} :
// CHECK: nvvm.cp.async.shared.global %{{.+}}, %{{.+}}, 16, cache =  cg
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.shared.global %{{.+}}, %{{.+}}, 16, cache =  ca
// CHECK: nvvm.cp.async.wait.group 3
// CHECK: nvvm.cp.async.shared.global %{{.+}}, %{{.+}}, 16, cache =  ca
// CHECK: nvvm.cp.async.wait.group 0
func.func @copies(%rows: memref<40x72xf32>, %buffers: memref<2x40x72xf32, 3>, %which: index, %row: index, %count: index,
                  %nibbles: memref<24x96xi4>, %few: memref<192xi4, 3>,
                  %global: memref<?x?xf32, strided<[?, 1], offset: ?>, #gpu.address_space<global>>) -> !nvgpu.device.async.token {
  %zero = arith.constant 0 : index
  %padded = nvgpu.device_async_copy %rows[%row, %zero], %buffers[%which, %row, %zero], 2, %count : memref<40x72xf32> to memref<2x40x72xf32, 3>
  %past = nvgpu.device_async_copy %rows[%zero, %row], %buffers[%which, %zero, %row], 4 {bypassL1} : memref<40x72xf32> to memref<2x40x72xf32, 3>
  %first = nvgpu.device_async_create_group %padded, %past
  %half = nvgpu.device_async_copy %nibbles[%row, %zero], %few[%count], 32 : memref<24x96xi4> to memref<192xi4, 3>
  nvgpu.device_async_wait %first {numGroups = 3 : i32}
  %last = nvgpu.device_async_copy %global[%which, %row], %buffers[%zero, %row, %zero], 4
      : memref<?x?xf32, strided<[?, 1], offset: ?>, #gpu.address_space<global>> to memref<2x40x72xf32, 3>
  nvgpu.device_async_wait %last
  return %half : !nvgpu.device.async.token
}
