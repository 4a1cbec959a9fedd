// Folds of tensor ops.

#include <stdlib.h>

#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"
#include "dialect/common/reassociation.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/tensor/hooks.h"
#include "dialect/tensor/tensor.h"

static tern_fold_status_t give_index(const tern_op_t *op, tern_fold_result_t *out_results, int64_t value) {
  out_results[0].attr = tern_integer_attr_get(tern_index_type_get(tern_op_context(op)), value);
  return TERN_FOLD_REPLACED;
}

// The splat constant with another static type of the same elements; NULL if it is none.
static const tern_attr_t *splat_of_type(const tern_attr_t *attr, const tern_type_t *type) {
  if (!tern_attr_is_splat(attr) || type->kind != TERN_TYPE_TENSOR || !tern_type_has_static_shape(type)) return NULL;
  return tern_dense_elements_attr_get(type, tern_dense_elements_attr_data(attr), true);
}

tern_fold_status_t tern_tensor_fold_same_type(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0);
  return source->type == op->results[0].type ? tern_fold_to_value(out_results, source) : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_tensor_fold_concat(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  return op->operand_count == 1 ? tern_tensor_fold_same_type(op, operands, out_results) : TERN_FOLD_FAILED;
}

// --- dim, rank ---

// The operand for the dynamic dimension `dim`.
static tern_value_t *dynamic_size(const tern_op_t *op, size_t dim) {
  const tern_type_t *type = op->results[0].type;
  size_t index = 0;
  for (size_t i = 0; i < dim; i++) index += tern_type_dim(type, i) == TERN_DYNAMIC;
  return index < op->operand_count ? tern_op_operand(op, index) : NULL;
}

tern_fold_status_t tern_tensor_fold_dim(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = source->type;
  if (type->kind != TERN_TYPE_TENSOR || !tern_attr_is_integer(operands[1])) return TERN_FOLD_FAILED;
  int64_t dim = tern_integer_attr_value(operands[1]);
  if (dim < 0 || dim >= (int64_t)tern_type_rank(type)) return TERN_FOLD_FAILED;
  if (tern_type_dim(type, (size_t)dim) != TERN_DYNAMIC)
    return give_index(op, out_results, tern_type_dim(type, (size_t)dim));
  tern_op_t *maker = tern_value_defining_op(source);
  if (!maker) return TERN_FOLD_FAILED;
  tern_value_t *size = NULL;
  if (tern_op_is(maker, TERN_TENSOR(GENERATE)) || tern_op_is(maker, TERN_TENSOR(EMPTY)))
    size = dynamic_size(maker, (size_t)dim);
  tern_slice_t slice;
  if (tern_op_is(maker, TERN_TENSOR(EXTRACT_SLICE)) && tern_slice_read(maker, &slice) &&
      slice.count == tern_type_rank(type))
    size = slice.sizes[dim].dynamic;
  // Ops of the host program carry the sizes of their tensors; a load from a dispatch's tensor is of its slice's size.
  if (!size) size = tern_flow_known_dim(source, (size_t)dim);
  if (!size && tern_op_is(maker, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_LOAD)) && tern_slice_read(maker, &slice) &&
      slice.count == tern_type_rank(type))
    size = slice.sizes[dim].dynamic;
  return size ? tern_fold_to_value(out_results, size) : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_tensor_fold_rank(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  (void)operands;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  return type->kind == TERN_TYPE_TENSOR ? give_index(op, out_results, (int64_t)tern_type_rank(type)) : TERN_FOLD_FAILED;
}

// --- elements ---

// Row-major position from constant indices; false if one is unknown or out of bounds.
static bool linear_index(const tern_type_t *type, const tern_attr_t *const *indices, size_t *out_index) {
  *out_index = 0;
  for (size_t i = 0; i < tern_type_rank(type); i++) {
    int64_t size = tern_type_dim(type, i);
    if (!tern_attr_is_integer(indices[i]) || size == TERN_DYNAMIC) return false;
    int64_t index = tern_integer_attr_value(indices[i]);
    if (index < 0 || index >= size) return false;
    *out_index = *out_index * (size_t)size + (size_t)index;
  }
  return true;
}

