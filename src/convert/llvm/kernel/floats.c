// What processors of CUDA have an instruction for with floats: f32 to bf16, from sm_80 on, which is all that is compiled
// for, where dispatches round in integer arithmetic; and exp2 of f32 that takes what has no normal exponent for zero, which is
// one instruction in place of four.

#include "convert/llvm/kernel/kernel.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/math/math.h"

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

static tern_value_t *build_exp2(tern_builder_t *b, tern_value_t *x) {
  static const char name[] = "llvm.nvvm.ex2.approx.ftz.f32";
  return tern_build_value(b, TERN_LLVM(CALL_INTRINSIC), .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type),
                          .segments = (int32_t[]){1, 0},
                          .attrs = TERN_ATTRS({"op_bundle_sizes", tern_dense_i32_array_attr_get(b->context, NULL, 0)},
                                              {"intrin", tern_string_attr_get(b->context, TERN_STR(name))}));
}

// The processor has it for one number.
static bool convert_exp2(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *x = operands.values[0], *result;
  const tern_type_t *f32 = element_or_self(tern_op_operand(op, 0)->type);
  bool is_vector = x->type->kind == TERN_TYPE_VECTOR;
  if (!tern_op_attr(op, TERN_MATH_FLUSHES_SUBNORMALS) || f32->kind != TERN_TYPE_F32) return false;
  if (!is_vector && x->type != f32) return false;
  result = is_vector ? tern_llvm_make_poison(b, x->type) : build_exp2(b, x);
  for (int64_t i = 0; is_vector && i < tern_type_dim(x->type, 0); ++i) {
    tern_value_t *place = tern_llvm_build_int(b, tern_i_type_get(b->context, 32), i);
    tern_value_t *lane = tern_llvm_make(b, TERN_LLVM(EXTRACTELEMENT), f32, TERN_VALUES(x, place));
    result = tern_llvm_make(b, TERN_LLVM(INSERTELEMENT), x->type, TERN_VALUES(result, build_exp2(b, lane), place));
  }
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_kernel_float_patterns[] = {
    {"flushing-exp2", TERN_MATH(EXP2), 2, convert_exp2},
    {"truncate-to-bf16", TERN_ARITH(TRUNCF), 2, convert_truncation},
    {0},
};
