// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Windows: sizes, strides, dilations, padding, regions.

func.func @reduce_window_1(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window-dimensions size == input rank, but got window-dimensions size: 1 and input: 'tensor<4x8xf32>' with rank = 2.}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_2(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window to have positive value for 1-th window dimension, but got 0}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_3(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window_strides to have size equal to the number of window dimensions (2), but got 1}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_4(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window_strides to have positive values, but got 0 in dimension 1}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_5(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects base_dilations to have size equal to the number of window dimensions (2), but got 1}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_6(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects base_dilations to have positive values, but got 0 in dimension 1}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: 1, 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_7(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window_dilations to have size equal to the number of window dimensions (2), but got 1}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_dilations = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_8(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window_dilations to have positive values, but got -1 in dimension 1}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, window_dilations = array<i64: 1, -1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_9(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects the padding-attribute to have the shape [2, 2], but got 'tensor<2x1xi64>'}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, padding = dense<0> : tensor<2x1xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_10(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects the padding-attribute to have the shape [2, 2], but got 'tensor<4xi64>'}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>, padding = dense<0> : tensor<4xi64>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_11(%a: tensor<4x8xf32>, %b: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<1xf32>'}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_12(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @reduce_window_13(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<4x7xf32>' are incompatible with return type(s) of operation 'tensor<4x7xi32>'}}
  %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xi32>
  return
}

// -----

func.func @select_and_scatter_1(%a: tensor<4x8xf32>, %b: tensor<4x6xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects source-type to be 'tensor<4x7xf32>', but got'tensor<4x6xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}, {^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<4x6xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter_2(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects the select-region to take 2 parameters, but takes 1}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>): %r = stablehlo.compare GE, %p, %p : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}, {^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter_3(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects the return-type of select-region to be tensor<i1>, but got: 'tensor<f32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}, {^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter_4(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects the type of select-region's parameter at index 0 to be 'tensor<f32>', but got 'tensor<i32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<i32>, %q: tensor<i32>): %r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}, {^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter_5(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}, {^bb0(%p: tensor<i32>, %q: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter_6(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %c: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}, {^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter_7(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects window-dimensions size == input rank, but got window-dimensions size: 3 and input: 'tensor<4x8xf32>' with rank = 2.}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2, 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}, {^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter_8(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects window_strides to have positive values, but got 0 in dimension 1}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}, {^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @select_and_scatter_9(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x7xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 1, 2>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}, {^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4x8xf32>, tensor<4x7xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}
