// Folds of util ops.

#include "dialect/util/hooks.h"

#define FOLD(NAME)                                                                            \
  tern_fold_status_t tern_util_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                           tern_fold_result_t *out_results)

static tern_fold_status_t give_value(tern_value_t *value, tern_fold_result_t *out_results) {
  out_results[0].value = value;
  return TERN_FOLD_REPLACED;
}

static tern_fold_status_t give_int(const tern_op_t *op, int64_t value, tern_fold_result_t *out_results) {
  out_results[0].attr = tern_integer_attr_get(op->results[0].type, value);
  return TERN_FOLD_REPLACED;
}

// A cast to its own type, or back to the type of an inner cast's operand.
FOLD(cast) {
  (void)operands;
  tern_value_t *value = tern_op_operand(op, 0);
  if (value->type == op->results[0].type) return give_value(value, out_results);
  tern_op_t *inner = tern_value_defining_op(value);
  if (!inner || inner->def != op->def) return TERN_FOLD_FAILED;
  tern_value_t *source = tern_op_operand(inner, 0);
  return source->type == op->results[0].type ? give_value(source, out_results) : TERN_FOLD_FAILED;
}

FOLD(cmp_eq) {
  (void)operands;
  if (tern_op_operand(op, 0) != tern_op_operand(op, 1)) return TERN_FOLD_FAILED;
  return give_int(op, 1, out_results);
}

FOLD(cmp_ne) {
  (void)operands;
  if (tern_op_operand(op, 0) != tern_op_operand(op, 1)) return TERN_FOLD_FAILED;
  return give_int(op, 0, out_results);
}

FOLD(switch) {
  size_t count = op->operand_count - 2;
  bool is_same = true;
  for (size_t i = 0; i < count; ++i) is_same &= tern_op_operand(op, i + 2) == tern_op_operand(op, 1);
  if (is_same) return give_value(tern_op_operand(op, 1), out_results);
  if (!tern_attr_is_integer(operands[0])) return TERN_FOLD_FAILED;
  int64_t index = tern_integer_attr_value(operands[0]);
  bool is_inside = index >= 0 && (uint64_t)index < count;
  return give_value(tern_op_operand(op, is_inside ? (size_t)index + 2 : 1), out_results);
}

static tern_fold_status_t fold_range(tern_op_t *op, const tern_attr_t *const *operands, bool is_max,
                                     tern_fold_result_t *out_results) {
  if (op->operand_count == 1) return give_value(tern_op_operand(op, 0), out_results);
  int64_t best = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_attr_is_integer(operands[i])) return TERN_FOLD_FAILED;
    int64_t value = tern_integer_attr_value(operands[i]);
    if (i == 0 || (is_max ? value > best : value < best)) best = value;
  }
  return op->operand_count ? give_int(op, best, out_results) : TERN_FOLD_FAILED;
}

FOLD(range_min) { return fold_range(op, operands, false, out_results); }
FOLD(range_max) { return fold_range(op, operands, true, out_results); }

// Is `value` a multiple of `alignment` whatever it is? It is if it comes from an align by as much.
static bool is_aligned(const tern_value_t *value, int64_t alignment) {
  const tern_op_t *inner = tern_value_defining_op(value);
  if (!inner || !tern_op_is(inner, TERN_UTIL(ALIGN))) return false;
  const tern_attr_t *other = tern_value_constant(tern_op_operand(inner, 1));
  return tern_attr_is_integer(other) && alignment > 0 && tern_integer_attr_value(other) % alignment == 0;
}

FOLD(align) {
  if (!tern_attr_is_integer(operands[1])) {
    const tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
    bool is_again = inner && inner->def == op->def && tern_op_operand(inner, 1) == tern_op_operand(op, 1);
    return is_again ? give_value(tern_op_operand(op, 0), out_results) : TERN_FOLD_FAILED;
  }
  int64_t alignment = tern_integer_attr_value(operands[1]);
  if (alignment <= 0) return TERN_FOLD_FAILED;
  if (alignment == 1 || is_aligned(tern_op_operand(op, 0), alignment)) {
    return give_value(tern_op_operand(op, 0), out_results);
  }
  if (!tern_attr_is_integer(operands[0])) return TERN_FOLD_FAILED;
  uint64_t value = (uint64_t)tern_integer_attr_value(operands[0]), step = (uint64_t)alignment;
  return give_int(op, (int64_t)((value + step - 1) / step * step), out_results);
}

FOLD(sizeof) {
  (void)operands;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "sizedType"));
  if (!tern_type_is_integer(type) && !tern_type_is_float(type)) return TERN_FOLD_FAILED;
  return give_int(op, (tern_type_bit_width(type) + 7) / 8, out_results);
}

// Without a single bound there is nothing to say; a constant needs no bounds.
FOLD(assume_int) {
  const tern_attr_t *rows = tern_op_attr(op, "assumptions");
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (operands[i]) continue;
    const tern_attr_t *row = tern_array_attr_at(rows, i);
    for (size_t j = 0; j < tern_array_attr_count(row); ++j) {
      const tern_attr_t *one = tern_array_attr_at(row, j);
      bool is_point = (one->params[0] & 3) == 3 && one->params[1] == one->params[2];
      if (one->params[0] && !(is_point && tern_array_attr_count(row) == 1)) return TERN_FOLD_FAILED;
    }
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_attr_t *row = tern_array_attr_at(rows, i);
    const tern_attr_t *one = tern_array_attr_count(row) == 1 ? tern_array_attr_at(row, 0) : NULL;
    if (!operands[i] && one && one->params[0]) {
      out_results[i].attr = tern_integer_attr_get(op->results[i].type, (int64_t)one->params[1]);
    } else {
      out_results[i].value = tern_op_operand(op, i);
    }
  }
  return TERN_FOLD_REPLACED;
}

// The whole of a buffer is the buffer.
FOLD(buffer_subspan) {
  if (!tern_attr_is_integer(operands[2]) || tern_integer_attr_value(operands[2]) != 0) return TERN_FOLD_FAILED;
  bool is_whole = tern_op_operand(op, 1) == tern_op_operand(op, 3) || (operands[1] && operands[1] == operands[3]);
  return is_whole ? give_value(tern_op_operand(op, 0), out_results) : TERN_FOLD_FAILED;
}

FOLD(buffer_size) {
  (void)operands;
  const tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
  if (!source) return TERN_FOLD_FAILED;
  if (tern_op_is(source, TERN_UTIL(BUFFER_ALLOC))) return give_value(tern_op_operand(source, 0), out_results);
  if (tern_op_is(source, TERN_UTIL(BUFFER_SLICE)) || tern_op_is(source, TERN_UTIL(BUFFER_SUBSPAN))) {
    return give_value(tern_op_operand(source, 3), out_results);
  }
  return TERN_FOLD_FAILED;
}
