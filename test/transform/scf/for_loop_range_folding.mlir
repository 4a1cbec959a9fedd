// RUN: tern-opt %s --scf-for-loop-range-folding > %t.mlir
// RUN: mlir-opt %s --scf-for-loop-range-folding | diff - %t.mlir

func.func @sum_and_product(%m: memref<?xi32>, %lb: index, %ub: index, %step: index, %x: index, %v: i32) {
  scf.for %i = %lb to %ub step %step {
    %j = arith.addi %x, %i : index
    %k = arith.muli %j, %x : index
    memref.store %v, %m[%k] : memref<?xi32>
  }
  return
}

func.func @two_uses(%m: memref<?xi32>, %lb: index, %ub: index, %step: index, %v: i32) {
  scf.for %i = %lb to %ub step %step {
    %j = arith.addi %i, %i : index
    memref.store %v, %m[%j] : memref<?xi32>
  }
  return
}

func.func @varies(%m: memref<?xindex>, %lb: index, %ub: index, %step: index) {
  scf.for %i = %lb to %ub step %step {
    %v = memref.load %m[%lb] : memref<?xindex>
    %j = arith.addi %i, %v : index
    memref.store %v, %m[%j] : memref<?xindex>
  }
  return
}
