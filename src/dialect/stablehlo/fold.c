// Folds of stablehlo: identities, splats, and arithmetic on small constants.

#include <math.h>

#include "dialect/common/fold_elements.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"
#include "rewrite/fold.h"

// Constants of more elements are left to run time: the compiler should not take long or make large files.
enum { MAX_FOLDED_ELEMENTS = 65536 };

static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }

static bool is_elements(const tern_attr_t *attr) { return attr && attr->kind == TERN_ATTR_DENSE_ELEMENTS; }

tern_fold_status_t tern_hlo_fold_constant(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results) {
  (void)operands;
  const tern_attr_t *value = tern_op_attr(op, "value");
  // What is stored in place of quantized numbers is not what folds take it for.
  return value && tern_attr_type(value) == result_type(op) ? tern_fold_to_attr(out_results, value) : TERN_FOLD_FAILED;
}

// One operand that has the result's type already: convert, concatenate of one.
tern_fold_status_t tern_hlo_fold_same_type(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  (void)operands;
  if (op->operand_count != 1 || tern_op_operand(op, 0)->type != result_type(op)) return TERN_FOLD_FAILED;
  return tern_fold_to_value(out_results, tern_op_operand(op, 0));
}

tern_fold_status_t tern_hlo_fold_reshape(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  if (tern_op_operand(op, 0)->type == result_type(op)) return tern_fold_to_value(out_results, tern_op_operand(op, 0));
  if (!is_elements(operands[0]) || !tern_type_has_static_shape(result_type(op))) return TERN_FOLD_FAILED;
  return tern_fold_to_attr(out_results, tern_dense_elements_attr_reshape(operands[0], result_type(op)));
}

// Is the list 0, 1, 2, ...?
static bool is_identity(const tern_attr_t *list) {
  for (size_t i = 0; i < tern_int_list_attr_count(list); ++i) {
    if (tern_int_list_attr_at(list, i) != (int64_t)i) return false;
  }
  return true;
}

// Does the op move nothing, given that its result has the operand's static type?
static bool moves_nothing(const tern_op_t *op) {
  switch (tern_hlo_id(op)) {
    case TERN_HLO_BROADCAST:
    case TERN_HLO_SLICE:
    case TERN_HLO_DYNAMIC_SLICE: return true;
    case TERN_HLO_BROADCAST_IN_DIM: return is_identity(tern_op_attr(op, "broadcast_dimensions"));
    case TERN_HLO_TRANSPOSE: return is_identity(tern_op_attr(op, "permutation"));
    case TERN_HLO_REVERSE: {
      const tern_attr_t *dims = tern_op_attr(op, "dimensions");
      for (size_t i = 0; i < tern_int_list_attr_count(dims); ++i) {
        if (tern_type_dim(result_type(op), (size_t)tern_int_list_attr_at(dims, i)) > 1) return false;
      }
      return true;
    }
    default: return false;
  }
}

// Ops that only move elements: of a splat they give a splat.
tern_fold_status_t tern_hlo_fold_splat(tern_op_t *op, const tern_attr_t *const *operands,
                                       tern_fold_result_t *out_results) {
  tern_value_t *operand = tern_op_operand(op, 0);
  if (operand->type == result_type(op) && tern_type_has_static_shape(operand->type) && moves_nothing(op)) {
    return tern_fold_to_value(out_results, operand);
  }
  if (!tern_attr_is_splat(operands[0]) || !tern_type_has_static_shape(result_type(op))) return TERN_FOLD_FAILED;
  return tern_fold_to_attr(
      out_results, tern_dense_elements_attr_get(result_type(op), tern_dense_elements_attr_data(operands[0]), true));
}

tern_fold_status_t tern_hlo_fold_transpose(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  if (is_identity(tern_op_attr(op, "permutation")) && tern_op_operand(op, 0)->type == result_type(op)) {
    return tern_fold_to_value(out_results, tern_op_operand(op, 0));
  }
  return tern_hlo_fold_splat(op, operands, out_results);
}

