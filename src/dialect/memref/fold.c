// Folds of memref ops, and what they know of casts.

#include "dialect/arith/index_math.h"
#include "dialect/common/reassociation.h"
#include "dialect/memref/hooks.h"
#include "dialect/memref/memref.h"

#define IGNORE(operands, out_results) ((void)(operands), (void)(out_results))

// --- casts ---

// Could one be the other at run time: equal, or one of them unknown?
static bool could_match(int64_t a, int64_t b) { return a == b || a == TERN_DYNAMIC || b == TERN_DYNAMIC; }

bool tern_memref_are_cast_compatible(const tern_type_t *a, const tern_type_t *b) {
  bool is_a_ranked = a->kind == TERN_TYPE_MEMREF, is_b_ranked = b->kind == TERN_TYPE_MEMREF;
  if (!is_a_ranked && a->kind != TERN_TYPE_UNRANKED_MEMREF) return false;
  if (!is_b_ranked && b->kind != TERN_TYPE_UNRANKED_MEMREF) return false;
  if (tern_type_element(a) != tern_type_element(b)) return false;
  if (tern_memref_type_memory_space(a) != tern_memref_type_memory_space(b)) return false;
  if (!is_a_ranked || !is_b_ranked) return is_a_ranked || is_b_ranked;
  size_t rank = tern_type_rank(a);
  if (rank != tern_type_rank(b)) return false;
  if (tern_memref_type_layout(a) != tern_memref_type_layout(b)) {
    int64_t a_strides[TERN_MEMREF_MAX_RANK], b_strides[TERN_MEMREF_MAX_RANK], a_offset, b_offset;
    if (rank > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(a, a_strides, &a_offset) ||
        !tern_memref_type_strides(b, b_strides, &b_offset) || !could_match(a_offset, b_offset))
      return false;
    // The stride of a dim of size 1 means nothing.
    for (size_t i = 0; i < rank; i++)
      if (!could_match(a_strides[i], b_strides[i]) && tern_type_dim(a, i) != 1) return false;
  }
  for (size_t i = 0; i < rank; i++)
    if (!could_match(tern_type_dim(a, i), tern_type_dim(b, i))) return false;
  return true;
}

static tern_op_t *cast_of(const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_MEMREF(CAST)) ? op : NULL;
}

tern_value_t *tern_memref_foldable_cast_source(const tern_value_t *value) {
  tern_op_t *cast = cast_of(value);
  if (!cast) return NULL;
  tern_value_t *source = tern_op_operand(cast, 0);
  const tern_type_t *from = source->type, *to = value->type;
  if (from->kind != TERN_TYPE_MEMREF || to->kind != TERN_TYPE_MEMREF || tern_type_rank(from) != tern_type_rank(to))
    return NULL;
  if (tern_memref_type_memory_space(from) != tern_memref_type_memory_space(to)) return NULL;
  int64_t from_strides[TERN_MEMREF_MAX_RANK], to_strides[TERN_MEMREF_MAX_RANK], from_offset, to_offset;
  if (tern_type_rank(from) > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(from, from_strides, &from_offset) ||
      !tern_memref_type_strides(to, to_strides, &to_offset))
    return NULL;
  // The cast must not gain anything.
  if (from_offset == TERN_DYNAMIC && to_offset != TERN_DYNAMIC) return NULL;
  for (size_t i = 0; i < tern_type_rank(from); i++) {
    if (tern_type_dim(from, i) == TERN_DYNAMIC && tern_type_dim(to, i) != TERN_DYNAMIC) return NULL;
    if (from_strides[i] == TERN_DYNAMIC && to_strides[i] != TERN_DYNAMIC) return NULL;
  }
  return source;
}

bool tern_memref_fold_cast_operands(tern_op_t *op, const tern_value_t *kept) {
  bool is_changed = false;
  for (size_t i = 0; i < op->operand_count; i++) {
    tern_value_t *operand = tern_op_operand(op, i);
    tern_op_t *cast = cast_of(operand);
    if (!cast || operand == kept || tern_op_operand(cast, 0)->type->kind != TERN_TYPE_MEMREF) continue;
    // An unranked memref stays what it is for those that ask for its rank.
    if (operand->type->kind != TERN_TYPE_MEMREF && tern_op_has_trait(op, TERN_TRAIT_LINALG)) continue;
    tern_op_set_operand(op, i, tern_op_operand(cast, 0));
    is_changed = true;
  }
  return is_changed;
}

