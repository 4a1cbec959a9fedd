// Canonical forms of what is made of filled tensors (upstream: FillOp's patterns of LinalgOps.cpp).

#include "dialect/affine/apply.h"
#include "dialect/linalg/hooks.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

static tern_value_t *build_fill(tern_builder_t *builder, tern_value_t *value, tern_value_t *dest) {
  tern_op_t *fill = tern_linalg_build_named(builder, TERN_LINALG(FILL), TERN_TYPES(dest->type), TERN_VALUES(value),
                                            TERN_VALUES(dest), (tern_named_attrs_t){0});
  return tern_op_result(fill, 0);
}

static tern_op_t *fill_of(const tern_value_t *value) { return tern_value_defined_by(value, TERN_LINALG(FILL)); }

// Moving a filled tensor (operand 0) into another (operand 1) is filling that one.
bool tern_linalg_replace_by_fill(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *fill = fill_of(tern_op_operand(op, 0));
  if (!fill || op->result_count != 1) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *made = build_fill(&rewriter->builder, tern_op_operand(fill, 0), tern_op_operand(op, 1));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(made));
  return true;
}

bool tern_linalg_fold_pad_of_fill(tern_op_t *pad, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_op_operand(pad, 0), *value = tern_tensor_pad_value(pad), *sizes[TERN_INDEX_LIST_MAX];
  tern_op_t *fill = fill_of(source);
  tern_mixed_index_t low[TERN_INDEX_LIST_MAX], high[TERN_INDEX_LIST_MAX];
  int64_t dims[TERN_INDEX_LIST_MAX];
  size_t rank = tern_type_rank(source->type), count = 0;
  if (!fill || !value || tern_op_operand(fill, 0) != value ||
      !tern_index_list_read(pad, "low", "static_low", low, TERN_INDEX_LIST_MAX) ||
      !tern_index_list_read(pad, "high", "static_high", high, TERN_INDEX_LIST_MAX))
    return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, pad);
  const tern_affine_expr_t *sum =
      tern_affine_add(tern_affine_add(tern_affine_symbol(builder->context, 0), tern_affine_symbol(builder->context, 1)),
                      tern_affine_symbol(builder->context, 2));
  for (size_t i = 0; i < rank; i++) {
    dims[i] = tern_type_dim(pad->results[0].type, i);
    if (dims[i] != TERN_DYNAMIC) continue;
    tern_mixed_index_t size = tern_mixed_static(tern_type_dim(source->type, i));
    if (size.value == TERN_DYNAMIC) size = tern_mixed_dynamic(tern_tensor_build_dim(builder, source, i));
    const tern_mixed_index_t parts[] = {size, low[i], high[i]};
    size = tern_affine_build_folded_apply(builder, sum, parts, 3);
    dims[i] = size.value;
    if (size.value == TERN_DYNAMIC) sizes[count++] = size.dynamic;
  }
  const tern_type_t *type = tern_type_with_shape(pad->results[0].type, dims, rank);
  tern_value_t *empty = tern_tensor_build_empty(builder, type, (tern_values_t){sizes, count});
  tern_value_t *made = tern_tensor_build_cast(builder, build_fill(builder, value, empty), pad->results[0].type);
  tern_rewriter_replace(rewriter, pad, TERN_VALUES(made));
  return true;
}

bool tern_linalg_fold_concat_of_fills(tern_op_t *concat, tern_rewriter_t *rewriter) {
  tern_op_t *first = concat->operand_count ? fill_of(tern_op_operand(concat, 0)) : NULL;
  if (!first) return false;
  tern_value_t *value = tern_op_operand(first, 0);
  for (size_t i = 1; i < concat->operand_count; i++) {
    const tern_op_t *fill = fill_of(tern_op_operand(concat, i));
    if (!fill || !tern_mixed_equal(tern_mixed_of(tern_op_operand(fill, 0)), tern_mixed_of(value))) return false;
  }
  tern_builder_set_before(&rewriter->builder, concat);
  tern_op_t *made = tern_op_clone(concat, NULL);
  for (size_t i = 0; i < concat->operand_count; i++)
    tern_op_set_operand(made, i, tern_op_operand(fill_of(tern_op_operand(concat, i)), 1));
  tern_builder_insert(&rewriter->builder, made);
  tern_rewriter_replace(rewriter, concat, TERN_VALUES(build_fill(&rewriter->builder, value, tern_op_result(made, 0))));
  return true;
}

