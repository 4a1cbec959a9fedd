// Snippet 10 of the seed documents: the element-wise operations distributed to workitems.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 000, 002 and 003.

func @main_ex_dispatch_0()
  attributes {
    spv.entry_point_abi = {local_size = dense<[32, 1, 1]> : vector<3xi32>}} {
  %c50 = constant 50 : index
  %c5 = constant 5 : index
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<10x15xf32>
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<10x15xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<10x15xf32>
  %3 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg2} : memref<15xf32>
  %4 = "gpu.block_id"() {dimension = "x"} : () -> index
  %5 = "gpu.block_dim"() {dimension = "x"} : () -> index
  %6 = "gpu.thread_id"() {dimension = "x"} : () -> index
  %7 = muli %4, %5 : index
  %8 = addi %7, %6 : index
  %9 = cmpi "slt", %8, %c50 : index
  scf.if %9 {
    %10 = divi_signed %8, %c5 : index
    %11 = remi_signed %8, %c5 : index
    %12 = load %1[%10, %11] : memref<10x15xf32>
    %13 = load %2[%10, %11] : memref<10x15xf32>
    %14 = load %3[%11] : memref<15xf32>
    %15 = addf %12, %13 : f32
    %16 = mulf %15, %14 : f32
    store %16, %0[%10, %11] : memref<10x15xf32>
  }
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0,
    type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1,
    type="StorageBuffer", access="Read"
  hal.interface.binding @arg2, set=0, binding=2,
    type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=3,
    type="StorageBuffer", access="Write|Discard"
}

// CHECK-LABEL: func.func @main_ex_dispatch_0()
// CHECK-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>}
// CHECK: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<10x15xf32>
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: %[[SIZE:.*]] = gpu.block_dim x
// CHECK: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: %[[START:.*]] = arith.muli %[[BLOCK]], %[[SIZE]] : index
// CHECK: %[[ID:.*]] = arith.addi %[[START]], %[[THREAD]] : index
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[ID]], %c50 : index
// CHECK: scf.if %[[INSIDE]] {
// CHECK: %[[I:.*]] = arith.divsi %[[ID]], %c5 : index
// CHECK: %[[J:.*]] = arith.remsi %[[ID]], %c5 : index
// CHECK: memref.load %{{.*}}[%[[I]], %[[J]]] : memref<10x15xf32>
// CHECK: memref.load %{{.*}}[%[[I]], %[[J]]] : memref<10x15xf32>
// CHECK: memref.load %{{.*}}[%[[J]]] : memref<15xf32>
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[I]], %[[J]]] : memref<10x15xf32>
// -----

// Document 001.

func @main_ex_dispatch_0()
  attributes {
    spv.entry_point_abi = {local_size = dense<[32, 1, 1]> : vector<3xi32>}} {
  %c50 = constant 50 : index
  %c5 = constant 5 : index
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<10x5xf32>
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<10x5xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<10x5xf32>
  %3 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg2} : memref<10x5xf32>
  %4 = "gpu.block_id"() {dimension = "x"} : () -> index
  %5 = "gpu.block_dim"() {dimension = "x"} : () -> index
  %6 = "gpu.thread_id"() {dimension = "x"} : () -> index
  %7 = muli %4, %5 : index
  %8 = addi %7, %6 : index
  %9 = cmpi "slt", %8, %c50 : index
  scf.if %9 {
    %10 = divi_signed %8, %c5 : index
    %11 = remi_signed %8, %c5 : index
    %12 = load %1[%10, %11] : memref<10x5xf32>
    %13 = load %2[%10, %11] : memref<10x5xf32>
    %14 = load %3[%10, %11] : memref<10x5xf32>
    %15 = addf %12, %13 : f32
    %16 = mulf %15, %14 : f32
    store %16, %0[%10, %11] : memref<10x5xf32>
  }
  return
}
hal.interface private @legacy_io {
  hal.interface.binding @arg0, set=0, binding=0,
    type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1,
    type="StorageBuffer", access="Read"
  hal.interface.binding @arg2, set=0, binding=2,
    type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=3,
    type="StorageBuffer", access="Write|Discard"
}

// CHECK-LABEL: func.func @main_ex_dispatch_0()
// CHECK-SAME: attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>}
// CHECK: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<10x5xf32>
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: %[[SIZE:.*]] = gpu.block_dim x
// CHECK: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: %[[START:.*]] = arith.muli %[[BLOCK]], %[[SIZE]] : index
// CHECK: %[[ID:.*]] = arith.addi %[[START]], %[[THREAD]] : index
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[ID]], %c50 : index
// CHECK: scf.if %[[INSIDE]] {
// CHECK: %[[I:.*]] = arith.divsi %[[ID]], %c5 : index
// CHECK: %[[J:.*]] = arith.remsi %[[ID]], %c5 : index
// CHECK: memref.load %{{.*}}[%[[I]], %[[J]]] : memref<10x5xf32>
// CHECK: memref.load %{{.*}}[%[[I]], %[[J]]] : memref<10x5xf32>
// CHECK: memref.load %{{.*}}[%[[I]], %[[J]]] : memref<10x5xf32>
// CHECK: memref.store %{{.*}}, %[[OUT]][%[[I]], %[[J]]] : memref<10x5xf32>