tern_fold_status_t tern_memref_fold_access(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  IGNORE(operands, out_results);
  return tern_memref_fold_cast_operands(op, NULL) ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_memref_fold_store(tern_op_t *op, const tern_attr_t *const *operands,
                                          tern_fold_result_t *out_results) {
  IGNORE(operands, out_results);
  return tern_memref_fold_cast_operands(op, tern_op_operand(op, 0)) ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

// Casts that forget nothing but what the copy does not need.
tern_fold_status_t tern_memref_fold_copy(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  IGNORE(operands, out_results);
  bool is_changed = false;
  for (size_t i = 0; i < 2; i++) {
    tern_value_t *source = tern_memref_foldable_cast_source(tern_op_operand(op, i));
    if (!source) continue;
    tern_op_set_operand(op, i, source);
    is_changed = true;
  }
  return is_changed ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

// A cast to the same type, and a cast of a cast.
tern_fold_status_t tern_memref_fold_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0);
  if (source->type == op->results[0].type) {
    out_results[0].value = source;
    return TERN_FOLD_REPLACED;
  }
  tern_op_t *inner = cast_of(source);
  if (!inner || tern_op_operand(inner, 0)->type->kind != TERN_TYPE_MEMREF) return TERN_FOLD_FAILED;
  tern_value_t *origin = tern_op_operand(inner, 0);
  if (origin->type != op->results[0].type && !tern_memref_are_cast_compatible(origin->type, op->results[0].type))
    return TERN_FOLD_FAILED;
  tern_op_set_operand(op, 0, origin);
  return TERN_FOLD_IN_PLACE;
}

tern_fold_status_t tern_memref_fold_memory_space_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                                      tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0);
  if (source->type == op->results[0].type) {
    out_results[0].value = source;
    return TERN_FOLD_REPLACED;
  }
  tern_op_t *inner = tern_value_defining_op(source);
  if (!inner || !tern_op_is(inner, TERN_MEMREF(MEMORY_SPACE_CAST))) return TERN_FOLD_FAILED;
  tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
  return TERN_FOLD_IN_PLACE;
}

tern_fold_status_t tern_memref_fold_assume_alignment(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results) {
  (void)operands;
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || !tern_op_is(inner, TERN_MEMREF(ASSUME_ALIGNMENT)) ||
      tern_op_attr(inner, "alignment") != tern_op_attr(op, "alignment"))
    return TERN_FOLD_FAILED;
  out_results[0].value = tern_op_operand(op, 0);
  return TERN_FOLD_REPLACED;
}

// --- dim, rank ---

// The operand that gives the dynamic dimension `dim` of what `op` allocates or views.
static tern_value_t *dynamic_size(const tern_op_t *op, const tern_type_t *type, size_t dim, size_t first_operand) {
  size_t index = 0;
  for (size_t i = 0; i < dim; i++) index += tern_type_dim(type, i) == TERN_DYNAMIC;
  return first_operand + index < op->operand_count ? tern_op_operand(op, first_operand + index) : NULL;
}

static tern_value_t *subview_size(const tern_op_t *op, size_t dim) {
  tern_slice_t slice;
  bool is_dropped[TERN_MEMREF_MAX_RANK];
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  const tern_type_t *result = op->results[0].type;
  if (!tern_slice_read(op, &slice) || slice.count > TERN_MEMREF_MAX_RANK) return NULL;
  tern_slice_statics(&slice, offsets, sizes, strides);
  const tern_type_t *full = tern_memref_subview_type(tern_op_operand(op, 0)->type, offsets, sizes, strides);
  if (!full || !tern_memref_dropped_dims(full, result, is_dropped)) return NULL;
  for (size_t i = 0; i < slice.count; i++) {
    if (is_dropped[i]) continue;
    if (dim-- == 0) return slice.sizes[i].dynamic;
  }
  return NULL;
}

