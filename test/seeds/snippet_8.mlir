// Snippet 8 of the seed documents: the matrix product after tiling and promotion to workgroup memory.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 000, 002 and 003.

#map2 = affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>
func @matmul_tile()
  attributes {
    spv.entry_point_abi = {local_size = dense<[8, 8, 1]> : vector<3xi32>}} {
  %c32 = constant 32 : index
  %c24 = constant 24 : index
  %c16 = constant 16 : index
  %c4 = constant 4 : index
  %c8 = constant 8 : index
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<32x24xf32>
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<24x16xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<32x16xf32>
  scf.parallel (%arg0, %arg1) = (%c0, %c0) to (%c32, %c16) step (%c8, %c8) {
    scf.for %arg2 = %c0 to %c24 step %c4 {
      %5 = subview %0[%arg0, %arg2] [%c8, %c4] [%c1, %c1]
        : memref<32x24xf32> to memref<?x?xf32, #map2>
      %8 = subview %1[%arg2, %arg1] [%c4, %c8] [%c1, %c1]
        : memref<24x16xf32> to memref<?x?xf32, #map2>
      %11 = subview %2[%arg0, %arg1] [%c8, %c8] [%c1, %c1]
        : memref<32x16xf32> to memref<?x?xf32, #map2>
      %12 = alloc(%c8, %c4) : memref<?x?xf32, 3>
      %13 = subview %12[%c0, %c0] [%c8, %c4] [%c1, %c1]
        : memref<?x?xf32, 3> to memref<?x?xf32, #map2, 3>
      %14 = alloc(%c4, %c8) : memref<?x?xf32, 3>
      %15 = subview %14[%c0, %c0] [%c4, %c8] [%c1, %c1]
        : memref<?x?xf32, 3> to memref<?x?xf32, #map2, 3>
      linalg.copy(%5, %13) {__internal_linalg_transform__ = "workgroup"}
        : memref<?x?xf32, #map2>, memref<?x?xf32, #map2, 3>
      spv.ControlBarrier "Workgroup", "Workgroup", "AcquireRelease"
      linalg.copy(%8, %15) {__internal_linalg_transform__ = "workgroup"}
        : memref<?x?xf32, #map2>, memref<?x?xf32, #map2, 3>
      spv.ControlBarrier "Workgroup", "Workgroup", "AcquireRelease"
      linalg.matmul {__internal_linalg_transform__ = "workgroup"} %13, %15, %11
        : (memref<?x?xf32, #map2, 3>, memref<?x?xf32, #map2, 3>, memref<?x?xf32, #map2>)
      spv.ControlBarrier "Workgroup", "Workgroup", "AcquireRelease"
      dealloc %12 : memref<?x?xf32, 3>
      dealloc %14 : memref<?x?xf32, 3>
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

// CHECK: #[[$VIEW:.*]] = affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>
// CHECK-LABEL: func.func @matmul_tile()
// CHECK-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>}
// CHECK: scf.parallel ({{.*}}) = (%c0, %c0) to (%c32, %c16) step (%c8, %c8) {
// CHECK: scf.for {{.*}} = %c0 to %c24 step %c4 {
// CHECK: %[[A:.*]] = memref.subview
// CHECK: %[[B:.*]] = memref.subview
// CHECK: %[[C:.*]] = memref.subview
// CHECK: %[[A_BUFFER:.*]] = memref.alloc(%c8, %c4) : memref<?x?xf32, 3>
// CHECK: %[[A_COPY:.*]] = memref.subview %[[A_BUFFER]]
// CHECK: %[[B_BUFFER:.*]] = memref.alloc(%c4, %c8) : memref<?x?xf32, 3>
// CHECK: %[[B_COPY:.*]] = memref.subview %[[B_BUFFER]]
// CHECK: linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%[[A]] : memref<?x?xf32, #[[$VIEW]]>) outs(%[[A_COPY]] : memref<?x?xf32, #[[$VIEW]], 3>)
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease>
// CHECK-NEXT: linalg.copy {{.*}} ins(%[[B]] :
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease>
// CHECK-NEXT: linalg.matmul {{.*}} ins(%[[A_COPY]], %[[B_COPY]] : {{.*}}) outs(%[[C]] :
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease>
// CHECK-NEXT: memref.dealloc %[[A_BUFFER]] : memref<?x?xf32, 3>
// CHECK-NEXT: memref.dealloc %[[B_BUFFER]] : memref<?x?xf32, 3>
// -----

// Document 001.

#map2 = affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>
func @matmul_tile()
  attributes {
    spv.entry_point_abi = {local_size = dense<[8, 8, 1]> : vector<3xi32>}} {
  %c96 = constant 96 : index
  %c4 = constant 4 : index
  %c8 = constant 8 : index
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<96x96xf32>
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<96x96xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<96x96xf32>
  scf.parallel (%arg0, %arg1) = (%c0, %c0) to (%c96, %c96) step (%c8, %c8) {
    scf.for %arg2 = %c0 to %c96 step %c4 {
      %5 = subview %0[%arg0, %arg2] [%c8, %c4] [%c1, %c1]
        : memref<96x96xf32> to memref<?x?xf32, #map2>
      %8 = subview %1[%arg2, %arg1] [%c4, %c8] [%c1, %c1]
        : memref<96x96xf32> to memref<?x?xf32, #map2>
      %11 = subview %2[%arg0, %arg1] [%c8, %c8] [%c1, %c1]
        : memref<96x96xf32> to memref<?x?xf32, #map2>
      %12 = alloc(%c8, %c4) : memref<?x?xf32, 3>
      %13 = subview %12[%c0, %c0] [%c8, %c4] [%c1, %c1]
        : memref<?x?xf32, 3> to memref<?x?xf32, #map2, 3>
      %14 = alloc(%c4, %c8) : memref<?x?xf32, 3>
      %15 = subview %14[%c0, %c0] [%c4, %c8] [%c1, %c1]
        : memref<?x?xf32, 3> to memref<?x?xf32, #map2, 3>
      linalg.copy(%5, %13) {__internal_linalg_transform__ = "workgroup"}
        : memref<?x?xf32, #map2>, memref<?x?xf32, #map2, 3>
      spv.ControlBarrier "Workgroup", "Workgroup", "AcquireRelease"
      linalg.copy(%8, %15) {__internal_linalg_transform__ = "workgroup"}
        : memref<?x?xf32, #map2>, memref<?x?xf32, #map2, 3>
      spv.ControlBarrier "Workgroup", "Workgroup", "AcquireRelease"
      linalg.matmul {__internal_linalg_transform__ = "workgroup"} %13, %15, %11
        : (memref<?x?xf32, #map2, 3>, memref<?x?xf32, #map2, 3>, memref<?x?xf32, #map2>)
      spv.ControlBarrier "Workgroup", "Workgroup", "AcquireRelease"
      dealloc %12 : memref<?x?xf32, 3>
      dealloc %14 : memref<?x?xf32, 3>
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

// CHECK: #[[$VIEW:.*]] = affine_map<(d0, d1)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2)>
// CHECK-LABEL: func.func @matmul_tile()
// CHECK-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>}
// CHECK: scf.parallel ({{.*}}) = (%c0, %c0) to (%c96, %c96) step (%c8, %c8) {
// CHECK: scf.for {{.*}} = %c0 to %c96 step %c4 {
// CHECK: %[[A:.*]] = memref.subview
// CHECK: %[[B:.*]] = memref.subview
// CHECK: %[[C:.*]] = memref.subview
// CHECK: %[[A_BUFFER:.*]] = memref.alloc(%c8, %c4) : memref<?x?xf32, 3>
// CHECK: %[[A_COPY:.*]] = memref.subview %[[A_BUFFER]]
// CHECK: %[[B_BUFFER:.*]] = memref.alloc(%c4, %c8) : memref<?x?xf32, 3>
// CHECK: %[[B_COPY:.*]] = memref.subview %[[B_BUFFER]]
// CHECK: linalg.copy {__internal_linalg_transform__ = "workgroup"} ins(%[[A]] : memref<?x?xf32, #[[$VIEW]]>) outs(%[[A_COPY]] : memref<?x?xf32, #[[$VIEW]], 3>)
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease>
// CHECK-NEXT: linalg.copy {{.*}} ins(%[[B]] :
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease>
// CHECK-NEXT: linalg.matmul {{.*}} ins(%[[A_COPY]], %[[B_COPY]] : {{.*}}) outs(%[[C]] :
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease>
// CHECK-NEXT: memref.dealloc %[[A_BUFFER]] : memref<?x?xf32, 3>
// CHECK-NEXT: memref.dealloc %[[B_BUFFER]] : memref<?x?xf32, 3>
