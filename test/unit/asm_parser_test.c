// The parser: what it accepts (shown by what is printed), what it refuses and where, recovery, limits, legacy names.

#include "asm/parser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "asm/legacy.h"
#include "asm/printer.h"
#include "asm/resource.h"
#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "ir/context.h"

#include <cmocka.h>

static void note_diagnostic(const tern_diagnostic_t *diagnostic, void *user) {
  static const char *const names[] = {"note", "remark", "warning", "error"};
  const tern_attr_t *file = tern_loc_find_file(diagnostic->loc);
  tern_string_builder_append_format(user, "%d:%d: %s: %s\n", file ? (int)file->params[1] : 0,
                                    file ? (int)file->params[2] : 0, names[diagnostic->severity], diagnostic->message);
}

static tern_context_t *make_context(tern_string_builder_t *messages) {
  tern_context_t *context = tern_context_create();
  tern_context_allow_unregistered(context, true);
  tern_context_register_dialect(context, &tern_builtin_dialect);
  tern_context_register_dialect(context, &tern_func_dialect);
  tern_context_register_dialect(context, &tern_arith_dialect);
  tern_context_register_dialect(context, &tern_cf_dialect);
  tern_diagnostics_set_handler(context, note_diagnostic, messages);
  return context;
}

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

static void assert_messages(const char *text, size_t size, const char *expected) {
  tern_string_builder_t messages = {0};
  tern_context_t *context = make_context(&messages);
  tern_op_t *module = tern_parse_module(context, TERN_STR("t"), tern_str_make(text, size));
  if (module) fail_msg("parsed: %s", text);
  assert_string_equal(messages.data ? messages.data : "", expected);
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

static void assert_refused(const char *text, const char *expected) { assert_messages(text, strlen(text), expected); }

static void assert_attr_refused(const char *value, const char *expected) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "\"op\"() {a = %s} : () -> ()", value);
  assert_refused(text.data, expected);
  tern_string_builder_deinitialize(&text);
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
  assert_int_equal(blob->data.size, 2);
  assert_memory_equal(blob->data.data, "\1\2", 2);
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

// --- refused ---

static void refuses_wrong_ops(void **state) {
  (void)state;
  assert_refused("3", "1:1: error: expected operation name in quotes\n");
  assert_refused("\"\"() : () -> ()", "1:1: error: empty operation name is invalid\n");
  assert_refused("\"a\" : () -> ()", "1:5: error: expected '(' to start operand list\n");
  assert_refused("\"a\"(%x : () -> ()", "1:8: error: expected ')' to end operand list\n");
  assert_refused("\"a\"()", "1:6: error: expected ':' followed by operation type\n");
  assert_refused("\"a\"() : i32", "1:9: error: expected function type\n");
  assert_refused("\"a\"(%x) : () -> ()", "1:11: error: expected 1 operand type but had 0\n");
  assert_refused("\"a\"() <1> : () -> ()",
                 "1:1: error: invalid properties 1 : i64 for op a: expected DictionaryAttr to set properties\n");
  assert_refused("\"a\"() <{x = 1}> {x = 2} : () -> ()",
                 "1:18: error: attribute 'x' occurs more than once in the attribute list\n");
  assert_refused("foo", "1:1: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)\n");
  assert_refused("foo.bar",
                 "1:1: error: Dialect `foo' not found for custom op 'foo.bar'\n"
                 "1:1: note: Available dialects: builtin, func, arith, cf\n");
  assert_refused("func.func @f() { foo }", "1:18: error: custom op 'foo' is unknown (tried 'func.foo' as well)\n");
}

static void refuses_wrong_results(void **state) {
  (void)state;
  assert_refused("%a = \"a\"() : () -> ()", "1:6: error: cannot name an operation with no results\n");
  assert_refused("%a:2 = \"a\"() : () -> i1", "1:1: error: operation defines 1 results but was provided 2 to bind\n");
  assert_refused("%a:0 = \"a\"() : () -> i1", "1:4: error: expected named operation to have at least 1 result\n");
  assert_refused("%a:x = \"a\"() : () -> i1", "1:4: error: expected integer number of results\n");
  assert_refused("%a \"a\"() : () -> i1", "1:4: error: expected '=' after SSA name\n");
  assert_refused("%a = \"a\"() : () -> i1\n%a = \"b\"() : () -> i1",
                 "2:1: error: redefinition of SSA value '%a'\n1:1: note: previously defined here\n");
}

