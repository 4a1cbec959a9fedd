// Affine expressions, maps and sets: uniquing, questions, substitution and the algebra of maps. Simplification is in
// affine_simplify.c and affine_flatten.c, text in affine_print.c.

#include "ir/affine.h"

#include <assert.h>
#include <stdlib.h>

#include "base/integer.h"
#include "ir/affine/private.h"
#include "ir/context_private.h"
#include "ir/params.h"

// An expression with what is asked of it at every construction.
typedef struct stored_expr {
  tern_affine_expr_t expr;
  int64_t largest_divisor;
  uint32_t depth;
  bool is_symbolic;
} stored_expr_t;

static const stored_expr_t *stored(const tern_affine_expr_t *expr) { return (const stored_expr_t *)(const void *)expr; }

bool tern_affine_expr_is_symbolic(const tern_affine_expr_t *expr) { return stored(expr)->is_symbolic; }
int64_t tern_affine_expr_largest_divisor(const tern_affine_expr_t *expr) { return stored(expr)->largest_divisor; }
uint32_t tern_affine_expr_depth(const tern_affine_expr_t *expr) { return stored(expr)->depth; }

// --- uniquing ---

static int64_t compute_divisor(const tern_affine_expr_t *expr) {
  switch (expr->kind) {
    case TERN_AFFINE_CONSTANT: return tern_magnitude(expr->value);
    case TERN_AFFINE_MUL: return tern_wrap_mul(stored(expr->lhs)->largest_divisor, stored(expr->rhs)->largest_divisor);
    case TERN_AFFINE_ADD:
    case TERN_AFFINE_MOD: return tern_gcd(stored(expr->lhs)->largest_divisor, stored(expr->rhs)->largest_divisor);
    case TERN_AFFINE_FLOORDIV:
    case TERN_AFFINE_CEILDIV: {
      // A constant that divides what is known to divide the dividend leaves a known quotient.
      int64_t divisor = expr->rhs->kind == TERN_AFFINE_CONSTANT ? tern_magnitude(expr->rhs->value) : 0;
      int64_t known = stored(expr->lhs)->largest_divisor;
      return divisor > 0 && known % divisor == 0 ? known / divisor : 1;
    }
    default: return 1;
  }
}

static void fill_derived(stored_expr_t *made) {
  const tern_affine_expr_t *expr = &made->expr;
  made->largest_divisor = compute_divisor(expr);
  if (!tern_affine_kind_is_binary(expr->kind)) {
    made->depth = 0;
    made->is_symbolic = expr->kind != TERN_AFFINE_DIM;
    return;
  }
  uint32_t lhs_depth = stored(expr->lhs)->depth;
  uint32_t rhs_depth = stored(expr->rhs)->depth;
  made->depth = 1 + (lhs_depth > rhs_depth ? lhs_depth : rhs_depth);
  made->is_symbolic = stored(expr->lhs)->is_symbolic && stored(expr->rhs)->is_symbolic;
}

const tern_affine_expr_t *tern_affine_expr_unique(tern_context_t *context, tern_affine_kind_t kind,
                                                  const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs,
                                                  int64_t value) {
  const uint64_t key[] = {tern_param(lhs), tern_param(rhs), (uint64_t)value};
  uint32_t hash = tern_params_hash((uint64_t)kind, NULL, key, 3);
  const tern_unique_table_t *table = &context->affine_exprs;
  for (size_t i = tern_unique_first(table, hash); table->slots[i].object; i = tern_unique_next(table, i)) {
    if (table->slots[i].hash != hash) continue;
    const tern_affine_expr_t *expr = table->slots[i].object;
    if (expr->kind == kind && expr->lhs == lhs && expr->rhs == rhs && expr->value == value) return expr;
  }
  stored_expr_t *made = tern_arena_alloc_zeroed(&context->arena, sizeof(*made));
  made->expr = (tern_affine_expr_t){.kind = kind, .context = context, .lhs = lhs, .rhs = rhs, .value = value};
  fill_derived(made);
  tern_unique_insert(&context->affine_exprs, hash, &made->expr);
  return &made->expr;
}

const tern_affine_expr_t *tern_affine_constant(tern_context_t *context, int64_t value) {
  return tern_affine_expr_unique(context, TERN_AFFINE_CONSTANT, NULL, NULL, value);
}

static const tern_affine_expr_t *get_position(tern_context_t *context, tern_affine_kind_t kind, size_t position,
                                              const tern_affine_expr_t **cache) {
  if (position >= TERN_CONTEXT_CACHED_POSITION_COUNT) {
    return tern_affine_expr_unique(context, kind, NULL, NULL, (int64_t)position);
  }
  if (!cache[position]) cache[position] = tern_affine_expr_unique(context, kind, NULL, NULL, (int64_t)position);
  return cache[position];
}

