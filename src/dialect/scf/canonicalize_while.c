// Canonicalization of scf.while (upstream: WhileOp::getCanonicalizationPatterns). All that drops, adds or reorders
// values of the loop is a plan for one function that rebuilds it.

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf_hooks.h"

static tern_block_t *before_of(const tern_op_t *op) { return tern_op_body(op, 0); }
static tern_block_t *after_of(const tern_op_t *op) { return tern_op_body(op, 1); }
static tern_op_t *condition_of(const tern_op_t *op) { return before_of(op)->last_op; }
static tern_op_t *yield_of(const tern_op_t *op) { return after_of(op)->last_op; }
// What the condition hands on as result (and argument of the second region) `index`.
static tern_value_t *handed_on(const tern_op_t *op, size_t index) {
  return tern_op_operand(condition_of(op), 1 + index);
}

// How a loop is to be rebuilt.
typedef struct rebuild_plan {
  // For each initial value: is it kept; what its argument becomes if not (NULL if that is unused).
  bool *keeps_init;
  tern_value_t **init_values;
  // What the new condition hands on.
  tern_value_list_t handed;
  // For each old result: its place among the new ones, or SIZE_MAX; then what replaces it (NULL if it is unused).
  size_t *places;
  tern_value_t **values;
} rebuild_plan_t;

// A plan that changes nothing on the side of the initial values, and has no results yet.
static rebuild_plan_t plan_create(const tern_op_t *op) {
  rebuild_plan_t plan = {0};
  plan.keeps_init = tern_malloc(op->operand_count + 1);
  plan.init_values = tern_realloc_array(NULL, op->operand_count + 1, sizeof(*plan.init_values));
  plan.places = tern_realloc_array(NULL, op->result_count + 1, sizeof(*plan.places));
  plan.values = tern_realloc_array(NULL, op->result_count + 1, sizeof(*plan.values));
  for (size_t i = 0; i < op->operand_count; i++) {
    plan.keeps_init[i] = true;
    plan.init_values[i] = NULL;
  }
  for (size_t i = 0; i < op->result_count; i++) {
    plan.places[i] = SIZE_MAX;
    plan.values[i] = NULL;
  }
  return plan;
}

static void plan_destroy(rebuild_plan_t *plan) {
  free(plan->keeps_init);
  free(plan->init_values);
  free(plan->places);
  free(plan->values);
  tern_vec_deinitialize(&plan->handed);
}

static void plan_keep_all_results(rebuild_plan_t *plan, const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; i++) {
    plan->places[i] = i;
    tern_vec_push(&plan->handed, handed_on(op, i));
  }
}

// Moves the first region: kept arguments stay arguments, dropped ones become values.
static void rebuild_before(tern_op_t *op, tern_rewriter_t *rewriter, const rebuild_plan_t *plan, tern_op_t *loop) {
  tern_op_t *condition = condition_of(op);
  tern_value_list_t operands = {0}, args = {0};
  tern_vec_push(&operands, tern_op_operand(condition, 0));
  for (size_t i = 0; i < plan->handed.count; i++) tern_vec_push(&operands, plan->handed.values[i]);
  tern_op_set_operands(condition, tern_value_list_view(&operands));
  tern_rewriter_modified(rewriter, condition);
  tern_block_t *block = tern_region_add_block(&loop->regions[0]);
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_value_t *arg = before_of(op)->args[i];
    tern_vec_push(&args,
                  plan->keeps_init[i] ? tern_block_add_arg(block, arg->type, arg->arg_loc) : plan->init_values[i]);
  }
  tern_rewriter_merge_block_end(rewriter, before_of(op), block, tern_value_list_view(&args));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&args);
}

// Moves the second region, and drops what it yields for dropped arguments of the first.
static void rebuild_after(tern_op_t *op, tern_rewriter_t *rewriter, const rebuild_plan_t *plan, tern_op_t *loop) {
  tern_op_t *yield = yield_of(op);
  tern_value_list_t operands = {0}, args = {0};
  for (size_t i = 0; i < op->operand_count; i++)
    if (plan->keeps_init[i]) tern_vec_push(&operands, tern_op_operand(yield, i));
  tern_op_set_operands(yield, tern_value_list_view(&operands));
  tern_rewriter_modified(rewriter, yield);
  tern_block_t *block = tern_region_add_block(&loop->regions[1]);
  for (size_t i = 0; i < loop->result_count; i++) tern_block_add_arg(block, loop->results[i].type, op->loc);
  for (size_t i = 0; i < op->result_count; i++)
    tern_vec_push(&args, plan->places[i] != SIZE_MAX ? block->args[plan->places[i]] : plan->values[i]);
  tern_rewriter_merge_block_end(rewriter, after_of(op), block, tern_value_list_view(&args));
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&args);
}

