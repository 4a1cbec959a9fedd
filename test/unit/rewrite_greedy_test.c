// The greedy driver: folding, constants, dead code, patterns, limits, control flow.

#include "rewrite/greedy.h"

#include "rewrite/fold.h"
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

// Applies `patterns` and the default options to `before`, which must become `after`.
static void check(fixture_t *fixture, const tern_pattern_t *patterns, size_t count, const char *before,
                  const char *after) {
  tern_op_t *module = toy_parse(fixture->context, before);
  bool is_changed;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  assert_true(tern_apply_patterns_greedily(module, patterns, count, NULL, &options, &is_changed));
  assert_int_equal(is_changed, strcmp(before, after) != 0);
  toy_expect(module, after);
  tern_op_destroy(module);
}

static void folds_through_chains(void **state) {
  check(*state, NULL, 0,
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %a = \"toy.constant\"() <{value = 1 : i32}> : () -> i32\n"
        "  %b = \"toy.constant\"() <{value = 2 : i32}> : () -> i32\n"
        "  %c = \"toy.add\"(%a, %b) : (i32, i32) -> i32\n"
        "  %d = \"toy.add\"(%c, %b) : (i32, i32) -> i32\n"
        "  \"toy.return\"(%d) : (i32) -> ()\n"
        "}) : () -> ()\n",
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %d = \"toy.constant\"() <{value = 5 : i32}> : () -> i32\n"
        "  \"toy.return\"(%d) : (i32) -> ()\n"
        "}) : () -> ()\n");
}

static void unifies_constants_in_the_isolated_region(void **state) {
  check(*state, NULL, 0,
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  \"test.use\"() ({\n"
        "    %a = \"toy.constant\"() <{value = 1 : i32}> : () -> i32\n"
        "    \"toy.yield\"(%a) : (i32) -> ()\n"
        "  }) : () -> ()\n"
        "  \"toy.return\"() : () -> ()\n"
        "}) : () -> ()\n",
        // An unregistered op may be isolated: its constants stay.
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  \"test.use\"() ({\n"
        "    %a = \"toy.constant\"() <{value = 1 : i32}> : () -> i32\n"
        "    \"toy.yield\"(%a) : (i32) -> ()\n"
        "  }) : () -> ()\n"
        "  \"toy.return\"() : () -> ()\n"
        "}) : () -> ()\n");
  check(*state, NULL, 0,
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %b = \"toy.constant\"() <{value = 1 : i32}> : () -> i32\n"
        "  \"test.use\"(%b) : (i32) -> ()\n"
        "  %r = \"toy.loop\"() ({\n"
        "    %a = \"toy.constant\"() <{value = 1 : i32}> : () -> i32\n"
        "    \"test.use\"(%a) : (i32) -> ()\n"
        "    \"toy.yield\"(%a) : (i32) -> ()\n"
        "  }) : () -> i32\n"
        "  \"toy.return\"() : () -> ()\n"
        "}) : () -> ()\n",
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %b = \"toy.constant\"() <{value = 1 : i32}> : () -> i32\n"
        "  \"test.use\"(%b) : (i32) -> ()\n"
        "  %r = \"toy.loop\"() ({\n"
        "    \"test.use\"(%b) : (i32) -> ()\n"
        "    \"toy.yield\"(%b) : (i32) -> ()\n"
        "  }) : () -> i32\n"
        "  \"toy.return\"() : () -> ()\n"
        "}) : () -> ()\n");
}

static void folds_by_traits(void **state) {
  check(*state, NULL, 0,
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %c = \"toy.constant\"() <{value = 7 : i32}> : () -> i32\n"
        "  %x = \"toy.read\"() : () -> i32\n"
        "  %a = \"toy.negate\"(%x) : (i32) -> i32\n"
        "  %b = \"toy.negate\"(%a) : (i32) -> i32\n"
        "  %d = \"toy.absolute\"(%b) : (i32) -> i32\n"
        "  %e = \"toy.absolute\"(%d) : (i32) -> i32\n"
        "  %f = \"toy.add\"(%c, %e) : (i32, i32) -> i32\n"
        "  \"toy.return\"(%f) : (i32) -> ()\n"
        "}) : () -> ()\n",
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %c = \"toy.constant\"() <{value = 7 : i32}> : () -> i32\n"
        "  %x = \"toy.read\"() : () -> i32\n"
        "  %d = \"toy.absolute\"(%x) : (i32) -> i32\n"
        "  %f = \"toy.add\"(%d, %c) : (i32, i32) -> i32\n"
        "  \"toy.return\"(%f) : (i32) -> ()\n"
        "}) : () -> ()\n");
}