static void refuses_wrong_uses_of_values(void **state) {
  (void)state;
  assert_refused("\"a\"(%x) : (i1) -> ()\n\"a\"(%y) : (i1) -> ()",
                 "1:5: error: use of undeclared SSA value name '%x'\n2:5: error: use of undeclared SSA value name "
                 "'%y'\n");
  assert_refused("\"a\"(%x, %x) : (i32, f32) -> ()",
                 "1:9: error: use of value '%x' expects different type than prior uses: 'f32' vs 'i32'\n"
                 "1:5: note: prior use here\n");
  assert_refused("\"a\"(%x) : (i32) -> () %x = \"b\"() : () -> f32",
                 "1:23: error: definition of SSA value '%x#0' has type 'f32'\n"
                 "1:5: note: previously used here with type 'i32'\n");
  assert_refused("%x = \"b\"() : () -> f32 \"a\"(%x#1) : (i32) -> ()",
                 "1:28: error: reference to invalid result number\n");
  assert_refused("\"a\"(%x#y) : (i1) -> ()", "1:7: error: invalid SSA value result number\n");
  assert_refused("\"a\"(%x#99999999999) : (i1) -> ()", "1:7: error: invalid SSA value result number\n");
  // Names of a region end with it, and those from outside of an isolated op are not seen in it.
  assert_refused("\"a\"() ({ %x = \"b\"() : () -> i1 }) : () -> () \"c\"(%x) : (i1) -> ()",
                 "1:50: error: use of undeclared SSA value name '%x'\n");
  assert_refused("%x = \"b\"() : () -> i1\nfunc.func @f() { \"c\"(%x) : (i1) -> () return }",
                 "2:22: error: use of undeclared SSA value name '%x'\n");
}

static void refuses_wrong_blocks(void **state) {
  (void)state;
  assert_refused("\"a\"() ({^a: \"b\"()[^b, ^c] : () -> ()}) : () -> ()",
                 "1:19: error: reference to an undefined block\n1:23: error: reference to an undefined block\n");
  assert_refused("\"a\"() ({^a: ^a: }) : () -> ()", "1:13: error: redefinition of block '^a'\n");
  assert_refused("\"a\"() ({^a(%x: i1) }) : () -> ()", "1:20: error: expected ':' after block name\n");
  assert_refused("\"a\"()[3] : () -> ()", "1:7: error: expected block name\n");
  assert_refused("func.func @f(%a: i1) { ^bb0: return }",
                 "1:24: error: invalid block name in region with named arguments\n");
  assert_refused("\"a\"() ({^a(%x#1: i1): }) : () -> ()", "1:12: error: result number not allowed in argument list\n");
}

