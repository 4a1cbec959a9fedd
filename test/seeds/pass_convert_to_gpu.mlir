// From Snippets 7 and 6 of the seed documents to Snippets 9 and 10 by --convert-to-gpu, for both sizes of the documents.
// RUN: tern-opt %s --split-input-file --linalg-tile-and-fuse=tile-sizes=8,8,4 --cse --convert-to-gpu --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: tern-opt %s --split-input-file --convert-to-gpu --canonicalize --cse | FileCheck %s --check-prefix=POINTWISE

// Documents 000, 002 and 003: Snippet 9. The accumulator is loaded before the loop and stored behind it.

// CHECK-LABEL: func.func @main_ex_dispatch_0_dispatch_1()
// CHECK-SAME: workgroup_size = [8, 8, 1]
// CHECK-DAG: %[[BX:.*]] = gpu.block_id x
// CHECK-DAG: %[[BY:.*]] = gpu.block_id y
// CHECK-DAG: %[[I:.*]] = arith.muli %[[BY]], %c8
// CHECK-DAG: %[[J:.*]] = arith.muli %[[BX]], %c8
// CHECK: scf.for %[[K:.*]] = %c0 to %c24 step %c4 {
// CHECK-DAG: %[[A:.*]] = memref.subview %{{.*}}[%[[I]], %[[K]]] [8, 4]
// CHECK-DAG: %[[B:.*]] = memref.subview %{{.*}}[%[[K]], %[[J]]] [4, 8]
// CHECK-DAG: %[[C:.*]] = memref.subview %{{.*}}[%[[I]], %[[J]]] [8, 8]
// CHECK-DAG: %[[TX:.*]] = gpu.thread_id x
// CHECK-DAG: %[[TY:.*]] = gpu.thread_id y
// Tile and workgroup have one size: no guard.
// CHECK-NOT: scf.if
// CHECK: %[[OLD:.*]] = memref.load %[[C]][%[[TY]], %[[TX]]]
// CHECK: %[[NEW:.*]] = scf.for %[[KK:.*]] = %c0 to %c4 step %c1 iter_args(%[[ACC:.*]] = %[[OLD]])
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[TY]], %[[KK]]]
// CHECK: %[[Y:.*]] = memref.load %[[B]][%[[KK]], %[[TX]]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK: %[[SUM:.*]] = arith.addf %[[ACC]], %[[PRODUCT]] : f32
// CHECK: scf.yield %[[SUM]]
// CHECK: memref.store %[[NEW]], %[[C]][%[[TY]], %[[TX]]]
// CHECK-NOT: __internal_linalg_transform__

// 16 columns are 2 workgroups in x, 32 rows 4 in y.

// CHECK-LABEL: func.func private @main_ex_dispatch_0_dispatch_1_workgroup_count() -> (index, index, index)
// CHECK-SAME: hal.workgroup_count_of = @main_ex_dispatch_0_dispatch_1
// CHECK: return %c2, %c4, %c1 :
func @main_ex_dispatch_0_dispatch_1() {
  %0 = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<32x16xf32>
  %1 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<32x24xf32>
  %2 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<24x16xf32>
  linalg.matmul(%1, %2, %0) : memref<32x24xf32>, memref<24x16xf32>, memref<32x16xf32>
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}

// -----

// Document 001: 4x10 in tiles of 8x8. One workgroup in y, and tiles that are cut.

// CHECK-LABEL: func.func @main_ex_dispatch_0_dispatch_1()
// CHECK: gpu.block_id x
// CHECK-NOT: gpu.block_id y
// CHECK: scf.for %[[K:.*]] = %c0 to %c5 step %c4 {
// CHECK: %[[COLUMNS:.*]] = arith.minsi
// CHECK: memref.subview {{.*}} [4, %[[COLUMNS]]] [1, 1] : memref<4x10xf32>
// CHECK-DAG: %[[TX:.*]] = gpu.thread_id x
// CHECK-DAG: %[[TY:.*]] = gpu.thread_id y
// CHECK-DAG: %[[IN_Y:.*]] = arith.cmpi slt, %[[TY]], %c4
// CHECK-DAG: %[[IN_X:.*]] = arith.cmpi slt, %[[TX]], %[[COLUMNS]]
// CHECK: %[[INSIDE:.*]] = arith.andi %[[IN_Y]], %[[IN_X]]
// CHECK: scf.if %[[INSIDE]] {
// CHECK: scf.for