static void simplifies_control_flow(void **state) {
  check(*state, NULL, 0,
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %c = \"test.condition\"() : () -> i1\n"
        "  %x = \"toy.read\"() : () -> i32\n"
        "  \"toy.cond_branch\"(%c, %x, %x, %x)[^a, ^b] <{operandSegmentSizes = array<i32: 1, 2, 1>}>"
        " : (i1, i32, i32, i32) -> ()\n"
        "^a(%dead: i32, %live: i32):\n"
        "  \"toy.branch\"(%live)[^b] : (i32) -> ()\n"
        "^b(%y: i32):\n"
        "  \"toy.return\"(%y) : (i32) -> ()\n"
        "^unreachable(%z: i32):\n"
        "  \"toy.branch\"(%z)[^unreachable] : (i32) -> ()\n"
        "}) : () -> ()\n",
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %c = \"test.condition\"() : () -> i1\n"
        "  %x = \"toy.read\"() : () -> i32\n"
        "  \"toy.cond_branch\"(%c, %x, %x)[^a, ^b] <{operandSegmentSizes = array<i32: 1, 1, 1>}>"
        " : (i1, i32, i32) -> ()\n"
        "^a(%live: i32):\n"
        "  \"toy.branch\"(%live)[^b] : (i32) -> ()\n"
        "^b(%y: i32):\n"
        "  \"toy.return\"(%y) : (i32) -> ()\n"
        "}) : () -> ()\n");
}

// An argument that only feeds itself around a loop is dead.
static void erases_arguments_that_feed_themselves(void **state) {
  check(*state, NULL, 0,
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %x = \"toy.read\"() : () -> i32\n"
        "  \"toy.branch\"(%x)[^loop] : (i32) -> ()\n"
        "^loop(%i: i32):\n"
        "  %c = \"test.condition\"() : () -> i1\n"
        "  %next = \"toy.negate\"(%i) : (i32) -> i32\n"
        "  \"toy.cond_branch\"(%c, %next)[^loop, ^end] <{operandSegmentSizes = array<i32: 1, 1, 0>}>"
        " : (i1, i32) -> ()\n"
        "^end:\n"
        "  \"toy.return\"() : () -> ()\n"
        "}) : () -> ()\n",
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  \"toy.branch\"()[^loop] : () -> ()\n"
        "^loop:\n"
        "  %c = \"test.condition\"() : () -> i1\n"
        "  \"toy.cond_branch\"(%c)[^loop, ^end] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()\n"
        "^end:\n"
        "  \"toy.return\"() : () -> ()\n"
        "}) : () -> ()\n");
}

// --- patterns ---

// negate(x) -> absolute(x), made by hand to see that what is made is visited again.
static bool turn_negate_into_absolute(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_rewriter_replace_with(rewriter, op, TOY(ABSOLUTE),
                             &(tern_build_args_t){.operands = TERN_VALUES(tern_op_operand(op, 0))});
  return true;
}

static bool never(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)op;
  (void)rewriter;
  ++*(int *)user;
  return false;
}

static bool touch(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  int64_t count = tern_op_attr(op, "count") ? tern_integer_attr_value(tern_op_attr(op, "count")) : 0;
  tern_op_set_attr(op, "count", tern_integer_attr_get(tern_i_type_get(rewriter->builder.context, 64), count + 1));
  tern_rewriter_modified(rewriter, op);
  return true;
}

static void applies_patterns_until_nothing_changes(void **state) {
  const tern_pattern_t patterns[] = {{"turn", TOY(NEGATE), 1, turn_negate_into_absolute}};
  check(*state, patterns, 1,
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %x = \"toy.read\"() : () -> i32\n"
        "  %a = \"toy.absolute\"(%x) : (i32) -> i32\n"
        "  %b = \"toy.negate\"(%a) : (i32) -> i32\n"
        "  \"toy.return\"(%b) : (i32) -> ()\n"
        "}) : () -> ()\n",
        "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
        "  %x = \"toy.read\"() : () -> i32\n"
        "  %a = \"toy.absolute\"(%x) : (i32) -> i32\n"
        "  \"toy.return\"(%a) : (i32) -> ()\n"
        "}) : () -> ()\n");
}

