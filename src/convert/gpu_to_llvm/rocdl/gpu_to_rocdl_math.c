// The functions of OCML, AMD's library of math for kernels, by op (upstream: MathToROCDL). What is not here, LLVM knows how
// to compute.

#include "convert/gpu_to_llvm/rocdl/gpu_to_rocdl.h"
#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/rocdl/rocdl.h"

#define FLOATS(ROW, NAME) \
  {.row = ROW, .f32 = "__ocml_" NAME "_f32", .f64 = "__ocml_" NAME "_f64", .f16 = "__ocml_" NAME "_f16"}
// LLVM has an f32 of its own.
#define NO_F32(ROW, NAME) {.row = ROW, .f64 = "__ocml_" NAME "_f64", .f16 = "__ocml_" NAME "_f16"}

const tern_gpu_library_call_t tern_rocdl_library_calls[] = {
    FLOATS(TERN_ARITH(REMF), "fmod"),  FLOATS(TERN_MATH(ACOS), "acos"),   FLOATS(TERN_MATH(ACOSH), "acosh"),
    FLOATS(TERN_MATH(ASIN), "asin"),   FLOATS(TERN_MATH(ASINH), "asinh"), FLOATS(TERN_MATH(ATAN), "atan"),
    FLOATS(TERN_MATH(ATAN2), "atan2"), FLOATS(TERN_MATH(ATANH), "atanh"), FLOATS(TERN_MATH(CBRT), "cbrt"),
    FLOATS(TERN_MATH(CEIL), "ceil"),   FLOATS(TERN_MATH(COS), "cos"),     FLOATS(TERN_MATH(COSH), "cosh"),
    FLOATS(TERN_MATH(ERF), "erf"),     FLOATS(TERN_MATH(ERFC), "erfc"),   NO_F32(TERN_MATH(EXP), "exp"),
    FLOATS(TERN_MATH(EXP2), "exp2"),   FLOATS(TERN_MATH(EXPM1), "expm1"), FLOATS(TERN_MATH(FLOOR), "floor"),
    FLOATS(TERN_MATH(FPOWI), "pown"),  NO_F32(TERN_MATH(LOG), "log"),     FLOATS(TERN_MATH(LOG10), "log10"),
    FLOATS(TERN_MATH(LOG1P), "log1p"), FLOATS(TERN_MATH(LOG2), "log2"),   FLOATS(TERN_MATH(POWF), "pow"),
    FLOATS(TERN_MATH(RSQRT), "rsqrt"), FLOATS(TERN_MATH(SIN), "sin"),     FLOATS(TERN_MATH(SINH), "sinh"),
    FLOATS(TERN_MATH(TAN), "tan"),     FLOATS(TERN_MATH(TANH), "tanh"),   {.row = NULL},
};

// The median of value and bounds is the value within the bounds.
static tern_value_t *make_median(tern_builder_t *b, const tern_type_t *type, tern_values_t operands, void *user) {
  (void)user;
  return tern_llvm_make(b, TERN_ROCDL(FMED3), type, operands);
}

static bool lower_clamp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const tern_type_t *element = type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
  const tern_type_t *lowered = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), type);
  if (!lowered || (element->kind != TERN_TYPE_F16 && element->kind != TERN_TYPE_F32)) return false;
  if (tern_type_is_llvm(lowered, TERN_LLVM_ARRAY)) {
    return tern_llvm_each_vector(conversion, op, operands, make_median, NULL);
  }
  tern_value_t *median = make_median(&conversion->rewriter.builder, lowered, operands, NULL);
  return tern_conversion_replace_value(conversion, op, median);
}

const tern_conversion_pattern_t tern_rocdl_clamp_patterns[] = {
    {"clamp", TERN_MATH(CLAMPF), TERN_GPU_PATTERN_BENEFIT, lower_clamp},
    {0},
};
