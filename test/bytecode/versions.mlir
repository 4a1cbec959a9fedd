// Each version of the format is read back to what was written, and says the same to both tools, in both directions.
// RUN: tern-opt --allow-unregistered-dialect %s > %t.mlir
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=0 %s -o %t.0
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=1 %s -o %t.1
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=2 %s -o %t.2
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=3 %s -o %t.3
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=4 %s -o %t.4
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=5 %s -o %t.5
// RUN: tern-opt --allow-unregistered-dialect --emit-bytecode %s -o %t.6
// RUN: tern-opt --allow-unregistered-dialect %t.0 | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect %t.1 | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect %t.2 | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect %t.3 | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect %t.4 | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect %t.5 | diff %t.mlir -
// RUN: tern-opt --allow-unregistered-dialect %t.6 | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.0 | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.1 | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.2 | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.3 | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.4 | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.5 | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect %t.6 | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=0 %s | tern-opt --allow-unregistered-dialect | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=1 %s | tern-opt --allow-unregistered-dialect | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=2 %s | tern-opt --allow-unregistered-dialect | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=3 %s | tern-opt --allow-unregistered-dialect | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=4 %s | tern-opt --allow-unregistered-dialect | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=5 %s | tern-opt --allow-unregistered-dialect | diff %t.mlir -
// RUN: mlir-opt --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=6 %s | tern-opt --allow-unregistered-dialect | diff %t.mlir -

module @m {
  // Blocks in an order in which a use comes before its definition.
  func.func @blocks(%a: i32) -> i32 {
    cf.br ^bb2
  ^bb1(%p: i32):
    %s = arith.addi %p, %q overflow<nsw> : i32
    return %s : i32
  ^bb2:
    %q = arith.constant 4 : i32
    cf.br ^bb1(%a : i32)
  }
  // Regions that are isolated, that are not, and that just use nothing from outside.
  func.func @regions(%n: index, %v: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %v) -> (f32) {
      %m = arith.mulf %k, %v : f32
      scf.yield %m : f32
    }
    "t.alone"() ({
      %x = "t.x"() : () -> f32
      "t.y"(%x) : (f32) -> ()
    }, {
    }) : () -> ()
    return %r : f32
  }
  // Segment sizes: few that are not zero, and many.
  func.func @segments(%m: memref<8x8xf32>, %i: index) {
    %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1]>>
    %1 = memref.subview %m[%i, %i] [%i, %i] [%i, %i] : memref<8x8xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    return
  }
  func.func private @declared(i32, tensor<4xf32>) -> (i32 {t.attr = "x"}) attributes {t.more = 1 : i64}
}
