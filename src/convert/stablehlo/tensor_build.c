// Builders of tensors for the lowerings of StableHLO.

#include "convert/stablehlo/tensor_build.h"

#include <stdlib.h>
#include <string.h>

#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// --- extents ---

tern_extent_t tern_extent_of_value(tern_value_t *index) {
  int64_t constant;
  return tern_index_constant(index, &constant) ? tern_extent_of(constant) : (tern_extent_t){0, index};
}

tern_value_t *tern_build_extent(tern_builder_t *b, tern_extent_t extent) {
  return extent.value ? extent.value : tern_build_index(b, extent.constant);
}

tern_extent_t tern_extent_add(tern_builder_t *b, tern_extent_t lhs, tern_extent_t rhs) {
  if (!lhs.value && !rhs.value) return tern_extent_of(lhs.constant + rhs.constant);
  return tern_extent_of_value(tern_build_index_add(b, tern_build_extent(b, lhs), tern_build_extent(b, rhs)));
}

tern_extent_t tern_extent_sub(tern_builder_t *b, tern_extent_t lhs, tern_extent_t rhs) {
  if (!lhs.value && !rhs.value) return tern_extent_of(lhs.constant - rhs.constant);
  return tern_extent_of_value(tern_build_index_sub(b, tern_build_extent(b, lhs), tern_build_extent(b, rhs)));
}

tern_extent_t tern_extent_mul(tern_builder_t *b, tern_extent_t lhs, tern_extent_t rhs) {
  if (!lhs.value && !rhs.value) return tern_extent_of(lhs.constant * rhs.constant);
  return tern_extent_of_value(tern_build_index_mul(b, tern_build_extent(b, lhs), tern_build_extent(b, rhs)));
}

// --- sizes ---

tern_extent_t tern_build_dim(tern_builder_t *b, tern_value_t *tensor, size_t dim) {
  int64_t size = tern_type_dim(tensor->type, dim);
  if (size != TERN_DYNAMIC) return tern_extent_of(size);
  tern_value_t *position = tern_build_index(b, (int64_t)dim);
  return (tern_extent_t){0, tern_build_value(b, TERN_TENSOR(DIM), .operands = TERN_VALUES(tensor, position))};
}

void tern_build_dims(tern_builder_t *b, tern_value_t *tensor, tern_extent_t *out_sizes) {
  for (size_t i = 0; i < tern_type_rank(tensor->type); ++i) out_sizes[i] = tern_build_dim(b, tensor, i);
}

// --- tensors ---

tern_value_t *tern_build_empty(tern_builder_t *b, const tern_type_t *type, const tern_extent_t *sizes) {
  tern_value_t *dynamic[MAX_RANK];
  size_t count = 0;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) == TERN_DYNAMIC) dynamic[count++] = tern_build_extent(b, sizes[i]);
  }
  return tern_build_value(b, TERN_TENSOR(EMPTY), .operands = {dynamic, count}, .types = TERN_TYPES(type));
}

tern_value_t *tern_build_fill(tern_builder_t *b, tern_value_t *scalar, tern_value_t *tensor) {
  tern_op_t *fill = tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(tensor->type), TERN_VALUES(scalar),
                                            TERN_VALUES(tensor), (tern_named_attrs_t){0});
  return tern_op_result(fill, 0);
}

tern_value_t *tern_build_filled(tern_builder_t *b, const tern_type_t *type, const tern_extent_t *sizes,
                                tern_value_t *scalar) {
  return tern_build_fill(b, scalar, tern_build_empty(b, type, sizes));
}

tern_value_t *tern_build_scalar_constant(tern_builder_t *b, const tern_type_t *element, const tern_attr_t *value) {
  const tern_type_t *type = tern_hlo_signless_element(element);
  if (element->kind == TERN_TYPE_COMPLEX) {
    return tern_build_value(b, TERN_COMPLEX(CONSTANT), .types = TERN_TYPES(type),
                            .attrs = TERN_ATTRS({"value", value}));
  }
  if (tern_attr_is_integer(value) && tern_attr_type(value) != type) {
    value = tern_integer_attr_get(type, tern_integer_attr_value(value));
  }
  return tern_build_constant(b, value);
}

