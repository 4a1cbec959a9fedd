// Vector ops in terms of simpler ones, before they are converted to the llvm dialect.

#ifndef TERN_CONVERT_LLVM_VECTOR_LOWER_H_
#define TERN_CONVERT_LLVM_VECTOR_LOWER_H_

#include "rewrite/greedy.h"

typedef struct tern_vector_lower_options {
  bool force_32bit_indices;  // numbers of lanes are i32
} tern_vector_lower_options_t;

void tern_vector_lower(tern_op_t *root, const tern_vector_lower_options_t *options);

#endif  // TERN_CONVERT_LLVM_VECTOR_LOWER_H_
