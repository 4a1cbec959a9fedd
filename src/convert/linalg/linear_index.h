// Positions in memory as linear forms: a number plus values times numbers. What is known of their divisors says where
// accesses of whole vectors may go.

#ifndef TERN_CONVERT_LINALG_LINEAR_INDEX_H_
#define TERN_CONVERT_LINALG_LINEAR_INDEX_H_

#include "rewrite/builder.h"

// More terms than this are not kept apart.
#define TERN_LINEAR_MAX_TERMS 128

typedef struct tern_linear {
  int64_t constant;
  size_t count;
  struct {
    tern_value_t *value;  // an index
    int64_t scale;
  } terms[TERN_LINEAR_MAX_TERMS];
  bool is_full;  // a term did not fit
} tern_linear_t;

// Adds value * scale. Sums, and products with constants, are taken apart.
void tern_linear_add(tern_linear_t *linear, tern_value_t *value, int64_t scale);
void tern_linear_add_linear(tern_linear_t *linear, const tern_linear_t *other, int64_t scale);
// Is it a multiple of `divisor`, a power of two, whatever the values are?
bool tern_linear_is_divisible(const tern_linear_t *linear, int64_t divisor);
// The form as an index value at the builder, divided by `divisor`, which it is a multiple of. Terms of outer scopes come
// first, so that what does not change in a loop can leave it; the constant comes last.
tern_value_t *tern_linear_build(tern_builder_t *builder, const tern_linear_t *linear, int64_t divisor);
tern_value_t *tern_linear_build_constant(tern_builder_t *builder, int64_t value);

#endif  // TERN_CONVERT_LINALG_LINEAR_INDEX_H_
