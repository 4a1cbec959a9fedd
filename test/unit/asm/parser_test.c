// The parser: what it accepts (shown by what is printed), recovery, limits, legacy names.

#include "asm/legacy.h"
#include "asm/printer.h"
#include "asm/resource.h"
#include "parser_fixture.h"

static char *print(tern_op_t *op, bool debuginfo) {
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.debuginfo = debuginfo;
  tern_string_builder_t out = {0};
  tern_print_op(op, &options, &out);
  return tern_string_builder_take(&out);
}

static void assert_printed(const char *text, bool debuginfo, const char *expected) {
  tern_string_builder_t messages = {0};
  tern_context_t *context = make_context(&messages);
  tern_op_t *module = tern_parse_module(context, TERN_STR("t"), tern_str_from_cstr(text));
  if (!module) fail_msg("not parsed: %s\n%s", text, messages.data ? messages.data : "");
  char *printed = print(module, debuginfo);
  assert_string_equal(printed, expected);
  free(printed);
  tern_op_destroy(module);
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

// `expected` inside of the wrapping module.
static void assert_op(const char *text, const char *expected) {
  tern_string_builder_t whole = {0};
  tern_string_builder_append_format(&whole, "module {\n  %s\n}\n", expected);
  assert_printed(text, false, whole.data);
  tern_string_builder_deinitialize(&whole);
}

// `value` is printed as it is written.
static void assert_attr_kept(const char *value) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "\"t.op\"() {a = %s} : () -> ()", value);
  assert_op(text.data, text.data);
  tern_string_builder_deinitialize(&text);
}

static void assert_attr(const char *value, const char *expected) {
  tern_string_builder_t text = {0}, printed = {0};
  tern_string_builder_append_format(&text, "\"t.op\"() {a = %s} : () -> ()", value);
  tern_string_builder_append_format(&printed, "\"t.op\"() {a = %s} : () -> ()", expected);
  assert_op(text.data, printed.data);
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&printed);
}

// --- accepted ---

static void reads_generic_ops(void **state) {
  (void)state;
  assert_op("%a:2 = \"t.op\"(%b, %a#1) {x} : (i32, i1) -> (f32, i1) %b = \"t.b\"() : () -> i32",
            "%0:2 = \"t.op\"(%1, %0#1) {x} : (i32, i1) -> (f32, i1)\n  %1 = \"t.b\"() : () -> i32");
  assert_op("\"t.op\"() ({}, {^a: \"t.b\"()[^b, ^a] : () -> () ^b(%x: i32): \"t.c\"(%x) : (i32) -> ()}) : () -> ()",
            "\"t.op\"() ({\n  }, {\n    \"t.b\"()[^bb1, ^bb0] : () -> ()\n  ^bb1(%0: i32):  // pred: ^bb0\n"
            "    \"t.c\"(%0) : (i32) -> ()\n  }) : () -> ()");
  assert_op("!f = () -> i1 %0 = \"t.op\"() : !f", "%0 = \"t.op\"() : () -> i1");
}

static void reads_pretty_ops_by_default_dialect(void **state) {
  (void)state;
  assert_printed("module @m { func.func @f(%a: i32) -> i32 { %b = call @f(%a) : (i32) -> i32 return %b : i32 } }",
                 false,
                 "module @m {\n  func.func @f(%arg0: i32) -> i32 {\n    %0 = call @f(%arg0) : (i32) -> i32\n"
                 "    return %0 : i32\n  }\n}\n");
}

static void resolves_forward_references_across_blocks(void **state) {
  (void)state;
  assert_op(
      "func.func @f() { cf.br ^a ^b: \"t.use\"(%v) : (i32) -> () return ^a: %v = arith.constant 3 : i32 cf.br ^b }",
      "func.func @f() {\n    cf.br ^bb2\n  ^bb1:  // pred: ^bb2\n    \"t.use\"(%c3_i32) : (i32) -> ()\n    return\n"
      "  ^bb2:  // pred: ^bb0\n    %c3_i32 = arith.constant 3 : i32\n    cf.br ^bb1\n  }");
}

