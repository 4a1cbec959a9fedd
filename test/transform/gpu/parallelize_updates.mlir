// RUN: tern-opt %s --gpu-parallelize-updates | FileCheck %s

// The loops become iterations, and an update that may meet another is atomic.

// CHECK-LABEL: func.func @adds
// CHECK: %[[X:.*]] = iree.placeholder {{.*}}@io::@b0
// CHECK: %[[P:.*]] = iree.placeholder {{.*}}@io::@b1
// CHECK: %[[Y:.*]] = iree.placeholder {{.*}}@io::@b2
// CHECK: scf.forall (%[[W:.*]], %[[U:.*]], %[[V:.*]]) in (8, 100, 3) {
// CHECK: %[[AT:.*]] = memref.load %[[P]][%[[U]]]
// CHECK: scf.for
// CHECK: %[[VALUE:.*]] = memref.load %[[X]][%[[U]], %[[W]], %[[V]]]
// CHECK-NEXT: memref.atomic_rmw addi %[[VALUE]], %[[Y]][%[[AT]], %[[W]], %[[V]]] {tern.relaxed}
// CHECK-NOT: memref.store
// CHECK-NOT: tern.updates
func.func @adds() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c100 = arith.constant 100 : index
  %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<100x8x3xi32>
  %p = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<100xindex>
  %y = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<50x8x3xi32>
  scf.forall (%w) in (8) {
    scf.for %u = %c0 to %c100 step %c1 {
      %at = memref.load %p[%u] : memref<100xindex>
      scf.for %v = %c0 to %c3 step %c1 {
        scf.for %g = %c0 to %c1 step %c1 {
          %old = memref.load %y[%at, %w, %v] : memref<50x8x3xi32>
          %value = memref.load %x[%u, %w, %v] : memref<100x8x3xi32>
          %new = arith.addi %value, %old : i32
          memref.store %new, %y[%at, %w, %v] : memref<50x8x3xi32>
        }
      } {tern.updates = "any-order"}
    } {tern.updates = "any-order"}
  }
  return
}

// Places that are apart are stored to as they are; as many iterations as are only known at run time.

// CHECK-LABEL: func.func @stores
// CHECK: %[[N:.*]] = hal.interface.load.constant
// CHECK: scf.forall (%{{.*}}, %[[U:.*]]) in (1, %[[N]]) {
// CHECK-NEXT: %[[AT:.*]] = memref.load %{{.*}}[%[[U]]]
// CHECK-NEXT: %[[VALUE:.*]] = memref.load %{{.*}}[%[[U]]]
// CHECK-NEXT: memref.store %[[VALUE]], %{{.*}}[%[[AT]]]
func.func @stores() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = hal.interface.load.constant offset = 0 : index
  %x = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<100xf16>
  %p = iree.placeholder for "interface buffer" {binding = @io::@b1} : memref<100xindex>
  %y = iree.placeholder for "interface buffer" {binding = @io::@b2} : memref<50xf16>
  scf.forall (%w) in (1) {
    scf.for %u = %c0 to %n step %c1 {
      %at = memref.load %p[%u] : memref<100xindex>
      %value = memref.load %x[%u] : memref<100xf16>
      memref.store %value, %y[%at] : memref<50xf16>
    } {tern.updates = "apart"}
  }
  return
}

// Without a mark, updates keep their order.

// CHECK-LABEL: func.func @in_order
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: scf.for
func.func @in_order() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<50xi32>
  scf.forall (%w) in (1) {
    scf.for %u = %c0 to %c9 step %c1 {
      %old = memref.load %y[%c1] : memref<50xi32>
      %new = arith.addi %old, %old : i32
      memref.store %new, %y[%c1] : memref<50xi32>
    }
  }
  return
}

// So they do where no device needs to have such atomics (here: of 16 bits), and their mark goes.

// CHECK-LABEL: func.func @narrow
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: scf.for
// CHECK-NOT: tern.updates
func.func @narrow() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1 : i16
  %y = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<50xi16>
  scf.forall (%w) in (1) {
    scf.for %u = %c0 to %c9 step %c1 {
      %old = memref.load %y[%c1] : memref<50xi16>
      %new = arith.addi %old, %one : i16
      memref.store %new, %y[%c1] : memref<50xi16>
    } {tern.updates = "any-order"}
  }
  return
}

// So they do where what they change is read for something else,

// CHECK-LABEL: func.func @read_besides
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: scf.for
// CHECK: memref.store
func.func @read_besides() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<50xi32>
  scf.forall (%w) in (1) {
    scf.for %u = %c0 to %c9 step %c1 {
      %value = memref.load %y[%u] : memref<50xi32>
      %old = memref.load %y[%c1] : memref<50xi32>
      %new = arith.addi %old, %value : i32
      memref.store %new, %y[%c1] : memref<50xi32>
    } {tern.updates = "any-order"}
  }
  return
}

// and where something beside the loop is to happen once.

// CHECK-LABEL: func.func @store_besides
// CHECK: scf.forall (%{{.*}}) in (1) {
// CHECK-NEXT: memref.store
// CHECK-NEXT: scf.for
func.func @store_besides() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant 1 : i32
  %y = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<50xi32>
  scf.forall (%w) in (1) {
    memref.store %one, %y[%c9] : memref<50xi32>
    scf.for %u = %c0 to %c9 step %c1 {
      memref.store %one, %y[%u] : memref<50xi32>
    } {tern.updates = "apart"}
  }
  return
}

hal.interface private @io attributes {push_constants = 1 : index} {
  hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Read|Write"
  hal.interface.binding @b1, set = 0, binding = 1, type = "StorageBuffer", access = "Read"
  hal.interface.binding @b2, set = 0, binding = 2, type = "StorageBuffer", access = "Read|Write"
}
