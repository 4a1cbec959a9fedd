// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @constant_signed() {
  // expected-error@+1 {{integer return type must be signless}}
  %0 = arith.constant 1 : si32
  return
}

// -----

func.func @constant_not_a_number() {
  // expected-error@+1 {{value must be an integer, float, or elements attribute}}
  %0 = "arith.constant"() {value = "text" : i32} : () -> i32
  return
}

// -----

func.func @constant_of_other_type() {
  // expected-error@+1 {{failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() {value = 1 : i32} : () -> i64
  return
}

// -----

func.func @constant_scalable_list() {
  // expected-error@+1 {{scalable vectors with elements attribute is not supported unless it's a vector splat}}
  %0 = arith.constant dense<[1, 2]> : vector<[2]xi32>
  return
}

// -----

func.func @compare_float(%x: f32) {
  // expected-error@+1 {{'arith.trunci' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %0 = "arith.trunci"(%x) : (f32) -> i8
  return
}

// -----

func.func @add_mixed(%x: i32, %y: i64) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%x, %y) : (i32, i64) -> i32
  return
}

// -----

func.func @extended_mixed(%x: i32, %y: i64) {
  // expected-error@+1 {{'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type}}
  %0, %1 = "arith.addui_extended"(%x, %y) : (i32, i64) -> (i32, i1)
  return
}

// -----

func.func @product_mixed(%x: i32, %y: i64) {
  // expected-error@+1 {{'arith.mului_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0, %1 = "arith.mului_extended"(%x, %x) : (i32, i32) -> (i32, i64)
  return
}

// -----

func.func @extension_to_narrower(%x: i64) {
  // expected-error@+1 {{operand type 'i64' and result type 'i32' are cast incompatible}}
  %0 = arith.extui %x : i64 to i32
  return
}

// -----

func.func @extension_to_same(%x: f32) {
  // expected-error@+1 {{operand type 'f32' and result type 'f32' are cast incompatible}}
  %0 = arith.extf %x : f32 to f32
  return
}

// -----

func.func @truncation_to_wider(%x: i8) {
  // expected-error@+1 {{operand type 'i8' and result type 'i32' are cast incompatible}}
  %0 = arith.trunci %x : i8 to i32
  return
}

// -----

func.func @truncation_of_vector(%x: vector<4xf16>) {
  // expected-error@+1 {{operand type 'vector<4xf16>' and result type 'vector<4xf32>' are cast incompatible}}
  %0 = arith.truncf %x : vector<4xf16> to vector<4xf32>
  return
}

// -----

func.func @cast_to_dynamic(%x: tensor<3xi32>) {
  // expected-error@+1 {{failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.sitofp %x : tensor<3xi32> to tensor<?xf32>
  return
}

// -----

func.func @int_cast_of_float(%x: f32) {
  // expected-error@+1 {{operand #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %0 = arith.uitofp %x : f32 to f32
  return
}

// -----

func.func @index_cast_without_index(%x: i32) {
  // expected-error@+1 {{operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.index_cast %x : i32 to i64
  return
}

// -----

func.func @bitcast_of_other_width(%x: i32) {
  // expected-error@+1 {{operand type 'i32' and result type 'f64' are cast incompatible}}
  %0 = arith.bitcast %x : i32 to f64
  return
}

// -----

func.func @comparison_unknown(%x: i32) {
  // expected-error@+1 {{attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%x, %x) {predicate = 10 : i64} : (i32, i32) -> i1
  return
}

// -----

func.func @comparison_mixed(%x: i32, %y: i64) {
  // expected-error@+1 {{requires all operands to have the same type}}
  %0 = "arith.cmpi"(%x, %y) {predicate = 1 : i64} : (i32, i64) -> i1
  return
}

// -----

func.func @comparison_result(%x: vector<4xi32>) {
  // expected-error@+1 {{failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpi"(%x, %x) {predicate = 1 : i64} : (vector<4xi32>, vector<4xi32>) -> vector<5xi1>
  return
}

// -----

func.func @select_mixed(%c: i1, %x: i32, %y: i64) {
  // expected-error@+1 {{failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %x, %y) : (i1, i32, i64) -> i32
  return
}

// -----

func.func @select_shape(%c: tensor<?xi1>, %x: tensor<4xi32>) {
  // expected-error@+1 {{failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %x, %x : tensor<?xi1>, tensor<4xi32>
  return
}

// -----

func.func @select_container(%c: tensor<4xi1>, %x: vector<4xi32>) {
  // expected-error@+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.select %c, %x, %x : tensor<4xi1>, vector<4xi32>
  return
}

// -----

func.func @unknown_predicate(%x: i32) {
  // expected-error@+1 {{expected}}
  %0 = arith.cmpi less, %x, %x : i32
  return
}

// -----

func.func @carry_of_another_kind(%a: vector<8xi32>) {
  // expected-error@+1 {{'arith.addui_extended' op all non-scalar operands/results must have the same shape and base type}}
  %r:2 = arith.addui_extended %a, %a : vector<8xi32>, tensor<8xi1>
  return
}

// -----

func.func @comparison_of_floats(%a: f32) {
  // expected-error@+1 {{'lhs' must be signless-integer-like, but got 'f32'}}
  %r = arith.cmpi eq, %a, %a : f32
  return
}

// -----

func.func @no_predicate(%a: i32) {
  // expected-error@+1 {{invalid predicate attribute specification: "less"}}
  %r = arith.cmpi "less", %a, %a : i32
  return
}

// -----

func.func @tensors_of_other_sizes(%a: tensor<?xi32>) {
  // expected-error@+1 {{'arith.index_cast' op failed to verify that input and output have the same tensor dimensions}}
  %r = arith.index_cast %a : tensor<?xi32> to tensor<2xindex>
  return
}

// -----

func.func @index_has_no_bits(%a: index) {
  // expected-error@+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
  %r = arith.bitcast %a : index to i64
  return
}

// -----

func.func @condition_of_no_rank(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %r = arith.select %c, %x, %x : tensor<i1>, tensor<4xf32>
  return
}

// -----

// What is wrong with an op ends the check of its function.
func.func @second_is_not_heard(%x: f32, %y: i32) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %r = "arith.addi"(%x, %x) : (f32, f32) -> f32
  %s = "arith.addf"(%y, %y) : (i32, i32) -> i32
  return
}
