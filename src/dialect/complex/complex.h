// complex: complex numbers.

#ifndef TERN_DIALECT_COMPLEX_COMPLEX_H_
#define TERN_DIALECT_COMPLEX_COMPLEX_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_COMPLEX_##ID,
#include "dialect/complex/complex_ops.def"
#undef OP
  TERN_COMPLEX_OP_COUNT
};

extern const tern_op_row_t tern_complex_ops[];
extern const tern_dialect_t tern_complex_dialect;

#define TERN_COMPLEX(ID) (&tern_complex_ops[TERN_COMPLEX_##ID])

// #complex.number<:f32 1.0, 2.0>: parameters are the complex type and the two float attributes.
extern const tern_attr_row_t tern_complex_attrs[];

#endif  // TERN_DIALECT_COMPLEX_COMPLEX_H_
