// Checking and composing reassociations (upstream: ReshapeOpsUtils.cpp).

#include "dialect/common/reassociation.h"

#include <inttypes.h>

#include "base/vec.h"
#include "ir/diagnostic.h"

// Tensors and buffers have words of their own for sizes that do not agree.
static bool refuse_size(const tern_op_t *op, size_t index, int64_t collapsed_size, int64_t product) {
  bool is_dynamic = product == TERN_DYNAMIC;
  if (tern_op_operand(op, 0)->type->kind != TERN_TYPE_TENSOR) {
    if (is_dynamic || collapsed_size == TERN_DYNAMIC)
      return tern_op_error(op, "collapsed dim (%zu) must be dynamic if and only if reassociation group is dynamic",
                           index);
    return tern_op_error(op, "collapsed dim size (%" PRId64 ") must equal reassociation group size (%" PRId64 ")",
                         collapsed_size, product);
  }
  if (is_dynamic)
    return tern_op_error(op,
                         "expected dimension %zu of collapsed type to be dynamic since one or more of the "
                         "corresponding dimensions in the expanded type is dynamic",
                         index);
  return tern_op_error(op, "expected dimension %zu of collapsed type to be static value of %" PRId64, index, product);
}

static bool verify_group(const tern_op_t *op, const tern_attr_t *group, size_t index, int64_t collapsed_size,
                         const tern_type_t *expanded) {
  int64_t product = 1;
  size_t dynamic_count = 0;
  for (size_t i = 0; i < tern_int_list_attr_count(group); i++) {
    int64_t size = tern_type_dim(expanded, (size_t)tern_int_list_attr_at(group, i));
    if (size == TERN_DYNAMIC)
      dynamic_count++;
    else if (__builtin_mul_overflow(product, size, &product))
      return tern_op_error(op, "reassociation group %zu is too large", index);
  }
  if (dynamic_count > 0) product = TERN_DYNAMIC;
  return collapsed_size == product || refuse_size(op, index, collapsed_size, product);
}

bool tern_reassociation_verify(const tern_op_t *op, const tern_type_t *collapsed, const tern_type_t *expanded) {
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  size_t count = tern_array_attr_count(groups), rank = tern_type_rank(collapsed), next = 0;
  if (rank == 0) {
    for (size_t i = 0; i < tern_type_rank(expanded); i++)
      if (tern_type_dim(expanded, i) != 1)
        return tern_op_error(op, expanded->kind == TERN_TYPE_TENSOR
                                     ? "invalid to reshape tensor/memref with non-unit extent dimensions to zero-rank "
                                       "tensor/memref"
                                     : "rank 0 memrefs can only be extended/collapsed with/from ones");
  }
  if (count != rank)
    return tern_op_error(op, "invalid number of reassociation groups: found %zu, expected %zu", count, rank);
  for (size_t i = 0; i < count; i++) {
    const tern_attr_t *group = tern_array_attr_at(groups, i);
    if (tern_int_list_attr_count(group) == 0) return tern_op_error(op, "reassociation indices must not be empty");
    for (size_t j = 0; j < tern_int_list_attr_count(group); j++) {
      int64_t position = tern_int_list_attr_at(group, j);
      if (position != (int64_t)next++) return tern_op_error(op, "reassociation indices must be contiguous");
      if (position >= (int64_t)tern_type_rank(expanded))
        return tern_op_error(op, "reassociation index %" PRId64 " is out of bounds", position);
    }
    if (!verify_group(op, group, i, tern_type_dim(collapsed, i), expanded)) return false;
  }
  return rank == 0 || next == tern_type_rank(expanded) ||
         tern_op_error(op, "expanded rank (%zu) inconsistent with number of reassociation indices (%zu)",
                       tern_type_rank(expanded), next);
}

