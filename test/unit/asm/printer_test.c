// The printer: names, aliases, generic form, numbers, attributes, types, locations.

#include "asm/printer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include "ir/context.h"

#include <cmocka.h>

// --- a tiny dialect ---

static bool name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  (void)index;
  strncpy(out_name, "c", size);
  return true;
}
static bool name_second(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  if (index != 1) return false;
  strncpy(out_name, "second", size);
  return true;
}
static bool name_body_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size) {
  (void)op;
  (void)region;
  strncpy(out_name, index == 0 ? "in" : "out", size);
  return true;
}

enum { TINY_MODULE, TINY_CONSTANT, TINY_PAIR, TINY_BODY, TINY_END, TINY_OP_COUNT };
static const tern_op_row_t tiny_ops[] = {
    [TINY_MODULE] = {.name = "tiny.module",
                     .regions = "body: AnyRegion",
                     .traits = TERN_TRAIT_NO_TERMINATOR,
                     .format = "attr-dict-with-keyword $body",
                     .default_dialect = "tiny"},
    [TINY_CONSTANT] = {.name = "tiny.constant",
                       .attrs = "value: I64Attr, note: Optional<StrAttr>",
                       .results = "result: I64",
                       .format = "$value attr-dict",
                       .result_name = name_constant},
    [TINY_PAIR] = {.name = "tiny.pair",
                   .results = "first: I64, second: I64, third: I64",
                   .format = "attr-dict",
                   .result_name = name_second},
    [TINY_BODY] = {.name = "tiny.body",
                   .regions = "body: AnyRegion",
                   .implicit_terminator = "tiny.end",
                   .format = "$body attr-dict",
                   .arg_name = name_body_arg},
    [TINY_END] = {.name = "tiny.end", .traits = TERN_TRAIT_TERMINATOR, .format = "attr-dict"},
};
static const tern_type_row_t tiny_types[] = {{.name = "tiny.opaque"}, {.name = "tiny.aliased", .alias = "special"}};
static const tern_enum_case_t color_cases[] = {{"none", 0}, {"red", 1}, {"green", 2}, {"all", 3}, {"blue", 4}};
static const tern_enum_row_t tiny_enums[] = {
    {.name = "tiny.color",
     .attr_name = "tiny.color",
     .storage_width = 32,
     .is_bit_enum = true,
     .bit_separator = ", ",
     .cases = color_cases,
     .case_count = 5},
    {.name = "tiny.side",
     .attr_name = "tiny.side",
     .storage_width = 32,
     .is_spaced_mnemonic = true,
     .cases = color_cases,
     .case_count = 5},
};
static const tern_dialect_t tiny_dialect = {.name = "tiny",
                                            .ops = tiny_ops,
                                            .op_count = TINY_OP_COUNT,
                                            .types = tiny_types,
                                            .type_count = 2,
                                            .enums = tiny_enums,
                                            .enum_count = 2};

static int set_up(void **state) {
  tern_context_t *context = tern_context_create();
  tern_context_allow_unregistered(context, true);
  tern_context_register_dialect(context, &tiny_dialect);
  *state = context;
  return 0;
}
static int tear_down(void **state) {
  tern_context_destroy(*state);
  return 0;
}

// --- building ---

static tern_op_t *make_op(tern_context_t *context, const char *name, tern_values_t operands, tern_types_t types,
                          tern_named_attrs_t attrs, size_t regions) {
  tern_op_state_t state = {.def = tern_op_def_get(context, tern_str_from_cstr(name)),
                           .operands = operands,
                           .result_types = types,
                           .attrs = attrs,
                           .region_count = regions};
  return tern_op_create(context, &state);
}
static tern_op_t *append(tern_block_t *block, tern_op_t *op) {
  tern_op_insert(op, block, NULL);
  return op;
}
#define NONE_VALUES ((tern_values_t){0})
#define NONE_TYPES ((tern_types_t){0})
#define NONE_ATTRS ((tern_named_attrs_t){0})

