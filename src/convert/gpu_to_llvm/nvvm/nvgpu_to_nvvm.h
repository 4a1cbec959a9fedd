// What the conversion of the nvgpu dialect is made of: for --convert-nvgpu-to-nvvm, and for other conversions that take
// its patterns. Private to src/convert otherwise.

#ifndef TERN_CONVERT_GPU_TO_LLVM_NVVM_NVGPU_TO_NVVM_H_
#define TERN_CONVERT_GPU_TO_LLVM_NVVM_NVGPU_TO_NVVM_H_

#include "convert/llvm/lowering.h"

// The types of nvgpu; `user` is the tern_llvm_lowering_t.
int tern_nvgpu_type_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count);

// Tables, each ended by a row with a NULL `rewrite`.
extern const tern_conversion_pattern_t tern_nvgpu_copy_patterns[];  // copies and barriers
extern const tern_conversion_pattern_t tern_nvgpu_tensor_map_patterns[];
extern const tern_conversion_pattern_t tern_nvgpu_matrix_patterns[];  // of a warp
extern const tern_conversion_pattern_t tern_nvgpu_warpgroup_patterns[];

// --- what the patterns share ---

static inline tern_builder_t *tern_nvgpu_builder(tern_conversion_t *conversion) {
  return &conversion->rewriter.builder;
}
static inline const tern_type_t *tern_nvgpu_i32(const tern_builder_t *b) { return tern_i_type_get(b->context, 32); }
static inline const tern_type_t *tern_nvgpu_i64(const tern_builder_t *b) { return tern_i_type_get(b->context, 64); }
// `value : i32` and `value : i64` of those types.
static inline tern_value_t *tern_nvgpu_word(tern_builder_t *b, int64_t value) {
  return tern_llvm_make_int(b, tern_nvgpu_i32(b), value);
}
static inline tern_value_t *tern_nvgpu_long(tern_builder_t *b, int64_t value) {
  return tern_llvm_make_int(b, tern_nvgpu_i64(b), value);
}
// An i64 whose attribute is an i32, as upstream writes some.
static inline tern_value_t *tern_nvgpu_long_of_word(tern_builder_t *b, int64_t value) {
  return tern_llvm_build_constant(b, tern_nvgpu_i64(b), tern_integer_attr_get(tern_nvgpu_i32(b), value));
}
// An index of any width as an i32.
tern_value_t *tern_nvgpu_narrow(tern_builder_t *b, tern_value_t *value);
// One op of two operands, of the type of the first.
static inline tern_value_t *tern_nvgpu_compute(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs,
                                               tern_value_t *rhs) {
  return tern_llvm_make(b, row, lhs->type, TERN_VALUES(lhs, rhs));
}
// The address in a memref of type `memref`, whose descriptor is `descriptor`.
tern_value_t *tern_nvgpu_address(tern_conversion_t *conversion, const tern_type_t *memref, tern_value_t *descriptor,
                                 tern_values_t indices);
// The address of a barrier of a group.
tern_value_t *tern_nvgpu_barrier_address(tern_conversion_t *conversion, const tern_type_t *group,
                                         tern_value_t *descriptor, tern_value_t *index);
// The converted operands of the group `name`.
tern_values_t tern_nvgpu_operands(const tern_op_t *op, tern_values_t operands, const char *name);
static inline tern_value_t *tern_nvgpu_operand(const tern_op_t *op, tern_values_t operands, const char *name) {
  tern_values_t group = tern_nvgpu_operands(op, operands, name);
  return group.count ? group.values[0] : NULL;
}

#endif  // TERN_CONVERT_GPU_TO_LLVM_NVVM_NVGPU_TO_NVVM_H_
