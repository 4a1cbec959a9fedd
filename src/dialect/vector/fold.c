// vector: folds. What upstream folds with the same result; constants stay splats where they are.

#include <inttypes.h>

#include "base/vec.h"
#include "dialect/common/fold_elements.h"
#include "dialect/vector/vector_hooks.h"

const tern_attr_t *tern_vector_resplat(const tern_attr_t *attr, const tern_type_t *type) {
  const tern_attr_t *element = tern_dense_elements_attr_at(attr, 0);
  return type->kind == TERN_TYPE_VECTOR ? tern_dense_elements_attr_get_splat(type, element) : element;
}

static bool is_number(const tern_attr_t *attr) {
  return attr && (attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_FLOAT);
}

// --- casts ---

tern_fold_status_t tern_vector_fold_broadcast(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (source->type == type) return tern_fold_to_value(out_results, source);
  if (tern_attr_is_poison(operands[0])) return tern_fold_to_attr(out_results, operands[0]);
  // A constant may be of another type than its op's result: llvm.mlir.constant(0 : index) : i64.
  if (operands[0] && tern_attr_type(operands[0]) != source->type) return TERN_FOLD_FAILED;
  if (is_number(operands[0]))
    return tern_fold_to_attr(out_results, tern_dense_elements_attr_get_splat(type, operands[0]));
  if (tern_attr_is_splat(operands[0])) return tern_fold_to_attr(out_results, tern_vector_resplat(operands[0], type));
  return TERN_FOLD_FAILED;
}

tern_fold_status_t tern_vector_fold_bitcast(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  if (source->type == op->results[0].type) return tern_fold_to_value(out_results, source);
  const tern_op_t *before = tern_value_defined_by(source, TERN_VECTOR(BITCAST));
  if (before) {
    if (tern_op_operand(before, 0)->type == op->results[0].type)
      return tern_fold_to_value(out_results, tern_op_operand(before, 0));
    tern_op_set_operand(op, 0, tern_op_operand(before, 0));
    return TERN_FOLD_IN_PLACE;
  }
  if (tern_attr_is_poison(operands[0])) return tern_fold_to_attr(out_results, operands[0]);
  return TERN_FOLD_FAILED;
}

// Does a transpose move nothing but fixed dimensions of one element?
static bool keeps_order(const tern_op_t *transpose) {
  const tern_type_t *type = tern_op_operand(transpose, 0)->type;
  const tern_attr_t *permutation = tern_op_attr(transpose, "permutation");
  int64_t last = 0;
  for (size_t i = 0; i < tern_dense_array_attr_count(permutation); i++) {
    int64_t from = tern_dense_array_attr_int(permutation, i);
    bool is_unit = tern_type_dim(type, (size_t)from) == 1 && !(tern_vector_type_scalable_mask(type) >> from & 1);
    if (is_unit) continue;
    if (from < last) return false;
    last = from;
  }
  return true;
}

tern_fold_status_t tern_vector_fold_shape_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                               tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (source->type == type) return tern_fold_to_value(out_results, source);
  const tern_op_t *before = tern_value_defined_by(source, TERN_VECTOR(SHAPE_CAST));
  if (before) {
    tern_op_set_operand(op, 0, tern_op_operand(before, 0));
    return TERN_FOLD_IN_PLACE;
  }
  const tern_op_t *transpose = tern_value_defined_by(source, TERN_VECTOR(TRANSPOSE));
  if (transpose) {
    if (!keeps_order(transpose)) return TERN_FOLD_FAILED;
    tern_op_set_operand(op, 0, tern_op_operand(transpose, 0));
    return TERN_FOLD_IN_PLACE;
  }
  const tern_op_t *broadcast = tern_value_defined_by(source, TERN_VECTOR(BROADCAST));
  if (broadcast && tern_op_operand(broadcast, 0)->type == type) {
    return tern_fold_to_value(out_results, tern_op_operand(broadcast, 0));
  }
  if (tern_attr_is_poison(operands[0])) return tern_fold_to_attr(out_results, operands[0]);
  if (operands[0] && operands[0]->kind == TERN_ATTR_DENSE_ELEMENTS)
    return tern_fold_to_attr(out_results, tern_dense_elements_attr_reshape(operands[0], type));
  return TERN_FOLD_FAILED;
}

