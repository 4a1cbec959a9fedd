// Canonicalization of scf.while (upstream: WhileOp::getCanonicalizationPatterns); what it carries is canonicalize_carried.c's.

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf_hooks.h"

static tern_block_t *before_of(const tern_op_t *op) { return tern_op_body(op, 0); }
static tern_block_t *after_of(const tern_op_t *op) { return tern_op_body(op, 1); }
static tern_op_t *condition_of(const tern_op_t *op) { return before_of(op)->last_op; }
// What the condition hands on as result (and argument of the second region) `index`.
static tern_value_t *handed_on(const tern_op_t *op, size_t index) {
  return tern_op_operand(condition_of(op), 1 + index);
}

// --- results ---

// If exactly the arguments of the first region are handed on, but not in their own order.
static bool is_misaligned(const tern_op_t *op) {
  const tern_block_t *before = before_of(op);
  bool is_aligned = true;
  if (op->result_count != before->arg_count) return false;
  for (size_t i = 0; i < op->result_count; i++) {
    const tern_value_t *value = handed_on(op, i);
    if (tern_value_arg_block(value) != before) return false;
    for (size_t j = 0; j < i; j++)
      if (handed_on(op, j) == value) return false;
    is_aligned &= value->index == i;
  }
  return !is_aligned;
}

// Hands on the arguments of the first region in their own order.
static bool align_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!is_misaligned(op)) return false;
  tern_block_t *before = before_of(op), *after = after_of(op);
  tern_op_t *condition = condition_of(op);
  size_t count = op->result_count;
  tern_value_list_t inits = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < count; i++) {
    tern_vec_push(&inits, tern_op_operand(op, i));
    tern_vec_push(&types, before->args[i]->type);
    tern_block_add_arg(after, before->args[i]->type, before->args[i]->arg_loc);
  }
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *loop = tern_build(&rewriter->builder, TERN_SCF(WHILE), .operands = tern_value_list_view(&inits),
                               .types = {types.values, count}, .dictionary = op->attrs, .regions = 2);
  for (size_t i = 0; i < count; i++) {
    size_t place = handed_on(op, i)->index;
    tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), tern_op_result(loop, place));
    tern_rewriter_replace_uses(rewriter, after->args[i], after->args[count + place]);
  }
  for (size_t i = 0; i < count; i++) tern_op_set_operand(condition, 1 + i, before->args[i]);
  for (size_t i = count; i-- > 0;) tern_block_erase_arg(after, i);
  for (size_t i = 0; i < 2; i++) tern_region_take_blocks(&loop->regions[i], &op->regions[i]);
  tern_rewriter_modified(rewriter, condition);
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&inits);
  tern_vec_deinitialize(&types);
  return true;
}

// --- a conditional that ends the first region ---

// Values of the first region that a region inside of it uses, each once.
typedef struct capture_walk {
  const tern_region_t *inside;
  const tern_block_t *from;
  tern_value_list_t values;
} capture_walk_t;

static tern_walk_result_t capture_operands(tern_op_t *op, void *user) {
  capture_walk_t *walk = user;
  if (!op->block || !tern_region_is_within(op->block->parent, walk->inside)) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; i++) {
    tern_value_t *value = tern_op_operand(op, i);
    size_t j = 0;
    if (tern_value_block(value) != walk->from) continue;
    while (j < walk->values.count && walk->values.values[j] != value) j++;
    if (j == walk->values.count) tern_vec_push(&walk->values, value);
  }
  return TERN_WALK_ADVANCE;
}

// An scf.if on the loop's condition, right before the end of the first region and without an else part of its own.
static tern_op_t *find_last_conditional(const tern_op_t *op) {
  tern_op_t *conditional = condition_of(op)->prev;
  if (!conditional || !tern_op_is(conditional, TERN_SCF(IF))) return NULL;
  if (tern_op_operand(conditional, 0) != tern_op_operand(condition_of(op), 0)) return NULL;
  const tern_block_t *otherwise = tern_op_body(conditional, 1);
  return !otherwise || otherwise->first_op == otherwise->last_op ? conditional : NULL;
}

// Results of the conditional that the condition hands on: what the else part yields is the loop's result, what the then
// part yields is what the second region gets.
static void replace_conditional_results(tern_op_t *op, tern_rewriter_t *rewriter, tern_op_t *conditional) {
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *value = handed_on(op, i);
    if (tern_value_defining_op(value) != conditional) continue;
    size_t index = value->index;
    tern_rewriter_replace_uses(rewriter, value, tern_op_operand(tern_op_body(conditional, 1)->last_op, index));
    tern_rewriter_replace_uses(rewriter, after_of(op)->args[i],
                               tern_op_operand(tern_op_body(conditional, 0)->last_op, index));
  }
}