static void reads_types(void **state) {
  (void)state;
  static const char *const types[] = {
      "i1",
      "si8",
      "ui16777215",
      "index",
      "none",
      "bf16",
      "f8E4M3FN",
      "tf32",
      "f128",
      "complex<f32>",
      "tuple<>",
      "tuple<i32, tuple<f32>>",
      "vector<4x[8]xf32>",
      "vector<i1>",
      "tensor<f32>",
      "tensor<0x4x?xi8>",
      "tensor<*xf32>",
      "tensor<4xf32, \"enc\">",
      "memref<?x4xf32, strided<[?, 1], offset: ?>, 3>",
      "memref<*xf32, \"s\">",
      "memref<4xmemref<?xf32>>",
      "(i32, (f32) -> ()) -> (i32, () -> i1)",
      "!t.x",
      "!t.x<a [b] {c -> d} \">\">",
      "!t<\"q r\">",
  };
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i) assert_attr_kept(types[i]);
  assert_attr("!t<x<1>>", "!t.x<1>");
  assert_attr("memref<2x2xf32, affine_map<(d0, d1) -> (d0, d1)>>", "memref<2x2xf32>");
}

static void reads_numbers(void **state) {
  (void)state;
  assert_attr("-128 : i8", "-128 : i8");
  assert_attr("255 : i8", "-1 : i8");
  assert_attr("255 : ui8", "255 : ui8");
  assert_attr("0xFF : si16", "255 : si16");
  assert_attr("1 : i1", "true");
  assert_attr("-1 : i1", "true");
  assert_attr("9223372036854775807", "9223372036854775807 : i64");
  assert_attr("-170141183460469231731687303715884105728 : i128", "-170141183460469231731687303715884105728 : i128");
  assert_attr("0x1FFFFFFFFFFFFFFFFFFFFFFFFFF : i200", "40564819207303340847894502572031 : i200");
  assert_attr("1.5", "1.500000e+00 : f64");
  assert_attr("-2.5e-1 : bf16", "-2.500000e-01 : bf16");
  assert_attr("0x7FC00000 : f32", "0x7FC00000 : f32");
  assert_attr("0x3F800000 : f32", "1.000000e+00 : f32");
}

static void reads_attributes(void **state) {
  (void)state;
  static const char *const attrs[] = {
      "true",
      "\"s\\22\\00\"",
      "\"s\" : !t.x",
      "[]",
      "[1 : i8, [\"a\"]]",
      "{b, c = 3 : i32}",
      "@a::@\"b c\"",
      "array<i32: 1, -2>",
      "array<i1: true, false>",
      "array<f64>",
      "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>",
      "dense<> : tensor<0xf32>",
      "dense<1.000000e+00> : vector<4xf32>",
      "dense<true> : tensor<2xi1>",
      "dense<[(1,2), (3,4)]> : tensor<2xcomplex<i32>>",
      "dense<[\"a\", \"b\"]> : tensor<2x!t.string>",
      "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
      "sparse<0, 1> : tensor<3xi32>",
      "strided<[?, -1], offset: 2>",
      "strided<[]>",
      "#t.x<a, b> : i32",
      "#t<\"q r\">",
      "#arith.fastmath<nnan,ninf>",
      "#arith.overflow<nsw>",
  };
  for (size_t i = 0; i < sizeof(attrs) / sizeof(attrs[0]); ++i) assert_attr_kept(attrs[i]);
  assert_attr("\"a\\n\\t\\41\"", "\"a\\0A\\09A\"");
  assert_attr("dense<\"0x0100FF7F\"> : tensor<2xi16>", "dense<[1, 32767]> : tensor<2xi16>");
  assert_attr("dense<\"0x05\"> : tensor<4xi1>", "dense<[true, false, true, false]> : tensor<4xi1>");
  assert_attr("dense<\"0x010203040506\"> : tensor<2xi24>", "dense<[197121, 394500]> : tensor<2xi24>");
  assert_attr("#arith<fastmath<fast>>", "#arith.fastmath<fast>");
}