static void assert_prints(tern_op_t *op, tern_print_options_t options, const char *expected) {
  tern_string_builder_t out = {0};
  tern_print_op(op, &options, &out);
  assert_string_equal(out.data, expected);
  tern_string_builder_deinitialize(&out);
}
static void assert_attr(const tern_attr_t *attr, const char *expected) {
  tern_string_builder_t out = {0};
  tern_print_attr(attr, &out);
  assert_string_equal(out.data, expected);
  tern_string_builder_deinitialize(&out);
}
static void assert_type(const tern_type_t *type, const char *expected) {
  tern_string_builder_t out = {0};
  tern_print_type(type, &out);
  assert_string_equal(out.data, expected);
  tern_string_builder_deinitialize(&out);
}

// --- ops ---

static void prints_the_generic_form(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  tern_op_t *outer = make_op(context, "x.outer", NONE_VALUES, NONE_TYPES, NONE_ATTRS, 2);
  tern_block_t *entry = tern_region_add_block(&outer->regions[0]);
  tern_block_t *exit = tern_region_add_block(&outer->regions[0]);
  tern_value_t *arg = tern_block_add_arg(entry, i32, NULL);
  tern_block_add_arg(exit, i32, NULL);
  tern_op_t *two = append(entry, make_op(context, "x.two", TERN_VALUES(arg), TERN_TYPES(i32, i32), NONE_ATTRS, 0));
  tern_op_state_t branch = {
      .def = tern_op_def_get(context, TERN_STR("x.branch")),
      .operands = TERN_VALUES(tern_op_result(two, 1)),
      .successors = (tern_block_t *[]){exit, exit},
      .successor_count = 2,
      .attrs = TERN_ATTRS({"b", tern_unit_attr_get(context)}, {"a", tern_integer_attr_get(i32, -3)})};
  append(entry, tern_op_create(context, &branch));
  append(exit, make_op(context, "tiny.constant", NONE_VALUES, TERN_TYPES(tern_i_type_get(context, 64)),
                       TERN_ATTRS({"value", tern_integer_attr_get(tern_i_type_get(context, 64), 7)},
                                  {"more", tern_bool_attr_get(context, true)}),
                       0));
  assert_prints(outer, (tern_print_options_t){.generic = true, .elide_elements_above = -1},
                "\"x.outer\"() ({\n"
                "^bb0(%arg0: i32):\n"
                "  %0:2 = \"x.two\"(%arg0) : (i32) -> (i32, i32)\n"
                "  \"x.branch\"(%0#1)[^bb1, ^bb1] {a = -3 : i32, b} : (i32) -> ()\n"
                "^bb1(%1: i32):  // 2 preds: ^bb0, ^bb0\n"
                "  %2 = \"tiny.constant\"() <{value = 7 : i64}> {more = true} : () -> i64\n"
                "}, {\n"
                "}) : () -> ()\n");
  tern_op_destroy(outer);
}

static void counts_predecessors(void **state) {
  tern_context_t *context = *state;
  tern_op_t *outer = make_op(context, "x.outer", NONE_VALUES, NONE_TYPES, NONE_ATTRS, 1);
  tern_block_t *first = tern_region_add_block(&outer->regions[0]);
  tern_block_t *second = tern_region_add_block(&outer->regions[0]);
  tern_block_t *third = tern_region_add_block(&outer->regions[0]);
  tern_region_add_block(&outer->regions[0]);
  tern_op_state_t to_both = {.def = tern_op_def_get(context, TERN_STR("x.both")),
                             .successors = (tern_block_t *[]){second, third},
                             .successor_count = 2};
  append(first, tern_op_create(context, &to_both));
  append(second, tern_op_create(context, &to_both));
  assert_prints(outer, TERN_PRINT_DEFAULT,
                "\"x.outer\"() ({\n"
                "  \"x.both\"()[^bb1, ^bb2] : () -> ()\n"
                "^bb1:  // 2 preds: ^bb0, ^bb1\n"
                "  \"x.both\"()[^bb1, ^bb2] : () -> ()\n"
                "^bb2:  // 2 preds: ^bb0, ^bb1\n"
                "^bb3:  // no predecessors\n"
                "}) : () -> ()\n");
  tern_op_destroy(outer);
}

