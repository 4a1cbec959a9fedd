// RUN: tern-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Reductions, sort, map, control flow, tuples.

func.func @reduce_1(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Out-of-bounds dimension 2, expected to be in range [0, 2)}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 2>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_2(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Out-of-bounds dimension -1, expected to be in range [0, 2)}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: -1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_3(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Duplicate reduction dimension: 1}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1, 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_4(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @reduce_5(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf64>
  return
}

// -----

func.func @reduce_6(%a: tensor<2x3xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_7(%a: tensor<2x3xf32>, %b: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<1xf32>'}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_8(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expected the 2 variadic operand groups to have the same size, but found 1 operands}}
  %0 = "stablehlo.reduce"(%a) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_9() {
  // expected-error@+1 {{'stablehlo.reduce' op expects at least 1 input}}
  "stablehlo.reduce"() <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : () -> ()
  return
}

// -----

func.func @reduce_10(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Reduction-region must take 2 parameters, but takes 1 parameter(s)}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_11(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Reduction-region here must produce 1 tensors, but produces 2 instead}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p, %q : tensor<f32>, tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_12(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The reduction-region expected to return some value(s)}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_13(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>'}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<i32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_14(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<i32>, %q: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_15(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<2x3xf32>' vs 'tensor<f32>'}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<2x3xf32>, %q: tensor<2x3xf32>): stablehlo.return %p : tensor<2x3xf32>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_16(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Reduction-region here must produce tensor-typed result(s), but produces 'tuple<tensor<f32>>' instead}}
  %0 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %t = stablehlo.tuple %p : tuple<tensor<f32>> stablehlo.return %t : tuple<tensor<f32>>}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @reduce_17(%a: tensor<2x3xf32>, %b: tensor<3x3xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0: 'tensor<3x3xf32>' and 'tensor<2x3xf32>'}}
  %0:2 = "stablehlo.reduce"(%a, %b, %c, %c) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>): stablehlo.return %p, %q : tensor<f32>, tensor<f32>}) : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @reduce_18(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects as many results as inputs, but got 2 and 1}}
  %0:2 = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @sort_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op dimension attribute value must be in range [-1, 1), but found 1}}
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op dimension attribute value must be in range [-1, 1), but found -2}}
  %0 = "stablehlo.sort"(%a) <{dimension = -2 : i64}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_3(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator must return tensor<i1> but got 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%a) ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_4(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator block should have 2 arguments}}
  %0 = "stablehlo.sort"(%a) ({^bb0(%p: tensor<f32>): %r = stablehlo.compare GE, %p, %p : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_5(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator block argument #0 should be of type 'tensor<f32>' but got 'tensor<i32>'}}
  %0 = "stablehlo.sort"(%a) ({^bb0(%p: tensor<i32>, %q: tensor<i32>): %r = stablehlo.compare GE, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_6(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires the same shape for all operands and results}}
  %0:2 = "stablehlo.sort"(%a, %b) ({^bb0(%p: tensor<f32>, %q: tensor<f32>, %s: tensor<f32>, %t: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}) : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

func.func @sort_7(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator must return single output but got 2}}
  %0 = "stablehlo.sort"(%a) ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r, %r : tensor<i1>, tensor<i1>}) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @sort_8() {
  // expected-error@+1 {{'stablehlo.sort' op expected 1 or more operands, but found 0}}
  "stablehlo.sort"() ({stablehlo.return}) : () -> ()
  return
}

// -----

func.func @sort_9(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %0 = "stablehlo.sort"(%a) ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %r = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %r : tensor<i1>}) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @map_1(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires dimensions to be all dimensions of 'tensor<4xf32>' in order}}
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 1>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_2(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects number of operands to match the arity of map computation, but got: 2 and 1}}
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0>}> ({^bb0(%p: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_3(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op element type of operands and computation arguments must match, but got: 'f32' and 'i32'}}
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<i32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_4(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op computation arguments must be 0-rank tensor, but got: arg #1 of type 'tensor<1xf32>'}}
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<1xf32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_5(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op computation must return single output, but got: 2}}
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p, %q : tensor<f32>, tensor<f32>}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_6(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op computation must return 0-rank tensor, but got: 'tensor<1xf32>'}}
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): %z = stablehlo.reshape %p : (tensor<f32>) -> tensor<1xf32> stablehlo.return %z : tensor<1xf32>}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_7(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires the same shape for all operands and results}}
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_8(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.map' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xi32>'}}
  %0 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0>}> ({^bb0(%p: tensor<f32>, %q: tensor<f32>): stablehlo.return %p : tensor<f32>}) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @if_1(%a: tensor<1xi1>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.if' op operand should be rank 0 tensor but got rank 1}}
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %b : tensor<f32>}) : (tensor<1xi1>) -> tensor<f32>
  return
}

