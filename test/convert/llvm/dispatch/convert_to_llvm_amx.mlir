// RUN: tern-opt %s --iree-convert-to-llvm --canonicalize --cse | FileCheck %s
// RUN: mlir-opt %s --convert-vector-to-llvm=enable-amx --convert-func-to-llvm --finalize-memref-to-llvm --reconcile-unrealized-casts \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=CALLS
// RUN: tern-opt %s --iree-convert-to-llvm --canonicalize --cse | FileCheck %s --check-prefix=CALLS
// LLVM takes it, and configures the processor from the shapes.
// RUN: tern-opt %s --iree-convert-to-llvm | tern-translate --mlir-to-llvmir \
// RUN:   | llc -mtriple=x86_64 -mattr=+amx-bf16,+amx-int8,+amx-fp16 -o - | FileCheck %s --check-prefix=ASM

// CHECK-LABEL: llvm.func @floats(
// CHECK-DAG: %[[ROWS:.*]] = llvm.mlir.constant(16 : i16) : i16
// CHECK-DAG: %[[BYTES:.*]] = llvm.mlir.constant(64 : i16) : i16
// CHECK-DAG: %[[PITCH:.*]] = llvm.mlir.constant(256 : i64) : i64
// CHECK-DAG: %[[TWO:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK: %[[ZERO:.*]] = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%[[ROWS]], %[[BYTES]]) : (i16, i16) -> !llvm.x86_amx
// CHECK: %[[A:.*]] = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%[[ROWS]], %[[BYTES]], %{{.*}}, %[[PITCH]]) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
// The stride of a memref that does not tell it, in bytes.
// CHECK: %[[STRIDE:.*]] = llvm.extractvalue %arg1[4, 0]
// CHECK: %[[FAR:.*]] = llvm.mul %[[STRIDE]], %[[TWO]]
// CHECK: %[[B:.*]] = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%[[ROWS]], %[[BYTES]], %{{.*}}, %[[FAR]])
// CHECK: %[[SUM:.*]] = llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"(%[[ROWS]], %[[BYTES]], %[[BYTES]], %[[ZERO]], %[[A]], %[[B]])
// CHECK: llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%[[ROWS]], %[[BYTES]], %{{.*}}, %[[PITCH]], %[[SUM]]) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()

// CALLS: tilezero.internal
// CALLS: tileloadd64.internal
// CALLS: tileloadd64.internal
// CALLS: tdpbf16ps.internal
// CALLS: tilestored64.internal

// ASM-LABEL: floats:
// ASM: ldtilecfg
// ASM-DAG: tilezero
// ASM-DAG: tileloadd
// ASM: tdpbf16ps
// ASM: tilestored
func.func @floats(%a: memref<64x128xbf16>, %b: memref<?x?xbf16>, %c: memref<64x64xf32>, %i: index) {
  %zero = amx.tile_zero : !amx.tile<16x16xf32>
  %a0 = amx.tile_load %a[%i, %i] : memref<64x128xbf16> into !amx.tile<16x32xbf16>
  %b0 = amx.tile_load %b[%i, %i] : memref<?x?xbf16> into !amx.tile<16x32xbf16>
  %sum = amx.tile_mulf %a0, %b0, %zero : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  amx.tile_store %c[%i, %i], %sum : memref<64x64xf32>, !amx.tile<16x16xf32>
  return
}

// Shapes of a product: rows of the left one, bytes of a row of the right one, bytes of a row of the left one.

// CHECK-LABEL: llvm.func @bytes(
// CHECK-DAG: %[[ROWS:.*]] = llvm.mlir.constant(3 : i16) : i16
// CHECK-DAG: %[[WIDTH:.*]] = llvm.mlir.constant(32 : i16) : i16
// CHECK-DAG: %[[DEPTH:.*]] = llvm.mlir.constant(16 : i16) : i16
// CHECK-DAG: %[[HEIGHT:.*]] = llvm.mlir.constant(4 : i16) : i16
// CHECK: %[[A:.*]] = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%[[ROWS]], %[[DEPTH]], %{{.*}}, %arg3)
// CHECK: %[[B:.*]] = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%[[HEIGHT]], %[[WIDTH]])
// CHECK: %[[C:.*]] = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%[[ROWS]], %[[WIDTH]])
// CHECK: llvm.call_intrinsic "llvm.x86.tdpbssd.internal"(%[[ROWS]], %[[WIDTH]], %[[DEPTH]], %[[C]], %[[A]], %[[B]])
// CHECK: llvm.call_intrinsic "llvm.x86.tdpbusd.internal"
// CHECK: llvm.call_intrinsic "llvm.x86.tdpbsud.internal"
// CHECK: llvm.call_intrinsic "llvm.x86.tdpbuud.internal"

// CALLS: tdpbssd.internal
// CALLS: tdpbusd.internal
// CALLS: tdpbsud.internal
// CALLS: tdpbuud.internal

// ASM-LABEL: bytes:
// ASM: ldtilecfg
// ASM: tdpbssd
// ASM: tdpbusd
// ASM: tdpbsud
// ASM: tdpbuud
func.func @bytes(%m: memref<?xi8>, %c: memref<64x64xi32>, %i: index, %stride: index) {
  %a = amx.tile_load %m[%i], %stride : memref<?xi8> into !amx.tile<3x16xi8>
  %b = amx.tile_zero : !amx.tile<4x32xi8>
  %zero = amx.tile_zero : !amx.tile<3x8xi32>
  %0 = amx.tile_muli %a, %b, %zero : !amx.tile<3x16xi8>, !amx.tile<4x32xi8>, !amx.tile<3x8xi32>
  %1 = amx.tile_muli %a zext, %b, %0 : !amx.tile<3x16xi8>, !amx.tile<4x32xi8>, !amx.tile<3x8xi32>
  %2 = amx.tile_muli %a, %b zext, %1 : !amx.tile<3x16xi8>, !amx.tile<4x32xi8>, !amx.tile<3x8xi32>
  %3 = amx.tile_muli %a zext, %b zext, %2 : !amx.tile<3x16xi8>, !amx.tile<4x32xi8>, !amx.tile<3x8xi32>
  amx.tile_store %c[%i, %i], %3 : memref<64x64xi32>, !amx.tile<3x8xi32>
  return
}

// CHECK-LABEL: llvm.func @halves(
// CHECK: llvm.call_intrinsic "llvm.x86.tdpfp16ps.internal"
// CALLS: tdpfp16ps.internal
// ASM-LABEL: halves:
// ASM: tdpfp16ps
func.func @halves(%c: memref<64x64xf32>, %i: index) {
  %a = amx.tile_zero : !amx.tile<16x32xf16>
  %zero = amx.tile_zero : !amx.tile<16x16xf32>
  %0 = amx.tile_mulf %a, %a, %zero : !amx.tile<16x32xf16>, !amx.tile<16x32xf16>, !amx.tile<16x16xf32>
  amx.tile_store %c[%i, %i], %0 : memref<64x64xf32>, !amx.tile<16x16xf32>
  return
}