const tern_affine_expr_t *tern_affine_dim(tern_context_t *context, size_t position) {
  return get_position(context, TERN_AFFINE_DIM, position, context->dims);
}

const tern_affine_expr_t *tern_affine_symbol(tern_context_t *context, size_t position) {
  return get_position(context, TERN_AFFINE_SYMBOL, position, context->symbols);
}

// --- questions ---

bool tern_affine_expr_is_pure(const tern_affine_expr_t *expr) {
  if (!tern_affine_kind_is_binary(expr->kind)) return true;
  if (!tern_affine_expr_is_pure(expr->lhs)) return false;
  if (expr->kind == TERN_AFFINE_ADD) return tern_affine_expr_is_pure(expr->rhs);
  if (tern_affine_expr_is_constant(expr->rhs)) return true;
  return expr->kind == TERN_AFFINE_MUL && tern_affine_expr_is_constant(expr->lhs) &&
         tern_affine_expr_is_pure(expr->rhs);
}

static bool uses_position(const tern_affine_expr_t *expr, tern_affine_kind_t kind, size_t position) {
  if (tern_affine_kind_is_binary(expr->kind)) {
    return uses_position(expr->lhs, kind, position) || uses_position(expr->rhs, kind, position);
  }
  return expr->kind == kind && expr->value == (int64_t)position;
}

bool tern_affine_expr_uses_dim(const tern_affine_expr_t *expr, size_t position) {
  return !tern_affine_expr_is_symbolic(expr) && uses_position(expr, TERN_AFFINE_DIM, position);
}

bool tern_affine_expr_uses_symbol(const tern_affine_expr_t *expr, size_t position) {
  return uses_position(expr, TERN_AFFINE_SYMBOL, position);
}

const tern_affine_expr_t *tern_affine_expr_replace(const tern_affine_expr_t *expr,
                                                   const tern_affine_expr_t *const *dims, size_t dim_count,
                                                   const tern_affine_expr_t *const *symbols, size_t symbol_count) {
  const tern_affine_expr_t *replacement = NULL;
  if (expr->kind == TERN_AFFINE_CONSTANT) return expr;
  if (expr->kind == TERN_AFFINE_DIM) {
    if (dims && (size_t)expr->value < dim_count) replacement = dims[expr->value];
    return replacement ? replacement : expr;
  }
  if (expr->kind == TERN_AFFINE_SYMBOL) {
    if (symbols && (size_t)expr->value < symbol_count) replacement = symbols[expr->value];
    return replacement ? replacement : expr;
  }
  const tern_affine_expr_t *lhs = tern_affine_expr_replace(expr->lhs, dims, dim_count, symbols, symbol_count);
  const tern_affine_expr_t *rhs = tern_affine_expr_replace(expr->rhs, dims, dim_count, symbols, symbol_count);
  return lhs == expr->lhs && rhs == expr->rhs ? expr : tern_affine_binary(expr->kind, lhs, rhs);
}

// Applies a binary kind to constants; false where it has no value.
static bool evaluate_binary(tern_affine_kind_t kind, int64_t lhs, int64_t rhs, int64_t *out_value) {
  bool is_division = kind == TERN_AFFINE_FLOORDIV || kind == TERN_AFFINE_CEILDIV;
  if (is_division && (rhs == 0 || (rhs == -1 && lhs == INT64_MIN))) return false;
  if (kind == TERN_AFFINE_MOD && rhs < 1) return false;
  switch (kind) {
    case TERN_AFFINE_ADD: *out_value = tern_wrap_add(lhs, rhs); return true;
    case TERN_AFFINE_MUL: *out_value = tern_wrap_mul(lhs, rhs); return true;
    case TERN_AFFINE_MOD: *out_value = tern_euclidean_mod(lhs, rhs); return true;
    case TERN_AFFINE_FLOORDIV: *out_value = tern_floor_div(lhs, rhs); return true;
    default: *out_value = tern_ceil_div(lhs, rhs); return true;
  }
}

bool tern_affine_expr_evaluate(const tern_affine_expr_t *expr, const int64_t *dims, const int64_t *symbols,
                               int64_t *out_value) {
  int64_t lhs, rhs;
  switch (expr->kind) {
    case TERN_AFFINE_CONSTANT: *out_value = expr->value; return true;
    case TERN_AFFINE_DIM: *out_value = dims[expr->value]; return true;
    case TERN_AFFINE_SYMBOL: *out_value = symbols[expr->value]; return true;
    default:
      return tern_affine_expr_evaluate(expr->lhs, dims, symbols, &lhs) &&
             tern_affine_expr_evaluate(expr->rhs, dims, symbols, &rhs) &&
             evaluate_binary(expr->kind, lhs, rhs, out_value);
  }
}

// --- maps ---

