// Gives conversions of kernels the rewrites of gpu ops into simpler ones, which live in a room beside theirs.

#include "convert/gpu_to_llvm/common/common.h"
#include "transform/gpu/rewrite_patterns.h"

const tern_pattern_t tern_gpu_rewrites[] = {TERN_GPU_REWRITE_PATTERNS};
const size_t tern_gpu_rewrite_count = sizeof tern_gpu_rewrites / sizeof tern_gpu_rewrites[0];
