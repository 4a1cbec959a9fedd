// Canonicalization of scf.if (upstream: IfOp::getCanonicalizationPatterns).

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"
#include "dialect/scf/scf_hooks.h"

static tern_value_t *condition_of(const tern_op_t *op) { return tern_op_operand(op, 0); }
static tern_op_t *yield_of(const tern_op_t *op, size_t region) {
  tern_block_t *block = tern_op_body(op, region);
  return block ? block->last_op : NULL;
}
static bool is_bool_constant(const tern_value_t *value, bool expected) {
  return tern_attr_is_int_value(tern_value_constant(value), expected ? 1 : 0);
}

// If `value` is `xori(x, true)`: x.
static tern_value_t *inverted(const tern_value_t *value) {
  tern_op_t *flip = tern_value_defining_op(value);
  if (!flip || !tern_op_is(flip, TERN_ARITH(XORI)) || !is_bool_constant(tern_op_operand(flip, 1), true)) return NULL;
  return tern_op_operand(flip, 0);
}

static bool is_made_in(const tern_value_t *value, const tern_region_t *region) {
  const tern_block_t *block = tern_value_block(value);
  return block && block->parent == region;
}

// if (not c) A else B is if (c) B else A.
tern_fold_status_t tern_scf_fold_if(tern_op_t *op, const tern_attr_t *const *operands,
                                    tern_fold_result_t *out_results) {
  (void)operands;
  (void)out_results;
  tern_value_t *plain = inverted(condition_of(op));
  if (!plain || tern_region_is_empty(&op->regions[1])) return TERN_FOLD_FAILED;
  tern_op_set_operand(op, 0, plain);
  tern_region_t held = {0};
  tern_region_take_blocks(&held, &op->regions[0]);
  tern_region_take_blocks(&op->regions[0], &op->regions[1]);
  tern_region_take_blocks(&op->regions[1], &held);
  return TERN_FOLD_IN_PLACE;
}

// A new scf.if without blocks, before `op`.
static tern_op_t *build_if(tern_rewriter_t *rewriter, tern_value_t *condition, tern_types_t types,
                           const tern_attr_t *dictionary) {
  return tern_build(&rewriter->builder, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = types,
                    .dictionary = dictionary, .regions = 2);
}

static bool take_known_branch(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_true = is_bool_constant(condition_of(op), true);
  if (!is_true && !is_bool_constant(condition_of(op), false)) return false;
  size_t region = is_true ? 0 : 1;
  if (tern_region_is_empty(&op->regions[region])) {
    tern_rewriter_erase(rewriter, op);
  } else {
    tern_scf_inline_region(op, rewriter, &op->regions[region], (tern_values_t){0});
  }
  return true;
}

// Inside the branches the condition is known.
static bool propagate_condition(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *condition = condition_of(op), *constants[2] = {NULL, NULL};
  bool is_changed = false;
  if (tern_value_constant(condition)) return false;
  for (tern_operand_t *use = condition->first_use, *next; use; use = next) {
    next = use->next;
    tern_region_t *region = use->owner->block ? use->owner->block->parent : NULL;
    for (size_t i = 0; region && i < 2; i++) {
      if (!tern_region_is_within(region, &op->regions[i])) continue;
      if (!constants[i]) constants[i] = tern_arith_constant_bool(&rewriter->builder, i == 0);
      tern_operand_set(use, constants[i]);
      tern_rewriter_modified(rewriter, use->owner);
      is_changed = true;
      break;
    }
  }
  return is_changed;
}

// Results that repeat the condition, or its opposite, are not the branch's business.
static bool replace_plain_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  bool is_changed = false;
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *result = tern_op_result(op, i);
    tern_value_t *yields[2] = {tern_op_operand(yield_of(op, 0), i), tern_op_operand(yield_of(op, 1), i)};
    if (!tern_value_has_uses(result)) continue;
    tern_value_t *replacement = NULL;
    if (!tern_type_is_i(result->type, 1)) {
      continue;
    } else if (is_bool_constant(yields[0], true) && is_bool_constant(yields[1], false)) {
      replacement = condition_of(op);
    } else if (is_bool_constant(yields[0], false) && is_bool_constant(yields[1], true)) {
      tern_value_t *one = tern_arith_constant_bool(&rewriter->builder, true);
      replacement = tern_build_value(&rewriter->builder, TERN_ARITH(XORI),
                                     .operands = TERN_VALUES(condition_of(op), one), .types = TERN_TYPES(result->type));
    }
    if (!replacement) continue;
    tern_rewriter_replace_uses(rewriter, result, replacement);
    is_changed = true;
  }
  return is_changed;
}

