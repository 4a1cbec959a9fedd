// Ops on each element by itself: what the files of their patterns share.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_ELEMENTWISE_ELEMENTWISE_H_
#define TERN_CONVERT_TRITON_TO_LLVM_ELEMENTWISE_ELEMENTWISE_H_

#include "convert/triton/to_llvm/to_llvm.h"

// Makes one element of the result, of `type`, from one of each operand.
typedef tern_value_t *(*tern_triton_element_fn_t)(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                                                  tern_value_t *const *args);

// Replaces `op`, of one result, by what `make` makes of each of a thread's elements; a scalar operand is the same for all. A pattern's
// last line: true, or false if the result has no form.
bool tern_triton_lower_each(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                            tern_triton_element_fn_t make);
// The type of an operand's or result's elements, before they are lowered.
const tern_type_t *tern_triton_scalar_of(const tern_type_t *type);
// A call of a function that is declared where it is not: of libdevice, as a rule.
tern_value_t *tern_triton_call_library(tern_conversion_t *conversion, tern_op_t *op, const char *name,
                                       const tern_type_t *result, tern_values_t args);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_ELEMENTWISE_ELEMENTWISE_H_
