// Integers of 2N bits in two halves: how an op's values are cut, and joined again. Of a scalar, a half is a scalar of N
// bits. Of a vector of rank R it is a vector of rank R + 1 whose last dimension is 1, as it is cut out of the pairs;
// conditions and narrower numbers are brought to that shape.

#ifndef TERN_TRANSFORM_ARITH_WIDE_INT_HALVES_H_
#define TERN_TRANSFORM_ARITH_WIDE_INT_HALVES_H_

#include "transform/arith/wide_int.h"

typedef tern_value_t *value_t;

typedef struct halves {
  value_t low, high;
} halves_t;

typedef struct expansion {
  tern_builder_t *b;
  const tern_wide_int_t *wide;
  tern_op_t *op;
  const tern_type_t *pair;  // the converted type
  const tern_type_t *half;  // of one half
  int64_t bits;             // N
} expansion_t;

// The half's shape with elements of `element`.
const tern_type_t *tern_halves_type(const expansion_t *e, const tern_type_t *element);
// Is the op's own shape a scalar?
bool tern_halves_are_scalars(const expansion_t *e);
// Numbers of N bits or less, conditions or floats of the op's own shape, as those of a half.
value_t tern_halves_shape(const expansion_t *e, value_t value);
// The same, back in a shape of the op's own.
value_t tern_halves_unshape(const expansion_t *e, value_t value, const tern_type_t *type);
// The halves of a wide value; those that were just put together are not cut again.
halves_t tern_halves_split(const expansion_t *e, value_t value);
// The pair of two halves.
value_t tern_halves_join(const expansion_t *e, halves_t x);

#endif  // TERN_TRANSFORM_ARITH_WIDE_INT_HALVES_H_
