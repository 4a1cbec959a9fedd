// Canonicalization gives what upstream's gives.
// RUN: tern-opt --allow-unregistered-dialect --canonicalize --split-input-file %s > %t.mlir
// RUN: mlir-opt --allow-unregistered-dialect --canonicalize --split-input-file %s | diff - %t.mlir

// Maps of affine.apply go into the ops that use them; dims that are symbols become symbols.

func.func @compose(%n: index, %m: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.apply affine_map<(d0)[s0] -> (d0 + s0 * 2)>(%i)[%n]
    %b = affine.apply affine_map<(d0) -> (d0 - 1)>(%a)
    %v = affine.load %m[%b, %a] : memref<64x64xf32>
    affine.store %v, %m[%i, %b + 1] : memref<64x64xf32>
    %w = affine.vector_load %m[%a, 0] : memref<64x64xf32>, vector<4xf32>
    affine.vector_store %w, %m[%b, 0] : memref<64x64xf32>, vector<4xf32>
    affine.prefetch %m[%a, %b], write, locality<1>, instr : memref<64x64xf32>
  }
  return
}

// -----

// Constants, operands that are not used or there twice.

func.func @operands(%n: index) -> (index, index, index) {
  %c4 = arith.constant 4 : index
  %0 = affine.apply affine_map<(d0, d1, d2)[s0, s1] -> (d0 + d2 + s1)>(%n, %c4, %n)[%n, %c4]
  %1 = affine.apply affine_map<(d0) -> (d0)>(%n)
  %2 = affine.apply affine_map<()[s0] -> (s0 mod 3 + 7)>()[%c4]
  return %0, %1, %2 : index, index, index
}

// -----

// Division by zero has no value.

func.func @poison() -> (index, index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0 = affine.apply affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%c5, %c0]
  %1 = affine.min affine_map<()[s0, s1] -> (s0 mod s1, 3)>()[%c5, %c0]
  return %0, %1 : index, index
}

// -----

// Ranges of counters simplify divisions and remainders.

func.func @ranges(%n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 64 step 8 {
      %0 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
      %1 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
      %2 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 8)>(%i, %j)
      %3 = affine.apply affine_map<(d0, d1) -> ((d0 + d1) floordiv 16)>(%i, %j)
      %4 = affine.apply affine_map<(d0) -> (d0 mod 4)>(%j)
      %5 = affine.apply affine_map<(d0) -> ((d0 + 1) ceildiv 16)>(%i)
      %6 = affine.apply affine_map<(d0) -> ((d0 * 2) mod 5)>(%i)
      %7 = affine.apply affine_map<(d0) -> ((d0 * 2 + 16) mod 32)>(%i)
      "use"(%0, %1, %2, %3, %4, %5, %6, %7) : (index, index, index, index, index, index, index, index) -> ()
    }
  }
  return
}

// -----

func.func @min_max(%n: index, %m: index) -> (index, index, index, index, index, index) {
  %c2 = arith.constant 2 : index
  %0 = affine.min affine_map<(d0)[s0] -> (d0 + 4, 100, d0 + 4, s0)>(%n)[%m]
  %1 = affine.max affine_map<()[s0, s1] -> (s0 + 1, s1)>()[%n, %0]
  %2 = affine.min affine_map<()[s0, s1] -> (s0 + 1, s1)>()[%n, %0]
  %3 = affine.min affine_map<(d0) -> (d0 * 2)>(%n)
  %4 = affine.max affine_map<()[s0] -> (s0 * 3, 5)>()[%c2]
  %5 = affine.min affine_map<(d0, d1) -> (d0 + d1, d1 + 16, 32)>(%n, %m)
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, index, index
}

// -----

// Bounds.

func.func @bounds(%n: index, %p: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %d = memref.dim %p, %c0 : memref<?xf32>
  affine.for %i = %c0 to %c10 {
    affine.for %j = max affine_map<(d0) -> (d0, 0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 20, 10, s0)>(%i)[%d] {
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to affine_map<()[s0, s1] -> (s0 + s1)>()[%n, %c10] step 2 {
        "body"(%i, %j, %k) : (index, index, index) -> ()
      }
    }
  }
  affine.parallel (%i, %j) = (%c0, max(%n, symbol(%c10))) to (%c10, min(%n + 4, %n * 2)) {
    "body"(%i, %j) : (index, index) -> ()
  }
  return
}

// -----

func.func @loops(%x: f32, %y: f32, %n: index) -> (f32, f32, f32, f32, f32, f32) {
  affine.for %i = 0 to %n {
  }
  %0 = affine.for %i = 5 to 5 iter_args(%a = %x) -> (f32) {
    %s = "body"(%a) : (f32) -> f32
    affine.yield %s : f32
  }
  %1 = affine.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    affine.yield %a : f32
  }
  %2 = affine.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    affine.yield %y : f32
  }
  %3 = affine.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    affine.yield %y : f32
  }
  %4:2 = affine.for %i = 0 to 1 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  return %0, %1, %2, %3, %4#0, %4#1 : f32, f32, f32, f32, f32, f32
}

// -----

