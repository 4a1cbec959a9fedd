// Memory descriptors: which part of an allocation one sees.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_MEMDESC_H_
#define TERN_CONVERT_TRITON_TO_LLVM_MEMDESC_H_

#include "convert/triton/to_llvm/to_llvm.h"

// Bits of an element's offset that depend on where the part begins in its allocation; 0: the part is all of it.
uint64_t tern_triton_moving_bits(const tern_memdesc_t *memdesc);
// What is added (exclusive or) to the offset of each element of the part, in elements; NULL: nothing.
tern_value_t *tern_triton_memory_offset(tern_conversion_t *conversion, const tern_type_t *type,
                                        const tern_triton_memory_t *memory);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_MEMDESC_H_
