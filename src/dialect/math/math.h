// math: mathematical functions on scalars, vectors and tensors.

#ifndef TERN_DIALECT_MATH_MATH_H_
#define TERN_DIALECT_MATH_MATH_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_MATH_##ID,
#include "dialect/math/math_ops.def"
#undef OP
  TERN_MATH_OP_COUNT
};

extern const tern_op_row_t tern_math_ops[];
extern const tern_dialect_t tern_math_dialect;

#define TERN_MATH(ID) (&tern_math_ops[TERN_MATH_##ID])

// Unit attribute of an op: operands and results without normal exponent may as well be zeros.
#define TERN_MATH_FLUSHES_SUBNORMALS "tern.flushes_subnormals"
// A unit attribute of math.exp: the operand is not positive, or by no more than what its last op rounds. Results that
// are less than any normal number may be 0.
#define TERN_MATH_NOT_POSITIVE "tern.not_positive"

#endif  // TERN_DIALECT_MATH_MATH_H_
