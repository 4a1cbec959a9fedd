// The parts of the conversion of memref to the llvm dialect among themselves.

#ifndef TERN_CONVERT_LLVM_MEMREF_PRIVATE_H_
#define TERN_CONVERT_LLVM_MEMREF_PRIVATE_H_

#include "convert/llvm/lowering.h"
#include "dialect/memref/memref.h"

static inline tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// llvm.mul, llvm.add and their like of two values of one type.
static inline tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_llvm_make(b, row, lhs->type, TERN_VALUES(lhs, rhs));
}

static inline void store(tern_builder_t *b, tern_value_t *value, tern_value_t *pointer) {
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, pointer));
}

static inline tern_value_t *load(tern_builder_t *b, const tern_type_t *type, tern_value_t *pointer) {
  return tern_llvm_make(b, TERN_LLVM(LOAD), type, TERN_VALUES(pointer));
}

// An enum attribute as the integer or attribute that its row says.
static inline const tern_attr_t *enum_attr(tern_builder_t *b, const tern_enum_row_t *row, int64_t value) {
  return tern_enum_attr_get(b->context, row, value);
}

// A memref of an identity layout whose element has a form.
bool has_plain_layout(const tern_llvm_lowering_t *lowering, const tern_type_t *memref);
// Puts a ranked descriptor onto the stack; its address.
tern_value_t *descriptor_on_stack(tern_builder_t *b, tern_value_t *descriptor);

// The fields of a ranked descriptor in memory (upstream: UnrankedMemRefDescriptor). `element_pointer` is the type of
// the pointers in it.
typedef struct stored_descriptor {
  const tern_llvm_lowering_t *lowering;
  tern_builder_t *b;
  tern_value_t *address;
  const tern_type_t *element_pointer;
} stored_descriptor_t;
tern_value_t *stored_allocated(stored_descriptor_t *stored);
tern_value_t *stored_aligned(stored_descriptor_t *stored);
tern_value_t *stored_offset(stored_descriptor_t *stored);
tern_value_t *stored_offset_address(stored_descriptor_t *stored);
tern_value_t *stored_sizes_address(stored_descriptor_t *stored);
void store_allocated(stored_descriptor_t *stored, tern_value_t *pointer);
void store_aligned(stored_descriptor_t *stored, tern_value_t *pointer);
void store_offset(stored_descriptor_t *stored, tern_value_t *offset);

extern const tern_conversion_pattern_t tern_llvm_memref_alloc_patterns[];
extern const tern_conversion_pattern_t tern_llvm_memref_access_patterns[];
extern const tern_conversion_pattern_t tern_llvm_memref_view_patterns[];
extern const tern_conversion_pattern_t tern_llvm_memref_reshape_patterns[];

#endif  // TERN_CONVERT_LLVM_MEMREF_PRIVATE_H_