tern_fold_status_t tern_vector_fold_transpose(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out_results) {
  const tern_attr_t *permutation = tern_op_attr(op, "permutation");
  const tern_type_t *type = op->results[0].type;
  if (tern_attr_is_poison(operands[0])) return tern_fold_to_attr(out_results, operands[0]);
  if (tern_attr_is_splat(operands[0])) return tern_fold_to_attr(out_results, tern_vector_resplat(operands[0], type));
  if (tern_op_operand(op, 0)->type != type) return TERN_FOLD_FAILED;
  // The identity, unit dimensions aside.
  for (size_t i = 0, last = 0; i < tern_dense_array_attr_count(permutation); i++) {
    size_t from = (size_t)tern_dense_array_attr_int(permutation, i);
    bool is_unit = tern_type_dim(type, i) == 1 && !(tern_vector_type_scalable_mask(type) >> i & 1);
    if (is_unit) continue;
    if (from < last) return TERN_FOLD_FAILED;
    last = from;
  }
  return tern_fold_to_value(out_results, tern_op_operand(op, 0));
}

// --- slices ---

tern_fold_status_t tern_vector_fold_extract_slice(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  if (source->type == op->results[0].type) return tern_fold_to_value(out_results, source);
  if (tern_attr_is_splat(operands[0]))
    return tern_fold_to_attr(out_results, tern_vector_resplat(operands[0], op->results[0].type));
  return TERN_FOLD_FAILED;
}

tern_fold_status_t tern_vector_fold_insert_slice(tern_op_t *op, const tern_attr_t *const *operands,
                                                 tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *value = tern_op_operand(op, 0);
  if (value->type == op->results[0].type) return tern_fold_to_value(out_results, value);
  return TERN_FOLD_FAILED;
}

// --- shuffle ---

tern_fold_status_t tern_vector_fold_shuffle(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  const tern_type_t *v1 = tern_op_operand(op, 0)->type, *v2 = tern_op_operand(op, 1)->type;
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  size_t count = tern_dense_array_attr_count(mask);
  if (tern_type_rank(v1) == 0) return TERN_FOLD_FAILED;
  int64_t first_size = tern_type_dim(v1, 0);
  // All of one operand, in order.
  for (size_t which = 0; which < 2; which++) {
    const tern_type_t *type = which == 0 ? v1 : v2;
    bool is_whole = (int64_t)count == tern_type_dim(type, 0);
    for (size_t i = 0; is_whole && i < count; i++)
      is_whole = tern_dense_array_attr_int(mask, i) == (int64_t)i + (which == 0 ? 0 : first_size);
    if (is_whole) return tern_fold_to_value(out_results, tern_op_operand(op, which));
  }
  // Constants of rank 1.
  const tern_attr_t *a = operands[0], *b = operands[1];
  if (tern_type_rank(v1) != 1 || !a || !b || a->kind != TERN_ATTR_DENSE_ELEMENTS || b->kind != TERN_ATTR_DENSE_ELEMENTS)
    return TERN_FOLD_FAILED;
  size_t size = tern_dense_element_size(tern_type_element(v1));
  tern_string_builder_t bytes = {0};
  for (size_t i = 0; i < count; i++) {
    int64_t index = tern_dense_array_attr_int(mask, i);
    const tern_attr_t *source = index < first_size ? a : b;
    size_t at = index < 0 ? 0 : (size_t)(index < first_size ? index : index - first_size);
    if (tern_dense_elements_attr_is_splat(source)) at = 0;
    const char *data = tern_dense_elements_attr_data(source);
    tern_string_builder_append(&bytes, tern_str_make(data + at * size, size));
  }
  const tern_attr_t *result = tern_dense_elements_attr_get(op->results[0].type, bytes.data, false);
  tern_string_builder_deinitialize(&bytes);
  return tern_fold_to_attr(out_results, result);
}

