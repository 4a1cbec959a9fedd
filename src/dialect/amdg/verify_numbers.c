// amdg: numbers that share scales (upstream: Dialect.cpp).

#include <inttypes.h>

#include "dialect/amdg/hooks.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "ir/diagnostic.h"

static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }

// --- amdg.upcast_mxfp ---

static bool is_number(const tern_type_t *type) {
  return type->kind == TERN_TYPE_BF16 || type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_F8E4M3FN ||
         type->kind == TERN_TYPE_F8E5M2 || tern_type_is_i(type, 8);
}

// An operand's depth is its last dimension if it is the first one, else the one before; that of scales is always the last.
static bool check_scales(const tern_op_t *op, const tern_type_t *x, const tern_type_t *scale, bool is_packed) {
  size_t first = tern_type_rank(x) == 3;
  size_t index = (size_t)tern_ttg_number(tern_tensor_type_encoding(x), TERN_TTG_FIELD_OP_IDX);
  size_t depth = first + (index == 0), other = first + (index != 0);
  int64_t scales = tern_type_dim(scale, tern_type_rank(scale) - 1);
  if (tern_type_dim(x, depth) != (is_packed ? 16 : 32) * scales) {
    return tern_op_error(
        op, "K dimension of first operand must be 16 times larger than last/K dimension of the second operand");
  }
  if (first && tern_type_dim(x, 0) != tern_type_dim(scale, 0))
    return tern_op_error(op, "batch dimension must match between operands");
  return tern_type_dim(x, other) == tern_type_dim(scale, first) ||
         tern_op_error(op, "M/N dimension must match between operands");
}

bool tern_amdg_verify_upcast_mxfp(const tern_op_t *op) {
  const tern_type_t *x = operand_type(op, 0), *scale = operand_type(op, 1);
  int64_t format = tern_enum_attr_value(tern_op_attr(op, "fp_type"));
  if (!is_number(tern_type_element(x)))
    return tern_op_error(op, "element type of the first operand must be bf16/fp16, OCP fp8/bf8 or i8");
  if (!tern_type_is_i(tern_type_element(scale), 8))
    return tern_op_error(op, "element type of the second operand must be uint8");
  if (tern_type_rank(x) != tern_type_rank(scale) || tern_type_rank(x) < 2)
    return tern_op_error(op, "operands must have the same number of dimensions, at least 2");
  if (format != TERN_TT_E2M1 && format != TERN_TT_E4M3 && format != TERN_TT_E5M2)
    return tern_op_error(op, "NYI: fpType must be E2M1, E4M3, or E5M2");
  const tern_attr_t *of_x = tern_tensor_type_encoding(x), *of_scale = tern_tensor_type_encoding(scale);
  if (!of_x != !of_scale) return tern_op_error(op, "Expected either both or neither operands to have an encoding");
  if (!of_x) return true;
  if (!tern_attr_is_ttg(of_x, TERN_TTG_ATTR_DOT_OP))
    return tern_op_error(op, "Expected a DotOperandEncodingAttr for values");
  if (!tern_attr_is_ttg(of_scale, TERN_TTG_ATTR_BLOCKED) && !tern_attr_is_ttg(of_scale, TERN_TTG_ATTR_LINEAR))
    return tern_op_error(op, "Expected a BlockOperandEncoding or LinearOperandEncoding for scales");
  return check_scales(op, x, scale, format == TERN_TT_E2M1);
}

// --- amdg.scaled_upcast_fp4 ---

bool tern_amdg_verify_scaled_upcast_fp4(const tern_op_t *op) {
  const tern_type_t *input = operand_type(op, 0), *scale = operand_type(op, 1), *output = op->results[0].type;
  bool is_same = tern_type_rank(scale) == tern_type_rank(output);
  for (size_t d = 0; d < tern_type_rank(scale) && is_same; ++d)
    is_same = tern_type_dim(scale, d) == tern_type_dim(output, d);
  if (!is_same) return tern_op_error_unnamed(op, "scale and output should have the same shape");
  return tern_ttg_check_unpacked_shape(op, input, output, tern_integer_attr_value(tern_op_attr(op, "axis")));
}