tern_value_t *tern_build_scalar_number(tern_builder_t *b, const tern_type_t *element, double value) {
  if (element->kind != TERN_TYPE_COMPLEX) return tern_build_number(b, tern_hlo_signless_element(element), value);
  const tern_type_t *part = tern_type_element(element);
  const tern_attr_t *parts[] = {tern_float_attr_get(part, value), tern_float_attr_get(part, 0)};
  return tern_build_scalar_constant(b, element, tern_array_attr_get(b->context, parts, 2));
}

// --- elements ---

tern_value_t *tern_build_extract(tern_builder_t *b, tern_value_t *tensor, tern_values_t indices) {
  tern_value_t *operands[MAX_RANK + 1] = {tensor};
  if (indices.count) memcpy(operands + 1, indices.values, indices.count * sizeof(*operands));
  return tern_build_value(b, TERN_TENSOR(EXTRACT), .operands = {operands, indices.count + 1},
                          .types = TERN_TYPES(tern_type_element(tensor->type)));
}

tern_value_t *tern_build_only_element(tern_builder_t *b, tern_value_t *tensor) {
  tern_op_t *op = tern_value_defining_op(tensor);
  if (op && tern_op_is(op, TERN_TENSOR(FROM_ELEMENTS)) && op->operand_count == 1) return tern_op_operand(op, 0);
  const tern_attr_t *constant = tern_value_constant(tensor);
  if (constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS) {
    return tern_build_scalar_constant(b, tern_type_element(tensor->type), tern_dense_elements_attr_at(constant, 0));
  }
  tern_value_t *zeros[MAX_RANK];
  size_t rank = tern_type_rank(tensor->type);
  for (size_t i = 0; i < rank; ++i) zeros[i] = tern_build_index(b, 0);
  return tern_build_extract(b, tensor, (tern_values_t){zeros, rank});
}

tern_value_t *tern_build_element_at(tern_builder_t *b, tern_value_t *tensor, int64_t position) {
  const tern_attr_t *constant = tern_value_constant(tensor);
  if (constant && constant->kind == TERN_ATTR_DENSE_ELEMENTS) {
    const tern_attr_t *element = tern_dense_elements_attr_at(constant, (size_t)position);
    return tern_build_scalar_constant(b, tern_type_element(tensor->type), element);
  }
  return tern_build_extract(b, tensor, TERN_VALUES(tern_build_index(b, position)));
}

tern_value_t *tern_build_scalar_tensor(tern_builder_t *b, tern_value_t *scalar) {
  const tern_type_t *type = tern_tensor_type_get(scalar->type, NULL, 0, NULL);
  return tern_build_value(b, TERN_TENSOR(FROM_ELEMENTS), .operands = TERN_VALUES(scalar), .types = TERN_TYPES(type));
}

static bool has_no_sign(const tern_type_t *element) {
  return tern_type_is_integer(element) &&
         (tern_integer_type_signedness(element) == TERN_UNSIGNED || tern_integer_type_width(element) == 1);
}

tern_value_t *tern_build_index_from(tern_builder_t *b, tern_value_t *integer, const tern_type_t *element) {
  const tern_attr_t *constant = tern_value_constant(integer);
  if (tern_type_is_index(integer->type)) return integer;
  if (tern_attr_is_integer(constant)) {
    int64_t value = tern_integer_attr_value(constant);
    uint32_t width = tern_integer_type_width(integer->type);
    if (has_no_sign(element) && width < 64) value &= (INT64_C(1) << width) - 1;
    return tern_build_index(b, value);
  }
  return tern_build_value(b, has_no_sign(element) ? TERN_ARITH(INDEX_CASTUI) : TERN_ARITH(INDEX_CAST),
                          .operands = TERN_VALUES(integer), .types = TERN_TYPES(tern_index_type_get(b->context)));
}

