// Block pointers: a struct of offsets, sizes, strides and the address (upstream: TensorPtrOpsToLLVM). Accesses through them are
// gone by now (--triton-rewrite-tensor-pointer), but loops and functions may hand them on.

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/tt/tt.h"

static bool lower_make(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  // The op has the address first, then sizes, strides and offsets.
  size_t rank = (operands.count - 1) / 3, sizes = 2 * rank;
  tern_value_t **fields = tern_triton_room(conversion, operands.count);
  for (size_t d = 0; d < rank; ++d) fields[d] = operands.values[1 + sizes + d];
  for (size_t d = 0; d < sizes; ++d) fields[rank + d] = operands.values[1 + d];
  fields[3 * rank] = operands.values[0];
  return tern_triton_replace(conversion, op, (tern_values_t){fields, operands.count});
}

static bool lower_advance(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_values_t fields = tern_triton_unpack(conversion, operands.values[0]);
  for (size_t d = 0; d + 1 < operands.count; ++d) {
    tern_value_t **field = &tern_triton_values(fields)[d];
    *field = tern_emit_add(tern_triton_builder(conversion), *field, operands.values[1 + d]);
  }
  return tern_triton_replace(conversion, op, fields);
}

const tern_conversion_pattern_t tern_triton_tensor_pointer_patterns[] = {
    {"make-tensor-ptr", TERN_TT(MAKE_TENSOR_PTR), TERN_TRITON_BENEFIT, lower_make},
    {"advance", TERN_TT(ADVANCE), TERN_TRITON_BENEFIT, lower_advance},
    {0},
};
