// From Snippet 5 of the seed documents to Snippets 7 and 8 by the passes, for both sizes of the documents.
// RUN: tern-opt %s --split-input-file --iree-codegen-split-dispatch-function --linalg-tile-and-fuse=tile-sizes=8,8,4 --cse \
// RUN:   | FileCheck %s --check-prefix=TILED
// RUN: tern-opt %s --split-input-file '--linalg-tile-and-fuse=tile-sizes=8,8,4 workgroup-size=8,8,1' \
// RUN:   --linalg-promote-subviews=force=true --cse | FileCheck %s --check-prefix=PROMOTED

// TILED-LABEL: func.func @main_ex_dispatch()
// TILED-SAME: workgroup_size = [8, 8, 1]
// TILED: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0, %c0) to (%c32, %c16) step (%c8, %c8) {
// TILED: scf.for %[[K:.*]] = %c0 to %c24 step %c4 {
// TILED: %[[A:.*]] = memref.subview %{{.*}}[%[[I]], %[[K]]]
// TILED: %[[B:.*]] = memref.subview %{{.*}}[%[[K]], %[[J]]]
// TILED: %[[C:.*]] = memref.subview %{{.*}}[%[[I]], %[[J]]]
// TILED: linalg.matmul {__internal_linalg_transform__ = "workgroup"{{.*}}} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] :

// PROMOTED-LABEL: func.func @main_ex_dispatch()
// PROMOTED: scf.parallel
// PROMOTED: scf.for
// PROMOTED: %[[A:.*]] = memref.alloc() : memref<8x4xf32, 3>
// PROMOTED: %[[B:.*]] = memref.alloc() : memref<4x8xf32, 3>
// PROMOTED: linalg.copy {__internal_linalg_transform__ = "workgroup"} {{.*}} outs(%[[A]] :
// PROMOTED: linalg.copy {__internal_linalg_transform__ = "workgroup"} {{.*}} outs(%[[B]] :
// PROMOTED: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
// PROMOTED: linalg.matmul {__internal_linalg_transform__ = "workgroup"{{.*}}} ins(%[[A]], %[[B]] :
// PROMOTED: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
// PROMOTED: memref.dealloc %[[A]]
// PROMOTED: memref.dealloc %[[B]]
func @main_ex_dispatch() {
  %0 = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<32x16xf32>
  %c0 = constant 0 : index
  %1 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<32x24xf32>
  %2 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<24x16xf32>
  %cst = constant 0.000000e+00 : f32
  linalg.matmul(%1, %2, %0) : memref<32x24xf32>, memref<24x16xf32>, memref<32x16xf32>
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}

// -----

// Document 001.

// TILED-LABEL: func.func @main_ex_dispatch()
// TILED: scf.parallel (%{{.*}}, %[[J:.*]]) = (%c0, %c0) to (%c4, %c10) step (%c8, %c8) {
// TILED: scf.for %[[K:.*]] = %c0 to %c5 step %c4 {
// TILED: memref.subview %{{.*}}[0, %[[K]]] [4, %{{.*}}] [1, 1] : memref<4x5xf32>
// TILED: memref.subview %{{.*}}[%[[K]], %[[J]]] [%{{.*}}, %{{.*}}] [1, 1] : memref<5x10xf32>
// TILED: memref.subview %{{.*}}[0, %[[J]]] [4, %{{.*}}] [1, 1] : memref<4x10xf32>

// PROMOTED-LABEL: func.func @main_ex_dispatch()
// PROMOTED: memref.alloc() : memref<4x4xf32, 3>
// PROMOTED: memref.alloc() : memref<4x8xf32, 3>
func @main_ex_dispatch() {
  %0 = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<4x10xf32>
  %c0 = constant 0 : index
  %1 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<4x5xf32>
  %2 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<5x10xf32>
  %cst = constant 0.000000e+00 : f32
  linalg.matmul(%1, %2, %0) : memref<4x5xf32>, memref<5x10xf32>, memref<4x10xf32>
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}