tern_value_t *tern_build_number_from_index(tern_builder_t *b, tern_value_t *index, const tern_type_t *type) {
  if (tern_type_is_index(type)) return index;
  if (type->kind == TERN_TYPE_COMPLEX) {
    const tern_type_t *part = tern_type_element(type);
    tern_value_t *real = tern_build_number_from_index(b, index, part);
    return tern_build_value(b, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(real, tern_build_number(b, part, 0)),
                            .types = TERN_TYPES(type));
  }
  bool is_float = tern_type_is_float(type);
  const tern_type_t *integer = is_float ? tern_i_type_get(b->context, 64) : type;
  tern_value_t *value =
      tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(index), .types = TERN_TYPES(integer));
  if (!is_float) return value;
  return tern_build_value(b, TERN_ARITH(SITOFP), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static tern_value_t *build_bound(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

static tern_value_t *build_clamp(tern_builder_t *b, tern_value_t *value, tern_value_t *zero, tern_value_t *end,
                                 const tern_type_t *element) {
  if (has_no_sign(element)) return build_bound(b, TERN_ARITH(MINUI), value, end);
  return build_bound(b, TERN_ARITH(MINSI), build_bound(b, TERN_ARITH(MAXSI), value, zero), end);
}

// Kernels whose indices have 32 bits would cut an integer before it is clamped.
static bool may_be_cut(const tern_value_t *integer) {
  enum { INDEX_BITS_MIN = 32 };
  return !tern_type_is_index(integer->type) && !tern_value_constant(integer) &&
         tern_integer_type_width(integer->type) > INDEX_BITS_MIN;
}

static tern_value_t *build_clamped_integer(tern_builder_t *b, tern_value_t *integer, const tern_type_t *element,
                                           tern_extent_t limit) {
  const tern_type_t *type = integer->type;
  tern_value_t *zero = tern_build_constant(b, tern_integer_attr_get(type, 0));
  tern_value_t *end = limit.value ? tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(limit.value),
                                                     .types = TERN_TYPES(type))
                                  : tern_build_constant(b, tern_integer_attr_get(type, limit.constant));
  return tern_build_index_from(b, build_clamp(b, integer, zero, end, element), element);
}

tern_value_t *tern_build_clamped_index(tern_builder_t *b, tern_value_t *integer, const tern_type_t *element,
                                       tern_extent_t limit) {
  if (may_be_cut(integer) && (limit.value || limit.constant != 0)) {
    return build_clamped_integer(b, integer, element, limit);
  }
  tern_value_t *index = tern_build_index_from(b, integer, element), *end = tern_build_extent(b, limit);
  int64_t constant;
  if (!limit.value && limit.constant == 0) return end;
  if (!limit.value && tern_index_constant(index, &constant)) {
    bool is_huge = constant > limit.constant || (constant < 0 && has_no_sign(element));
    return is_huge ? end : constant < 0 ? tern_build_index(b, 0) : index;
  }
  return build_clamp(b, index, tern_build_index(b, 0), end, element);
}

// --- slices ---

const tern_attr_t *tern_extents_split(tern_builder_t *b, const tern_extent_t *extents, size_t count,
                                      tern_value_t **operands, size_t *inout_count, int32_t *out_segment) {
  int64_t constants[MAX_RANK];
  *out_segment = 0;
  for (size_t i = 0; i < count; ++i) {
    constants[i] = extents[i].value ? TERN_DYNAMIC : extents[i].constant;
    if (!extents[i].value) continue;
    operands[(*inout_count)++] = extents[i].value;
    ++*out_segment;
  }
  return tern_dense_i64_array_attr_get(b->context, constants, count);
}

// extract_slice (`target` NULL) or insert_slice.
static tern_value_t *build_slice_op(tern_builder_t *b, tern_value_t *source, tern_value_t *target,
                                    const tern_type_t *type, size_t rank, const tern_extent_t *const lists[3]) {
  tern_value_t *operands[3 * MAX_RANK + 2] = {source, target};
  size_t count = target ? 2 : 1, first = count;
  int32_t segments[5] = {1, 1};
  const char *const names[] = {"static_offsets", "static_sizes", "static_strides"};
  tern_named_attr_t attrs[3];
  for (size_t i = 0; i < 3; ++i) {
    attrs[i] =
        (tern_named_attr_t){names[i], tern_extents_split(b, lists[i], rank, operands, &count, &segments[first + i])};
  }
  return tern_build_value(b, target ? TERN_TENSOR(INSERT_SLICE) : TERN_TENSOR(EXTRACT_SLICE),
                          .operands = {operands, count}, .types = TERN_TYPES(type), .attrs = {attrs, 3},
                          .segments = segments);
}

static bool has_zero_size(const tern_extent_t *sizes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!sizes[i].value && sizes[i].constant == 0) return true;
  }
  return false;
}

