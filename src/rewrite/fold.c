// Folding: the row's hook first, then what the traits promise (upstream: Operation::fold,
// op_definition_impl::foldTraits, OpTrait::impl::foldCommutative).

#include "rewrite/fold.h"

#include "base/arena.h"
#include "base/vec.h"

#define INLINE_COUNT 16

// How far back a hook may look.
enum { CIRCLE_DEPTH = 3 };

static bool has_same_operands(const tern_op_t *op) {
  for (size_t i = 1; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i) != tern_op_operand(op, 0)) return false;
  }
  return true;
}

// f(f(x)) = x.
static tern_value_t *fold_involution(const tern_op_t *op) {
  if (op->operand_count != 1) return NULL;
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  return inner && inner->def == op->def && inner->operand_count == 1 ? tern_op_operand(inner, 0) : NULL;
}

// f(f(x)) = f(x), f(x, x) = x.
static tern_value_t *fold_idempotent(const tern_op_t *op) {
  if (op->operand_count == 1) {
    tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
    return inner && inner->def == op->def ? tern_op_operand(op, 0) : NULL;
  }
  return op->operand_count >= 2 && has_same_operands(op) ? tern_op_operand(op, 0) : NULL;
}

// Moves constant operands to the right and keeps the order otherwise. True if something moved.
static bool sort_commutative_operands(tern_op_t *op, const tern_attr_t *const *constants) {
  if (op->operand_count < 2) return false;
  size_t first_constant = 0;
  while (first_constant < op->operand_count && !constants[first_constant]) ++first_constant;
  bool is_sorted = true;
  for (size_t i = first_constant; i < op->operand_count; ++i) is_sorted = is_sorted && constants[i];
  if (is_sorted) return false;
  tern_value_t **values = tern_malloc(op->operand_count * sizeof(tern_value_t *));
  size_t count = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!constants[i]) values[count++] = tern_op_operand(op, i);
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (constants[i]) values[count++] = tern_op_operand(op, i);
  }
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, i) != values[i]) tern_op_set_operand(op, i, values[i]);
  }
  free(values);
  return true;
}

static tern_fold_status_t fold_traits(tern_op_t *op, const tern_attr_t *const *constants,
                                      tern_fold_result_t *out_results) {
  if (op->result_count == 1 && op->region_count == 0) {
    tern_value_t *value = NULL;
    if (tern_op_has_trait(op, TERN_TRAIT_INVOLUTION)) value = fold_involution(op);
    if (!value && tern_op_has_trait(op, TERN_TRAIT_IDEMPOTENT)) value = fold_idempotent(op);
    if (value && value->type == tern_op_result(op, 0)->type) {
      out_results[0] = (tern_fold_result_t){.value = value};
      return TERN_FOLD_REPLACED;
    }
  }
  if (tern_op_has_trait(op, TERN_TRAIT_COMMUTATIVE) && sort_commutative_operands(op, constants)) {
    return TERN_FOLD_IN_PLACE;
  }
  return TERN_FOLD_FAILED;
}

// An answer that names the op's own result says that the op was changed in place.
static bool is_own_answer(const tern_op_t *op, const tern_fold_result_t *results) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (results[i].value == tern_op_result(op, i)) return true;
  }
  return false;
}

// In code that nothing reaches, and in graph regions, ops may be each other's operands: then the answer names the op because
// the hook found its way back to it.
static bool feeds_itself(const tern_op_t *op, const tern_op_t *target, int depth) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_op_t *source = tern_value_defining_op(tern_op_operand(op, i));
    if (source == target || (source && depth > 0 && feeds_itself(source, target, depth - 1))) return true;
  }
  return false;
}

static bool is_complete_answer(const tern_op_t *op, const tern_fold_result_t *results) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!results[i].attr && !results[i].value) return false;
    if (results[i].value && results[i].value->type != tern_op_result(op, i)->type) return false;
  }
  return true;
}

static bool may_fold(const tern_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  if (!row || tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE)) return false;
  return row->fold || tern_op_has_trait(op, TERN_TRAIT_INVOLUTION | TERN_TRAIT_IDEMPOTENT | TERN_TRAIT_COMMUTATIVE);
}

