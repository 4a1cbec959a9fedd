// Ops that cut tensors and put them together: slice, dynamic_slice, dynamic_update_slice, pad, concatenate.

#include "convert/stablehlo/lowering.h"
#include "dialect/arith/index_math.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static bool lower_slice(tern_hlo_lowering_t *l) {
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(type);
  tern_extent_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    int64_t start = tern_hlo_list_entry(l->op, "start_indices", i, 0);
    int64_t limit = tern_hlo_list_entry(l->op, "limit_indices", i, 0);
    int64_t stride = tern_hlo_list_entry(l->op, "strides", i, 1);
    offsets[i] = tern_extent_of(start);
    sizes[i] = tern_extent_of(limit > start ? (limit - start + stride - 1) / stride : 0);
    strides[i] = tern_extent_of(stride);
  }
  l->results[0] = tern_build_extract_slice(l->b, l->operands.values[0], type, offsets, sizes, strides);
  return true;
}

static bool lower_dynamic_slice(tern_hlo_lowering_t *l) {
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(type);
  tern_value_t *operand = l->operands.values[0];
  tern_extent_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = tern_extent_of(tern_hlo_list_entry(l->op, "slice_sizes", i, 1));
    strides[i] = tern_extent_of(1);
    tern_extent_t limit = tern_extent_sub(l->b, tern_build_dim(l->b, operand, i), sizes[i]);
    if (!limit.value && limit.constant == 0) {
      offsets[i] = limit;
      continue;
    }
    tern_value_t *start = tern_build_only_element(l->b, l->operands.values[1 + i]);
    const tern_type_t *element = tern_hlo_written_element(l->op, 1 + i);
    offsets[i] = tern_extent_of_value(tern_build_clamped_index(l->b, start, element, limit));
  }
  l->results[0] = tern_build_extract_slice(l->b, operand, type, offsets, sizes, strides);
  return true;
}

static bool lower_dynamic_update_slice(tern_hlo_lowering_t *l) {
  size_t rank = tern_type_rank(l->types[0]);
  tern_value_t *operand = l->operands.values[0], *update = l->operands.values[1];
  tern_extent_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = tern_build_dim(l->b, update, i);
    strides[i] = tern_extent_of(1);
    tern_extent_t limit = tern_extent_sub(l->b, tern_build_dim(l->b, operand, i), sizes[i]);
    if (!limit.value && limit.constant == 0) {
      offsets[i] = limit;
      continue;
    }
    tern_value_t *start = tern_build_only_element(l->b, l->operands.values[2 + i]);
    const tern_type_t *element = tern_hlo_written_element(l->op, 2 + i);
    offsets[i] = tern_extent_of_value(tern_build_clamped_index(l->b, start, element, limit));
  }
  tern_value_t *updated = tern_build_insert_slice(l->b, update, operand, offsets, sizes, strides);
  l->results[0] = tern_build_tensor_cast(l->b, updated, l->types[0]);
  return true;
}

static bool lower_pad(tern_hlo_lowering_t *l) {
  int64_t low[MAX_RANK], high[MAX_RANK], interior[MAX_RANK];
  for (size_t i = 0; i < tern_type_rank(l->types[0]); ++i) {
    low[i] = tern_hlo_list_entry(l->op, "edge_padding_low", i, 0);
    high[i] = tern_hlo_list_entry(l->op, "edge_padding_high", i, 0);
    interior[i] = tern_hlo_list_entry(l->op, "interior_padding", i, 0);
  }
  tern_value_t *value = tern_build_only_element(l->b, l->operands.values[1]);
  l->results[0] = tern_build_edge_padding(l->b, l->operands.values[0], l->types[0], low, high, interior, value);
  return true;
}

static bool lower_concatenate(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(type), dim = (size_t)tern_hlo_int_entry(l->op, "dimension", 0);
  tern_extent_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  if (l->operands.count == 1) {
    l->results[0] = tern_build_tensor_cast(b, l->operands.values[0], type);
    return true;
  }
  tern_build_dims(b, l->operands.values[0], sizes);
  for (size_t i = 1; i < l->operands.count; ++i) {
    sizes[dim] = tern_extent_add(b, sizes[dim], tern_build_dim(b, l->operands.values[i], dim));
  }
  for (size_t i = 0; i < rank; ++i) {
    offsets[i] = tern_extent_of(0);
    strides[i] = tern_extent_of(1);
  }
  tern_value_t *result = tern_build_empty(b, type, sizes);
  for (size_t i = 0; i < l->operands.count; ++i) {
    tern_value_t *part = l->operands.values[i];
    tern_build_dims(b, part, sizes);
    if (sizes[dim].value || sizes[dim].constant != 0) {
      result = tern_build_insert_slice(b, part, result, offsets, sizes, strides);
    }
    offsets[dim] = tern_extent_add(b, offsets[dim], sizes[dim]);
  }
  l->results[0] = result;
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_slice_lowerings[] = {
    {TERN_HLO_CONCATENATE, lower_concatenate},
    {TERN_HLO_DYNAMIC_SLICE, lower_dynamic_slice},
    {TERN_HLO_DYNAMIC_UPDATE_SLICE, lower_dynamic_update_slice},
    {TERN_HLO_PAD, lower_pad},
    {TERN_HLO_SLICE, lower_slice},
    {TERN_HLO_NONE, NULL},
};
