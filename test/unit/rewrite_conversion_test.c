// Dialect conversion: legality, types and casts, signatures, what patterns make, rollback.

#include "rewrite/conversion.h"

#include "toy_dialect.h"

typedef struct fixture {
  tern_string_builder_t messages;
  tern_context_t *context;
} fixture_t;

static int set_up(void **state) {
  fixture_t *fixture = calloc(1, sizeof(*fixture));
  fixture->context = toy_context_create(&fixture->messages);
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  fixture_t *fixture = *state;
  tern_context_destroy(fixture->context);
  tern_string_builder_deinitialize(&fixture->messages);
  free(fixture);
  return 0;
}

// --- types: i32 becomes i64, tuples are taken apart, f32 cannot be converted, others stay ---

static int keep_type(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  out_types[(*out_count)++] = type;
  return 1;
}

static int widen_type(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  if (type->kind == TERN_TYPE_F32) return -1;
  if (!tern_type_is_i(type, 32)) return 0;
  out_types[(*out_count)++] = tern_i_type_get(type->context, 64);
  return 1;
}

static int split_type(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  if (type->kind != TERN_TYPE_TUPLE) return 0;
  tern_types_t elements = tern_tuple_type_elements(type);
  for (size_t i = 0; i < elements.count; ++i) out_types[(*out_count)++] = elements.values[i];
  return 1;
}

static const tern_type_rule_fn_t rules[] = {keep_type, widen_type, split_type};
static const tern_type_converter_t converter = {.rules = rules, .rule_count = 3};

static bool has_legal_types(const tern_op_t *op, void *user) {
  (void)user;
  return tern_op_types_are_legal(&converter, op);
}

static bool has_legal_signature(const tern_op_t *op, void *user) {
  (void)user;
  tern_region_for_each_block(&op->regions[0], block) {
    for (size_t i = 0; i < block->arg_count; ++i) {
      if (!tern_type_is_legal(&converter, block->args[i]->type)) return false;
    }
  }
  return true;
}

// --- patterns ---

// Makes the same op on converted types.
static bool convert_types(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!op->def->row || op->region_count) return false;
  const tern_type_t *types[4];
  size_t count = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    types[count] = tern_convert_type(conversion->converter, tern_op_result(op, i)->type);
    if (!types[count++]) return false;
  }
  tern_op_t *other = tern_build(&conversion->rewriter.builder, op->def->row, .operands = operands,
                                .types = {types, count}, .dictionary = tern_op_attr_dictionary(op));
  tern_value_t *values[4];
  for (size_t i = 0; i < count; ++i) values[i] = tern_op_result(other, i);
  tern_conversion_replace(conversion, op, (tern_values_t){values, count});
  return true;
}

static bool convert_signature(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  if (!tern_conversion_convert_region_types(conversion, &op->regions[0])) return false;
  tern_rewriter_modified(&conversion->rewriter, op);
  return true;
}

// negate(x) -> absolute(absolute(x)), whose ops are illegal again in some tests.
static bool expand_negate(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *builder = &conversion->rewriter.builder;
  tern_value_t *inner = tern_build_value(builder, TOY(ABSOLUTE), .operands = operands);
  tern_value_t *outer = tern_build_value(builder, TOY(ABSOLUTE), .operands = TERN_VALUES(inner));
  tern_conversion_replace(conversion, op, TERN_VALUES(outer));
  return true;
}

static bool absolute_to_add(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_value_t *sum = tern_build_value(&conversion->rewriter.builder, TOY(ADD),
                                       .operands = TERN_VALUES(operands.values[0], operands.values[0]));
  tern_conversion_replace(conversion, op, TERN_VALUES(sum));
  return true;
}

static bool absolute_to_absolute(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_value_t *again = tern_build_value(&conversion->rewriter.builder, TOY(ABSOLUTE), .operands = operands,
                                         .attrs = TERN_ATTRS({"again", tern_unit_attr_get(tern_op_context(op))}));
  tern_conversion_replace(conversion, op, TERN_VALUES(again));
  return true;
}

#define FUNC(body) "\"toy.func\"() <{sym_name = \"f\"}> ({\n" body "}) : () -> ()\n"

