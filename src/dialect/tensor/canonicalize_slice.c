// Canonical forms of slices.

#include "dialect/linalg/linalg.h"
#include "dialect/tensor/hooks.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

// The dimension of the slice that is dimension `i` of `type`, which may leave out some of size 1, for each i. False if
// they do not match.
static bool kept_dims(const tern_slice_t *slice, const tern_type_t *type, size_t *out_dims) {
  size_t rank = 0, wanted = tern_type_rank(type);
  for (size_t i = 0; i < slice->count; i++) {
    bool fits = rank < wanted && slice->sizes[i].value == tern_type_dim(type, rank);
    if (fits)
      out_dims[rank++] = i;
    else if (slice->sizes[i].value != 1)
      return false;
  }
  return rank == wanted;
}

// Type of a slice with the sizes of `slice`, without the dims that `type` leaves out. NULL if they do not match.
static const tern_type_t *slice_type(const tern_slice_t *before, const tern_slice_t *slice, const tern_type_t *type) {
  size_t kept[TERN_INDEX_LIST_MAX], rank = tern_type_rank(type);
  int64_t dims[TERN_INDEX_LIST_MAX];
  if (!kept_dims(before, type, kept)) return NULL;
  for (size_t i = 0; i < rank; i++) dims[i] = slice->sizes[kept[i]].value;
  return tern_type_with_shape(type, dims, rank);
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
  return tern_tensor_replace_with_cast(op, rewriter, tern_op_result(made, 0));
}

// A slice that is cast to known sizes has them itself.
bool tern_tensor_fold_cast_into_slice(tern_op_t *cast, tern_rewriter_t *rewriter) {
  const tern_type_t *type = cast->results[0].type;
  tern_op_t *op = tern_value_defined_by(tern_op_operand(cast, 0), TERN_TENSOR(EXTRACT_SLICE));
  tern_slice_t slice;
  size_t kept[TERN_INDEX_LIST_MAX];
  if (!op || op->results[0].type == type || !tern_tensor_keeps_sizes(op->results[0].type, type) ||
      !tern_slice_read(op, &slice) || !kept_dims(&slice, op->results[0].type, kept))
    return false;
  for (size_t i = 0; i < tern_type_rank(type); i++)
    if (tern_type_dim(type, i) != TERN_DYNAMIC) slice.sizes[kept[i]] = tern_mixed_static(tern_type_dim(type, i));
  tern_value_t *source = tern_op_operand(op, 0);
  if (!tern_slice_may_be_within(&slice, source->type)) return false;
  tern_builder_set_before(&rewriter->builder, cast);
  tern_op_t *made = tern_slice_build(&rewriter->builder, TERN_TENSOR(EXTRACT_SLICE), type, TERN_VALUES(source), &slice);
  tern_rewriter_replace(rewriter, cast, TERN_VALUES(tern_op_result(made, 0)));
  return true;
}

// --- insertions ---

// What the slice's sizes say of the type of what is inserted; NULL if they do not match.
static const tern_type_t *inserted_type(const tern_slice_t *before, const tern_slice_t *slice,
                                        const tern_type_t *type) {
  if (tern_type_rank(type) != slice->count) return slice_type(before, slice, type);
  int64_t dims[TERN_INDEX_LIST_MAX];
  for (size_t i = 0; i < slice->count; i++) {
    dims[i] = tern_type_dim(type, i);
    if (dims[i] == TERN_DYNAMIC) dims[i] = slice->sizes[i].value;
  }
  return tern_type_with_shape(type, dims, slice->count);
}

// Writes the sizes that the type of what is inserted knows into the slice; false if they do not match. A dimension that the
// slice does not know takes any.
static bool take_sizes(tern_slice_t *slice, const tern_type_t *type) {
  size_t rank = 0, wanted = tern_type_rank(type);
  for (size_t i = 0; i < slice->count; i++) {
    int64_t size = slice->sizes[i].value, dim = rank < wanted ? tern_type_dim(type, rank) : 0;
    bool fits = rank < wanted && (size == TERN_DYNAMIC || dim == size);
    if (!fits && size != 1) return false;
    if (fits && dim != TERN_DYNAMIC) slice->sizes[i] = tern_mixed_static(dim);
    rank += fits;
  }
  return rank == wanted;
}

// insert_slice and parallel_insert_slice: constants become static, casts that lose sizes are looked through, and sizes
// that the slice knows become those of its source. A parallel one has no result, and no cast may stand beside it: they
// come before the op that holds it.
bool tern_tensor_canonicalize_insertion(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_slice_t before, slice;
  tern_value_t *source = tern_op_operand(op, 0), *dest = tern_op_operand(op, 1);
  if (!tern_slice_read(op, &before)) return false;
  slice = before;
  bool is_changed = tern_slice_fold_constants(&slice), is_parallel = op->result_count == 0;
  tern_value_t *source_cast = is_changed ? NULL : tern_tensor_foldable_cast_source(source);
  tern_value_t *dest_cast = is_changed || is_parallel ? NULL : tern_tensor_foldable_cast_source(dest);
  if (source_cast && !take_sizes(&slice, source_cast->type)) {
    source_cast = NULL;
    slice = before;
  }
  const tern_type_t *type = source_cast ? source_cast->type : inserted_type(&before, &slice, source->type);
  if (!type) return false;
  if (!is_changed && !source_cast && !dest_cast && type == source->type)
    return !is_parallel && tern_linalg_fold_insert_into_fill(op, rewriter);
  if (!tern_slice_may_be_within(&slice, dest_cast ? dest_cast->type : dest->type)) return false;
  tern_builder_set_before(&rewriter->builder, is_parallel ? tern_op_parent(op) : op);
  tern_value_t *part = source_cast ? source_cast : tern_tensor_build_cast(&rewriter->builder, source, type);
  tern_builder_set_before(&rewriter->builder, op);
  if (!is_parallel)
    return tern_tensor_replace_with_cast(
        op, rewriter, tern_tensor_build_insert_slice(&rewriter->builder, part, dest_cast ? dest_cast : dest, &slice));
  tern_slice_build(&rewriter->builder, TERN_TENSOR(PARALLEL_INSERT_SLICE), NULL, TERN_VALUES(part, dest), &slice);
  tern_rewriter_erase(rewriter, op);
  return true;
}
