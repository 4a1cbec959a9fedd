// Affine maps over values, made canonical and composed (upstream: canonicalizeMapAndOperands,
// composeAffineMapAndOperands).

#include "dialect/affine/form.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "ir/context.h"

typedef const tern_affine_expr_t *expr_t;

// --- making and reading ---

static void fill(tern_affine_form_t *form, tern_context_t *context, const expr_t *exprs, size_t expr_count) {
  form->context = context;
  for (size_t i = 0; i < expr_count; ++i) tern_vec_push(&form->exprs, exprs[i]);
}

static void fill_operands(tern_affine_form_t *form, size_t dim_count, size_t symbol_count, const tern_op_t *op,
                          size_t start) {
  for (size_t i = 0; i < dim_count; ++i) tern_vec_push(&form->dims, tern_op_operand(op, start + i));
  for (size_t i = 0; i < symbol_count; ++i) tern_vec_push(&form->symbols, tern_op_operand(op, start + dim_count + i));
}

void tern_affine_form_initialize(tern_affine_form_t *form, const tern_affine_map_t *map, const tern_op_t *op,
                                 size_t start) {
  fill(form, map->context, map->results, map->result_count);
  fill_operands(form, map->dim_count, map->symbol_count, op, start);
}

void tern_affine_form_initialize_set(tern_affine_form_t *form, const tern_integer_set_t *set, const tern_op_t *op,
                                     size_t start) {
  fill(form, set->context, set->constraints, set->constraint_count);
  fill_operands(form, set->dim_count, set->symbol_count, op, start);
}

void tern_affine_form_initialize_values(tern_affine_form_t *form, const tern_affine_map_t *map, tern_values_t values) {
  fill(form, map->context, map->results, map->result_count);
  for (size_t i = 0; i < map->dim_count; ++i) tern_vec_push(&form->dims, values.values[i]);
  for (size_t i = map->dim_count; i < values.count; ++i) tern_vec_push(&form->symbols, values.values[i]);
}

void tern_affine_form_deinitialize(tern_affine_form_t *form) {
  tern_vec_deinitialize(&form->exprs);
  tern_vec_deinitialize(&form->dims);
  tern_vec_deinitialize(&form->symbols);
}

const tern_affine_map_t *tern_affine_form_map(const tern_affine_form_t *form) {
  return tern_affine_map_get(form->context, form->dims.count, form->symbols.count, form->exprs.values,
                             form->exprs.count);
}

const tern_integer_set_t *tern_affine_form_set(const tern_affine_form_t *form, const bool *is_equality) {
  return tern_integer_set_get(form->context, form->dims.count, form->symbols.count, form->exprs.values, is_equality,
                              form->exprs.count);
}

void tern_affine_form_operands(const tern_affine_form_t *form, tern_affine_values_t *out) {
  for (size_t i = 0; i < form->dims.count; ++i) tern_vec_push(out, form->dims.values[i]);
  for (size_t i = 0; i < form->symbols.count; ++i) tern_vec_push(out, form->symbols.values[i]);
}

bool tern_affine_form_has_operands(const tern_affine_form_t *form, const tern_op_t *op, size_t start, size_t count) {
  if (count != form->dims.count + form->symbols.count) return false;
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = i < form->dims.count ? form->dims.values[i] : form->symbols.values[i - form->dims.count];
    if (value != tern_op_operand(op, start + i)) return false;
  }
  return true;
}

// --- replacing dims and symbols ---

// What each dim and symbol becomes; NULL: stays.
typedef struct replacement {
  TERN_VEC(expr_t) dims, symbols;
} replacement_t;

static void initialize_replacement(replacement_t *replacement, const tern_affine_form_t *form) {
  for (size_t i = 0; i < form->dims.count; ++i) tern_vec_push(&replacement->dims, NULL);
  for (size_t i = 0; i < form->symbols.count; ++i) tern_vec_push(&replacement->symbols, NULL);
}

// Replaces in all expressions and frees the lists.
static void apply_replacement(replacement_t *replacement, tern_affine_form_t *form) {
  for (size_t i = 0; i < form->exprs.count; ++i) {
    form->exprs.values[i] =
        tern_affine_expr_replace(form->exprs.values[i], replacement->dims.values, replacement->dims.count,
                                 replacement->symbols.values, replacement->symbols.count);
  }
  tern_vec_deinitialize(&replacement->dims);
  tern_vec_deinitialize(&replacement->symbols);
}

