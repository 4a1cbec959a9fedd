// Formulas on tensors: what the expansions of chlo's special functions are written with, and these expansions.

#ifndef TERN_CONVERT_CHLO_MATH_H_
#define TERN_CONVERT_CHLO_MATH_H_

#include "convert/stablehlo/tensor_build.h"

// Where formulas are built. All tensors have the shape of `like`; numbers are of its element type, a float.
typedef struct tern_chlo_math {
  tern_builder_t *b;
  tern_value_t *like;
  tern_value_t *shape;  // of `like`, once it was computed; only for sizes known at run time
  bool is_double;
  bool is_narrow;  // numbers are f32, but what is computed of them is rounded to 16 bits or fewer
} tern_chlo_math_t;

// As stablehlo.comparison_direction numbers them.
typedef enum tern_chlo_comparison {
  TERN_CHLO_EQ,
  TERN_CHLO_NE,
  TERN_CHLO_GE,
  TERN_CHLO_GT,
  TERN_CHLO_LE,
  TERN_CHLO_LT,
} tern_chlo_comparison_t;

// A tensor in the shape of `like` with one value, given as an attribute.
tern_value_t *tern_chlo_constant(tern_chlo_math_t *m, const tern_type_t *element, const tern_attr_t *value);
tern_value_t *tern_chlo_number(tern_chlo_math_t *m, double value);
tern_value_t *tern_chlo_unary(tern_chlo_math_t *m, const tern_op_row_t *row, tern_value_t *x);
tern_value_t *tern_chlo_binary(tern_chlo_math_t *m, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y);
tern_value_t *tern_chlo_compare(tern_chlo_math_t *m, tern_value_t *x, tern_chlo_comparison_t comparison,
                                tern_value_t *y);
tern_value_t *tern_chlo_compare_number(tern_chlo_math_t *m, tern_value_t *x, tern_chlo_comparison_t comparison,
                                       double y);
// stablehlo.compare with numbers of the enums comparison_direction and comparison_type (-1: none).
tern_value_t *tern_chlo_build_compare(tern_chlo_math_t *m, tern_value_t *x, tern_value_t *y, int64_t direction,
                                      int64_t type);
tern_value_t *tern_chlo_select(tern_chlo_math_t *m, tern_value_t *condition, tern_value_t *x, tern_value_t *y);
// The same tensor with another element type.
tern_value_t *tern_chlo_convert(tern_chlo_math_t *m, tern_value_t *x, const tern_type_t *element);
tern_value_t *tern_chlo_bitcast(tern_chlo_math_t *m, tern_value_t *x, const tern_type_t *element);
tern_value_t *tern_chlo_reduce_precision(tern_chlo_math_t *m, tern_value_t *x, int exponent_bits, int mantissa_bits);

// Horner's scheme; the coefficient of the highest power comes first.
tern_value_t *tern_chlo_polynomial(tern_chlo_math_t *m, tern_value_t *x, const double *coefficients, size_t count);
// Half the difference that Clenshaw's recurrence ends with, as Cephes evaluates its Chebyshev series; the coefficient
// of the highest degree comes first.
tern_value_t *tern_chlo_chebyshev(tern_chlo_math_t *m, tern_value_t *x, const double *coefficients, size_t count);
#define TERN_CHLO_POLYNOMIAL(m, x, list) tern_chlo_polynomial((m), (x), (list), sizeof(list) / sizeof(*(list)))
#define TERN_CHLO_CHEBYSHEV(m, x, list) tern_chlo_chebyshev((m), (x), (list), sizeof(list) / sizeof(*(list)))

