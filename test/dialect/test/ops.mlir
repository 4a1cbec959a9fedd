// Each op is read and written as upstream does; the generic form means the same to both.
// RUN: tern-opt %s > %t.mlir
// RUN: mlir-opt %s | diff - %t.mlir
// RUN: tern-opt %t.mlir | diff %t.mlir -
// RUN: tern-opt --mlir-print-op-generic %s > %t.generic.mlir
// RUN: mlir-opt %t.generic.mlir | diff - %t.mlir
// RUN: mlir-opt --mlir-print-op-generic %s | diff - %t.generic.mlir

// Ops without a row are allowed in this dialect.
func.func @unknown() {
  %0 = "test.made_up"() : () -> i32
  return
}

func.func @regions(%arg0: index, %arg1: i32) {
  test.isolated_region %arg0 {
    "test.use"(%arg0) : (index) -> ()
  }
  test.graph_region {
    %0 = "test.a"(%1) : (i32) -> i32
    %1 = "test.b"() : () -> i32
  }
  test.affine_scope {
    "test.finish"() : () -> ()
  }
  test.polyfor %i, %j {
    "test.use"(%i, %j) : (index, index) -> ()
  }
  %0 = test.region_if %arg1: i32 -> i32 then {
  ^bb0(%a: i32):
    test.region_if_yield %a : i32
  } else {
  ^bb0(%a: i32):
    test.region_if_yield %a : i32
  } join {
  ^bb0(%a: i32):
    test.region_if_yield %a : i32
  }
  test.with_bounds_region {umin = 0 : index, umax = 9 : index, smin = 0 : index, smax = 9 : index} %i : index {
    "test.use"(%i) : (index) -> ()
  }
  test.switch_with_no_break %arg0
  case 1 {
    "test.a"() : () -> ()
  }
  case 4 {
    "test.b"() : () -> ()
  }
  return
}

func.func @words(%arg0: i32) {
  %0:3 = test.parse_integer_literal : 3
  test.parse_wrapped_keyword some.word
  test.dialect_custom_printer custom_format
  test.dialect_custom_format_fallback custom_format_fallback
  test.parse_b64 "AQID"
  test.parse_b64 "aGk="
  test.parse_b64 "YQ=="
  test.parse_b64 ""
  %x, %named, %p:2, %7 = test.string_attr_pretty_name
  %other = test.string_attr_pretty_name attributes {names = ["x"]}
  %first, %middle_results:2, %8 = "test.asm_interface_op"() : () -> (i32, i32, i32, i32)
  "test.use"(%first, %middle_results#1, %8, %7, %p#1) : (i32, i32, i32, i32, i32) -> ()
  test.oilist_custom reduction (%arg0)
  test.op_with_bit_enum <read, write> tag 0 : i32
  test.op_with_enum second
  return
}

func.func private @types(!test.smpla, !test.int<unsigned, 7>, !test.optional_value_type, !test.optional_value_type<5>,
                         !test.test_tensor<[4, 5], f32>, !test.test_memref<[2], i8, 3 : i32>,
                         !test.type_verification<i16>, !test.dynamic_pair<i32, "b">)

"test.made_up"() {a = [#test.attr_params<3, 4>, #test.const_memory_space, #test.const_memory_space<2>,
                       #test.nested_alias<"a", #test.nested_alias<"b">>, #test.slash_attr<1 / 2>,
                       #test.sub_elements_access<1 : i32, unit, "a">, #test.symbol_ref_attr<@types>]} : () -> ()

// Ops that hold another op, in its generic form or by its name alone; blocks and values that are named by their op.
func.func @held(%arg0: f32, %arg1: i32) -> (i1, f32) {
  %0:2 = test.wrapping_region wraps "test.made_up"(%arg0, %arg1) {test.note = 1 : i8} : (f32, i32) -> (i1, i2)
  %1 = test.pretty_printed_region %arg0, %arg0 start test.special.op end : (f32, f32) -> f32
  %2 = test.pretty_printed_region %1, %arg0 ({
  ^bb0(%a: f32, %b: f32):
    %3 = "test.made_up"(%b, %a) : (f32, f32) -> f32
    "test.return"(%3) : (f32) -> ()
  }) : (f32, f32) -> f32
  return %0#0, %2 : i1, f32
}

func.func @named() {
  test.block_names {
    cf.br ^foo2
  ^foo1:
    cf.br ^foo2
  ^foo2:
    "test.return"() : () -> ()
  }
  %0 = "test.result_name_from_type"() : () -> !test.op_asm_type_interface
  %1:2 = "test.result_name_from_type_interface"() : () -> (!test.op_asm_type_interface, i1)
  %2:3 = "test.custom_result_name"() {names = ["left", "", "right"]} : () -> (i32, i32, i32)
  test.block_argument_name_from_type {
  ^bb0(%arg0: !test.op_asm_type_interface, %arg1: i1):
    "test.return"() : () -> ()
  }
  return
}

// Numbers of odd widths.
"test.made_up"() {a = -1 : si1, b = array<i0: 0, 0>, c = array<i24: -42, 8388607>} : () -> ()

test.oilist_with_keywords_only_properties otherKeyword keyword
"test.confined_strictly_positive_attr"() {i8attr = array<i8: 2>, i16attr = array<i16: 20>, i32attr = array<i32: 1>,
  i64attr = array<i64: 1>, f32attr = array<f32: 1.5>, f64attr = array<f64: 2.25>, emptyattr = array<i16>} : () -> ()

// Attributes that are structs in any order, floats of a named format, lists; and what has no definition.
"test.made_up"() {a = #test.custom_struct<value = ?, opt_value = 3, type_str = "s">,
  b = #test.custom_struct<type_str = "t", value = -4, opt_value = [1, 2]>,
  c = #test.custom_float<"float" : 0x7FC00000>, d = #test.custom_float<"fp80" : -2.5>,
  e = [0x7FF0000000000000 : f64, 1.5], f = #test.dynamic_pair<i32, 3 : i8>, g = #test.dynamic_singleton,
  h = #test.dynamic_custom_assembly_format<f32 : 4>} : () -> ()
#named = #test.op_asm_attr_interface<value = "word">
#defaulted = #test.op_asm_attr_interface_tablegen_default<value = "word">
"test.made_up"() {a = #named, b = #defaulted} : () -> !test.dynamic_custom_assembly_format<i1:!test.dynamic_pair<i2, i3>>
test.array_of_attr_op a = [begin 0 : index end, begin "s" end], b = [1, -2], c = [a, "+", "dash-separated-sentence"]
test.array_of_attr_op a = [], b = [], c = []
test.dynamic_custom_parser_printer custom_keyword
%dynamic:2 = "test.dynamic_generic"() : () -> (i1, i2)
%0 = "test_dyn.one_result"() : () -> i1
%1:2 = "test.dynamic_one_operand_two_results"(%0) : (i1) -> (i2, i3)
test.optional_custom_attr bar
test.optional_custom_attr foo false

// Names that an op keeps, and says where the printer gives its results others.
func.func @kept_names() {
  %x = test.string_attr_pretty_name
  %any = test.string_attr_pretty_name attributes {names = ["y"]}
  %4 = "test.string_attr_pretty_name"() {names = ["y"]} : () -> i32
  %5 = "test.string_attr_pretty_name"() {names = ["a space"]} : () -> i32
  %a, %b, %7 = test.string_attr_pretty_name
  %q:2, %r = test.string_attr_pretty_name
  "test.use"(%x, %any, %4, %q#1) : (i32, i32, i32, i32) -> ()
  return
}
