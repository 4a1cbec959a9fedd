// ub ops to the spirv dialect (upstream: UBToSPIRV): a value without meaning, and a point that is never reached.

#include "dialect/ub/ub.h"

#include "convert/spirv/emit.h"

static bool convert_poison(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  emitter_t e = emitter_for(conversion, op);
  if (!e.type) return false;
  return tern_conversion_replace_value(conversion, op,
                                       tern_build_value(e.b, TERN_SPIRV(UNDEF), .types = TERN_TYPES(e.type)));
}

static bool convert_unreachable(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_build(&conversion->rewriter.builder, TERN_SPIRV(UNREACHABLE), .operands = {0});
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_ub_to_spirv_patterns[] = {
    {"poison", TERN_UB(POISON), 1, convert_poison},
    {"unreachable", TERN_UB(UNREACHABLE), 1, convert_unreachable},
    {0},
};