static bool convert(fixture_t *fixture, tern_op_t *module, const tern_conversion_target_t *target,
                    const tern_conversion_pattern_t *patterns, size_t count, bool is_full) {
  (void)fixture;
  return is_full ? tern_apply_full_conversion(module, target, patterns, count, &converter, NULL)
                 : tern_apply_partial_conversion(module, target, patterns, count, &converter, NULL);
}

static void converts_types_across_ops(void **state) {
  fixture_t *fixture = *state;
  const tern_legality_entry_t entries[] = {
      {.dialect = "toy", .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
      {.row = TOY(FUNC), .legality = TERN_LEGAL}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 2};
  const tern_conversion_pattern_t patterns[] = {{"types", NULL, 1, convert_types}};
  tern_op_t *module = toy_parse(fixture->context, FUNC("  %x = \"toy.read\"() : () -> i32\n"
                                                       "  %y = \"toy.negate\"(%x) : (i32) -> i32\n"
                                                       "  %z = \"toy.add\"(%y, %x) : (i32, i32) -> i32\n"
                                                       "  \"toy.return\"(%z) : (i32) -> ()\n"));
  assert_true(convert(fixture, module, &target, patterns, 1, false));
  toy_expect(module, FUNC("  %x = \"toy.read\"() : () -> i64\n"
                          "  %y = \"toy.negate\"(%x) : (i64) -> i64\n"
                          "  %z = \"toy.add\"(%y, %x) : (i64, i64) -> i64\n"
                          "  \"toy.return\"(%z) : (i64) -> ()\n"));
  tern_op_destroy(module);
}

static void leaves_casts_for_unconverted_users(void **state) {
  fixture_t *fixture = *state;
  const tern_legality_entry_t entries[] = {
      {.row = TOY(READ), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 1};
  const tern_conversion_pattern_t patterns[] = {{"types", TOY(READ), 1, convert_types}};
  tern_op_t *module = toy_parse(fixture->context, FUNC("  %x = \"toy.read\"() : () -> i32\n"
                                                       "  \"toy.return\"(%x) : (i32) -> ()\n"));
  assert_true(convert(fixture, module, &target, patterns, 1, false));
  toy_expect(module, FUNC("  %x = \"toy.read\"() : () -> i64\n"
                          "  %y = \"builtin.unrealized_conversion_cast\"(%x) : (i64) -> i32\n"
                          "  \"toy.return\"(%y) : (i32) -> ()\n"));
  tern_op_destroy(module);
}

static tern_value_t *materialize(tern_builder_t *builder, const tern_type_t *type, tern_values_t inputs, void *user) {
  (void)user;
  return tern_build_value(builder, TOY(READ), .types = TERN_TYPES(type), .operands = {inputs.values, 0});
}

static void asks_the_materialiser_for_what_is_left(void **state) {
  fixture_t *fixture = *state;
  const tern_legality_entry_t entries[] = {
      {.row = TOY(NEGATE), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 1};
  const tern_conversion_pattern_t patterns[] = {{"types", TOY(NEGATE), 1, convert_types}};
  const tern_type_converter_t with_hook = {.rules = rules, .rule_count = 3, .materialize_source = materialize};
  tern_op_t *module = toy_parse(fixture->context, FUNC("  %x = \"test.value\"() : () -> i32\n"
                                                       "  %y = \"toy.negate\"(%x) : (i32) -> i32\n"
                                                       "  \"toy.return\"(%y) : (i32) -> ()\n"));
  assert_true(tern_apply_partial_conversion(module, &target, patterns, 1, &with_hook, NULL));
  toy_expect(module, FUNC("  %x = \"test.value\"() : () -> i32\n"
                          "  %w = \"builtin.unrealized_conversion_cast\"(%x) : (i32) -> i64\n"
                          "  %y = \"toy.negate\"(%w) : (i64) -> i64\n"
                          "  %z = \"toy.read\"() : () -> i32\n"
                          "  \"toy.return\"(%z) : (i32) -> ()\n"));
  tern_op_destroy(module);
}

static void converts_signatures_and_branches(void **state) {
  fixture_t *fixture = *state;
  const tern_legality_entry_t entries[] = {
      {.dialect = "toy", .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
      {.row = TOY(FUNC), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_signature}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 2};
  const tern_conversion_pattern_t patterns[] = {{"types", NULL, 1, convert_types},
                                                {"signature", TOY(FUNC), 2, convert_signature}};
  tern_op_t *module = toy_parse(fixture->context, FUNC("^entry(%x: i32, %t: tuple<i1, i8>, %e: tuple<>):\n"
                                                       "  \"toy.branch\"(%x, %t)[^next] : (i32, tuple<i1, i8>) -> ()\n"
                                                       "^next(%y: i32, %u: tuple<i1, i8>):\n"
                                                       "  \"test.use\"(%u) : (tuple<i1, i8>) -> ()\n"
                                                       "  \"toy.return\"(%y) : (i32) -> ()\n"));
  assert_true(convert(fixture, module, &target, patterns, 2, false));
  toy_expect(module, FUNC("^entry(%x: i64, %t0: i1, %t1: i8):\n"
                          "  \"toy.branch\"(%x, %t0, %t1)[^next] : (i64, i1, i8) -> ()\n"
                          "^next(%y: i64, %u0: i1, %u1: i8):\n"
                          "  %u = \"builtin.unrealized_conversion_cast\"(%u0, %u1) : (i1, i8) -> tuple<i1, i8>\n"
                          "  \"test.use\"(%u) : (tuple<i1, i8>) -> ()\n"
                          "  \"toy.return\"(%y) : (i64) -> ()\n"));
  tern_op_destroy(module);
}

static void legalizes_what_patterns_make(void **state) {
  fixture_t *fixture = *state;
  const tern_legality_entry_t entries[] = {{.row = TOY(NEGATE), .legality = TERN_ILLEGAL},
                                           {.row = TOY(ABSOLUTE), .legality = TERN_ILLEGAL},
                                           {.dialect = "toy", .legality = TERN_LEGAL}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 3};
  const tern_conversion_pattern_t patterns[] = {{"expand", TOY(NEGATE), 1, expand_negate},
                                                {"add", TOY(ABSOLUTE), 1, absolute_to_add}};
  tern_op_t *module = toy_parse(fixture->context, FUNC("  %x = \"toy.read\"() : () -> i8\n"
                                                       "  %y = \"toy.negate\"(%x) : (i8) -> i8\n"
                                                       "  \"toy.return\"(%y) : (i8) -> ()\n"));
  assert_true(convert(fixture, module, &target, patterns, 2, true));
  toy_expect(module, FUNC("  %x = \"toy.read\"() : () -> i8\n"
                          "  %a = \"toy.add\"(%x, %x) : (i8, i8) -> i8\n"
                          "  %b = \"toy.add\"(%a, %a) : (i8, i8) -> i8\n"
                          "  \"toy.return\"(%b) : (i8) -> ()\n"));
  tern_op_destroy(module);
}

// --- failures: the IR is as it was ---

static void fails(fixture_t *fixture, const char *text, const tern_conversion_target_t *target,
                  const tern_conversion_pattern_t *patterns, size_t count, bool is_full, const char *message) {
  tern_op_t *module = toy_parse(fixture->context, text);
  fixture->messages.size = 0;
  assert_false(convert(fixture, module, target, patterns, count, is_full));
  assert_string_equal(fixture->messages.data, message);
  toy_expect(module, text);
  tern_op_destroy(module);
}

static void restores_the_ir_on_failure(void **state) {
  const tern_legality_entry_t entries[] = {{.row = TOY(NEGATE), .legality = TERN_ILLEGAL},
                                           {.row = TOY(ABSOLUTE), .legality = TERN_ILLEGAL}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 2};
  const tern_conversion_pattern_t patterns[] = {{"add", TOY(ABSOLUTE), 1, absolute_to_add}};
  fails(*state,
        FUNC("  %x = \"toy.read\"() : () -> i8\n"
             "  %y = \"toy.absolute\"(%x) : (i8) -> i8\n"
             "  %z = \"toy.negate\"(%y) : (i8) -> i8\n"
             "  \"toy.branch\"(%z)[^next] : (i8) -> ()\n"
             "^next(%w: i8):\n"
             "  \"toy.return\"(%w) : (i8) -> ()\n"),
        &target, patterns, 1, false, "failed to legalize operation 'toy.negate' that was explicitly marked illegal\n");
}

static void names_ops_that_a_full_conversion_leaves(void **state) {
  const tern_legality_entry_t entries[] = {{.dialect = "toy", .legality = TERN_LEGAL}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 1};
  fails(*state, FUNC("  \"test.unknown\"() : () -> ()\n  \"toy.return\"() : () -> ()\n"), &target, NULL, 0, true,
        "failed to legalize operation 'test.unknown'\n");
}

static void stops_patterns_that_go_round_in_circles(void **state) {
  const tern_legality_entry_t entries[] = {{.row = TOY(ABSOLUTE), .legality = TERN_ILLEGAL}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 1};
  const tern_conversion_pattern_t patterns[] = {{"again", TOY(ABSOLUTE), 1, absolute_to_absolute}};
  fails(*state,
        FUNC("  %x = \"toy.read\"() : () -> i8\n"
             "  %y = \"toy.absolute\"(%x) : (i8) -> i8\n"
             "  \"toy.return\"(%y) : (i8) -> ()\n"),
        &target, patterns, 1, false,
        "failed to legalize operation 'toy.absolute' that was explicitly marked illegal\n");
}

static void refuses_types_that_cannot_be_converted(void **state) {
  const tern_legality_entry_t entries[] = {{.row = TOY(NEGATE), .legality = TERN_ILLEGAL}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 1};
  const tern_conversion_pattern_t patterns[] = {{"types", NULL, 1, convert_types}};
  fails(*state,
        FUNC("  %x = \"toy.read\"() : () -> f32\n"
             "  %y = \"toy.negate\"(%x) : (f32) -> f32\n"
             "  \"toy.return\"(%y) : (f32) -> ()\n"),
        &target, patterns, 1, false, "failed to legalize operation 'toy.negate' that was explicitly marked illegal\n");
}

static void leaves_what_is_inside_recursively_legal_ops(void **state) {
  fixture_t *fixture = *state;
  const tern_legality_entry_t entries[] = {{.row = TOY(LOOP), .legality = TERN_LEGAL, .is_recursively_legal = true},
                                           {.row = TOY(NEGATE), .legality = TERN_ILLEGAL}};
  const tern_conversion_target_t target = {.entries = entries, .entry_count = 2};
  const char *text = FUNC(
      "  %x = \"toy.read\"() : () -> i8\n"
      "  %r = \"toy.loop\"(%x) ({\n"
      "    %y = \"toy.negate\"(%x) : (i8) -> i8\n"
      "    \"toy.yield\"(%y) : (i8) -> ()\n"
      "  }) : (i8) -> i8\n"
      "  \"toy.return\"(%r) : (i8) -> ()\n");
  tern_op_t *module = toy_parse(fixture->context, text);
  assert_true(convert(fixture, module, &target, NULL, 0, false));
  toy_expect(module, text);
  tern_op_destroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(converts_types_across_ops, set_up, tear_down),
      cmocka_unit_test_setup_teardown(leaves_casts_for_unconverted_users, set_up, tear_down),
      cmocka_unit_test_setup_teardown(asks_the_materialiser_for_what_is_left, set_up, tear_down),
      cmocka_unit_test_setup_teardown(converts_signatures_and_branches, set_up, tear_down),
      cmocka_unit_test_setup_teardown(legalizes_what_patterns_make, set_up, tear_down),
      cmocka_unit_test_setup_teardown(restores_the_ir_on_failure, set_up, tear_down),
      cmocka_unit_test_setup_teardown(names_ops_that_a_full_conversion_leaves, set_up, tear_down),
      cmocka_unit_test_setup_teardown(stops_patterns_that_go_round_in_circles, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_types_that_cannot_be_converted, set_up, tear_down),
      cmocka_unit_test_setup_teardown(leaves_what_is_inside_recursively_legal_ops, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