func.func @swap(%x: f32, %y: f32) -> (f32, f32) {
  %0:2 = affine.for %i = 0 to 3 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// -----

func.func @conditions(%n: index, %m: memref<4xf32>, %x: f32) -> (index, index) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to %n {
    %a = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    affine.if affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, d1 - 3 == 0)>(%a, %c3)[%n] {
      affine.store %x, %m[%i] : memref<4xf32>
    } else {
    }
  }
  affine.if affine_set<() : (1 == 0)>() {
    affine.store %x, %m[0] : memref<4xf32>
  }
  affine.if affine_set<() : (0 == 0)>() {
    affine.store %x, %m[1] : memref<4xf32>
  }
  %0 = affine.if affine_set<() : (0 == 0)>() -> index {
    affine.yield %n : index
  } else {
    affine.yield %c3 : index
  }
  %1 = affine.if affine_set<() : (1 == 0)>() -> index {
    affine.yield %n : index
  } else {
    affine.yield %c3 : index
  }
  return %0, %1 : index, index
}

// -----

memref.global "private" constant @table : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>
memref.global "private" constant @splat : memref<8xf32> = dense<2.0>

func.func @memory(%m: memref<4x4xf32>, %i: index, %x: f32) -> (i32, f32, f32) {
  %t = memref.get_global @table : memref<2x3xi32>
  %s = memref.get_global @splat : memref<8xf32>
  %0 = affine.load %t[1, 2] : memref<2x3xi32>
  %1 = affine.load %s[%i] : memref<8xf32>
  %c = memref.cast %m : memref<4x4xf32> to memref<?x4xf32>
  %2 = affine.load %c[%i, 0] : memref<?x4xf32>
  affine.store %x, %c[0, %i] : memref<?x4xf32>
  affine.prefetch %c[0, 0], read, locality<3>, data : memref<?x4xf32>
  return %0, %1, %2 : i32, f32, f32
}

// -----

func.func @index_folds(%i: index, %j: index) -> (index, index, index, index, index, index, index, index) {
  %c4 = arith.constant 4 : index
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %0 = affine.delinearize_index %i into (7) : index
  %1:2 = affine.delinearize_index %cm1 into (3, 8) : index, index
  %2:2 = affine.delinearize_index %i into (%j, %c4) : index, index
  %3 = affine.linearize_index [%i] by (5) : index
  %4 = affine.linearize_index [%cm1, %c4] by (5) : index
  %5 = affine.linearize_index [%c0, %i, %j] by (%i, 2, 3) : index
  return %0, %1#0, %1#1, %2#0, %2#1, %3, %4, %5 : index, index, index, index, index, index, index, index
}

// -----

func.func @index_units(%i: index, %j: index, %n: index) -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %0:4 = affine.delinearize_index %i into (1, %n, 1, 6) : index, index, index, index
  %1 = affine.linearize_index disjoint [%i, %j, %n] by (4, 1, 6) : index
  %2 = affine.linearize_index [%i, %c0, %n] by (4, 1, 6) : index
  return %0#0, %0#1, %0#2, %0#3, %1, %2 : index, index, index, index, index, index
}

// -----

func.func @undo(%i: index, %j: index, %k: index, %n: index) -> (index, index, index, index, index, index, index) {
  %l = affine.linearize_index disjoint [%i, %j, %k] by (%n, 5, 6) : index
  %0:3 = affine.delinearize_index %l into (%n, 5, 6) : index, index, index
  %1:3 = affine.delinearize_index %l into (2, 5, 6) : index, index, index
  %p = affine.linearize_index disjoint [%i, %j, %k] by (3, 2, 32) : index
  %2:4 = affine.delinearize_index %p into (2, 3, 8, 4) : index, index, index, index
  "use"(%1#0, %1#1, %1#2) : (index, index, index) -> ()
  return %0#0, %0#1, %0#2, %2#0, %2#1, %2#2, %2#3 : index, index, index, index, index, index, index
}

// -----

func.func @redo(%i: index, %j: index, %n: index) -> (index, index, index, index) {
  %0:3 = affine.delinearize_index %i into (%n, 5, 6) : index, index, index
  %1 = affine.linearize_index [%0#0, %0#1, %0#2] by (%n, 5, 6) : index
  %2 = affine.linearize_index [%j, %0#1, %0#2] by (%n, 5, 6) : index
  %3 = affine.linearize_index disjoint [%j, %0#0, %0#1, %0#2, %j] by (4, %n, 5, 6, 7) : index
  %4:2 = affine.delinearize_index %i into (9) : index, index
  %5 = affine.linearize_index [%4#0, %4#1, %j] by (9, 3) : index
  return %1, %2, %3, %5 : index, index, index, index
}

// -----

// A sum that undoes an affine.delinearize_index is its operand.

func.func @sum_of_digits(%i: index, %j: index) -> (index, index) {
  %0:3 = affine.delinearize_index %i into (4, 5, 6) : index, index, index
  %1 = affine.apply affine_map<()[s0, s1, s2, s3] -> (s3 + s0 * 30 + s1 * 6 + s2 + 1)>()[%0#0, %0#1, %0#2, %j]
  %2 = affine.apply affine_map<()[s0, s1, s2] -> (s0 * 30 + s1 * 7 + s2)>()[%0#0, %0#1, %0#2]
  return %1, %2 : index, index
}
