#include "convert/triton/to_llvm/to_llvm.h"
const tern_conversion_pattern_t tern_triton_reduce_patterns[] = {{0}};
const tern_conversion_pattern_t tern_triton_scan_patterns[] = {{0}};
const tern_conversion_pattern_t tern_triton_gather_patterns[] = {{0}};
const tern_conversion_pattern_t tern_triton_histogram_patterns[] = {{0}};
