// Functions written out in terms of arith, cf and scf, for ops that a target does not have. Private to src/convert/math.

#ifndef TERN_CONVERT_MATH_MATH_FUNCTIONS_H_
#define TERN_CONVERT_MATH_MATH_FUNCTIONS_H_

#include "rewrite/builder.h"

// Each makes a private func.func with link-once linkage at the end of `module`.
// Integer power: base and exponent of `type`. A negative exponent gives zero, one or minus one; of zero, what dividing by
// zero gives.
tern_op_t *tern_math_make_ipowi(tern_op_t *module, const tern_type_t *type);
// Power of a float to an integer.
tern_op_t *tern_math_make_fpowi(tern_op_t *module, const tern_type_t *base, const tern_type_t *exponent);
// Leading zeros, by shifting until the number is negative.
tern_op_t *tern_math_make_ctlz(tern_op_t *module, const tern_type_t *type);

#endif  // TERN_CONVERT_MATH_MATH_FUNCTIONS_H_