// --- arithmetic ---

static bool is_signed(const tern_type_t *type) {
  return tern_integer_type_signedness(type) != TERN_UNSIGNED && tern_integer_type_width(type) > 1;
}

static bool fold_division(const tern_fold_elements_t *fold, tern_hlo_t id, tern_uint128_t lhs, tern_uint128_t rhs,
                          tern_uint128_t *out) {
  bool is_quotient = id == TERN_HLO_DIVIDE;
  uint32_t width = fold->operand_width;
  if (rhs == 0) {
    *out = is_quotient ? tern_bits_mask(width) : lhs;
    return true;
  }
  if (!is_signed(fold->operand_type)) {
    *out = is_quotient ? lhs / rhs : lhs % rhs;
    return true;
  }
  tern_int128_t a = tern_bits_sign_extend(lhs, width), b = tern_bits_sign_extend(rhs, width);
  if (b == -1) {
    *out = is_quotient ? (tern_uint128_t)0 - (tern_uint128_t)a : 0;
    return true;
  }
  *out = (tern_uint128_t)(is_quotient ? a / b : a % b);
  return true;
}

static bool fold_shift(const tern_fold_elements_t *fold, tern_hlo_t id, tern_uint128_t lhs, tern_uint128_t rhs,
                       tern_uint128_t *out) {
  uint32_t width = fold->operand_width;
  bool is_over = rhs >= width;
  uint32_t amount = is_over ? width - 1 : (uint32_t)rhs;
  if (id == TERN_HLO_SHIFT_RIGHT_ARITHMETIC) {
    *out = (tern_uint128_t)(tern_bits_sign_extend(lhs, width) >> amount);
  } else {
    *out = is_over ? 0 : id == TERN_HLO_SHIFT_LEFT ? lhs << amount : lhs >> amount;
  }
  return true;
}

static bool is_less(const tern_fold_elements_t *fold, tern_uint128_t lhs, tern_uint128_t rhs) {
  if (!is_signed(fold->operand_type)) return lhs < rhs;
  return tern_bits_sign_extend(lhs, fold->operand_width) < tern_bits_sign_extend(rhs, fold->operand_width);
}

static bool fold_integers(const tern_fold_elements_t *fold, tern_hlo_t id, tern_uint128_t lhs, tern_uint128_t rhs,
                          tern_uint128_t *out) {
  bool is_i1 = fold->operand_width == 1;
  switch (id) {
    case TERN_HLO_ADD: *out = is_i1 ? (lhs | rhs) : lhs + rhs; return true;
    case TERN_HLO_SUBTRACT: *out = lhs - rhs; return true;
    case TERN_HLO_MULTIPLY: *out = is_i1 ? (lhs & rhs) : lhs * rhs; return true;
    case TERN_HLO_AND: *out = lhs & rhs; return true;
    case TERN_HLO_OR: *out = lhs | rhs; return true;
    case TERN_HLO_XOR: *out = lhs ^ rhs; return true;
    case TERN_HLO_MAXIMUM: *out = is_less(fold, lhs, rhs) ? rhs : lhs; return true;
    case TERN_HLO_MINIMUM: *out = is_less(fold, lhs, rhs) ? lhs : rhs; return true;
    case TERN_HLO_DIVIDE:
    case TERN_HLO_REMAINDER: return fold_division(fold, id, lhs, rhs, out);
    case TERN_HLO_SHIFT_LEFT:
    case TERN_HLO_SHIFT_RIGHT_ARITHMETIC:
    case TERN_HLO_SHIFT_RIGHT_LOGICAL: return fold_shift(fold, id, lhs, rhs, out);
    default: return false;
  }
}

// The greater or lesser; zeros are ordered by sign.
static double choose(double a, double b, bool is_maximum) {
  if (a == b) return (signbit(a) != 0) == is_maximum ? b : a;
  return (a > b) == is_maximum ? a : b;
}

