// Properties in formats and in the generic form, as upstream reads and writes them.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt --mlir-print-op-generic %s | diff - %t.generic.mlir
// RUN: tern-opt %t.generic.mlir | diff %t.mlir -
// RUN: tern-opt %s --emit-bytecode | mlir-opt | diff %t.mlir -
// RUN: mlir-opt %s --emit-bytecode -o %t.bc
// RUN: tern-opt %t.bc | diff %t.mlir -

test.with_nice_properties "a label" is -3
test.with_nice_properties word is 4
test.with_wrapped_properties <{prop = "content"}>
test.using_property_in_custom [1, -4]
test.using_property_in_custom []
test.using_property_ref_in_custom 1 + 4 = 5

// What has its default is not written.
test.with_default_valued_properties 0 "" -1 unit_absent
test.with_default_valued_properties na
test.with_default_valued_properties 1 "text" 0 unit
test.with_default_valued_properties na unit

// An optional property is what it holds where that tells; else `none` or `some<...>`.
test.with_optional_properties
test.with_optional_properties simple = 0 simplei8 = -128 simpleui8 = 255
test.with_optional_properties anAttr = 0 simple = 1 nonTrivialStorage = "x" hasDefault = some<0> nested = some<1>
  longSyntax = some<"y"> hasUnit maybeUnit = some<unit>
test.with_optional_properties simple = none nested = some<none> maybeUnit = some<unit_absent>
test.with_array_properties ints = [1, 2] strings = ["a", "b"] nested = [[1], [], [3, 4]] opt = [-1]
  explicitOptions = [none, 0] explicitUnits = [unit, unit_absent] [] thats_has_default
test.with_array_properties ints = [] strings = [] nested = [] opt = none explicitOptions = [] explicitUnits = []
  [7] thats_has_default

test.op_with_enum_prop second
"test.op_with_enum_prop"() <{value = 2 : i32}> : () -> ()
test.op_with_enum_prop_attr_form <{value = #test<enum second>}>
"test.op_with_enum_prop_attr_form"() <{value = #test<enum third>}> : () -> ()
test.op_with_enum_prop_attr_form_always <{value = #test<enum first>}>
test.op_with_bit_enum_prop read, write write, execute : ()
test.op_with_bit_enum_prop execute : ()
"test.op_with_bit_enum_prop"() <{value1 = 5 : i32, value2 = 2 : i32}> : () -> ()
test.op_with_bit_enum_prop_named bit_enum<read, write> bit_enum<execute>
test.op_with_bit_enum_prop_named bit_enum<read> bit_enum<read>

test.op_with_property_predicates <{scalar = 1 : i64, more_constrained = 4 : i64, array = [],
  non_empty_unconstrained = [-5], non_empty_constrained = [6], unconstrained = -8 : i64}>
