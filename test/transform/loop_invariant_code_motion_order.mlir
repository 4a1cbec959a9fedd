// In a graph an op may stand before what it uses, and it leaves the loop after that.
// RUN: tern-opt %s --loop-invariant-code-motion > %t.mlir
// RUN: mlir-opt %s --loop-invariant-code-motion | diff - %t.mlir

func.func @backwards() {
  test.graph_loop {
    %b = arith.muli %a, %a : i32
    %a = arith.addi %c, %c : i32
    %c = arith.constant 7 : i32
    test.region_yield %b : i32
  } : () -> ()
  return
}

func.func @around() {
  test.graph_loop {
    %a = arith.addi %b, %b : i32
    %b = arith.addi %a, %a : i32
    test.region_yield %b : i32
  } : () -> ()
  return
}

// A division may run where the loop runs no iteration if it is by none of 0 and -1.
func.func @divisions(%x: i32, %lb: index, %ub: index, %step: index, %m: memref<?x?xf32>) {
  %minus_two = arith.constant -2 : i32
  %minus_one = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %lb to %ub step %step {
    %0 = arith.divsi %x, %minus_two : i32
    %1 = arith.divsi %x, %minus_one : i32
    %2 = arith.divui %x, %minus_one : i32
    %3 = arith.ceildivui %x, %zero : i32
    %4 = memref.dim %m, %c1 : memref<?x?xf32>
    %5 = memref.dim %m, %c2 : memref<?x?xf32>
  }
  return
}

func.func @bounds(%x: i8, %lb: index, %ub: index, %step: index) {
  %a = test.with_bounds {smax = 127 : i8, smin = -128 : i8, umax = 255 : i8, umin = 1 : i8} : i8
  %b = test.with_bounds {smax = -2 : i8, smin = -128 : i8, umax = 255 : i8, umin = 0 : i8} : i8
  scf.for %i = %lb to %ub step %step {
    %0 = arith.divui %x, %a : i8
    %1 = arith.divsi %x, %a : i8
    %2 = arith.ceildivsi %x, %b : i8
    %3 = arith.divui %x, %b : i8
  }
  return
}

// What linalg computes from tensors leaves with its body, if its body may; packing into whole tiles does too.
func.func @tensors(%a: tensor<8x8xf32>, %d: tensor<2x2x4x4xf32>, %n: index, %f: f32, %t: tensor<?x8xf32>,
                   %u: tensor<?x2x4x4xf32>) {
  scf.for %i = %n to %n step %n {
    %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = linalg.pack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<8x8xf32> -> tensor<2x2x4x4xf32>
    %2 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %u : tensor<?x8xf32> -> tensor<?x2x4x4xf32>
    %3 = linalg.pack %t padding_value(%f : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %u : tensor<?x8xf32> -> tensor<?x2x4x4xf32>
  }
  return
}

func.func @buffers(%m: memref<8xf32>, %n: index) {
  scf.for %i = %n to %n step %n {
    linalg.exp ins(%m : memref<8xf32>) outs(%m : memref<8xf32>)
  }
  return
}
