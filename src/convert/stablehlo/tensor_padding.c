// Padding of tensors: before, after and between elements, and negative padding that cuts off.
//
// What is not negative around the elements is a tensor.pad; holes between elements are an insertion with strides into a
// filled tensor; cuts are slices.

#include "convert/stablehlo/tensor_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static const tern_attr_t *split_amounts(tern_builder_t *b, const tern_extent_t *amounts, size_t rank,
                                        tern_value_t **operands, size_t *inout_count, int32_t *out_segment) {
  int64_t constants[MAX_RANK];
  *out_segment = 0;
  for (size_t i = 0; i < rank; ++i) {
    constants[i] = amounts[i].value ? TERN_DYNAMIC : amounts[i].constant;
    if (!amounts[i].value) continue;
    operands[(*inout_count)++] = amounts[i].value;
    ++*out_segment;
  }
  return tern_dense_i64_array_attr_get(b->context, constants, rank);
}

tern_value_t *tern_build_pad(tern_builder_t *b, tern_value_t *source, const tern_type_t *type, const tern_extent_t *low,
                             const tern_extent_t *high, tern_value_t *value) {
  size_t rank = tern_type_rank(source->type), count = 1;
  tern_value_t *operands[2 * MAX_RANK + 1] = {source};
  int32_t segments[3] = {1};
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(source->type, i);
    bool is_known = size != TERN_DYNAMIC && !low[i].value && !high[i].value;
    dims[i] = is_known ? low[i].constant + size + high[i].constant : TERN_DYNAMIC;
  }
  tern_named_attr_t attrs[2] = {{"static_low", split_amounts(b, low, rank, operands, &count, &segments[1])}};
  attrs[1] = (tern_named_attr_t){"static_high", split_amounts(b, high, rank, operands, &count, &segments[2])};
  tern_op_t *pad = tern_build(b, TERN_TENSOR(PAD), .operands = {operands, count},
                              .types = TERN_TYPES(tern_type_with_shape(source->type, dims, rank)), .attrs = {attrs, 2},
                              .segments = segments, .regions = 1);
  tern_builder_t inside = *b;
  tern_block_t *body = tern_builder_add_block(&inside, &pad->regions[0], (tern_types_t){0});
  for (size_t i = 0; i < rank; ++i) tern_block_add_arg(body, tern_index_type_get(b->context), b->loc);
  tern_build(&inside, TERN_TENSOR(YIELD), .operands = TERN_VALUES(value));
  return tern_build_tensor_cast(b, tern_op_result(pad, 0), type);
}

static bool any_above(const int64_t *values, size_t count, int64_t bound) {
  for (size_t i = 0; i < count; ++i) {
    if (values[i] > bound) return true;
  }
  return false;
}

static bool any_negative(const int64_t *values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (values[i] < 0) return true;
  }
  return false;
}

// How long `size` elements are with `interior` holes between each two.
static tern_extent_t build_dilated_size(tern_builder_t *b, tern_extent_t size, int64_t interior) {
  tern_extent_t one = tern_extent_of(1), step = tern_extent_of(interior + 1);
  if (interior == 0 || (!size.value && size.constant == 0)) return size;
  tern_extent_t length = tern_extent_add(b, tern_extent_mul(b, tern_extent_sub(b, size, one), step), one);
  if (!length.value) return length;
  tern_value_t *zero = tern_build_index(b, 0);
  return (tern_extent_t){0, tern_build_value(b, TERN_ARITH(MAXSI), .operands = TERN_VALUES(length.value, zero),
                                             .types = TERN_TYPES(zero->type))};
}

// Puts elements apart, `low` before and `high` after them (not negative).
static tern_value_t *build_dilated(tern_builder_t *b, tern_value_t *source, const int64_t *low, const int64_t *high,
                                   const int64_t *interior, tern_value_t *value) {
  size_t rank = tern_type_rank(source->type);
  tern_extent_t sizes[MAX_RANK], result[MAX_RANK], offsets[MAX_RANK], strides[MAX_RANK];
  int64_t dims[MAX_RANK];
  tern_build_dims(b, source, sizes);
  for (size_t i = 0; i < rank; ++i) {
    result[i] = build_dilated_size(b, sizes[i], interior[i]);
    result[i] = tern_extent_add(b, result[i], tern_extent_of(low[i] + high[i]));
    dims[i] = result[i].value ? TERN_DYNAMIC : result[i].constant;
    offsets[i] = tern_extent_of(low[i]);
    strides[i] = tern_extent_of(interior[i] + 1);
  }
  tern_value_t *filled = tern_build_filled(b, tern_type_with_shape(source->type, dims, rank), result, value);
  return tern_build_insert_slice(b, source, filled, offsets, sizes, strides);
}

// Cuts off where amounts are negative.
static tern_value_t *build_cut(tern_builder_t *b, tern_value_t *source, const int64_t *low, const int64_t *high) {
  size_t rank = tern_type_rank(source->type);
  tern_extent_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  int64_t dims[MAX_RANK];
  if (!any_negative(low, rank) && !any_negative(high, rank)) return source;
  for (size_t i = 0; i < rank; ++i) {
    int64_t before = low[i] < 0 ? -low[i] : 0, after = high[i] < 0 ? -high[i] : 0;
    offsets[i] = tern_extent_of(before);
    sizes[i] = tern_extent_sub(b, tern_build_dim(b, source, i), tern_extent_of(before + after));
    strides[i] = tern_extent_of(1);
    dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  }
  return tern_build_extract_slice(b, source, tern_type_with_shape(source->type, dims, rank), offsets, sizes, strides);
}

