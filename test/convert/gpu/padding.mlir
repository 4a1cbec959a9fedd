// RUN: tern-opt %s --split-input-file --convert-padding-to-gpu --canonicalize --cse | FileCheck %s

// Vectors lie whole inside or whole outside; each is written once.

// CHECK-LABEL: func.func @pad()
// CHECK-SAME: workgroup_size = [256, 1, 1]
// CHECK: %[[OUTSIDE:.*]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK: %[[I:.*]] = arith.divsi
// CHECK: arith.cmpi sge, %[[I]], %c1
// CHECK: arith.cmpi slt, %[[I]], %c33
// CHECK: arith.cmpi sge, %{{.*}}, %c4
// CHECK: arith.cmpi slt, %{{.*}}, %c132
// CHECK: scf.if %{{.*}} -> (vector<4xf32>) {
// CHECK: %[[ROW:.*]] = arith.subi %[[I]], %c1
// CHECK: vector.load %{{.*}}[%[[ROW]], %{{.*}}] : memref<32x128xf32>, vector<4xf32>
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[OUTSIDE]]
// CHECK-COUNT-4: vector.store %{{.*}} : memref<34x136xf32>, vector<4xf32>
// CHECK-NOT: vector.store
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @pad() {
    %one = arith.constant 1.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<32x128xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<34x136xf32>
    linalg.fill ins(%one : f32) outs(%y : memref<34x136xf32>)
    %s = memref.subview %y[1, 4] [32, 128] [1, 1] : memref<34x136xf32> to memref<32x128xf32, strided<[136, 1], offset: 140>>
    linalg.copy ins(%x : memref<32x128xf32>) outs(%s : memref<32x128xf32, strided<[136, 1], offset: 140>>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Left to others: what is copied is changed, a view with strides, another array than the one that was filled.

// CHECK-LABEL: func.func @changes()
// CHECK: linalg.generic
// CHECK-LABEL: func.func @strided()
// CHECK: linalg.copy
// CHECK-LABEL: func.func @another()
// CHECK: linalg.copy
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @changes() {
    %one = arith.constant 1.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<32xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    linalg.fill ins(%one : f32) outs(%y : memref<64xf32>)
    %s = memref.subview %y[8] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 8>>
    linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : memref<32xf32>) outs(%s : memref<32xf32, strided<[1], offset: 8>>) {
    ^bb0(%a: f32, %p: f32):
      %n = arith.negf %a : f32
      linalg.yield %n : f32
    }
    return
  }
  func.func @strided() {
    %one = arith.constant 1.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<32xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    linalg.fill ins(%one : f32) outs(%y : memref<64xf32>)
    %s = memref.subview %y[0] [32] [2] : memref<64xf32> to memref<32xf32, strided<[2]>>
    linalg.copy ins(%x : memref<32xf32>) outs(%s : memref<32xf32, strided<[2]>>)
    return
  }
  func.func @another() {
    %one = arith.constant 1.0 : f32
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<32xf32>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<64xf32>
    %z = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<64xf32>
    linalg.fill ins(%one : f32) outs(%y : memref<64xf32>)
    %s = memref.subview %z[8] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 8>>
    linalg.copy ins(%x : memref<32xf32>) outs(%s : memref<32xf32, strided<[1], offset: 8>>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
    hal.interface.binding @b2, set=0, binding=2, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Complex numbers have no vectors: one after the other.

// CHECK-LABEL: func.func @complex()
// CHECK: scf.if %{{.*}} -> (complex<f32>) {
// CHECK: memref.load %{{.*}} : memref<32x128xcomplex<f32>>
// CHECK: memref.store %{{.*}} : memref<34x136xcomplex<f32>>
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @complex() {
    %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<32x128xcomplex<f32>>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<34x136xcomplex<f32>>
    linalg.fill ins(%zero : complex<f32>) outs(%y : memref<34x136xcomplex<f32>>)
    %s = memref.subview %y[1, 4] [32, 128] [1, 1] : memref<34x136xcomplex<f32>> to memref<32x128xcomplex<f32>, strided<[136, 1], offset: 140>>
    linalg.copy ins(%x : memref<32x128xcomplex<f32>>) outs(%s : memref<32x128xcomplex<f32>, strided<[136, 1], offset: 140>>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}

// -----

// Rows that begin anywhere, into longer ones: vectors are put together of what is read of the row, and of zeros.

// CHECK-LABEL: func.func @odd()
// CHECK-COUNT-8: memref.load %{{.*}} : memref<31x127xf16>
// CHECK: %[[VECTOR:.*]] = vector.from_elements
// CHECK-SAME: : vector<8xf16>
// CHECK: vector.store %{{.*}} : memref<31x128xf16>, vector<8xf16>
// CHECK-LABEL: func.func @even()
// CHECK: vector.load %{{.*}} : memref<31x126xf16>, vector<2xf16>
// CHECK: vector.extract %{{.*}}[1] : f16 from vector<2xf16>
// CHECK: vector.from_elements {{.*}} : vector<8xf16>
// CHECK: vector.store %{{.*}} : memref<31x128xf16>, vector<8xf16>
module attributes {nvvm.target = #nvvm.target<chip = "sm_80">} {
  func.func @odd() {
    %zero = arith.constant 0.0 : f16
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<31x127xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<31x128xf16>
    linalg.fill ins(%zero : f16) outs(%y : memref<31x128xf16>)
    %s = memref.subview %y[0, 0] [31, 127] [1, 1] : memref<31x128xf16> to memref<31x127xf16, strided<[128, 1]>>
    linalg.copy ins(%x : memref<31x127xf16>) outs(%s : memref<31x127xf16, strided<[128, 1]>>)
    return
  }
  func.func @even() {
    %zero = arith.constant 0.0 : f16
    %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<31x126xf16>
    %y = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<31x128xf16>
    linalg.fill ins(%zero : f16) outs(%y : memref<31x128xf16>)
    %s = memref.subview %y[0, 0] [31, 126] [1, 1] : memref<31x128xf16> to memref<31x126xf16, strided<[128, 1]>>
    linalg.copy ins(%x : memref<31x126xf16>) outs(%s : memref<31x126xf16, strided<[128, 1]>>)
    return
  }
  hal.interface private @io {
    hal.interface.binding @b0, set=0, binding=0, type="StorageBuffer", access="Read"
    hal.interface.binding @b1, set=0, binding=1, type="StorageBuffer", access="Write|Discard"
  }
}
