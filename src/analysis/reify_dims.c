// Sizes of the dimensions of tensors that ops compute, without the ops.

#include "analysis/reify_dims.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"

static tern_value_t *from_list(tern_builder_t *b, const tern_op_t *op, const char *name, const char *static_name,
                               size_t entry) {
  tern_mixed_index_t entries[TERN_INDEX_LIST_MAX];
  if (!tern_index_list_read(op, name, static_name, entries, TERN_INDEX_LIST_MAX)) return NULL;
  return tern_mixed_build(b, entries[entry]);
}

// The operand of an op with one for each dynamic dimension of its result.
static tern_value_t *from_dynamic_operands(const tern_op_t *op, size_t first, size_t dim) {
  for (size_t i = 0; i < dim; ++i) first += tern_type_dims(op->results[0].type)[i] == TERN_DYNAMIC;
  return tern_op_operand(op, first);
}

static tern_value_t *of_pad(tern_builder_t *b, const tern_op_t *op, size_t dim) {
  tern_value_t *low = from_list(b, op, "low", "static_low", dim), *high = from_list(b, op, "high", "static_high", dim);
  tern_value_t *inner = tern_reify_dim(b, tern_op_operand(op, 0), dim);
  return low && high ? tern_build_index_add(b, tern_build_index_add(b, inner, low), high) : NULL;
}

static tern_value_t *of_concat(tern_builder_t *b, const tern_op_t *op, size_t dim) {
  if (tern_integer_attr_value(tern_op_attr(op, "dim")) != (int64_t)dim) {
    return tern_reify_dim(b, tern_op_operand(op, 0), dim);
  }
  tern_value_t *sum = NULL;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *size = tern_reify_dim(b, tern_op_operand(op, i), dim);
    sum = sum ? tern_build_index_add(b, sum, size) : size;
  }
  return sum;
}

// The dimension of the source that dimension `dim` of a rank-reducing slice is.
static tern_value_t *of_slice(tern_builder_t *b, const tern_op_t *op, size_t dim) {
  const tern_type_t *type = op->results[0].type;
  tern_slice_t slice;
  if (!tern_slice_read(op, &slice)) return NULL;
  size_t dropped = slice.count - tern_type_rank(type), place = 0;
  for (size_t i = 0; i < slice.count; ++i) {
    int64_t size;
    bool is_one = tern_mixed_constant(slice.sizes[i], &size) && size == 1;
    if (dropped > 0 && is_one && (place >= tern_type_rank(type) || tern_type_dims(type)[place] != 1)) {
      --dropped;
      continue;
    }
    if (place++ == dim) return tern_mixed_build(b, slice.sizes[i]);
  }
  return NULL;
}

// The product of the sizes that are collapsed into one.
static tern_value_t *of_collapse(tern_builder_t *b, const tern_op_t *op, size_t dim) {
  const tern_attr_t *group = tern_array_attr_at(tern_op_attr(op, "reassociation"), dim);
  tern_value_t *product = tern_build_index(b, 1);
  for (size_t i = 0; i < tern_array_attr_count(group); ++i) {
    size_t source_dim = (size_t)tern_integer_attr_value(tern_array_attr_at(group, i));
    product = tern_build_index_mul(b, product, tern_reify_dim(b, tern_op_operand(op, 0), source_dim));
  }
  return product;
}

// An element of the tensor that says what the shape is.
static tern_value_t *of_reshape(tern_builder_t *b, const tern_op_t *op, size_t dim) {
  tern_value_t *shape = tern_op_operand(op, 1), *index = tern_build_index(b, (int64_t)dim);
  const tern_type_t *type = tern_type_element(shape->type), *index_type = tern_index_type_get(b->context);
  tern_value_t *size =
      tern_build_value(b, TERN_TENSOR(EXTRACT), .operands = TERN_VALUES(shape, index), .types = TERN_TYPES(type));
  if (type == index_type) return size;
  return tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(size), .types = TERN_TYPES(index_type));
}

static tern_value_t *of_op(tern_builder_t *b, tern_value_t *value, size_t dim) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return NULL;
  if (tern_is_linalg(op)) return tern_reify_dim(b, tern_linalg_output(op, value->index), dim);
  if (tern_op_is(op, TERN_TENSOR(EMPTY)) || tern_op_is(op, TERN_TENSOR(GENERATE))) {
    return from_dynamic_operands(op, 0, dim);
  }
  if (tern_op_is(op, TERN_TENSOR(SPLAT))) return from_dynamic_operands(op, 1, dim);
  if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE))) return tern_reify_dim(b, tern_op_operand(op, 1), dim);
  if (tern_op_is(op, TERN_TENSOR(CAST))) return tern_reify_dim(b, tern_op_operand(op, 0), dim);
  if (tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE))) return of_collapse(b, op, dim);
  if (tern_op_is(op, TERN_TENSOR(RESHAPE))) return of_reshape(b, op, dim);
  if (tern_op_is(op, TERN_TENSOR(INSERT))) return tern_reify_dim(b, tern_op_operand(op, 1), dim);
  if (tern_op_is(op, TERN_TENSOR(PAD))) return of_pad(b, op, dim);
  if (tern_op_is(op, TERN_TENSOR(CONCAT))) return of_concat(b, op, dim);
  if (tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) return of_slice(b, op, dim);
  if (tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE))) return from_list(b, op, "output_shape", "static_output_shape", dim);
  if (tern_op_is(op, TERN_SCF(FORALL))) {
    size_t start, count;
    tern_op_operands_named(op, "outputs", &start, &count);
    return tern_reify_dim(b, tern_op_operand(op, start + value->index), dim);
  }
  // What may not be known of a value are its elements.
  if (tern_str_equal(tern_op_name(op), TERN_STR("util.optimization_barrier"))) {
    return tern_reify_dim(b, tern_op_operand(op, value->index), dim);
  }
  // Destination passing: a result has the shape of its output.
  if (tern_str_starts_with(tern_op_name(op), TERN_STR("iree_linalg_ext."))) {
    size_t start, count;
    tern_op_operands_named(op, "outputs", &start, &count);
    if (value->index < count) return tern_reify_dim(b, tern_op_operand(op, start + value->index), dim);
  }
  return NULL;
}

tern_value_t *tern_reify_dim(tern_builder_t *b, tern_value_t *value, size_t dim) {
  int64_t size = tern_type_dims(value->type)[dim];
  if (size != TERN_DYNAMIC) return tern_build_index(b, size);
  tern_value_t *known = of_op(b, value, dim);
  return known ? known : tern_tensor_build_dim(b, value, dim);
}
