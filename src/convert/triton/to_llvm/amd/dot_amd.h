// Products of matrices on AMD's GPUs: what the files share.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_AMD_DOT_AMD_H_
#define TERN_CONVERT_TRITON_TO_LLVM_AMD_DOT_AMD_H_

#include "convert/triton/to_llvm/dot/dot.h"

// The op of rocdl with the name `prefix` `name`; NULL: there is none.
const tern_op_row_t *tern_triton_find_rocdl_row(const char *prefix, const char *name);

// tt.dot whose sums are dealt to matrix instructions: of CDNA (amd_mfma), and of RDNA and gfx1250 (amd_wmma).
bool tern_triton_lower_dot_mfma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
bool tern_triton_lower_dot_wmma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_AMD_DOT_AMD_H_
