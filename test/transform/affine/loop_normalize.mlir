// The result is what upstream's pass gives.
// RUN: tern-opt --pass-pipeline="builtin.module(func.func(affine-loop-normalize))" %s > %t.mlir
// RUN: mlir-opt --pass-pipeline="builtin.module(func.func(affine-loop-normalize))" %s | diff - %t.mlir
// RUN: tern-opt --pass-pipeline="builtin.module(func.func(affine-loop-normalize{promote-single-iter=true}))" %s > %t.once.mlir
// RUN: mlir-opt --pass-pipeline="builtin.module(func.func(affine-loop-normalize{promote-single-iter=true}))" %s | diff - %t.once.mlir

func.func @f(%n: index, %m: memref<?xf32>, %x: f32) -> f32 {
  affine.for %i = 3 to 20 step 4 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = %n to 20 step 4 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = max affine_map<()[s0] -> (s0, 3)>()[%n] to min affine_map<()[s0] -> (s0 + 9, 30)>()[%n] step 2 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n step 3 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 10)>(%i) step 2 {
    affine.store %x, %m[%i + %j] : memref<?xf32>
    }
  }
  affine.for %i = 5 to 6 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  %r = affine.for %i = 2 to 10 step 2 iter_args(%a = %x) -> f32 {
    %y = affine.load %m[%i] : memref<?xf32>
    affine.yield %y : f32
  }
  affine.parallel (%i, %j) = (1, %n) to (%n, 20) step (2, 3) {
    affine.store %x, %m[%i + %j] : memref<?xf32>
  }
  affine.parallel (%i, %j) = (1, max(%n, 3)) to (%n, 20) step (2, 3) {
    affine.store %x, %m[%i + %j] : memref<?xf32>
  }
  affine.parallel (%i) = (0) to (%n) {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = 0 to 0 {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = %n to %n {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  affine.for %i = %n to affine_map<()[s0] -> (s0 + 1)>()[%n] {
    affine.store %x, %m[%i] : memref<?xf32>
  }
  return %r : f32
}
