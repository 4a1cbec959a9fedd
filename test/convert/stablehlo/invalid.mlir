// RUN: tern-opt %s --stablehlo-legalize-to-linalg --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @needs_others(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{'stablehlo.all_reduce' op needs several processes; programs run as one}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.all_reduce' that was explicitly marked illegal}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @sends(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{'stablehlo.collective_permute' op needs several processes; programs run as one}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.collective_permute' that was explicitly marked illegal}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @changes_shape(%x: tensor<2x2xf32>) -> tensor<2x4xf32> {
  // expected-error @+2 {{'stablehlo.all_gather' op changes shapes, which one process does not}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.all_gather' that was explicitly marked illegal}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @unknown_size(%a: tensor<4xf32>) -> tensor<?x4xf32> {
  // expected-error @+2 {{'mhlo.broadcast_in_dim' op has result dimension 0 of unknown size}}
  // expected-error @+1 {{failed to legalize operation 'mhlo.broadcast_in_dim' that was explicitly marked illegal}}
  %0 = mhlo.broadcast_in_dim %a, dims = [1] : (tensor<4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @wrong_state(%s: tensor<5xui64>) -> (tensor<5xui64>, tensor<4xui32>) {
  // expected-error @+2 {{'stablehlo.rng_bit_generator' op has a state of type 'tensor<5xui64>'; expected two or three elements of 64 bits}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.rng_bit_generator' that was explicitly marked illegal}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<5xui64>) -> (tensor<5xui64>, tensor<4xui32>)
  return %0, %1 : tensor<5xui64>, tensor<4xui32>
}

// -----

func.func @odd_bits(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui4>) {
  // expected-error @+2 {{'stablehlo.rng_bit_generator' op has elements of 4 bits; expected 8, 16, 32 or 64}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.rng_bit_generator' that was explicitly marked illegal}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui4>)
  return %0, %1 : tensor<2xui64>, tensor<4xui4>
}

// -----

func.func @normal_integers(%a: tensor<i32>) -> tensor<4xi32> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  // expected-error @+1 {{'stablehlo.rng' op mu and sigma must be floats, but got 'tensor<i32>'}}
  %0 = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @wrong_equation(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+2 {{'stablehlo.einsum' op has an equation that does not fit its operands: '...abc,bc->...ac'}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.einsum' that was explicitly marked illegal}}
  %0 = stablehlo.einsum %a, %b, config = "...abc,bc->...ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @reverses_unknown(%x: tensor<1x8x2xf32>, %k: tensor<?x2x4xf32>) -> tensor<1x?x4xf32> {
  // expected-error @+2 {{'stablehlo.convolution' op reverses a window of unknown size}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.convolution' that was explicitly marked illegal}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x2xf32>, tensor<?x2x4xf32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}

// -----

func.func @doubled_label(%a: tensor<2x3xf32>) -> tensor<3x3xf32> {
  // expected-error @+2 {{'stablehlo.unary_einsum' op has a label twice in its result}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.unary_einsum' that was explicitly marked illegal}}
  %0 = stablehlo.unary_einsum %a, config = "...b->bb" : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

func.func @assertion_without_condition(%n: tensor<i32>) {
  // expected-error @+2 {{'stablehlo.custom_call' op is a shape assertion, which takes a condition, tensor<i1>, first and gives nothing}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.custom_call' that was explicitly marked illegal}}
  stablehlo.custom_call @shape_assertion(%n) {error_message = "no", has_side_effect = true} : (tensor<i32>) -> ()
  return
}

// -----

func.func @assertion_without_message(%c: tensor<i1>) {
  // expected-error @+2 {{'stablehlo.custom_call' op is a shape assertion without its 'error_message'}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.custom_call' that was explicitly marked illegal}}
  stablehlo.custom_call @shape_assertion(%c) {has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

func.func @axes(%x: tensor<2x2xf32>) -> tensor<2x4xf32> {
  // expected-error @+2 {{'stablehlo.all_gather' op needs several processes; programs run as one}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.all_gather' that was explicitly marked illegal}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "a", size = 2>]>, axes = [#stablehlo.axis_ref<name = "a">]>}> : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
