// Folds of affine's ops on maps and memory, and of loop bounds.

#include "base/vec.h"
#include "dialect/affine/form.h"
#include "dialect/affine/hooks.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/ub/ub.h"
#include "ir/symbol.h"

#define IGNORE(operands, out_results) ((void)(operands), (void)(out_results))

static tern_fold_status_t in_place_if(bool is_changed) { return is_changed ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED; }

// --- constant operands ---

// The value of an expression whose dims and symbols are constants. False if one is not, or if the value is undefined:
// then `*out_poison` is set.
static bool evaluate(const tern_affine_expr_t *expr, size_t dim_count, const tern_attr_t *const *operands,
                     bool *out_poison, int64_t *out_value) {
  int64_t values[2];
  if (expr->kind == TERN_AFFINE_CONSTANT) {
    *out_value = expr->value;
    return true;
  }
  if (expr->kind == TERN_AFFINE_DIM || expr->kind == TERN_AFFINE_SYMBOL) {
    const tern_attr_t *operand = operands[(expr->kind == TERN_AFFINE_SYMBOL ? dim_count : 0) + (size_t)expr->value];
    if (!tern_attr_is_integer(operand)) return false;
    *out_value = tern_integer_attr_value(operand);
    return true;
  }
  if (!evaluate(expr->lhs, dim_count, operands, out_poison, &values[0]) ||
      !evaluate(expr->rhs, dim_count, operands, out_poison, &values[1])) {
    return false;
  }
  const tern_affine_expr_t step = {.kind = expr->kind,
                                   .context = expr->context,
                                   .lhs = tern_affine_dim(expr->context, 0),
                                   .rhs = tern_affine_dim(expr->context, 1)};
  if (tern_affine_expr_evaluate(&step, values, NULL, out_value)) return true;
  *out_poison = true;
  return false;
}

tern_fold_status_t tern_affine_fold_apply(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  const tern_affine_expr_t *expr = map->results[0];
  bool is_poison = false;
  int64_t value;
  if (expr->kind == TERN_AFFINE_DIM || expr->kind == TERN_AFFINE_SYMBOL) {
    size_t start = expr->kind == TERN_AFFINE_SYMBOL ? map->dim_count : 0;
    out_results[0].value = tern_op_operand(op, start + (size_t)expr->value);
    return TERN_FOLD_REPLACED;
  }
  if (evaluate(expr, map->dim_count, operands, &is_poison, &value)) {
    out_results[0].attr = tern_integer_attr_get(op->results[0].type, value);
  } else if (is_poison) {
    out_results[0].attr = tern_ub_poison_attr(tern_op_context(op));
  } else {
    return TERN_FOLD_FAILED;
  }
  return TERN_FOLD_REPLACED;
}

// Results with constant operands become constants; if all are, so is the op.
tern_fold_status_t tern_affine_fold_min_max(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  bool is_min = tern_op_is(op, TERN_AFFINE(MIN)), is_poison = false;
  size_t constant_count = 0;
  int64_t best = 0;
  TERN_VEC(const tern_affine_expr_t *) exprs = {0};
  for (size_t i = 0; i < map->result_count; ++i) {
    const tern_affine_expr_t *expr = map->results[i];
    int64_t value;
    if (evaluate(expr, map->dim_count, operands, &is_poison, &value)) {
      expr = tern_affine_constant(map->context, value);
      if (!constant_count++ || (is_min ? value < best : value > best)) best = value;
    }
    tern_vec_push(&exprs, expr);
  }
  const tern_affine_map_t *folded =
      tern_affine_map_get(map->context, map->dim_count, map->symbol_count, exprs.values, exprs.count);
  tern_vec_deinitialize(&exprs);
  bool is_symbol =
      folded->symbol_count == 1 && folded->result_count == 1 && folded->results[0]->kind == TERN_AFFINE_SYMBOL;
  if (is_symbol) {
    out_results[0].value = tern_op_operand(op, folded->dim_count);
    return TERN_FOLD_REPLACED;
  }
  if (constant_count == map->result_count && constant_count) {
    out_results[0].attr = tern_integer_attr_get(op->results[0].type, best);
    return TERN_FOLD_REPLACED;
  }
  if (folded == map) return TERN_FOLD_FAILED;
  tern_op_set_attr(op, "map", tern_affine_map_attr_get(folded));
  return TERN_FOLD_IN_PLACE;
}

// --- for ---

