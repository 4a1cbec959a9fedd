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
