// RUN: tern-opt %s --scf-for-to-while > %t.mlir
// RUN: mlir-opt %s --scf-for-to-while | diff - %t.mlir

func.func @plain(%m: memref<?xf32>, %lb: index, %ub: index, %step: index, %x: f32) {
  scf.for %i = %lb to %ub step %step {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

func.func @carried(%lb: i32, %ub: i32, %step: i32, %x: f32) -> (f32, f32) {
  %r:2 = scf.for unsigned %i = %lb to %ub step %step iter_args(%a = %x, %b = %x) -> (f32, f32) : i32 {
    %c = arith.addf %a, %b : f32
    scf.yield %c, %a : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

func.func @nested(%m: memref<?x?xf32>, %lb: index, %ub: index, %step: index, %x: f32) {
  scf.for %i = %lb to %ub step %step {
    scf.for %j = %i to %ub step %step {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
