// Tensors: slices, padding, reshapes, gather and scatter, and a loop that inserts in parallel.
// RUN: tern-opt %s --interpret=main | FileCheck %s
// CHECK: @main #0: ( ( 6, 8 ), ( 10, 12 ) ) : tensor<2x2xi32>
// CHECK-NEXT: @main #1: ( ( 9, 9, 9, 9 ), ( 9, 1, 2, 9 ) ) : tensor<2x4xi32>
// CHECK-NEXT: @main #2: ( ( ( 1, 2 ), ( 3, 4 ) ), ( ( 5, 6 ), ( 7, 8 ) ), ( ( 9, 10 ), ( 11, 12 ) ) ) : tensor<3x2x2xi32>
// CHECK-NEXT: @main #3: ( ( 9, 10, 11, 12 ), ( 1, 2, 3, 4 ) ) : tensor<2x4xi32>
// CHECK-NEXT: @main #4: ( ( 1, 2, 3, 4 ), ( 5, 6, 7, 8 ), ( 70, 71, 72, 73 ) ) : tensor<3x4xi32>
// CHECK-NEXT: @main #5: ( 0, 10, 20, 30 ) : tensor<?xindex>
// CHECK-NEXT: @main #6: ( 0, 1, 4, 9 ) : tensor<4xindex>
// CHECK-NEXT: @main #7: ( 1, 2, poison, poison ) : tensor<4xi32>
// CHECK-NEXT: @main #8: ( 1, 2, 1, 2 ) : tensor<4xi32>

func.func @main() -> (tensor<2x2xi32>, tensor<2x4xi32>, tensor<3x2x2xi32>, tensor<2x4xi32>, tensor<3x4xi32>,
                      tensor<?xindex>, tensor<4xindex>, tensor<4xi32>, tensor<4xi32>) {
  %t = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %slice = tensor.extract_slice %t[%c1, 1] [2, 2] [1, 2] : tensor<3x4xi32> to tensor<2x2xi32>
  %c9 = arith.constant 9 : i32
  %pair = arith.constant dense<[1, 2]> : tensor<2xi32>
  %row = tensor.expand_shape %pair [[0, 1]] output_shape [1, 2] : tensor<2xi32> into tensor<1x2xi32>
  %padded = tensor.pad %row low[1, %c1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c9 : i32
  } : tensor<1x2xi32> to tensor<2x4xi32>
  %cubes = tensor.expand_shape %t [[0], [1, 2]] output_shape [3, 2, 2] : tensor<3x4xi32> into tensor<3x2x2xi32>
  %places = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %gathered = tensor.gather %t[%places] gather_dims([0]) : (tensor<3x4xi32>, tensor<2x1xindex>) -> tensor<2x4xi32>
  %news = arith.constant dense<[[70, 71, 72, 73]]> : tensor<1x4xi32>
  %place = arith.constant dense<[[2]]> : tensor<1x1xindex>
  %scattered = tensor.scatter %news into %t[%place] scatter_dims([0]) unique
      : (tensor<1x4xi32>, tensor<3x4xi32>, tensor<1x1xindex>) -> tensor<3x4xi32>
  %generated = tensor.generate %c4 {
  ^bb0(%i: index):
    %x = arith.muli %i, %c10 : index
    tensor.yield %x : index
  } : tensor<?xindex>
  %empty = tensor.empty() : tensor<4xindex>
  %squares = scf.forall (%i) in (4) shared_outs(%out = %empty) -> (tensor<4xindex>) {
    %x = arith.muli %i, %i : index
    %one = tensor.from_elements %x : tensor<1xindex>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %out[%i] [1] [1] : tensor<1xindex> into tensor<4xindex>
    }
  }
  // Elements of tensor.empty that nobody wrote mean nothing.
  %nothing = tensor.empty() : tensor<4xi32>
  %half = tensor.insert_slice %pair into %nothing[0] [2] [1] : tensor<2xi32> into tensor<4xi32>
  %twice = tensor.concat dim(0) %pair, %pair : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %slice, %padded, %cubes, %gathered, %scattered, %generated, %squares, %half, %twice
    : tensor<2x2xi32>, tensor<2x4xi32>, tensor<3x2x2xi32>, tensor<2x4xi32>, tensor<3x4xi32>, tensor<?xindex>,
      tensor<4xindex>, tensor<4xi32>, tensor<4xi32>
}