// Makes a bound whose operands are all constants a constant.
static bool fold_constant_bound(tern_op_t *op, bool is_lower) {
  const tern_affine_map_t *map = tern_affine_for_map(op, is_lower);
  size_t start = tern_affine_for_operands(op, is_lower);
  int64_t best = 0;
  bool is_poison = false, is_known = true;
  TERN_VEC(const tern_attr_t *) constants = {0};
  if (tern_affine_for_constant_bound(op, is_lower, &best)) return false;
  for (size_t i = 0; i < tern_affine_map_inputs(map); ++i) {
    tern_vec_push(&constants, tern_value_constant(tern_op_operand(op, start + i)));
  }
  for (size_t i = 0; i < map->result_count && is_known; ++i) {
    int64_t value;
    is_known = evaluate(map->results[i], map->dim_count, constants.values, &is_poison, &value);
    if (is_known && (i == 0 || (is_lower ? value > best : value < best))) best = value;
  }
  tern_vec_deinitialize(&constants);
  if (is_known) {
    tern_affine_for_set_bound(op, is_lower, tern_affine_constant_map(map->context, best), (tern_values_t){0});
  }
  return is_known;
}

static bool canonicalize_bound(tern_op_t *op, bool is_lower) {
  const tern_affine_map_t *map = tern_affine_for_map(op, is_lower);
  tern_affine_form_t form = {0};
  tern_affine_values_t operands = {0};
  tern_affine_form_initialize(&form, map, op, tern_affine_for_operands(op, is_lower));
  tern_affine_form_compose(&form);
  tern_affine_form_canonicalize(&form);
  tern_affine_form_drop_redundant(&form, is_lower);
  tern_affine_form_drop_duplicates(&form);
  tern_affine_form_canonicalize(&form);
  const tern_affine_map_t *canonical = tern_affine_form_map(&form);
  if (canonical != map) {
    tern_affine_form_operands(&form, &operands);
    tern_affine_for_set_bound(op, is_lower, canonical, tern_affine_values_view(&operands));
  }
  tern_vec_deinitialize(&operands);
  tern_affine_form_deinitialize(&form);
  return canonical != map;
}

// The place of `value` among the carried values of `op`'s body; SIZE_MAX if it is none.
static size_t carried_index(const tern_op_t *op, const tern_value_t *value) {
  return tern_value_arg_block(value) == tern_op_body(op, 0) && value->index > 0 ? value->index - 1 : SIZE_MAX;
}

// A body that only yields does not have to run: the results are initial values, or values from outside.
static bool fold_empty_loop(const tern_op_t *op, tern_fold_result_t *out_results) {
  const tern_op_t *yield = tern_op_body(op, 0)->first_op;
  size_t first_init = tern_affine_for_inits(op);
  uint64_t count;
  if (!tern_op_is(yield, TERN_AFFINE(YIELD)) || !op->result_count) return false;
  bool is_known = tern_affine_for_trip_count(op, &count), has_outer = false, is_permuted = false;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_value_t *value = tern_op_operand(yield, i);
    if (value == tern_affine_for_iv(op)) return false;
    size_t index = carried_index(op, value);
    has_outer |= index == SIZE_MAX;
    is_permuted |= index != SIZE_MAX && index != i;
  }
  // What comes from outside is the result if there is an iteration; what changes places comes out after one.
  if (is_known ? count >= 2 && is_permuted : has_outer || is_permuted) return false;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *value = tern_op_operand(yield, i);
    size_t index = is_known && count == 0 ? i : carried_index(op, value);
    out_results[i].value = index == SIZE_MAX ? value : tern_op_operand(op, first_init + index);
  }
  return true;
}

tern_fold_status_t tern_affine_fold_for(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  uint64_t count;
  (void)operands;
  bool is_changed = fold_constant_bound(op, true);
  is_changed |= fold_constant_bound(op, false);
  is_changed |= canonicalize_bound(op, true);
  is_changed |= canonicalize_bound(op, false);
  if (op->result_count && tern_affine_for_trip_count(op, &count) && count == 0) {
    size_t first = tern_affine_for_inits(op);
    for (size_t i = 0; i < op->result_count; ++i) out_results[i].value = tern_op_operand(op, first + i);
    return TERN_FOLD_REPLACED;
  }
  if (!is_changed && fold_empty_loop(op, out_results)) return TERN_FOLD_REPLACED;
  return in_place_if(is_changed);
}

// --- if, parallel ---

