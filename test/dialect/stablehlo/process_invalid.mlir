// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// What goes on among processes: groups, channels, feeds.

func.func @all_reduce_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op replica groups should be a rank 2 tensor}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op replica id #0 seen more than once}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_3(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op replica id #1 not seen in replica groups}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_4(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op Invalid replica id -2}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_5(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_6(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_7(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_8(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op Reduction-region here must produce 1 tensors, but produces 2 instead}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p, %q : tensor<f32>, tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_9(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op The reduction-region expected to return some value(s)}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_10(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>'}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<i32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_11(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<i32>, %q: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_12(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<4xf32>' vs 'tensor<f32>'}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<4xf32>, %q: tensor<4xf32>): stablehlo.return %p : tensor<4xf32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_13(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @all_reduce_14(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<4xf64>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f64>, %q: tensor<f64>): stablehlo.return %p : tensor<f64>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @all_reduce_15(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %0:2 = "stablehlo.all_reduce"(%a, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}

// -----

func.func @all_reduce_16(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op requires the same number of operands and results}}
  %0 = "stablehlo.all_reduce"(%a, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @reduce_scatter_1(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op scatter dim should be less than operand/result rank}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @reduce_scatter_2(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op attribute 'scatter_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @reduce_scatter_3(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op operand scatter dimension has size 4, expected to be a multiple of result scatter dimension size 3}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @reduce_scatter_4(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op operand and result should have same rank}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_scatter_5(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op non scatter dimensions should be same for operand (4) and result (2)}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @reduce_scatter_6(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op replica groups should be a rank 2 tensor}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @reduce_scatter_7(%a: tensor<4x0xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op result dimension size at scatter_dimension cannot be zero}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return
}

// -----

func.func @reduce_scatter_8(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op result element-type is expected to be 'f32', but got 'i32'}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x4xf32>) -> tensor<4x2xi32>
  return
}

// -----

func.func @reduce_scatter_9(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @all_gather_1(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op all_gather_dim must be a valid index of operand}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @all_gather_2(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op attribute 'all_gather_dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  "stablehlo.all_gather"(%a) {all_gather_dim = -1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @all_gather_3(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op operand and result should have the same shape except for the dimension size at 'all_gather_dim'}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @all_gather_4(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op result gather dimension has size 7, expected to be a multiple of operand gather dimension size 2}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<8x7xf32>
  return
}

// -----

func.func @all_gather_5(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same element type for operand and result at index 0}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<8x8xi32>
  return
}

// -----

func.func @all_gather_6(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op operand and result must have the same rank}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @all_gather_7(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op replica id #6 seen more than once}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 6]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @all_gather_8(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op replica id #7 not seen in replica groups}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 8]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @all_gather_9(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op Invalid replica id -1}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, -1]]> : tensor<2x4xi64>} : (tensor<8x2xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @all_gather_10(%a: tensor<8x0xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op dimension size of operand at 'all_gather_dim' cannot be zero}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x0xf32>) -> tensor<8x0xf32>
  return
}

// -----

func.func @all_gather_11(%a: tensor<8x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op channel_id must be positive when useGlobalDeviceIds is set but got: 0}}
  "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<8x2xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @all_gather_12(%a: tensor<8x2xf32>, %b: tensor<8x2xi32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same number of operands and results}}
  %0 = "stablehlo.all_gather"(%a, %b) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x2xf32>, tensor<8x2xi32>) -> (tensor<8x4xf32>)
  return
}

// -----

func.func @all_to_all_1(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op AllToAll split_dimension 2 is out-of-bounds for input rank 2}}
  "stablehlo.all_to_all"(%a) {split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @all_to_all_2(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'split_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  "stablehlo.all_to_all"(%a) {split_dimension = -1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @all_to_all_3(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op AllToAll concat_dimension 2 is out-of-bounds for input rank 2}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @all_to_all_4(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'concat_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = -1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @all_to_all_5(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @all_to_all_6(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op split dimension has size 16, expected to be a multiple of split_count 5}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 5 : i64, replica_groups = dense<[[0, 1, 2, 3, 4]]> : tensor<1x5xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @all_to_all_7(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op group size of replica_groups must be 4}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @all_to_all_8(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op replica id #3 not seen in replica groups}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 4]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<16x4xf32>
  return
}

// -----

func.func @all_to_all_9(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<16x4xf32>' are incompatible with return type(s) of operation 'tensor<4x16xf32>'}}
  "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @collective_permute_1(%a: tensor<128x32xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op duplicate sources not allowed.}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [0, 2], [2, 3]]> : tensor<3x2xi64>} : (tensor<128x32xf32>) -> tensor<128x32xf32>
  return
}

// -----

func.func @collective_permute_2(%a: tensor<128x32xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op duplicate targets not allowed.}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 1]]> : tensor<3x2xi64>} : (tensor<128x32xf32>) -> tensor<128x32xf32>
  return
}

// -----

func.func @collective_permute_3(%a: tensor<128x32xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op duplicate sources not allowed.}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>} : (tensor<128x32xf32>) -> tensor<128x32xf32>
  return
}

// -----

func.func @collective_permute_4(%a: tensor<128x32xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op expect source_target_pairs attribute to be of rank 2, but got rank 1}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[0, 1]> : tensor<2xi64>} : (tensor<128x32xf32>) -> tensor<128x32xf32>
  return
}