static void names_values_once_per_scope(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  tern_named_attr_t value = {"value", tern_integer_attr_get(i64, 1)};
  tern_named_attrs_t attrs = {&value, 1};
  tern_op_t *module = make_op(context, "tiny.module", NONE_VALUES, NONE_TYPES, NONE_ATTRS, 1);
  tern_block_t *block = tern_region_add_block(&module->regions[0]);
  append(block, make_op(context, "tiny.constant", NONE_VALUES, TERN_TYPES(i64), attrs, 0));
  append(block, make_op(context, "tiny.constant", NONE_VALUES, TERN_TYPES(i64), attrs, 0));
  tern_op_t *nested = append(block, make_op(context, "x.nest", NONE_VALUES, NONE_TYPES, NONE_ATTRS, 2));
  for (size_t i = 0; i < 2; ++i) {
    tern_block_t *inner = tern_region_add_block(&nested->regions[i]);
    append(inner, make_op(context, "tiny.constant", NONE_VALUES, TERN_TYPES(i64), attrs, 0));
    append(inner, make_op(context, "x.value", NONE_VALUES, TERN_TYPES(i64), NONE_ATTRS, 0));
  }
  tern_op_t *pair = append(block, make_op(context, "tiny.pair", NONE_VALUES, TERN_TYPES(i64, i64, i64), NONE_ATTRS, 0));
  append(block, make_op(context, "x.use", TERN_VALUES(tern_op_result(pair, 0), tern_op_result(pair, 2)), NONE_TYPES,
                        NONE_ATTRS, 0));
  assert_prints(module, TERN_PRINT_DEFAULT,
                "tiny.module {\n"
                "  %c = constant 1\n"
                "  %c_0 = constant 1\n"
                "  \"x.nest\"() ({\n"
                "    %c_1 = tiny.constant 1\n"
                "    %1 = \"x.value\"() : () -> i64\n"
                "  }, {\n"
                "    %c_1 = tiny.constant 1\n"
                "    %1 = \"x.value\"() : () -> i64\n"
                "  }) : () -> ()\n"
                "  %0, %second:2 = pair\n"
                "  \"x.use\"(%0, %second#1) : (i64, i64) -> ()\n"
                "}\n");
  tern_op_destroy(module);
}

static void leaves_out_implicit_terminators(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  tern_op_t *body = make_op(context, "tiny.body", NONE_VALUES, NONE_TYPES, NONE_ATTRS, 1);
  tern_block_t *block = tern_region_add_block(&body->regions[0]);
  tern_value_t *in = tern_block_add_arg(block, i64, NULL);
  tern_block_add_arg(block, i64, NULL);
  append(block, make_op(context, "x.use", TERN_VALUES(in), NONE_TYPES, NONE_ATTRS, 0));
  tern_op_t *end = append(block, make_op(context, "tiny.end", NONE_VALUES, NONE_TYPES, NONE_ATTRS, 0));
  assert_prints(body, TERN_PRINT_DEFAULT,
                "tiny.body {\n"
                "^bb0(%in: i64, %out: i64):\n"
                "  \"x.use\"(%in) : (i64) -> ()\n"
                "}\n");
  tern_op_set_attr(end, "note", tern_unit_attr_get(context));
  assert_prints(body, (tern_print_options_t){.elide_elements_above = -1, .skip_regions = true}, "tiny.body {...}\n");
  assert_prints(body, TERN_PRINT_DEFAULT,
                "tiny.body {\n"
                "^bb0(%in: i64, %out: i64):\n"
                "  \"x.use\"(%in) : (i64) -> ()\n"
                "  tiny.end {note}\n"
                "}\n");
  tern_op_destroy(body);
}