static tern_value_t *build_positive(tern_builder_t *b, tern_value_t *source, const int64_t *low, const int64_t *high,
                                    tern_value_t *value) {
  size_t rank = tern_type_rank(source->type);
  tern_extent_t before[MAX_RANK], after[MAX_RANK];
  int64_t dims[MAX_RANK];
  if (!any_above(low, rank, 0) && !any_above(high, rank, 0)) return source;
  for (size_t i = 0; i < rank; ++i) {
    before[i] = tern_extent_of(low[i] > 0 ? low[i] : 0);
    after[i] = tern_extent_of(high[i] > 0 ? high[i] : 0);
    int64_t size = tern_type_dim(source->type, i);
    dims[i] = size == TERN_DYNAMIC ? size : size + before[i].constant + after[i].constant;
  }
  return tern_build_pad(b, source, tern_type_with_shape(source->type, dims, rank), before, after, value);
}

// Something is left after cutting: then padding may come after it, and less is moved.
static bool can_cut_first(const tern_type_t *type, const int64_t *low, const int64_t *high) {
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    int64_t cut = (low[i] < 0 ? -low[i] : 0) + (high[i] < 0 ? -high[i] : 0);
    if (cut && (tern_type_dim(type, i) == TERN_DYNAMIC || cut >= tern_type_dim(type, i))) return false;
  }
  return true;
}

// There are no elements, but there may be padding.
static tern_value_t *build_padding_only(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                        const int64_t *low, const int64_t *high, tern_value_t *value) {
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    sizes[i] = tern_extent_add(b, tern_build_dim(b, source, i), tern_extent_of(low[i] + high[i]));
  }
  return tern_build_filled(b, type, sizes, value);
}

// Where all sizes are known: what is left of the elements is cut out and put where it belongs.
static tern_value_t *build_static(tern_builder_t *b, tern_value_t *source, const int64_t *low, const int64_t *high,
                                  const int64_t *interior, tern_value_t *value) {
  size_t rank = tern_type_rank(source->type);
  tern_extent_t starts[MAX_RANK], counts[MAX_RANK], ones[MAX_RANK], offsets[MAX_RANK], ends[MAX_RANK], steps[MAX_RANK];
  int64_t dims[MAX_RANK] = {0}, left[MAX_RANK];
  bool is_cut = false, is_empty = false, is_padded = false;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_type_dim(source->type, i), step = interior[i] + 1;
    int64_t start = low[i] < 0 ? (-low[i] + step - 1) / step : 0, offset = low[i] + start * step;
    dims[i] = (size - 1) * step + 1 + low[i] + high[i];
    int64_t room = dims[i] > offset ? (dims[i] - offset + step - 1) / step : 0;
    left[i] = size - start < room ? size - start : room;
    is_cut |= left[i] != size;
    is_empty |= left[i] <= 0;
    is_padded |= left[i] != dims[i];
    starts[i] = tern_extent_of(start);
    counts[i] = tern_extent_of(left[i]);
    ones[i] = tern_extent_of(1);
    offsets[i] = tern_extent_of(offset);
    ends[i] = tern_extent_of(dims[i] - offset - left[i]);
    steps[i] = tern_extent_of(step);
  }
  const tern_type_t *type = tern_type_with_shape(source->type, dims, rank);
  if (is_empty) return tern_build_filled(b, type, NULL, value);
  if (is_cut) {
    source = tern_build_extract_slice(b, source, tern_type_with_shape(type, left, rank), starts, counts, ones);
  }
  if (any_above(interior, rank, 0)) {
    return tern_build_insert_slice(b, source, tern_build_filled(b, type, NULL, value), offsets, counts, steps);
  }
  return is_padded ? tern_build_pad(b, source, type, offsets, ends, value) : source;
}

tern_value_t *tern_build_edge_padding(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                      const int64_t *low, const int64_t *high, const int64_t *interior,
                                      tern_value_t *value) {
  size_t rank = tern_type_rank(source->type);
  bool has_cut = any_negative(low, rank) || any_negative(high, rank);
  static const int64_t nothing[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    if (tern_type_dim(source->type, i) == 0) return build_padding_only(b, source, type, low, high, value);
  }
  if (tern_type_has_static_shape(source->type)) {
    return tern_build_tensor_cast(b, build_static(b, source, low, high, interior, value), type);
  }
  if (any_above(interior, rank, 0)) {
    source = build_dilated(b, source, has_cut ? nothing : low, has_cut ? nothing : high, interior, value);
    if (!has_cut) return tern_build_tensor_cast(b, source, type);
  }
  if (can_cut_first(source->type, low, high)) {
    source = build_positive(b, build_cut(b, source, low, high), low, high, value);
  } else {
    source = build_cut(b, build_positive(b, source, low, high, value), low, high);
  }
  return tern_build_tensor_cast(b, source, type);
}
