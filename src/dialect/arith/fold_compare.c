// Folds of arith's integer comparison and of select.

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/arith/arith_hooks.h"
#include "dialect/common/fold_elements.h"

static tern_cmpi_predicate_t predicate_of(const tern_op_t *op) {
  return (tern_cmpi_predicate_t)tern_enum_attr_value(tern_op_attr(op, "predicate"));
}

static bool holds(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out) {
  tern_int128_t x = tern_bits_sign_extend(a, f->operand_width), y = tern_bits_sign_extend(b, f->operand_width);
  switch (*(const tern_cmpi_predicate_t *)f->user) {
    case TERN_CMPI_EQ: *out = a == b; break;
    case TERN_CMPI_NE: *out = a != b; break;
    case TERN_CMPI_SLT: *out = x < y; break;
    case TERN_CMPI_SLE: *out = x <= y; break;
    case TERN_CMPI_SGT: *out = x > y; break;
    case TERN_CMPI_SGE: *out = x >= y; break;
    case TERN_CMPI_ULT: *out = a < b; break;
    case TERN_CMPI_ULE: *out = a <= b; break;
    case TERN_CMPI_UGT: *out = a > b; break;
    case TERN_CMPI_UGE: *out = a >= b; break;
  }
  return true;
}

static bool holds_for_equal(tern_cmpi_predicate_t predicate) {
  return predicate == TERN_CMPI_EQ || predicate == TERN_CMPI_SLE || predicate == TERN_CMPI_SGE ||
         predicate == TERN_CMPI_ULE || predicate == TERN_CMPI_UGE;
}

static bool is_i1_like(const tern_type_t *type) { return tern_type_is_i(tern_type_element(type), 1); }

// `ext(x : i1) != 0` is x; so is `x != 0`, and `x == 1`, of i1 itself.
static tern_value_t *find_compared_bool(const tern_op_t *op, const tern_attr_t *rhs) {
  tern_value_t *lhs = tern_op_operand(op, 0);
  tern_cmpi_predicate_t predicate = predicate_of(op);
  if (predicate == TERN_CMPI_NE && tern_attr_is_int_value(rhs, 0)) {
    tern_op_t *extension = tern_value_defined_by(lhs, TERN_ARITH(EXTSI));
    if (!extension) extension = tern_value_defined_by(lhs, TERN_ARITH(EXTUI));
    if (extension && is_i1_like(tern_op_operand(extension, 0)->type)) return tern_op_operand(extension, 0);
    return is_i1_like(lhs->type) ? lhs : NULL;
  }
  if (predicate == TERN_CMPI_EQ && is_i1_like(lhs->type) && tern_attr_is_int_value(rhs, 1)) return lhs;
  return NULL;
}

tern_fold_status_t tern_arith_fold_cmpi(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
  tern_cmpi_predicate_t predicate = predicate_of(op);
  if (lhs == rhs) return tern_fold_to_attr(out, tern_attr_from_bits(op->results[0].type, holds_for_equal(predicate)));
  tern_value_t *value = find_compared_bool(op, operands[1]);
  if (value && value->type == op->results[0].type) return tern_fold_to_value(out, value);
  if (operands[0] && !operands[1]) {
    // A constant belongs to the right.
    tern_op_set_attr(
        op, "predicate",
        tern_enum_attr_get(tern_op_context(op), TERN_ARITH_ENUM(CMPI_PREDICATE), tern_cmpi_predicate_swap(predicate)));
    tern_op_set_operand(op, 0, rhs);
    tern_op_set_operand(op, 1, lhs);
    return TERN_FOLD_IN_PLACE;
  }
  return tern_fold_to_attr(out,
                           tern_fold_elements_binary(operands[0], operands[1], op->results[0].type, holds, &predicate));
}

// --- select ---

// Picks element by element where all three are constants.
static const tern_attr_t *select_elements(const tern_type_t *type, const tern_attr_t *condition,
                                          const tern_attr_t *if_true, const tern_attr_t *if_false) {
  if (!tern_type_is_ranked(type) || !tern_type_has_static_shape(type)) return NULL;
  const tern_attr_t *all[] = {condition, if_true, if_false};
  for (size_t i = 0; i < 3; i++)
    if (!all[i] || all[i]->kind != TERN_ATTR_DENSE_ELEMENTS) return NULL;
  const tern_type_t *element = tern_type_element(type);
  size_t count = (size_t)tern_type_element_count(type);
  tern_uint128_t bits;
  if (count == 0 || !tern_attr_element_bits(if_true, 0, &bits) || !tern_attr_element_bits(if_false, 0, &bits))
    return NULL;
  size_t size = tern_dense_element_size(element);
  uint8_t *data = tern_realloc_array(NULL, count, size);
  for (size_t i = 0; i < count; i++) {
    tern_attr_element_bits(condition, i, &bits);
    const tern_attr_t *chosen = bits ? if_true : if_false;
    const uint8_t *source = tern_dense_elements_attr_data(chosen);
    memcpy(data + i * size, source + (tern_dense_elements_attr_is_splat(chosen) ? 0 : i * size), size);
  }
  const tern_attr_t *attr = tern_dense_elements_attr_get(type, data, false);
  free(data);
  return attr;
}

// `a == b ? a : b` is b, `a != b ? a : b` is a, in either order.
static tern_value_t *choose_by_equality(tern_value_t *condition, tern_value_t *if_true, tern_value_t *if_false) {
  tern_op_t *compare = tern_value_defined_by(condition, TERN_ARITH(CMPI));
  if (!compare) return NULL;
  tern_cmpi_predicate_t predicate = predicate_of(compare);
  if (predicate != TERN_CMPI_EQ && predicate != TERN_CMPI_NE) return NULL;
  tern_value_t *lhs = tern_op_operand(compare, 0), *rhs = tern_op_operand(compare, 1);
  bool is_match = (lhs == if_true && rhs == if_false) || (rhs == if_true && lhs == if_false);
  return !is_match ? NULL : predicate == TERN_CMPI_NE ? if_true : if_false;
}

tern_fold_status_t tern_arith_fold_select(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out) {
  tern_value_t *condition = tern_op_operand(op, 0);
  tern_value_t *if_true = tern_op_operand(op, 1), *if_false = tern_op_operand(op, 2);
  if (if_true == if_false) return tern_fold_to_value(out, if_true);
  if (tern_attr_is_int_value(operands[0], 1)) return tern_fold_to_value(out, if_true);
  if (tern_attr_is_int_value(operands[0], 0)) return tern_fold_to_value(out, if_false);
  if (tern_attr_is_poison(operands[1])) return tern_fold_to_value(out, if_false);
  if (tern_attr_is_poison(operands[2])) return tern_fold_to_value(out, if_true);
  if (tern_type_is_i(op->results[0].type, 1) && tern_attr_is_int_value(operands[1], 1) &&
      tern_attr_is_int_value(operands[2], 0))
    return tern_fold_to_value(out, condition);
  tern_value_t *chosen = choose_by_equality(condition, if_true, if_false);
  if (chosen) return tern_fold_to_value(out, chosen);
  return tern_fold_to_attr(out, select_elements(op->results[0].type, operands[0], operands[1], operands[2]));
}
