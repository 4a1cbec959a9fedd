// Conversions of floats that processors of CUDA have an instruction for: f32 to bf16, from sm_80 on, which is all that
// is compiled for. Dispatches round in integer arithmetic.

#include "convert/llvm/kernel/kernel.h"
#include "dialect/arith/arith.h"

static const tern_type_t *element_or_self(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
}

static bool convert_truncation(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  const tern_attr_t *mode = tern_op_attr(op, "roundingmode");
  bool is_nearest = !mode || tern_enum_attr_value(mode) == 0;
  if (element_or_self(from)->kind != TERN_TYPE_F32 || element_or_self(to)->kind != TERN_TYPE_BF16 || !is_nearest) {
    return false;
  }
  const tern_type_t *type = tern_llvm_convert_type(to);
  if (!type) return false;
  tern_conversion_replace(conversion, op,
                          TERN_VALUES(tern_build_value(&conversion->rewriter.builder, TERN_LLVM(FPTRUNC),
                                                       .operands = operands, .types = TERN_TYPES(type))));
  return true;
}

const tern_conversion_pattern_t tern_kernel_float_patterns[] = {
    {"truncate-to-bf16", TERN_ARITH(TRUNCF), 2, convert_truncation},
    {0},
};