tern_fold_status_t tern_memref_fold_dim(tern_op_t *op, const tern_attr_t *const *operands,
                                        tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = source->type;
  if (type->kind == TERN_TYPE_MEMREF && tern_attr_is_integer(operands[1])) {
    int64_t index = tern_integer_attr_value(operands[1]);
    if (index < 0 || index >= (int64_t)tern_type_rank(type)) return TERN_FOLD_FAILED;
    size_t dim = (size_t)index;
    if (tern_type_dim(type, dim) != TERN_DYNAMIC) {
      out_results[0].attr = tern_integer_attr_get(tern_index_type_get(tern_op_context(op)), tern_type_dim(type, dim));
      return TERN_FOLD_REPLACED;
    }
    const tern_op_t *maker = tern_value_defining_op(source);
    tern_value_t *size = NULL;
    if (maker && (tern_op_is(maker, TERN_MEMREF(ALLOC)) || tern_op_is(maker, TERN_MEMREF(ALLOCA))))
      size = dynamic_size(maker, type, dim, 0);
    else if (maker && tern_op_is(maker, TERN_MEMREF(VIEW)))
      size = dynamic_size(maker, type, dim, 2);
    else if (maker && tern_op_is(maker, TERN_MEMREF(SUBVIEW)))
      size = subview_size(maker, dim);
    if (size) {
      out_results[0].value = size;
      return TERN_FOLD_REPLACED;
    }
  }
  return tern_memref_fold_cast_operands(op, NULL) ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

tern_fold_status_t tern_memref_fold_rank(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0);
  tern_op_t *cast = cast_of(source);
  const tern_type_t *type = cast ? tern_op_operand(cast, 0)->type : source->type;
  if (type->kind != TERN_TYPE_MEMREF) type = source->type;
  if (type->kind != TERN_TYPE_MEMREF) return TERN_FOLD_FAILED;
  out_results[0].attr = tern_integer_attr_get(tern_index_type_get(tern_op_context(op)), (int64_t)tern_type_rank(type));
  return TERN_FOLD_REPLACED;
}

// What the type knows need not be asked at run time. As upstream does, the fold itself makes the constants, so that
// conversions have them too; who uses them is not looked at again.
static bool use_what_is_known(tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  int64_t known[1 + 2 * TERN_MEMREF_MAX_RANK];
  size_t rank = tern_type_rank(type);
  bool is_changed = false;
  if (rank > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(type, &known[1 + rank], &known[0])) return false;
  for (size_t i = 0; i < rank; i++) known[1 + i] = tern_type_dim(type, i);
  tern_builder_t builder = tern_builder_before(op);
  for (size_t i = 0; i < 1 + 2 * rank; i++) {
    tern_value_t *result = tern_op_result(op, 1 + i);
    if (known[i] == TERN_DYNAMIC || !tern_value_has_uses(result)) continue;
    tern_value_replace_all_uses(result, tern_build_index(&builder, known[i]));
    is_changed = true;
  }
  return is_changed;
}

tern_fold_status_t tern_memref_fold_extract_strided_metadata(tern_op_t *op, const tern_attr_t *const *operands,
                                                             tern_fold_result_t *out_results) {
  IGNORE(operands, out_results);
  bool is_changed = use_what_is_known(op);
  tern_op_t *cast = cast_of(tern_op_operand(op, 0));
  if (cast && tern_op_operand(cast, 0)->type->kind == TERN_TYPE_MEMREF) {
    tern_op_set_operand(op, 0, tern_op_operand(cast, 0));
    is_changed = true;
  }
  return is_changed ? TERN_FOLD_IN_PLACE : TERN_FOLD_FAILED;
}

// --- views ---

// Does the slice take all of a subview: from the start, in steps of one, of its sizes?
static bool covers_subview(const tern_slice_t *slice, const tern_value_t *source) {
  tern_op_t *subview = tern_value_defining_op(source);
  tern_slice_t inner;
  int64_t offset, stride;
  if (!subview || !tern_op_is(subview, TERN_MEMREF(SUBVIEW)) || !tern_slice_read(subview, &inner)) return false;
  if (inner.count != slice->count) return false;
  for (size_t i = 0; i < slice->count; i++) {
    if (!tern_mixed_constant(slice->offsets[i], &offset) || offset != 0) return false;
    if (!tern_mixed_constant(slice->strides[i], &stride) || stride != 1) return false;
    if (!tern_mixed_equal(slice->sizes[i], inner.sizes[i])) return false;
  }
  return true;
}