static void tries_higher_benefit_first(void **state) {
  fixture_t *fixture = *state;
  int tries = 0;
  const tern_pattern_t patterns[] = {
      {"any", NULL, 5, never}, {"low", TOY(NEGATE), 1, never}, {"turn", TOY(NEGATE), 3, turn_negate_into_absolute}};
  tern_op_t *module = toy_parse(fixture->context,
                                "\"toy.func\"() <{sym_name = \"f\"}> ({\n"
                                "  %x = \"toy.read\"() : () -> i32\n"
                                "  %b = \"toy.negate\"(%x) : (i32) -> i32\n"
                                "  \"toy.return\"(%b) : (i32) -> ()\n"
                                "}) : () -> ()\n");
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.max_rewrites = 1;
  options.max_iterations = 1;
  tern_op_t *function = tern_op_body(module, 0)->first_op;
  assert_false(tern_apply_patterns_greedily(function, patterns, 3, &tries, &options, NULL));
  // read and negate were visited once: `any` looked at both, `low` at none.
  assert_int_equal(tries, 2);
  tern_op_destroy(module);
}

static void stops_at_the_limits(void **state) {
  fixture_t *fixture = *state;
  const tern_pattern_t patterns[] = {{"touch", TOY(READ), 1, touch}};
  tern_op_t *module = toy_parse(fixture->context, "%x = \"toy.read\"() : () -> i32 \"test.use\"(%x) : (i32) -> ()\n");
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.max_iterations = 3;
  options.max_rewrites = 4;
  bool is_changed;
  assert_false(tern_apply_patterns_greedily(module, patterns, 1, NULL, &options, &is_changed));
  assert_true(is_changed);
  tern_op_t *read = tern_op_body(module, 0)->first_op;
  assert_int_equal(tern_integer_attr_value(tern_op_attr(read, "count")), 12);
  tern_op_destroy(module);
}

static void leaves_disabled_patterns_out(void **state) {
  fixture_t *fixture = *state;
  const tern_pattern_t patterns[] = {{"turn", TOY(NEGATE), 1, turn_negate_into_absolute}};
  const tern_str_t label = TERN_STR("turn"), other = TERN_STR("other");
  const char *text =
      "%x = \"toy.read\"() : () -> i32 %y = \"toy.negate\"(%x) : (i32) -> i32 "
      "\"test.use\"(%y) : (i32) -> ()\n";
  for (int i = 0; i < 2; ++i) {
    tern_op_t *module = toy_parse(fixture->context, text);
    tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
    if (i == 0) options.disabled = (tern_pattern_labels_t){&label, 1};
    if (i == 1) options.enabled = (tern_pattern_labels_t){&other, 1};
    assert_true(tern_apply_patterns_greedily(module, patterns, 1, NULL, &options, NULL));
    toy_expect(module, text);
    tern_op_destroy(module);
  }
}

static void builds_with_inferred_types(void **state) {
  fixture_t *fixture = *state;
  tern_op_t *module = toy_parse(fixture->context, "%x = \"toy.read\"() : () -> i32 \"test.use\"(%x) : (i32) -> ()\n");
  tern_op_t *read = tern_op_body(module, 0)->first_op;
  tern_builder_t builder = tern_builder_after(read);
  tern_value_t *x = tern_op_result(read, 0);
  tern_value_t *sum = tern_build_value(&builder, TOY(ADD), .operands = TERN_VALUES(x, x));
  assert_ptr_equal(sum->type, x->type);
  tern_build(&builder, TOY(LOOP), .operands = TERN_VALUES(sum));
  assert_ptr_equal(read->next, tern_value_defining_op(sum));
  assert_int_equal(read->next->next->region_count, 1);
  assert_int_equal(read->next->next->result_count, 0);
  tern_op_destroy(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(folds_through_chains, set_up, tear_down),
      cmocka_unit_test_setup_teardown(unifies_constants_in_the_isolated_region, set_up, tear_down),
      cmocka_unit_test_setup_teardown(folds_by_traits, set_up, tear_down),
      cmocka_unit_test_setup_teardown(simplifies_control_flow, set_up, tear_down),
      cmocka_unit_test_setup_teardown(erases_arguments_that_feed_themselves, set_up, tear_down),
      cmocka_unit_test_setup_teardown(applies_patterns_until_nothing_changes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(tries_higher_benefit_first, set_up, tear_down),
      cmocka_unit_test_setup_teardown(stops_at_the_limits, set_up, tear_down),
      cmocka_unit_test_setup_teardown(leaves_disabled_patterns_out, set_up, tear_down),
      cmocka_unit_test_setup_teardown(builds_with_inferred_types, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
