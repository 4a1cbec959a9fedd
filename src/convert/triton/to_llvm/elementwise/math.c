// Functions of floats (upstream: ElementwiseOpToLLVM of NVIDIA, MathToNVVM): exp of f32 is ex2 of what is scaled; others are calls of
// libdevice's functions, f16 and bf16 as f32.

#include "dialect/math/math.h"

#include "convert/gpu_to_llvm/common/common.h"
#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"
#include "convert/triton/to_llvm/elementwise/elementwise.h"

static const tern_gpu_library_call_t *find_call(const tern_op_t *op) {
  const tern_gpu_library_call_t *call = tern_nvvm_library_calls;
  while (call->row && !tern_op_is(op, call->row)) ++call;
  return call->row ? call : NULL;
}

static tern_value_t *make_call(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                               tern_value_t *const *args) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_gpu_library_call_t *call = find_call(op);
  bool is_double = args[0]->type->kind == TERN_TYPE_F64, is_test = tern_type_is_i(type, 1);
  const tern_type_t *computed = is_double ? args[0]->type : tern_emit_f32_type(b);
  tern_value_t *values[4];
  for (size_t i = 0; i < op->operand_count; ++i) {
    bool is_widened = tern_type_is_float(args[i]->type) && args[i]->type != computed;
    values[i] = is_widened ? tern_emit_unary(b, TERN_LLVM(FPEXT), computed, args[i]) : args[i];
  }
  const tern_type_t *result_type = is_test ? tern_emit_i(b, 32) : computed;
  tern_value_t *result = tern_triton_call_library(conversion, op, is_double ? call->f64 : call->f32, result_type,
                                                  (tern_values_t){values, op->operand_count});
  if (!result) return NULL;
  if (is_test) return tern_emit_icmp(b, TERN_EMIT_NE, result, tern_emit_i32(b, 0));
  return result->type == type ? result : tern_emit_unary(b, TERN_LLVM(FPTRUNC), type, result);
}

static bool lower_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_call);
}

// 2 to the power of x log2(e), as the chip has it.
static tern_value_t *make_exp(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                              tern_value_t *const *args) {
  tern_builder_t *b = tern_triton_builder(conversion);
  if (type->kind != TERN_TYPE_F32) return make_call(conversion, op, type, args);
  tern_value_t *power = tern_emit_binary(b, TERN_LLVM(FMUL), args[0], tern_emit_float(b, type, 1.44269504088896340736));
  return tern_emit_intrinsic(b, "llvm.nvvm.ex2.approx.f", type, TERN_VALUES(power));
}

static bool lower_exp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_exp);
}

// Floats of 8 bits lose their sign as integers.
static tern_value_t *make_abs(tern_conversion_t *conversion, tern_op_t *op, const tern_type_t *type,
                              tern_value_t *const *args) {
  (void)op;
  tern_builder_t *b = tern_triton_builder(conversion);
  if (!tern_type_is_integer(type)) return tern_emit_unary(b, TERN_LLVM(INTR_FABS), type, args[0]);
  int64_t bits = (INT64_C(1) << (tern_integer_type_width(type) - 1)) - 1;
  return tern_emit_and(b, args[0], tern_llvm_build_int(b, type, bits));
}

static bool lower_abs(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_triton_lower_each(conversion, op, operands, make_abs);
}

#define ROW(ID, FUNCTION) {#ID, TERN_MATH(ID), TERN_TRITON_BENEFIT, FUNCTION}
const tern_conversion_pattern_t tern_triton_math_patterns[] = {
    ROW(ABSF, lower_abs),   ROW(EXP, lower_exp),        ROW(ACOS, lower_call),
    ROW(ACOSH, lower_call), ROW(ASIN, lower_call),      ROW(ASINH, lower_call),
    ROW(ATAN, lower_call),  ROW(ATAN2, lower_call),     ROW(ATANH, lower_call),
    ROW(CBRT, lower_call),  ROW(CEIL, lower_call),      ROW(COS, lower_call),
    ROW(COSH, lower_call),  ROW(ERF, lower_call),       ROW(ERFC, lower_call),
    ROW(EXP2, lower_call),  ROW(EXPM1, lower_call),     ROW(FLOOR, lower_call),
    ROW(ISINF, lower_call), ROW(LOG, lower_call),       ROW(LOG10, lower_call),
    ROW(LOG1P, lower_call), ROW(LOG2, lower_call),      ROW(POWF, lower_call),
    ROW(ROUND, lower_call), ROW(ROUNDEVEN, lower_call), ROW(RSQRT, lower_call),
    ROW(SIN, lower_call),   ROW(SINH, lower_call),      ROW(SQRT, lower_call),
    ROW(TAN, lower_call),   ROW(TANH, lower_call),      {0},
};
