// tt.dot on AMD's GPUs (upstream: DotOpToLLVM of AMD).

#include "convert/triton/to_llvm/dot/dot.h"
#include "dialect/tt/tt.h"

static bool lower_dot(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_dot_fma(op, operands, conversion);
}

const tern_conversion_pattern_t tern_triton_amd_dot_patterns[] = {
    {"dot", TERN_TT(DOT), TERN_TRITON_BENEFIT, lower_dot},
    {0},
};
