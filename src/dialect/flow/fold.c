// Folds of flow ops.

#include "dialect/flow/hooks.h"

#define FOLD(NAME)                                                                            \
  tern_fold_status_t tern_flow_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, \
                                           tern_fold_result_t *out_results)

// Constants of more elements than this are not computed again by the compiler.
#define MAX_FOLDED_ELEMENTS 1024

static tern_fold_status_t give_value(tern_value_t *value, tern_fold_result_t *out_results) {
  out_results[0].value = value;
  return TERN_FOLD_REPLACED;
}

static tern_fold_status_t give_attr(const tern_attr_t *attr, tern_fold_result_t *out_results) {
  if (!attr) return TERN_FOLD_FAILED;
  out_results[0].attr = attr;
  return TERN_FOLD_REPLACED;
}

// Are two groups the same values?
static bool is_same_group(const tern_op_t *op, const char *a_name, const char *b_name) {
  size_t a, a_count, b, b_count;
  tern_op_operands_named(op, a_name, &a, &a_count);
  tern_op_operands_named(op, b_name, &b, &b_count);
  if (a_count != b_count) return false;
  for (size_t i = 0; i < a_count; ++i) {
    tern_value_t *x = tern_op_operand(op, a + i), *y = tern_op_operand(op, b + i);
    const tern_attr_t *constant = tern_value_constant(x);
    if (x != y && (!constant || constant != tern_value_constant(y))) return false;
  }
  return true;
}

FOLD(constant) {
  (void)operands;
  return give_attr(tern_op_attr(op, "value"), out_results);
}

FOLD(tie_shape) {
  (void)operands;
  tern_value_t *operand = tern_op_operand(op, 0);
  return tern_type_has_static_shape(operand->type) ? give_value(operand, out_results) : TERN_FOLD_FAILED;
}

FOLD(dispatch_tie_shape) {
  (void)operands;
  return op->operand_count == 1 ? give_value(tern_op_operand(op, 0), out_results) : TERN_FOLD_FAILED;
}

// The same shape again; the shape of a constant.
FOLD(reshape) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  const char *source_dims = op->def->operands[1].name->data;
  if (source->type == type && is_same_group(op, source_dims, "result_dims")) return give_value(source, out_results);
  if (!operands[0] || operands[0]->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_type_has_static_shape(type) ||
      tern_type_element(type) != tern_type_element(source->type) || tern_tensor_type_encoding(type)) {
    return TERN_FOLD_FAILED;
  }
  return give_attr(tern_dense_elements_attr_reshape(operands[0], type), out_results);
}

// The row-major position of constant indices; false if one is not known or out of bounds.
static bool find_position(const tern_op_t *op, const tern_attr_t *const *operands, const char *group,
                          const tern_type_t *type, size_t *out_position) {
  size_t start, count, position = 0;
  tern_op_operands_named(op, group, &start, &count);
  if (count != tern_type_rank(type)) return false;
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *index = operands[start + i];
    if (!tern_attr_is_integer(index)) return false;
    int64_t value = tern_integer_attr_value(index), dim = tern_type_dim(type, i);
    if (dim == TERN_DYNAMIC || value < 0 || value >= dim) return false;
    position = position * (size_t)dim + (size_t)value;
  }
  *out_position = position;
  return true;
}

FOLD(load) {
  const tern_attr_t *source = operands[0];
  size_t position;
  if (!source || source->kind != TERN_ATTR_DENSE_ELEMENTS) return TERN_FOLD_FAILED;
  if (tern_dense_elements_attr_is_splat(source)) return give_attr(tern_dense_elements_attr_at(source, 0), out_results);
  if (!find_position(op, operands, "indices", tern_attr_type(source), &position)) return TERN_FOLD_FAILED;
  return give_attr(tern_dense_elements_attr_at(source, position), out_results);
}

FOLD(store) {
  const tern_type_t *type = op->results[0].type;
  size_t position;
  if (!operands[0] || !operands[1] || operands[1]->kind != TERN_ATTR_DENSE_ELEMENTS) return TERN_FOLD_FAILED;
  if (!tern_attr_is_integer(operands[0]) && !tern_attr_is_float(operands[0])) return TERN_FOLD_FAILED;
  size_t count = tern_dense_elements_attr_count(operands[1]), size = tern_dense_element_size(tern_type_element(type));
  if (count > MAX_FOLDED_ELEMENTS || size > 16) return TERN_FOLD_FAILED;
  if (!find_position(op, operands, "indices", type, &position)) return TERN_FOLD_FAILED;
  unsigned char bytes[MAX_FOLDED_ELEMENTS * 16];
  const unsigned char *old = tern_dense_elements_attr_data(operands[1]);
  bool is_splat = tern_dense_elements_attr_is_splat(operands[1]);
  for (size_t i = 0; i < count; ++i) memcpy(bytes + i * size, old + (is_splat ? 0 : i * size), size);
  const tern_type_t *one = tern_tensor_type_get(tern_type_element(type), (const int64_t[]){1}, 1, NULL);
  const tern_attr_t *splat = tern_dense_elements_attr_get_splat(one, operands[0]);
  if (!splat) return TERN_FOLD_FAILED;
  memcpy(bytes + position * size, tern_dense_elements_attr_data(splat), size);
  return give_attr(tern_dense_elements_attr_get(type, bytes, false), out_results);
}

FOLD(clone) { return give_attr(operands[0] && op->operand_count == 1 ? operands[0] : NULL, out_results); }

// A transfer to where the tensor was transferred just before.
FOLD(transfer) {
  (void)operands;
  const tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  bool is_again = inner && inner->def == op->def && tern_op_attr(inner, "target") == tern_op_attr(op, "target");
  return is_again ? give_value(tern_op_operand(op, 0), out_results) : TERN_FOLD_FAILED;
}

static bool are_zero(const tern_op_t *op, const tern_attr_t *const *operands, const char *group) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *value = operands[start + i];
    if (!tern_attr_is_integer(value) || tern_integer_attr_value(value) != 0) return false;
  }
  return true;
}

// The whole; a part of a splat.
FOLD(slice) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (source->type == type && is_same_group(op, "source_dims", "result_dims") &&
      are_zero(op, operands, "start_indices")) {
    return give_value(source, out_results);
  }
  bool is_splat = operands[0] && operands[0]->kind == TERN_ATTR_DENSE_ELEMENTS &&
                  tern_dense_elements_attr_is_splat(operands[0]) && tern_type_has_static_shape(type);
  if (!is_splat) return TERN_FOLD_FAILED;
  return give_attr(tern_dense_elements_attr_get(type, tern_dense_elements_attr_data(operands[0]), true), out_results);
}

// An update of everything is the update.
FOLD(update) {
  tern_value_t *update = tern_op_operand_named(op, "update");
  bool is_whole = update->type == op->results[0].type && are_zero(op, operands, "start_indices") &&
                  is_same_group(op, "target_dims", "update_dims");
  return is_whole ? give_value(update, out_results) : TERN_FOLD_FAILED;
}