const tern_affine_expr_t *tern_affine_expr_shift(const tern_affine_expr_t *expr, size_t dim_count, size_t dim_shift,
                                                 size_t symbol_count, size_t symbol_shift) {
  replacement_t list = {0};
  for (size_t i = 0; i < dim_count; ++i) tern_vec_push(&list.dims, tern_affine_dim(expr->context, dim_shift + i));
  for (size_t i = 0; i < symbol_count; ++i) {
    tern_vec_push(&list.symbols, tern_affine_symbol(expr->context, symbol_shift + i));
  }
  expr = tern_affine_expr_replace(expr, list.dims.values, list.dims.count, list.symbols.values, list.symbols.count);
  tern_vec_deinitialize(&list.dims);
  tern_vec_deinitialize(&list.symbols);
  return expr;
}

// --- canonical operands ---

// Dims that are valid symbols become symbols, behind the others.
static void promote_symbols(tern_affine_form_t *form) {
  replacement_t list = {0};
  initialize_replacement(&list, form);
  size_t dim_count = 0;
  for (size_t i = 0; i < form->dims.count; ++i) {
    tern_value_t *value = form->dims.values[i];
    if (tern_affine_is_symbol_here(value)) {
      list.dims.values[i] = tern_affine_symbol(form->context, form->symbols.count);
      tern_vec_push(&form->symbols, value);
    } else {
      list.dims.values[i] = tern_affine_dim(form->context, dim_count);
      form->dims.values[dim_count++] = value;
    }
  }
  form->dims.count = dim_count;
  apply_replacement(&list, form);
}

// Symbols that are valid dims only become dims, behind the others.
static void demote_dims(tern_affine_form_t *form) {
  replacement_t list = {0};
  initialize_replacement(&list, form);
  size_t symbol_count = 0;
  for (size_t i = 0; i < form->symbols.count; ++i) {
    tern_value_t *value = form->symbols.values[i];
    if (tern_affine_is_dim_here(value) && !tern_affine_is_symbol_here(value)) {
      list.symbols.values[i] = tern_affine_dim(form->context, form->dims.count);
      tern_vec_push(&form->dims, value);
    } else {
      list.symbols.values[i] = tern_affine_symbol(form->context, symbol_count);
      form->symbols.values[symbol_count++] = value;
    }
  }
  form->symbols.count = symbol_count;
  apply_replacement(&list, form);
}

static bool is_used(const tern_affine_form_t *form, bool is_dim, size_t position) {
  for (size_t i = 0; i < form->exprs.count; ++i) {
    expr_t expr = form->exprs.values[i];
    if (is_dim ? tern_affine_expr_uses_dim(expr, position) : tern_affine_expr_uses_symbol(expr, position)) return true;
  }
  return false;
}

static size_t find_value(const tern_affine_values_t *values, size_t count, const tern_value_t *value) {
  size_t i = 0;
  while (i < count && values->values[i] != value) ++i;
  return i;
}

static expr_t constant_of(tern_context_t *context, const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return tern_attr_is_integer(constant) ? tern_affine_constant(context, tern_integer_attr_value(constant)) : NULL;
}

// Each value once, in the order in which they came first; unused ones go. Constants among symbols become numbers.
static void unify_values(tern_affine_form_t *form) {
  replacement_t list = {0};
  initialize_replacement(&list, form);
  size_t count = 0;
  for (size_t i = 0; i < form->dims.count; ++i) {
    if (!is_used(form, true, i)) continue;
    size_t position = find_value(&form->dims, count, form->dims.values[i]);
    if (position == count) form->dims.values[count++] = form->dims.values[i];
    list.dims.values[i] = tern_affine_dim(form->context, position);
  }
  form->dims.count = count;
  count = 0;
  for (size_t i = 0; i < form->symbols.count; ++i) {
    tern_value_t *value = form->symbols.values[i];
    if (!is_used(form, false, i)) continue;
    if ((list.symbols.values[i] = constant_of(form->context, value))) continue;
    size_t position = find_value(&form->symbols, count, value);
    if (position == count) form->symbols.values[count++] = value;
    list.symbols.values[i] = tern_affine_symbol(form->context, position);
  }
  form->symbols.count = count;
  apply_replacement(&list, form);
}

void tern_affine_form_canonicalize(tern_affine_form_t *form) {
  if (!form->dims.count && !form->symbols.count) return;
  promote_symbols(form);
  demote_dims(form);
  unify_values(form);
}

// --- composition ---