// Where the conditional runs the second region follows: its then part goes there (upstream: WhileMoveIfDown).
static bool move_conditional_down(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *conditional = find_last_conditional(op), *condition = condition_of(op);
  if (!conditional) return false;
  replace_conditional_results(op, rewriter, conditional);
  tern_block_t *moved = tern_op_body(conditional, 0), *after = after_of(op);
  capture_walk_t walk = {.inside = &conditional->regions[0], .from = before_of(op)};
  tern_op_walk_pre(conditional, capture_operands, &walk);
  tern_value_list_t inits = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->operand_count; i++) tern_vec_push(&inits, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&types, op->results[i].type);
  for (size_t i = 0; i < walk.values.count; i++) tern_vec_push(&types, walk.values.values[i]->type);
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *loop = tern_build(&rewriter->builder, TERN_SCF(WHILE), .operands = tern_value_list_view(&inits),
                               .types = {types.values, types.count}, .dictionary = op->attrs, .regions = 2);
  for (size_t i = 0; i < 2; i++) tern_region_take_blocks(&loop->regions[i], &op->regions[i]);
  for (size_t i = 0; i < walk.values.count; i++) {
    tern_value_t *value = walk.values.values[i], *arg = tern_block_add_arg(after, value->type, op->loc);
    for (tern_operand_t *use = value->first_use, *next; use; use = next) {
      next = use->next;
      if (tern_region_is_within(use->owner->block->parent, &conditional->regions[0])) tern_operand_set(use, arg);
    }
    tern_op_insert_operands(condition, condition->operand_count, (tern_values_t){&value, 1});
  }
  tern_rewriter_modified(rewriter, condition);
  tern_rewriter_erase(rewriter, moved->last_op);
  tern_rewriter_inline_block_before(rewriter, moved, after->first_op, (tern_values_t){0});
  tern_rewriter_erase(rewriter, conditional);
  for (size_t i = 0; i < op->result_count; i++)
    tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), tern_op_result(loop, i));
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&inits);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&walk.values);
  return true;
}

// --- what the second region knows ---

// The condition, handed on, is true there.
static bool propagate_condition(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_value_t *condition = tern_op_operand(condition_of(op), 0);
  tern_value_t *constant = NULL;
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *arg = after_of(op)->args[i];
    if (handed_on(op, i) != condition || !tern_value_has_uses(arg)) continue;
    if (!constant) constant = tern_arith_constant_bool(&rewriter->builder, true);
    tern_rewriter_replace_uses(rewriter, arg, constant);
  }
  return constant != NULL;
}

// If `user` compares `arg`, which stands for operand `side` of `compare`, with the other operand: the predicate's
// outcome given that `compare` holds; -1 if it is not known.
static int implied_outcome(const tern_op_t *compare, const tern_op_t *user, size_t side, const tern_value_t *arg) {
  if (!tern_op_is(user, TERN_ARITH(CMPI))) return -1;
  if (tern_op_operand(user, side) != arg || tern_op_operand(user, 1 - side) != tern_op_operand(compare, 1 - side))
    return -1;
  tern_cmpi_predicate_t held = (tern_cmpi_predicate_t)tern_enum_attr_value(tern_op_attr(compare, "predicate"));
  tern_cmpi_predicate_t asked = (tern_cmpi_predicate_t)tern_enum_attr_value(tern_op_attr(user, "predicate"));
  if (asked == held) return 1;
  return asked == tern_cmpi_predicate_invert(held) ? 0 : -1;
}

static bool propagate_comparison(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *compare = tern_value_defining_op(tern_op_operand(condition_of(op), 0));
  bool is_changed = false;
  if (!compare || !tern_op_is(compare, TERN_ARITH(CMPI))) return false;
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *arg = after_of(op)->args[i];
    for (size_t side = 0; side < 2; side++) {
      if (handed_on(op, i) != tern_op_operand(compare, side)) continue;
      for (tern_operand_t *use = arg->first_use; use;) {
        tern_op_t *user = use->owner;
        int outcome = implied_outcome(compare, user, side, arg);
        if (outcome < 0) {
          use = use->next;
          continue;
        }
        tern_builder_set_before(&rewriter->builder, user);
        tern_value_t *constant = tern_arith_constant_bool(&rewriter->builder, outcome == 1);
        tern_rewriter_replace(rewriter, user, TERN_VALUES(constant));
        use = arg->first_use;
        is_changed = true;
      }
    }
  }
  return is_changed;
}

bool tern_scf_canonicalize_while(tern_op_t *op, tern_rewriter_t *rewriter) {
  return tern_scf_canonicalize_carried(op, rewriter) || propagate_condition(op, rewriter) ||
         propagate_comparison(op, rewriter) || align_results(op, rewriter) || move_conditional_down(op, rewriter);
}
