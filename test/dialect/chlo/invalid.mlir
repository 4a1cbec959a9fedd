// RUN: tern-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_sizes(%x: tensor<3xf32>, %y: tensor<2x4xf32>) {
  // expected-error@+1 {{has operands that cannot be broadcast to each other: 'tensor<3xf32>' and 'tensor<2x4xf32>'}}
  %0 = chlo.broadcast_add %x, %y : (tensor<3xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @top_k_range(%x: tensor<4xf32>) {
  // expected-error@+1 {{expects k (5) to be in the range of the last dimension of 'tensor<4xf32>'}}
  %0, %1 = chlo.top_k(%x, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  return
}

// -----

func.func @ragged_pairs(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{expects as many batching and contracting dimensions of lhs as of rhs}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_count(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{expects one ragged dimension of lhs}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_range(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{names dimension 2 of operand #0, which 'tensor<11x5xf32>' does not have}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_twice(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{names dimension 1 of operand #1 twice}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_sizes(%a: tensor<11x4xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{pairs dimension 1 of lhs, of size 4, with dimension 1 of rhs, of size 5}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x4xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_group(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{expects one group dimension of rhs, because the ragged dimension is free}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_no_group(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{expects no group dimension of rhs, because the ragged dimension is not free}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_list(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<i64>) {
  // expected-error@+1 {{expects a list of group sizes}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<i64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_groups(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<4xi64>) {
  // expected-error@+1 {{has 4 group sizes for 3 groups}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<4xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @ragged_result(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{expects a result of type 'tensor<11x7xf32>', but got 'tensor<7x11xf32>'}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<7x11xf32>
  return
}

// -----

func.func @ragged_ranks(%a: tensor<*xf32>, %b: tensor<3x5x7xf32>, %n: tensor<3xi64>) {
  // expected-error@+1 {{expects operands with a rank of at most 64}}
  %0 = "chlo.ragged_dot"(%a, %b, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<*xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @scan_dimension(%a: tensor<4xi32>, %b: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{scans dimension 1, which 'tensor<4xi32>' does not have}}
  %0:2 = chlo.scan(%a) inits(%z) dimension=1 {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x, %y : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_sizes(%a: tensor<4xi32>, %b: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{scans 4 positions, but 'tensor<5xi32>' has 5 of them}}
  %0:2 = chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x, %y : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<5xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_carries(%a: tensor<4xi32>, %b: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{carries 'tensor<i32>' in, but 'tensor<i64>' out}}
  %0:2 = chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x, %y : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i64>)
  return
}

// -----

func.func @scan_nothing(%a: tensor<4xi32>, %b: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{has neither inputs, outputs nor 'scan_dim_size'}}
  %0:2 = chlo.scan() inits(%z, %z) dimension=0 {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x, %y : tensor<i32>, tensor<i32>
  } : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @scan_arguments(%a: tensor<4xi32>, %b: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{expects a body with 2 arguments}}
  %0:2 = chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<i32>):
    stablehlo.return %x, %x : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_argument_type(%a: tensor<4xi32>, %b: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{expects argument 0 of the body to be of type 'tensor<i32>', but got 'tensor<1xi32>'}}
  %0:2 = chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<1xi32>, %y: tensor<i32>):
    stablehlo.return %y, %y : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_return(%a: tensor<4xi32>, %b: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{expects a body that ends with a stablehlo.return of 2 values}}
  %0:2 = chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_return_type(%a: tensor<4xi32>, %b: tensor<2xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{expects the body to return 'tensor<i32>' as its value 1, but it returns 'tensor<i1>'}}
  %0:2 = chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare EQ, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %x, %c : tensor<i32>, tensor<i1>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_generic(%a: tensor<4xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{carries 1 values, but gives 2}}
  %0:2 = "chlo.scan"(%a, %z) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 0, 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x, %y : tensor<i32>, tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

func.func @scan_operand_types(%a: tensor<4xi32>, %z: tensor<i32>) {
  %0 = chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %x : tensor<i32>
  // expected-error@+1 {{expected 2 operand types but had 1}}
  } : (tensor<4xi32>) -> (tensor<i32>)
  return
}

// -----

func.func @scan_results(%a: tensor<4xi32>, %z: tensor<i32>) {
  chlo.scan(%a) inits(%z) dimension=0 {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return
  // expected-error@+1 {{expected a result for each of the 1 carried values}}
  } : (tensor<4xi32>, tensor<i32>) -> ()
  return
}
