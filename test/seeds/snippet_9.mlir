// Snippet 9 of the seed documents: the matrix product distributed to workgroups and workitems.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 000, 002 and 003. The operands of mulf, addf and store are those that are meant.

#map0 = affine_map<(d0, d1)[s0] -> (d0 * 24 + s0 + d1)>
#map1 = affine_map<(d0, d1)[s0] -> (d0 * 16 + s0 + d1)>
func @main_ex_dispatch_0_dispatch_1()
  attributes {
    spv.entry_point_abi = {local_size = dense<[8, 8, 1]> : vector<3xi32>}} {
  %c24 = constant 24 : index
  %c8 = constant 8 : index
  %c4 = constant 4 : index
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<32x16xf32>
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<32x24xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<24x16xf32>
  %3 = "gpu.block_id"() {dimension = "x"} : () -> index
  %4 = "gpu.block_id"() {dimension = "y"} : () -> index
  %5 = muli %4, %c8 : index
  %6 = muli %3, %c8 : index
  scf.for %arg0 = %c0 to %c24 step %c4 {
    // Sizes of the tile.
    %c32 = constant 32 : index
    %c16 = constant 16 : index
    %7 = subi %c32, %5 : index
    %8 = cmpi "slt", %7, %c8 : index
    %10 = select %8, %7, %c8 : index
    %11 = subi %c24, %arg0 : index
    %12 = cmpi "slt", %11, %c4 : index
    %14 = select %12, %11, %c4 : index
    %15 = subview %1[%5, %arg0] [%10, %14] [1, 1]
      : memref<32x24xf32> to memref<?x?xf32, #map0>
    %16 = subi %c16, %6 : index
    %17 = cmpi "slt", %16, %c8 : index
    %19 = select %17, %16, %c8 : index
    %20 = subview %2[%arg0, %6] [%14, %19] [1, 1]
      : memref<24x16xf32> to memref<?x?xf32, #map1>
    %21 = subview %0[%5, %6] [%10, %19] [1, 1]
      : memref<32x16xf32> to memref<?x?xf32, #map1>
    %22 = "gpu.thread_id"() {dimension = "x"} : () -> index
    %23 = "gpu.thread_id"() {dimension = "y"} : () -> index
    %24 = cmpi "slt", %23, %10 : index
    %25 = cmpi "slt", %22, %19 : index
    %26 = and %24, %25 : i1
    scf.if %26 {
      scf.for %arg1 = %c0 to %14 step %c1 {
        %27 = load %15[%23, %arg1] : memref<?x?xf32, #map0>
        %28 = load %20[%arg1, %22] : memref<?x?xf32, #map1>
        %29 = load %21[%23, %22] : memref<?x?xf32, #map1>
        %30 = mulf %27, %28 : f32
        %31 = addf %29, %30 : f32
        store %31, %21[%23, %22] : memref<?x?xf32, #map1>
      }
    }
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

// CHECK-LABEL: func.func @main_ex_dispatch_0_dispatch_1()
// CHECK: %[[BX:.*]] = gpu.block_id x
// CHECK: %[[BY:.*]] = gpu.block_id y
// CHECK: arith.muli %[[BY]], %c8 : index
// CHECK: scf.for {{.*}} = %c0 to %c24 step %c4 {
// CHECK: %[[A:.*]] = memref.subview
// CHECK: %[[B:.*]] = memref.subview
// CHECK: %[[C:.*]] = memref.subview
// CHECK: %[[TX:.*]] = gpu.thread_id x
// CHECK: %[[TY:.*]] = gpu.thread_id y
// CHECK: arith.cmpi slt, %[[TY]],
// CHECK: arith.cmpi slt, %[[TX]],
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: scf.if %[[INSIDE]] {
// CHECK: scf.for %[[K:.*]] = %c0 to
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[TY]], %[[K]]]
// CHECK: %[[Y:.*]] = memref.load %[[B]][%[[K]], %[[TX]]]
// CHECK: %[[Z:.*]] = memref.load %[[C]][%[[TY]], %[[TX]]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK: %[[SUM:.*]] = arith.addf %[[Z]], %[[PRODUCT]] : f32
// CHECK: memref.store %[[SUM]], %[[C]][%[[TY]], %[[TX]]] : memref<?x?xf32, #map1>
// -----

// Document 001.

#map0 = affine_map<(d0, d1)[s0] -> (d0 * 5 + s0 + d1)>
#map1 = affine_map<(d0, d1)[s0] -> (d0 * 10 + s0 + d1)>
func @main_ex_dispatch_0_dispatch_1()
  attributes {
    spv.entry_point_abi = {local_size = dense<[8, 8, 1]> : vector<3xi32>}} {
  %c5 = constant 5 : index
  %c8 = constant 8 : index
  %c4 = constant 4 : index
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<4x10xf32>
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<4x5xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<5x10xf32>
  %3 = "gpu.block_id"() {dimension = "x"} : () -> index
  %4 = muli %3, %c8 : index
  scf.for %arg0 = %c0 to %c5 step %c4 {
    // Sizes of the tile.
    %c10 = constant 10 : index
    %5 = subi %c5, %arg0 : index
    %6 = cmpi "slt", %5, %c4 : index
    %8 = select %6, %5, %c4 : index
    %9 = subview %1[0, %arg0] [4, %8] [1, 1]
      : memref<4x5xf32> to memref<4x?xf32, #map0>
    %10 = subi %c10, %4 : index
    %11 = cmpi "slt", %10, %c8 : index
    %13 = select %11, %10, %c8 : index
    %14 = subview %2[%arg0, %4] [%8, %13] [1, 1]
      : memref<5x10xf32> to memref<?x?xf32, #map1>
    %15 = subview %0[0, %4] [4, %13] [1, 1]
      : memref<4x10xf32> to memref<4x?xf32, #map1>
    %16 = "gpu.thread_id"() {dimension = "x"} : () -> index
    %17 = "gpu.thread_id"() {dimension = "y"} : () -> index
    %18 = cmpi "slt", %17, %c4 : index
    %19 = cmpi "slt", %16, %13 : index
    %20 = and %18, %19 : i1
    scf.if %20 {
      scf.for %arg1 = %c0 to %8 step %c1 {
        %21 = load %9[%17, %arg1] : memref<4x?xf32, #map0>
        %22 = load %14[%arg1, %16] : memref<?x?xf32, #map1>
        %23 = load %15[%17, %16] : memref<4x?xf32, #map1>
        %24 = mulf %21, %22 : f32
        %25 = addf %23, %24 : f32
        store %25, %15[%17, %16] : memref<4x?xf32, #map1>
      }
    }
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

// CHECK-LABEL: func.func @main_ex_dispatch_0_dispatch_1()
// CHECK: %[[BX:.*]] = gpu.block_id x
// CHECK-NOT: gpu.block_id
// CHECK: arith.muli %[[BX]], %c8 : index
// CHECK: scf.for {{.*}} = %c0 to %c5 step %c4 {
// CHECK: %[[A:.*]] = memref.subview
// CHECK: %[[B:.*]] = memref.subview
// CHECK: %[[C:.*]] = memref.subview
// CHECK: %[[TX:.*]] = gpu.thread_id x
// CHECK: %[[TY:.*]] = gpu.thread_id y
// CHECK: arith.cmpi slt, %[[TY]],
// CHECK: arith.cmpi slt, %[[TX]],
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: scf.if %[[INSIDE]] {
// CHECK: scf.for %[[K:.*]] = %c0 to
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[TY]], %[[K]]]
// CHECK: %[[Y:.*]] = memref.load %[[B]][%[[K]], %[[TX]]]
// CHECK: %[[Z:.*]] = memref.load %[[C]][%[[TY]], %[[TX]]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK: %[[SUM:.*]] = arith.addf %[[Z]], %[[PRODUCT]] : f32
// CHECK: memref.store %[[SUM]], %[[C]][%[[TY]], %[[TX]]] : memref<4x?xf32, #map1>