// -----

func.func @if_2(%a: tensor<2xi1>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.if' op operand should be rank 0 tensor but got rank 1}}
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %b : tensor<f32>}) : (tensor<2xi1>) -> tensor<f32>
  return
}

// -----

func.func @if_3(%a: tensor<i32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.if' op operand #0 must be ranked tensor of 1-bit signless integer values, but got 'tensor<i32>'}}
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %b : tensor<f32>}) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @if_4(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.if' op branch 0 and branch 1 have mismatched return types: 'tensor<f32>' vs 'tensor<i32>'}}
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %c : tensor<i32>}) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @if_5(%a: tensor<i1>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.if' op branch 0 and branch 1 have mismatched return types: 'tensor<f32>' vs 'tensor<f32>', 'tensor<f32>'}}
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %b, %b : tensor<f32>, tensor<f32>}) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @if_6(%a: tensor<i1>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.if' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %b : tensor<f32>}) : (tensor<i1>) -> tensor<i32>
  return
}

// -----

func.func @if_7(%a: tensor<i1>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.if' op branch 0 must have 0 arguments, but found 1}}
  %0 = "stablehlo.if"(%a) ({^bb0(%z: tensor<f32>): stablehlo.return %b : tensor<f32>}, {stablehlo.return %b : tensor<f32>}) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @if_8(%a: tensor<i1>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.if' op expected 2 regions}}
  %0 = "stablehlo.if"(%a) ({stablehlo.return %b : tensor<f32>}) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @case_1(%a: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.case' op expect at least one branch}}
  %0 = "stablehlo.case"(%a) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @case_2(%a: tensor<i64>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.case' op operand #0 must be ranked tensor of 32-bit signless integer values, but got 'tensor<i64>'}}
  %0 = "stablehlo.case"(%a) ({stablehlo.return %b : tensor<f32>}) : (tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @case_3(%a: tensor<2xi32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.case' op operand should be rank 0 tensor but got rank 1}}
  %0 = "stablehlo.case"(%a) ({stablehlo.return %b : tensor<f32>}) : (tensor<2xi32>) -> tensor<f32>
  return
}

// -----

func.func @case_4(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<f64>) {
  // expected-error@+1 {{'stablehlo.case' op branch 0 and branch 1 have mismatched return types: 'tensor<f32>' vs 'tensor<f64>'}}
  %0 = "stablehlo.case"(%a) ({stablehlo.return %b : tensor<f32>}, {stablehlo.return %c : tensor<f64>}) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @case_5(%a: tensor<i32>, %b: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.case' op branch 1 must have 0 arguments, but found 1}}
  %0 = "stablehlo.case"(%a) ({stablehlo.return %b : tensor<f32>}, {^bb0(%z: tensor<f32>): stablehlo.return %b : tensor<f32>}) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @while_1(%a: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.while' op expect condition block return a zero-ranked tensor of i1 but got 'tensor<i32>'}}
  %0 = "stablehlo.while"(%a) ({^bb0(%p: tensor<i32>): stablehlo.return %p : tensor<i32>}, {^bb0(%p: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_2(%a: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.while' op expect condition body returns a single value but got 2}}
  %0 = "stablehlo.while"(%a) ({^bb0(%p: tensor<i32>): %c = stablehlo.compare LT, %p, %p : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c, %c : tensor<i1>, tensor<i1>}, {^bb0(%p: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_3(%a: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.while' op expect operands to be compatible with condition block arguments but got 'tensor<i32>' vs 'tensor<i64>'}}
  %0 = "stablehlo.while"(%a) ({^bb0(%p: tensor<i64>): %c = stablehlo.compare LT, %p, %p : (tensor<i64>, tensor<i64>) -> tensor<i1> stablehlo.return %c : tensor<i1>}, {^bb0(%p: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_4(%a: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.while' op expect operands to be compatible with condition block arguments but got 'tensor<i32>' vs}}
  %0 = "stablehlo.while"(%a) ({^bb0: %c = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %c : tensor<i1>}, {^bb0(%p: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_5(%a: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.while' op expect operands to be compatible with body block return types but got 'tensor<i32>' vs}}
  %0 = "stablehlo.while"(%a) ({^bb0(%p: tensor<i32>): %c = stablehlo.compare LT, %p, %p : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c : tensor<i1>}, {^bb0(%p: tensor<i32>): stablehlo.return}) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_6(%a: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.while' op expect operands to be compatible with body block return types but got 'tensor<i32>' vs 'tensor<i64>'}}
  %0 = "stablehlo.while"(%a) ({^bb0(%p: tensor<i32>): %c = stablehlo.compare LT, %p, %p : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c : tensor<i1>}, {^bb0(%p: tensor<i32>): %z = stablehlo.convert %p : (tensor<i32>) -> tensor<i64> stablehlo.return %z : tensor<i64>}) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @while_7(%a: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.while' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<i64>'}}
  %0 = "stablehlo.while"(%a) ({^bb0(%p: tensor<i32>): %c = stablehlo.compare LT, %p, %p : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c : tensor<i1>}, {^bb0(%p: tensor<i32>): stablehlo.return %p : tensor<i32>}) : (tensor<i32>) -> tensor<i64>
  return
}

// -----

func.func @tuple_1(%a: tensor<f32>) {
  %0 = stablehlo.tuple %a, %a : tuple<tensor<f32>, tensor<f32>>
  // expected-error@+1 {{'stablehlo.get_tuple_element' op index 2 is out of bounds of operand with size 2}}
  %1 = stablehlo.get_tuple_element %0[2] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @tuple_2(%a: tensor<f32>) {
  %0 = stablehlo.tuple %a, %a : tuple<tensor<f32>, tensor<f32>>
  // expected-error@+1 {{'stablehlo.get_tuple_element' op index -1 is out of bounds of operand with size 2}}
  %1 = stablehlo.get_tuple_element %0[-1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @tuple_3(%a: tensor<f32>) {
  %0 = stablehlo.tuple %a, %a : tuple<tensor<f32>, tensor<f32>>
  // expected-error@+1 {{'stablehlo.get_tuple_element' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i32>'}}
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<i32>
  return
}

// -----

func.func @tuple_4(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.tuple' op has an operand of type 'tensor<f32>' for an element of type 'tensor<i32>'}}
  %0 = "stablehlo.tuple"(%a, %a) : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<i32>>
  return
}

// -----

func.func @tuple_5(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.tuple' op has 2 operands, but its type has 1 elements}}
  %0 = "stablehlo.tuple"(%a, %a) : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>>
  return
}

// -----

func.func @optimization_barrier_1(%a: tensor<f32>) {
  %0 = stablehlo.optimization_barrier %a : tensor<f32>
  // expected-error@+1 {{'stablehlo.optimization_barrier' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f64>'}}
  %1 = "stablehlo.optimization_barrier"(%a) : (tensor<f32>) -> tensor<f64>
  return
}

// -----

func.func @optimization_barrier_2(%a: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same number of operands and results}}
  %1:2 = "stablehlo.optimization_barrier"(%a) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @select_returns_nothing(%x: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects select-region to return single value, but got: 0}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %p : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @if_results(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.if' op has 2 results, but its branches return 1 values}}
  %0:2 = "stablehlo.if"(%c) ({ stablehlo.return %x : tensor<4xf32> }, { stablehlo.return %x : tensor<4xf32> }) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @while_results(%x: tensor<4xf32>, %c: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.while' op expects as many results as operands, but got 2 and 1}}
  %0:2 = "stablehlo.while"(%x) ({^bb0(%a: tensor<4xf32>): stablehlo.return %c : tensor<i1>}, {^bb0(%a: tensor<4xf32>): stablehlo.return %a : tensor<4xf32>}) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}