static void reads_affine_maps_and_sets(void **state) {
  (void)state;
  assert_printed(
      "\"t.op\"() {a = affine_map<(i, j)[s] -> (i - j mod 4 * 2, -(i + s) floordiv s, 3 + i ceildiv 2)>, "
      "b = affine_set<(d0)[s0] : (d0 >= 0, s0 == 3, d0 <= 5)>, c = affine_set<() : ()>} : () -> ()",
      false,
      "#map = affine_map<(d0, d1)[s0] -> (d0 - (d1 mod 4) * 2, (-(d0 + s0)) floordiv s0, d0 ceildiv 2 + 3)>\n"
      "#set = affine_set<(d0)[s0] : (d0 >= 0, s0 - 3 == 0, -d0 + 5 >= 0)>\n#set1 = affine_set<() : (0 == 0)>\n"
      "module {\n  \"t.op\"() {a = #map, b = #set, c = #set1} : () -> ()\n}\n");
}

static void reads_aliases(void **state) {
  (void)state;
  assert_op("#x = 3 : i8 !y = tensor<4xi1>\n\"t.op\"() {a = #x} : () -> ()", "\"t.op\"() {a = 3 : i8} : () -> ()");
}

static void reads_locations(void **state) {
  (void)state;
  assert_printed(
      "\"a\"() : () -> () loc(#late)\n\"b\"() ({^bb0(%x: i32 loc(#late)): }) : () -> () loc(callsite(\"f\" at "
      "fused<1>[unknown, "
      "\"g\":1:2 to :9]))\n#late = loc(\"n\"(\"h\":3))\n",
      true,
      "#loc1 = loc(\"h\":3:0)\n#loc4 = loc(\"n\"(#loc1))\nmodule {\n  \"a\"() : () -> () loc(#loc4)\n  \"b\"() ({\n"
      "  ^bb0(%arg0: i32 loc(\"n\"(#loc1))):\n  }) : () -> () loc(#loc6)\n} loc(#loc)\n#loc = loc(\"t\":0:0)\n"
      "#loc2 = loc(\"f\")\n#loc3 = loc(\"g\":1:2 to :9)\n#loc5 = loc(fused<1 : i64>[#loc3])\n"
      "#loc6 = loc(callsite(#loc2 at #loc5))\n");
}

