// --test-greedy-patterns: a few patterns on ops of the test dialect, by which the greedy driver is tested.
//
// Source: upstream's pass of the same name (TestPatterns.cpp). Its patterns for the driver and for enums are here: ops made
// in front of others, changed in place, hoisted out of a region, and found again after an operand of theirs changed.

#include "dialect/arith/arith.h"
#include "ir/context.h"
#include "pass/pass.h"
#include "rewrite/fold.h"
#include "rewrite/greedy.h"
#include "test/dialect/test.h"

// The op that takes the anchor's place is folded as soon as it is made, in place.
static bool make_and_fold(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *made =
      tern_build(&rewriter->builder, TERN_TEST(OP_IN_PLACE_FOLD), .operands = TERN_VALUES(tern_op_operand(op, 0)),
                 .types = TERN_TYPES(tern_op_result(op, 0)->type));
  tern_value_t *folded = NULL;
  if (tern_fold_op(made, &rewriter->builder, &folded) == TERN_FOLD_IN_PLACE) tern_rewriter_modified(rewriter, made);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(folded ? folded : tern_op_result(made, 0)));
  return true;
}

// A constant at the very start of the block, which a constant of before has to stand in front of.
static bool insert_at_start(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (!tern_op_attr(op, "test_fold_before_previously_folded_op")) return false;
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *value = tern_bool_attr_get(context, true);
  tern_builder_set_before(&rewriter->builder, op->block->first_op);
  tern_value_t *constant =
      tern_build_value(&rewriter->builder, TERN_ARITH(CONSTANT), .types = TERN_TYPES(tern_i_type_get(context, 1)),
                       .attrs = TERN_ATTRS({"value", value}));
  tern_value_t *cast = tern_build_value(&rewriter->builder, TERN_TEST(CAST), .operands = TERN_VALUES(constant),
                                        .types = TERN_TYPES(tern_i_type_get(context, 32)));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(cast));
  return true;
}

// f(f(x, constant), y) is the constant: which is on the right once the driver moved it there.
static bool propagate_constant(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || inner->def != op->def || !tern_value_constant(tern_op_operand(inner, 1))) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(inner, 1)));
  return true;
}

// Counts up to 3.
static bool increment(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_attr_t *attr = tern_op_attr(op, "attr");
  if (!tern_attr_is_integer(attr) || tern_integer_attr_value(attr) >= 3) return false;
  tern_op_set_attr(op, "attr", tern_integer_attr_get(tern_attr_type(attr), tern_integer_attr_value(attr) + 1));
  tern_rewriter_modified(rewriter, op);
  return true;
}

static bool mark_eligible(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (!tern_str_equal_cstr(tern_op_name(op), "foo.maybe_eligible_op") || tern_op_attr(op, "eligible")) return false;
  tern_op_set_attr(op, "eligible", tern_unit_attr_get(tern_op_context(op)));
  tern_rewriter_modified(rewriter, op);
  return true;
}

// What the region ends with is computed before it.
static bool hoist_eligible(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_block_t *block = op->regions[0].first_block;
  const tern_op_t *last = block ? block->last_op : NULL;
  tern_op_t *hoisted = last && last->operand_count ? tern_value_defining_op(tern_op_operand(last, 0)) : NULL;
  if (!hoisted || tern_op_parent(hoisted) != op || !tern_op_attr(hoisted, "eligible")) return false;
  tern_op_move_before(hoisted, op);
  tern_rewriter_modified(rewriter, hoisted);
  return true;
}

// An enum's case with tag 0 becomes another one with tag 1.
static bool change_case(tern_op_t *op, tern_rewriter_t *rewriter, int64_t from, int64_t to) {
  const tern_attr_t *value = tern_op_attr(op, "value"), *tag = tern_op_attr(op, "tag");
  if (value->kind != TERN_ATTR_ENUM || tern_enum_attr_value(value) != from) return false;
  if (!tern_attr_is_integer(tag) || tern_integer_attr_value(tag) != 0) return false;
  tern_op_set_attr(op, "value", tern_enum_attr_get(tern_op_context(op), value->row, to));
  tern_op_set_attr(op, "tag", tern_integer_attr_get(tern_attr_type(tag), 1));
  tern_rewriter_modified(rewriter, op);
  return true;
}

static bool change_enum(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return change_case(op, rewriter, 0, 1);
}

static bool change_bit_enum(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  enum { READ = 1, WRITE = 2, EXECUTE = 4 };
  (void)user;
  return change_case(op, rewriter, WRITE | EXECUTE, READ | EXECUTE);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  const tern_pattern_t patterns[] = {
      {"make_and_fold", TERN_TEST(OP_IN_PLACE_FOLD_ANCHOR), 1, make_and_fold},
      {"insert_at_start", TERN_TEST(CAST), 1, insert_at_start},
      {"propagate_constant", TERN_TEST(OP_COMMUTATIVE2), 1, propagate_constant},
      {"increment", TERN_TEST(ANY_ATTR_OF_I32_STR), 1, increment},
      {"mark_eligible", NULL, 1, mark_eligible},
      {"hoist_eligible", TERN_TEST(ONE_REGION_OP), 1, hoist_eligible},
      {"change_enum", TERN_TEST(OP_WITH_ENUM), 1, change_enum},
      {"change_bit_enum", TERN_TEST(OP_WITH_BIT_ENUM), 1, change_bit_enum},
  };
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = tern_pass_bool(pass, "top-down");
  options.max_iterations = tern_pass_int(pass, "max-iterations");
  options.fold = tern_pass_bool(pass, "fold");
  options.keeps_constants = !tern_pass_bool(pass, "cse-constants");
  options.merge_blocks = true;
  tern_apply_patterns_greedily(root, patterns, sizeof(patterns) / sizeof(patterns[0]), NULL, &options, NULL);
  return true;
}

static const tern_option_def_t options[] = {
    {"top-down", TERN_OPTION_BOOL, "false", "Visit ops from the first to the last, and not from the last to the first",
     NULL},
    {"max-iterations", TERN_OPTION_INT, "10", "Max. iterations in the GreedyRewriteConfig", NULL},
    {"fold", TERN_OPTION_BOOL, "true", "Whether to fold", NULL},
    {"cse-constants", TERN_OPTION_BOOL, "true", "Whether to CSE constants", NULL},
};

const tern_pass_def_t tern_test_greedy_patterns_pass = {
    .flag = "test-greedy-patterns",
    .summary = "Apply the patterns of the test dialect",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_test_dialect, NULL},
    .run = run,
};
