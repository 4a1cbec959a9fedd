// Lowering gives what upstream's gives.
// RUN: tern-opt --lower-affine --split-input-file %s > %t.mlir
// RUN: mlir-opt --lower-affine --split-input-file %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-NOT: affine.

func.func @values(%i: index, %n: index) -> (index, index, index) {
  %0 = affine.apply affine_map<(d0)[s0] -> ((d0 * 3 + s0) mod 7 - d0 floordiv 4 + (d0 + 1) ceildiv s0)>(%i)[%n]
  %1 = affine.min affine_map<(d0)[s0] -> (d0, s0 * 2, 100)>(%i)[%n]
  %2 = affine.max affine_map<(d0)[s0] -> (d0 - s0, 0)>(%i)[%n]
  return %0, %1, %2 : index, index, index
}

// -----

func.func @loops(%m: memref<?x64xf32>, %n: index, %x: f32) -> f32 {
  %0 = affine.for %i = max affine_map<()[s0] -> (0, s0 - 8)>()[%n] to min affine_map<()[s0] -> (s0, 100)>()[%n] step 4
      iter_args(%a = %x) -> (f32) {
    %1 = affine.for %j = 0 to 64 iter_args(%b = %a) -> (f32) {
      %v = affine.load %m[%i + symbol(%n), (%j * 3) mod 64] : memref<?x64xf32>
      %s = arith.addf %b, %v : f32
      affine.yield %s : f32
    }
    affine.store %1, %m[%i, 63] : memref<?x64xf32>
    affine.yield %1 : f32
  }
  return %0 : f32
}

// -----

func.func @conditions(%m: memref<10xf32>, %n: index, %x: f32) -> f32 {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0)>(%i)[%n] {
      affine.store %x, %m[%i] : memref<10xf32>
    }
  }
  %0 = affine.if affine_set<()[s0] : (s0 - 5 >= 0)>()[%n] -> f32 {
    affine.yield %x : f32
  } else {
    %y = arith.negf %x : f32
    affine.yield %y : f32
  }
  affine.if affine_set<() : ()>() {
    affine.store %x, %m[0] : memref<10xf32>
  } else {
    affine.store %x, %m[1] : memref<10xf32>
  }
  return %0 : f32
}

// -----

func.func @parallel(%m: memref<100x100xf32>, %n: index, %x: f32, %k: i32) -> (f32, f32, f32, f32, i32, i32, i32, i32) {
  affine.parallel (%i, %j) = (0, max(%n, 3)) to (min(100, %n + 4), 100) step (2, 5) {
    affine.store %x, %m[%i, %j] : memref<100x100xf32>
  }
  %0:4 = affine.parallel (%i, %j) = (0, 0) to (100, %n)
      reduce ("addf", "mulf", "maximumf", "minimumf") -> (f32, f32, f32, f32) {
    %v = affine.load %m[%i, %j] : memref<100x100xf32>
    affine.yield %v, %v, %v, %v : f32, f32, f32, f32
  }
  %1:4 = affine.parallel (%i) = (0) to (%n) reduce ("addi", "muli", "andi", "ori") -> (i32, i32, i32, i32) {
    affine.yield %k, %k, %k, %k : i32, i32, i32, i32
  }
  return %0#0, %0#1, %0#2, %0#3, %1#0, %1#1, %1#2, %1#3 : f32, f32, f32, f32, i32, i32, i32, i32
}

// -----

func.func @memory(%m: memref<100x100xf32>, %d: memref<1024xf32, 2>, %t: memref<4xi32>, %n: index) {
  affine.for %i = 0 to 96 {
    %v = affine.vector_load %m[%i, %i + 4] : memref<100x100xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i, %i] : memref<100x100xf32>, vector<4xf32>
    affine.prefetch %m[%i + 1, 0], write, locality<2>, instr : memref<100x100xf32>
    affine.dma_start %m[%i, 0], %d[%i * 8], %t[%i mod 4], %n, %n, %n : memref<100x100xf32>, memref<1024xf32, 2>, memref<4xi32>
    affine.dma_wait %t[%i mod 4], %n : memref<4xi32>
  }
  return
}

// -----

func.func @indices(%i: index, %j: index, %n: index) -> (index, index, index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 5, 6) : index, index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1, %j] by (%n, %n, 6) : index
  %2 = affine.linearize_index [%i, %j] by (%n) : index
  return %0#0, %0#1, %0#2, %1, %2 : index, index, index, index, index
}

// -----

// Everything that is neither legal nor of affine is folded, also where there is nothing of affine.
// CHECK-LABEL: func.func @folded
// CHECK-NEXT: return %arg0
func.func @folded(%p: !llvm.ptr) -> !llvm.ptr {
  %0 = llvm.getelementptr %p[0] : (!llvm.ptr) -> !llvm.ptr, i32
  return %0 : !llvm.ptr
}
