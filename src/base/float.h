// Conversions between double and the narrow floating-point formats, all correctly rounded (ties to even).

#ifndef TERN_BASE_FLOAT_H_
#define TERN_BASE_FLOAT_H_

#include <stdbool.h>
#include <stdint.h>

// One binary interchange-like format; `nan_mode` says how NaN is coded.
typedef enum tern_float_nan_t {
  TERN_FLOAT_NAN_IEEE,      // all-ones exponent, non-zero fraction
  TERN_FLOAT_NAN_ALL_ONES,  // only all-ones exponent and fraction (the ...FN formats)
  TERN_FLOAT_NAN_NEG_ZERO,  // the bit pattern of -0 (the ...FNUZ formats)
  TERN_FLOAT_NAN_NONE,      // no NaN (f4E2M1FN, f6...)
} tern_float_nan_t;

typedef struct tern_float_format_t {
  char name[14];           // MLIR's spelling, such as "f8E4M3FN"
  uint8_t width;           // bits
  uint8_t exponent_width;  // bits
  uint8_t mantissa_width;  // explicit fraction bits
  int16_t bias;
  bool has_infinity;
  bool is_signed;  // false only for f8E8M0FNU
  tern_float_nan_t nan_mode;
} tern_float_format_t;

// ORDER FLOAT: the same order as the float members of tern_type_kind_t.
typedef enum tern_float_kind_t {
  TERN_FLOAT_F4E2M1FN,
  TERN_FLOAT_F6E2M3FN,
  TERN_FLOAT_F6E3M2FN,
  TERN_FLOAT_F8E5M2,
  TERN_FLOAT_F8E4M3,
  TERN_FLOAT_F8E4M3FN,
  TERN_FLOAT_F8E5M2FNUZ,
  TERN_FLOAT_F8E4M3FNUZ,
  TERN_FLOAT_F8E4M3B11FNUZ,
  TERN_FLOAT_F8E3M4,
  TERN_FLOAT_F8E8M0FNU,
  TERN_FLOAT_BF16,
  TERN_FLOAT_F16,
  TERN_FLOAT_TF32,
  TERN_FLOAT_F32,
  TERN_FLOAT_F64,
  TERN_FLOAT_F80,
  TERN_FLOAT_F128,
  TERN_FLOAT_COUNT
} tern_float_kind_t;

extern const tern_float_format_t tern_float_formats[TERN_FLOAT_COUNT];

// Rounds `value` to the format and returns its bits in the low `width` bits. For formats up to 64 bits; a value out of
// range becomes infinity, or NaN where the format has no infinity, or the largest finite value where it has neither.
uint64_t tern_float_encode(tern_float_kind_t kind, double value);
// The exact value of the bits, for formats up to 64 bits.
double tern_float_decode(tern_float_kind_t kind, uint64_t bits);

#endif  // TERN_BASE_FLOAT_H_
