// The messages are upstream's, word for word, so that both tools pass.
// RUN: tern-opt %s --split-input-file --verify-diagnostics
// RUN: mlir-opt %s --split-input-file --verify-diagnostics

// expected-error@+2 {{expected keyword for a test enum}}
// expected-error@+1 {{invalid value for property value, expected a test enum}}
test.op_with_enum_prop 0

// -----

// expected-error@+2 {{expected one of [first, second, third] for a test enum, got: tenth}}
// expected-error@+1 {{invalid value for property value, expected a test enum}}
test.op_with_enum_prop tenth

// -----

// expected-error@+1 {{op property 'value' failed to satisfy constraint: a test enum}}
"test.op_with_enum_prop"() <{value = 7 : i32}> : () -> ()

// -----

// expected-error@+1 {{op property 'value2' failed to satisfy constraint: a test bit enum}}
"test.op_with_bit_enum_prop"() <{value1 = 7 : i32, value2 = 9 : i32}> : () -> ()

// -----

// expected-error@+2 {{expected one of [read, write, execute] for a test bit enum, got: append}}
// expected-error@+1 {{invalid value for property value1, expected a test bit enum}}
test.op_with_bit_enum_prop read, append : ()

// -----

// expected-error@+2 {{expected 'bit_enum'}}
// expected-error@+1 {{invalid value for property value1, expected a test bit enum}}
test.op_with_bit_enum_prop_named enum<read>

// -----

// expected-error@+2 {{expected '>'}}
// expected-error@+1 {{invalid value for property value1, expected a test bit enum}}
test.op_with_bit_enum_prop_named bit_enum<read)

// -----

// expected-error@+1 {{unknown key '"size"' when parsing properties dictionary}}
test.op_with_enum_prop_attr_form <{value = 0 : i32, size}>

// -----

// expected-error@+1 {{Expected sum to equal first + second}}
test.using_property_ref_in_custom 1 + 4 = 6

// -----

// expected-error@+2 {{expected 'unit' or 'unit_absent'}}
// expected-error@+1 {{invalid value for property explicitUnits, expected array of unit property}}
test.with_array_properties ints = [] strings = [] nested = [] opt = none explicitOptions = [] explicitUnits = [1]

// -----

// expected-error@+2 {{expected 'none' or 'some<prop>'}}
// expected-error@+1 {{invalid value for property longSyntax, expected optional string}}
test.with_optional_properties longSyntax = "x"

// -----

// expected-error@+2 {{integer value too large}}
// expected-error@+1 {{invalid value for property simplei8, expected optional int8_t}}
test.with_optional_properties simplei8 = 1000

// -----

// expected-error@+1 {{op property 'more_constrained' failed to satisfy constraint: between 0 and 5}}
test.op_with_property_predicates <{scalar = 1 : i64, more_constrained = 9 : i64, array = [],
  non_empty_unconstrained = [5], non_empty_constrained = [6], unconstrained = 8 : i64}>

// -----

// expected-error@+1 {{op property 'non_empty_optional' failed to satisfy constraint: optional non-empty array of non-negative int64_t}}
test.op_with_property_predicates <{scalar = 1 : i64, more_constrained = 1 : i64, array = [], non_empty_optional = [[]],
  non_empty_unconstrained = [5], non_empty_constrained = [6], unconstrained = 8 : i64}>
