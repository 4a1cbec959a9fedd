// RUN: not tern-opt --stablehlo-irregular-to-loops --split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: 'stablehlo.scatter' op has a body that is no computation on scalars, which is not supported
func.func @scatter(%x: tensor<4xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>, %w: tensor<2xf32>) -> tensor<4xf32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.reduce"(%w, %a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %e = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK: error: 'stablehlo.sort' op has a comparator that is no computation on scalars, which is not supported
func.func @sort(%x: tensor<4xf32>, %w: tensor<2xf32>) -> tensor<4xf32> {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.reduce"(%w, %a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %e = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    %f = stablehlo.compare LT, %s, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %f : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
