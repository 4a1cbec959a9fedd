// RUN: tern-opt %s --split-input-file --convert-rows-to-gpu --canonicalize --cse | FileCheck %s

// Elements at places that are read themselves: each lane loads its own.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func.func @sum_of_gathered()
// CHECK-SAME: workgroup_size = [128, 1, 1]
// CHECK: %[[AT:.*]] = vector.load %{{.*}} : memref<64x128xi32>, vector<4xi32>
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[AT]] : vector<4xi32> to vector<4xindex>
// CHECK: %[[I0:.*]] = vector.extract %[[INDEX]][0]
// CHECK: %[[E0:.*]] = memref.load %[[TABLE:.*]][%[[I0]]] : memref<1000xf32>
// CHECK: %[[I3:.*]] = vector.extract %[[INDEX]][3]
// CHECK: %[[E3:.*]] = memref.load %[[TABLE]][%[[I3]]] : memref<1000xf32>
// CHECK: vector.from_elements %[[E0]], %{{.*}}, %{{.*}}, %[[E3]] : vector<4xf32>
// CHECK: gpu.shuffle
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @sum_of_gathered() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x128xi32>
    %t = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<1000xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<64xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x128xi32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: i32, %p: f32):
      %i = arith.index_cast %a : i32 to index
      %e = memref.load %t[%i] : memref<1000xf32>
      %s = arith.addf %p, %e : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Read"
    hal.interface.binding @b2, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// What the kernel writes may not be read this way.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func.func @sum_of_written()
// CHECK: linalg.generic
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @sum_of_written() {
    %zero = arith.constant 0.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x128xi32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    linalg.fill ins(%zero : f32) outs(%y : memref<64xf32>)
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x128xi32>) outs(%y : memref<64xf32>) {
    ^bb0(%a: i32, %p: f32):
      %i = arith.index_cast %a : i32 to index
      %e = memref.load %y[%i] : memref<64xf32>
      %s = arith.addf %p, %e : f32
      linalg.yield %s : f32
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Read|Write"
  }
}
