// RUN: tern-opt %s --convert-scf-to-cf=rotate-loops | FileCheck %s
// RUN: tern-opt %s --convert-scf-to-cf=rotate-loops | mlir-opt -o /dev/null

// CHECK-LABEL: func.func @unknown_bounds(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) -> f32
// CHECK-NEXT: %[[ENTERS:.*]] = arith.cmpi slt, %arg0, %arg1
// CHECK-NEXT: cf.cond_br %[[ENTERS]], ^bb1(%arg0, %arg3 : index, f32), ^bb2(%arg3 : f32)
// CHECK-NEXT: ^bb1(%[[I:.*]]: index, %[[A:.*]]: f32):
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[I]], %arg2
// CHECK-NEXT: %[[STAYS:.*]] = arith.cmpi slt, %[[NEXT]], %arg1
// CHECK-NEXT: cf.cond_br %[[STAYS]], ^bb1(%[[NEXT]], %[[SUM]] : index, f32), ^bb2(%[[SUM]] : f32)
// CHECK-NEXT: ^bb2(%[[R:.*]]: f32):
// CHECK-NEXT: return %[[R]]
func.func @unknown_bounds(%lb: index, %ub: index, %step: index, %x: f32) -> f32 {
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (f32) {
    %s = arith.addf %a, %a : f32
    scf.yield %s : f32
  }
  return %r : f32
}

// There is an iteration: nothing is asked before it.
// CHECK-LABEL: func.func @known_bounds
// CHECK: cf.br ^bb1(%c0 : index)
// CHECK-NEXT: ^bb1(%[[I:.*]]: index):
// CHECK: cf.br ^bb2(%c0 : index)
// CHECK-NEXT: ^bb2(%[[J:.*]]: index):
// CHECK-NEXT: memref.store %{{.*}}, %arg0[%[[I]], %[[J]]]
// CHECK: cf.cond_br %{{.*}}, ^bb2(%{{.*}} : index), ^bb3
// CHECK-NEXT: ^bb3:
// CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : index), ^bb4
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: return
func.func @known_bounds(%m: memref<4x8xf32>, %x: f32) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %8 = arith.constant 8 : index
  scf.for %i = %0 to %4 step %1 {
    scf.for %j = %0 to %8 step %1 {
      memref.store %x, %m[%i, %j] : memref<4x8xf32>
    }
  }
  return
}

// Bounds that are known to be empty are asked for like others; -1 is the largest unsigned number.
// CHECK-LABEL: func.func @unsigned_and_empty
// CHECK: %[[EMPTY:.*]] = arith.cmpi slt, %c0{{.*}}, %c-1
// CHECK-NEXT: cf.cond_br %[[EMPTY]]
// CHECK: arith.cmpi slt,
// CHECK: cf.br ^[[BODY:bb[0-9]+]](%c0{{.*}} : index)
// CHECK-NEXT: ^[[BODY]](
// CHECK: arith.cmpi ult,
func.func @unsigned_and_empty(%m: memref<4xf32>, %x: f32) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %last = arith.constant -1 : index
  scf.for %i = %0 to %last step %1 {
    memref.store %x, %m[%i] : memref<4xf32>
  }
  scf.for unsigned %i = %0 to %last step %1 {
    memref.store %x, %m[%i] : memref<4xf32>
  }
  return
}
