// RUN: tern-opt %s --split-input-file --convert-to-gpu --canonicalize --cse | FileCheck %s

// For CUDA accesses have 16 bytes whatever the elements are, several of them are under way in every workgroup but the last,
// and what is left behind the last whole vector is done one by one.

// CHECK-LABEL: func.func @bytes()
// CHECK: %[[LAST:.*]] = arith.addi %[[AT:.*]], %c768
// CHECK: %[[WHOLE:.*]] = arith.cmpi slt, %[[LAST]], %c1250002
// CHECK: scf.if %[[WHOLE]] {
// CHECK-COUNT-8: vector.load %{{.*}} : memref<20000035xi8>, vector<16xi8>
// CHECK: arith.addi %{{.*}} : vector<16xi8>
// CHECK-COUNT-4: vector.store %{{.*}} : memref<20000035xi8>, vector<16xi8>
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %[[AT]] to %c1250002 step %c256 {
// CHECK-COUNT-2: vector.load
// CHECK: vector.store
// CHECK: %[[IS_TAIL:.*]] = arith.cmpi slt, %{{.*}}, %c3
// CHECK: scf.if %[[IS_TAIL]] {
// CHECK: %[[PLACE:.*]] = arith.addi %{{.*}}, %c20000032
// CHECK-COUNT-2: memref.load %{{.*}}[%[[PLACE]]]
// CHECK: memref.store %{{.*}}[%[[PLACE]]]
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @bytes() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [256, 1, 1]>} {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<20000035xi8>
    %z = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<20000035xi8>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<20000035xi8>
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x, %z : memref<20000035xi8>, memref<20000035xi8>) outs(%y : memref<20000035xi8>) {
    ^bb0(%a: i8, %b: i8, %p: i8):
      %s = arith.addi %a, %b : i8
      linalg.yield %s : i8
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

// The narrowest element has 16 bytes, the widest no more than twice as many; fewer elements than a vector are no vector,
// and of complex numbers there is none.

// CHECK-LABEL: func.func @converts()
// CHECK: vector.load %{{.*}} : memref<64x128xf16>, vector<8xf16>
// CHECK: vector.store %{{.*}} : memref<64x128xf32>, vector<8xf32>
// CHECK-LABEL: func.func @few()
// CHECK: vector.store %{{.*}} : memref<3xf32>, vector<2xf32>
// CHECK: memref.store
// CHECK-LABEL: func.func @complex_numbers()
// CHECK-NOT: vector
// CHECK: memref.store %{{.*}} : memref<64xcomplex<f32>>
module attributes {nvvm.target = #nvvm.target<chip = "sm_90">} {
  func.func @converts() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64x128xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64x128xf32>
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<64x128xf16>) outs(%y : memref<64x128xf32>) {
    ^bb0(%a: f16, %p: f32):
      %s = arith.extf %a : f16 to f32
      linalg.yield %s : f32
    }
    return
  }
  func.func @few() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<3xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<3xf32>
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : memref<3xf32>) outs(%y : memref<3xf32>) {
    ^bb0(%a: f32, %p: f32):
      %s = arith.negf %a : f32
      linalg.yield %s : f32
    }
    return
  }
  func.func @complex_numbers() {
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<64xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xcomplex<f32>>
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : memref<64xf32>) outs(%y : memref<64xcomplex<f32>>) {
    ^bb0(%a: f32, %p: complex<f32>):
      %s = complex.create %a, %a : complex<f32>
      linalg.yield %s : complex<f32>
    }
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}
