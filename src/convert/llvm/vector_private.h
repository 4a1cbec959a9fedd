// The parts of the conversion of vector to the llvm dialect among themselves.

#ifndef TERN_CONVERT_LLVM_VECTOR_PRIVATE_H_
#define TERN_CONVERT_LLVM_VECTOR_PRIVATE_H_

#include "convert/llvm/lowering.h"
#include "rewrite/rewriter.h"

typedef struct tern_llvm_vector_options {
  bool reassociates_reductions;
  bool use_vector_alignment;
  bool has_32bit_indices;  // numbers of lanes are i32, else i64
} tern_llvm_vector_options_t;

static inline tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

extern const tern_conversion_pattern_t tern_llvm_vector_memory_patterns[];
extern const tern_conversion_pattern_t tern_llvm_vector_lanes_patterns[];
extern const tern_conversion_pattern_t tern_llvm_vector_reduce_patterns[];
extern const tern_conversion_pattern_t tern_llvm_vector_print_patterns[];
// Contractions and transposes as LLVM's intrinsics on flat matrices; on vector ops, before the conversion.
extern const tern_pattern_t tern_llvm_vector_matrix_patterns[];

#endif  // TERN_CONVERT_LLVM_VECTOR_PRIVATE_H_
