// Canonical forms of slices and pads.

#include "dialect/linalg/linalg.h"
#include "dialect/tensor/hooks.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

static bool replace_with_cast(tern_op_t *op, tern_rewriter_t *rewriter, tern_value_t *value) {
  value = tern_tensor_build_cast(&rewriter->builder, value, op->results[0].type);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

// Type of a slice with the sizes of `slice`, without the dims that `type` leaves out. NULL if they do not match.
static const tern_type_t *slice_type(const tern_slice_t *before, const tern_slice_t *slice, const tern_type_t *type) {
  int64_t dims[TERN_INDEX_LIST_MAX];
  size_t rank = 0, wanted = tern_type_rank(type);
  for (size_t i = 0; i < slice->count; i++) {
    bool fits = rank < wanted && before->sizes[i].value == tern_type_dim(type, rank);
    if (fits)
      dims[rank++] = slice->sizes[i].value;
    else if (before->sizes[i].value != 1)
      return NULL;
  }
  return rank == wanted ? tern_type_with_shape(type, dims, rank) : NULL;
}

bool tern_tensor_canonicalize_extract_slice(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_slice_t before, slice;
  tern_value_t *source = tern_op_operand(op, 0);
  if (!tern_slice_read(op, &before)) return false;
  slice = before;
  bool is_changed = tern_slice_fold_constants(&slice);
  tern_value_t *cast_source = is_changed ? NULL : tern_tensor_foldable_cast_source(source);
  if (!is_changed && !cast_source) return false;
  if (!tern_slice_may_be_within(&slice, cast_source ? cast_source->type : source->type)) return false;
  const tern_type_t *type = slice_type(&before, &slice, op->results[0].type);
  if (!type) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *made = tern_slice_build(&rewriter->builder, TERN_TENSOR(EXTRACT_SLICE), type,
                                     TERN_VALUES(cast_source ? cast_source : source), &slice);
  return replace_with_cast(op, rewriter, tern_op_result(made, 0));
}

bool tern_tensor_canonicalize_insert_slice(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_slice_t before, slice;
  tern_value_t *source = tern_op_operand(op, 0), *dest = tern_op_operand(op, 1);
  if (!tern_slice_read(op, &before)) return false;
  slice = before;
  bool is_changed = tern_slice_fold_constants(&slice);
  tern_value_t *source_cast = is_changed ? NULL : tern_tensor_foldable_cast_source(source);
  tern_value_t *dest_cast = is_changed ? NULL : tern_tensor_foldable_cast_source(dest);
  // A source of more static type needs sizes that say as much.
  if (source_cast && tern_type_rank(source_cast->type) == slice.count) {
    for (size_t i = 0; i < slice.count; i++)
      if (tern_type_dim(source_cast->type, i) != TERN_DYNAMIC)
        slice.sizes[i] = tern_mixed_static(tern_type_dim(source_cast->type, i));
  } else {
    source_cast = NULL;
  }
  if (!is_changed && !source_cast && !dest_cast) return false;
  if (!tern_slice_may_be_within(&slice, dest_cast ? dest_cast->type : dest->type)) return false;
  const tern_type_t *type = source_cast ? source_cast->type : slice_type(&before, &slice, source->type);
  if (!type) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *part = source_cast ? source_cast : tern_tensor_build_cast(&rewriter->builder, source, type);
  tern_value_t *made = tern_tensor_build_insert_slice(&rewriter->builder, part, dest_cast ? dest_cast : dest, &slice);
  return replace_with_cast(op, rewriter, made);
}

bool tern_tensor_canonicalize_parallel_insert_slice(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_slice_t before, slice;
  tern_value_t *source = tern_op_operand(op, 0), *dest = tern_op_operand(op, 1);
  if (!tern_slice_read(op, &before)) return false;
  slice = before;
  if (!tern_slice_fold_constants(&slice) || !tern_slice_may_be_within(&slice, dest->type)) return false;
  // No cast may stand in the parallel region: only what keeps the source's type is done.
  if (slice_type(&before, &slice, source->type) != source->type) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_slice_build(&rewriter->builder, TERN_TENSOR(PARALLEL_INSERT_SLICE), NULL, TERN_VALUES(source, dest), &slice);
  tern_rewriter_erase(rewriter, op);
  return true;
}

// --- pad ---

tern_value_t *tern_tensor_pad_value(const tern_op_t *pad) {
  const tern_block_t *body = tern_op_body(pad, 0);
  const tern_op_t *yield = body ? body->last_op : NULL;
  if (!yield || !tern_op_is(yield, TERN_TENSOR(YIELD)) || yield->operand_count != 1) return NULL;
  tern_value_t *value = tern_op_operand(yield, 0);
  const tern_block_t *home =
      value->is_block_argument ? (const tern_block_t *)value->owner : ((const tern_op_t *)value->owner)->block;
  if (home != body) return value;
  return !value->is_block_argument && tern_value_constant(value) ? value : NULL;
}

// Builds the pad anew with these paddings and types, and takes the body.
static tern_value_t *rebuild_pad(tern_op_t *op, tern_builder_t *builder, tern_value_t *source,
                                 const tern_mixed_index_t *low, const tern_mixed_index_t *high,
                                 const tern_type_t *type) {
  tern_context_t *context = builder->context;
  size_t rank = tern_type_rank(type), count = 1;
  int64_t statics[2][TERN_INDEX_LIST_MAX];
  tern_value_t *operands[1 + 2 * TERN_INDEX_LIST_MAX] = {source};
  int32_t segments[3] = {1, 0, 0};
  for (size_t list = 0; list < 2; list++) {
    for (size_t i = 0; i < rank; i++) {
      tern_mixed_index_t entry = list == 0 ? low[i] : high[i];
      statics[list][i] = entry.value;
      if (entry.value != TERN_DYNAMIC) continue;
      operands[count++] = entry.dynamic;
      segments[1 + list]++;
    }
  }
  tern_op_t *made =
      tern_build(builder, TERN_TENSOR(PAD), .operands = {operands, count}, .types = TERN_TYPES(type),
                 .attrs = TERN_ATTRS({"static_low", tern_dense_i64_array_attr_get(context, statics[0], rank)},
                                     {"static_high", tern_dense_i64_array_attr_get(context, statics[1], rank)}),
                 .segments = segments, .regions = 1);
  tern_op_set_attr(made, "nofold", tern_op_attr(op, "nofold"));
  tern_region_take_blocks(&made->regions[0], &op->regions[0]);
  return tern_op_result(made, 0);
}

bool tern_tensor_canonicalize_pad(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_mixed_index_t low[TERN_INDEX_LIST_MAX], high[TERN_INDEX_LIST_MAX];
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (!tern_index_list_read(op, "low", "static_low", low, TERN_INDEX_LIST_MAX) ||
      !tern_index_list_read(op, "high", "static_high", high, TERN_INDEX_LIST_MAX))
    return false;
  bool is_changed = false;
  for (size_t i = 0; i < tern_type_rank(type); i++) {
    int64_t value;
    if (low[i].value == TERN_DYNAMIC && tern_mixed_constant(low[i], &value)) {
      low[i] = tern_mixed_static(value);
      is_changed = true;
    }
    if (high[i].value == TERN_DYNAMIC && tern_mixed_constant(high[i], &value)) {
      high[i] = tern_mixed_static(value);
      is_changed = true;
    }
  }
  tern_value_t *cast_source = tern_tensor_foldable_cast_source(source);
  if (cast_source) source = cast_source;
  int64_t dims[TERN_INDEX_LIST_MAX];
  for (size_t i = 0; i < tern_type_rank(type); i++) {
    int64_t size = tern_type_dim(source->type, i);
    dims[i] = tern_type_dim(type, i);
    if (size != TERN_DYNAMIC && low[i].value != TERN_DYNAMIC && high[i].value != TERN_DYNAMIC)
      dims[i] = size + low[i].value + high[i].value;
    if (dims[i] < 0 && dims[i] != TERN_DYNAMIC) return false;
  }
  const tern_type_t *made_type = tern_type_with_shape(type, dims, tern_type_rank(type));
  if (!is_changed && !cast_source && made_type == type) return false;
  tern_builder_set_before(&rewriter->builder, op);
  return replace_with_cast(op, rewriter, rebuild_pad(op, &rewriter->builder, source, low, high, made_type));
}