// CHECK-LABEL: func.func private @main_ex_dispatch_0_dispatch_1_workgroup_count
// CHECK: return %c2, %c1, %c1 :
func @main_ex_dispatch_0_dispatch_1() attributes {spv.entry_point_abi = {local_size = dense<[8, 8, 1]> : vector<3xi32>}} {
  %c0 = constant 0 : index
  %c4 = constant 4 : index
  %c5 = constant 5 : index
  %c8 = constant 8 : index
  %c10 = constant 10 : index
  %0 = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<4x10xf32>
  %1 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<4x5xf32>
  %2 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<5x10xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c10) step (%c8, %c8) {
    scf.for %k = %c0 to %c5 step %c4 {
      %columns_left = subi %c10, %j : index
      %columns = arith.minsi %columns_left, %c8 : index
      %depth_left = subi %c5, %k : index
      %depth = arith.minsi %depth_left, %c4 : index
      %a = memref.subview %1[%i, %k] [4, %depth] [1, 1] : memref<4x5xf32> to memref<4x?xf32, strided<[5, 1], offset: ?>>
      %b = memref.subview %2[%k, %j] [%depth, %columns] [1, 1]
        : memref<5x10xf32> to memref<?x?xf32, strided<[10, 1], offset: ?>>
      %c = memref.subview %0[%i, %j] [4, %columns] [1, 1]
        : memref<4x10xf32> to memref<4x?xf32, strided<[10, 1], offset: ?>>
      linalg.matmul {__internal_linalg_transform__ = "workgroup"}
        ins(%a, %b : memref<4x?xf32, strided<[5, 1], offset: ?>>, memref<?x?xf32, strided<[10, 1], offset: ?>>)
        outs(%c : memref<4x?xf32, strided<[10, 1], offset: ?>>)
    }
    scf.yield
  }
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}

// -----

// Documents 000, 002 and 003: Snippet 10, with the workgroup size that the documents give.

// POINTWISE-LABEL: func.func @main_ex_dispatch_0()
// POINTWISE-SAME: workgroup_size = [32, 1, 1]
// POINTWISE: %[[BLOCK:.*]] = gpu.block_id x
// POINTWISE: %[[SIZE:.*]] = gpu.block_dim x
// POINTWISE: %[[THREAD:.*]] = gpu.thread_id x
// POINTWISE: %[[START:.*]] = arith.muli %[[BLOCK]], %[[SIZE]]
// POINTWISE: %[[ID:.*]] = arith.addi %[[START]], %[[THREAD]]
// POINTWISE: %[[INSIDE:.*]] = arith.cmpi slt, %[[ID]], %c150
// POINTWISE: scf.if %[[INSIDE]] {
// POINTWISE: %[[I:.*]] = arith.divsi %[[ID]], %c15
// POINTWISE: %[[J:.*]] = arith.remsi %[[ID]], %c15
// POINTWISE: memref.load %{{.*}}[%[[I]], %[[J]]] : memref<10x15xf32>
// POINTWISE: memref.load %{{.*}}[%[[I]], %[[J]]] : memref<10x15xf32>
// POINTWISE: memref.load %{{.*}}[%[[J]]] : memref<15xf32>
// POINTWISE: arith.addf
// POINTWISE: arith.mulf
// POINTWISE: memref.store %{{.*}}[%[[I]], %[[J]]] : memref<10x15xf32>
// POINTWISE-LABEL: func.func private @main_ex_dispatch_0_workgroup_count
// POINTWISE: return %c5, %c1, %c1 :
#map0 = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
func @main_ex_dispatch_0() attributes {spv.entry_point_abi = {local_size = dense<[32, 1, 1]> : vector<3xi32>}} {
  %0 = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<10x15xf32>
  %1 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<10x15xf32>
  %2 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<10x15xf32>
  %3 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg2} : memref<15xf32>
  linalg.generic {args_in = 3 : i64, args_out = 1 : i64, indexing_maps = [#map0, #map0, #map1, #map0],
                  iterator_types = ["parallel", "parallel"]} %1, %2, %3, %0 {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %sum = addf %x, %y : f32
    %product = mulf %sum, %z : f32
    linalg.yield %product : f32
  }: memref<10x15xf32>, memref<10x15xf32>, memref<15xf32>, memref<10x15xf32>
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @arg2, set=0, binding=2, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=3, type="StorageBuffer", access="Write|Discard"
}

// -----

// Document 001: 50 elements are two workgroups of 32.

// POINTWISE-LABEL: func.func @main_ex_dispatch_0()
// POINTWISE: %[[INSIDE:.*]] = arith.cmpi slt, %[[ID:.*]], %c50
// POINTWISE: scf.if %[[INSIDE]] {
// POINTWISE: arith.divsi %[[ID]], %c5
// POINTWISE: arith.remsi %[[ID]], %c5
// POINTWISE-LABEL: func.func private @main_ex_dispatch_0_workgroup_count
// POINTWISE: return %c2, %c1, %c1 :
#map0 = affine_map<(d0, d1) -> (d0, d1)>
func @main_ex_dispatch_0() attributes {spv.entry_point_abi = {local_size = dense<[32, 1, 1]> : vector<3xi32>}} {
  %0 = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<10x5xf32>
  %1 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg0} : memref<10x5xf32>
  %2 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg1} : memref<10x5xf32>
  %3 = iree.placeholder for "interface buffer" {binding = @legacy_io::@arg2} : memref<10x5xf32>
  linalg.generic {args_in = 3 : i64, args_out = 1 : i64, indexing_maps = [#map0, #map0, #map0, #map0],
                  iterator_types = ["parallel", "parallel"]} %1, %2, %3, %0 {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %sum = addf %x, %y : f32
    %product = mulf %sum, %z : f32
    linalg.yield %product : f32
  }: memref<10x5xf32>, memref<10x5xf32>, memref<10x5xf32>, memref<10x5xf32>
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @arg2, set=0, binding=2, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=3, type="StorageBuffer", access="Write|Discard"
}