static void puts_aliases_at_the_top(void **state) {
  tern_context_t *context = *state;
  const tern_affine_expr_t *d0 = tern_affine_dim(context, 0), *d1 = tern_affine_dim(context, 1);
  const tern_affine_map_t *swap = tern_affine_map_get(context, 2, 0, (const tern_affine_expr_t *[]){d1, d0}, 2);
  const tern_affine_map_t *first = tern_affine_map_get(context, 2, 0, (const tern_affine_expr_t *[]){d0}, 1);
  const tern_type_t *special = tern_dialect_type_get(context, &tiny_types[1], NULL, 0);
  const tern_attr_t *maps[] = {tern_affine_map_attr_get(swap), tern_affine_map_attr_get(first)};
  const tern_type_t *memref = tern_memref_type_get(special, (int64_t[]){4, 4}, 2, maps[0], NULL);
  tern_op_t *op =
      make_op(context, "x.op", NONE_VALUES, NONE_TYPES,
              TERN_ATTRS({"maps", tern_array_attr_get(context, maps, 2)}, {"type", tern_type_attr_get(memref)}), 0);
  assert_prints(op, TERN_PRINT_DEFAULT,
                "!special = !tiny.aliased\n"
                "#map = affine_map<(d0, d1) -> (d1, d0)>\n"
                "#map1 = affine_map<(d0, d1) -> (d0)>\n"
                "\"x.op\"() {maps = [#map, #map1], type = memref<4x4x!special, #map>} : () -> ()\n");
  assert_prints(op, (tern_print_options_t){.elide_elements_above = -1, .local_scope = true},
                "\"x.op\"() {maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], type = "
                "memref<4x4x!tiny.aliased, affine_map<(d0, d1) -> (d1, d0)>>} : () -> ()\n");
  tern_op_destroy(op);
}

static void defers_locations_of_ops(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  const tern_attr_t *point = tern_file_loc_get(context, TERN_STR("a b"), 3, 7);
  const tern_attr_t *named = tern_name_loc_get(TERN_STR("x"), point);
  tern_op_t *op = make_op(context, "x.op", NONE_VALUES, NONE_TYPES, NONE_ATTRS, 1);
  op->loc = named;
  tern_block_t *block = tern_region_add_block(&op->regions[0]);
  tern_block_add_arg(block, i32, tern_file_loc_get(context, TERN_STR("f"), 1, 2));
  assert_prints(op, (tern_print_options_t){.elide_elements_above = -1, .debuginfo = true},
                "#loc1 = loc(\"f\":1:2)\n"
                "\"x.op\"() ({\n"
                "^bb0(%arg0: i32 loc(\"f\":1:2)):\n"
                "}) : () -> () loc(#loc2)\n"
                "#loc = loc(\"a b\":3:7)\n"
                "#loc2 = loc(\"x\"(#loc))\n");
  tern_op_destroy(op);
}

// --- attributes and types ---

