// The parts of the conversion of vector to the llvm dialect among themselves.

#ifndef TERN_CONVERT_LLVM_VECTOR_PRIVATE_H_
#define TERN_CONVERT_LLVM_VECTOR_PRIVATE_H_

#include "convert/llvm/lowering.h"

typedef struct tern_llvm_vector_options {
  bool reassociates_reductions;
  bool use_vector_alignment;
} tern_llvm_vector_options_t;

static inline tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static inline bool replace_value(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *value) {
  tern_conversion_replace(conversion, op, TERN_VALUES(value));
  return true;
}

extern const tern_conversion_pattern_t tern_llvm_vector_memory_patterns[];
extern const tern_conversion_pattern_t tern_llvm_vector_lanes_patterns[];
extern const tern_conversion_pattern_t tern_llvm_vector_reduce_patterns[];

#endif  // TERN_CONVERT_LLVM_VECTOR_PRIVATE_H_
