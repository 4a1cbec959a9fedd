// RUN: tern-opt %s --scf-for-loop-specialization --scf-parallel-loop-specialization > %t.mlir
// RUN: mlir-opt %s --scf-for-loop-specialization --scf-parallel-loop-specialization | diff - %t.mlir

func.func @counted(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ub = affine.min affine_map<(d0)[s0] -> (1024, s0 - d0, 512)>(%n)[%n]
  scf.for %i = %c0 to %ub step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

func.func @no_constant(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ub = affine.min affine_map<()[s0] -> (s0, s0 * 2)>()[%n]
  scf.for %i = %c0 to %ub step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

func.func @parallel(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = affine.min affine_map<()[s0] -> (64, s0)>()[%n]
  %b = affine.min affine_map<()[s0] -> (s0, 32)>()[%n]
  scf.parallel (%i, %j) = (%c0, %c0) to (%a, %b) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%a, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}
