// RUN: tern-opt %s --iree-stablehlo-legalize-custom-calls --stablehlo-irregular-to-loops --split-input-file --verify-diagnostics

func.func @unknown(%x: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  // expected-error @below {{calls @stablehlo.dynamic_fft, which is no function that a program can be given}}
  // expected-note @below {{of the ops of StableHLO that are calls, dynamic_reduce_window, dynamic_rng_bit_generator and dynamic_top_k are compiled}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_fft(%x, %s) : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @bits_of_another_rank(%x: tensor<2xui64>, %s: tensor<1xi32>) -> tensor<?x?xui32> {
  // expected-error @below {{expects a state and a list of sizes, and to give a state and a tensor of these sizes}}
  // expected-error @below {{failed to legalize}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%x, %s) : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?x?xui32>)
  return %0#1 : tensor<?x?xui32>
}

// -----

func.func @bits_of_no_state(%x: tensor<5xui64>, %s: tensor<1xi32>) -> tensor<?xui32> {
  // expected-error @below {{has a state of type 'tensor<5xui64>'; expected two or three elements of 64 bits}}
  // expected-error @below {{failed to legalize}}
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%x, %s) : (tensor<5xui64>, tensor<1xi32>) -> (tensor<5xui64>, tensor<?xui32>)
  return %0#1 : tensor<?xui32>
}

// -----

func.func @window_without_function(%x: tensor<?xf32>, %i: tensor<f32>, %l: tensor<1xi32>, %p: tensor<1x2xi32>) -> tensor<?xf32> {
  // expected-error @below {{expects inputs, initial values, lists of the sizes, strides, base dilations, window dilations and paddings of windows, and a function that reduces}}
  // expected-error @below {{failed to legalize}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %i, %l, %l, %l, %l, %p) : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @shapes_of_another_rank(%a: tensor<?x3x3xf32>, %s: tensor<2xi32>, %i: tensor<1xi32>) -> tensor<?x3x3xf32> {
  // expected-error @below {{expects the shapes of its results, each a list of integers, as the last operands}}
  // expected-error @below {{failed to legalize}}
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a, %s, %i) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<?x3x3xf32>, tensor<2xi32>, tensor<1xi32>) -> (tensor<?x3x3xf32>, tensor<?xi32>)
  return %0#0 : tensor<?x3x3xf32>
}

// -----

func.func @singular_values_of_unknown_size(%a: tensor<?x3xf32>, %s0: tensor<2xi32>, %s1: tensor<1xi32>, %s4: tensor<0xi32>) -> tensor<?xf32> {
  // expected-error @below {{has singular values of tensor<?x3xf32>, whose rows and columns must be known}}
  // expected-note @below {{only the dimensions of the batch may be dynamic}}
  // expected-error @below {{failed to legalize}}
  %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%a, %s0, %s1, %s0, %s0, %s4) {indices_of_shape_operands = dense<[1, 2, 3, 4, 5]> : tensor<5xi64>, mhlo.backend_config = {mode = 83 : ui8}} : (tensor<?x3xf32>, tensor<2xi32>, tensor<1xi32>, tensor<2xi32>, tensor<2xi32>, tensor<0xi32>) -> (tensor<?x3xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<3x3xf32>, tensor<i32>)
  return %0#1 : tensor<?xf32>
}
