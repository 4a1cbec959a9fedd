// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tern-opt %s --mlir-print-op-generic | tern-opt | diff - %t.mlir
// RUN: tern-opt %s --emit-bytecode | mlir-opt | diff - %t.mlir

// CHECK-LABEL: func.func @floats(
func.func @floats(%a: memref<?x?xbf16>, %c: memref<16x32xf32, strided<[?, 1], offset: ?>>, %i: index) {
  // CHECK: %[[ZERO:.*]] = amx.tile_zero : !amx.tile<16x16xf32>
  %zero = amx.tile_zero : !amx.tile<16x16xf32>
  // CHECK: %[[A:.*]] = amx.tile_load %arg0[%arg2, %arg2] : memref<?x?xbf16> into !amx.tile<16x32xbf16>
  %a0 = amx.tile_load %a[%i, %i] : memref<?x?xbf16> into !amx.tile<16x32xbf16>
  // CHECK: %[[SUM:.*]] = amx.tile_mulf %[[A]], %[[A]], %[[ZERO]] : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  %sum = amx.tile_mulf %a0, %a0, %zero : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  // CHECK: amx.tile_store %arg1[%arg2, %arg2], %[[SUM]] {own} : memref<16x32xf32, strided<[?, 1], offset: ?>>, !amx.tile<16x16xf32>
  amx.tile_store %c[%i, %i], %sum {own} : memref<16x32xf32, strided<[?, 1], offset: ?>>, !amx.tile<16x16xf32>
  // CHECK: amx.tile_mulf {{.*}} : !amx.tile<3x8xf16>, !amx.tile<4x32xf16>, !amx.tile<3x16xf32>
  %x = amx.tile_zero : !amx.tile<3x8xf16>
  %y = amx.tile_zero : !amx.tile<4x32xf16>
  %z = amx.tile_zero : !amx.tile<3x16xf32>
  %small = amx.tile_mulf %x, %y, %z : !amx.tile<3x8xf16>, !amx.tile<4x32xf16>, !amx.tile<3x16xf32>
  return
}

// Rows that lie as far apart as a value says; bytes with and without a sign.

// CHECK-LABEL: func.func @bytes(
func.func @bytes(%a: memref<?xi8>, %c: memref<?x2xi32, strided<[4, 2]>>, %i: index, %stride: index) {
  // CHECK: %[[A:.*]] = amx.tile_load %arg0[%arg2], %arg3 : memref<?xi8> into !amx.tile<16x64xi8>
  %a0 = amx.tile_load %a[%i], %stride : memref<?xi8> into !amx.tile<16x64xi8>
  %zero = amx.tile_zero : !amx.tile<16x16xi32>
  // CHECK: amx.tile_muli %[[A]], %[[A]], %{{.*}} : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %0 = amx.tile_muli %a0, %a0, %zero : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  // CHECK: amx.tile_muli %[[A]] zext, %[[A]], %{{.*}} :
  %1 = amx.tile_muli %a0 zext, %a0, %0 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  // CHECK: amx.tile_muli %[[A]], %[[A]] zext, %{{.*}} :
  %2 = amx.tile_muli %a0, %a0 zext, %1 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  // CHECK: %[[SUM:.*]] = amx.tile_muli %[[A]] zext, %[[A]] zext, %{{.*}} :
  %3 = amx.tile_muli %a0 zext, %a0 zext, %2 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  // CHECK: amx.tile_store %arg1[%arg2, %arg2], %[[SUM]], %arg3 : memref<?x2xi32, strided<[4, 2]>>, !amx.tile<16x16xi32>
  amx.tile_store %c[%i, %i], %3, %stride : memref<?x2xi32, strided<[4, 2]>>, !amx.tile<16x16xi32>
  return
}

// Tiles that nothing takes.

// CHECK: func.func private @types(!amx.tile<4xi8>, !amx.tile<0x99xf16>, !amx.tile<1x2x3xbf16>)
func.func private @types(!amx.tile<4 x i8>, !amx.tile<0x99xf16>, !amx.tile<1x2x3xbf16>)
