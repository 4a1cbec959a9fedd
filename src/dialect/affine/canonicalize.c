// Canonicalization of affine's ops on maps and memory, of loops and conditions.

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/affine/form.h"
#include "dialect/affine/hooks.h"

// --- composing maps ---

// Composes the map of an op whose operands from `start` on are the map's.
static bool compose_map(tern_op_t *op, tern_rewriter_t *rewriter, size_t start) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  tern_affine_form_t form = {0};
  tern_affine_values_t operands = {0};
  tern_affine_form_initialize(&form, map, op, start);
  tern_affine_form_compose(&form);
  tern_affine_form_canonicalize(&form);
  tern_affine_form_simplify_by_ranges(&form);
  const tern_affine_map_t *composed = tern_affine_form_map(&form);
  bool is_changed = composed != map || !tern_affine_form_has_operands(&form, op, start, op->operand_count - start);
  if (is_changed) {
    for (size_t i = 0; i < start; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
    tern_affine_form_operands(&form, &operands);
    tern_op_set_operands(op, tern_affine_values_view(&operands));
    tern_op_set_attr(op, "map", tern_affine_map_attr_get(composed));
    tern_rewriter_modified(rewriter, op);
  }
  tern_vec_deinitialize(&operands);
  tern_affine_form_deinitialize(&form);
  return is_changed;
}

bool tern_affine_canonicalize_map_op(tern_op_t *op, tern_rewriter_t *rewriter) { return compose_map(op, rewriter, 0); }

bool tern_affine_canonicalize_access(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t memref;
  tern_affine_is_access(op, &memref);
  return compose_map(op, rewriter, memref + 1);
}

// --- min, max ---

// Takes over the form's map and operands.
static void set_form(tern_op_t *op, tern_rewriter_t *rewriter, const tern_affine_form_t *form) {
  tern_affine_values_t operands = {0};
  tern_affine_form_operands(form, &operands);
  tern_op_set_operands(op, tern_affine_values_view(&operands));
  tern_op_set_attr(op, "map", tern_affine_map_attr_get(tern_affine_form_map(form)));
  tern_rewriter_modified(rewriter, op);
  tern_vec_deinitialize(&operands);
}

// The least of one value is the value of affine.apply.
static bool apply_single(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (tern_affine_map_at(op, "map")->result_count != 1) return false;
  tern_affine_form_t form = {0};
  tern_affine_values_t operands = {0};
  tern_affine_form_initialize(&form, tern_affine_map_at(op, "map"), op, 0);
  tern_affine_form_operands(&form, &operands);
  tern_build_args_t args = {.operands = tern_affine_values_view(&operands),
                            .types = TERN_TYPES(op->results[0].type),
                            .attrs = TERN_ATTRS({"map", tern_op_attr(op, "map")})};
  tern_rewriter_replace_with(rewriter, op, TERN_AFFINE(APPLY), &args);
  tern_vec_deinitialize(&operands);
  tern_affine_form_deinitialize(&form);
  return true;
}

static bool drop_duplicates(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_affine_form_t form = {0};
  tern_affine_form_initialize(&form, tern_affine_map_at(op, "map"), op, 0);
  size_t count = form.exprs.count;
  tern_affine_form_drop_duplicates(&form);
  bool is_changed = form.exprs.count != count;
  if (is_changed) set_form(op, rewriter, &form);
  tern_affine_form_deinitialize(&form);
  return is_changed;
}

// The op of the same kind that defines the value that `expr` is, or NULL.
static const tern_op_t *find_producer(const tern_op_t *op, const tern_affine_form_t *form,
                                      const tern_affine_expr_t *expr) {
  if (expr->kind != TERN_AFFINE_DIM && expr->kind != TERN_AFFINE_SYMBOL) return NULL;
  const tern_affine_values_t *values = expr->kind == TERN_AFFINE_DIM ? &form->dims : &form->symbols;
  const tern_op_t *producer = tern_value_defining_op(values->values[expr->value]);
  return producer && tern_op_is(producer, op->def->row) ? producer : NULL;
}

// min(a, min(b, c)) is min(a, b, c): the results of producers follow the others.
static bool merge_producers(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_affine_form_t form = {0};
  TERN_VEC(const tern_op_t *) producers = {0};
  tern_affine_form_initialize(&form, tern_affine_map_at(op, "map"), op, 0);
  size_t count = 0;
  for (size_t i = 0; i < form.exprs.count; ++i) {
    const tern_op_t *producer = find_producer(op, &form, form.exprs.values[i]);
    if (producer) {
      tern_vec_push(&producers, producer);
    } else {
      form.exprs.values[count++] = form.exprs.values[i];
    }
  }
  form.exprs.count = count;
  for (size_t i = 0; i < producers.count; ++i) {
    const tern_affine_map_t *map = tern_affine_map_at(producers.values[i], "map");
    for (size_t j = 0; j < map->result_count; ++j) {
      tern_vec_push(&form.exprs, tern_affine_expr_shift(map->results[j], map->dim_count, form.dims.count,
                                                        map->symbol_count, form.symbols.count));
    }
    for (size_t j = 0; j < tern_affine_map_inputs(map); ++j) {
      tern_value_t *value = tern_op_operand(producers.values[i], j);
      if (j < map->dim_count) {
        tern_vec_push(&form.dims, value);
      } else {
        tern_vec_push(&form.symbols, value);
      }
    }
  }
  bool is_changed = producers.count > 0;
  if (is_changed) set_form(op, rewriter, &form);
  tern_vec_deinitialize(&producers);
  tern_affine_form_deinitialize(&form);
  return is_changed;
}

