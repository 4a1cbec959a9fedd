// RUN: tern-opt %s --gpu-widen-copies --canonicalize --cse | FileCheck %s

// The copy and the memory that only it and matrices reach become vectors of words; the distance of rows counts those.
// CHECK-LABEL: func.func @copy
func.func @copy(%i: index, %j: index) -> !gpu.mma_matrix<16x16xf16, "AOp"> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[IN:.*]] = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<512xvector<4xi32>>
  %m = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
  // CHECK: %[[TILE:.*]] = memref.alloc() : memref<160xvector<4xi32>, 3>
  %t = memref.alloc() : memref<32x40xf16, 3>
  %col = arith.muli %j, %c8 : index
  // CHECK: %[[V:.*]] = memref.load %[[IN]][%{{.*}}] : memref<512xvector<4xi32>>
  %v = vector.load %m[%i, %col] : memref<64x64xf16>, vector<8xf16>
  // CHECK: memref.store %[[V]], %[[TILE]][%{{.*}}] : memref<160xvector<4xi32>, 3>
  vector.store %v, %t[%i, %col] : memref<32x40xf16, 3>, vector<8xf16>
  gpu.barrier
  // CHECK: gpu.subgroup_mma_load_matrix %[[TILE]][%{{.*}}] {leadDimension = 5 : index} : memref<160xvector<4xi32>, 3>
  %a = gpu.subgroup_mma_load_matrix %t[%i, %c0] {leadDimension = 40 : index} : memref<32x40xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  // CHECK: memref.dealloc %[[TILE]]
  memref.dealloc %t : memref<32x40xf16, 3>
  return %a : !gpu.mma_matrix<16x16xf16, "AOp">
}

// A scalar reads the memory too, so that it keeps its type: the copy is cut into vectors that SPIR-V has.
// CHECK-LABEL: func.func @scalar
func.func @scalar(%i: index) -> f16 {
  %c0 = arith.constant 0 : index
  %m = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xf16>
  // CHECK: %[[TILE:.*]] = memref.alloc() : memref<32x40xf16, 3>
  %t = memref.alloc() : memref<32x40xf16, 3>
  // CHECK-COUNT-2: vector.load %{{.*}} : memref<64x64xf16>, vector<4xf16>
  %v = vector.load %m[%i, %c0] : memref<64x64xf16>, vector<8xf16>
  // CHECK-COUNT-2: vector.store %{{.*}}, %[[TILE]][%{{.*}}] : memref<32x40xf16, 3>, vector<4xf16>
  vector.store %v, %t[%i, %c0] : memref<32x40xf16, 3>, vector<8xf16>
  gpu.barrier
  %x = memref.load %t[%c0, %i] : memref<32x40xf16, 3>
  return %x : f16
}

// Rows that do not begin at 16 bytes.
// CHECK-LABEL: func.func @unaligned
func.func @unaligned(%i: index) {
  %c0 = arith.constant 0 : index
  // CHECK-NOT: vector<4xi32>
  %m = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x63xf16>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xf16>
  %v = vector.load %m[%i, %c0] : memref<64x63xf16>, vector<8xf16>
  vector.store %v, %o[%i, %c0] : memref<64x64xf16>, vector<8xf16>
  return
}

// Of two bindings both sides are words.
// CHECK-LABEL: func.func @bindings
func.func @bindings(%i: index) {
  %c0 = arith.constant 0 : index
  %m = iree.placeholder for "interface buffer" {binding = @io::@arg0} : memref<64x64xi8>
  %o = iree.placeholder for "interface buffer" {binding = @io::@ret0} : memref<64x64xi8>
  // CHECK: memref.load %{{.*}} : memref<256xvector<4xi32>>
  // CHECK: memref.store %{{.*}} : memref<256xvector<4xi32>>
  %v = vector.load %m[%i, %c0] : memref<64x64xi8>, vector<16xi8>
  vector.store %v, %o[%i, %c0] : memref<64x64xi8>, vector<16xi8>
  return
}

hal.interface private @io {
  hal.interface.binding @arg0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @ret0, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}
