// RUN: tern-opt %s --hlo-to-linalg-on-tensors --split-input-file --verify-diagnostics

func.func @refuses_unknown_leading_size(%a: tensor<15xf32>) -> tensor<?x15xf32> {
  // expected-error @+1 {{'mhlo.broadcast' op has result dimension 0 of unknown size}}
  %0 = "mhlo.broadcast"(%a) : (tensor<15xf32>) -> tensor<?x15xf32>
  return %0 : tensor<?x15xf32>
}

// -----

func.func @refuses_unknown_new_size(%a: tensor<15xf32>) -> tensor<15x?xf32> {
  // expected-error @+1 {{'mhlo.broadcast_in_dim' op has result dimension 1 of unknown size}}
  %0 = "mhlo.broadcast_in_dim"(%a) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<15xf32>) -> tensor<15x?xf32>
  return %0 : tensor<15x?xf32>
}

// -----

func.func @refuses_dynamic_reshape(%a: tensor<?x4xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'mhlo.reshape' op needs static shapes}}
  %0 = "mhlo.reshape"(%a) : (tensor<?x4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @refuses_dynamic_slice_of_unknown(%a: tensor<?xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'mhlo.slice' op needs static shapes}}
  %0 = "mhlo.slice"(%a) {start_indices = dense<1> : tensor<1xi64>, limit_indices = dense<3> : tensor<1xi64>,
      strides = dense<1> : tensor<1xi64>} : (tensor<?xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @refuses_dynamic_concatenation(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'mhlo.concatenate' op needs static shapes}}
  %0 = "mhlo.concatenate"(%a, %a) {dimension = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @refuses_dynamic_reversal(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'mhlo.reverse' op needs static shapes}}
  %0 = "mhlo.reverse"(%a) {dimensions = dense<0> : tensor<1xi64>} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @refuses_complex_elements(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{'mhlo.add' op has an element type that the CPU code generator does not handle}}
  %0 = "mhlo.add"(%a, %a) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @refuses_unsigned_numbers() -> tensor<4xui32> {
  // expected-error @+1 {{'mhlo.iota' op is not defined for its element type}}
  %0 = "mhlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xui32>
  return %0 : tensor<4xui32>
}