// Are the elements that the two insertions write known to be different ones?
static bool are_disjoint(const tern_slice_t *a, const tern_slice_t *b) {
  for (size_t i = 0; i < a->count; i++) {
    const tern_mixed_index_t entries[] = {a->offsets[i], a->sizes[i], a->strides[i],
                                          b->offsets[i], b->sizes[i], b->strides[i]};
    bool is_known = true;
    for (size_t j = 0; j < 6; j++) is_known &= entries[j].value != TERN_DYNAMIC;
    if (!is_known || a->strides[i].value < 0 || b->strides[i].value < 0) continue;
    int64_t a_last = a->offsets[i].value + (a->sizes[i].value - 1) * a->strides[i].value;
    int64_t b_last = b->offsets[i].value + (b->sizes[i].value - 1) * b->strides[i].value;
    if (a_last < b->offsets[i].value || b_last < a->offsets[i].value) return true;
  }
  return false;
}

// The fill behind a chain of insertions that do not touch `slice`; NULL if there is none.
static tern_op_t *fill_below(tern_value_t *dest, const tern_slice_t *slice) {
  for (;;) {
    tern_op_t *previous = tern_value_defined_by(dest, TERN_TENSOR(INSERT_SLICE));
    if (!previous) return fill_of(dest);
    tern_slice_t written;
    if (!tern_slice_read(previous, &written) || tern_type_rank(tern_op_operand(previous, 0)->type) != written.count ||
        !are_disjoint(&written, slice))
      return NULL;
    dest = tern_op_operand(previous, 1);
  }
}

bool tern_linalg_fold_insert_into_fill(tern_op_t *insert, tern_rewriter_t *rewriter) {
  tern_op_t *pad = tern_value_defined_by(tern_op_operand(insert, 0), TERN_TENSOR(PAD));
  tern_slice_t slice;
  tern_mixed_index_t low[TERN_INDEX_LIST_MAX];
  if (!pad || !tern_slice_read(insert, &slice) || tern_type_rank(pad->results[0].type) != slice.count ||
      !tern_index_list_read(pad, "low", "static_low", low, TERN_INDEX_LIST_MAX))
    return false;
  tern_value_t *source = tern_op_operand(pad, 0), *value = tern_tensor_pad_value(pad);
  const tern_op_t *fill = fill_below(tern_op_operand(insert, 1), &slice);
  if (!fill || !value || tern_op_operand(fill, 0) != value) return false;
  for (size_t i = 0; i < slice.count; i++)
    if (slice.strides[i].value != 1) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, insert);
  const tern_affine_expr_t *sum =
      tern_affine_add(tern_affine_symbol(builder->context, 0), tern_affine_symbol(builder->context, 1));
  for (size_t i = 0; i < slice.count; i++) {
    const tern_mixed_index_t parts[] = {low[i], slice.offsets[i]};
    slice.offsets[i] = tern_affine_build_folded_apply(builder, sum, parts, 2);
  }
  for (size_t i = 0; i < slice.count; i++) {
    slice.sizes[i] = tern_mixed_static(tern_type_dim(source->type, i));
    if (slice.sizes[i].value == TERN_DYNAMIC)
      slice.sizes[i] = tern_mixed_dynamic(tern_tensor_build_dim(builder, source, i));
  }
  tern_value_t *made = tern_tensor_build_insert_slice(builder, source, tern_op_operand(insert, 1), &slice);
  tern_rewriter_replace(rewriter, insert, TERN_VALUES(made));
  return true;
}
