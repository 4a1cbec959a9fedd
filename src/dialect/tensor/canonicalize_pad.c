// Canonical forms of pads (upstream: PadOp's patterns of TensorOps.cpp).

#include "dialect/affine/apply.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/hooks.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

// What is added before and behind each dimension.
typedef struct padding {
  tern_mixed_index_t low[TERN_INDEX_LIST_MAX], high[TERN_INDEX_LIST_MAX];
} padding_t;

static bool read_padding(const tern_op_t *pad, padding_t *out_padding) {
  return tern_index_list_read(pad, "low", "static_low", out_padding->low, TERN_INDEX_LIST_MAX) &&
         tern_index_list_read(pad, "high", "static_high", out_padding->high, TERN_INDEX_LIST_MAX);
}

static bool is_value(tern_mixed_index_t entry, int64_t wanted) {
  int64_t value;
  return tern_mixed_constant(entry, &value) && value == wanted;
}

static bool pads(const padding_t *padding, size_t dim) {
  return !is_value(padding->low[dim], 0) || !is_value(padding->high[dim], 0);
}

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

// Builds the pad anew with this source, padding and type, and takes the body.
static tern_value_t *rebuild(tern_op_t *op, tern_builder_t *builder, tern_value_t *source, const padding_t *padding,
                             const tern_type_t *type) {
  tern_context_t *context = builder->context;
  size_t rank = tern_type_rank(type), count = 1;
  tern_value_t *operands[1 + 2 * TERN_INDEX_LIST_MAX] = {source};
  int32_t segments[3] = {1, 0, 0};
  const tern_attr_t *low = tern_index_list_split(context, padding->low, rank, operands, &count, &segments[1]);
  const tern_attr_t *high = tern_index_list_split(context, padding->high, rank, operands, &count, &segments[2]);
  tern_op_t *made =
      tern_build(builder, TERN_TENSOR(PAD), .operands = {operands, count}, .types = TERN_TYPES(type),
                 .attrs = TERN_ATTRS({"static_low", low}, {"static_high", high}), .segments = segments, .regions = 1);
  tern_op_set_attr(made, "nofold", tern_op_attr(op, "nofold"));
  tern_region_take_blocks(&made->regions[0], &op->regions[0]);
  return tern_op_result(made, 0);
}

// The size that the source and the padding give dimension `dim`.
static int64_t padded_size(const tern_type_t *source, const padding_t *padding, size_t dim) {
  int64_t size = tern_type_dim(source, dim), low = padding->low[dim].value, high = padding->high[dim].value;
  bool is_known = size != TERN_DYNAMIC && low != TERN_DYNAMIC && high != TERN_DYNAMIC;
  return is_known ? size + low + high : TERN_DYNAMIC;
}

// Makes constant paddings static, looks through casts of the source, and writes the sizes that follow into the type.
static bool refine(tern_op_t *op, tern_rewriter_t *rewriter, padding_t padding) {
  const tern_type_t *type = op->results[0].type;
  size_t rank = tern_type_rank(type);
  bool is_changed = false;
  for (size_t i = 0; i < 2 * rank; i++) {
    tern_mixed_index_t *entry = i < rank ? &padding.low[i] : &padding.high[i - rank];
    int64_t value;
    if (entry->value != TERN_DYNAMIC || !tern_mixed_constant(*entry, &value)) continue;
    *entry = tern_mixed_static(value);
    is_changed = true;
  }
  tern_value_t *source = tern_op_operand(op, 0), *cast_source = tern_tensor_foldable_cast_source(source);
  if (cast_source) source = cast_source;
  int64_t dims[TERN_INDEX_LIST_MAX];
  for (size_t i = 0; i < rank; i++) {
    int64_t size = padded_size(source->type, &padding, i);
    dims[i] = size == TERN_DYNAMIC ? tern_type_dim(type, i) : size;
    if (dims[i] < 0 && dims[i] != TERN_DYNAMIC) return false;
  }
  const tern_type_t *made_type = tern_type_with_shape(type, dims, rank);
  if (!is_changed && !cast_source && made_type == type) return false;
  tern_builder_set_before(&rewriter->builder, op);
  return tern_tensor_replace_with_cast(op, rewriter, rebuild(op, &rewriter->builder, source, &padding, made_type));
}

// Padding by nothing only changes what is known of the sizes.
static bool erase_empty_padding(tern_op_t *op, tern_rewriter_t *rewriter, const padding_t *padding) {
  const tern_value_t *source = tern_op_operand(op, 0);
  if (tern_op_attr(op, "nofold") || !tern_tensor_are_cast_compatible(source->type, op->results[0].type)) return false;
  for (size_t i = 0; i < tern_type_rank(source->type); i++)
    if (pads(padding, i)) return false;
  tern_builder_set_before(&rewriter->builder, op);
  return tern_tensor_replace_with_cast(op, rewriter, tern_op_operand(op, 0));
}

static bool have_same_value(const tern_op_t *a, const tern_op_t *b) {
  const tern_value_t *x = tern_tensor_pad_value(a), *y = tern_tensor_pad_value(b);
  return x && y && (x == y || (tern_value_constant(x) && tern_value_constant(x) == tern_value_constant(y)));
}

