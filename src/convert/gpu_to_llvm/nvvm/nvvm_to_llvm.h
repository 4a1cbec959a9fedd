// nvvm ops that LLVM has no intrinsic for, as inline assembly.

#ifndef TERN_CONVERT_GPU_TO_LLVM_NVVM_NVVM_TO_LLVM_H_
#define TERN_CONVERT_GPU_TO_LLVM_NVVM_NVVM_TO_LLVM_H_

#include "rewrite/rewriter.h"

// Is the op one that becomes PTX text, as it stands?
bool tern_nvvm_needs_ptx(const tern_op_t *op);
// Makes it inline assembly. False after an error (an operand that no PTX register holds); then nothing has changed.
bool tern_nvvm_to_inline_ptx(tern_op_t *op, tern_rewriter_t *rewriter);
// The same of all ops in `root`; what cannot be has an error, and stays.
void tern_nvvm_convert_to_llvm(tern_op_t *root);
// The same as a pattern for any op.
extern const tern_pattern_t tern_nvvm_to_llvm_pattern;

#endif  // TERN_CONVERT_GPU_TO_LLVM_NVVM_NVVM_TO_LLVM_H_