// A result and its coefficients.
typedef struct keyed_expr {
  const tern_affine_expr_t *expr;
  const int64_t *coefficients;
  size_t count;
} keyed_expr_t;

static int compare_keys(const void *a, const void *b) {
  const keyed_expr_t *x = a, *y = b;
  for (size_t i = 0; i < x->count; ++i) {
    if (x->coefficients[i] != y->coefficients[i]) return x->coefficients[i] < y->coefficients[i] ? -1 : 1;
  }
  return 0;
}

// Orders the results by their coefficients, if all of them are linear.
static bool sort_results(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_affine_map_t *map = tern_affine_map_at(op, "map");
  size_t width = tern_affine_map_inputs(map) + 1;
  TERN_VEC(keyed_expr_t) keys = {0};
  TERN_VEC(const tern_affine_expr_t *) sorted = {0};
  int64_t *coefficients = tern_realloc_array(NULL, map->result_count * width, sizeof(*coefficients));
  bool is_linear = true, is_sorted = true;
  for (size_t i = 0; i < map->result_count && is_linear; ++i) {
    int64_t *key = coefficients + i * width;
    is_linear = tern_affine_expr_is_pure(map->results[i]) &&
                tern_affine_expr_coefficients(map->results[i], map->dim_count, map->symbol_count, key);
    tern_vec_push(&keys, (keyed_expr_t){map->results[i], key, width});
    if (is_linear && i > 0) is_sorted &= compare_keys(&keys.values[i - 1], &keys.values[i]) <= 0;
  }
  bool is_changed = is_linear && !is_sorted;
  if (is_changed) {
    qsort(keys.values, keys.count, sizeof(keys.values[0]), compare_keys);
    for (size_t i = 0; i < keys.count; ++i) tern_vec_push(&sorted, keys.values[i].expr);
    map = tern_affine_map_get(map->context, map->dim_count, map->symbol_count, sorted.values, sorted.count);
    tern_op_set_attr(op, "map", tern_affine_map_attr_get(map));
    tern_rewriter_modified(rewriter, op);
  }
  free(coefficients);
  tern_vec_deinitialize(&keys);
  tern_vec_deinitialize(&sorted);
  return is_changed;
}

bool tern_affine_canonicalize_min_max(tern_op_t *op, tern_rewriter_t *rewriter) {
  return apply_single(op, rewriter) || drop_duplicates(op, rewriter) || merge_producers(op, rewriter) ||
         compose_map(op, rewriter, 0) || sort_results(op, rewriter);
}

// --- if ---

// An else region that does nothing.
static bool drop_empty_else(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *block = op->regions[1].first_block;
  if (!block || op->result_count || block->first_op != block->last_op) return false;
  tern_rewriter_erase_block(rewriter, block);
  tern_rewriter_modified(rewriter, op);
  return true;
}

// The set without points is written 1 == 0, the one with all points 0 == 0.
static bool is_lone_equality(const tern_integer_set_t *set, int64_t value) {
  return set->constraint_count == 1 && set->is_equality[0] && tern_affine_expr_is_constant(set->constraints[0]) &&
         set->constraints[0]->value == value;
}

static bool choose_branch(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_integer_set_t *set = tern_integer_set_attr_value(tern_op_attr(op, "condition"));
  bool is_false = is_lone_equality(set, 1);
  if (!is_false && !is_lone_equality(set, 0)) return false;
  tern_block_t *block = op->regions[is_false].first_block;
  if (!block) {
    tern_rewriter_erase(rewriter, op);
    return true;
  }
  tern_op_t *yield = block->last_op;
  tern_affine_values_t results = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&results, tern_op_operand(yield, i));
  tern_rewriter_inline_block_before(rewriter, block, op, (tern_values_t){0});
  tern_rewriter_replace(rewriter, op, tern_affine_values_view(&results));
  tern_rewriter_erase(rewriter, yield);
  tern_vec_deinitialize(&results);
  return true;
}

bool tern_affine_canonicalize_if(tern_op_t *op, tern_rewriter_t *rewriter) {
  return drop_empty_else(op, rewriter) || choose_branch(op, rewriter);
}
