// The meaning of element-wise StableHLO ops on one element, as arith and math ops.

#ifndef TERN_CONVERT_STABLEHLO_SCALAR_SCALAR_H_
#define TERN_CONVERT_STABLEHLO_SCALAR_SCALAR_H_

#include "dialect/stablehlo/stablehlo.h"
#include "rewrite/builder.h"

// Is `op` element-wise: each element of its result depends on the same element of its operands only?
bool tern_hlo_is_elementwise(const tern_op_t *op);

// Is the op defined on scalars at all, for its element types (of any width, sign or complex)? If not, `*out_reason` says
// why. Code generators may handle fewer.
bool tern_hlo_scalar_is_defined(const tern_op_t *op, const char **out_reason);

// An element type without its sign.
const tern_type_t *tern_hlo_signless_element(const tern_type_t *element);

// Builds the op on scalars: `args` are one element of each operand, without signs; `type` is the element type of the result.
// What the op means follows from its operands' types as they are written. The op must be defined.
tern_value_t *tern_hlo_build_scalar(tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                                    tern_value_t *const *args);

#endif  // TERN_CONVERT_STABLEHLO_SCALAR_SCALAR_H_