// --- elements ---

// All elements of one vector, in order.
tern_fold_status_t tern_vector_fold_from_elements(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results) {
  (void)operands;
  const tern_op_t *to =
      op->operand_count > 0 ? tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(TO_ELEMENTS)) : NULL;
  if (to && tern_op_operand(to, 0)->type == op->results[0].type) {
    bool is_whole = to->result_count == op->operand_count;
    for (size_t i = 0; is_whole && i < op->operand_count; i++) is_whole = tern_op_operand(op, i) == &to->results[i];
    if (is_whole) return tern_fold_to_value(out_results, tern_op_operand(to, 0));
  }
  // Constants make a constant.
  const tern_type_t *type = op->results[0].type;
  if (op->operand_count == 0) return TERN_FOLD_FAILED;
  for (size_t i = 0; i < op->operand_count; i++)
    if (!is_number(operands[i])) return TERN_FOLD_FAILED;
  size_t size = tern_dense_element_size(tern_type_element(type));
  tern_string_builder_t bytes = {0};
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *one = tern_vector_type_get(tern_type_element(type), (int64_t[]){1}, 1, 0);
    const tern_attr_t *element = tern_dense_elements_attr_get_splat(one, operands[i]);
    tern_string_builder_append(&bytes, tern_str_make(tern_dense_elements_attr_data(element), size));
  }
  const tern_attr_t *result = tern_dense_elements_attr_get(type, bytes.data, false);
  tern_string_builder_deinitialize(&bytes);
  return tern_fold_to_attr(out_results, result);
}

tern_fold_status_t tern_vector_fold_to_elements(tern_op_t *op, const tern_attr_t *const *operands,
                                                tern_fold_result_t *out_results) {
  const tern_op_t *from = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(FROM_ELEMENTS));
  if (from) {
    for (size_t i = 0; i < op->result_count; i++)
      out_results[i] = (tern_fold_result_t){.value = tern_op_operand(from, i)};
    return TERN_FOLD_REPLACED;
  }
  const tern_op_t *broadcast = tern_value_defined_by(tern_op_operand(op, 0), TERN_VECTOR(BROADCAST));
  if (broadcast && tern_op_operand(broadcast, 0)->type->kind != TERN_TYPE_VECTOR) {
    for (size_t i = 0; i < op->result_count; i++)
      out_results[i] = (tern_fold_result_t){.value = tern_op_operand(broadcast, 0)};
    return TERN_FOLD_REPLACED;
  }
  if (!operands[0] || operands[0]->kind != TERN_ATTR_DENSE_ELEMENTS) return TERN_FOLD_FAILED;
  for (size_t i = 0; i < op->result_count; i++) {
    const tern_attr_t *element = tern_dense_elements_attr_at(operands[0], i);
    if (!is_number(element)) return TERN_FOLD_FAILED;
    out_results[i] = (tern_fold_result_t){.attr = element};
  }
  return TERN_FOLD_REPLACED;
}

// --- masks ---

// All lanes set, or none: a splat.
tern_fold_status_t tern_vector_fold_constant_mask(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results) {
  (void)operands;
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *sizes = tern_op_attr(op, "mask_dim_sizes");
  bool is_all = true, is_none = false;
  for (size_t i = 0; i < tern_dense_array_attr_count(sizes); i++) {
    int64_t size = tern_dense_array_attr_int(sizes, i);
    is_all &= size == (tern_type_rank(type) == 0 ? 1 : tern_type_dim(type, i));
    is_none |= size == 0;
  }
  if (!is_all && !is_none) return TERN_FOLD_FAILED;
  return tern_fold_to_attr(out_results, tern_dense_elements_attr_get_splat(
                                            type, tern_bool_attr_get(tern_op_context(op), is_all && !is_none)));
}