// Two paddings with one value are one.
static bool merge_pads(tern_op_t *op, tern_rewriter_t *rewriter, padding_t padding) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_TENSOR(PAD));
  padding_t first;
  if (!inner || tern_op_attr(op, "nofold") || tern_op_attr(inner, "nofold") || !have_same_value(op, inner) ||
      !read_padding(inner, &first))
    return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, op);
  const tern_affine_expr_t *sum =
      tern_affine_add(tern_affine_symbol(builder->context, 0), tern_affine_symbol(builder->context, 1));
  for (size_t i = 0; i < tern_type_rank(op->results[0].type); i++) {
    const tern_mixed_index_t high[] = {padding.high[i], first.high[i]}, low[] = {padding.low[i], first.low[i]};
    padding.high[i] = tern_affine_build_folded_apply(builder, sum, high, 2);
    padding.low[i] = tern_affine_build_folded_apply(builder, sum, low, 2);
  }
  tern_value_t *made = rebuild(op, builder, tern_op_operand(inner, 0), &padding, op->results[0].type);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(made));
  return true;
}

// A slice without steps that keeps the rank, and behind it a pad that adds only behind.
typedef struct padded_slice {
  tern_op_t *slice_op;
  tern_slice_t slice;
  padding_t padding;
} padded_slice_t;

static bool read_padded_slice(const tern_op_t *pad, padded_slice_t *out_part) {
  size_t rank = tern_type_rank(pad->results[0].type);
  out_part->slice_op = tern_value_defined_by(tern_op_operand(pad, 0), TERN_TENSOR(EXTRACT_SLICE));
  if (!out_part->slice_op || !tern_slice_read(out_part->slice_op, &out_part->slice) || out_part->slice.count != rank ||
      !read_padding(pad, &out_part->padding))
    return false;
  for (size_t i = 0; i < rank; i++)
    if (!is_value(out_part->slice.strides[i], 1) || !is_value(out_part->padding.low[i], 0)) return false;
  return true;
}

// A padded slice of a padded slice, each dimension being cut and padded by one of the two at most, is one padded slice
// (upstream: FoldOrthogonalPaddings). `outer` is the one that comes last; its entries become those of both.
static bool join_padded_slices(const padded_slice_t *inner, const tern_type_t *inner_type, padded_slice_t *outer) {
  for (size_t i = 0; i < outer->slice.count; i++) {
    bool inner_pads = pads(&inner->padding, i), outer_pads = pads(&outer->padding, i);
    if (inner_pads && outer_pads) return false;
    if (inner_pads) {
      // The outer slice has to take all of what was padded.
      int64_t size = tern_type_dim(inner_type, i);
      if (size == TERN_DYNAMIC || !is_value(outer->slice.sizes[i], size)) return false;
      outer->slice.sizes[i] = inner->slice.sizes[i];
      outer->padding.high[i] = inner->padding.high[i];
    }
    if (!outer_pads && is_value(outer->slice.offsets[i], 0))
      outer->slice.offsets[i] = inner->slice.offsets[i];
    else if (inner_pads || !is_value(inner->slice.offsets[i], 0))
      return false;
  }
  return true;
}

static bool merge_padded_slices(tern_op_t *op, tern_rewriter_t *rewriter) {
  padded_slice_t outer, inner;
  if (!read_padded_slice(op, &outer)) return false;
  tern_op_t *pad = tern_value_defined_by(tern_op_operand(outer.slice_op, 0), TERN_TENSOR(PAD));
  if (!pad || tern_op_attr(pad, "nofold") || !have_same_value(op, pad) || !read_padded_slice(pad, &inner) ||
      !join_padded_slices(&inner, pad->results[0].type, &outer))
    return false;
  tern_value_t *source = tern_op_operand(inner.slice_op, 0);
  if (!tern_slice_may_be_within(&outer.slice, source->type)) return false;
  tern_builder_set_before(&rewriter->builder, op);
  tern_value_t *slice = tern_tensor_build_extract_slice(&rewriter->builder, source, &outer.slice);
  tern_value_t *made = rebuild(op, &rewriter->builder, slice, &outer.padding, op->results[0].type);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(made));
  return true;
}

bool tern_tensor_canonicalize_pad(tern_op_t *op, tern_rewriter_t *rewriter) {
  padding_t padding;
  if (!read_padding(op, &padding)) return false;
  return erase_empty_padding(op, rewriter, &padding) || refine(op, rewriter, padding) ||
         merge_pads(op, rewriter, padding) || merge_padded_slices(op, rewriter) ||
         tern_linalg_fold_pad_of_fill(op, rewriter);
}

// A pad whose result is only cast to known sizes has them itself.
bool tern_tensor_fold_cast_into_pad(tern_op_t *cast, tern_rewriter_t *rewriter) {
  tern_value_t *value = tern_op_operand(cast, 0);
  const tern_type_t *type = cast->results[0].type;
  tern_op_t *pad = tern_value_defined_by(value, TERN_TENSOR(PAD));
  padding_t padding;
  if (!pad || !tern_value_has_one_use(value) || !tern_tensor_keeps_sizes(value->type, type) ||
      tern_tensor_type_encoding(type) != tern_tensor_type_encoding(value->type) || !read_padding(pad, &padding))
    return false;
  for (size_t i = 0; i < tern_type_rank(type); i++) {
    int64_t size = padded_size(tern_op_operand(pad, 0)->type, &padding, i);
    if (size != TERN_DYNAMIC && size != tern_type_dim(type, i)) return false;
  }
  value->type = type;
  tern_rewriter_modified(rewriter, pad);
  tern_rewriter_replace(rewriter, cast, TERN_VALUES(value));
  return true;
}
