// tosa: which operands and results have the same elements. Upstream: TosaOps.cpp, in whose words errors are.

#include "dialect/quant/quant.h"
#include "dialect/tosa/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { RESULT = -1 };

#define IN_AND_OUT "expect input and output to have same element type, got '%s' and '%s'"
#define ZERO_POINT(WHAT) "expect both " WHAT " and its zero point are the same element type, got '%s' and '%s'"

// Values by the number of the operand, or the first result. Of variadic operands all are compared with `second`.
static const struct {
  const tern_op_row_t *op;
  int first, second;
  bool is_variadic;
  const char *message;
} rows[] = {
    {TERN_TOSA(AVG_POOL2D), 0, 1, false, ZERO_POINT("input")},
    {TERN_TOSA(AVG_POOL2D), RESULT, 2, false, ZERO_POINT("output")},
    {TERN_TOSA(CONV2D), 0, 3, false, ZERO_POINT("input")},
    {TERN_TOSA(CONV2D), 1, 4, false, ZERO_POINT("weight")},
    {TERN_TOSA(CONV3D), 0, 3, false, ZERO_POINT("input")},
    {TERN_TOSA(CONV3D), 1, 4, false, ZERO_POINT("weight")},
    {TERN_TOSA(DEPTHWISE_CONV2D), 0, 3, false, ZERO_POINT("input")},
    {TERN_TOSA(DEPTHWISE_CONV2D), 1, 4, false, ZERO_POINT("weight")},
    {TERN_TOSA(TRANSPOSE_CONV2D), 0, 3, false, ZERO_POINT("input")},
    {TERN_TOSA(TRANSPOSE_CONV2D), 1, 4, false, ZERO_POINT("weight")},
    {TERN_TOSA(MATMUL), 0, 2, false, "expect input a and a_zp have the same element type, got '%s' and '%s'"},
    {TERN_TOSA(MATMUL), 1, 3, false, "expect input b and b_zp have the same element type, got '%s' and '%s'"},
    {TERN_TOSA(NEGATE), 0, 1, false, ZERO_POINT("input1")},
    {TERN_TOSA(NEGATE), RESULT, 2, false, ZERO_POINT("output")},
    {TERN_TOSA(NEGATE), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(MAX_POOL2D), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(SELECT), 1, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(SELECT), 2, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(CONCAT), 0, RESULT, true, IN_AND_OUT},
    {TERN_TOSA(PAD), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(PAD), 2, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(RESHAPE), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(REVERSE), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(SLICE), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(TILE), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(TRANSPOSE), 0, RESULT, false,
     "failed to verify that all of {input1, output} have same element type: got '%s' and '%s'"},
    {TERN_TOSA(GATHER), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(SCATTER), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(SCATTER), 2, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(REDUCE_ALL), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(REDUCE_ANY), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(REDUCE_MAX), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(REDUCE_MIN), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(REDUCE_PRODUCT), 0, RESULT, false, IN_AND_OUT},
    {TERN_TOSA(REDUCE_SUM), 0, RESULT, false, IN_AND_OUT},
};

// What quantized numbers are stored as is what counts.
static const tern_type_t *element_of(const tern_op_t *op, int which) {
  const tern_type_t *type = which == RESULT ? tern_op_result(op, 0)->type : tern_op_operand(op, (size_t)which)->type;
  return tern_type_element(tern_quant_stored_type(type));
}

bool tern_tosa_verify_elements(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!tern_op_is(op, rows[i].op)) continue;
    int last = rows[i].is_variadic ? (int)op->operand_count - 1 : rows[i].first;
    for (int k = rows[i].first; k <= last; ++k) {
      const tern_type_t *a = element_of(op, k), *b = element_of(op, rows[i].second);
      if (a != b) return tern_op_error(op, rows[i].message, tern_type_text(a), tern_type_text(b));
    }
  }
  return true;
}

bool tern_tosa_verify_mul(const tern_op_t *op) {
  const tern_type_t *a = element_of(op, 0), *b = element_of(op, 1), *result = element_of(op, RESULT);
  if (!tern_type_is_integer(result)) {
    if (a != result || b != result) {
      return tern_op_error(op, "requires the same element type for all operands and results");
    }
  } else if (!tern_type_is_integer(a) || a != b) {
    return tern_op_error(op, "requires the same element type for all operands");
  } else if (tern_integer_type_width(a) > tern_integer_type_width(result)) {
    return tern_op_error(op, "invalid data type size for operands or result");
  }
  return tern_tosa_verify_broadcast(op);
}

// Both operands are floats or neither is; floats are of one kind, as are a bias and a result of floats.
bool tern_tosa_verify_factors(const tern_op_t *op) {
  const tern_type_t *input = element_of(op, 0), *weight = element_of(op, 1), *bias = element_of(op, 2),
                    *result = element_of(op, RESULT);
  if (tern_type_is_float(bias) && tern_type_is_float(result) && bias != result) {
    return tern_op_error(op, "expect both bias and result to have same element type, got '%s' and '%s'",
                         tern_type_text(bias), tern_type_text(result));
  }
  if (tern_type_is_float(input) != tern_type_is_float(weight)) {
    return tern_op_error(op, "expect both input and weight to be float or not together, got '%s' and '%s'",
                         tern_type_text(input), tern_type_text(weight));
  }
  return !tern_type_is_float(input) || input == weight ||
         tern_op_error(op, "expect both input and weight to have same element type, got '%s' and '%s'",
                       tern_type_text(input), tern_type_text(weight));
}

// What averages are summed in. Upstream says so of each type of the input.
bool tern_tosa_verify_pool_accumulator(const tern_op_t *op) {
  const tern_type_t *input = element_of(op, 0), *sum = tern_type_attr_value(tern_op_attr(op, "acc_type"));
  if (tern_type_is_integer(input) && !tern_type_is_i(sum, 32)) {
    return tern_op_error(op, "accumulator type for integer tensor is not i32");
  }
  if (input->kind == TERN_TYPE_F16 && sum->kind != TERN_TYPE_F16 && sum->kind != TERN_TYPE_F32) {
    return tern_op_error(op, "accumulator type for f16 tensor is not f16/f32");
  }
  if ((input->kind == TERN_TYPE_BF16 || input->kind == TERN_TYPE_F32) && sum->kind != TERN_TYPE_F32) {
    return tern_op_error(op, "accumulator type for %s tensor is not f32", tern_type_text(input));
  }
  return true;
}
