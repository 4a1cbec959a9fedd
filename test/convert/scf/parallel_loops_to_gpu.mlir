// Launches are upstream's op for op.
// RUN: tern-opt --convert-parallel-loops-to-gpu %s > %t.mlir
// RUN: mlir-opt --convert-parallel-loops-to-gpu %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-NOT: scf.parallel
// CHECK-LABEL: func.func @a
// CHECK: gpu.launch blocks(%[[B:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %0, %{{.*}} = %c1, %{{.*}} = %c1) threads
// CHECK: affine.apply #map{{.*}}(%[[B]])[%c3, %c0]
// CHECK-LABEL: func.func @b
// CHECK: scf.if
// CHECK: scf.for
// CHECK-LABEL: func.func @red
// CHECK: gpu.all_reduce
// CHECK: gpu.yield

#min = affine_map<(d0)[s0] -> (32, s0 - d0)>
func.func @a(%m: memref<?x?xf32>, %n: index, %c: index, %e: i1) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  scf.parallel (%i, %j) = (%c0, %c3) to (%c10, %n) step (%c3, %c) {
    %x = memref.load %m[%i, %j] : memref<?x?xf32>
    memref.store %x, %m[%j, %i] : memref<?x?xf32>
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0 * 2 + 1), bound = (d0) -> (d0 * 2 + 1)>], foo = 1}
  return
}
func.func @b(%m: memref<?x?xf32>, %n: index, %c: index, %e: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 32 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c3, %c3) {
    %ub = affine.min #min(%i)[%n]
    %c5 = arith.constant 5 : index
    scf.parallel (%k, %l, %q, %r) = (%c0, %c0, %c0, %c5) to (%ub, %c5, %c3, %ub) step (%c1, %c1, %c1, %c1) {
      %x = memref.load %m[%i, %k] : memref<?x?xf32>
      memref.store %x, %m[%l, %r] : memref<?x?xf32>
      scf.if %e { memref.store %x, %m[%q, %i] : memref<?x?xf32> }
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = thread_z, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_y, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
func.func @red(%m: memref<?xf32>, %o: memref<f32>, %n: index, %c: index, %e: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 32 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c3) {
    %s = scf.parallel (%k) = (%c0) to (%c3) step (%c1) init (%z) -> f32 {
      %x = memref.load %m[%k] : memref<?xf32>
      scf.reduce(%x : f32) { ^bb0(%p: f32, %q: f32): 
        %w = arith.addf %p, %q : f32
        scf.reduce.return %w : f32 }
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    memref.store %s, %o[] : memref<f32>
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
func.func @in_a_loop(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %z, %m[%k] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  }
  return
}

// The end of a product of two values that do not exceed constants.
func.func @product(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %least = arith.minsi %i, %c8 : index
    %end = arith.muli %least, %c4 : index
    scf.parallel (%k) = (%c0) to (%end) step (%c1) {
      memref.store %z, %m[%k] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

// Constants of the kernel are copied for the indices that are computed from them.
// CHECK-LABEL: func.func @steps_inside
// CHECK: gpu.launch
// CHECK: %[[OWN:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[COPY:.*]] = arith.constant 4 : index
// CHECK-NEXT: affine.apply #{{.*}}(%{{.*}})[%[[COPY]],
func.func @steps_inside(%m: memref<8x8xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %c4 = arith.constant 4 : index
    scf.parallel (%j) = (%c0) to (%n) step (%c4) {
      memref.store %x, %m[%i, %j] : memref<8x8xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

// All threads of the inner loop store the same where nothing reads.
// CHECK-LABEL: func.func @stores_before
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: memref.store
func.func @stores_before(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  %c = memref.alloc(%n) : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %0 = memref.load %a[%i] : memref<?xf32>
    memref.store %0, %b[%i] : memref<?xf32>
    scf.parallel (%k) = (%c0) to (%n) step (%c1) {
      memref.store %0, %c[%k] : memref<?xf32>
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