static void keeps_resources(void **state) {
  (void)state;
  tern_string_builder_t messages = {0};
  tern_context_t *context = make_context(&messages);
  tern_op_t *module = tern_parse_module(
      context, TERN_STR("t"),
      TERN_STR("\"t.op\"() {a = dense_resource<k> : tensor<2xi8>} : () -> ()\n{-# dialect_resources: {builtin: {k: "
               "\"0x040000000102\"}}, external_resources: {who: {s: \"text\", b: true}} #-}"));
  assert_non_null(module);
  assert_int_equal(tern_resource_count(context), 3);
  const tern_resource_t *blob = tern_resource_find(context, false, TERN_STR("builtin"), TERN_STR("k"));
  assert_int_equal(blob->alignment, 4);
  assert_int_equal(blob->blob->size, 2);
  assert_memory_equal(tern_blob_data(context, blob->blob), "\1\2", 2);
  assert_int_equal(tern_resource_find(context, true, TERN_STR("who"), TERN_STR("b"))->kind, TERN_RESOURCE_BOOL);
  assert_null(tern_resource_find(context, false, TERN_STR("who"), TERN_STR("b")));
  tern_op_destroy(module);
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

static void returns_a_lone_module_itself(void **state) {
  (void)state;
  assert_printed("module @a { }", false, "module @a {\n}\n");
  assert_printed("module { } module { }", false, "module {\n  module {\n  }\n  module {\n  }\n}\n");
  assert_printed("", false, "module {\n}\n");
}

static void parses_lone_types_and_attributes(void **state) {
  (void)state;
  tern_string_builder_t messages = {0};
  tern_context_t *context = make_context(&messages);
  assert_ptr_equal(tern_parse_type_text(context, TERN_STR(" i32 ")), tern_i_type_get(context, 32));
  assert_ptr_equal(tern_parse_attr_text(context, TERN_STR("true")), tern_bool_attr_get(context, true));
  assert_null(tern_parse_type_text(context, TERN_STR("i32 x")));
  assert_null(tern_parse_attr_text(context, TERN_STR("")));
  assert_string_equal(messages.data,
                      "1:5: error: found trailing characters: 'x'\n1:1: error: expected attribute value\n");
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

// --- recovery and limits ---

static void goes_on_at_the_next_top_level_op(void **state) {
  (void)state;
  assert_refused(
      "func.func @f() {\n  foo {\n  }\n}\nfunc.func @g() {\n  return\n}\n\"a\"( : () -> ()\n#x = bar\n\"b\"() : () -> "
      "i32\n"
      "func.func @h() {\n  \"c\"(%u) : (i1) -> ()\n  return\n}\n",
      "2:3: error: custom op 'foo' is unknown (tried 'func.foo' as well)\n"
      "8:6: error: expected ')' to end operand list\n"
      "9:6: error: expected attribute value\n"
      "12:7: error: use of undeclared SSA value name '%u'\n");
}

static void stops_after_twenty_errors(void **state) {
  (void)state;
  tern_string_builder_t text = {0}, messages = {0};
  for (size_t i = 0; i < 50; ++i) tern_string_builder_append_cstr(&text, "foo\n");
  tern_context_t *context = make_context(&messages);
  assert_null(tern_parse_module(context, TERN_STR("t"), tern_string_builder_view(&text)));
  assert_int_equal(tern_context_diagnostics(context)->error_count, 20);
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&messages);
}

// `count` times `open`, then `middle`, then `count` times `close`, behind `prefix`.
static void assert_nesting(const char *prefix, const char *open, const char *middle, const char *close, size_t count,
                           const char *message) {
  tern_string_builder_t text = {0}, messages = {0};
  tern_string_builder_append_cstr(&text, prefix);
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_cstr(&text, open);
  tern_string_builder_append_cstr(&text, middle);
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_cstr(&text, close);
  tern_context_t *context = make_context(&messages);
  tern_op_t *module = tern_parse_module(context, TERN_STR("t"), tern_string_builder_view(&text));
  if (message) {
    assert_null(module);
    assert_non_null(strstr(messages.data, message));
  } else {
    assert_non_null(module);
    tern_op_destroy(module);
  }
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&messages);
}

static void bounds_nesting(void **state) {
  (void)state;
  const char *too_deep = "types and attributes are nested more than 256 levels deep";
  assert_nesting("#a = ", "[", "1", "]", 200, NULL);
  assert_nesting("#a = ", "[", "1", "]", 100000, too_deep);
  assert_nesting("!a = ", "tuple<", "i1", ">", 200, NULL);
  assert_nesting("!a = ", "tuple<", "i1", ">", 100000, too_deep);
  assert_nesting("!a = ", "(", "", ")", 100000, too_deep);
  assert_nesting("!a = ", "!b.c<", "", ">", 100000, too_deep);
  assert_nesting("#a = affine_map<() -> (", "-", "1", "", 100000, too_deep);
  assert_nesting("#a = affine_map<() -> (", "(", "1", ")", 100000, too_deep);
  assert_nesting("#a = affine_map<(d) -> (d", " + d mod 3", "", "", 5000, "has more than 1000 operators");
  assert_nesting("#a = loc(", "callsite(", "unknown", " at unknown)", 100000, too_deep);
  assert_nesting("", "\"a\"() ({", "", "}) : () -> ()\n", 900, NULL);
  assert_nesting("", "\"a\"() ({", "", "}) : () -> ()\n", 100000, "regions are nested more than 1000 levels deep");
}