// Short names for formulas.
#define ADD(x, y) tern_chlo_binary(m, TERN_STABLEHLO(ADD), x, y)
#define SUB(x, y) tern_chlo_binary(m, TERN_STABLEHLO(SUBTRACT), x, y)
#define MUL(x, y) tern_chlo_binary(m, TERN_STABLEHLO(MULTIPLY), x, y)
#define DIV(x, y) tern_chlo_binary(m, TERN_STABLEHLO(DIVIDE), x, y)
#define POW(x, y) tern_chlo_binary(m, TERN_STABLEHLO(POWER), x, y)
#define REM(x, y) tern_chlo_binary(m, TERN_STABLEHLO(REMAINDER), x, y)
#define MAX(x, y) tern_chlo_binary(m, TERN_STABLEHLO(MAXIMUM), x, y)
#define MIN(x, y) tern_chlo_binary(m, TERN_STABLEHLO(MINIMUM), x, y)
#define ATAN2(x, y) tern_chlo_binary(m, TERN_STABLEHLO(ATAN2), x, y)
#define AND(x, y) tern_chlo_binary(m, TERN_STABLEHLO(AND), x, y)
#define OR(x, y) tern_chlo_binary(m, TERN_STABLEHLO(OR), x, y)
#define NEG(x) tern_chlo_unary(m, TERN_STABLEHLO(NEGATE), x)
#define ABS(x) tern_chlo_unary(m, TERN_STABLEHLO(ABS), x)
#define SIGN(x) tern_chlo_unary(m, TERN_STABLEHLO(SIGN), x)
#define EXP(x) tern_chlo_unary(m, TERN_STABLEHLO(EXPONENTIAL), x)
#define EXPM1(x) tern_chlo_unary(m, TERN_STABLEHLO(EXPONENTIAL_MINUS_ONE), x)
#define LOG(x) tern_chlo_unary(m, TERN_STABLEHLO(LOG), x)
#define LOG1P(x) tern_chlo_unary(m, TERN_STABLEHLO(LOG_PLUS_ONE), x)
#define SQRT(x) tern_chlo_unary(m, TERN_STABLEHLO(SQRT), x)
#define FLOOR(x) tern_chlo_unary(m, TERN_STABLEHLO(FLOOR), x)
#define SIN(x) tern_chlo_unary(m, TERN_STABLEHLO(SINE), x)
#define COS(x) tern_chlo_unary(m, TERN_STABLEHLO(COSINE), x)
#define NUMBER(value) tern_chlo_number(m, value)
#define COMPARE(x, direction, y) tern_chlo_compare(m, x, TERN_CHLO_##direction, y)
#define COMPARE_TO(x, direction, number) tern_chlo_compare_number(m, x, TERN_CHLO_##direction, number)
#define SELECT(condition, x, y) tern_chlo_select(m, condition, x, y)

// --- the functions, on f32 and f64 ---
typedef tern_value_t *(*tern_chlo_function_t)(tern_chlo_math_t *m, tern_value_t *const *operands);
// chlo_error_functions.c
tern_value_t *tern_chlo_build_erf(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_erfc(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_erf_inv(tern_chlo_math_t *m, tern_value_t *const *operands);
// chlo_gamma.c
tern_value_t *tern_chlo_build_lgamma(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_digamma(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_zeta(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_polygamma(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_bessel_i1e(tern_chlo_math_t *m, tern_value_t *const *operands);
// chlo_trigonometry.c
tern_value_t *tern_chlo_build_acos(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_acosh(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_asin(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_asinh(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_atan(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_atanh(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_cosh(tern_chlo_math_t *m, tern_value_t *const *operands);
tern_value_t *tern_chlo_build_sinh(tern_chlo_math_t *m, tern_value_t *const *operands);

// --- functions of complex numbers ---
typedef struct tern_chlo_complex {
  tern_value_t *re, *im;
} tern_chlo_complex_t;
typedef tern_chlo_complex_t (*tern_chlo_complex_function_t)(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_kernel(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_acos(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_acosh(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_asin(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_asinh(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_atan(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_atanh(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_cosh(tern_chlo_math_t *m, tern_chlo_complex_t z);
tern_chlo_complex_t tern_chlo_build_complex_sinh(tern_chlo_math_t *m, tern_chlo_complex_t z);

#endif  // TERN_CONVERT_CHLO_MATH_H_
