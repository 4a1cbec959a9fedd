// Running reductions: a line is gone through once, and each place gets what the elements up to it combine to.

#ifndef TERN_CONVERT_STABLEHLO_RUNNING_H_
#define TERN_CONVERT_STABLEHLO_RUNNING_H_

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/lowering.h"

// A reduction's body and its initial values, which are neutral to it.
typedef struct tern_monoid {
  tern_hlo_body_t body;
  size_t count;                  // of values that are combined at a time
  tern_value_t *const *neutral;  // scalars, of the elements' types
  const tern_op_row_t *wide;  // what stands for the body on f32, where it adds or multiplies narrower floats; else NULL
  bool loses;                 // sums or products of floats, where long chains lose digits
  const tern_type_t *const *elements;
} tern_monoid_t;

// `elements`: `count` types, the caller's; `neutral` likewise.
void tern_monoid_make(const tern_hlo_body_t *body, size_t count, const tern_type_t *const *elements,
                      tern_value_t *const *neutral, tern_monoid_t *out);
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