// An empty masked region that yields one value: the value, if nothing selects between it and another.
tern_fold_status_t tern_vector_fold_mask(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  (void)operands;
  const tern_block_t *body = tern_op_body(op, 0);
  if (!body || body->first_op != body->last_op || !body->last_op || op->operand_count > 1 || op->result_count == 0)
    return TERN_FOLD_FAILED;
  const tern_op_t *yield = body->last_op;
  if (!tern_op_is(yield, TERN_VECTOR(YIELD)) || yield->operand_count != op->result_count) return TERN_FOLD_FAILED;
  for (size_t i = 0; i < op->result_count; i++)
    out_results[i] = (tern_fold_result_t){.value = tern_op_operand(yield, i)};
  return TERN_FOLD_REPLACED;
}

// --- reductions ---

// No dimension to combine.
tern_fold_status_t tern_vector_fold_multi_reduction(tern_op_t *op, const tern_attr_t *const *operands,
                                                    tern_fold_result_t *out_results) {
  (void)operands;
  (void)out_results;
  const tern_attr_t *dims = tern_op_attr(op, "reduction_dims");
  // The accumulator would have to be combined: only a vector of rank 0 is the source itself upstream.
  if (tern_dense_array_attr_count(dims) != 0 || tern_type_rank(tern_op_operand(op, 0)->type) != 0)
    return TERN_FOLD_FAILED;
  return tern_fold_to_value(out_results, tern_op_operand(op, 0));
}

// --- transfers ---

// Dimensions that are seen to be in bounds are marked so: broadcasts, and constant indices into constant sizes.
tern_fold_status_t tern_vector_fold_transfer(tern_op_t *op, const tern_attr_t *const *operands,
                                             tern_fold_result_t *out_results) {
  (void)out_results;
  bool is_read = tern_op_is(op, TERN_VECTOR(TRANSFER_READ));
  const tern_type_t *source = tern_op_operand(op, is_read ? 0 : 1)->type;
  const tern_type_t *vector = is_read ? op->results[0].type : tern_op_operand(op, 0)->type;
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation_map"));
  const tern_attr_t *bounds = tern_op_attr(op, "in_bounds");
  if (map->result_count == 0 || tern_type_element(source)->kind == TERN_TYPE_VECTOR) return TERN_FOLD_FAILED;
  size_t start, count;
  tern_op_operands_named(op, "indices", &start, &count);
  TERN_VEC(const tern_attr_t *) flags = {0};
  bool is_changed = false;
  for (size_t i = 0; i < map->result_count; i++) {
    const tern_attr_t *flag = tern_array_attr_at(bounds, i);
    const tern_affine_expr_t *expr = map->results[i];
    bool is_inside = tern_affine_expr_is_constant(expr);
    if (expr->kind == TERN_AFFINE_DIM && !(tern_vector_type_scalable_mask(vector) >> i & 1)) {
      size_t dim = (size_t)expr->value;
      const tern_attr_t *index = operands[start + dim];
      int64_t size = tern_type_dim(source, dim);
      is_inside = size != TERN_DYNAMIC && tern_attr_is_integer(index) && tern_integer_attr_value(index) >= 0 &&
                  tern_integer_attr_value(index) <= size - tern_type_dim(vector, i);
    }
    bool was_inside = tern_integer_attr_value(flag) != 0;
    is_changed |= is_inside && !was_inside;
    tern_vec_push(&flags, is_inside ? tern_bool_attr_get(tern_op_context(op), true) : flag);
  }
  if (is_changed)
    tern_op_set_attr(op, "in_bounds", tern_array_attr_get(tern_op_context(op), flags.values, flags.count));
  tern_vec_deinitialize(&flags);
  return is_changed ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}