tern_fold_status_t tern_fold_compute_for(tern_op_t *op, const tern_attr_t *const *constants,
                                         tern_fold_result_t *out_results) {
  if (!may_fold(op)) return TERN_FOLD_FAILED;
  const tern_op_row_t *row = op->def->row;
  tern_fold_status_t status = TERN_FOLD_FAILED;
  for (size_t i = 0; i < op->result_count; ++i) out_results[i] = (tern_fold_result_t){0};
  if (row->fold) status = row->fold(op, constants, out_results);
  bool is_own = status == TERN_FOLD_REPLACED && op->result_count > 0 && is_own_answer(op, out_results);
  if (is_own) status = feeds_itself(op, op, CIRCLE_DEPTH) ? TERN_FOLD_FAILED : TERN_FOLD_IN_PLACE;
  if (status == TERN_FOLD_REPLACED && !is_complete_answer(op, out_results)) status = TERN_FOLD_FAILED;
  if (status == TERN_FOLD_FAILED) status = fold_traits(op, constants, out_results);
  if (status == TERN_FOLD_REPLACED && op->result_count > 0 && is_own_answer(op, out_results)) status = TERN_FOLD_FAILED;
  return status;
}

tern_fold_status_t tern_fold_compute(tern_op_t *op, tern_fold_result_t *out_results) {
  if (!may_fold(op)) return TERN_FOLD_FAILED;
  const tern_attr_t *inline_constants[INLINE_COUNT] = {0};
  const tern_attr_t **constants = inline_constants;
  if (op->operand_count > INLINE_COUNT) constants = tern_malloc(op->operand_count * sizeof(*constants));
  for (size_t i = 0; i < op->operand_count; ++i) constants[i] = tern_value_constant(tern_op_operand(op, i));
  tern_fold_status_t status = tern_fold_compute_for(op, constants, out_results);
  if (constants != inline_constants) free(constants);
  return status;
}

tern_value_t *tern_materialize_constant(tern_builder_t *builder, const tern_dialect_t *dialect,
                                        const tern_attr_t *value, const tern_type_t *type) {
  const tern_attr_t *loc = builder->loc ? builder->loc : tern_unknown_loc_get(builder->context);
  tern_op_t *op = NULL;
  if (dialect && dialect->materialize_constant) {
    op = dialect->materialize_constant(builder->context, value, type, loc);
  }
  if (!op) {
    const tern_dialect_t *arith = tern_context_find_dialect(builder->context, TERN_STR("arith"));
    if (arith && arith != dialect && arith->materialize_constant) {
      op = arith->materialize_constant(builder->context, value, type, loc);
    }
  }
  if (!op) return NULL;
  tern_builder_insert(builder, op);
  return tern_op_result(op, 0);
}

// Turns the answers into values. On failure takes back the constants that were made.
static bool materialize_answers(tern_op_t *op, tern_builder_t *builder, const tern_fold_result_t *results,
                                tern_value_t **out_values) {
  for (size_t i = 0; i < op->result_count; ++i) {
    out_values[i] = results[i].value;
    if (out_values[i]) continue;
    out_values[i] = tern_materialize_constant(builder, op->def->dialect, results[i].attr, tern_op_result(op, i)->type);
    if (out_values[i] && out_values[i]->type == tern_op_result(op, i)->type) continue;
    tern_rewriter_t rewriter = {*builder};
    size_t made_count = out_values[i] ? i + 1 : i;
    for (size_t j = 0; j < made_count; ++j) {
      if (!results[j].value) tern_rewriter_erase(&rewriter, tern_value_defining_op(out_values[j]));
    }
    return false;
  }
  return true;
}

tern_fold_status_t tern_fold_op(tern_op_t *op, tern_builder_t *builder, tern_value_t **out_values) {
  tern_fold_result_t inline_results[INLINE_COUNT];
  tern_fold_result_t *results = inline_results;
  if (op->result_count > INLINE_COUNT) results = tern_malloc(op->result_count * sizeof(*results));
  tern_fold_status_t status = tern_fold_compute(op, results);
  if (status == TERN_FOLD_REPLACED) {
    tern_builder_t at_op = *builder;
    if (op->block) tern_builder_set_before(&at_op, op);
    at_op.loc = op->loc;
    if (!materialize_answers(op, &at_op, results, out_values)) status = TERN_FOLD_FAILED;
  }
  if (results != inline_results) free(results);
  return status;
}
