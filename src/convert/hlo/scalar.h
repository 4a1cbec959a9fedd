// The meaning of element-wise StableHLO ops on one element, as arith and math ops.

#ifndef TERN_CONVERT_HLO_SCALAR_H_
#define TERN_CONVERT_HLO_SCALAR_H_

#include "dialect/stablehlo/stablehlo.h"
#include "rewrite/builder.h"

// Is `op` element-wise: each element of its result depends on the same element of its operands only?
bool tern_hlo_is_elementwise(const tern_op_t *op);

// Does the CPU code generator of single dispatches have the op for its element types? If not, `*out_reason` says why.
bool tern_hlo_scalar_is_supported(const tern_op_t *op, const char **out_reason);

// Is the op defined on scalars at all, for its element types (of any width, sign or complex)? If not, `*out_reason` says
// why. Code generators may handle fewer: see tern_hlo_scalar_is_supported.
bool tern_hlo_scalar_is_defined(const tern_op_t *op, const char **out_reason);

// An element type without its sign.
const tern_type_t *tern_hlo_signless_element(const tern_type_t *element);

// Builds the op on scalars: `args` are one element of each operand, without signs; `type` is the element type of the result.
// What the op means follows from its operands' types as they are written. The op must be defined or supported.
tern_value_t *tern_hlo_build_scalar(tern_builder_t *builder, const tern_op_t *op, const tern_type_t *type,
                                    tern_value_t *const *args);

// Builds the body of a reduction-like op's region on scalars: the block's arguments (0-d tensors) become `args`, and
// `out_results` receives what the region returns (`result_count` values).
void tern_hlo_build_scalar_region(tern_builder_t *builder, tern_region_t *region, tern_value_t *const *args,
                                  tern_value_t **out_results, size_t result_count);
// Can the region be built so: element-wise ops and constants on 0-d tensors in one block? Emits an error if not.
bool tern_hlo_scalar_region_is_supported(const tern_op_t *op, const tern_region_t *region);

#endif  // TERN_CONVERT_HLO_SCALAR_H_