static void prints_floats_as_upstream(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *f16 = tern_float_type_get(context, TERN_TYPE_F16);
  const tern_type_t *f32 = tern_float_type_get(context, TERN_TYPE_F32);
  const tern_type_t *f64 = tern_float_type_get(context, TERN_TYPE_F64);
  assert_attr(tern_float_attr_get(f32, 1.0), "1.000000e+00 : f32");
  assert_attr(tern_float_attr_get(f32, 3.14159), "3.141590e+00 : f32");
  assert_attr(tern_float_attr_get(f32, 0.9), "0.899999976 : f32");
  assert_attr(tern_float_attr_get(f32, 16777216.0), "0x4B800000 : f32");
  assert_attr(tern_float_attr_get(f32, 0.0001220703125), "1.22070313E-4 : f32");
  assert_attr(tern_float_attr_get(f32, -0.0), "-0.000000e+00 : f32");
  assert_attr(tern_float_attr_get(f32, NAN), "0x7FC00000 : f32");
  assert_attr(tern_float_attr_get(f32, -INFINITY), "0xFF800000 : f32");
  assert_attr(tern_float_attr_get(f16, 0.9), "8.999020e-01 : f16");
  assert_attr(tern_float_attr_get(f16, 100.0625), "1.000630e+02 : f16");
  assert_attr(tern_float_attr_get(f64, 0.9), "9.000000e-01 : f64");
  assert_attr(tern_float_attr_get(f64, 1e300), "1.000000e+300 : f64");
  assert_attr(tern_float_attr_get(f64, 1.2345678901234e-200), "1.2345678901234E-200 : f64");
  assert_attr(tern_float_attr_get(tern_float_type_get(context, TERN_TYPE_BF16), 0.9), "8.984370e-01 : bf16");
}

static void prints_integers_and_arrays(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i64 = tern_i_type_get(context, 64), *i8 = tern_i_type_get(context, 8);
  const tern_attr_t *elements[] = {tern_integer_attr_get(i64, 1), tern_integer_attr_get(i8, -1),
                                   tern_bool_attr_get(context, false), tern_unit_attr_get(context)};
  assert_attr(tern_array_attr_get(context, elements, 4), "[1, -1 : i8, false, unit]");
  assert_attr(tern_integer_attr_get(tern_integer_type_get(context, 8, TERN_UNSIGNED), 200), "200 : ui8");
  uint64_t wide[] = {0, 2};
  assert_attr(tern_wide_integer_attr_get(tern_i_type_get(context, 128), wide), "36893488147419103232 : i128");
  uint64_t negative[] = {~UINT64_C(0) - 9, ~UINT64_C(0)};
  assert_attr(tern_wide_integer_attr_get(tern_i_type_get(context, 128), negative), "-10 : i128");
  assert_attr(tern_dense_i64_array_attr_get(context, (int64_t[]){1, -2}, 2), "array<i64: 1, -2>");
  assert_attr(tern_dense_i64_array_attr_get(context, NULL, 0), "array<i64>");
  assert_attr(tern_string_attr_get(context, TERN_STR("a\"\\\n\xc3\xa9")), "\"a\\22\\\\\\0A\\C3\\A9\"");
  tern_str_t path[] = {TERN_STR("a"), TERN_STR("b c")};
  assert_attr(tern_symbol_ref_attr_get(context, path, 2), "@a::@\"b c\"");
  assert_attr(tern_dictionary_attr_get(context, (tern_named_attr_t[]){{"x-y", elements[0]}, {"u", elements[3]}}, 2),
              "{u, \"x-y\" = 1 : i64}");
  assert_attr(tern_strided_layout_attr_get(context, TERN_DYNAMIC, (int64_t[]){TERN_DYNAMIC, 1}, 2),
              "strided<[?, 1], offset: ?>");
}

static void prints_dense_elements(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i8 = tern_i_type_get(context, 8), *i1 = tern_i_type_get(context, 1);
  const tern_type_t *matrix = tern_tensor_type_get(i8, (int64_t[]){2, 2}, 2, NULL);
  assert_attr(tern_dense_elements_attr_get(matrix, (int8_t[]){1, 2, 3, -4}, false),
              "dense<[[1, 2], [3, -4]]> : tensor<2x2xi8>");
  assert_attr(tern_dense_elements_attr_get(matrix, (int8_t[]){5}, true), "dense<5> : tensor<2x2xi8>");
  assert_attr(tern_dense_elements_attr_get(tern_tensor_type_get(i8, (int64_t[]){0, 2}, 2, NULL), NULL, false),
              "dense<> : tensor<0x2xi8>");
  assert_attr(tern_dense_elements_attr_get(tern_tensor_type_get(i1, (int64_t[]){2}, 1, NULL), (int8_t[]){1, 0}, false),
              "dense<[true, false]> : tensor<2xi1>");
  int8_t many[104] = {0};
  many[1] = 1;
  many[103] = 1;
  assert_attr(tern_dense_elements_attr_get(tern_tensor_type_get(i1, (int64_t[]){104}, 1, NULL), many, false),
              "dense<\"0x02000000000000000000000080\"> : tensor<104xi1>");
}