// -----

func.func @collective_permute_5(%a: tensor<128x32xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op expect source_target_pairs attribute of shape (N, 2), but got (1, 3)}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<128x32xf32>) -> tensor<128x32xf32>
  return
}

// -----

func.func @collective_permute_6(%a: tensor<128x32xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op replica ids in source_target_pairs must be >= 0.}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<128x32xf32>) -> tensor<128x32xf32>
  return
}

// -----

func.func @collective_permute_7(%a: tensor<128x32xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op inferred type(s) 'tensor<128x32xf32>' are incompatible with return type(s) of operation 'tensor<128x31xf32>'}}
  "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<128x32xf32>) -> tensor<128x31xf32>
  return
}

// -----

func.func @collective_broadcast_1(%a: tensor<16x8xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op replica groups should be a rank 2 tensor}}
  "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @collective_broadcast_2(%a: tensor<16x8xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op replica id #0 seen more than once}}
  "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @collective_broadcast_3(%a: tensor<16x8xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op replica_groups values must be positive, but was given -1}}
  "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[-1]]> : tensor<1x1xi64>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @collective_broadcast_4(%a: tensor<16x8xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<16x8xf32>' are incompatible with return type(s) of operation 'tensor<8x8xf32>'}}
  "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<16x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @replica_id_1() {
  // expected-error@+1 {{'stablehlo.replica_id' op result #0 must be ranked tensor of 32-bit unsigned integer values, but got 'tensor<i32>'}}
  %0 = stablehlo.replica_id : tensor<i32>
  return
}

// -----

func.func @partition_id_1() {
  // expected-error@+1 {{'stablehlo.partition_id' op inferred type(s) 'tensor<ui32>' are incompatible with return type(s) of operation 'tensor<1xui32>'}}
  %0 = stablehlo.partition_id : tensor<1xui32>
  return
}

// -----

func.func @infeed_1(%a: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op layout-attribute size must be 1 (which is the number of op-results - 1 (for token result)), but got 2}}
  %0:2 = "stablehlo.infeed"(%a) <{infeed_config = "x", layout = [[0], [0]]}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_2(%a: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op layout-attribute expected to have elements of type array, but got 0 : i64}}
  %0:2 = "stablehlo.infeed"(%a) <{infeed_config = "x", layout = [0]}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_3(%a: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op layout-attribute's leaf elements are expected to be of type integer, but got "a"}}
  %0:2 = "stablehlo.infeed"(%a) <{infeed_config = "x", layout = [["a"]]}> : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
  return
}

// -----

func.func @infeed_4(%a: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op last element of result types is expected to be of token type, but got 'tensor<3xi32>'}}
  %0:2 = "stablehlo.infeed"(%a) <{infeed_config = "x"}> : (!stablehlo.token) -> (tensor<3xi32>, tensor<3xi32>)
  return
}

// -----

func.func @infeed_5(%a: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'}}
  %0:2 = "stablehlo.infeed"(%a) <{infeed_config = "x"}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

func.func @infeed_6(%a: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op result is expected to be at least of size 1, but got 0}}
  "stablehlo.infeed"(%a) <{infeed_config = "x"}> : (!stablehlo.token) -> ()
  return
}

// -----

func.func @outfeed_1(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.outfeed' op operand #0 must be token, but got 'tensor<f32>'}}
  %0 = "stablehlo.outfeed"(%a) : (tensor<f32>) -> (!stablehlo.token)
  return
}

// -----

func.func @outfeed_2(%a: tensor<f32>, %b: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.outfeed' op result #0 must be token, but got 'tensor<f32>'}}
  %0 = "stablehlo.outfeed"(%a, %b) : (tensor<f32>, !stablehlo.token) -> (tensor<f32>)
  return
}

// -----

func.func @f(%a: tensor<2xf32>, %t : !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op channel_type should be DEVICE_TO_HOST when is_host_transfer is true}}
  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %a, %0 : tensor<2xf32>, !stablehlo.token
}

// -----

func.func @f(%a: tensor<2xf32>, %t : !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return %a, %0 : tensor<2xf32>, !stablehlo.token
}

// -----

func.func @f(%a: tensor<2xf32>, %t : !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op channel_type should be HOST_TO_DEVICE when is_host_transfer is true}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xf32>, !stablehlo.token
}

// -----

func.func @f(%a: tensor<2xf32>, %t : !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %0#0, %0#1 : tensor<2xf32>, !stablehlo.token
}

// -----

func.func @f(%t : !stablehlo.token) -> (!stablehlo.token, tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.recv' op last element of result types is expected to be of token type, but got 'tensor<2xf32>'}}
  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (!stablehlo.token, tensor<2xf32>)
  return %0#0, %0#1 : !stablehlo.token, tensor<2xf32>
}

// -----

func.func @f(%t : !stablehlo.token) -> () {
  // expected-error@+1 {{'stablehlo.recv' op result is expected to be at least of size 1, but got 0}}
  "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> ()
  return
}

// -----

func.func @reduce_scatter_of_nothing(%a: tensor<0x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op operand dimension size at scatter_dimension cannot be zero}}
  "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<0x4xf32>) -> tensor<2x4xf32>
  return
}
