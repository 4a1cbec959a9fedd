// Groups of neighbours that are accessed at once on AMD's GPUs: what loads, stores, atomics and buffer ops share.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_AMD_ACCESS_H_
#define TERN_CONVERT_TRITON_TO_LLVM_AMD_ACCESS_H_

#include "convert/triton/to_llvm/amd/branch.h"

// The values of an op's optional operand; none: an empty list.
tern_values_t tern_triton_operand_values(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands,
                                         const char *name);
// How many neighbours of this type an op may access at once: powers of two up to 16 bytes, with one mask, of `count` elements.
size_t tern_triton_access_width(tern_conversion_t *conversion, const tern_op_t *op, const tern_type_t *element,
                                bool has_mask, size_t count);

// Elements as they lie in memory, and back: an i1 is a byte, a pointer an integer.
const tern_type_t *tern_triton_byte_type(tern_builder_t *b, const tern_type_t *element);
tern_value_t *tern_triton_pack_group(tern_builder_t *b, tern_value_t *const *values, size_t count);
void tern_triton_unpack_group(tern_builder_t *b, tern_value_t *group, const tern_type_t *element, size_t count,
                              tern_value_t **out_values);
// The vector of `count` such elements, or the element.
const tern_type_t *tern_triton_group_type(tern_builder_t *b, const tern_type_t *element, size_t count);

// Value of an enum attribute; 0 where the op has none.
int64_t tern_triton_enum_of(const tern_op_t *op, const char *name);
// Bits of registers that repeat others.
uint64_t tern_triton_repeated_registers(const tern_type_t *type);
// The name of LLVM's scope for tt's: "" is all devices.
const char *tern_triton_amd_scope(const tern_op_t *op);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_AMD_ACCESS_H_
