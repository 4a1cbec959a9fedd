// Polynomials and constants of the expansions of math ops, one table for f32 and one for f64.

#ifndef TERN_TRANSFORM_MATH_POLYNOMIALS_H_
#define TERN_TRANSFORM_MATH_POLYNOMIALS_H_

#include <stddef.h>
#include <stdint.h>

// Coefficients (lowest power first), or the pieces of a constant, in both precisions.
typedef struct tern_math_polynomial {
  const double *f32, *f64;
  size_t f32_count, f64_count;
} tern_math_polynomial_t;

typedef struct tern_math_words {
  const uint64_t *values;
  size_t count;
} tern_math_words_t;

extern const tern_math_polynomial_t tern_math_polynomial_sin, tern_math_polynomial_cos, tern_math_polynomial_exp,
    tern_math_polynomial_exp2, tern_math_polynomial_log, tern_math_polynomial_log_tail, tern_math_polynomial_asin,
    tern_math_polynomial_atan, tern_math_polynomial_tanh, tern_math_polynomial_erf, tern_math_polynomial_erfc;
extern const tern_math_polynomial_t tern_math_split_pi_over_2, tern_math_split_half_pi, tern_math_split_ln2,
    tern_math_split_log10_2, tern_math_split_log2_e, tern_math_split_two_thirds;
// The bits of 2/pi, for the reduction of large angles.
extern const tern_math_words_t tern_math_two_over_pi_32, tern_math_two_over_pi_64;

#endif  // TERN_TRANSFORM_MATH_POLYNOMIALS_H_
