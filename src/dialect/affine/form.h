// Affine maps and sets together with the values that they are applied to, and what makes them simpler: the work that
// folds, canonicalization and loop passes share (upstream: AffineValueMap and the free functions of AffineOps.cpp).

#ifndef TERN_DIALECT_AFFINE_FORM_H_
#define TERN_DIALECT_AFFINE_FORM_H_

#include "base/vec.h"
#include "ir/op.h"

// Values under construction; NULL where one was replaced.
typedef TERN_VEC(tern_value_t *) tern_affine_values_t;

// The results of a map, or the constraints of a set, over values. Zero-initialise, then one of the functions that fill
// it; to be freed.
typedef struct tern_affine_form {
  tern_context_t *context;
  TERN_VEC(const tern_affine_expr_t *) exprs;
  tern_affine_values_t dims, symbols;
} tern_affine_form_t;

// The map over the operands of `op` from `start` on.
void tern_affine_form_initialize(tern_affine_form_t *form, const tern_affine_map_t *map, const tern_op_t *op,
                                 size_t start);
void tern_affine_form_initialize_set(tern_affine_form_t *form, const tern_integer_set_t *set, const tern_op_t *op,
                                     size_t start);
// The map over these values, dims first.
void tern_affine_form_initialize_values(tern_affine_form_t *form, const tern_affine_map_t *map, tern_values_t values);
void tern_affine_form_deinitialize(tern_affine_form_t *form);

const tern_affine_map_t *tern_affine_form_map(const tern_affine_form_t *form);
const tern_integer_set_t *tern_affine_form_set(const tern_affine_form_t *form, const bool *is_equality);
// Appends the values, dims first, to `out`.
void tern_affine_form_operands(const tern_affine_form_t *form, tern_affine_values_t *out);
// Are the values those of `op` from `start` on, dims first?
bool tern_affine_form_has_operands(const tern_affine_form_t *form, const tern_op_t *op, size_t start, size_t count);
static inline tern_values_t tern_affine_values_view(const tern_affine_values_t *values) {
  return (tern_values_t){values->values, values->count};
}

// Values that are valid symbols become symbols, symbols that are none dims; constants go into the expressions; each
// value is there once, and only if it is used.
void tern_affine_form_canonicalize(tern_affine_form_t *form);
// Puts the maps of affine.apply ops that define values in their place, then canonicalizes and simplifies. Sums that
// undo an affine.delinearize_index become its operand.
void tern_affine_form_compose(tern_affine_form_t *form);
// Until no value is defined by affine.apply.
void tern_affine_form_compose_fully(tern_affine_form_t *form);
// Simplifies divisions and remainders by what is known of loop counters.
void tern_affine_form_simplify_by_ranges(tern_affine_form_t *form);
// Of a greatest (`is_max`) or least: drops the expressions that others make superfluous, by the ranges of counters.
void tern_affine_form_drop_redundant(tern_affine_form_t *form, bool is_max);
void tern_affine_form_drop_duplicates(tern_affine_form_t *form);
// The range of an expression of the form by the ranges of counters; bounds are inclusive.
bool tern_affine_form_bound(const tern_affine_form_t *form, const tern_affine_expr_t *expr, bool is_upper,
                            int64_t *out_bound);

// Adds to the positions of dims and symbols.
const tern_affine_expr_t *tern_affine_expr_shift(const tern_affine_expr_t *expr, size_t dim_count, size_t dim_shift,
                                                 size_t symbol_count, size_t symbol_shift);

#endif  // TERN_DIALECT_AFFINE_FORM_H_
