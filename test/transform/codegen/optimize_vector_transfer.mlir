// RUN: tern-opt %s --allow-unregistered-dialect --iree-codegen-optimize-vector-transfer | FileCheck %s
// RUN: tern-opt %s --allow-unregistered-dialect --iree-codegen-optimize-vector-transfer | mlir-opt-22 --allow-unregistered-dialect -o /dev/null

// The fill, the loop's accumulator and the epilogue become one chain of values and one store.
// CHECK-LABEL: func.func @accumulate
// CHECK-SAME: (%[[X:.*]]: index, %[[K:.*]]: index)
func.func @accumulate(%x: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.0
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %c = memref.alloc() : memref<8x16xf32>
  %x1 = arith.addi %x, %c1 : index
  // CHECK-NOT: vector.store
  vector.store %zero, %c[%x, %c0] : memref<8x16xf32>, vector<4xf32>
  vector.store %zero, %c[%x1, %c0] : memref<8x16xf32>, vector<4xf32>
  // CHECK: %[[R:.*]]:2 = scf.for %{{.*}} = %c0 to %[[K]] step %c1 iter_args(%[[A:.*]] = %[[ZERO]], %[[B:.*]] = %[[ZERO]])
  scf.for %i = %c0 to %k step %c1 {
    // CHECK-NEXT: %[[A2:.*]] = arith.addf %[[A]], %[[A]]
    // CHECK-NEXT: %[[B2:.*]] = arith.mulf %[[B]], %[[B]]
    // CHECK-NEXT: scf.yield %[[A2]], %[[B2]]
    %a = vector.load %c[%x, %c0] : memref<8x16xf32>, vector<4xf32>
    %a2 = arith.addf %a, %a : vector<4xf32>
    vector.store %a2, %c[%x, %c0] : memref<8x16xf32>, vector<4xf32>
    %b = vector.load %c[%x1, %c0] : memref<8x16xf32>, vector<4xf32>
    %b2 = arith.mulf %b, %b : vector<4xf32>
    vector.store %b2, %c[%x1, %c0] : memref<8x16xf32>, vector<4xf32>
  }
  // CHECK: vector.store %[[R]]#1,
  // CHECK: %[[E:.*]] = arith.negf %[[R]]#0
  // CHECK: vector.store %[[E]],
  // CHECK-NOT: vector.store
  %e = vector.load %c[%x, %c0] : memref<8x16xf32>, vector<4xf32>
  %e2 = arith.negf %e : vector<4xf32>
  vector.store %e2, %c[%x, %c0] : memref<8x16xf32>, vector<4xf32>
  return
}

// Vectors of four lanes that start two apart overlap.
// CHECK-LABEL: func.func @overlap
func.func @overlap(%x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %m = memref.alloc() : memref<16xf32>
  %x2 = arith.addi %x, %c2 : index
  // CHECK: scf.for %{{.*}} = %c0 to %c9 step %c1 {
  // CHECK-COUNT-2: vector.load
  // CHECK-COUNT-2: vector.store
  scf.for %i = %c0 to %c9 step %c1 {
    %a = vector.load %m[%x] : memref<16xf32>, vector<4xf32>
    %b = vector.load %m[%x2] : memref<16xf32>, vector<4xf32>
    %s = arith.addf %a, %b : vector<4xf32>
    vector.store %s, %m[%x] : memref<16xf32>, vector<4xf32>
    vector.store %s, %m[%x2] : memref<16xf32>, vector<4xf32>
  }
  return
}

// Somebody else looks at the buffer in the loop, or the place changes.
// CHECK-LABEL: func.func @looked_at
func.func @looked_at(%x: index, %y: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %m = memref.alloc() : memref<16xf32>
  // CHECK: scf.for %{{.*}} {
  // CHECK-NEXT: memref.load
  // CHECK: memref.load
  scf.for %i = %c0 to %c9 step %c1 {
    %a = memref.load %m[%x] : memref<16xf32>
    %b = memref.load %m[%y] : memref<16xf32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %m[%x] : memref<16xf32>
  }
  // CHECK: scf.for %[[I:.*]] =
  // CHECK-NEXT: memref.load %{{.*}}[%[[I]]]
  scf.for %i = %c0 to %c9 step %c1 {
    %a = memref.load %m[%i] : memref<16xf32>
    %s = arith.addf %a, %a : f32
    memref.store %s, %m[%i] : memref<16xf32>
  }
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  scf.for %i = %c0 to %c9 step %c1 {
    %a = memref.load %m[%x] : memref<16xf32>
    %s = arith.addf %a, %a : f32
    "test.look"(%m) : (memref<16xf32>) -> ()
    memref.store %s, %m[%x] : memref<16xf32>
  }
  return
}

// A barrier that orders workgroup memory ends values of workgroup memory, not those of private memory; gpu.barrier orders
// all that others can see.
// CHECK-LABEL: func.func @barriers
func.func @barriers(%x: index) -> (f32, f32, f32) {
  // CHECK: %[[V:.*]] = "test.value"
  %shared = memref.alloc() : memref<16xf32, 3>
  %own = memref.alloca() : memref<16xf32>
  %v = "test.value"() : () -> f32
  memref.store %v, %shared[%x] : memref<16xf32, 3>
  memref.store %v, %own[%x] : memref<16xf32>
  spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  // CHECK: spirv.ControlBarrier
  // CHECK-NEXT: %[[B:.*]] = memref.load %{{.*}} : memref<16xf32, 3>
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: %[[C:.*]] = memref.load %{{.*}} : memref<16xf32, 3>
  // CHECK-NEXT: return %[[V]], %[[B]], %[[C]]
  %a = memref.load %own[%x] : memref<16xf32>
  %b = memref.load %shared[%x] : memref<16xf32, 3>
  gpu.barrier
  %c = memref.load %shared[%x] : memref<16xf32, 3>
  return %a, %b, %c : f32, f32, f32
}

// A loop that may not run is left alone unless the place is accessed beside it.
// CHECK-LABEL: func.func @may_not_run
func.func @may_not_run(%x: index, %n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %m[%x] : memref<?xf32>
    %s = arith.addf %a, %a : f32
    memref.store %s, %m[%x] : memref<?xf32>
  }
  return
}

// Two views of one buffer may meet; two buffers may not.
// CHECK-LABEL: func.func @views
func.func @views(%x: index, %v: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  %view = memref.subview %a[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  memref.store %v, %a[%x] : memref<16xf32>
  memref.store %v, %b[%x] : memref<16xf32>
  memref.store %v, %view[%c0] : memref<8xf32, strided<[1], offset: 4>>
  // CHECK: %[[R:.*]] = memref.load
  // CHECK-NEXT: return %[[R]], %arg1
  %r = memref.load %a[%x] : memref<16xf32>
  %s = memref.load %b[%x] : memref<16xf32>
  return %r, %s : f32, f32
}