tern_fold_status_t tern_affine_fold_if(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  IGNORE(operands, out_results);
  const tern_integer_set_t *set = tern_integer_set_attr_value(tern_op_attr(op, "condition"));
  tern_affine_form_t form = {0};
  tern_affine_values_t values = {0};
  tern_affine_form_initialize_set(&form, set, op, 0);
  bool has_apply = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_op_t *source = tern_value_defining_op(tern_op_operand(op, i));
    has_apply |= source && tern_op_is(source, TERN_AFFINE(APPLY));
  }
  if (has_apply) tern_affine_form_compose(&form);
  tern_affine_form_canonicalize(&form);
  const tern_integer_set_t *canonical = tern_affine_form_set(&form, set->is_equality);
  bool is_changed = canonical != set || !tern_affine_form_has_operands(&form, op, 0, op->operand_count);
  if (is_changed) {
    tern_affine_form_operands(&form, &values);
    tern_op_set_operands(op, tern_affine_values_view(&values));
    tern_op_set_attr(op, "condition", tern_integer_set_attr_get(canonical));
  }
  tern_vec_deinitialize(&values);
  tern_affine_form_deinitialize(&form);
  return in_place_if(is_changed);
}

tern_fold_status_t tern_affine_fold_parallel(tern_op_t *op, const tern_attr_t *const *operands,
                                             tern_fold_result_t *out_results) {
  IGNORE(operands, out_results);
  static const char *const names[] = {"upperBoundsMap", "lowerBoundsMap"};
  tern_affine_values_t values = {0};
  const tern_affine_map_t *maps[2];
  bool is_changed = false;
  for (int is_lower = 1; is_lower >= 0; --is_lower) {
    const tern_affine_map_t *map = tern_affine_map_at(op, names[is_lower]);
    size_t start = tern_affine_parallel_operands(op, is_lower);
    tern_affine_form_t form = {0};
    tern_affine_form_initialize(&form, map, op, start);
    tern_affine_form_compose(&form);
    maps[is_lower] = tern_affine_form_map(&form);
    is_changed |=
        maps[is_lower] != map || !tern_affine_form_has_operands(&form, op, start, tern_affine_map_inputs(map));
    tern_affine_form_operands(&form, &values);
    tern_affine_form_deinitialize(&form);
  }
  if (is_changed) {
    tern_op_set_operands(op, tern_affine_values_view(&values));
    for (size_t i = 0; i < 2; ++i) tern_op_set_attr(op, names[i], tern_affine_map_attr_get(maps[i]));
  }
  tern_vec_deinitialize(&values);
  return in_place_if(is_changed);
}

// --- accesses ---

tern_fold_status_t tern_affine_fold_access(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  IGNORE(operands, out_results);
  return in_place_if(tern_memref_fold_cast_operands(op, NULL));
}

tern_fold_status_t tern_affine_fold_store(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results) {
  IGNORE(operands, out_results);
  return in_place_if(tern_memref_fold_cast_operands(op, tern_op_operand(op, 0)));
}

// The initial value of a constant global that `value` is, if its elements are known.
static const tern_attr_t *constant_elements(const tern_value_t *value) {
  const tern_op_t *get = tern_value_defining_op(value);
  if (!get || !tern_op_is(get, TERN_MEMREF(GET_GLOBAL))) return NULL;
  const tern_op_t *global = tern_symbol_lookup_nearest(get, tern_op_attr(get, "name"));
  if (!global || !tern_op_is(global, TERN_MEMREF(GLOBAL)) || !tern_op_attr(global, "constant")) return NULL;
  const tern_attr_t *elements = tern_op_attr(global, "initial_value");
  return elements && elements->kind == TERN_ATTR_DENSE_ELEMENTS ? elements : NULL;
}

tern_fold_status_t tern_affine_fold_load(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  (void)operands;
  if (tern_memref_fold_cast_operands(op, NULL)) return TERN_FOLD_IN_PLACE;
  const tern_attr_t *elements = constant_elements(tern_op_operand(op, 0));
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (!elements) return TERN_FOLD_FAILED;
  size_t index = 0;
  if (!tern_dense_elements_attr_is_splat(elements)) {
    for (size_t i = 0; i < map->result_count; ++i) {
      const tern_affine_expr_t *expr = map->results[i];
      int64_t dim = tern_type_dim(type, i);
      if (!tern_affine_expr_is_constant(expr) || expr->value < 0 || expr->value >= dim) return TERN_FOLD_FAILED;
      index = index * (size_t)dim + (size_t)expr->value;
    }
  }
  out_results[0].attr = tern_dense_elements_attr_at(elements, index);
  return TERN_FOLD_REPLACED;
}