// A list of expressions under construction, on the stack while it is short.
typedef struct expr_list {
  const tern_affine_expr_t **values;
  const tern_affine_expr_t *storage[16];
} expr_list_t;

static void initialize_list(expr_list_t *list, size_t count) {
  bool is_short = count <= sizeof(list->storage) / sizeof(list->storage[0]);
  list->values = is_short ? list->storage : tern_realloc_array(NULL, count, sizeof(list->values[0]));
}

static void deinitialize_list(expr_list_t *list) {
  if (list->values != list->storage) free(list->values);
}

static uint32_t hash_exprs(size_t dim_count, size_t symbol_count, const tern_affine_expr_t *const *exprs,
                           size_t count) {
  uint64_t hash = tern_hash_word(dim_count, symbol_count);
  for (size_t i = 0; i < count; ++i) hash = tern_hash_word(hash, tern_param(exprs[i]));
  return tern_hash_finish(hash);
}

static bool are_equal_exprs(const tern_affine_expr_t *const *a, const tern_affine_expr_t *const *b, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

const tern_affine_map_t *tern_affine_map_get(tern_context_t *context, size_t dim_count, size_t symbol_count,
                                             const tern_affine_expr_t *const *results, size_t result_count) {
  uint32_t hash = hash_exprs(dim_count, symbol_count, results, result_count);
  const tern_unique_table_t *table = &context->affine_maps;
  for (size_t i = tern_unique_first(table, hash); table->slots[i].object; i = tern_unique_next(table, i)) {
    if (table->slots[i].hash != hash) continue;
    const tern_affine_map_t *map = table->slots[i].object;
    if (map->dim_count == dim_count && map->symbol_count == symbol_count && map->result_count == result_count &&
        are_equal_exprs(map->results, results, result_count)) {
      return map;
    }
  }
  tern_affine_map_t *map = tern_arena_alloc(&context->arena, tern_params_size(sizeof(*map), result_count));
  map->context = context;
  map->dim_count = (uint32_t)dim_count;
  map->symbol_count = (uint32_t)symbol_count;
  map->result_count = result_count;
  for (size_t i = 0; i < result_count; ++i) map->results[i] = results[i];
  tern_unique_insert(&context->affine_maps, hash, map);
  return map;
}

const tern_affine_map_t *tern_affine_map_identity(tern_context_t *context, size_t rank) {
  expr_list_t list;
  initialize_list(&list, rank);
  for (size_t i = 0; i < rank; ++i) list.values[i] = tern_affine_dim(context, i);
  const tern_affine_map_t *map = tern_affine_map_get(context, rank, 0, list.values, rank);
  deinitialize_list(&list);
  return map;
}

const tern_affine_map_t *tern_affine_map_select(tern_context_t *context, size_t dim_count, const size_t *positions,
                                                size_t count) {
  expr_list_t list;
  initialize_list(&list, count);
  for (size_t i = 0; i < count; ++i) list.values[i] = tern_affine_dim(context, positions[i]);
  const tern_affine_map_t *map = tern_affine_map_get(context, dim_count, 0, list.values, count);
  deinitialize_list(&list);
  return map;
}

bool tern_affine_map_is_identity(const tern_affine_map_t *map) {
  if (map->dim_count != map->result_count) return false;
  for (size_t i = 0; i < map->result_count; ++i) {
    if (!tern_affine_expr_is_dim(map->results[i], i)) return false;
  }
  return true;
}

bool tern_affine_map_is_projected_permutation(const tern_affine_map_t *map, bool allow_zero_results) {
  if (map->symbol_count || map->result_count > map->dim_count) return false;
  for (size_t i = 0; i < map->result_count; ++i) {
    const tern_affine_expr_t *result = map->results[i];
    if (allow_zero_results && result->kind == TERN_AFFINE_CONSTANT && result->value == 0) continue;
    if (result->kind != TERN_AFFINE_DIM) return false;
    for (size_t j = 0; j < i; ++j) {
      if (map->results[j] == result) return false;
    }
  }
  return true;
}

bool tern_affine_map_is_permutation(const tern_affine_map_t *map) {
  return map->dim_count == map->result_count && tern_affine_map_is_projected_permutation(map, false);
}

const tern_affine_map_t *tern_affine_map_compose(const tern_affine_map_t *outer, const tern_affine_map_t *inner) {
  assert(outer->dim_count == inner->result_count);
  tern_context_t *context = outer->context;
  expr_list_t symbols, dims, results;
  initialize_list(&symbols, inner->symbol_count);
  initialize_list(&dims, inner->result_count);
  initialize_list(&results, outer->result_count);
  for (size_t i = 0; i < inner->symbol_count; ++i) {
    symbols.values[i] = tern_affine_symbol(context, outer->symbol_count + i);
  }
  for (size_t i = 0; i < inner->result_count; ++i) {
    dims.values[i] = tern_affine_expr_replace(inner->results[i], NULL, 0, symbols.values, inner->symbol_count);
  }
  for (size_t i = 0; i < outer->result_count; ++i) {
    results.values[i] = tern_affine_expr_replace(outer->results[i], dims.values, inner->result_count, NULL, 0);
  }
  const tern_affine_map_t *map =
      tern_affine_map_get(context, inner->dim_count, (size_t)outer->symbol_count + inner->symbol_count, results.values,
                          outer->result_count);
  deinitialize_list(&symbols);
  deinitialize_list(&dims);
  deinitialize_list(&results);
  return map;
}

const tern_affine_map_t *tern_affine_map_inverse_permutation(const tern_affine_map_t *map) {
  expr_list_t list;
  initialize_list(&list, map->dim_count);
  for (size_t i = 0; i < map->dim_count; ++i) list.values[i] = NULL;
  size_t found = 0;
  for (size_t i = 0; i < map->result_count; ++i) {
    const tern_affine_expr_t *result = map->results[i];
    if (result->kind != TERN_AFFINE_DIM || list.values[result->value]) continue;
    list.values[result->value] = tern_affine_dim(map->context, i);
    ++found;
  }
  const tern_affine_map_t *inverse =
      found == map->dim_count && !map->symbol_count
          ? tern_affine_map_get(map->context, map->result_count, 0, list.values, map->dim_count)
          : NULL;
  deinitialize_list(&list);
  return inverse;
}

const tern_affine_map_t *tern_affine_map_simplify(const tern_affine_map_t *map) {
  expr_list_t list;
  initialize_list(&list, map->result_count);
  for (size_t i = 0; i < map->result_count; ++i) {
    list.values[i] = tern_affine_expr_simplify(map->results[i], map->dim_count, map->symbol_count);
  }
  const tern_affine_map_t *result =
      tern_affine_map_get(map->context, map->dim_count, map->symbol_count, list.values, map->result_count);
  deinitialize_list(&list);
  return result;
}

const tern_affine_map_t *tern_affine_map_concat(tern_context_t *context, const tern_affine_map_t *const *maps,
                                                size_t map_count) {
  TERN_VEC(const tern_affine_expr_t *) results = {0};
  TERN_VEC(const tern_affine_expr_t *) symbols = {0};
  size_t dim_count = 0;
  size_t symbol_count = 0;
  for (size_t i = 0; i < map_count; ++i) {
    symbols.count = 0;
    for (size_t j = 0; j < maps[i]->symbol_count; ++j) {
      tern_vec_push(&symbols, tern_affine_symbol(context, symbol_count + j));
    }
    for (size_t j = 0; j < maps[i]->result_count; ++j) {
      tern_vec_push(&results, tern_affine_expr_replace(maps[i]->results[j], NULL, 0, symbols.values, symbols.count));
    }
    symbol_count += maps[i]->symbol_count;
    if (maps[i]->dim_count > dim_count) dim_count = maps[i]->dim_count;
  }
  const tern_affine_map_t *map = tern_affine_map_get(context, dim_count, symbol_count, results.values, results.count);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&symbols);
  return map;
}

