// Bounds that do not fit.
// RUN: tern-opt --split-input-file --verify-diagnostics %s

func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<4>>) {
  // expected-error@+1 {{Bounds length is 1, expected to be equal to rank(2) of the tensor}}
  %0 = stablehlo.abs %a : tensor<?x2xf32, #stablehlo.bounds<4>>
  return
}

// -----

func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<4, 2>>) {
  // expected-error@+1 {{Static dimension 1 cannot have a bound, use ? to indicate a missing bound}}
  %0 = stablehlo.abs %a : tensor<?x2xf32, #stablehlo.bounds<4, 2>>
  return
}

// -----

func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<-4, ?>>) {
  // expected-error@+1 {{has the bound -4 in dimension 0, expected none below 0}}
  %0 = stablehlo.abs %a : tensor<?x2xf32, #stablehlo.bounds<-4, ?>>
  return
}

// -----

func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>, %b: tensor<5x2xf32>) {
  // expected-error@+1 {{Mismatched dimension size 5 and bound 4 in dimension 0}}
  %0 = stablehlo.add %a, %b : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<5x2xf32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  return
}

// -----

func.func @f(%a: tensor<?x2xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+1 {{requires compatible types for all operands and results}}
  %0 = stablehlo.add %a, %a : (tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>) -> tensor<5x2xf32>
  return
}

// -----

func.func @f(%a: tensor<3x2xf32>, %n: tensor<i32>) {
  // expected-error@+1 {{inferred type(s) 'tensor<?x2xf32, #stablehlo.bounds<3, ?>>' are incompatible with return type(s) of operation 'tensor<4x2xf32>'}}
  %0 = stablehlo.set_dimension_size %a, %n, dim = 0 : (tensor<3x2xf32>, tensor<i32>) -> tensor<4x2xf32>
  return
}
