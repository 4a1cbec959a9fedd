// --affine-expand-index-ops: affine.delinearize_index and affine.linearize_index become arith ops;
// --affine-expand-index-ops-as-affine: they become affine.apply ops (upstream: the passes of the same names).

#include "base/vec.h"
#include "dialect/affine/affine.h"
#include "dialect/affine/expand.h"
#include "dialect/affine/form.h"
#include "dialect/affine/index_basis.h"
#include "dialect/arith/arith.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

static tern_values_t view(const value_list_t *list) { return (tern_values_t){list->values, list->count}; }

// --- as arith ---

static bool expand_delinearize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  value_list_t results = {0};
  tern_vec_reserve(&results, (size_t)op->result_count + 1);
  tern_affine_expand_delinearize(&rewriter->builder, op, results.values);
  results.count = op->result_count;
  tern_rewriter_replace(rewriter, op, view(&results));
  tern_vec_deinitialize(&results);
  return true;
}

static bool expand_linearize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_value_t *value = tern_affine_expand_linearize(&rewriter->builder, op);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

// --- as affine.apply ---

// affine.apply of `expr` over the symbols, composed; a constant or an operand is that itself.
static tern_value_t *build_apply(tern_builder_t *b, const tern_affine_expr_t *expr, const value_list_t *symbols) {
  tern_affine_form_t form = {0};
  tern_affine_values_t operands = {0};
  tern_affine_form_initialize_values(&form, tern_affine_map_get(b->context, 0, symbols->count, &expr, 1),
                                     view(symbols));
  tern_affine_form_compose(&form);
  tern_affine_form_operands(&form, &operands);
  const tern_affine_map_t *map = tern_affine_form_map(&form);
  const tern_affine_expr_t *result = map->results[0];
  tern_value_t *value;
  if (tern_affine_expr_is_constant(result)) {
    value = tern_arith_constant_index(b, result->value);
  } else if (result->kind == TERN_AFFINE_DIM || result->kind == TERN_AFFINE_SYMBOL) {
    value = operands.values[(result->kind == TERN_AFFINE_SYMBOL ? map->dim_count : 0) + (size_t)result->value];
  } else {
    value = tern_build_value(b, TERN_AFFINE(APPLY), .operands = tern_affine_values_view(&operands),
                             .types = TERN_TYPES(tern_index_type_get(b->context)),
                             .attrs = TERN_ATTRS({"map", tern_affine_map_attr_get(map)}));
  }
  tern_vec_deinitialize(&operands);
  tern_affine_form_deinitialize(&form);
  return value;
}

// A new symbol for `value`.
static const tern_affine_expr_t *add_symbol(tern_builder_t *b, value_list_t *symbols, tern_value_t *value) {
  tern_vec_push(symbols, value);
  return tern_affine_symbol(b->context, symbols->count - 1);
}

static const tern_affine_expr_t *size_expr(tern_builder_t *b, value_list_t *symbols, tern_mixed_index_t size) {
  return size.value == TERN_DYNAMIC ? add_symbol(b, symbols, size.dynamic)
                                    : tern_affine_constant(b->context, size.value);
}

// Quotient and remainder by the product of the sizes behind, from the first index on.
static bool apply_delinearize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_affine_basis_t basis = {0};
  value_list_t results = {0}, symbols = {0};
  TERN_VEC(const tern_affine_expr_t *) sizes = {0};
  tern_affine_basis_read(op, true, &basis);
  for (size_t i = 0; i < basis.count; ++i) tern_vec_push(&sizes, size_expr(b, &symbols, basis.values[i]));
  const tern_affine_expr_t *rest = add_symbol(b, &symbols, tern_op_operand(op, 0));
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_affine_expr_t *stride = tern_affine_constant(b->context, 1), *digit = rest;
    for (size_t j = basis.count; j > i; --j) stride = tern_affine_mul(sizes.values[j - 1], stride);
    if (i < basis.count) {
      digit = tern_affine_binary(TERN_AFFINE_FLOORDIV, rest, stride);
      rest = tern_affine_binary(TERN_AFFINE_MOD, rest, stride);
    }
    tern_vec_push(&results, build_apply(b, digit, &symbols));
  }
  tern_rewriter_replace(rewriter, op, view(&results));
  tern_vec_deinitialize(&basis);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&symbols);
  tern_vec_deinitialize(&sizes);
  return true;
}

