// RUN: tern-opt %s --scf-forall-to-for | FileCheck %s --check-prefix=FOR
// RUN: tern-opt %s --iree-codegen-workgroup-distribute-forall --canonicalize --cse | FileCheck %s

// FOR-LABEL: func.func @nest
// FOR: scf.for %[[I:.*]] = %c0{{.*}} to %c300{{.*}} step %c1{{.*}} {
// FOR: scf.for %[[J:.*]] = %c1{{.*}} to %c9{{.*}} step %c2{{.*}} {
// FOR: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]

// CHECK-LABEL: func.func @nest
// CHECK: %[[ID:.*]] = hal.interface.workgroup.id[0]
// CHECK: %[[COUNT:.*]] = hal.interface.workgroup.count[0]
// CHECK-DAG: %[[FIRST:.*]] = arith.muli %[[ID]], %c5
// CHECK-DAG: %[[STRIDE:.*]] = arith.muli %[[COUNT]], %c5
// CHECK: scf.for %[[START:.*]] = %[[FIRST]] to %c1200 step %[[STRIDE]] {
// CHECK: scf.for %[[L:.*]] = %[[START]] to
// CHECK: %[[R:.*]] = arith.remui %[[L]], %c4
// CHECK: %[[Q:.*]] = arith.divui %[[L]], %c4
// CHECK: %[[S:.*]] = arith.muli %[[R]], %c2
// CHECK: %[[J:.*]] = arith.addi %[[S]], %c1
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[Q]], %[[J]]]
// CHECK-LABEL: func.func private @nest_workgroup_count
// CHECK: return %c240, %c1, %c1
func.func @nest() {
  %z = arith.constant 0.0 : f32
  %o = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<300x9xf32>
  scf.forall (%i, %j) = (0, 1) to (300, 9) step (1, 2) {
    memref.store %z, %o[%i, %j] : memref<300x9xf32>
  }
  return
}

// What stands beside other work is not dealt to workgroups, which could not wait for each other.

// CHECK-LABEL: func.func @beside
// CHECK-NOT: workgroup.id
// CHECK: scf.forall
func.func @beside() {
  %z = arith.constant 0.0 : f32
  %o = iree.placeholder for "interface buffer" {binding = @io::@b0} : memref<300x9xf32>
  linalg.fill ins(%z : f32) outs(%o : memref<300x9xf32>)
  scf.forall (%i) in (300) {
    memref.store %z, %o[%i, %i] : memref<300x9xf32>
  }
  return
}

hal.interface private @io {
  hal.interface.binding @b0, set = 0, binding = 0, type = "StorageBuffer", access = "Write"
}
