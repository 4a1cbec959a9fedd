// The extents of memory; see the header.

#include "convert/llvm/memref_extents.h"

#include "base/arena.h"

// The strides, from the innermost on, whose running product is the number of elements.
static void make_strides(tern_llvm_extents_t *extents, const tern_llvm_lowering_t *lowering, tern_builder_t *b,
                         const tern_type_t *memref) {
  int64_t stride = 1;
  tern_value_t *running = tern_llvm_make_index(lowering, b, 1);
  for (size_t i = tern_type_rank(memref); i-- > 0;) {
    extents->strides[i] = running;
    int64_t size = tern_type_dim(memref, i);
    bool size_is_stride = stride == 1;
    stride = size == TERN_DYNAMIC || stride == TERN_DYNAMIC ? TERN_DYNAMIC : stride * size;
    if (size_is_stride) {
      running = extents->sizes[i];
    } else if (stride == TERN_DYNAMIC) {
      running = tern_llvm_make(b, TERN_LLVM(MUL), running->type, TERN_VALUES(running, extents->sizes[i]));
    } else {
      running = tern_llvm_make_index(lowering, b, stride);
    }
  }
  extents->total = running;
}

tern_llvm_extents_t tern_llvm_extents_make(const tern_llvm_lowering_t *lowering, tern_builder_t *b,
                                           const tern_type_t *memref, tern_values_t dynamic_sizes, bool in_bytes) {
  size_t rank = tern_type_rank(memref), next = 0;
  tern_llvm_extents_t extents = {.sizes = tern_malloc((2 * rank + 1) * sizeof(tern_value_t *))};
  extents.strides = extents.sizes + rank;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(memref, i);
    extents.sizes[i] = size == TERN_DYNAMIC ? dynamic_sizes.values[next++] : tern_llvm_make_index(lowering, b, size);
  }
  make_strides(&extents, lowering, b, memref);
  if (in_bytes) extents.total = tern_llvm_make_bytes(lowering, b, memref, extents.total, 0);
  return extents;
}

void tern_llvm_extents_deinitialize(tern_llvm_extents_t *extents) { free(extents->sizes); }

tern_value_t *tern_llvm_extents_descriptor(const tern_llvm_extents_t *extents, const tern_llvm_lowering_t *lowering,
                                           tern_builder_t *b, const tern_type_t *memref, tern_value_t *allocated,
                                           tern_value_t *aligned) {
  size_t rank = tern_type_rank(memref);
  tern_memref_descriptor_t descriptor =
      tern_memref_descriptor_poison(lowering, b, tern_llvm_lower_type(lowering, memref));
  tern_memref_descriptor_set_allocated(&descriptor, allocated);
  tern_memref_descriptor_set_aligned(&descriptor, aligned);
  tern_memref_descriptor_set_constant_offset(&descriptor, 0);
  for (size_t i = 0; i < rank; ++i) tern_memref_descriptor_set_size(&descriptor, i, extents->sizes[i]);
  for (size_t i = 0; i < rank; ++i) tern_memref_descriptor_set_stride(&descriptor, i, extents->strides[i]);
  return descriptor.value;
}

tern_value_t *tern_llvm_make_bytes(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_type_t *memref,
                                   tern_value_t *count, unsigned space) {
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, space);
  tern_value_t *null = tern_llvm_make_zero(b, pointer);
  const tern_type_t *element = tern_llvm_lower_type(lowering, tern_type_element(memref));
  tern_value_t *end = tern_llvm_make_gep(b, pointer, element, null, TERN_VALUES(count), 0);
  return tern_llvm_make(b, TERN_LLVM(PTRTOINT), lowering->index_type, TERN_VALUES(end));
}

tern_value_t *tern_llvm_make_in_space(tern_builder_t *b, tern_value_t *pointer, unsigned space) {
  if (pointer->type->params[0] == space) return pointer;
  return tern_llvm_make(b, TERN_LLVM(ADDRSPACECAST), tern_llvm_ptr_type(b->context, space), TERN_VALUES(pointer));
}
