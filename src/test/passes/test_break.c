// Passes that go wrong on purpose, to see that the tools notice: one miscompiles, one fails, one crashes.

#include "dialect/arith/arith.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// --- miscompiling ---

// a + b becomes a - b where `b` is no constant: wrong, and nothing but running it shows it.
static tern_walk_result_t break_op(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_ARITH(ADDI))) return TERN_WALK_ADVANCE;
  tern_value_t *a = tern_op_operand(op, 0), *b = tern_op_operand(op, 1);
  const tern_op_t *giver = tern_value_defining_op(b);
  if (giver && tern_op_is(giver, TERN_ARITH(CONSTANT))) return TERN_WALK_ADVANCE;
  tern_builder_t builder = tern_builder_before(op);
  tern_value_replace_all_uses(tern_op_result(op, 0),
                              tern_build_value(&builder, TERN_ARITH(SUBI), .operands = TERN_VALUES(a, b)));
  tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static bool break_arith(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_post(op, break_op, NULL);
  return true;
}

const tern_pass_def_t tern_test_break_arith_pass = {
    .flag = "test-break-arith",
    .name = "TestBreakArith",
    .summary = "Subtract where arith.addi adds, so that checks of passes have something to find",
    .run = break_arith,
};

// --- failing and crashing ---

static const tern_option_def_t options[] = {
    {"op", TERN_OPTION_STRING, "arith.divsi", "Name of the op that the pass does not bear", NULL},
};

typedef struct search {
  tern_str_t name;
  const tern_op_t *found;
} search_t;

static tern_walk_result_t find_op(tern_op_t *op, void *user) {
  search_t *search = user;
  if (!tern_str_equal(tern_op_name(op), search->name)) return TERN_WALK_ADVANCE;
  search->found = op;
  return TERN_WALK_INTERRUPT;
}

static const tern_op_t *find_named(tern_op_t *root, const tern_pass_t *pass) {
  search_t search = {tern_pass_string(pass, "op"), NULL};
  tern_op_walk_pre(root, find_op, &search);
  return search.found;
}

static bool fail_on_op(tern_op_t *op, tern_pass_t *pass) {
  const tern_op_t *found = find_named(op, pass);
  return !found || tern_op_error(found, "is what this pass fails on");
}

static bool crash_on_op(tern_op_t *op, tern_pass_t *pass) {
  if (find_named(op, pass)) __builtin_trap();
  return true;
}

const tern_pass_def_t tern_test_fail_on_op_pass = {
    .flag = "test-fail-on-op",
    .name = "TestFailOnOp",
    .summary = "Fail if there is an op of some name",
    .options = options,
    .option_count = 1,
    .run = fail_on_op,
};

const tern_pass_def_t tern_test_crash_on_op_pass = {
    .flag = "test-crash-on-op",
    .name = "TestCrashOnOp",
    .summary = "Crash if there is an op of some name",
    .options = options,
    .option_count = 1,
    .run = crash_on_op,
};