static void refuses_wrong_types(void **state) {
  (void)state;
  static const struct {
    const char *type, *message;
  } rows[] = {
      {"tensor<4xtensor<i1>>", "1:22: error: invalid tensor element type: 'tensor<i1>'\n"},
      {"memref<none>", "1:20: error: invalid memref element type: 'none'\n"},
      {"complex<index>", "1:21: error: invalid element type for complex: 'index'\n"},
      {"vector<vector<i1>>", "1:13: error: failed to verify 'elementType': VectorElementTypeInterface instance\n"},
      {"vector<0xi1>", "1:13: error: vector types must have positive constant sizes but got 0\n"},
      {"vector<?xi1>", "1:20: error: expected static shape\n"},
      {"i16777216", "1:13: error: integer bitwidth is limited to 16777215 bits\n"},
      {"i99999999999999999999", "1:13: error: invalid integer width\n"},
      {"tensor<9223372036854775808xi1>", "1:20: error: invalid dimension\n"},
      {"tensor<4xi1", "1:24: error: expected '>' in tensor type\n"},
      {"tensor<4 i1>", "1:22: error: expected 'x' in dimension list\n"},
      {"tensor<*xi1, 3>", "1:24: error: cannot apply encoding to unranked tensor\n"},
      {"memref<4xi1, 3.0>", "1:26: error: unsupported memory space Attribute\n"},
      {"memref<4xi1, 3, 4>", "1:29: error: multiple memory spaces specified in memref type\n"},
      {"memref<4xi1, 3, strided<[1]>>", "1:29: error: expected memory space to be last in memref type\n"},
      {"memref<4xi1, strided<[1]>, strided<[1]>>", "1:40: error: multiple layouts specified in memref type\n"},
      {"memref<*xi1, strided<[]>>", "1:26: error: cannot have affine map for unranked memref type\n"},
      {"memref<4xi1, affine_map<() -> ()>>",
       "1:26: error: memref layout mismatch between rank and affine map: 1 != 0\n"},
      {"memref<4xi1, strided<[]>>", "1:26: error: expected the number of strides to match the rank: 0 != 1\n"},
      {"!t.x<(>)", "1:17: error: unbalanced '(' character in pretty dialect name\n"},
      {"!x", "1:13: error: undefined symbol alias id 'x'\n"},
      {"!arith.foo", "1:13: error: unknown type 'foo' in dialect 'arith'\n"},
      {"(i32)", "1:18: error: expected '->'\n"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) assert_attr_refused(rows[i].type, rows[i].message);
}

static void refuses_wrong_numbers(void **state) {
  (void)state;
  static const struct {
    const char *number, *message;
  } rows[] = {
      {"256 : i8", "1:13: error: integer constant out of range for attribute\n"},
      {"-129 : i8", "1:14: error: integer constant out of range for attribute\n"},
      {"-0 : i8", "1:14: error: integer constant out of range for attribute\n"},
      {"128 : si8", "1:13: error: integer constant out of range for attribute\n"},
      {"1 : i0", "1:13: error: integer constant out of range for attribute\n"},
      {"-1 : ui8", "1:14: error: negative integer literal not valid for unsigned integer type\n"},
      {"18446744073709551616", "1:13: error: integer constant out of range for attribute\n"},
      {"1 : none", "1:13: error: integer literal not valid for specified type\n"},
      {"1.0 : i8", "1:13: error: floating point value not valid for specified type\n"},
      {"1 : f32",
       "1:13: error: unexpected decimal integer literal for a floating point value\n"
       "1:13: note: add a trailing dot to make the literal a float\n"},
      {"-0x1 : f32", "1:14: error: hexadecimal float literal should not have a leading minus\n"},
      {"0x1FFFFFFFF : f32", "1:13: error: hexadecimal float constant out of range for type\n"},
      {"-", "1:14: error: expected constant integer or floating point value\n"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) assert_attr_refused(rows[i].number, rows[i].message);
}

static void refuses_wrong_attributes(void **state) {
  (void)state;
  static const struct {
    const char *attr, *message;
  } rows[] = {
      {"", "1:13: error: expected attribute value\n"},
      {"foo", "1:13: error: expected attribute value\n"},
      {"[1,]", "1:16: error: expected attribute value\n"},
      {"{x = 1, x}", "1:21: error: duplicate key 'x' in dictionary attribute\n"},
      {"{\"\"}", "1:14: error: expected valid attribute name\n"},
      {"{3}", "1:14: error: expected attribute name\n"},
      {"@a::b", "1:17: error: expected nested symbol reference identifier\n"},
      {"array<i4>", "1:19: error: element type bitwidth must be a multiple of 8\n"},
      {"array<index>", "1:19: error: expected integer or float type, got: 'index'\n"},
      {"array<i8: x>", "1:23: error: expected integer literal\n"},
      {"strided<[x]>", "1:22: error: expected a 64-bit signed integer or '?'\n"},
      {"distinct[x]<>", "1:22: error: expected distinct ID\n"},
      {"[distinct[0]<1>, distinct[0]<2>]",
       "1:42: error: referenced attribute does not match previous definition: 1 : i64\n"},
      {"dense<[1, 2]> : tensor<3xi8>",
       "1:13: error: inferred shape of elements literal ([2]) does not match type ([3])\n"},
      {"dense<[[1], 2]> : tensor<2xi8>",
       "1:25: error: tensor literal is invalid; ranks are not consistent between elements\n"},
      {"dense<[[1], [2, 3]]> : tensor<2xi8>",
       "1:30: error: tensor literal is invalid; ranks are not consistent between elements\n"},
      {"dense<1> : tensor<?xi8>", "1:13: error: elements literal type must have static shape\n"},
      {"dense<1> : i8", "1:13: error: elements literal must be a shaped type\n"},
      {"dense<> : tensor<1xi8>", "1:13: error: parsed zero elements, but type ('tensor<1xi8>') expected at least 1\n"},
      {"dense<1.0> : tensor<1xi8>", "1:19: error: expected integer elements, but parsed floating-point\n"},
      {"dense<true> : tensor<1xi8>", "1:19: error: expected i1 type for 'true' or 'false' values\n"},
      {"dense<300> : tensor<1xi8>", "1:19: error: integer constant out of range for type\n"},
      {"dense<\"0x123\"> : tensor<1xi8>", "1:19: error: expected string containing hex digits starting with `0x`\n"},
      {"dense<\"0x123456\"> : tensor<2xi8>",
       "1:13: error: elements hex data size is invalid for provided type: 'tensor<2xi8>'\n"},
      {"dense<1 = 2>", "1:21: error: expected '>'\n"},
      {"sparse<[[3]], [1]> : tensor<3xi8>",
       "1:13: error: sparse index #0 is not contained within the value shape, with index=[3], and "
       "type='tensor<3xi8>'\n"},
      {"sparse<[[1, 2]], [1]> : tensor<3xi8>",
       "1:13: error: expected shape ([3]); inferred shape of indices literal ([1, 2]); inferred shape of values "
       "literal "
       "([1])\n"},
      {"affine_map<(d0) -> (d1)>", "1:33: error: use of undeclared identifier\n"},
      {"affine_map<(d0, d0) -> ()>", "1:29: error: redefinition of identifier 'd0'\n"},
      {"affine_map<(d0) -> (d0 * d0)>",
       "1:36: error: non-affine expression: at least one of the multiply operands has to be either a constant or "
       "symbolic\n"},
      {"affine_map<(d0) -> (d0 mod d0)>",
       "1:36: error: non-affine expression: right operand of mod has to be either a constant or symbolic\n"},
      {"affine_map<(d0) -> (d0 +)>", "1:37: error: missing right operand of binary operator\n"},
      {"affine_map<(d0) -> (* d0)>", "1:33: error: missing left operand of binary operator\n"},
      {"affine_map<(d0) -> (())>", "1:34: error: no expression inside parentheses\n"},
      {"affine_map<(d0) -> (%x)>", "1:33: error: unexpected ssa identifier\n"},
      {"affine_map<(d0) : ()>", "1:29: error: expected AffineMap, but got IntegerSet\n"},
      {"affine_set<(d0) -> ()>", "1:29: error: expected IntegerSet, but got AffineMap\n"},
      {"affine_set<(d0) : (d0 > 1)>",
       "1:37: error: expected '== affine-expr' or '>= affine-expr' at end of affine constraint\n"},
      {"affine_map<() -> (9223372036854775809)>", "1:31: error: constant too large for index\n"},
      {"#x", "1:13: error: undefined symbol alias id 'x'\n"},
      {"#arith.foo", "1:13: error: unknown attribute 'foo' in dialect 'arith'\n"},
      {"#arith.overflow<slow>", "1:29: error: expected 'arith.overflow' to be one of: none, nsw, nuw\n"},
      {"#arith.fastmath<fast>>", "1:34: error: expected '}' in attribute dictionary\n"},
      {"#arith.fastmath<fast + >", "1:34: error: expected '>'\n"},
      {"loc(foo)", "1:17: error: expected location instance\n"},
      {"loc(\"f\":x)", "1:21: error: expected integer line number in location\n"},
      {"\"a", "1:27: error: expected '\"' in string literal\n"},
      {"\"\\q\"", "1:14: error: unknown escape in string literal\n"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) assert_attr_refused(rows[i].attr, rows[i].message);
}

static void refuses_wrong_aliases_and_metadata(void **state) {
  (void)state;
  assert_refused("#a = 1\n#a = 2", "2:1: error: redefinition of attribute alias id 'a'\n");
  assert_refused("!a = i1\n!a = i2", "2:1: error: redefinition of type alias id 'a'\n");
  assert_refused("#a.b = 1", "1:1: error: attribute names with a '.' are reserved for dialect-defined names\n");
  assert_refused("#a 1", "1:4: error: expected '=' in attribute alias definition\n");
  // The uses of an alias that failed say nothing more.
  assert_refused("#a = foo\n\"b\"() {a = #a} : () -> ()", "1:6: error: expected attribute value\n");
  assert_refused("\"b\"() : () -> () loc(#a)", "1:22: error: operation location alias was never defined\n");
  assert_refused("\"b\"() : () -> () loc(#a)\n#a = 1", "1:22: error: expected location, but found '1 : i64'\n");
  assert_refused("{-# foo: {} #-}", "1:10: error: unknown key 'foo' in file metadata dictionary\n");
  assert_refused("{-# dialect_resources: {builtin: {k: true}} #-}",
                 "1:38: error: expected hex string blob for key 'k'\n");
  assert_refused("{-# dialect_resources: {builtin: {k: \"0x01\"}} #-}",
                 "1:38: error: expected hex string blob for key 'k' to encode alignment in first 4 bytes\n");
  assert_refused("{-# dialect_resources: {builtin: {k: \"0x03000000\"}} #-}",
                 "1:38: error: expected hex string blob for key 'k' to encode alignment in first 4 bytes, but got "
                 "non-power-of-2 value: 3\n");
}

static void refuses_unregistered_dialects_unless_allowed(void **state) {
  (void)state;
  tern_string_builder_t messages = {0};
  tern_context_t *context = make_context(&messages);
  tern_context_allow_unregistered(context, false);
  assert_null(tern_parse_module(context, TERN_STR("t"), TERN_STR("\"t.op\"() : () -> ()")));
  assert_null(tern_parse_type_text(context, TERN_STR("!t.x")));
  assert_null(tern_parse_attr_text(context, TERN_STR("#t.x")));
  assert_string_equal(
      messages.data,
      "1:1: error: operation being parsed with an unregistered dialect, 't.op'; if that is intended, use "
      "--allow-unregistered-dialect\n"
      "1:1: error: type created with unregistered dialect 't'; if that is intended, use "
      "--allow-unregistered-dialect\n"
      "1:1: error: attribute created with unregistered dialect 't'; if that is intended, use "
      "--allow-unregistered-dialect\n");
  tern_context_destroy(context);
  tern_string_builder_deinitialize(&messages);
}

static void refuses_attributes_that_break_off(void **state) {
  (void)state;
  static const struct {
    const char *attr, *message;
  } rows[] = {
      {"affine_map<(d0) -> (symbol x)>", "1:40: error: expected '(' at start of SSA symbol\n"},
      {"affine_map<d0>", "1:24: error: expected '(' in dimensional identifier list\n"},
      {"affine_map<(d0 -> ()>", "1:28: error: expected ')' in dimensional identifier list\n"},
      {"affine_map<(d0)[s0 -> ()>", "1:32: error: expected ']' in symbol list\n"},
      {"affine_map<(d0) = ()>", "1:29: error: expected '->' or ':'\n"},
      {"affine_map<(d0) -> d0>", "1:32: error: expected '(' in affine map range\n"},
      {"affine_map<(d0) -> (d0>", "1:35: error: expected ')' in affine map range\n"},
      {"affine_map (d0)", "1:24: error: expected '<' in affine map\n"},
      {"affine_map<() -> ())", "1:32: error: expected '>' in affine map\n"},
      {"affine_set<() = ()>", "1:27: error: expected '->' or ':'\n"},
      {"affine_set<() : d0>", "1:29: error: expected '(' in integer set constraint list\n"},
      {"affine_set<() : (1 == 1>", "1:36: error: expected ')' in integer set constraint list\n"},
      {"affine_set ()", "1:24: error: expected '<' in integer set\n"},
      {"affine_set<() : ())", "1:31: error: expected '>' in integer set\n"},
      {"{\"a\\00b\"}", "1:14: error: null character in attribute name\n"},
      {"strided [1]", "1:21: error: expected '<' after 'strided'\n"},
      {"strided<[1], offset 3>", "1:33: error: expected ':' after 'offset'\n"},
      {"distinct 0", "1:22: error: expected '[' after 'distinct'\n"},
      {"distinct[99999999999999999999]<>", "1:22: error: expected an unsigned 64-bit integer\n"},
      {"distinct[0<>", "1:23: error: expected ']' to close distinct ID\n"},
      {"distinct[0] 3", "1:25: error: expected '<' after distinct ID\n"},
      {"distinct[0]<1, 2>", "1:26: error: expected '>' to close distinct attribute\n"},
      {"#t.x<1> : i32 : i32", "1:27: error: expected '}' in attribute dictionary\n"},
      {"dense<1> : tensor<1xcomplex<i32>>",
       "1:13: error: parsed 1 elements, but type ('complex<i32>') expected 2 elements\n"},
      {"dense<1, 2> : tensor<1xcomplex<i32>>", "1:20: error: expected '>'\n"},
      {"dense<(1 2)> : tensor<1xcomplex<i32>>", "1:22: error: expected ',' between complex elements\n"},
      {"dense<(1, 2> : tensor<1xcomplex<i32>>", "1:24: error: expected ')' after complex elements\n"},
      {"dense 1", "1:19: error: expected '<' after 'dense'\n"},
      {"dense_resource k", "1:28: error: expected '<' after 'dense_resource'\n"},
      {"dense_resource<k, 2>", "1:29: error: expected '>' after resource key\n"},
      {"dense_resource<k> : i32", "1:13: error: `dense_resource` expected a shaped type\n"},
      {"sparse 1", "1:20: error: expected '<' after 'sparse'\n"},
      {"array 1", "1:19: error: expected '<' after 'array'\n"},
      {"array<i32 1>", "1:23: error: expected ':' after dense array type\n"},
      {"array<i32: 1, 2)", "1:28: error: expected '>' to close an array attribute\n"},
      {"loc(\"a\"(unknown]", "1:28: error: expected ')' after child location of NameLoc\n"},
      {"loc(fused<1[unknown])", "1:24: error: expected '>' after fused location metadata\n"},
      {"loc(fused unknown)", "1:23: error: expected '[' in fused location\n"},
      {"loc(fused[unknown)", "1:30: error: expected ']' in fused location\n"},
      {"loc(callsite(unknown unknown))", "1:34: error: expected 'at' in callsite location\n"},
      {"loc unknown", "1:17: error: expected '(' in location\n"},
      {"loc(unknown", "1:24: error: expected ')' in location\n"},
      {"!arith <3>", "1:13: error: undefined symbol alias id 'arith'\n"},
      {"memref<1xi1, strided<[1]>, 99999999999999999999>",
       "1:40: error: integer constant out of range for attribute\n"},
      {"#arith<fastmath fast>", "1:29: error: expected '<'\n"},
      {"#arith<3>", "1:20: error: expected valid keyword\n"},
      {"!arith<\"x\">", "1:20: error: expected valid keyword\n"},
      {"#arith.fastmath fast", "1:29: error: expected '<'\n"},
      {"array<f32: x>", "1:24: error: expected float literal\n"},
      {"\"a\" : foo", "1:19: error: expected non-function type\n"},
      {"[1 2]", "1:16: error: expected ',' or ']'\n"},
      {"{a = 1 b = 2}", "1:20: error: expected '}' in attribute dictionary\n"},
      {"3 : foo", "1:17: error: expected non-function type\n"},
      {"vector<xi1>", "1:20: error: expected non-function type\n"},
      {"tuple<i1", "1:21: error: expected '>' in tuple type\n"},
      {"complex<f32, f32>", "1:24: error: expected '>' in complex type\n"},
      {"(i32) -> ", "1:22: error: expected non-function type\n"},
      {"dense<\"a\"> : tensor<2x!t.s> : i32", "1:41: error: expected '}' in attribute dictionary\n"},
      {"dense<1> : tensor<2x!t.s>", "1:19: error: expected string token, got 1\n"},
      {"dense<[]> : tensor<2xi8>", "1:13: error: inferred shape of elements literal ([0]) does not match type ([2])\n"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) assert_attr_refused(rows[i].attr, rows[i].message);
}

static void refuses_ops_that_break_off(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"%x, 3 = \"a\"() : () -> ()", "1:5: error: expected valid ssa identifier\n"},
      {"\"a\"() ({\"b\"() : () -> () : () -> ()", "1:26: error: expected operation name in quotes\n"},
      {"\"a\"() (3) : () -> ()", "1:8: error: expected '{' to begin a region\n"},
      {"\"a\"() ({} : () -> ()", "1:11: error: expected ')' to end region list\n"},
      {"\"a\"()[^a : () -> ()", "1:10: error: expected ']'\n"},
      {"\"a\"() <{}: () -> ()", "1:10: error: expected '>' to close properties\n"},
      {"%0 = \"a\"() : () -> i1 loc(unknown", "1:34: error: expected ')' in location\n"},
      {"{-# dialect_resources {} #-}", "1:23: error: expected ':'\n"},
      {"{-# dialect_resources: [] #-}", "1:24: error: expected '{'\n"},
      {"{-# dialect_resources: {builtin: {k: 3}} #-}", "1:38: error: expected hex string blob for key 'k'\n"},
      {"{-# dialect_resources: {builtin: {k: \"0x04000000\"}", "1:51: error: expected '}'\n"},
      {"{-# dialect_resources: {} }", "1:27: error: expected '#-}' at the end of the file's metadata\n"},
      {"!a = foo", "1:6: error: expected non-function type\n"},
      {"!a i32", "1:4: error: expected '=' in type alias definition\n"},
      {"\"a\"() {3} : () -> ()", "1:8: error: expected attribute name\n"},
      {"\"a\"(3) : () -> ()", "1:5: error: expected ')' to end operand list\n"},
      {"\"a\"() : () -> (i1", "1:18: error: expected ')'\n"},
      {"func.func @f(%a: i32, i32) { return }", "1:23: error: expected SSA identifier\n"},
      {"func.func @f(%a) { return }", "1:16: error: expected ':'\n"},
      {"func.func { return }", "1:11: error: custom op 'func.func' expected valid '@'-identifier for symbol name\n"},
      {"module @m attributes { x = } {}", "1:28: error: expected attribute value\n"},
      {"\"a\"() ({^a(%x: i1: }) : () -> ()", "1:18: error: expected ')'\n"},
      {"\"a\"() ({^a(x: i1): }) : () -> ()", "1:12: error: expected SSA operand\n"},
      {"\"a\"() ({^a(%x i1): }) : () -> ()", "1:15: error: expected ':' and type for SSA operand\n"},
      {"cf.br ^a", "1:7: error: reference to an undefined block\n"},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) assert_refused(rows[i].text, rows[i].message);
}

// `count` copies of `piece` between `prefix` and `suffix`.
static void assert_refused_in_bulk(const char *prefix, const char *piece, size_t count, const char *suffix,
                                   const char *message) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, prefix);
  for (size_t i = 0; i < count; ++i) tern_string_builder_append_cstr(&text, piece);
  tern_string_builder_append_cstr(&text, suffix);
  assert_refused(text.data, message);
  tern_string_builder_deinitialize(&text);
}

