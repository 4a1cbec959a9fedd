// What portable_artifacts.py runs: ops whose form in VHLO changed from version to version, constants of several types,
// control flow and calls. Nothing here is newer than version 0.9.0.
module @mixed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x3xf32> {jax.arg_info = "x"}, %i: tensor<2x1xi32>) -> (tensor<2x3xf32> {jax.result_info = "a"}, tensor<4xf32>, tensor<5xi32>, tensor<4xi1>) {
    %w = stablehlo.constant dense<[[1.0, 0.5, -1.0], [0.25, 2.0, 1.5], [-0.5, 1.0, 0.75]]> : tensor<3x3xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %mask = stablehlo.constant dense<[true, false, true, true]> : tensor<4xi1>
    %all = stablehlo.constant dense<true> : tensor<4xi1>
    %numbers = stablehlo.constant dense<[3, -1, 7, 0, 5]> : tensor<5xi32>
    %updates = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x3xf32>) -> tensor<4x3xf32>
    %1 = stablehlo.tanh %0 : tensor<4x3xf32>
    %2 = stablehlo.exponential %1 : tensor<4x3xf32>
    %3 = stablehlo.log %2 : tensor<4x3xf32>
    %4 = stablehlo.sine %3 : tensor<4x3xf32>
    %5 = func.call @pick(%4, %i) : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
    %6 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
    %7 = "stablehlo.scatter"(%6, %i, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
    %8 = "stablehlo.sort"(%numbers) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<5xi32>) -> tensor<5xi32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %limit = stablehlo.constant dense<3> : tensor<i32>
    %start = stablehlo.constant dense<0> : tensor<i32>
    %9:2 = stablehlo.while(%k = %start, %v = %8) : tensor<i32>, tensor<5xi32> cond {
      %c = stablehlo.compare LT, %k, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %k, %one : tensor<i32>
      %d = stablehlo.add %v, %v : tensor<5xi32>
      stablehlo.return %n, %d : tensor<i32>, tensor<5xi32>
    }
    %10 = stablehlo.and %mask, %all : tensor<4xi1>
    return %5, %7, %9#1, %10 : tensor<2x3xf32>, tensor<4xf32>, tensor<5xi32>, tensor<4xi1>
  }
  func.func private @pick(%x: tensor<4x3xf32>, %i: tensor<2x1xi32>) -> tensor<2x3xf32> {
    %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