bool tern_reassociation_verify_output_shape(const tern_op_t *op, size_t rank, const char *what) {
  const tern_attr_t *shape = tern_op_attr(op, "static_output_shape");
  size_t start, count, dynamic_count = 0;
  if (tern_int_list_attr_count(shape) != rank)
    return tern_op_error(op,
                         "expected number of static shape %s to be equal to the output rank (%zu) but found %zu "
                         "inputs instead",
                         what, rank, tern_int_list_attr_count(shape));
  tern_op_operands_named(op, "output_shape", &start, &count);
  for (size_t i = 0; i < rank; i++) dynamic_count += tern_int_list_attr_at(shape, i) == TERN_DYNAMIC;
  if (count != dynamic_count)
    return tern_op_error(op,
                         "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has "
                         "%zu dynamic dims while output_shape has %zu values",
                         dynamic_count, count);
  return true;
}

const tern_attr_t *tern_reassociation_compose(const tern_attr_t *inner, const tern_attr_t *outer) {
  tern_context_t *context = inner->context;
  size_t count = tern_array_attr_count(outer);
  // Collapsing to rank 0 swallows everything.
  if (count == 0) return outer;
  TERN_VEC(const tern_attr_t *) groups = {0};
  bool is_ok = true;
  for (size_t i = 0; i < count && is_ok; i++) {
    const tern_attr_t *group = tern_array_attr_at(outer, i);
    TERN_VEC(const tern_attr_t *) positions = {0};
    for (size_t j = 0; j < tern_int_list_attr_count(group) && is_ok; j++) {
      int64_t position = tern_int_list_attr_at(group, j);
      is_ok = position >= 0 && position < (int64_t)tern_array_attr_count(inner);
      if (!is_ok) break;
      const tern_attr_t *parts = tern_array_attr_at(inner, (size_t)position);
      for (size_t k = 0; k < tern_int_list_attr_count(parts); k++)
        tern_vec_push(&positions, tern_integer_attr_get(tern_i_type_get(context, 64), tern_int_list_attr_at(parts, k)));
    }
    tern_vec_push(&groups, tern_array_attr_get(context, positions.values, positions.count));
    tern_vec_deinitialize(&positions);
  }
  const tern_attr_t *composed = is_ok ? tern_array_attr_get(context, groups.values, groups.count) : NULL;
  tern_vec_deinitialize(&groups);
  return composed;
}

const tern_attr_t *tern_reassociation_get(tern_context_t *context, const size_t *group_ends, size_t count) {
  TERN_VEC(const tern_attr_t *) groups = {0};
  size_t next = 0;
  for (size_t i = 0; i < count; i++) {
    TERN_VEC(const tern_attr_t *) positions = {0};
    for (; next < group_ends[i]; next++)
      tern_vec_push(&positions, tern_integer_attr_get(tern_i_type_get(context, 64), (int64_t)next));
    tern_vec_push(&groups, tern_array_attr_get(context, positions.values, positions.count));
    tern_vec_deinitialize(&positions);
  }
  const tern_attr_t *attr = tern_array_attr_get(context, groups.values, groups.count);
  tern_vec_deinitialize(&groups);
  return attr;
}

static bool has_one_dynamic_dim(const tern_type_t *type, const tern_attr_t *reassociation) {
  for (size_t g = 0; g < tern_array_attr_count(reassociation); ++g) {
    const tern_attr_t *group = tern_array_attr_at(reassociation, g);
    size_t count = 0;
    for (size_t i = 0; i < tern_int_list_attr_count(group); ++i) {
      size_t dim = (size_t)tern_int_list_attr_at(group, i);
      count += dim < tern_type_rank(type) && tern_type_dim(type, dim) == TERN_DYNAMIC;
    }
    if (count > 1) return false;
  }
  return true;
}

bool tern_reassociation_is_undone(const tern_op_t *op, const tern_op_t *inner) {
  const tern_type_t *type = op->results[0].type;
  if (tern_type_dynamic_dim_count(type) < 2) return true;
  const tern_attr_t *groups = tern_op_attr(op, "reassociation");
  if (tern_op_attr(inner, "reassociation") != groups) return false;
  return tern_type_rank(type) < tern_type_rank(inner->results[0].type) || has_one_dynamic_dim(type, groups);
}
