// Affine expressions, maps and integer sets: immutable, uniqued in a context, compared by pointer.
//
// Expressions are simplified when made, as MLIR does (AffineExpr.cpp): constants fold, constants go to the right,
// sums of multiples of one term combine, x mod c and x floordiv c simplify where x is a known multiple.

#ifndef TERN_IR_AFFINE_H_
#define TERN_IR_AFFINE_H_

#include "ir/types_fwd.h"

typedef enum tern_affine_kind {
  TERN_AFFINE_ADD,
  TERN_AFFINE_MUL,
  TERN_AFFINE_MOD,
  TERN_AFFINE_FLOORDIV,
  TERN_AFFINE_CEILDIV,
  TERN_AFFINE_CONSTANT,
  TERN_AFFINE_DIM,
  TERN_AFFINE_SYMBOL,
} tern_affine_kind_t;

struct tern_affine_expr {
  tern_affine_kind_t kind;
  tern_context_t *context;
  const tern_affine_expr_t *lhs;  // of the binary kinds
  const tern_affine_expr_t *rhs;
  int64_t value;  // the constant, or the position of the dim or symbol
};

struct tern_affine_map {
  tern_context_t *context;
  uint32_t dim_count;
  uint32_t symbol_count;
  size_t result_count;
  const tern_affine_expr_t *results[];
};

// Conjunction of constraints: expr == 0 where `is_equality`, else expr >= 0.
struct tern_integer_set {
  tern_context_t *context;
  uint32_t dim_count;
  uint32_t symbol_count;
  size_t constraint_count;
  const bool *is_equality;
  const tern_affine_expr_t *constraints[];
};

const tern_affine_expr_t *tern_affine_constant(tern_context_t *context, int64_t value);
const tern_affine_expr_t *tern_affine_dim(tern_context_t *context, size_t position);
const tern_affine_expr_t *tern_affine_symbol(tern_context_t *context, size_t position);
// `kind` is a binary kind. Simplifies.
const tern_affine_expr_t *tern_affine_binary(tern_affine_kind_t kind, const tern_affine_expr_t *lhs,
                                             const tern_affine_expr_t *rhs);
const tern_affine_expr_t *tern_affine_add(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs);
const tern_affine_expr_t *tern_affine_mul(const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs);

static inline bool tern_affine_expr_is_dim(const tern_affine_expr_t *expr, size_t position) {
  return expr->kind == TERN_AFFINE_DIM && expr->value == (int64_t)position;
}
static inline bool tern_affine_expr_is_constant(const tern_affine_expr_t *expr) {
  return expr->kind == TERN_AFFINE_CONSTANT;
}
// MLIR's isPureAffine: products have a constant factor, divisors are constants.
bool tern_affine_expr_is_pure(const tern_affine_expr_t *expr);
bool tern_affine_expr_uses_dim(const tern_affine_expr_t *expr, size_t position);
bool tern_affine_expr_uses_symbol(const tern_affine_expr_t *expr, size_t position);
// Made of symbols and constants alone.
bool tern_affine_expr_is_symbolic(const tern_affine_expr_t *expr);
// The greatest integer that is known to divide the value (0 for the constant 0).
int64_t tern_affine_expr_largest_divisor(const tern_affine_expr_t *expr);
// Levels of operators. A parser bounds it: the functions here recurse so deep.
uint32_t tern_affine_expr_depth(const tern_affine_expr_t *expr);
// Replaces dims and symbols (lists as long as positions used; NULL entries or a NULL list keep them).
const tern_affine_expr_t *tern_affine_expr_replace(const tern_affine_expr_t *expr,
                                                   const tern_affine_expr_t *const *dims, size_t dim_count,
                                                   const tern_affine_expr_t *const *symbols, size_t symbol_count);
// Upstream's simplifyAffineExpr: flattens to a sum of products over dims, symbols and divisions, and writes it back
// with each term once, in order of positions. For expressions over `dim_count` dims and `symbol_count` symbols.
const tern_affine_expr_t *tern_affine_expr_simplify(const tern_affine_expr_t *expr, size_t dim_count,
                                                    size_t symbol_count);
// The coefficients of a linear expression: those of the dims, then of the symbols, then the constant. False (and nothing
// is written) if a division, remainder or product is left in it.
bool tern_affine_expr_coefficients(const tern_affine_expr_t *expr, size_t dim_count, size_t symbol_count,
                                   int64_t *out_coefficients);
// Evaluates on constants. False on a division by zero or a negative modulus.
bool tern_affine_expr_evaluate(const tern_affine_expr_t *expr, const int64_t *dims, const int64_t *symbols,
                               int64_t *out_value);

const tern_affine_map_t *tern_affine_map_get(tern_context_t *context, size_t dim_count, size_t symbol_count,
                                             const tern_affine_expr_t *const *results, size_t result_count);
const tern_affine_map_t *tern_affine_map_identity(tern_context_t *context, size_t rank);
// (d0, ..., dn) -> (dp0, dp1, ...): picks dims.
const tern_affine_map_t *tern_affine_map_select(tern_context_t *context, size_t dim_count, const size_t *positions,
                                                size_t count);
bool tern_affine_map_is_identity(const tern_affine_map_t *map);
// Every result is a distinct dim.
bool tern_affine_map_is_projected_permutation(const tern_affine_map_t *map, bool allow_zero_results);
bool tern_affine_map_is_permutation(const tern_affine_map_t *map);
// outer(inner(x)): `outer` has as many dims as `inner` has results. Symbols of inner follow those of outer.
const tern_affine_map_t *tern_affine_map_compose(const tern_affine_map_t *outer, const tern_affine_map_t *inner);
// Of a projected permutation that covers all its dims at least once: a map back from results to dims. NULL if there is
// none.
const tern_affine_map_t *tern_affine_map_inverse_permutation(const tern_affine_map_t *map);
// tern_affine_expr_simplify for each result.
const tern_affine_map_t *tern_affine_map_simplify(const tern_affine_map_t *map);
// All results of all maps (same dims), symbols side by side.
const tern_affine_map_t *tern_affine_map_concat(tern_context_t *context, const tern_affine_map_t *const *maps,
                                                size_t map_count);

const tern_integer_set_t *tern_integer_set_get(tern_context_t *context, size_t dim_count, size_t symbol_count,
                                               const tern_affine_expr_t *const *constraints, const bool *is_equality,
                                               size_t constraint_count);

// MLIR's text: `(d0, d1)[s0] -> (d0 + s0)`.
void tern_affine_expr_print(const tern_affine_expr_t *expr, tern_string_builder_t *out);
// The same with other words for dims and symbols: `print_input` writes them to `out`.
void tern_affine_expr_print_as(const tern_affine_expr_t *expr, tern_string_builder_t *out,
                               void (*print_input)(const tern_affine_expr_t *input, void *user), void *user);
void tern_affine_map_print(const tern_affine_map_t *map, tern_string_builder_t *out);
void tern_integer_set_print(const tern_integer_set_t *set, tern_string_builder_t *out);

#endif  // TERN_IR_AFFINE_H_
