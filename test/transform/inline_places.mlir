// Where inlined ops come from, and which functions affine loops take in; both tools say the same.
// RUN: tern-opt %s --allow-unregistered-dialect --inline='default-pipeline=' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: mlir-opt %s --allow-unregistered-dialect --inline='default-pipeline=' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

func.func @callee(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("callee.py":1:2)
  %1 = scf.execute_region -> i32 {
    %2 = arith.muli %0, %0 : i32 loc(callsite("deep.py":3:4 at "callee.py":5:6))
    scf.yield %2 : i32
  }
  return %1 : i32
}

// A location in the callee is seen from the call; one that is a call's already, from the outermost call.
// CHECK-LABEL: func.func @caller(
// CHECK: arith.addi %{{.*}} loc(callsite("callee.py":1:2 at "caller.py":7:8))
// CHECK: arith.muli %{{.*}} loc(callsite("deep.py":3:4 at callsite("callee.py":5:6 at "caller.py":7:8)))
func.func @caller(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32 loc("caller.py":7:8)
  return %0 : i32
}

func.func @blocks(%c: i1) -> i32 {
  %0 = arith.constant 1 : i32
  cf.cond_br %c, ^bb1(%0 : i32), ^bb2
^bb1(%x: i32 loc("argument.py":1:1)):
  return %x : i32
^bb2:
  return %0 : i32
}

// The first block of the callee goes on where the call was.
// CHECK-LABEL: func.func @calls_blocks(
// CHECK-NOT: cf.br
// CHECK: cf.cond_br
// CHECK: ^bb1(%{{.*}}: i32 loc(callsite("argument.py":1:1 at "caller.py":9:9))):
func.func @calls_blocks(%c: i1) -> i32 {
  %0 = call @blocks(%c) : (i1) -> i32 loc("caller.py":9:9)
  return %0 : i32
}

func.func @unknown() {
  "unknown.op"() : () -> ()
  return
}

// CHECK-LABEL: func.func @calls_unknown(
// CHECK: call @unknown
func.func @calls_unknown() {
  call @unknown() : () -> ()
  return
}

// --- affine loops ---

func.func private @index() -> index
func.func @reads(%m: memref<?xf32>, %i: index) -> f32 {
  %0 = affine.load %m[%i] : memref<?xf32>
  return %0 : f32
}
func.func @writes(%m: memref<?xf32>, %i: index, %x: f32) {
  memref.store %x, %m[%i] : memref<?xf32>
  return
}
func.func @reads_at_the_top(%m: memref<?xf32>) -> f32 {
  %0 = call @index() : () -> index
  %1 = affine.load %m[%0] : memref<?xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @affine_loop(
// CHECK: affine.for %[[I:[a-z0-9]+]]
// CHECK: affine.load %{{.*}}[%[[I]]]
// CHECK: call @writes
// CHECK: call @reads_at_the_top
func.func @affine_loop(%m: memref<?xf32>) {
  affine.for %i = 0 to 4 {
    %0 = func.call @reads(%m, %i) : (memref<?xf32>, index) -> f32
    func.call @writes(%m, %i, %0) : (memref<?xf32>, index, f32) -> ()
    %1 = func.call @reads_at_the_top(%m) : (memref<?xf32>) -> f32
    memref.store %1, %m[%i] : memref<?xf32>
  }
  return
}

// What an scf.for counts is no dim.
// CHECK-LABEL: func.func @other_loop(
// CHECK: scf.for
// CHECK: call @reads
func.func @other_loop(%m: memref<?xf32>, %a: index, %b: index, %c: index) {
  scf.for %i = %a to %b step %c {
    %0 = func.call @reads(%m, %i) : (memref<?xf32>, index) -> f32
    memref.store %0, %m[%i] : memref<?xf32>
  }
  return
}