// Keeps the results for which `keep` holds; the others have their replacement in `results`.
static void shrink_results(tern_op_t *op, tern_rewriter_t *rewriter, const bool *keep, tern_value_t **results) {
  TERN_VEC(const tern_type_t *) types = {0};
  tern_value_list_t yields[2] = {{0}, {0}};
  for (size_t i = 0; i < op->result_count; i++) {
    if (!keep[i]) continue;
    tern_vec_push(&types, op->results[i].type);
    for (size_t r = 0; r < 2; r++) tern_vec_push(&yields[r], tern_op_operand(yield_of(op, r), i));
  }
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *smaller = build_if(rewriter, condition_of(op), (tern_types_t){types.values, types.count}, op->attrs);
  for (size_t r = 0; r < 2; r++) {
    tern_op_set_operands(yield_of(op, r), tern_value_list_view(&yields[r]));
    tern_rewriter_modified(rewriter, yield_of(op, r));
    tern_region_take_blocks(&smaller->regions[r], &op->regions[r]);
    tern_vec_deinitialize(&yields[r]);
  }
  for (size_t i = 0, kept = 0; i < op->result_count; i++)
    if (keep[i]) results[i] = tern_op_result(smaller, kept++);
  for (size_t i = 0; i < op->result_count; i++)
    if (results[i]) tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), results[i]);
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&types);
}

// Results that are made outside of the branches are chosen by arith.select.
static bool select_outer_values(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t outer = 0;
  bool *keep = tern_malloc(op->result_count + 1);
  tern_value_t **results = tern_realloc_array(NULL, op->result_count + 1, sizeof(*results));
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *yields[2] = {tern_op_operand(yield_of(op, 0), i), tern_op_operand(yield_of(op, 1), i)};
    keep[i] = is_made_in(yields[0], &op->regions[0]) || is_made_in(yields[1], &op->regions[1]);
    results[i] = NULL;
    if (keep[i]) continue;
    outer++;
    results[i] = yields[0] == yields[1]
                     ? yields[0]
                     : tern_build_value(&rewriter->builder, TERN_ARITH(SELECT),
                                        .operands = TERN_VALUES(condition_of(op), yields[0], yields[1]),
                                        .types = TERN_TYPES(yields[0]->type));
  }
  if (outer) shrink_results(op, rewriter, keep, results);
  free(keep);
  free(results);
  return outer > 0;
}

static bool drop_empty_else(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *block = tern_op_body(op, 1);
  if (op->result_count || !block || block->first_op != block->last_op) return false;
  tern_rewriter_erase_block(rewriter, block);
  tern_rewriter_modified(rewriter, op);
  return true;
}

// --- two conditionals in a row ---

// Appends the ops of `next_block` to `block`; one yield hands out the results of both.
static void append_branch(tern_rewriter_t *rewriter, tern_block_t *block, tern_block_t *next_block) {
  tern_op_t *first = block->last_op, *second = next_block->last_op;
  tern_rewriter_merge_block_end(rewriter, next_block, block, (tern_values_t){0});
  tern_value_list_t values = {0};
  for (size_t i = 0; i < first->operand_count; i++) tern_vec_push(&values, tern_op_operand(first, i));
  for (size_t i = 0; i < second->operand_count; i++) tern_vec_push(&values, tern_op_operand(second, i));
  tern_op_set_operands(second, tern_value_list_view(&values));
  tern_rewriter_modified(rewriter, second);
  tern_rewriter_erase(rewriter, first);
  tern_vec_deinitialize(&values);
}

// In the branches of the second conditional, the results of the first are what its branch yields.
static void forward_results(tern_op_t *previous, tern_rewriter_t *rewriter, tern_block_t *const next_blocks[2]) {
  for (size_t i = 0; i < previous->result_count; i++) {
    for (tern_operand_t *use = tern_op_result(previous, i)->first_use, *next; use; use = next) {
      next = use->next;
      tern_region_t *region = use->owner->block->parent;
      for (size_t r = 0; r < 2; r++) {
        if (!next_blocks[r] || !tern_region_is_within(region, next_blocks[r]->parent)) continue;
        tern_operand_set(use, tern_op_operand(yield_of(previous, r), i));
        tern_rewriter_modified(rewriter, use->owner);
        break;
      }
    }
  }
}

