// RUN: tern-opt %s --iree-codegen-split-dispatch-function --split-input-file | FileCheck %s
// RUN: tern-opt %s --iree-codegen-split-dispatch-function --split-input-file --mlir-print-op-generic \
// RUN:   | mlir-opt --allow-unregistered-dialect --split-input-file | FileCheck %s --check-prefix=UPSTREAM
// RUN: tern-opt %s --iree-codegen-split-dispatch-function=fuse=false --split-input-file | FileCheck %s --check-prefix=ALONE

// The second product reads rows of the first that other workgroups write.

// CHECK-LABEL: func.func @products_0()
// CHECK-NOT: @arg2
// CHECK: linalg.fill
// CHECK: linalg.matmul
// CHECK: linalg.generic
// CHECK: linalg.yield
// CHECK-NOT: linalg
// CHECK: return
// CHECK-LABEL: func.func @products_1()
// CHECK-NOT: @arg0
// CHECK: %[[T:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret1}
// CHECK: linalg.matmul ins(%[[T]],
// CHECK-NOT: linalg
// CHECK: return
// CHECK-LABEL: func.func private @products() attributes {hal.entry_point_schedule = [@products_0, @products_1]} {
// CHECK-NEXT: return

// UPSTREAM: func.func private @products() attributes {hal.entry_point_schedule = [@products_0, @products_1]}

// ALONE: func.func private @products() attributes {hal.entry_point_schedule = [@products_0, @products_1, @products_2, @products_3]}
#id = affine_map<(i, j) -> (i, j)>
func.func @products() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<16x12xf32>
  %b = iree.placeholder for "interface buffer" {binding = @io::@arg1} : memref<12x10xf32>
  %c = iree.placeholder for "interface buffer" {binding = @io::@arg2} : memref<10x16xf32>
  %t = iree.placeholder for "interface buffer" {binding = @io::@ret1} : memref<16x10xf32>
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<16x16xf32>
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%t : memref<16x10xf32>)
  linalg.matmul ins(%a, %b : memref<16x12xf32>, memref<12x10xf32>) outs(%t : memref<16x10xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<16x10xf32>) outs(%t : memref<16x10xf32>) {
  ^bb0(%x: f32, %o: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  }
  linalg.matmul ins(%t, %c : memref<16x10xf32>, memref<10x16xf32>) outs(%r : memref<16x16xf32>)
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @arg1, set=0, binding=1, type="StorageBuffer", access="Read"
  hal.interface.binding @arg2, set=0, binding=2, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=3, type="StorageBuffer", access="Read|Write"
  hal.interface.binding @ret1, set=0, binding=4, type="StorageBuffer", access="Read|Write"
}

// -----

// Initialisers go with their roots, wherever they stand. Push constants and views are cloned where they are needed, and
// a taken name is not taken again.

#two = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
// CHECK-LABEL: func.func @reductions_0_0()
// CHECK: hal.interface.load.constant offset = 0
// CHECK: linalg.fill {{.*}} outs(%[[O:.*]] : memref<?xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[O]] : memref<?xf32>)
// CHECK: return
// CHECK-LABEL: func.func @reductions_1()
// CHECK-NOT: @ret0
// CHECK: linalg.fill {{.*}} outs(%[[O:.*]] : memref<24xf32>)
// CHECK: linalg.generic {{.*}} outs(%[[O]] : memref<24xf32>)
// CHECK: return
// CHECK: func.func private @reductions() attributes {hal.entry_point_schedule = [@reductions_0_0, @reductions_1]}
func.func private @reductions_0()
func.func @reductions() {
  %n = hal.interface.load.constant offset = 0 : index
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<?x24xf32>{%n}
  %r = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<?xf32>{%n}
  %s = iree.placeholder for "interface buffer" {binding = @io::@ret1} : memref<24xf32>
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%r : memref<?xf32>)
  linalg.fill ins(%z : f32) outs(%s : memref<24xf32>)
  linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<?x24xf32>) outs(%r : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %t = arith.addf %x, %y : f32
    linalg.yield %t : f32
  }
  linalg.generic {indexing_maps = [#two, #column], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<?x24xf32>) outs(%s : memref<24xf32>) {
  ^bb0(%x: f32, %y: f32):
    %t = arith.addf %x, %y : f32
    linalg.yield %t : f32
  }
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  hal.interface.binding @ret1, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
}

// -----

// Element-wise ops on different elements share a kernel: the parts of a concatenation.

// CHECK-LABEL: func.func @concatenates()
// CHECK: linalg.copy
// CHECK: linalg.copy
// CHECK-NOT: hal.entry_point_schedule

// A fill of the whole and a copy into a part of it do not.

// CHECK-LABEL: func.func @pads_0()
// CHECK: linalg.fill
// CHECK-NOT: linalg
// CHECK-LABEL: func.func @pads_1()
// CHECK-NOT: linalg.fill
// CHECK: linalg.copy
// CHECK: func.func private @pads() attributes {hal.entry_point_schedule = [@pads_0, @pads_1]}

// One group, private functions, functions with results: untouched.

// CHECK-LABEL: func.func @one_group()
// CHECK-NOT: hal.entry_point_schedule
// CHECK-LABEL: func.func private @not_an_entry(
// CHECK-NOT: hal.entry_point_schedule
func.func @concatenates() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<16xf32>
  %low = memref.subview %o[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %high = memref.subview %o[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  linalg.copy ins(%a : memref<8xf32>) outs(%low : memref<8xf32, strided<[1]>>)
  linalg.copy ins(%a : memref<8xf32>) outs(%high : memref<8xf32, strided<[1], offset: 8>>)
  return
}
func.func @pads() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<16xf32>
  %z = arith.constant 0.0 : f32
  %inner = memref.subview %o[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  linalg.fill ins(%z : f32) outs(%o : memref<16xf32>)
  linalg.copy ins(%a : memref<8xf32>) outs(%inner : memref<8xf32, strided<[1], offset: 4>>)
  return
}
func.func @one_group() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<8x8xf32>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<8x8xf32>
  linalg.matmul ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%o : memref<8x8xf32>)
  return
}
func.func private @not_an_entry(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %a : memref<8x8xf32>, memref<8x8xf32>) outs(%b : memref<8x8xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}
hal.interface private @io {
  hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
  hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
}
