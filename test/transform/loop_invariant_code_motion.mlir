// RUN: tern-opt %s --loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: func.func @nested
func.func @nested(%a: index, %b: index, %n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // Both leave both loops; what depends on %i leaves the inner one only.
  // CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : index
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[SUM]], %[[SUM]] : index
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: %[[OF_I:.*]] = arith.addi %[[I]], %[[PRODUCT]] : index
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: memref.store %[[OF_I]]
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %sum = arith.addi %a, %b : index
      %product = arith.muli %sum, %sum : index
      %of_i = arith.addi %i, %product : index
      memref.store %of_i, %m[%j] : memref<?xindex>
    }
  }
  return
}

// A loop may run no iteration: a division by what may be zero stays where it is.
// CHECK-LABEL: func.func @division
func.func @division(%a: index, %b: index, %n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  // CHECK: %[[FIFTH:.*]] = arith.divsi %{{.*}}, %c5 : index
  // CHECK: scf.for
  // CHECK-NEXT: %[[QUOTIENT:.*]] = arith.divsi %{{.*}}, %{{.*}} : index
  scf.for %i = %c0 to %n step %c1 {
    %quotient = arith.divsi %a, %b : index
    %fifth = arith.divsi %a, %c5 : index
    %sum = arith.addi %quotient, %fifth : index
    memref.store %sum, %m[%i] : memref<?xindex>
  }
  return
}

// Loads are not pure: something may write in between.
// CHECK-LABEL: func.func @load
func.func @load(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%c0] : memref<?xindex>
    %y = arith.addi %x, %i : index
    memref.store %y, %m[%c0] : memref<?xindex>
  }
  return
}

// CHECK-LABEL: func.func @parallel_and_while
func.func @parallel_and_while(%a: index, %n: index, %m: memref<?xindex>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: arith.muli
  // CHECK: scf.parallel
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %square = arith.muli %a, %a : index
    memref.store %square, %m[%i] : memref<?xindex>
  }
  // CHECK: arith.subi
  // CHECK: scf.while
  %r = scf.while (%x = %c0) : (index) -> index {
    %limit = arith.subi %n, %c1 : index
    %more = arith.cmpi slt, %x, %limit : index
    scf.condition(%more) %x : index
  } do {
  ^bb0(%x: index):
    %next = arith.addi %x, %c1 : index
    scf.yield %next : index
  }
  return %r : index
}

// CHECK-LABEL: func.func @affine_loops
func.func @affine_loops(%a: index, %n: index, %m: memref<?xindex>) {
  // CHECK: arith.muli
  // CHECK: affine.for
  // CHECK-NEXT: affine.apply
  // CHECK-NEXT: arith.addi
  // CHECK-NEXT: affine.parallel
  affine.for %i = 0 to %n {
    affine.parallel (%j) = (0) to (%n) {
      %square = arith.muli %a, %a : index
      %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %sum = arith.addi %square, %next : index
      affine.store %sum, %m[%j] : memref<?xindex>
    }
  }
  return
}

// What is inside goes along: a branch, and loops that are sure to end.
// CHECK-LABEL: func.func @with_bodies
// CHECK: scf.if
// CHECK: affine.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: scf.for {{.*}} step %arg1
func.func @with_bodies(%n: index, %s: index, %c: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = scf.if %c -> f32 {
      %y = arith.addf %x, %x : f32
      scf.yield %y : f32
    } else {
      scf.yield %x : f32
    }
    %1 = affine.for %j = 0 to %n iter_args(%a = %0) -> f32 {
      %y = arith.mulf %a, %x : f32
      affine.yield %y : f32
    }
    %2 = scf.for %j = %c0 to %n step %c1 iter_args(%a = %1) -> f32 {
      %y = arith.mulf %a, %x : f32
      scf.yield %y : f32
    }
    %3 = scf.for %j = %c0 to %n step %s iter_args(%a = %2) -> f32 {
      %y = arith.mulf %a, %x : f32
      scf.yield %y : f32
    }
    "func.call"(%3) {callee = @take} : (f32) -> ()
  }
  return
}
func.func private @take(f32)

// A lane that is named is the same outside of the loop; which one is the first that is active may change.
// CHECK-LABEL: func.func @broadcasts
// CHECK: gpu.subgroup_broadcast %{{.*}}, specific_lane
// CHECK: scf.for
// CHECK: gpu.subgroup_broadcast %{{.*}}, first_active_lane
func.func @broadcasts(%x: f32, %lane: i32, %a: index, %b: index, %c: index, %m: memref<2xf32>) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  scf.for %i = %a to %b step %c {
    %0 = gpu.subgroup_broadcast %x, first_active_lane : f32
    %1 = gpu.subgroup_broadcast %x, specific_lane %lane : f32
    memref.store %0, %m[%i0] : memref<2xf32>
    memref.store %1, %m[%i1] : memref<2xf32>
  }
  return
}