// The symbol that stands for `value` already, or a new one.
static const tern_affine_expr_t *share_symbol(tern_builder_t *b, value_list_t *symbols, tern_value_t *value) {
  for (size_t i = 0; i < symbols->count; ++i) {
    if (symbols->values[i] == value) return tern_affine_symbol(b->context, i);
  }
  return add_symbol(b, symbols, value);
}

// The sum of indices times the product of the sizes behind them. The order of operands is upstream's: an index, then
// its stride if that is one value; what longer products are made of comes last.
static bool apply_linearize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_affine_basis_t basis = {0};
  value_list_t symbols = {0};
  size_t count = tern_affine_index_count(op);
  tern_affine_basis_read(op, true, &basis);
  for (size_t i = 0; i < count; ++i) {
    share_symbol(b, &symbols, tern_op_operand(op, i));
    bool is_lone = i + 2 == count && basis.values[i].value == TERN_DYNAMIC;
    if (is_lone) share_symbol(b, &symbols, basis.values[i].dynamic);
  }
  const tern_affine_expr_t *sum = tern_affine_constant(b->context, 0), *stride = tern_affine_constant(b->context, 1);
  for (size_t i = count; i > 0; --i) {
    sum = tern_affine_add(sum, tern_affine_mul(share_symbol(b, &symbols, tern_op_operand(op, i - 1)), stride));
    if (i == 1) break;
    const tern_mixed_index_t *size = &basis.values[i - 2];
    const tern_affine_expr_t *factor = size->value == TERN_DYNAMIC ? share_symbol(b, &symbols, size->dynamic)
                                                                   : tern_affine_constant(b->context, size->value);
    stride = tern_affine_mul(factor, stride);
  }
  tern_value_t *value = build_apply(b, sum, &symbols);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  tern_vec_deinitialize(&basis);
  tern_vec_deinitialize(&symbols);
  return true;
}

// --- the passes ---

static bool rewrite_all(tern_op_t *op, bool (*delinearize)(tern_op_t *, tern_rewriter_t *, void *),
                        bool (*linearize)(tern_op_t *, tern_rewriter_t *, void *)) {
  const tern_pattern_t patterns[] = {
      {"expand_delinearize_index", TERN_AFFINE(DELINEARIZE_INDEX), 1, delinearize},
      {"expand_linearize_index", TERN_AFFINE(LINEARIZE_INDEX), 1, linearize},
  };
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  return tern_apply_patterns_greedily(op, patterns, 2, NULL, &options, NULL);
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  return rewrite_all(op, expand_delinearize, expand_linearize);
}

static bool run_as_affine(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  return rewrite_all(op, apply_delinearize, apply_linearize);
}

static const tern_dialect_t *const dialects[] = {&tern_affine_dialect, &tern_arith_dialect, NULL};

const tern_pass_def_t tern_affine_expand_index_ops_pass = {
    .flag = "affine-expand-index-ops",
    .name = "AffineExpandIndexOps",
    .summary = "Write affine.delinearize_index and its inverse as arithmetic",
    .dialects = dialects,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};

const tern_pass_def_t tern_affine_expand_index_ops_as_affine_pass = {
    .flag = "affine-expand-index-ops-as-affine",
    .name = "AffineExpandIndexOpsAsAffine",
    .summary = "Write affine.delinearize_index and its inverse as affine.apply",
    .dialects = dialects,
    .run = run_as_affine,
};
