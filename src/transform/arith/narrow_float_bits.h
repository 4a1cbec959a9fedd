// Conversions between f32 and narrower floats in integer arithmetic, on the bits of the narrow format as an integer of
// its width.

#ifndef TERN_TRANSFORM_ARITH_NARROW_FLOAT_BITS_H_
#define TERN_TRANSFORM_ARITH_NARROW_FLOAT_BITS_H_

#include "rewrite/builder.h"

// True for the formats that have at most 16 bits and can be converted.
bool tern_narrow_float_is_supported(const tern_type_t *element);
// The f32 (or f64) value of `bits`, an integer or vector of integers that holds numbers of the format `element`. Exact.
tern_value_t *tern_narrow_float_decode(tern_builder_t *builder, tern_value_t *bits, const tern_type_t *element,
                                       const tern_type_t *type);
// The bits of f32 or f64 `value` rounded to `element`, to nearest even: beyond the range infinity, or NaN where the format
// has no infinity, or the largest number where it has neither. `type` is the integer (or vector) for the bits.
tern_value_t *tern_narrow_float_encode(tern_builder_t *builder, tern_value_t *value, const tern_type_t *element,
                                       const tern_type_t *type);

#endif  // TERN_TRANSFORM_ARITH_NARROW_FLOAT_BITS_H_