// The whole of a buffer is the buffer.
tern_fold_status_t tern_memref_fold_subview(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0);
  tern_slice_t slice;
  if (source->type != op->results[0].type || !tern_slice_read(op, &slice)) return TERN_FOLD_FAILED;
  bool is_whole = tern_type_has_static_shape(source->type) && tern_slice_is_whole(&slice, source->type);
  if (!is_whole && !covers_subview(&slice, source)) return TERN_FOLD_FAILED;
  out_results[0].value = source;
  return TERN_FOLD_REPLACED;
}

tern_fold_status_t tern_memref_fold_view(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  tern_value_t *source = tern_op_operand(op, 0);
  int64_t shift;
  bool is_same = source->type == op->results[0].type && tern_type_has_static_shape(source->type);
  if (!is_same || !tern_index_constant(tern_op_operand(op, 1), &shift) || shift != 0)
    return tern_memref_fold_access(op, operands, out_results);
  out_results[0].value = source;
  return TERN_FOLD_REPLACED;
}

static bool has_zero_offsets(const tern_op_t *subview) {
  tern_slice_t slice;
  if (!tern_slice_read(subview, &slice)) return false;
  for (size_t i = 0; i < slice.count; i++) {
    int64_t offset;
    if (!tern_mixed_constant(slice.offsets[i], &offset) || offset != 0) return false;
  }
  return true;
}

// The base does not change along casts, other reinterpretations and subviews that start where their source does.
tern_fold_status_t tern_memref_fold_reinterpret_cast(tern_op_t *op, const tern_attr_t *const *operands,
                                                     tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0);
  tern_op_t *inner = tern_value_defining_op(source);
  bool looks_through =
      inner && (tern_op_is(inner, TERN_MEMREF(REINTERPRET_CAST)) || tern_op_is(inner, TERN_MEMREF(CAST)) ||
                (tern_op_is(inner, TERN_MEMREF(SUBVIEW)) && has_zero_offsets(inner)));
  if (looks_through) {
    tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
    return TERN_FOLD_IN_PLACE;
  }
  const tern_type_t *type = op->results[0].type;
  int64_t strides[TERN_MEMREF_MAX_RANK], offset;
  if (source->type != type || !tern_type_has_static_shape(type) || tern_type_rank(type) > TERN_MEMREF_MAX_RANK ||
      !tern_memref_type_strides(type, strides, &offset) || offset == TERN_DYNAMIC)
    return TERN_FOLD_FAILED;
  for (size_t i = 0; i < tern_type_rank(type); i++)
    if (strides[i] == TERN_DYNAMIC) return TERN_FOLD_FAILED;
  out_results[0].value = source;
  return TERN_FOLD_REPLACED;
}

// A reshape to the same type, and a reshape back.
tern_fold_status_t tern_memref_fold_reshape(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (source->type == type) {
    out_results[0].value = source;
    return TERN_FOLD_REPLACED;
  }
  const tern_op_row_t *inverse =
      tern_op_is(op, TERN_MEMREF(COLLAPSE_SHAPE)) ? TERN_MEMREF(EXPAND_SHAPE) : TERN_MEMREF(COLLAPSE_SHAPE);
  tern_op_t *inner = tern_value_defining_op(source);
  if (!inner || !tern_op_is(inner, inverse) || tern_op_operand(inner, 0)->type != type ||
      !tern_reassociation_is_undone(op, inner))
    return TERN_FOLD_FAILED;
  out_results[0].value = tern_op_operand(inner, 0);
  return TERN_FOLD_REPLACED;
}

// An identity, and a transpose of a transpose.
tern_fold_status_t tern_memref_fold_transpose(tern_op_t *op, const tern_attr_t *const *operands,
                                              tern_fold_result_t *out_results) {
  (void)operands;
  tern_value_t *in = tern_op_operand(op, 0);
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_op_attr(op, "permutation"));
  if (tern_affine_map_is_identity(map) && in->type == op->results[0].type) {
    out_results[0].value = in;
    return TERN_FOLD_REPLACED;
  }
  tern_op_t *inner = tern_value_defining_op(in);
  if (!inner || !tern_op_is(inner, TERN_MEMREF(TRANSPOSE))) return TERN_FOLD_FAILED;
  const tern_affine_map_t *first = tern_affine_map_attr_value(tern_op_attr(inner, "permutation"));
  tern_op_set_attr(op, "permutation", tern_affine_map_attr_get(tern_affine_map_compose(map, first)));
  tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
  return TERN_FOLD_IN_PLACE;
}
