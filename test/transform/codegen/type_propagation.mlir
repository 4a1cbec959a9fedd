// RUN: tern-opt %s --iree-codegen-type-propagation | FileCheck %s
// RUN: tern-opt %s --iree-codegen-type-propagation=bools=false | FileCheck %s --check-prefix=KEPT

#map = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @compares
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<8xi8>)
// CHECK: %[[C:.*]] = arith.cmpf olt
// CHECK: %[[B:.*]] = arith.extui %[[C]] : i1 to i8
// CHECK: linalg.yield %[[B]] : i8
// KEPT-LABEL: func.func @compares
// KEPT: linalg.yield %{{.*}} : i1
func.func @compares() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<8xf32>
  %o = memref.alloca() : memref<8xi1>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<8xf32>) outs(%o : memref<8xi1>) {
  ^bb0(%x: f32, %y: i1):
    %c = arith.cmpf olt, %x, %x : f32
    linalg.yield %c : i1
  }
  return
}

// Bitwise ops stay what they are, on bytes: a reduction is still seen.

// CHECK-LABEL: func.func @reduces
// CHECK: %[[F:.*]] = arith.extui %{{.*}} : i1 to i8
// CHECK: linalg.fill ins(%[[F]] : i8) outs(%{{.*}} : memref<i8>)
// CHECK: ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8):
// CHECK-NEXT: %[[O:.*]] = arith.ori %[[X]], %[[Y]] : i8
// CHECK-NEXT: linalg.yield %[[O]] : i8
func.func @reduces() {
  %z = arith.constant false
  %a = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<8xi1>
  %o = memref.alloca() : memref<i1>
  linalg.fill ins(%z : i1) outs(%o : memref<i1>)
  linalg.generic {indexing_maps = [#map, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a : memref<8xi1>) outs(%o : memref<i1>) {
  ^bb0(%x: i1, %y: i1):
    %c = arith.ori %x, %y : i1
    linalg.yield %c : i1
  }
  return
}

// CHECK-LABEL: func.func @accesses
// CHECK: %[[L:.*]] = memref.load %{{.*}} : memref<4xi8>
// CHECK: %[[N:.*]] = arith.trunci %[[L]] : i8 to i4
// CHECK: %[[S:.*]] = arith.addi %[[N]], %[[N]] : i4
// CHECK: %[[B:.*]] = arith.extui %[[S]] : i4 to i8
// CHECK: memref.store %[[B]], %{{.*}} : memref<4xi8>
// KEPT-LABEL: func.func @accesses
// KEPT: memref.load %{{.*}} : memref<4xi8>
func.func @accesses(%i: index) {
  %m = memref.alloca() : memref<4xi4>
  %x = memref.load %m[%i] : memref<4xi4>
  %s = arith.addi %x, %x : i4
  memref.store %s, %m[%i] : memref<4xi4>
  return
}

// The upper bits of a constant's bytes are zero.

// CHECK: memref.global "private" constant @c : memref<3xi8> = dense<[1, 15, 8]>
memref.global "private" constant @c : memref<3xi4> = dense<[1, -1, -8]>

// CHECK-LABEL: func.func @views
// CHECK: memref.get_global @c : memref<3xi8>
// CHECK: memref.subview %{{.*}}[1] [2] [1] : memref<3xi8> to memref<2xi8, strided<[1], offset: 1>>
func.func @views() -> i4 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @c : memref<3xi4>
  %s = memref.subview %g[1] [2] [1] : memref<3xi4> to memref<2xi4, strided<[1], offset: 1>>
  %x = memref.load %s[%c0] : memref<2xi4, strided<[1], offset: 1>>
  return %x : i4
}

hal.interface private @io {
  hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
}

// What is written is cut to its width, though it was a byte before: only what memory held has zeros above.

// CHECK-LABEL: func.func @cuts
// CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i8):
// CHECK-NEXT: %[[N:.*]] = arith.trunci %[[X]] : i8 to i4
// CHECK-NEXT: %[[B:.*]] = arith.extui %[[N]] : i4 to i8
// CHECK-NEXT: linalg.yield %[[B]] : i8
func.func @cuts() {
  %a = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<8xi8>
  %o = memref.alloca() : memref<8xi4>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<8xi8>) outs(%o : memref<8xi4>) {
  ^bb0(%x: i8, %y: i4):
    %n = arith.trunci %x : i8 to i4
    linalg.yield %n : i4
  }
  return
}
