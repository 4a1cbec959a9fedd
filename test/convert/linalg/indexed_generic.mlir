// The op of 2020 whose body gets the loop indices, on tensors: it becomes a generic op with linalg.index on the buffers.

// RUN: tern-opt %s --linalg-fusion-of-tensor-ops --hlo-to-linalg-on-buffers | FileCheck %s
// RUN: tern-run %s --input=5xi32=10,20,30,40,50 --expected_output=5xi32=10,21,32,43,54

// CHECK: %[[R:.*]] = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<5xi32>
// CHECK: %[[A:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<5xi32>
// CHECK: linalg.generic {{.*}} ins(%[[A]] : memref<5xi32>) outs(%[[R]] : memref<5xi32>) {
// CHECK-NEXT: ^bb0(%[[X:.*]]: i32, %{{.*}}: i32):
// CHECK-DAG: %[[I:.*]] = linalg.index 0 : index
// CHECK-DAG: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK: %[[S:.*]] = arith.addi %[[X]], %[[N]]
// CHECK: linalg.yield %[[S]]

#map0 = affine_map<(d0) -> (d0)>
hal.executable.target "vulkan*" {
  module {
    func @iota() {
      %c0 = constant 0 : index
      %0 = hal.interface.load.tensor @io::@arg0, offset = %c0 : tensor<5xi32>
      %1 = linalg.indexed_generic {args_in = 1 : i64, args_out = 1 : i64, indexing_maps = [#map0, #map0],
          iterator_types = ["parallel"]} %0 {
      ^bb0(%i: index, %x: i32):
        %n = index_cast %i : index to i32
        %s = addi %x, %n : i32
        linalg.yield %s : i32
      } : tensor<5xi32> -> tensor<5xi32>
      hal.interface.store.tensor %1, @io::@ret0, offset = %c0 : tensor<5xi32>
      return
    }
    hal.interface @io attributes {sym_visibility = "private"} {
      hal.interface.binding @arg0, set=0, binding=0, type="StorageBuffer", access="Read"
      hal.interface.binding @ret0, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
    }
  }
}