// Puts the map of an affine.apply in the place of the dim or symbol at `position`, which it defines.
static void inline_apply(tern_affine_form_t *form, bool is_dim, size_t position, const tern_op_t *apply) {
  tern_affine_form_t inner = {0};
  replacement_t list = {0};
  tern_affine_form_initialize(&inner, tern_affine_map_at(apply, "map"), apply, 0);
  tern_affine_form_canonicalize(&inner);
  (is_dim ? &form->dims : &form->symbols)->values[position] = NULL;
  expr_t expr = tern_affine_expr_shift(inner.exprs.values[0], inner.dims.count, form->dims.count, inner.symbols.count,
                                       form->symbols.count);
  initialize_replacement(&list, form);
  (is_dim ? list.dims.values : list.symbols.values)[position] = expr;
  apply_replacement(&list, form);
  for (size_t i = 0; i < inner.dims.count; ++i) tern_vec_push(&form->dims, inner.dims.values[i]);
  for (size_t i = 0; i < inner.symbols.count; ++i) tern_vec_push(&form->symbols, inner.symbols.values[i]);
  tern_affine_form_deinitialize(&inner);
}

// Sums that undo an affine.delinearize_index: %i#0 * (B1 * B2) + %i#1 * B2 + %i#2 + rest is the op's operand + rest.
typedef struct undoing {
  expr_t terms[16];
  size_t term_count;
  expr_t whole;  // what stands for the operand
  bool is_found;
} undoing_t;

static expr_t undo_in_terms(expr_t expr, undoing_t *undoing);

// Replaces the terms in the chain of additions `expr` if all are there; else looks into each summand.
static expr_t undo_in(expr_t expr, undoing_t *undoing) {
  if (expr->kind != TERN_AFFINE_ADD) return undo_in_terms(expr, undoing);
  bool is_taken[16] = {false};
  size_t taken_count = 0;
  TERN_VEC(expr_t) rest = {0};
  for (expr_t chain = expr; chain;) {
    bool is_sum = chain->kind == TERN_AFFINE_ADD;
    expr_t term = is_sum ? chain->rhs : chain;
    size_t i = 0;
    while (i < undoing->term_count && (is_taken[i] || undoing->terms[i] != term)) ++i;
    if (i < undoing->term_count) {
      is_taken[i] = true;
      ++taken_count;
    } else {
      tern_vec_push(&rest, term);
    }
    chain = is_sum ? chain->lhs : NULL;
  }
  if (taken_count == undoing->term_count) {
    undoing->is_found = true;
    expr = undoing->whole;
    for (size_t i = rest.count; i > 0; --i) expr = tern_affine_add(expr, rest.values[i - 1]);
  } else {
    expr = undo_in_terms(expr, undoing);
  }
  tern_vec_deinitialize(&rest);
  return expr;
}

static expr_t undo_in_terms(expr_t expr, undoing_t *undoing) {
  if (expr->kind >= TERN_AFFINE_CONSTANT) return expr;
  // The left side of a sum is the shorter chain: what is not in the whole chain is not in a part of it.
  bool is_chain = expr->kind == TERN_AFFINE_ADD && expr->lhs->kind == TERN_AFFINE_ADD;
  expr_t lhs = is_chain ? undo_in_terms(expr->lhs, undoing) : undo_in(expr->lhs, undoing);
  expr_t rhs = undo_in(expr->rhs, undoing);
  return lhs == expr->lhs && rhs == expr->rhs ? expr : tern_affine_binary(expr->kind, lhs, rhs);
}

// Finds the dim or symbol that each result of `op` is; false if one is missing. Symbols come last and win.
static bool find_results(const tern_affine_form_t *form, const tern_op_t *op, expr_t *out_results) {
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_value_t *result = &op->results[i];
    size_t symbol = find_value(&form->symbols, form->symbols.count, result);
    size_t dim = find_value(&form->dims, form->dims.count, result);
    if (symbol < form->symbols.count) {
      out_results[i] = tern_affine_symbol(form->context, symbol);
    } else if (dim < form->dims.count) {
      out_results[i] = tern_affine_dim(form->context, dim);
    } else {
      return false;
    }
  }
  return true;
}