static void rebuild(tern_op_t *op, tern_rewriter_t *rewriter, const rebuild_plan_t *plan) {
  tern_value_list_t inits = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->operand_count; i++)
    if (plan->keeps_init[i]) tern_vec_push(&inits, tern_op_operand(op, i));
  for (size_t i = 0; i < plan->handed.count; i++) tern_vec_push(&types, plan->handed.values[i]->type);
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *loop = tern_build(&rewriter->builder, TERN_SCF(WHILE), .operands = tern_value_list_view(&inits),
                               .types = {types.values, types.count}, .dictionary = op->attrs, .regions = 2);
  // A replacement may itself be an argument of the first region: it is renamed when that region moves.
  rebuild_after(op, rewriter, plan, loop);
  rebuild_before(op, rewriter, plan, loop);
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *value = plan->places[i] != SIZE_MAX ? tern_op_result(loop, plan->places[i]) : plan->values[i];
    if (value) tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), value);
  }
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&inits);
  tern_vec_deinitialize(&types);
}

// --- state that never changes ---

// Argument `index` of the first region always has its initial value: the yield gives that again, or hands back the
// argument itself.
static bool is_invariant(const tern_op_t *op, size_t index) {
  const tern_value_t *initial = tern_op_operand(op, index), *yielded = tern_op_operand(yield_of(op), index);
  if (yielded == initial) return true;
  if (tern_value_arg_block(yielded) != after_of(op)) return false;
  const tern_value_t *handed = handed_on(op, yielded->index);
  return handed == before_of(op)->args[index] || handed == initial;
}

static bool drop_invariant_state(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool has_any = false;
  rebuild_plan_t plan = plan_create(op);
  for (size_t i = 0; i < op->operand_count; i++) {
    if (!is_invariant(op, i)) continue;
    plan.keeps_init[i] = false;
    plan.init_values[i] = tern_op_operand(op, i);
    has_any = true;
  }
  if (has_any) {
    plan_keep_all_results(&plan, op);
    rebuild(op, rewriter, &plan);
  }
  plan_destroy(&plan);
  return has_any;
}

static bool drop_unused_state(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool has_any = false;
  rebuild_plan_t plan = plan_create(op);
  for (size_t i = 0; i < op->operand_count; i++) {
    if (tern_value_has_uses(before_of(op)->args[i])) continue;
    plan.keeps_init[i] = false;
    has_any = true;
  }
  if (has_any) {
    plan_keep_all_results(&plan, op);
    rebuild(op, rewriter, &plan);
  }
  plan_destroy(&plan);
  return has_any;
}

// --- results ---

// What is handed on but made outside of the first region needs no handing.
static bool drop_outer_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool has_any = false;
  rebuild_plan_t plan = plan_create(op);
  for (size_t i = 0; i < op->result_count; i++) {
    if (tern_value_block(handed_on(op, i)) == before_of(op)) {
      plan.places[i] = plan.handed.count;
      tern_vec_push(&plan.handed, handed_on(op, i));
    } else {
      plan.values[i] = handed_on(op, i);
      has_any = true;
    }
  }
  if (has_any) rebuild(op, rewriter, &plan);
  plan_destroy(&plan);
  return has_any;
}

static bool drop_unused_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool has_any = false;
  rebuild_plan_t plan = plan_create(op);
  for (size_t i = 0; i < op->result_count; i++) {
    if (tern_value_has_uses(tern_op_result(op, i)) || tern_value_has_uses(after_of(op)->args[i])) {
      plan.places[i] = plan.handed.count;
      tern_vec_push(&plan.handed, handed_on(op, i));
    } else {
      has_any = true;
    }
  }
  if (has_any) rebuild(op, rewriter, &plan);
  plan_destroy(&plan);
  return has_any;
}

static bool merge_equal_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool has_any = false;
  rebuild_plan_t plan = plan_create(op);
  for (size_t i = 0; i < op->result_count; i++) {
    size_t place = 0;
    while (place < plan.handed.count && plan.handed.values[place] != handed_on(op, i)) place++;
    has_any |= place < plan.handed.count;
    if (place == plan.handed.count) tern_vec_push(&plan.handed, handed_on(op, i));
    plan.places[i] = place;
  }
  if (has_any) rebuild(op, rewriter, &plan);
  plan_destroy(&plan);
  return has_any;
}

// If exactly the arguments of the first region are handed on, they are in their own order.
static bool align_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_block_t *before = before_of(op);
  if (op->result_count != before->arg_count) return false;
  bool is_aligned = true, is_permutation = true;
  rebuild_plan_t plan = plan_create(op);
  for (size_t i = 0; i < before->arg_count; i++) tern_vec_push(&plan.handed, before->args[i]);
  for (size_t i = 0; i < op->result_count && is_permutation; i++) {
    const tern_value_t *value = handed_on(op, i);
    is_permutation = tern_value_arg_block(value) == before;
    for (size_t j = 0; j < i; j++) is_permutation &= handed_on(op, j) != value;
    if (!is_permutation) break;
    plan.places[i] = value->index;
    is_aligned &= value->index == i;
  }
  bool is_changed = is_permutation && !is_aligned;
  if (is_changed) rebuild(op, rewriter, &plan);
  plan_destroy(&plan);
  return is_changed;
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
  return drop_invariant_state(op, rewriter) || drop_outer_results(op, rewriter) || propagate_condition(op, rewriter) ||
         propagate_comparison(op, rewriter) || drop_unused_results(op, rewriter) || merge_equal_results(op, rewriter) ||
         drop_unused_state(op, rewriter) || align_results(op, rewriter);
}
