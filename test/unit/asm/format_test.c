// The assembly-format engine: a tiny dialect whose ops use each element of the format language, parsed and printed back.

#include "asm/format/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "asm/format/function.h"
#include "ir/context.h"

#include <cmocka.h>

static bool infer_from_value(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  (void)context;
  for (size_t i = 0; i < state->attrs.count; ++i) {
    const tern_named_attr_t *entry = &state->attrs.values[i];
    if (strcmp(entry->name, "value") == 0) out_types[0] = tern_attr_type(entry->attr);
  }
  return true;
}

// --- a custom directive: `<` operand `>` ---

static bool parse_angled(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  (void)arg_count;
  tern_unresolved_operand_t operand;
  if (!tern_parse_token(parser, "<") || !tern_parse_operand(parser, &operand)) return false;
  tern_operand_list_push(parser, &args[0].operands, operand);
  return tern_parse_token(parser, ">");
}
static void print_angled(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                         size_t arg_count) {
  (void)arg_count;
  tern_printer_text(printer, "<");
  tern_printer_operands(printer, op, args[0].start, args[0].count);
  tern_printer_text(printer, ">");
}
static const tern_custom_directive_t tiny_customs[] = {{"Angled", parse_angled, print_angled}};

// --- the dialect ---

#define SAME TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE
#define SEGMENTS TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS
static const tern_op_row_t tiny_ops[] = {
    {.name = "tiny.add",
     .operands = "lhs: AnyType, rhs: AnyType",
     .results = "result: AnyType",
     .traits = SAME,
     .attrs = "flags: Default<Enum<tiny.flag>, none>",
     .format = "$lhs `,` $rhs (`flags` `` $flags^)? attr-dict `:` type($result)"},
    {.name = "tiny.compare",
     .operands = "lhs: AnyType, rhs: AnyType",
     .results = "result: AnyType",
     .attrs = "predicate: Enum<tiny.order>",
     .types = "rhs = same(lhs), result = i1_like(lhs)",
     .format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"},
    {.name = "tiny.constant",
     .attrs = "value: TypedAttrInterface",
     .results = "result: AnyType",
     .infer = infer_from_value,
     .format = "$value attr-dict"},
    {.name = "tiny.select",
     .operands = "condition: I1, values: Variadic<AnyType>",
     .results = "result: AnyType",
     .format = "$condition `?` ` ` `[` $values `:` type($values) `]` `->` type($result) attr-dict"},
    {.name = "tiny.optional",
     .operands = "source: I32, mask: Optional<I1>, rest: Variadic<I32>",
     .attrs = "note: Optional<StrAttr>, fast: UnitAttr, depth: Default<I64Attr, 4>, where: Optional<DenseI64ArrayAttr>",
     .traits = SEGMENTS,
     .format = "$source (`mask` $mask^)? (`(` $rest^ `)`) : (`none`)? (`fast` $fast^)? (`depth` `=` $depth^)? "
               "(`note` $note^)? (`at` $where^)? attr-dict"},
    {.name = "tiny.symbol",
     .attrs = "sym_name: SymbolNameAttr, callee: FlatSymbolRefAttr, type: TypeAttr",
     .format = "$sym_name `calls` $callee `as` $type attr-dict"},
    {.name = "tiny.list",
     .operands = "sizes: Variadic<Index>, label: Variadic<I32>",
     .traits = SEGMENTS,
     .attrs = "a: Optional<I32Attr>, b: Optional<I32Attr>, u: UnitAttr",
     .format = "oilist(`a` `(` $a `)` | `b` $b | `u` $u | `sizes` `(` $sizes `)`) $label attr-dict"},
    {.name = "tiny.region",
     .regions = "body: AnyRegion, other: AnyRegion",
     .implicit_terminator = "tiny.end",
     .traits = TERN_TRAIT_SINGLE_BLOCK,
     .format = "attr-dict-with-keyword $body (`else` $other^)?"},
    {.name = "tiny.end", .traits = TERN_TRAIT_TERMINATOR, .format = "attr-dict"},
    {.name = "tiny.call",
     .operands = "args: Variadic<AnyType>",
     .results = "outs: Variadic<AnyType>",
     .format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"},
    {.name = "tiny.branch",
     .successors = "target: AnySuccessor",
     .traits = TERN_TRAIT_TERMINATOR,
     .format = "$target attr-dict"},
    {.name = "tiny.angled", .operands = "source: I32", .format = "custom<Angled>($source) attr-dict"},
    {.name = "tiny.index",
     .operands = "sizes: Variadic<Index>",
     .attrs = "static_sizes: DenseI64ArrayAttr",
     .format = "custom<DynamicIndexList>($sizes, $static_sizes) attr-dict"},
    {.name = "tiny.properties",
     .attrs = "a: Optional<I64Attr>, b: Optional<I64Attr>",
     .format = "$a prop-dict attr-dict"},
    {.name = "tiny.nested",
     .operands = "groups: VariadicOfVariadic<I32, group_sizes>",
     .attrs = "group_sizes: DenseI32ArrayAttr",
     .format = "$groups attr-dict `:` type($groups)"},
    {.name = "tiny.func",
     .regions = "body: AnyRegion",
     .default_dialect = "tiny",
     .attrs = "sym_name: SymbolNameAttr, function_type: TypeAttr, sym_visibility: Optional<StrAttr>, "
              "arg_attrs: Optional<DictArrayAttr>, res_attrs: Optional<DictArrayAttr>",
     .traits = TERN_TRAIT_ISOLATED_FROM_ABOVE | TERN_TRAIT_FUNCTION_LIKE,
     .parse = tern_function_parse,
     .print = tern_function_print},
};
static const tern_enum_case_t flag_cases[] = {{"none", 0}, {"nsw", 1}, {"nuw", 2}};
static const tern_enum_case_t order_cases[] = {{"eq", 0}, {"slt", 2}};
static const tern_enum_row_t tiny_enums[] = {
    {.name = "tiny.flag",
     .attr_name = "tiny.flag",
     .storage_width = 32,
     .is_bit_enum = true,
     .bit_separator = ", ",
     .cases = flag_cases,
     .case_count = 3},
    {.name = "tiny.order", .storage_width = 64, .cases = order_cases, .case_count = 2},
};
static const tern_dialect_t tiny_dialect = {.name = "tiny",
                                            .ops = tiny_ops,
                                            .op_count = sizeof tiny_ops / sizeof tiny_ops[0],
                                            .enums = tiny_enums,
                                            .enum_count = 2,
                                            .custom_directives = tiny_customs,
                                            .custom_directive_count = 1};

static void keep_message(const tern_diagnostic_t *diagnostic, void *user) {
  char *last = user;
  if (diagnostic->severity == TERN_ERROR) snprintf(last, 256, "%s", diagnostic->message);
}

static char last_message[256];

static int set_up(void **state) {
  tern_context_t *context = tern_context_create();
  tern_context_allow_unregistered(context, true);
  tern_context_register_dialect(context, &tiny_dialect);
  tern_diagnostics_set_handler(context, keep_message, last_message);
  last_message[0] = '\0';
  *state = context;
  return 0;
}
static int tear_down(void **state) {
  tern_context_destroy(*state);
  return 0;
}

// Definitions that the cases use; numbered so that printing keeps the names.
static const char preamble[] =
    "%0 = \"t.v\"() : () -> i32\n"
    "%1 = \"t.v\"() : () -> i1\n"
    "%2 = \"t.v\"() : () -> index\n"
    "%3 = \"t.v\"() : () -> tensor<4xf32>\n";

static void print_module(tern_op_t *module, bool generic, tern_string_builder_t *out) {
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.generic = generic;
  options.local_scope = true;
  tern_op_t *last = module->regions[0].first_block->last_op;
  tern_print_op(last, &options, out);
}

// Parses the preamble and `text`, and expects the last op to print as `text`, and as `generic` if that is given.
static void assert_round_trip(tern_context_t *context, const char *text, const char *generic) {
  tern_string_builder_t source = {0}, printed = {0};
  tern_string_builder_append_cstr(&source, preamble);
  tern_string_builder_append_cstr(&source, text);
  tern_op_t *module = tern_parse_module(context, TERN_STR("test"), tern_string_builder_view(&source));
  if (!module) fail_msg("%s\ndoes not parse: %s", text, last_message);
  print_module(module, false, &printed);
  assert_string_equal(printed.data, text);
  if (generic) {
    printed.size = 0;
    print_module(module, true, &printed);
    assert_string_equal(printed.data, generic);
  }
  tern_op_destroy(module);
  tern_string_builder_deinitialize(&source);
  tern_string_builder_deinitialize(&printed);
}

static void assert_refused(tern_context_t *context, const char *text, const char *message) {
  tern_string_builder_t source = {0};
  tern_string_builder_append_cstr(&source, preamble);
  tern_string_builder_append_cstr(&source, text);
  assert_null(tern_parse_module(context, TERN_STR("test"), tern_string_builder_view(&source)));
  if (!strstr(last_message, message)) fail_msg("'%s' does not contain '%s'", last_message, message);
  tern_string_builder_deinitialize(&source);
}

// --- cases ---

static void infers_by_traits_and_rules(void **state) {
  assert_round_trip(*state, "%4 = tiny.add %0, %0 : i32\n",
                    "%4 = \"tiny.add\"(%0, %0) <{flags = #tiny.flag<none>}> : (i32, i32) -> i32\n");
  assert_round_trip(*state, "%4 = tiny.add %0, %0 flags<nsw, nuw> {x} : i32\n", NULL);
  assert_round_trip(*state, "%4 = tiny.compare slt, %3, %3 : tensor<4xf32>\n",
                    "%4 = \"tiny.compare\"(%3, %3) <{predicate = 2 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> "
                    "tensor<4xi1>\n");
  assert_round_trip(*state, "%4 = tiny.constant 3 : i8\n", "%4 = \"tiny.constant\"() <{value = 3 : i8}> : () -> i8\n");
}

static void spaces_punctuation_as_upstream(void **state) {
  assert_round_trip(*state, "%4 = tiny.select %1 ? [%0, %2 : i32, index] -> i32\n", NULL);
  assert_round_trip(*state, "%4:2 = tiny.call(%0, %1) : (i32, i1) -> (i1, i32)\n", NULL);
  assert_round_trip(*state, "tiny.call() : () -> ()\n", NULL);
}

static void groups_follow_their_anchors(void **state) {
  assert_round_trip(*state, "tiny.optional %0 none\n",
                    "\"tiny.optional\"(%0) <{depth = 4 : i64, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> "
                    "()\n");
  assert_round_trip(*state, "tiny.optional %0 mask %1(%0, %0) fast depth = 5 note \"n\" at [1, -2]\n",
                    "\"tiny.optional\"(%0, %1, %0, %0) <{depth = 5 : i64, fast, note = \"n\", operandSegmentSizes = "
                    "array<i32: 1, 1, 2>, where = array<i64: 1, -2>}> : (i32, i1, i32, i32) -> ()\n");
}

static void prints_symbols_and_types(void **state) {
  assert_round_trip(*state, "tiny.symbol @\"a b\" calls @c as (i32) -> i1\n", NULL);
}

static void lists_come_in_any_order(void **state) {
  assert_round_trip(*state, "tiny.list a(3) b 4 u sizes(%2, %2) %0, %0\n", NULL);
  tern_context_t *context = *state;
  assert_refused(context, "tiny.list a(3) a(4)\n", "`a` clause can appear at most once");
}

static void completes_regions(void **state) {
  assert_round_trip(*state, "tiny.region {\n}\n",
                    "\"tiny.region\"() ({\n"
                    "  \"tiny.end\"() : () -> ()\n"
                    "}, {\n"
                    "}) : () -> ()\n");
  assert_round_trip(*state,
                    "tiny.region attributes {a} {\n"
                    "  \"t.use\"(%0) : (i32) -> ()\n"
                    "} else {\n"
                    "  tiny.end {b}\n"
                    "}\n",
                    NULL);
}

static void runs_custom_directives(void **state) {
  assert_round_trip(*state, "tiny.angled <%0>\n", NULL);
  assert_round_trip(*state, "tiny.index [%2, 4, %2]\n",
                    "\"tiny.index\"(%2, %2) <{static_sizes = array<i64: -9223372036854775808, 4, "
                    "-9223372036854775808>}> : (index, index) -> ()\n");
  assert_round_trip(*state, "tiny.index []\n", NULL);
  assert_round_trip(*state, "tiny.properties 1 <{b = 2 : i64}> {c = 3 : i64}\n", NULL);
  assert_round_trip(*state, "tiny.nested (%0, %0), (), (%0) : (i32, i32), (), (i32)\n", NULL);
}

static void functions_have_their_syntax(void **state) {
  assert_round_trip(*state,
                    "tiny.func private @f(%arg0: i32 {x.a = 1 : i32}, %arg1: i1) -> (i32 {x.b}, i1) attributes {c} {\n"
                    "  branch ^bb1\n"
                    "^bb1:  // pred: ^bb0\n"
                    "  end\n"
                    "}\n",
                    NULL);
  assert_round_trip(*state, "tiny.func @g(i32, i1 {x.a}) -> i32\n", NULL);
}

static void refuses_what_is_wrong(void **state) {
  assert_refused(*state, "tiny.call(%0) : () -> ()\n",
                 "custom op 'tiny.call' number of operands and types do not match: got 1 operands and 0 types");
  assert_refused(*state, "%4 = tiny.call() : i32\n", "expected a function type");
  assert_refused(*state, "tiny.index [x]\n", "expected SSA value or integer");
  assert_refused(*state, "tiny.func @g(i32, %a: i32)\n", "expected type instead of SSA identifier");
  assert_refused(*state, "tiny.func @g() {}\n", "expected non-empty function body");
  assert_refused(*state, "%4 = tiny.constant unit\n", "failed to satisfy constraint");
}

static void refuses_wrong_formats(void **state) {
  static const struct {
    const char *format, *message;
  } cases[] = {
      {"$x attr-dict", "type of operand 'x'"},      {"type($x) attr-dict", "operand 'x' not found"},
      {"$x `:` type($x)", "'attr-dict' directive"}, {"$x $x attr-dict", "already bound"},
      {"$y attr-dict", "'y' is no operand"},        {"custom<Nope>($x) attr-dict", "not registered"},
      {"(`a` $x)? attr-dict", "has no anchor"},     {"frob attr-dict", "unknown directive 'frob'"},
      {"$x `: attr-dict", "unterminated"},          {"($x^ `a` attr-dict", "expected ')'"},
  };
  tern_context_t *context = *state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    const tern_op_row_t row = {.name = "tiny.wrong", .operands = "x: AnyType", .format = cases[i].format};
    tern_op_def_t def = {0};
    const char *message = NULL;
    assert_true(tern_op_def_compile(context, &tiny_dialect, &row, &def, &message));
    assert_null(tern_format_get(context, &def, &message));
    if (!message || !strstr(message, cases[i].message)) fail_msg("%s: %s", cases[i].format, message);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(infers_by_traits_and_rules, set_up, tear_down),
      cmocka_unit_test_setup_teardown(spaces_punctuation_as_upstream, set_up, tear_down),
      cmocka_unit_test_setup_teardown(groups_follow_their_anchors, set_up, tear_down),
      cmocka_unit_test_setup_teardown(prints_symbols_and_types, set_up, tear_down),
      cmocka_unit_test_setup_teardown(lists_come_in_any_order, set_up, tear_down),
      cmocka_unit_test_setup_teardown(completes_regions, set_up, tear_down),
      cmocka_unit_test_setup_teardown(runs_custom_directives, set_up, tear_down),
      cmocka_unit_test_setup_teardown(functions_have_their_syntax, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_what_is_wrong, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_wrong_formats, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
