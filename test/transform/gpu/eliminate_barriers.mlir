// The result is what upstream's pass gives.
// RUN: tern-opt --gpu-eliminate-barriers %s > %t.mlir
// RUN: mlir-opt --gpu-eliminate-barriers %s | diff - %t.mlir

// Only barriers between accesses of one buffer, one of them a write, are kept.

func.func @reads(%m: memref<?xf32>, %i: index) attributes {__parallel_region_boundary_for_test} {
  %0 = memref.load %m[%i] : memref<?xf32>
  gpu.barrier
  %1 = memref.load %m[%i] : memref<?xf32>
  %2 = arith.addf %0, %1 : f32
  gpu.barrier
  memref.store %2, %m[%i] : memref<?xf32>
  return
}

func.func @loop_write(%m: memref<?xf32>, %x: f32) attributes {__parallel_region_boundary_for_test} {
  %c0 = arith.constant 0 : index
  %c42 = arith.constant 42 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c42 step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
    gpu.barrier
  }
  return
}

func.func @loop_trailing(%m: memref<?xf32>, %x: f32) attributes {__parallel_region_boundary_for_test} {
  %c0 = arith.constant 0 : index
  %c42 = arith.constant 42 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c42 step %c1 {
    %0 = memref.load %m[%i] : memref<?xf32>
    gpu.barrier
    %1 = memref.load %m[%i] : memref<?xf32>
    %2 = arith.addf %0, %1 : f32
    gpu.barrier
    memref.store %2, %m[%i] : memref<?xf32>
    gpu.barrier
  }
  return
}

func.func @loop_no_trailing(%m: memref<?xf32>, %x: f32) attributes {__parallel_region_boundary_for_test} {
  %c0 = arith.constant 0 : index
  %c42 = arith.constant 42 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c42 step %c1 {
    %0 = memref.load %m[%i] : memref<?xf32>
    gpu.barrier
    %1 = memref.load %m[%i] : memref<?xf32>
    %2 = arith.addf %0, %1 : f32
    gpu.barrier
    memref.store %2, %m[%i] : memref<?xf32>
  }
  return
}

func.func @allocs(%i: index, %x: f32, %arg: memref<?xf32>) -> (memref<42xf32>, memref<10xf32>)
    attributes {__parallel_region_boundary_for_test} {
  %0 = memref.alloc() : memref<42xf32>
  %1 = memref.alloc() : memref<10xf32>
  memref.store %x, %0[%i] : memref<42xf32>
  gpu.barrier
  memref.store %x, %1[%i] : memref<10xf32>
  gpu.barrier
  memref.store %x, %arg[%i] : memref<?xf32>
  gpu.barrier
  %2 = memref.load %0[%i] : memref<42xf32>
  %3 = memref.cast %0 : memref<42xf32> to memref<?xf32>
  gpu.barrier
  memref.store %2, %3[%i] : memref<?xf32>
  return %0, %1 : memref<42xf32>, memref<10xf32>
}

memref.global "private" @a : memref<4xf32> = uninitialized
memref.global "private" @b : memref<4xf32> = uninitialized
func.func @globals(%i: index, %x: f32, %arg: memref<?xf32>, %p: memref<?xf32> {llvm.noalias}, %q: memref<?xf32> {llvm.noalias})
    attributes {__parallel_region_boundary_for_test} {
  %a = memref.get_global @a : memref<4xf32>
  %b = memref.get_global @b : memref<4xf32>
  %a2 = memref.get_global @a : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  gpu.barrier
  memref.store %x, %b[%i] : memref<4xf32>
  gpu.barrier
  memref.store %x, %a2[%i] : memref<4xf32>
  gpu.barrier
  memref.store %x, %arg[%i] : memref<?xf32>
  gpu.barrier
  memref.store %x, %p[%i] : memref<?xf32>
  gpu.barrier
  memref.store %x, %q[%i] : memref<?xf32>
  return
}

func.func @repeated(%m: memref<?xf32>, %i: index, %x: f32) -> f32 attributes {__parallel_region_boundary_for_test} {
  %0 = memref.load %m[%i] : memref<?xf32>
  gpu.barrier
  gpu.barrier
  memref.store %x, %m[%i] : memref<?xf32>
  return %0 : f32
}

func.func @symmetric(%val: f32) -> (f32, f32, f32, f32, f32) attributes {__parallel_region_boundary_for_test} {
  %A = memref.alloc() : memref<f32>
  %B = memref.alloc() : memref<f32>
  %C = memref.alloc() : memref<f32>
  memref.store %val, %A[] : memref<f32>
  gpu.barrier
  %0 = memref.load %A[] : memref<f32>
  memref.store %val, %B[] : memref<f32>
  gpu.barrier
  %1 = memref.load %A[] : memref<f32>
  memref.store %val, %C[] : memref<f32>
  gpu.barrier
  %2 = memref.load %A[] : memref<f32>
  %3 = memref.load %B[] : memref<f32>
  %4 = memref.load %C[] : memref<f32>
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

func.func @nested_loop() attributes {__parallel_region_boundary_for_test} {
  %c0 = arith.constant 0 : index
  %c42 = arith.constant 42 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %c42 step %c1 {
    scf.for %i = %c0 to %c42 step %c1 {
      gpu.barrier
    }
  }
  return
}

func.func private @unknown()
func.func @more(%m: memref<4xf32>, %n: memref<4xf32>, %i: index, %x: f32, %c: i1, %v: vector<4xf32>) attributes {__parallel_region_boundary_for_test} {
  %al = memref.alloca() : memref<4xf32>
  memref.copy %m, %al : memref<4xf32> to memref<4xf32>
  gpu.barrier
  %0 = memref.load %m[%i] : memref<4xf32>
  gpu.barrier
  %1 = memref.load %al[%i] : memref<4xf32>
  gpu.barrier
  vector.store %v, %n[%i] : memref<4xf32>, vector<4xf32>
  scf.if %c {
    gpu.barrier
    %r = memref.atomic_rmw addf %x, %m[%i] : (f32, memref<4xf32>) -> f32
  } else {
    gpu.barrier
    %r = memref.load %al[%i] : memref<4xf32>
  }
  gpu.barrier
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    gpu.barrier
    memref.store %x, %n[%i] : memref<4xf32>
    scf.yield
  }
  gpu.barrier
  linalg.fill ins(%x : f32) outs(%m : memref<4xf32>)
  gpu.barrier
  linalg.copy ins(%n : memref<4xf32>) outs(%al : memref<4xf32>)
  gpu.barrier
  call @unknown() : () -> ()
  gpu.barrier
  cf.br ^bb1
^bb1:
  gpu.barrier
  return
}

func.func @launches(%m: memref<4xf32>, %n: index, %x: f32) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) {
    memref.store %x, %m[%g] : memref<4xf32>
    gpu.barrier
    gpu.barrier
    %0 = memref.load %m[%h] : memref<4xf32>
    gpu.barrier
    %alloc = memref.alloc() : memref<4xf32>
    memref.store %0, %alloc[%g] : memref<4xf32>
    gpu.barrier
    memref.dealloc %alloc : memref<4xf32>
    gpu.barrier
    gpu.terminator
  }
  return
}
