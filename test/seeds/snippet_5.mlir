// Snippet 5 of the seed documents: the matrix product as linalg on buffers.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 002 and 003.

func @main_ex_dispatch() {
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<32x16xf32>
  %c0 = constant 0 : index
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<32x24xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<24x16xf32>
  %cst = constant 0.000000e+00 : f32
  linalg.matmul(%1, %2, %0) :
    memref<32x24xf32>, memref<24x16xf32>, memref<32x16xf32>
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0,
    type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1,
    type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2,
    type="StorageBuffer", access="Write|Discard"
}

// CHECK-LABEL: func.func @main_ex_dispatch() {
// CHECK: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<32x16xf32>
// CHECK: %[[LHS:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<32x24xf32>
// CHECK: %[[RHS:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<24x16xf32>
// CHECK: linalg.matmul ins(%[[LHS]], %[[RHS]] : memref<32x24xf32>, memref<24x16xf32>) outs(%[[OUT]] : memref<32x16xf32>)
// -----

// Document 001.

func @main_ex_dispatch() {
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<4x10xf32>
  %c0 = constant 0 : index
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<4x5xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<5x10xf32>
  %cst = constant 0.000000e+00 : f32
  linalg.matmul(%1, %2, %0) :
    memref<4x5xf32>, memref<5x10xf32>, memref<4x10xf32>
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0,
    type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1,
    type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2,
    type="StorageBuffer", access="Write|Discard"
}

// CHECK-LABEL: func.func @main_ex_dispatch() {
// CHECK: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<4x10xf32>
// CHECK: %[[LHS:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<4x5xf32>
// CHECK: %[[RHS:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<5x10xf32>
// CHECK: linalg.matmul ins(%[[LHS]], %[[RHS]] : memref<4x5xf32>, memref<5x10xf32>) outs(%[[OUT]] : memref<4x10xf32>)
