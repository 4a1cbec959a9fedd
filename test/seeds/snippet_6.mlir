// Snippet 6 of the seed documents: the element-wise operations as linalg on buffers.
// RUN: tern-opt --split-input-file %s > %t.mlir
// RUN: tern-opt --split-input-file %t.mlir | diff %t.mlir -
// RUN: tern-opt --split-input-file --mlir-print-op-generic %s | mlir-opt --split-input-file --allow-unregistered-dialect
// RUN: FileCheck %s < %t.mlir

// Documents 000, 002 and 003.

#map0 = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
func @main_ex_dispatch() {
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<10x15xf32>
  %c0 = constant 0 : index
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<10x15xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<10x15xf32>
  %3 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg2} : memref<15xf32>
  linalg.generic
    {args_in = 3 : i64, args_out = 1 : i64,
     indexing_maps = [#map0, #map0, #map1, #map0],
     iterator_types = ["parallel", "parallel"]} %1, %2, %3, %0 {
  ^bb0(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: f32):  // no predecessors
    %4 = addf %arg0, %arg1 : f32
    %5 = mulf %4, %arg2 : f32
    linalg.yield %5 : f32
  }: memref<10x15xf32>, memref<10x15xf32>, memref<15xf32>, memref<10x15xf32>
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

// CHECK-LABEL: func.func @main_ex_dispatch() {
// CHECK: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<10x15xf32>
// CHECK: linalg.generic {indexing_maps = [#map, #map, #map1, #map], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: ins(%{{.*}}, %{{.*}}, %{{.*}} : memref<10x15xf32>, memref<10x15xf32>, memref<15xf32>) outs(%[[OUT]] : memref<10x15xf32>) {
// CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[C]] : f32
// CHECK: linalg.yield %[[PRODUCT]] : f32
// -----

// Document 001, with the map of the fourth operand that it leaves out.

#map0 = affine_map<(d0, d1) -> (d0, d1)>
func @main_ex_dispatch() {
  %0 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@ret0} : memref<10x5xf32>
  %c0 = constant 0 : index
  %1 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg0} : memref<10x5xf32>
  %2 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg1} : memref<10x5xf32>
  %3 = iree.placeholder for "interface buffer"
         {binding = @legacy_io::@arg2} : memref<10x5xf32>
  linalg.generic
    {args_in = 3 : i64, args_out = 1 : i64,
     indexing_maps = [#map0, #map0, #map0, #map0],
     iterator_types = ["parallel", "parallel"]} %1, %2, %3, %0 {
  ^bb0(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: f32):  // no predecessors
    %4 = addf %arg0, %arg1 : f32
    %5 = mulf %4, %arg2 : f32
    linalg.yield %5 : f32
  }: memref<10x5xf32>, memref<10x5xf32>, memref<10x5xf32>, memref<10x5xf32>
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

// CHECK-LABEL: func.func @main_ex_dispatch() {
// CHECK: %[[OUT:.*]] = iree.placeholder for "interface buffer" {binding = @legacy_io::@ret0} : memref<10x5xf32>
// CHECK: linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME: ins(%{{.*}}, %{{.*}}, %{{.*}} : memref<10x5xf32>, memref<10x5xf32>, memref<10x5xf32>) outs(%[[OUT]] : memref<10x5xf32>) {
// CHECK: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : f32
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[C]] : f32
// CHECK: linalg.yield %[[PRODUCT]] : f32
