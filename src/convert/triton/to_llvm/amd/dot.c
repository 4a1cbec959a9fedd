// tt.dot on AMD's GPUs: which way a product goes (upstream: DotOpToLLVM of AMD).

#include "convert/triton/to_llvm/amd/dot_amd.h"
#include "dialect/rocdl/rocdl.h"
#include "dialect/tt/tt.h"

const tern_op_row_t *tern_triton_find_rocdl_row(const char *prefix, const char *name) {
  size_t size = strlen(prefix);
  for (size_t i = 0; i < TERN_ROCDL_OP_COUNT; ++i) {
    const char *own = tern_rocdl_ops[i].name;
    if (strncmp(own, prefix, size) == 0 && strcmp(own + size, name) == 0) return &tern_rocdl_ops[i];
  }
  return NULL;
}

static bool lower_dot(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_attr_t *encoding = tern_ttg_type_encoding(tern_op_result(op, 0)->type);
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_MFMA)) return tern_triton_lower_dot_mfma(op, operands, conversion);
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_WMMA)) return tern_triton_lower_dot_wmma(op, operands, conversion);
  return tern_triton_lower_dot_fma(op, operands, conversion);
}

const tern_conversion_pattern_t tern_triton_amd_dot_patterns[] = {
    {"dot", TERN_TT(DOT), TERN_TRITON_BENEFIT, lower_dot},
    {0},
};
