// RUN: tern-opt %s --iree-codegen-gpu-pipelining | FileCheck %s

hal.interface private @io {
  hal.interface.binding @in, set = 0, binding = 0, type = "StorageBuffer", access = "Read"
  hal.interface.binding @out, set = 0, binding = 1, type = "StorageBuffer", access = "Write|Discard"
}

// What iteration k + 4 needs is read behind the barrier of iteration k; the last one reads nothing.
// CHECK-LABEL: func.func @prefetches
func.func @prefetches(%x: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %in = iree.placeholder for "interface buffer" {binding = @io::@in} : memref<64x16xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@out} : memref<64xf32>
  %tile = memref.alloc() : memref<64x4xf32, 3>
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[FIRST:.*]] = vector.load %[[IN:.*]][%{{.*}}, %{{.*}}] : memref<64x16xf32>, vector<4xf32>
  // CHECK: %[[R:.*]]:2 = scf.for %[[K:.*]] = %{{.*}} to %[[END:.*]] step %[[STEP:.*]] iter_args(%[[ACC:.*]] = %{{.*}}, %[[NOW:.*]] = %[[FIRST]])
  // CHECK-NEXT: vector.store %[[NOW]],
  // CHECK-NEXT: spirv.ControlBarrier
  // CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[K]], %[[STEP]] : index
  // CHECK-NEXT: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[END]] : index
  // CHECK-NEXT: %[[AHEAD:.*]] = scf.if %[[MORE]] -> (vector<4xf32>) {
  // CHECK-NEXT: %[[LOADED:.*]] = vector.load %[[IN]][%{{.*}}, %[[NEXT]]]
  // CHECK-NEXT: scf.yield %[[LOADED]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[NOW]]
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK: scf.yield %[[SUM]], %[[AHEAD]]
  %r = scf.for %k = %c0 to %c16 step %c4 iter_args(%acc = %zero) -> (f32) {
    %v = vector.load %in[%x, %k] : memref<64x16xf32>, vector<4xf32>
    vector.store %v, %tile[%x, %c0] : memref<64x4xf32, 3>, vector<4xf32>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    %e = memref.load %tile[%c0, %c0] : memref<64x4xf32, 3>
    %sum = arith.addf %acc, %e : f32
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    scf.yield %sum : f32
  }
  memref.store %r, %out[%x] : memref<64xf32>
  return
}

// Not ahead: from a buffer that the loop writes, or a value that is more than copied, or in a loop without a barrier, or
// where the number of iterations is not known.
// CHECK-LABEL: func.func @leaves_alone
func.func @leaves_alone(%x: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %in = iree.placeholder for "interface buffer" {binding = @io::@in} : memref<64x16xf32>
  %out = iree.placeholder for "interface buffer" {binding = @io::@out} : memref<64x16xf32>
  %tile = memref.alloc() : memref<64xf32, 3>
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  scf.for %k = %c0 to %c16 step %c4 {
    %v = memref.load %out[%x, %k] : memref<64x16xf32>
    memref.store %v, %tile[%x] : memref<64xf32, 3>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    memref.store %v, %out[%x, %c0] : memref<64x16xf32>
  }
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  scf.for %k = %c0 to %c16 step %c4 {
    %v = memref.load %in[%x, %k] : memref<64x16xf32>
    %w = arith.negf %v : f32
    memref.store %w, %tile[%x] : memref<64xf32, 3>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  }
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  scf.for %k = %c0 to %c16 step %c4 {
    %v = memref.load %in[%x, %k] : memref<64x16xf32>
    memref.store %v, %tile[%x] : memref<64xf32, 3>
  }
  // CHECK: scf.for
  // CHECK-NEXT: memref.load
  scf.for %k = %c0 to %n step %c4 {
    %v = memref.load %in[%x, %k] : memref<64x16xf32>
    memref.store %v, %tile[%x] : memref<64xf32, 3>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
  }
  return
}