static void bounds_counts(void **state) {
  (void)state;
  assert_refused_in_bulk("#a = ", "1", 20000, " : i100000",
                         "1:6: error: decimal integer literal of more than 10000 digits; write it in hexadecimal\n");
  assert_refused_in_bulk("#a = vector<", "[2]x", 65, "i1>",
                         "1:270: error: only the first 64 dimensions of a vector may be scalable\n");
  assert_refused_in_bulk("#a = dense<", "[", 65, "> : tensor<1xi1>",
                         "1:76: error: tensor literal has more than 64 dimensions\n");
  assert_refused_in_bulk("\"a\"() ({^a: \"b\"()[^a", ", ^a", 65536, "] : () -> () }) : () -> ()",
                         "1:13: error: op has more than 65535 successors\n");
  assert_refused_in_bulk("\"a\"() ({}", ",{}", 65536, ") : () -> ()",
                         "1:196613: error: op has more than 65535 regions\n");
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
      cmocka_unit_test(refuses_wrong_ops),
      cmocka_unit_test(refuses_wrong_results),
      cmocka_unit_test(refuses_wrong_uses_of_values),
      cmocka_unit_test(refuses_wrong_blocks),
      cmocka_unit_test(refuses_wrong_types),
      cmocka_unit_test(refuses_wrong_numbers),
      cmocka_unit_test(refuses_wrong_attributes),
      cmocka_unit_test(refuses_wrong_aliases_and_metadata),
      cmocka_unit_test(refuses_unregistered_dialects_unless_allowed),
      cmocka_unit_test(refuses_attributes_that_break_off),
      cmocka_unit_test(refuses_ops_that_break_off),
      cmocka_unit_test(bounds_counts),
      cmocka_unit_test(goes_on_at_the_next_top_level_op),
      cmocka_unit_test(stops_after_twenty_errors),
      cmocka_unit_test(bounds_nesting),
      cmocka_unit_test(tolerates_odd_bytes),
      cmocka_unit_test(upgrades_legacy_spellings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