static void tolerates_odd_bytes(void **state) {
  (void)state;
  assert_messages("\0\xff\0", 3, "1:2: error: unexpected character\n");
  assert_messages("\"a\0b\"() : () -> ()", 18, "1:1: error: null character not allowed in operation name\n");
  assert_attr("\"\xc3\xa9\"", "\"\\C3\\A9\"");
}

// --- legacy spellings ---

static bool parse_old_constant(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name;
  if (tern_parse_optional_symbol_name(parser, &name)) return tern_legacy_choose_op(parser, op, "t.symbol");
  return tern_legacy_choose_op(parser, op, "arith.constant") && tern_legacy_parse_current(parser, op);
}

static bool upgrade_attr(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_op_add_attr(parser, op, "new", tern_unit_attr_get(tern_parser_context(parser)));
  return true;
}

static void upgrades_legacy_spellings(void **state) {
  (void)state;
  static const tern_legacy_row_t rows[] = {
      {.old_name = "func", .new_name = "func.func"},
      {.old_name = "addi", .new_name = "arith.addi"},
      {.old_name = "std.addi", .new_name = "arith.addi"},
      {.old_name = "constant", .parse = parse_old_constant, .overrides = true},
      {.old_name = "old.op", .new_name = "t.op", .upgrade = upgrade_attr},
  };
  static const tern_legacy_prefix_t prefixes[] = {{"old.", "t."}};
  tern_string_builder_t messages = {0};
  tern_context_t *context = make_context(&messages);
  tern_legacy_register(context, rows, sizeof(rows) / sizeof(rows[0]));
  tern_legacy_register_prefixes(context, prefixes, 1);
  tern_op_t *module = tern_parse_module(
      context, TERN_STR("t"),
      TERN_STR("func @f(%a: i32) {\n %c = constant 3 : i32 constant @x %d = addi %a, %c : i32\n"
               " %e = \"std.addi\"(%a, %c) : (i32, i32) -> i32 \"old.op\"() {a = #old.y} : () -> !old.x<1> return }"));
  if (!module) fail_msg("%s", messages.data);
  char *printed = print(module, false);
  assert_string_equal(printed,
                      "module {\n  func.func @f(%arg0: i32) {\n    %c3_i32 = arith.constant 3 : i32\n"
                      "    \"t.symbol\"() : () -> ()\n    %0 = arith.addi %arg0, %c3_i32 : i32\n"
                      "    %1 = arith.addi %arg0, %c3_i32 : i32\n    %2 = \"t.op\"() {a = #t.y, new} : () -> !t.x<1>\n"
                      "    return\n  }\n}\n");
  free(printed);
  tern_op_destroy(module);
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_generic_ops),
      cmocka_unit_test(reads_pretty_ops_by_default_dialect),
      cmocka_unit_test(resolves_forward_references_across_blocks),
      cmocka_unit_test(reads_types),
      cmocka_unit_test(reads_numbers),
      cmocka_unit_test(reads_attributes),
      cmocka_unit_test(reads_affine_maps_and_sets),
      cmocka_unit_test(reads_aliases),
      cmocka_unit_test(reads_locations),
      cmocka_unit_test(keeps_resources),
      cmocka_unit_test(returns_a_lone_module_itself),
      cmocka_unit_test(parses_lone_types_and_attributes),
      cmocka_unit_test(goes_on_at_the_next_top_level_op),
      cmocka_unit_test(stops_after_twenty_errors),
      cmocka_unit_test(bounds_nesting),
      cmocka_unit_test(tolerates_odd_bytes),
      cmocka_unit_test(upgrades_legacy_spellings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