// --- sets ---

const tern_integer_set_t *tern_integer_set_get(tern_context_t *context, size_t dim_count, size_t symbol_count,
                                               const tern_affine_expr_t *const *constraints, const bool *is_equality,
                                               size_t constraint_count) {
  uint32_t hash = hash_exprs(dim_count, symbol_count, constraints, constraint_count);
  for (size_t i = 0; i < constraint_count; ++i) hash = hash * 31 + is_equality[i];
  const tern_unique_table_t *table = &context->integer_sets;
  for (size_t i = tern_unique_first(table, hash); table->slots[i].object; i = tern_unique_next(table, i)) {
    if (table->slots[i].hash != hash) continue;
    const tern_integer_set_t *set = table->slots[i].object;
    if (set->dim_count == dim_count && set->symbol_count == symbol_count && set->constraint_count == constraint_count &&
        are_equal_exprs(set->constraints, constraints, constraint_count) &&
        (!constraint_count || memcmp(set->is_equality, is_equality, constraint_count * sizeof(bool)) == 0)) {
      return set;
    }
  }
  tern_integer_set_t *set = tern_arena_alloc(&context->arena, tern_params_size(sizeof(*set), constraint_count));
  set->context = context;
  set->dim_count = (uint32_t)dim_count;
  set->symbol_count = (uint32_t)symbol_count;
  set->constraint_count = constraint_count;
  set->is_equality = tern_arena_copy(&context->arena, is_equality, constraint_count * sizeof(bool));
  for (size_t i = 0; i < constraint_count; ++i) set->constraints[i] = constraints[i];
  tern_unique_insert(&context->integer_sets, hash, set);
  return set;
}