// The same index operands, from `a_first` and `b_first` on?
static bool have_same_indices(const tern_op_t *a, size_t a_first, const tern_op_t *b, size_t b_first) {
  if (a->operand_count - a_first != b->operand_count - b_first) return false;
  for (size_t i = 0; a_first + i < a->operand_count; i++)
    if (tern_op_operand(a, a_first + i) != tern_op_operand(b, b_first + i)) return false;
  return true;
}

tern_fold_status_t tern_tensor_fold_extract(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  tern_value_t *tensor = tern_op_operand(op, 0);
  tern_op_t *maker = tern_value_defining_op(tensor);
  size_t index;
  bool is_known = linear_index(tensor->type, &operands[1], &index);
  if (tern_attr_is_splat(operands[0])) {
    out_results[0].attr = tern_dense_elements_attr_at(operands[0], 0);
    return TERN_FOLD_REPLACED;
  }
  if (maker && tern_op_is(maker, TERN_TENSOR(SPLAT))) return tern_fold_to_value(out_results, tern_op_operand(maker, 0));
  if (maker && tern_op_is(maker, TERN_TENSOR(FROM_ELEMENTS)) && is_known && index < maker->operand_count)
    return tern_fold_to_value(out_results, tern_op_operand(maker, index));
  if (maker && tern_op_is(maker, TERN_TENSOR(INSERT)) && have_same_indices(op, 1, maker, 2))
    return tern_fold_to_value(out_results, tern_op_operand(maker, 0));
  if (!operands[0] || !is_known) return TERN_FOLD_FAILED;
  if (operands[0]->kind == TERN_ATTR_DENSE_ELEMENTS)
    out_results[0].attr = tern_dense_elements_attr_at(operands[0], index);
  else if (operands[0]->kind == TERN_ATTR_SPARSE_ELEMENTS)
    out_results[0].attr = tern_sparse_elements_attr_at(operands[0], index);
  return out_results[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_tensor_fold_insert(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  if (!tern_attr_is_splat(operands[1]) || !operands[0] || operands[0] != tern_dense_elements_attr_at(operands[1], 0))
    return TERN_FOLD_FAILED;
  return tern_fold_to_value(out_results, tern_op_operand(op, 1));
}

tern_fold_status_t tern_tensor_fold_splat(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results) {
  const tern_type_t *type = op->results[0].type;
  bool is_number = tern_attr_is_integer(operands[0]) || tern_attr_is_float(operands[0]);
  if (!is_number || !tern_type_has_static_shape(type)) return TERN_FOLD_FAILED;
  out_results[0].attr = tern_dense_elements_attr_get_splat(type, operands[0]);
  return out_results[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

// Writes a number, or the two of a complex constant, as dense elements have them.
static bool write_element(const tern_attr_t *attr, char *data, size_t size) {
  if (attr && attr->kind == TERN_ATTR_ARRAY && tern_array_attr_count(attr) == 2)
    return write_element(tern_array_attr_at(attr, 0), data, size / 2) &&
           write_element(tern_array_attr_at(attr, 1), data + size / 2, size / 2);
  tern_uint128_t bits;
  if (!tern_attr_is_integer(attr) && !tern_attr_is_float(attr)) return false;
  if (size > sizeof bits || !tern_attr_element_bits(attr, 0, &bits)) return false;
  memcpy(data, &bits, size);
  return true;
}

tern_fold_status_t tern_tensor_fold_from_elements(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results) {
  const tern_type_t *type = op->results[0].type, *element = tern_type_element(type);
  size_t size = tern_dense_element_size(element), count = op->operand_count;
  if (count == 0 || size == 0) return TERN_FOLD_FAILED;
  char *data = tern_realloc_array(NULL, count, size);
  bool is_constant = true;
  for (size_t i = 0; i < count && is_constant; i++) is_constant = write_element(operands[i], &data[i * size], size);
  if (is_constant) out_results[0].attr = tern_dense_elements_attr_get(type, data, false);
  free(data);
  return is_constant ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

// --- slices ---

static bool have_same_slices(const tern_op_t *a, const tern_op_t *b) {
  tern_slice_t x, y;
  if (!tern_slice_read(a, &x) || !tern_slice_read(b, &y) || x.count != y.count) return false;
  for (size_t i = 0; i < x.count; i++)
    if (!tern_mixed_equal(x.offsets[i], y.offsets[i]) || !tern_mixed_equal(x.sizes[i], y.sizes[i]) ||
        !tern_mixed_equal(x.strides[i], y.strides[i]))
      return false;
  return true;
}

static bool is_whole(const tern_op_t *op, const tern_type_t *type) {
  tern_slice_t slice;
  return tern_type_has_static_shape(type) && tern_slice_read(op, &slice) && tern_slice_is_whole(&slice, type);
}

tern_fold_status_t tern_tensor_fold_gather(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  out_results[0].attr = splat_of_type(operands[0], op->results[0].type);
  return out_results[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

enum { MAX_SLICED_CONSTANT = 256 };  // elements: larger slices stay slices

// A small static slice of a constant (upstream: ConstantOpExtractSliceFolder).
static const tern_attr_t *slice_constant(const tern_op_t *op, const tern_attr_t *constant, const tern_type_t *type) {
  tern_slice_t slice;
  const tern_type_t *source = tern_op_operand(op, 0)->type, *element = tern_type_element(type);
  if (!constant || constant->kind != TERN_ATTR_DENSE_ELEMENTS || tern_dense_elements_attr_is_splat(constant) ||
      !tern_slice_read(op, &slice) ||
      !(tern_type_is_integer(element) || tern_type_is_float(element) || tern_type_is_index(element))) {
    return NULL;
  }
  int64_t starts[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX], count = 1;
  tern_slice_statics(&slice, starts, sizes, strides);
  for (size_t d = 0; d < slice.count; ++d) {
    if (starts[d] == TERN_DYNAMIC || sizes[d] == TERN_DYNAMIC || strides[d] == TERN_DYNAMIC) return NULL;
    if (sizes[d] == 0 || (count *= sizes[d]) > MAX_SLICED_CONSTANT) return NULL;
  }
  size_t width = tern_dense_element_size(element);
  unsigned char data[MAX_SLICED_CONSTANT * 16];
  if (width > 16) return NULL;
  const unsigned char *from = tern_dense_elements_attr_data(constant);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, position = 0, scale = 1;
    for (size_t d = slice.count; d-- > 0;) {
      position += (starts[d] + rest % sizes[d] * strides[d]) * scale;
      rest /= sizes[d];
      scale *= tern_type_dims(source)[d];
    }
    memcpy(data + (size_t)i * width, from + (size_t)position * width, width);
  }
  return tern_dense_elements_attr_get(type, data, false);
}

tern_fold_status_t tern_tensor_fold_extract_slice(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *splat = splat_of_type(operands[0], type);
  if (splat) {
    out_results[0].attr = splat;
    return TERN_FOLD_REPLACED;
  }
  if (source->type == type && is_whole(op, type)) return tern_fold_to_value(out_results, source);
  const tern_attr_t *part = slice_constant(op, operands[0], type);
  if (part) {
    out_results[0].attr = part;
    return TERN_FOLD_REPLACED;
  }
  // What was just inserted there.
  tern_op_t *insert = tern_value_defined_by(source, TERN_TENSOR(INSERT_SLICE));
  if (insert && tern_op_operand(insert, 0)->type == type && have_same_slices(insert, op))
    return tern_fold_to_value(out_results, tern_op_operand(insert, 0));
  return TERN_FOLD_FAILED;
}

tern_fold_status_t tern_tensor_fold_insert_slice(tern_op_t *op, const tern_attr_t *const *operands,
                                                 tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0), *dest = tern_op_operand(op, 1);
  if (source->type == op->results[0].type && is_whole(op, source->type)) return tern_fold_to_value(out_results, source);
  for (size_t i = 0; i < tern_type_rank(source->type); i++)
    if (tern_type_dim(source->type, i) == 0) return tern_fold_to_value(out_results, dest);
  // What was taken from there goes back.
  tern_op_t *extract = tern_value_defined_by(source, TERN_TENSOR(EXTRACT_SLICE));
  if (extract && tern_op_operand(extract, 0) == dest && have_same_slices(extract, op))
    return tern_fold_to_value(out_results, dest);
  // An insertion that is overwritten at once is skipped.
  tern_op_t *previous = tern_value_defined_by(dest, TERN_TENSOR(INSERT_SLICE));
  if (previous && tern_op_operand(previous, 0)->type == source->type && have_same_slices(previous, op)) {
    tern_op_set_operand(op, 1, tern_op_operand(previous, 1));
    return TERN_FOLD_IN_PLACE;
  }
  return TERN_FOLD_FAILED;
}

tern_fold_status_t tern_tensor_fold_pad(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0);
  bool is_idle =
      source->type == op->results[0].type && tern_type_has_static_shape(source->type) && !tern_op_attr(op, "nofold");
  return is_idle ? tern_fold_to_value(out_results, source) : TERN_FOLD_FAILED;
}

// --- reshapes ---

// Is the shape made of the sizes of `source` itself?
static bool has_own_shape(const tern_op_t *reshape, const tern_value_t *source) {
  const tern_op_t *shape = tern_value_defined_by(tern_op_operand(reshape, 1), TERN_TENSOR(FROM_ELEMENTS));
  if (!shape || shape->operand_count != tern_type_rank(source->type)) return false;
  for (size_t i = 0; i < shape->operand_count; i++) {
    int64_t size, index;
    const tern_value_t *element = tern_op_operand(shape, i);
    const tern_op_t *dim = tern_value_defined_by(element, TERN_TENSOR(DIM));
    if (tern_value_constant_int(element, &size)) {
      if (size != tern_type_dim(source->type, i)) return false;
    } else if (!dim || tern_op_operand(dim, 0) != source || !tern_value_constant_int(tern_op_operand(dim, 1), &index) ||
               index != (int64_t)i) {
      return false;
    }
  }
  return true;
}

tern_fold_status_t tern_tensor_fold_reshape(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  bool is_dense = operands[0] && operands[0]->kind == TERN_ATTR_DENSE_ELEMENTS;
  if (is_dense && type->kind == TERN_TYPE_TENSOR && tern_type_has_static_shape(type)) {
    out_results[0].attr = tern_dense_elements_attr_reshape(operands[0], type);
    return TERN_FOLD_REPLACED;
  }
  tern_op_t *inner = tern_value_defined_by(source, TERN_TENSOR(RESHAPE));
  if (inner) {
    tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
    return TERN_FOLD_IN_PLACE;
  }
  bool is_idle = source->type == type && type->kind == TERN_TYPE_TENSOR &&
                 (tern_type_has_static_shape(type) || tern_type_rank(type) <= 1 || has_own_shape(op, source));
  return is_idle ? tern_fold_to_value(out_results, source) : TERN_FOLD_FAILED;
}

// expand_shape, collapse_shape: to the same type, of a constant, and back.
tern_fold_status_t tern_tensor_fold_reassociation(tern_op_t *op, const tern_attr_t *const *operands,
                                                  tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (source->type == type) return tern_fold_to_value(out_results, source);
  const tern_op_row_t *inverse =
      tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) ? TERN_TENSOR(EXPAND_SHAPE) : TERN_TENSOR(COLLAPSE_SHAPE);
  tern_op_t *inner = tern_value_defined_by(source, inverse);
  if (inner && tern_op_operand(inner, 0)->type == type && tern_reassociation_is_undone(op, inner))
    return tern_fold_to_value(out_results, tern_op_operand(inner, 0));
  bool is_dense = operands[0] && operands[0]->kind == TERN_ATTR_DENSE_ELEMENTS && tern_type_has_static_shape(type);
  if (!is_dense) return TERN_FOLD_FAILED;
  out_results[0].attr = tern_dense_elements_attr_reshape(operands[0], type);
  return TERN_FOLD_REPLACED;
}
