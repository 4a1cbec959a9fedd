// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect %s | diff - %t.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.mlir | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --allow-unregistered-dialect %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-op-generic %s > %t.upstream.mlir
// RUN: tern-opt --allow-unregistered-dialect %t.upstream.mlir | diff %t.mlir -

#map = affine_map<(d0)[s0] -> (d0 + s0)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0)>
func.func @f(%m: memref<100x?xf32>, %n: index, %t: memref<1xi32>, %mm: memref<100x?xf32, 1>) -> f32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  affine.dma_start %m[%n, %c0 + 1], %mm[%c0, %n], %t[%c0], %n : memref<100x?xf32>, memref<100x?xf32,1>, memref<1xi32>
  affine.dma_wait %t[%c0], %n : memref<1xi32>
  affine.prefetch %m[%n, symbol(%n) + 5], read, locality<3>, data : memref<100x?xf32>
  %r = affine.for %i = max #map(%n)[%n] to min affine_map<(d0)[s0] -> (d0, s0 + 1)>(%n)[%n] step 3 iter_args(%a = %z) -> f32 {
    %v = affine.load %m[%i + symbol(%n), %n mod 3] {foo} : memref<100x?xf32>
    %w = affine.vector_load %m[%i, 0] : memref<100x?xf32>, vector<4xf32>
    affine.vector_store %w, %m[%i, 0] : memref<100x?xf32>, vector<4xf32>
    %s = arith.addf %a, %v : f32
    affine.yield %s : f32
  } {bar = 1}
  affine.for %i = -5 to %n { 
    %q = affine.if #set(%i)[%n] -> index { affine.yield %i : index } else { affine.yield %n : index }
    affine.if #set(%i)[%n] { affine.store %z, %m[%i, %i] : memref<100x?xf32> }
  }
  affine.parallel (%i, %j) = (0, max(%n, 3 + symbol(%n))) to (100, min(%n, 128)) step (2, 1) {
    affine.store %z, %m[%i, %j] : memref<100x?xf32>
  }
  %p:2 = affine.parallel (%i) = (0) to (%n) reduce ("addf", "maximumf") -> (f32, f32) {
    affine.yield %z, %z : f32, f32
  }
  %d:3 = affine.delinearize_index %n into (%n, 3, 4) : index, index, index
  %e:3 = affine.delinearize_index %n into (3, 4) : index, index, index
  %l = affine.linearize_index disjoint [%d#0, %d#1, %d#2] by (%n, 3, 4) : index
  %l2 = affine.linearize_index [%d#0, %d#1, %d#2] by (3, 4) : index
  %ap = affine.apply #map(%l)[%l2]
  %mn = affine.min affine_map<()[s0] -> (s0, 5)>()[%ap]
  %mx = affine.max affine_map<(d0)[s0] -> (d0, 5, s0)>(%mn)[%ap]
  return %r : f32
}

// Where dims and symbols may come from.
func.func @values(%m: memref<?x?xf32>, %t: tensor<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    %d = memref.dim %m, %c1 : memref<?x?xf32>
    %e = tensor.dim %t, %c1 : tensor<?xf32>
    %a = memref.alloc(%n) : memref<4x?xf32>
    %s = memref.dim %a, %c1 : memref<4x?xf32>
    %x = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%d]
    affine.for %j = 0 to affine_map<(d0)[s0, s1] -> (d0 + s0 + s1)>(%x)[%e, %s] {
      "test.use"(%j, %x) : (index, index) -> ()
    }
    "test.scope"() ({
      affine.for %k = 0 to %n {
        affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%k, %i) {
        } else {
          "test.use"(%k) : (index) -> ()
        } {test.mark}
      }
      "test.end"() : () -> ()
    }) : () -> ()
  }
  return
}

// A function without arguments, and bounds in other words.
func.func @bounds(%n: index) {
  affine.for %i = affine_map<(d0) -> (d0)>(%n) to affine_map<()[s0] -> (s0)>()[%n] {
  }
  affine.for %i = max affine_map<() -> (3, 4)>() to min affine_map<() -> (5, 6)>() step 7 {
  } {test.mark = 1 : i32}
  affine.parallel () = () to () {
  }
  affine.parallel (%i, %j) = (%n floordiv 2 - 1, -%n mod 3) to (%n ceildiv 4 + 8, 100) {
  } {test.mark}
  return
}

// What is made of dims may be a dim.
func.func @index_as_dim(%m: index, %n: index, %a: memref<?xf32>, %b: memref<?x32x?xf32>) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %0 = affine.linearize_index disjoint [%i, %j] by (%m, %n) : index
      %outer, %inner = affine.delinearize_index %j into (32) : index, index
      %2 = affine.load %a[%0] : memref<?xf32>
      affine.store %2, %b[%i, %j, %i] : memref<?x32x?xf32>
    }
  }
  return
}

// Pure ops of symbols are symbols.
func.func @pure_of_symbols(%n: index, %a: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %c2 = arith.constant 2 : index
    %0 = arith.muli %n, %c2 : index
    affine.for %j = 0 to %0 {
      %1 = affine.load %a[symbol(%0)] : memref<?xf32>
    }
  }
  return
}
