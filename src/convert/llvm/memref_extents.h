// The sizes and strides of memory that is allocated, and the descriptor of it.

#ifndef TERN_CONVERT_LLVM_MEMREF_EXTENTS_H_
#define TERN_CONVERT_LLVM_MEMREF_EXTENTS_H_

#include "convert/llvm/lowering.h"

// Sizes and strides of a memref of an identity layout as values, and its size: in bytes or in elements.
typedef struct tern_llvm_extents {
  tern_value_t **sizes, **strides;  // one allocation
  tern_value_t *total;
} tern_llvm_extents_t;

tern_llvm_extents_t tern_llvm_extents_make(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                           const tern_type_t *memref, tern_values_t dynamic_sizes, bool in_bytes);
void tern_llvm_extents_deinitialize(tern_llvm_extents_t *extents);
tern_value_t *tern_llvm_extents_descriptor(const tern_llvm_extents_t *extents, const tern_llvm_lowering_t *lowering,
                                           tern_builder_t *builder, const tern_type_t *memref, tern_value_t *allocated,
                                           tern_value_t *aligned);

// How many bytes `count` elements of the memref take: the address of element `count` of a memory at 0 of that space.
tern_value_t *tern_llvm_make_bytes(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                   const tern_type_t *memref, tern_value_t *count, unsigned space);
// The pointer, in that address space.
tern_value_t *tern_llvm_make_in_space(tern_builder_t *builder, tern_value_t *pointer, unsigned space);

#endif  // TERN_CONVERT_LLVM_MEMREF_EXTENTS_H_
