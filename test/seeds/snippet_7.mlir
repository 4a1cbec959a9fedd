// Snippet 7 of the seed documents: the matrix product after tiling.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 000, 002 and 003. The bound %24 is %c24, and %c8 is defined.

#map0 = affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>
func @main_ex_dispatch_0()
  attributes {
    spv.entry_point_abi = {local_size = dense<[8, 8, 1]> : vector<3xi32>}} {
  %cst = constant 0.000000e+00 : f32
  %c32 = constant 32 : index
  %c24 = constant 24 : index
  %c16 = constant 16 : index
  %c0 = constant 0 : index
  %c4 = constant 4 : index
  %c8 = constant 8 : index
  %c1 = constant 1 : index
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<32x16xf32>
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<32x24xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<24x16xf32>
  linalg.fill(%cst, %0) : f32, memref<32x16xf32>
  scf.parallel (%arg0, %arg1) = (%c0, %c0) to (%c32, %c16) step (%c8, %c8) {
    scf.for %arg2 = %c0 to %c24 step %c4 {
      // Sizes of a tile that may reach over the end: at most 8 rows, 8 columns and 4 in between.
      %rows_left = subi %c32, %arg0 : index
      %rows_fit = cmpi "sge", %rows_left, %c8 : index
      %3 = select %rows_fit, %c8, %rows_left : index
      %depth_left = subi %c24, %arg2 : index
      %depth_fits = cmpi "sge", %depth_left, %c4 : index
      %4 = select %depth_fits, %c4, %depth_left : index
      %5 = subview %1[%arg0, %arg2] [%3, %4] [%c1, %c1]
        : memref<32x24xf32> to memref<?x?xf32, #map0>
      %columns_left = subi %c16, %arg1 : index
      %columns_fit = cmpi "sge", %columns_left, %c8 : index
      %7 = select %columns_fit, %c8, %columns_left : index
      %8 = subview %2[%arg2, %arg1] [%4, %7] [%c1, %c1]
        : memref<24x16xf32> to memref<?x?xf32, #map0>
      %11 = subview %0[%arg0, %arg1] [%3, %7] [%c1, %c1]
        : memref<32x16xf32> to memref<?x?xf32, #map0>
      linalg.matmul {__internal_linalg_transform__ = "workgroup"} %5, %8, %11
        : (memref<?x?xf32, #map0>, memref<?x?xf32, #map0>, memref<?x?xf32, #map0>)
    }
    scf.yield
  }
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

// CHECK-LABEL: func.func @main_ex_dispatch_0()
// CHECK-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>}
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<32x16xf32>
// CHECK: %[[LHS:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<32x24xf32>
// CHECK: %[[RHS:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<24x16xf32>
// CHECK: linalg.fill ins(%[[ZERO]] : f32) outs(%[[OUT]] : memref<32x16xf32>)
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0, %c0) to (%c32, %c16) step (%c8, %c8) {
// CHECK: scf.for %[[K:.*]] = %c0 to %c24 step %c4 {
// CHECK: %[[A:.*]] = memref.subview %[[LHS]][%[[I]], %[[K]]]
// CHECK: %[[B:.*]] = memref.subview %[[RHS]][%[[K]], %[[J]]]
// CHECK: %[[C:.*]] = memref.subview %[[OUT]][%[[I]], %[[J]]]
// CHECK: linalg.matmul {__internal_linalg_transform__ = "workgroup"} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] :
// -----

// Document 001. %c5 and %c8 are defined.

#map0 = affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>
func @main_ex_dispatch_0()
  attributes {
    spv.entry_point_abi = {local_size = dense<[8, 8, 1]> : vector<3xi32>}} {
  %cst = constant 0.000000e+00 : f32
  %c0 = constant 0 : index
  %c4 = constant 4 : index
  %c10 = constant 10 : index
  %c5 = constant 5 : index
  %c8 = constant 8 : index
  %c1 = constant 1 : index
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<4x10xf32>
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<4x5xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<5x10xf32>
  linalg.fill(%0, %cst) : memref<4x10xf32>, f32
  scf.parallel (%arg0, %arg1) = (%c0, %c0) to (%c4, %c10) step (%c8, %c8) {
    scf.for %arg2 = %c0 to %c5 step %c4 {
      // Sizes of a tile that may reach over the end: at most 8 rows, 8 columns and 4 in between.
      %rows_left = subi %c4, %arg0 : index
      %rows_fit = cmpi "sge", %rows_left, %c8 : index
      %3 = select %rows_fit, %c8, %rows_left : index
      %depth_left = subi %c5, %arg2 : index
      %depth_fits = cmpi "sge", %depth_left, %c4 : index
      %4 = select %depth_fits, %c4, %depth_left : index
      %5 = subview %1[%arg0, %arg2] [%3, %4] [%c1, %c1]
        : memref<4x5xf32> to memref<?x?xf32, #map0>
      %columns_left = subi %c10, %arg1 : index
      %columns_fit = cmpi "sge", %columns_left, %c8 : index
      %7 = select %columns_fit, %c8, %columns_left : index
      %8 = subview %2[%arg2, %arg1] [%4, %7] [%c1, %c1]
        : memref<5x10xf32> to memref<?x?xf32, #map0>
      %11 = subview %0[%arg0, %arg1] [%3, %7] [%c1, %c1]
        : memref<4x10xf32> to memref<?x?xf32, #map0>
      linalg.matmul {__internal_linalg_transform__ = "workgroup"} %5, %8, %11
        : (memref<?x?xf32, #map0>, memref<?x?xf32, #map0>, memref<?x?xf32, #map0>)
    }
    scf.yield
  }
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

// CHECK-LABEL: func.func @main_ex_dispatch_0()
// CHECK-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>}
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<4x10xf32>
// CHECK: %[[LHS:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<4x5xf32>
// CHECK: %[[RHS:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<5x10xf32>
// CHECK: linalg.fill ins(%[[ZERO]] : f32) outs(%[[OUT]] : memref<4x10xf32>)
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0, %c0) to (%c4, %c10) step (%c8, %c8) {
// CHECK: scf.for %[[K:.*]] = %c0 to %c5 step %c4 {
// CHECK: %[[A:.*]] = memref.subview %[[LHS]][%[[I]], %[[K]]]
// CHECK: %[[B:.*]] = memref.subview %[[RHS]][%[[K]], %[[J]]]
// CHECK: %[[C:.*]] = memref.subview %[[OUT]][%[[I]], %[[J]]]
// CHECK: linalg.matmul {__internal_linalg_transform__ = "workgroup"} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] :