static bool combine_with_previous(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *previous = op->prev;
  if (!previous || !tern_op_is(previous, TERN_SCF(IF))) return false;
  // The blocks of `op` that go to the previous one's branches.
  tern_block_t *next_blocks[2] = {tern_op_body(op, 0), tern_op_body(op, 1)};
  if (condition_of(op) != condition_of(previous)) {
    if (inverted(condition_of(op)) != condition_of(previous) && inverted(condition_of(previous)) != condition_of(op))
      return false;
    next_blocks[0] = tern_op_body(op, 1);
    next_blocks[1] = tern_op_body(op, 0);
  }
  // Results without an else to give them cannot be.
  if (!next_blocks[0] && !next_blocks[1]) return false;
  forward_results(previous, rewriter, next_blocks);
  TERN_VEC(const tern_type_t *) types = {0};
  tern_op_t *both[2] = {previous, op};
  for (size_t j = 0; j < 2; j++)
    for (size_t i = 0; i < both[j]->result_count; i++) tern_vec_push(&types, both[j]->results[i].type);
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *combined = build_if(rewriter, condition_of(previous), (tern_types_t){types.values, types.count}, NULL);
  for (size_t r = 0; r < 2; r++) {
    tern_region_take_blocks(&combined->regions[r], &previous->regions[r]);
    if (!next_blocks[r]) continue;
    if (tern_region_is_empty(&combined->regions[r])) {
      tern_region_take_blocks(&combined->regions[r], next_blocks[r]->parent);
    } else {
      append_branch(rewriter, tern_op_body(combined, r), next_blocks[r]);
    }
  }
  size_t position = 0;
  for (size_t j = 0; j < 2; j++) {
    for (size_t i = 0; i < both[j]->result_count; i++)
      tern_rewriter_replace_uses(rewriter, tern_op_result(both[j], i), tern_op_result(combined, position++));
  }
  tern_rewriter_erase(rewriter, previous);
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&types);
  return true;
}

// --- one conditional inside another ---

static bool only_yields(const tern_block_t *block) { return !block || block->first_op == block->last_op; }

// if (a) { if (b) X } is if (a and b) X, where the else branches only yield. A value that the outer one yields past the
// inner one is selected by the outer condition alone.
static bool combine_nested(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *inner = body->first_op;
  if (inner == body->last_op || inner->next != body->last_op || !tern_op_is(inner, TERN_SCF(IF))) return false;
  if (!only_yields(tern_op_body(op, 1)) || !only_yields(tern_op_body(inner, 1))) return false;
  tern_op_t *yield = yield_of(op, 0), *else_yield = yield_of(op, 1);
  for (size_t i = 0; i < yield->operand_count; i++) {
    tern_value_t *value = tern_op_operand(yield, i);
    if (tern_value_defining_op(value) == inner) {
      if (tern_op_operand(yield_of(inner, 1), value->index) != tern_op_operand(else_yield, i)) return false;
    } else if (is_made_in(value, &op->regions[0])) {
      return false;
    }
  }
  tern_builder_t *builder = &rewriter->builder;
  tern_value_t *both =
      tern_build_value(builder, TERN_ARITH(ANDI), .operands = TERN_VALUES(condition_of(op), condition_of(inner)),
                       .types = TERN_TYPES(condition_of(op)->type));
  tern_value_list_t then_values = {0}, else_values = {0}, results = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&types, op->results[i].type);
  tern_op_t *combined = build_if(rewriter, both, (tern_types_t){types.values, types.count}, NULL);
  tern_builder_set_before(builder, combined);
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *value = tern_op_operand(yield, i), *otherwise = tern_op_operand(else_yield, i);
    tern_value_t *result = tern_op_result(combined, i);
    if (tern_value_defining_op(value) == inner) {
      value = tern_op_operand(yield_of(inner, 0), value->index);
    } else {
      result =
          tern_build_value(builder, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition_of(op), value, otherwise),
                           .types = TERN_TYPES(value->type));
    }
    tern_vec_push(&then_values, value);
    tern_vec_push(&else_values, otherwise);
    tern_vec_push(&results, result);
  }
  tern_op_set_operands(yield_of(inner, 0), tern_value_list_view(&then_values));
  tern_rewriter_modified(rewriter, yield_of(inner, 0));
  tern_region_take_blocks(&combined->regions[0], &inner->regions[0]);
  if (op->result_count) {
    tern_builder_set_end(builder, tern_region_add_block(&combined->regions[1]));
    tern_build(builder, TERN_SCF(YIELD), .operands = tern_value_list_view(&else_values));
  }
  // The outer op's own yields name values that stay; its regions go with it.
  for (size_t i = 0; i < op->result_count; i++)
    tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), results.values[i]);
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&then_values);
  tern_vec_deinitialize(&else_values);
  tern_vec_deinitialize(&results);
  return true;
}

bool tern_scf_canonicalize_if(tern_op_t *op, tern_rewriter_t *rewriter) {
  return combine_with_previous(op, rewriter) || combine_nested(op, rewriter) || propagate_condition(op, rewriter) ||
         select_outer_values(op, rewriter) || drop_empty_else(op, rewriter) || take_known_branch(op, rewriter) ||
         tern_scf_canonicalize_carried(op, rewriter) || replace_plain_results(op, rewriter);
}
