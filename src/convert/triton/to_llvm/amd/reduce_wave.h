// Reductions of what the lanes of a wave have, on AMD's GPUs.

#ifndef TERN_CONVERT_TRITON_TO_LLVM_AMD_REDUCE_WAVE_H_
#define TERN_CONVERT_TRITON_TO_LLVM_AMD_REDUCE_WAVE_H_

#include "convert/triton/to_llvm/across/combine.h"

// Combines `value` of all lanes that differ in the bits of `mask`, which each of them then has; the order is left to it. NULL: there is
// no faster way than shuffles.
tern_value_t *tern_triton_reduce_wave(const tern_triton_combine_t *c, tern_value_t *value, uint64_t mask);

#endif  // TERN_CONVERT_TRITON_TO_LLVM_AMD_REDUCE_WAVE_H_
