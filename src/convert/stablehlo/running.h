// Running reductions: a line is gone through once, and each place gets what the elements up to it combine to.

#ifndef TERN_CONVERT_STABLEHLO_RUNNING_H_
#define TERN_CONVERT_STABLEHLO_RUNNING_H_

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/lowering.h"

// What combines values, and what is neutral to it.
typedef struct tern_monoid {
  size_t count;                        // of values that are combined at a time
  const tern_type_t *const *elements;  // their types
  tern_value_t *const *neutral;        // scalars of these types
  const tern_op_row_t *wide;           // adds or multiplies f32, where that is done to narrower floats; else NULL
  bool loses;                          // sums or products of floats, where long chains lose digits
  bool is_reversed;                    // what comes first is the second argument: lines are gone through from the end
  // Where `wide` is NULL. `args`: what comes first, then what follows.
  void (*combine)(tern_builder_t *b, const struct tern_monoid *m, tern_value_t *const *args, tern_value_t **out);
  const void *user;  // for `combine`
} tern_monoid_t;

// Of a reduction's body and its initial values. All pointers are the caller's, and stay valid.
void tern_hlo_make_monoid(const tern_hlo_body_t *body, size_t count, const tern_type_t *const *elements,
                          tern_value_t *const *neutral, tern_monoid_t *out);
// Says of `m` that it adds or multiplies floats by `row`.
void tern_monoid_set_float_op(tern_monoid_t *m, const tern_op_row_t *row);
// `lhs` comes before `rhs`; `out` may be either. Values are wide ones if the monoid has such.
void tern_monoid_combine(tern_builder_t *b, const tern_monoid_t *m, tern_value_t *const *lhs, tern_value_t *const *rhs,
                         tern_value_t **out);
// Elements as values to combine, and back.
void tern_monoid_widen(tern_builder_t *b, const tern_monoid_t *m, tern_value_t *const *elements, tern_value_t **out);
void tern_monoid_narrow(tern_builder_t *b, const tern_monoid_t *m, tern_value_t *const *values, tern_value_t **out);

// How a line is gone through.
typedef struct tern_running {
  const tern_monoid_t *monoid;
  tern_value_t *first, *end;  // of positions
  int64_t size;               // how many they are, or TERN_DYNAMIC
  void *user;
  // Takes the element at `position` into `values`, of which there are as many as the monoid has.
  void (*take)(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t **values);
  // Does something with what all elements so far come to, on `state`; may be NULL.
  void (*put)(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t *const *values, tern_value_t **state);
  size_t state_count;
} tern_running_t;

// Builds the loops. `state` becomes what they carry in the end; `out_values` is what all elements combine to.
//
// Sums and products of floats are combined in pieces of 16, these in pieces of as many, and so on: what rounding loses grows with the
// root of a chain's length.
void tern_build_running(tern_builder_t *b, const tern_running_t *r, tern_value_t **state, tern_value_t **out_values);

#endif  // TERN_CONVERT_STABLEHLO_RUNNING_H_