tern_value_t *tern_build_extract_slice(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                       const tern_extent_t *offsets, const tern_extent_t *sizes,
                                       const tern_extent_t *strides) {
  size_t rank = tern_type_rank(source->type);
  bool is_whole = source->type == type && tern_type_has_static_shape(type);
  for (size_t i = 0; i < rank && is_whole; ++i) {
    is_whole = !offsets[i].value && offsets[i].constant == 0 && !strides[i].value && strides[i].constant == 1;
  }
  if (is_whole) return source;
  // An empty slice may start behind the end, which the verifier does not take.
  if (has_zero_size(sizes, rank)) return tern_build_empty(b, type, sizes);
  // The verifier wants the type to say exactly what the sizes say.
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  const tern_type_t *exact = tern_tensor_type_get(tern_type_element(source->type), dims, rank, NULL);
  tern_value_t *slice =
      build_slice_op(b, source, NULL, exact, rank, (const tern_extent_t *const[]){offsets, sizes, strides});
  return tern_build_tensor_cast(b, slice, type);
}

tern_value_t *tern_build_insert_slice(tern_builder_t *b, tern_value_t *source, tern_value_t *target,
                                      const tern_extent_t *offsets, const tern_extent_t *sizes,
                                      const tern_extent_t *strides) {
  size_t rank = tern_type_rank(target->type);
  int64_t dims[MAX_RANK];
  if (has_zero_size(sizes, rank)) return target;
  for (size_t i = 0; i < rank; ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  source = tern_build_tensor_cast(b, source, tern_type_with_shape(source->type, dims, rank));
  return build_slice_op(b, source, target, target->type, rank, (const tern_extent_t *const[]){offsets, sizes, strides});
}

tern_value_t *tern_build_tensor_cast(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type) {
  if (tensor->type == type) return tensor;
  return tern_build_value(b, TERN_TENSOR(CAST), .operands = TERN_VALUES(tensor), .types = TERN_TYPES(type));
}

// --- shapes ---

static const tern_attr_t *build_reassociation(tern_context_t *context, const size_t *ends, size_t count) {
  const tern_attr_t *groups[MAX_RANK], *members[MAX_RANK];
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  for (size_t g = 0, start = 0; g < count; start = ends[g++]) {
    for (size_t i = start; i < ends[g]; ++i) members[i - start] = tern_integer_attr_get(i64, (int64_t)i);
    groups[g] = tern_array_attr_get(context, members, ends[g] - start);
  }
  return tern_array_attr_get(context, groups, count);
}

tern_value_t *tern_build_collapse(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type,
                                  const size_t *ends) {
  const tern_attr_t *groups = build_reassociation(b->context, ends, tern_type_rank(type));
  return tern_build_value(b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(tensor), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", groups}));
}

tern_value_t *tern_build_expand(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type, const size_t *ends,
                                const tern_extent_t *sizes) {
  size_t rank = tern_type_rank(type), count = 1;
  tern_value_t *operands[MAX_RANK + 1] = {tensor};
  for (size_t i = 0; i < rank; ++i) {
    if (tern_type_dim(type, i) == TERN_DYNAMIC) operands[count++] = tern_build_extent(b, sizes[i]);
  }
  const tern_attr_t *groups = build_reassociation(b->context, ends, tern_type_rank(tensor->type));
  const tern_attr_t *shape = tern_dense_i64_array_attr_get(b->context, tern_type_dims(type), rank);
  return tern_build_value(b, TERN_TENSOR(EXPAND_SHAPE), .operands = {operands, count}, .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", shape}));
}

// Groups dimensions of `fine` so that their products are the dimensions of `coarse`. Dynamic dimensions are only matched
// one to one, with ones around them.
static bool find_groups(const tern_type_t *fine, const tern_type_t *coarse, size_t *out_ends) {
  size_t fine_rank = tern_type_rank(fine), coarse_rank = tern_type_rank(coarse), f = 0;
  for (size_t c = 0; c < coarse_rank; ++c) {
    int64_t product = 1, wanted = tern_type_dim(coarse, c);
    size_t start = f;
    while (f < fine_rank && (f == start || product != wanted)) {
      int64_t size = tern_type_dim(fine, f);
      if (size == TERN_DYNAMIC || wanted == TERN_DYNAMIC) {
        if (product != 1 || (size != 1 && size != wanted)) return false;
        product = size == TERN_DYNAMIC ? TERN_DYNAMIC : product;
      } else if (size != 0 && product > wanted / size) {
        return false;
      } else {
        product *= size;
      }
      ++f;
    }
    if (product != wanted || f == start) return false;
    // Ones go to the group before them, but the last groups need a dimension each.
    while (f < fine_rank && tern_type_dim(fine, f) == 1 && fine_rank - f > coarse_rank - c - 1) ++f;
    out_ends[c] = f;
  }
  return f == fine_rank;
}

static bool has_zero(const tern_type_t *type) {
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    if (tern_type_dim(type, i) == 0) return true;
  }
  return false;
}

tern_value_t *tern_build_reshape(tern_builder_t *b, tern_value_t *tensor, const tern_type_t *type,
                                 const tern_extent_t *sizes) {
  const tern_type_t *from = tensor->type;
  size_t ends[MAX_RANK], from_rank = tern_type_rank(from), rank = tern_type_rank(type);
  bool is_static = tern_type_has_static_shape(type);
  if (from == type && is_static) return tensor;
  // A shape with a 0 in it says nothing about groups.
  bool is_plain = !has_zero(from) && !has_zero(type);
  if (is_plain && rank < from_rank && find_groups(from, type, ends)) return tern_build_collapse(b, tensor, type, ends);
  if (is_plain && rank > from_rank && find_groups(type, from, ends)) {
    return tern_build_expand(b, tensor, type, ends, sizes);
  }
  // Through one dimension all shapes meet.
  int64_t count = tern_type_has_static_shape(from) ? tern_type_element_count(from)
                  : is_static                      ? tern_type_element_count(type)
                                                   : TERN_DYNAMIC;
  int64_t own = tern_type_has_static_shape(from) ? count : TERN_DYNAMIC;
  const tern_type_t *own_flat = tern_tensor_type_get(tern_type_element(from), &own, 1, NULL);
  const tern_type_t *flat = tern_tensor_type_get(tern_type_element(from), &count, 1, NULL);
  if (from_rank == 0) {
    tensor = tern_build_expand(b, tensor, own_flat, NULL, NULL);
  } else if (from_rank > 1) {
    ends[0] = from_rank;
    tensor = tern_build_collapse(b, tensor, own_flat, ends);
  }
  tensor = tern_build_tensor_cast(b, tensor, flat);
  if (rank == 0) return tern_build_collapse(b, tensor, type, NULL);
  if (rank == 1) return tern_build_tensor_cast(b, tensor, type);
  // The product of the sizes has to be what the type of the flat tensor says: both static, or neither.
  if (!is_static && count != TERN_DYNAMIC) {
    int64_t unknown = TERN_DYNAMIC;
    tensor = tern_build_tensor_cast(b, tensor, tern_type_with_shape(flat, &unknown, 1));
  }
  ends[0] = rank;
  return tern_build_expand(b, tensor, type, ends, sizes);
}

tern_value_t *tern_build_split_dim(tern_builder_t *b, tern_value_t *tensor, size_t dim, int64_t outer) {
  int64_t dims[MAX_RANK];
  tern_extent_t sizes[MAX_RANK];
  size_t rank = tern_type_rank(tensor->type), ends[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    size_t place = i > dim ? i + 1 : i;
    dims[place] = tern_type_dim(tensor->type, i);
    sizes[place] = tern_build_dim(b, tensor, i);
    ends[i] = i >= dim ? i + 2 : i + 1;
  }
  tern_value_t *whole = sizes[dim].value;
  dims[dim + 1] = whole ? TERN_DYNAMIC : dims[dim] / outer;
  sizes[dim + 1] = sizes[dim];
  if (whole) {
    tern_value_t *count = tern_build_index(b, outer);
    sizes[dim + 1].value = tern_build_value(b, TERN_ARITH(DIVSI), .operands = TERN_VALUES(whole, count));
  }
  dims[dim] = outer;
  sizes[dim] = tern_extent_of(outer);
  return tern_build_expand(b, tensor, tern_type_with_shape(tensor->type, dims, rank + 1), ends, sizes);
}

tern_value_t *tern_build_join_dims(tern_builder_t *b, tern_value_t *tensor, size_t dim) {
  int64_t dims[MAX_RANK];
  size_t rank = tern_type_rank(tensor->type), ends[MAX_RANK];
  for (size_t i = 0; i + 1 < rank; ++i) {
    dims[i] = tern_type_dim(tensor->type, i > dim ? i + 1 : i);
    ends[i] = i >= dim ? i + 2 : i + 1;
  }
  int64_t inner = tern_type_dim(tensor->type, dim + 1);
  dims[dim] = dims[dim] == TERN_DYNAMIC || inner == TERN_DYNAMIC ? TERN_DYNAMIC : dims[dim] * inner;
  return tern_build_collapse(b, tensor, tern_type_with_shape(tensor->type, dims, rank - 1), ends);
}

// --- generic ops ---

tern_op_t *tern_build_tensor_generic(tern_builder_t *b, tern_values_t inputs, tern_values_t outputs,
                                     const tern_affine_map_t *const *maps, size_t parallels, size_t reductions,
                                     tern_linalg_body_fn_t fill_body, void *user) {
  tern_iterator_t iterators[2 * MAX_RANK];
  const tern_type_t **types = tern_malloc((outputs.count + 1) * sizeof(*types));
  for (size_t i = 0; i < parallels + reductions; ++i) {
    iterators[i] = i < parallels ? TERN_ITERATOR_PARALLEL : TERN_ITERATOR_REDUCTION;
  }
  for (size_t i = 0; i < outputs.count; ++i) types[i] = outputs.values[i]->type;
  tern_op_t *op = tern_linalg_build_generic(b, (tern_types_t){types, outputs.count}, inputs, outputs, maps, iterators,
                                            parallels + reductions, fill_body, user);
  free(types);
  return op;
}

void tern_build_linalg_yield(tern_builder_t *b, tern_values_t values) {
  tern_build(b, TERN_LINALG(YIELD), .operands = values);
}

static void fill_with_input(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_build_linalg_yield(b, TERN_VALUES(body->args[0]));
}

tern_value_t *tern_build_moved(tern_builder_t *b, tern_value_t *input, const tern_affine_map_t *map,
                               tern_value_t *output) {
  size_t rank = tern_type_rank(output->type);
  const tern_affine_map_t *maps[] = {map, tern_affine_map_identity(b->context, rank)};
  tern_op_t *generic =
      tern_build_tensor_generic(b, TERN_VALUES(input), TERN_VALUES(output), maps, rank, 0, fill_with_input, NULL);
  return tern_op_result(generic, 0);
}