static bool fold_floats(const tern_fold_elements_t *fold, tern_hlo_t id, tern_uint128_t lhs, tern_uint128_t rhs,
                        tern_uint128_t *out) {
  if (!tern_type_is_double_foldable(fold->operand_type)) return false;
  double a = tern_bits_to_double(fold->operand_type, lhs), b = tern_bits_to_double(fold->operand_type, rhs), value;
  switch (id) {
    case TERN_HLO_ADD: value = a + b; break;
    case TERN_HLO_SUBTRACT: value = a - b; break;
    case TERN_HLO_MULTIPLY: value = a * b; break;
    case TERN_HLO_DIVIDE: value = a / b; break;
    case TERN_HLO_REMAINDER: value = fmod(a, b); break;
    case TERN_HLO_MAXIMUM: value = isnan(a) ? a : isnan(b) ? b : choose(a, b, true); break;
    case TERN_HLO_MINIMUM: value = isnan(a) ? a : isnan(b) ? b : choose(a, b, false); break;
    default: return false;
  }
  *out = tern_bits_from_double(fold->result_type, value);
  return true;
}

static bool fold_numbers(const tern_fold_elements_t *fold, tern_uint128_t lhs, tern_uint128_t rhs,
                         tern_uint128_t *out) {
  tern_hlo_t id = *(const tern_hlo_t *)fold->user;
  if (tern_type_is_integer(fold->operand_type)) return fold_integers(fold, id, lhs, rhs, out);
  return tern_type_is_float(fold->operand_type) && fold_floats(fold, id, lhs, rhs, out);
}

tern_fold_status_t tern_hlo_fold_binary(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  const tern_attr_t *lhs = operands[0], *rhs = operands[1];
  if (!is_elements(lhs) || !is_elements(rhs) || tern_attr_type(lhs) != result_type(op) ||
      tern_attr_type(rhs) != result_type(op)) {
    return TERN_FOLD_FAILED;
  }
  bool is_small = tern_attr_is_splat(lhs) && tern_attr_is_splat(rhs);
  if (!is_small && tern_type_element_count(result_type(op)) > MAX_FOLDED_ELEMENTS) return TERN_FOLD_FAILED;
  tern_hlo_t id = tern_hlo_id(op);
  return tern_fold_to_attr(out_results, tern_fold_elements_binary(lhs, rhs, result_type(op), fold_numbers, &id));
}

// --- choices ---

tern_fold_status_t tern_hlo_fold_select(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  tern_value_t *on_true = tern_op_operand(op, 1), *on_false = tern_op_operand(op, 2), *chosen = NULL;
  if (on_true == on_false) {
    chosen = on_true;
  } else if (tern_attr_is_splat(operands[0])) {
    bool is_true = tern_integer_attr_value(tern_dense_elements_attr_at(operands[0], 0)) != 0;
    chosen = is_true ? on_true : on_false;
  }
  return chosen && chosen->type == result_type(op) ? tern_fold_to_value(out_results, chosen) : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_hlo_fold_get_tuple_element(tern_op_t *op, const tern_attr_t *const *operands,
                                                   tern_fold_result_t *out_results) {
  (void)operands;
  const tern_op_t *tuple = tern_value_defining_op(tern_op_operand(op, 0));
  if (!tuple || !tern_hlo_is(tuple, TERN_HLO_TUPLE)) return TERN_FOLD_FAILED;
  size_t index = (size_t)tern_integer_attr_value(tern_op_attr(op, "index"));
  if (index >= tuple->operand_count || tern_op_operand(tuple, index)->type != result_type(op)) return TERN_FOLD_FAILED;
  return tern_fold_to_value(out_results, tern_op_operand(tuple, index));
}

bool tern_hlo_name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const tern_type_t *type = result_type(op);
  bool is_integer = tern_type_is_shaped(type) && tern_type_is_integer(tern_type_element(type));
  const char *name = is_integer ? "c" : "cst";
  if (strlen(name) >= size) return false;
  memcpy(out_name, name, strlen(name) + 1);
  return true;
}
