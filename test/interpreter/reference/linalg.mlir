// Structured ops on tensors and memory, named ones from their bodies; pack, unpack and softmax.
// RUN: tern-opt %s --interpret=main | FileCheck %s
// RUN: tern-opt %s --linalg-generalize-named-ops --interpret=main | FileCheck %s
// CHECK: @main #0: ( ( 4, 5 ), ( 10, 11 ) ) : tensor<2x2xi32>
// CHECK-NEXT: @main #1: ( ( 0, 1, 2 ), ( 10, 11, 12 ) ) : tensor<2x3xindex>
// CHECK-NEXT: @main #2: ( ( ( ( 1, 2 ), ( 4, 5 ) ) ), ( ( ( 3, 0 ), ( 6, 0 ) ) ) ) : tensor<2x1x2x2xi32>
// CHECK-NEXT: @main #3: ( ( 1, 2, 3 ), ( 4, 5, 6 ) ) : tensor<2x3xi32>
// CHECK-NEXT: @main #4: ( 0.5, 0.5 ) : tensor<2xf32>
// CHECK-NEXT: @main #5: ( 6, 15 ) : memref<2xi32>
// CHECK-NEXT: @main #6: ( ( ( ( 12 ), ( 17 ) ), ( ( 27 ), ( 32 ) ) ) ) : tensor<1x2x2x1xi32>
// CHECK-NEXT: @main #7: ( ( ( ( 4 ), ( 5 ) ), ( ( 7 ), ( 8 ) ) ) ) : tensor<1x2x2x1xi32>

func.func @main() -> (tensor<2x2xi32>, tensor<2x3xindex>, tensor<2x1x2x2xi32>, tensor<2x3xi32>, tensor<2xf32>,
                      memref<2xi32>, tensor<1x2x2x1xi32>, tensor<1x2x2x1xi32>) {
  %zero = arith.constant 0 : i32
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %b = arith.constant dense<[[1, 0], [0, 1], [1, 1]]> : tensor<3x2xi32>
  %empty = tensor.empty() : tensor<2x2xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%empty : tensor<2x2xi32>) -> tensor<2x2xi32>
  %product = linalg.matmul ins(%a, %b : tensor<2x3xi32>, tensor<3x2xi32>) outs(%zeros : tensor<2x2xi32>)
      -> tensor<2x2xi32>
  %c10 = arith.constant 10 : index
  %space = tensor.empty() : tensor<2x3xindex>
  %numbers = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]
  } outs(%space : tensor<2x3xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %x = arith.muli %i, %c10 : index
    %y = arith.addi %x, %j : index
    linalg.yield %y : index
  } -> tensor<2x3xindex>
  %tiles = tensor.empty() : tensor<2x1x2x2xi32>
  %packed = linalg.pack %a padding_value(%zero : i32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
      inner_tiles = [2, 2] into %tiles : tensor<2x3xi32> -> tensor<2x1x2x2xi32>
  %plain = tensor.empty() : tensor<2x3xi32>
  %unpacked = linalg.unpack %packed outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %plain
      : tensor<2x1x2x2xi32> -> tensor<2x3xi32>
  %same = arith.constant dense<3.0> : tensor<2xf32>
  %halves = tensor.empty() : tensor<2xf32>
  %soft = linalg.softmax dimension(0) ins(%same : tensor<2xf32>) outs(%halves : tensor<2xf32>) -> tensor<2xf32>
  %buffer = bufferization.to_buffer %a : tensor<2x3xi32> to memref<2x3xi32>
  %sums = memref.alloc() : memref<2xi32>
  linalg.fill ins(%zero : i32) outs(%sums : memref<2xi32>)
  linalg.reduce { arith.addi } ins(%buffer : memref<2x3xi32>) outs(%sums : memref<2xi32>) dimensions = [1]
  %image = arith.constant dense<[[[[0], [1], [2]], [[3], [4], [5]], [[6], [7], [8]]]]> : tensor<1x3x3x1xi32>
  %window = tensor.empty() : tensor<2x2xi32>
  %filter = arith.constant dense<[[[[1]], [[1]]], [[[1]], [[2]]]]> : tensor<2x2x1x1xi32>
  %small = tensor.empty() : tensor<1x2x2x1xi32>
  %none = linalg.fill ins(%zero : i32) outs(%small : tensor<1x2x2x1xi32>) -> tensor<1x2x2x1xi32>
  %convolved = linalg.conv_2d_nhwc_hwcf ins(%image, %filter : tensor<1x3x3x1xi32>, tensor<2x2x1x1xi32>)
      outs(%none : tensor<1x2x2x1xi32>) -> tensor<1x2x2x1xi32>
  %pooled = linalg.pooling_nhwc_max ins(%image, %window : tensor<1x3x3x1xi32>, tensor<2x2xi32>)
      outs(%none : tensor<1x2x2x1xi32>) -> tensor<1x2x2x1xi32>
  return %product, %numbers, %packed, %unpacked, %soft, %sums, %convolved, %pooled
    : tensor<2x2xi32>, tensor<2x3xindex>, tensor<2x1x2x2xi32>, tensor<2x3xi32>, tensor<2xf32>, memref<2xi32>,
      tensor<1x2x2x1xi32>, tensor<1x2x2x1xi32>
}