static bool undo_delinearize(tern_affine_form_t *form, const tern_op_t *op, const tern_value_t *value) {
  expr_t results[16];
  undoing_t undoing = {0};
  const tern_attr_t *basis = tern_op_attr(op, "static_basis");
  size_t size_count = tern_int_list_attr_count(basis), count = op->result_count;
  // Sizes must be numbers. The last result is where the search starts, so that it is made once.
  if (op->operand_count != 1 || count > 16 || value != &op->results[count - 1]) return false;
  if (!find_results(form, op, results)) return false;
  bool is_dim = true;
  int64_t stride = 1;
  for (size_t i = count; i > 0; --i) {
    is_dim &= results[i - 1]->kind == TERN_AFFINE_DIM;
    undoing.terms[undoing.term_count++] = tern_affine_mul(results[i - 1], tern_affine_constant(form->context, stride));
    size_t position = size_count + i - 1 - count;
    if (i > 1) stride = (int64_t)((uint64_t)stride * (uint64_t)tern_int_list_attr_at(basis, position));
  }
  undoing.whole = is_dim ? tern_affine_dim(form->context, form->dims.count)
                         : tern_affine_symbol(form->context, form->symbols.count);
  for (size_t i = 0; i < form->exprs.count; ++i) form->exprs.values[i] = undo_in(form->exprs.values[i], &undoing);
  if (!undoing.is_found) return false;
  if (is_dim) {
    tern_vec_push(&form->dims, tern_op_operand(op, 0));
  } else {
    tern_vec_push(&form->symbols, tern_op_operand(op, 0));
  }
  for (size_t i = 0; i < count; ++i) {
    bool is_result_dim = results[i]->kind == TERN_AFFINE_DIM;
    size_t position = (size_t)results[i]->value;
    if (!is_used(form, is_result_dim, position))
      (is_result_dim ? &form->dims : &form->symbols)->values[position] = NULL;
  }
  return true;
}

// Replaces the first dim or symbol that can be; false if there is none.
static bool compose_step(tern_affine_form_t *form) {
  size_t dim_count = form->dims.count, count = dim_count + form->symbols.count;
  for (size_t i = 0; i < count; ++i) {
    bool is_dim = i < dim_count;
    size_t position = is_dim ? i : i - dim_count;
    const tern_value_t *value = (is_dim ? &form->dims : &form->symbols)->values[position];
    const tern_op_t *op = value ? tern_value_defining_op(value) : NULL;
    if (!op) continue;
    if (tern_op_is(op, TERN_AFFINE(DELINEARIZE_INDEX)) && undo_delinearize(form, op, value)) return true;
    if (!tern_op_is(op, TERN_AFFINE(APPLY))) continue;
    inline_apply(form, is_dim, position, op);
    return true;
  }
  return false;
}

// Drops the places of values that were replaced.
static void drop_replaced(tern_affine_form_t *form) {
  replacement_t list = {0};
  initialize_replacement(&list, form);
  size_t count = 0;
  for (size_t i = 0; i < form->dims.count; ++i) {
    if (!form->dims.values[i]) continue;
    list.dims.values[i] = tern_affine_dim(form->context, count);
    form->dims.values[count++] = form->dims.values[i];
  }
  form->dims.count = count;
  count = 0;
  for (size_t i = 0; i < form->symbols.count; ++i) {
    if (!form->symbols.values[i]) continue;
    list.symbols.values[i] = tern_affine_symbol(form->context, count);
    form->symbols.values[count++] = form->symbols.values[i];
  }
  form->symbols.count = count;
  apply_replacement(&list, form);
}

static void simplify(tern_affine_form_t *form) {
  for (size_t i = 0; i < form->exprs.count; ++i) {
    form->exprs.values[i] = tern_affine_expr_simplify(form->exprs.values[i], form->dims.count, form->symbols.count);
  }
}

void tern_affine_form_compose(tern_affine_form_t *form) {
  if (form->exprs.count) {
    while (compose_step(form)) continue;
    drop_replaced(form);
  }
  tern_affine_form_canonicalize(form);
  simplify(form);
}

static bool has_apply(const tern_affine_values_t *values) {
  for (size_t i = 0; i < values->count; ++i) {
    const tern_op_t *op = tern_value_defining_op(values->values[i]);
    if (op && tern_op_is(op, TERN_AFFINE(APPLY))) return true;
  }
  return false;
}

void tern_affine_form_compose_fully(tern_affine_form_t *form) {
  while (has_apply(&form->dims) || has_apply(&form->symbols)) tern_affine_form_compose(form);
}

void tern_affine_form_drop_duplicates(tern_affine_form_t *form) {
  size_t count = 0;
  for (size_t i = 0; i < form->exprs.count; ++i) {
    size_t j = 0;
    while (j < count && form->exprs.values[j] != form->exprs.values[i]) ++j;
    if (j == count) form->exprs.values[count++] = form->exprs.values[i];
  }
  form->exprs.count = count;
}
