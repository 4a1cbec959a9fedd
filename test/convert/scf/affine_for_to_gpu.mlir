// Launches are upstream's op for op, for any number of dimensions that the nest has.
// RUN: tern-opt --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu))" %s > %t.mlir
// RUN: mlir-opt --pass-pipeline="builtin.module(func.func(convert-affine-for-to-gpu))" %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

// CHECK-NOT: affine.for
// CHECK: gpu.launch
// CHECK: arith.muli %c2
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: gpu.launch

#lb = affine_map<(d0)[s0] -> (d0, s0 + 1)>
func.func @a(%m: memref<?x?xf32>, %n: index, %k: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 3 to 10 step 2 {
      %x = affine.load %m[%i, %j] : memref<?x?xf32>
      affine.store %x, %m[%j, %i] : memref<?x?xf32>
    }
  }
  affine.for %i = max #lb(%n)[%k] to min affine_map<()[s0] -> (s0, 100)>()[%n] {
    affine.for %j = %k to %n step 4 {
      %x = affine.load %m[%i, %j] : memref<?x?xf32>
      affine.store %x, %m[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