static void prints_enums_in_both_styles(void **state) {
  tern_context_t *context = *state;
  assert_attr(tern_enum_attr_get(context, &tiny_enums[0], 0), "#tiny.color<none>");
  assert_attr(tern_enum_attr_get(context, &tiny_enums[0], 5), "#tiny.color<red, blue>");
  assert_attr(tern_enum_attr_get(context, &tiny_enums[0], 7), "#tiny.color<all, blue>");
  assert_attr(tern_enum_attr_get(context, &tiny_enums[1], 1), "#tiny<side red>");
}

static void prints_types(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *f32 = tern_float_type_get(context, TERN_TYPE_F32);
  const tern_type_t *none = tern_function_type_get(context, NONE_TYPES, NONE_TYPES);
  assert_type(tern_vector_type_get(f32, (int64_t[]){4, 8, 2}, 3, 5), "vector<[4]x8x[2]xf32>");
  assert_type(tern_tensor_type_get(f32, (int64_t[]){2, TERN_DYNAMIC}, 2, tern_string_attr_get(context, TERN_STR("e"))),
              "tensor<2x?xf32, \"e\">");
  assert_type(
      tern_memref_type_get(f32, (int64_t[]){2}, 1, NULL, tern_integer_attr_get(tern_i_type_get(context, 64), 3)),
      "memref<2xf32, 3>");
  assert_type(tern_unranked_memref_type_get(f32, tern_integer_attr_get(tern_i_type_get(context, 32), 1)),
              "memref<*xf32, 1 : i32>");
  assert_type(tern_function_type_get(context, TERN_TYPES(f32), TERN_TYPES(none)), "(f32) -> (() -> ())");
  assert_type(tern_complex_type_get(f32), "complex<f32>");
  assert_type(tern_tuple_type_get(context, TERN_TYPES(f32, tern_index_type_get(context))), "tuple<f32, index>");
  assert_type(tern_opaque_type_get(context, TERN_STR("d"), TERN_STR("a<b>")), "!d.a<b>");
  assert_type(tern_opaque_type_get(context, TERN_STR("d"), TERN_STR("\"a b\"")), "!d<\"a b\">");
  assert_type(tern_dialect_type_get(context, &tiny_types[0], NULL, 0), "!tiny.opaque");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(prints_the_generic_form, set_up, tear_down),
      cmocka_unit_test_setup_teardown(counts_predecessors, set_up, tear_down),
      cmocka_unit_test_setup_teardown(names_values_once_per_scope, set_up, tear_down),
      cmocka_unit_test_setup_teardown(leaves_out_implicit_terminators, set_up, tear_down),
      cmocka_unit_test_setup_teardown(puts_aliases_at_the_top, set_up, tear_down),
      cmocka_unit_test_setup_teardown(defers_locations_of_ops, set_up, tear_down),
      cmocka_unit_test_setup_teardown(prints_floats_as_upstream, set_up, tear_down),
      cmocka_unit_test_setup_teardown(prints_integers_and_arrays, set_up, tear_down),
      cmocka_unit_test_setup_teardown(prints_dense_elements, set_up, tear_down),
      cmocka_unit_test_setup_teardown(prints_enums_in_both_styles, set_up, tear_down),
      cmocka_unit_test_setup_teardown(prints_types, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
