// The result is what upstream's pass gives.
// RUN: tern-opt --gpu-eliminate-barriers %s > %t.mlir
// RUN: mlir-opt --gpu-eliminate-barriers %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// Only barriers between accesses of one buffer, one of them a write, are kept.

// After the write and before the next one, but not between what only reads.
// CHECK-LABEL: func.func @neighbours
// CHECK: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.maxsi
// CHECK-NEXT: arith.maxsi
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
func.func @neighbours(%line: memref<128xi16>, %left: index, %here: index, %right: index, %seed: i16)
    attributes {__parallel_region_boundary_for_test} {
  gpu.barrier
  memref.store %seed, %line[%here] : memref<128xi16>
  gpu.barrier
  %l = memref.load %line[%left] : memref<128xi16>
  gpu.barrier
  %h = memref.load %line[%here] : memref<128xi16>
  gpu.barrier
  %r = memref.load %line[%right] : memref<128xi16>
  %lh = arith.maxsi %l, %h : i16
  %most = arith.maxsi %lh, %r : i16
  gpu.barrier
  memref.store %most, %line[%here] : memref<128xi16>
  gpu.barrier
  return
}

// What comes round again in a loop meets itself.
// CHECK-LABEL: func.func @wipe
// CHECK: vector.store
// CHECK-NEXT: gpu.barrier
func.func @wipe(%tile: memref<16x64xf16>, %zeros: vector<8xf16>, %row: index, %from: index, %to: index, %by: index)
    attributes {__parallel_region_boundary_for_test} {
  scf.for %column = %from to %to step %by {
    vector.store %zeros, %tile[%row, %column] : memref<16x64xf16>, vector<8xf16>
    gpu.barrier
  }
  return
}

// Running sums, the distance doubled with each turn. A barrier at the end of the turn parts its write from the reads of the next one, so
// that the one between the reads goes ...
// CHECK-LABEL: func.func @sums
// CHECK: memref.load
// CHECK-NOT: gpu.barrier
// CHECK: memref.load
// CHECK: gpu.barrier
// CHECK: memref.store
// CHECK: gpu.barrier
func.func @sums(%line: memref<?xi64>, %at: index, %n: index) attributes {__parallel_region_boundary_for_test} {
  %one = arith.constant 1 : index
  %steps = arith.constant 6 : index
  %end = scf.for %turn = %one to %steps step %one iter_args(%distance = %one) -> (index) {
    %far = arith.subi %at, %distance : index
    %other = memref.load %line[%far] : memref<?xi64>
    gpu.barrier
    %mine = memref.load %line[%at] : memref<?xi64>
    %sum = arith.addi %other, %mine : i64
    gpu.barrier
    memref.store %sum, %line[%at] : memref<?xi64>
    %next = arith.shli %distance, %one : index
    gpu.barrier
    scf.yield %next : index
  }
  return
}

// ... and stays where there is none.
// CHECK-LABEL: func.func @sums_in_a_hurry
// CHECK: memref.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load
// CHECK: gpu.barrier
// CHECK-NEXT: memref.store
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @sums_in_a_hurry(%line: memref<?xi64>, %at: index, %n: index) attributes {__parallel_region_boundary_for_test} {
  %one = arith.constant 1 : index
  %steps = arith.constant 6 : index
  %end = scf.for %turn = %one to %steps step %one iter_args(%distance = %one) -> (index) {
    %far = arith.subi %at, %distance : index
    %other = memref.load %line[%far] : memref<?xi64>
    gpu.barrier
    %mine = memref.load %line[%at] : memref<?xi64>
    %sum = arith.addi %other, %mine : i64
    gpu.barrier
    memref.store %sum, %line[%at] : memref<?xi64>
    %next = arith.shli %distance, %one : index
    scf.yield %next : index
  }
  return
}

// An allocation is neither another one nor an argument.
// CHECK-LABEL: func.func @scratch
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @scratch(%out: memref<?x?xbf16>, %i: index, %j: index, %x: bf16) -> memref<8x24xbf16> attributes {__parallel_region_boundary_for_test} {
  %first = memref.alloc() : memref<8x24xbf16>
  %second = memref.alloca() : memref<24xbf16>
  memref.store %x, %first[%i, %j] : memref<8x24xbf16>
  gpu.barrier
  memref.store %x, %out[%j, %i] : memref<?x?xbf16>
  gpu.barrier
  memref.store %x, %second[%j] : memref<24xbf16>
  return %first : memref<8x24xbf16>
}

// A part of it is the same memory.
// CHECK-LABEL: func.func @part
// CHECK: memref.load
// CHECK-NEXT: memref.subview
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.store
func.func @part(%i: index, %j: index) attributes {__parallel_region_boundary_for_test} {
  %whole = memref.alloc() : memref<8x24xbf16>
  %x = memref.load %whole[%j, %i] : memref<8x24xbf16>
  %part = memref.subview %whole[4, 0] [2, 24] [1, 1] : memref<8x24xbf16> to memref<2x24xbf16, strided<[24, 1], offset: 96>>
  gpu.barrier
  memref.store %x, %part[%i, %j] : memref<2x24xbf16, strided<[24, 1], offset: 96>>
  return
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

// One of three in a row is enough.
// CHECK-LABEL: func.func @thrice
// CHECK: vector.load
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.atomic_rmw
func.func @thrice(%bins: memref<256xi32>, %bin: index, %by: i32) -> vector<4xi32> attributes {__parallel_region_boundary_for_test} {
  %before = vector.load %bins[%bin] : memref<256xi32>, vector<4xi32>
  gpu.barrier
  gpu.barrier
  gpu.barrier
  %old = memref.atomic_rmw addi %by, %bins[%bin] : (i32, memref<256xi32>) -> i32
  return %before : vector<4xi32>
}

// What is written on both sides of a barrier is read only behind the next one, which does for both.
// CHECK-LABEL: func.func @in_stages
// CHECK: memref.store %{{.+}}, %[[KEYS:.+]][%
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load %[[KEYS]]
// CHECK-NEXT: memref.store %{{.+}}, %[[RANKS:.+]][%
// CHECK-NEXT: memref.load %[[KEYS]]
// CHECK-NEXT: memref.store
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: memref.load %[[RANKS]]
func.func @in_stages(%me: index, %you: index, %key: i8) -> (i8, i8) attributes {__parallel_region_boundary_for_test} {
  %keys = memref.alloc() : memref<32xi8>
  %ranks = memref.alloc() : memref<32xi8>
  %places = memref.alloc() : memref<2x16xi8>
  memref.store %key, %keys[%me] : memref<32xi8>
  gpu.barrier
  %yours = memref.load %keys[%you] : memref<32xi8>
  memref.store %yours, %ranks[%me] : memref<32xi8>
  gpu.barrier
  %again = memref.load %keys[%you] : memref<32xi8>
  memref.store %again, %places[%me, %you] : memref<2x16xi8>
  gpu.barrier
  %rank = memref.load %ranks[%you] : memref<32xi8>
  %place = memref.load %places[%you, %me] : memref<2x16xi8>
  return %rank, %place : i8, i8
}

// Barriers with nothing around them go, and what held them goes with them.
// CHECK-LABEL: func.func @nothing_to_wait_for
// CHECK-NEXT: return
func.func @nothing_to_wait_for(%maybe: i1) attributes {__parallel_region_boundary_for_test} {
  %from = arith.constant 3 : index
  %to = arith.constant 11 : index
  %by = arith.constant 2 : index
  scf.for %i = %from to %to step %by {
    gpu.barrier
    scf.if %maybe {
      scf.for %j = %i to %to step %by {
        gpu.barrier
      }
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
