// Shapes: broadcasting, and ops that move elements or repeat them.

#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/semantic.h"
#include "ir/attr.h"

enum { RANK_LIMIT = 64 };  // dimensions of a tensor: each but those of size one takes a bit of its number of elements

int64_t tl_element_count(const tl_type_t *type) {
  int64_t count = 1;
  for (size_t i = 0; i < type->rank; ++i) count *= type->dims[i];
  return count;
}

static const tl_type_t *block_of(tl_generator_t *g, tl_v like, const int64_t *dims, size_t rank) {
  return tl_block_type(g->program->arena, tl_scalar(like), dims, rank);
}

tl_v tl_shape_tuple(tl_generator_t *g, const tl_type_t *type) {
  const tl_value_t *dims[RANK_LIMIT];
  for (size_t i = 0; i < type->rank; ++i) dims[i] = tl_int(g->program->arena, type->dims[i]);
  return tl_tuple(g->program->arena, dims, type->rank, NULL);
}

// --- reading lists ---

bool tl_read_integers(tl_generator_t *g, tl_v value, const char *what, const int64_t **out_values, size_t *out_count) {
  tl_items_t items = {&value, 1};
  if (tl_is_tuple(value)) items = value->tuple.items;
  int64_t *values = tern_arena_alloc_array(g->program->arena, items.count, sizeof *values);
  for (size_t i = 0; i < items.count; ++i) {
    tl_v item = items.values[i];
    bool fits = tl_is_integer(item) && item->integer >= INT64_MIN && item->integer <= INT64_MAX;
    if (!fits) return tl_error(g, "%s %zu has to be a constant integer, not '%s'", what, i, tl_kind_name(item)), false;
    values[i] = (int64_t)item->integer;
  }
  *out_values = values;
  *out_count = items.count;
  return true;
}

bool tl_read_shape(tl_generator_t *g, tl_v value, const int64_t **out_dims, size_t *out_rank) {
  if (tl_is_tuple(value) && value->tuple.items.count == 1 && tl_is_tuple(value->tuple.items.values[0]))
    value = value->tuple.items.values[0];
  if (!tl_read_integers(g, value, "shape element", out_dims, out_rank)) return false;
  if (*out_rank > RANK_LIMIT) return tl_error(g, "a tensor of %zu dimensions is not supported", *out_rank), false;
  int64_t count = 1;
  for (size_t i = 0; i < *out_rank; ++i) {
    int64_t dim = (*out_dims)[i];
    if (dim <= 0 || (dim & (dim - 1)) != 0)
      return tl_error(g, "shape element %zu must be a power of 2, but is %lld", i, (long long)dim), false;
    if (dim > TERN_TT_MAX_ELEMENTS || (count *= dim) > TERN_TT_MAX_ELEMENTS) {
      return tl_error(g, "a tensor has at most %d elements", TERN_TT_MAX_ELEMENTS), false;
    }
  }
  return true;
}

bool tl_wrap_axis(tl_generator_t *g, int64_t axis, size_t rank, size_t *out_axis) {
  int64_t count = (int64_t)rank;
  if (axis < -count || axis >= count) {
    return tl_error(g, "invalid axis %lld. Expected %lld <= axis < %lld", (long long)axis, (long long)-count,
                    (long long)count),
           false;
  }
  *out_axis = (size_t)(axis < 0 ? axis + count : axis);
  return true;
}

// --- making blocks ---

tl_v tl_arange(tl_generator_t *g, int64_t start, int64_t end) {
  if ((start >> 32) != 0 || (end >> 32) != 0) return tl_error(g, "arange must fit in int32");
  int64_t size = end - start;
  if (size <= 0) return tl_error(g, "arange's end argument must be greater than the start argument");
  if ((size & (size - 1)) != 0) return tl_error(g, "arange's range must be a power of 2");
  if (size > TERN_TT_MAX_ELEMENTS) return tl_error(g, "a tensor has at most %d elements", TERN_TT_MAX_ELEMENTS);
  const tl_type_t *type = tl_block_type(g->program->arena, tl_scalar_type(TL_DTYPE_INT32), &size, 1);
  return tl_emit(g, TERN_TT(MAKE_RANGE), type, (tern_values_t){0},
                 TERN_ATTRS({"start", tl_i32_attr(g, start)}, {"end", tl_i32_attr(g, end)}));
}

tl_v tl_splat(tl_generator_t *g, tl_v value, const int64_t *dims, size_t rank) {
  if (tl_is_block(value)) return tl_error(g, "cannot splat a block tensor");
  return rank == 0 ? value : tl_emit_folded(g, TERN_TT(SPLAT), block_of(g, value, dims, rank), value);
}

tl_v tl_full(tl_generator_t *g, const int64_t *dims, size_t rank, tl_v value, const tl_type_t *type) {
  tl_v scalar = tl_make_scalar(g, value, type);
  return scalar ? tl_splat(g, scalar, dims, rank) : NULL;
}

tl_v tl_unsplat(tl_generator_t *g, tl_v value) {
  const tl_type_t *type = tl_type_of(value);
  if (type->kind != TL_BLOCK) return value;
  if (tl_element_count(type) != 1) return tl_error(g, "can only unsplat single-element tensors");
  return tl_emit_folded(g, TERN_TT(UNSPLAT), type->element, value);
}

// --- broadcasting ---

tl_v tl_expand_dims(tl_generator_t *g, tl_v input, size_t axis) {
  const tl_type_t *type = tl_type_of(input);
  if (type->rank >= RANK_LIMIT) return tl_error(g, "a tensor of more than %d dimensions is not supported", RANK_LIMIT);
  if (axis > type->rank) return tl_error(g, "there is no dimension %zu to put in front of", axis);
  int64_t dims[RANK_LIMIT];
  for (size_t i = 0; i <= type->rank; ++i) dims[i] = i == axis ? 1 : type->dims[i - (i > axis)];
  if (type->kind != TL_BLOCK) return tl_splat(g, input, dims, 1);
  return tl_emit(g, TERN_TT(EXPAND_DIMS), block_of(g, input, dims, type->rank + 1), TERN_VALUES(tl_handle(input)),
                 TERN_ATTRS({"axis", tl_i32_attr(g, (int64_t)axis)}));
}

static bool same_dims(const tl_type_t *type, const int64_t *dims, size_t rank) {
  bool is_same = type->rank == rank;
  for (size_t i = 0; is_same && i < rank; ++i) is_same = type->dims[i] == dims[i];
  return is_same;
}

tl_v tl_broadcast_to(tl_generator_t *g, tl_v input, const int64_t *dims, size_t rank) {
  const tl_type_t *type = tl_type_of(input);
  if (type->kind != TL_BLOCK) return tl_splat(g, input, dims, rank);
  if (type->rank != rank)
    return tl_error(g, "cannot broadcast, rank mismatch: %s to %zu dimensions", tl_type_text(g, type), rank);
  if (same_dims(type, dims, rank)) return input;
  for (size_t i = 0; i < rank; ++i) {
    if (type->dims[i] == dims[i] || type->dims[i] == 1) continue;
    return tl_error(g,
                    "cannot broadcast, the expanded size of the tensor (%lld) must match the existing size (%lld) at "
                    "non-singleton dimension %zu",
                    (long long)dims[i], (long long)type->dims[i], i);
  }
  return tl_emit_folded(g, TERN_TT(BROADCAST), block_of(g, input, dims, rank), input);
}

static bool make_same_shape(tl_generator_t *g, tl_v *a, tl_v *b) {
  while (*a && tl_type_of(*a)->rank < tl_type_of(*b)->rank) *a = tl_expand_dims(g, *a, 0);
  while (*a && *b && tl_type_of(*b)->rank < tl_type_of(*a)->rank) *b = tl_expand_dims(g, *b, 0);
  if (!*a || !*b) return false;
  int64_t dims[RANK_LIMIT];
  size_t rank = tl_type_of(*a)->rank;
  for (size_t i = 0; i < rank; ++i) {
    int64_t left = tl_type_of(*a)->dims[i], right = tl_type_of(*b)->dims[i];
    dims[i] = left == 1 ? right : left;
    if (left == 1 || right == 1 || left == right) continue;
    tl_error(g, "cannot make_shape_compatible: incompatible dimensions at index %zu: %lld and %lld", i, (long long)left,
             (long long)right);
    return false;
  }
  if (!same_dims(tl_type_of(*a), dims, rank))
    *a = tl_emit_folded(g, TERN_TT(BROADCAST), block_of(g, *a, dims, rank), *a);
  if (*a && !same_dims(tl_type_of(*b), dims, rank))
    *b = tl_emit_folded(g, TERN_TT(BROADCAST), block_of(g, *b, dims, rank), *b);
  return *a && *b;
}

bool tl_broadcast_values(tl_generator_t *g, tl_v *a, tl_v *b) {
  bool a_is_block = tl_is_block(*a), b_is_block = tl_is_block(*b);
  if (a_is_block && b_is_block) return make_same_shape(g, a, b);
  if (a_is_block) return (*b = tl_splat(g, *b, tl_type_of(*a)->dims, tl_type_of(*a)->rank)) != NULL;
  if (b_is_block) return (*a = tl_splat(g, *a, tl_type_of(*b)->dims, tl_type_of(*b)->rank)) != NULL;
  return true;
}

bool tl_broadcast_tensors(tl_generator_t *g, tl_v *tensors, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    if (!tl_broadcast_values(g, &tensors[0], &tensors[i])) return false;
  }
  for (size_t i = 1; i + 1 < count; ++i) {
    if (!tl_broadcast_values(g, &tensors[0], &tensors[i])) return false;
  }
  return true;
}

// --- moving elements ---

tl_v tl_reshape(tl_generator_t *g, tl_v input, const int64_t *dims, size_t rank, bool may_reorder) {
  int64_t count = 1;
  for (size_t i = 0; i < rank; ++i) count *= dims[i];
  if (tl_element_count(tl_type_of(input)) != count)
    return tl_error(g, "reshape() cannot change total number of elements in tensor");
  if (!tl_is_block(input)) return tl_splat(g, input, dims, rank);
  tern_named_attrs_t attrs = TERN_ATTRS({"allow_reorder", tern_unit_attr_get(g->program->context)});
  attrs.count = may_reorder;
  return tl_emit(g, TERN_TT(RESHAPE), block_of(g, input, dims, rank), TERN_VALUES(tl_handle(input)), attrs);
}

tl_v tl_permute(tl_generator_t *g, tl_v input, const int64_t *order, size_t count) {
  const tl_type_t *type = tl_type_of(input);
  int64_t dims[RANK_LIMIT];
  int32_t places[RANK_LIMIT];
  uint64_t seen = 0;
  if (type->rank != count) return tl_error(g, "permute dims must have the same length as input shape");
  for (size_t i = 0; i < count; ++i) {
    if (order[i] < 0 || order[i] >= (int64_t)count || (seen >> order[i] & 1)) {
      return tl_error(g, "permute dims must be a permutation of 0, 1, ..., n-1");
    }
    seen |= (uint64_t)1 << order[i];
    dims[i] = type->dims[order[i]];
    places[i] = (int32_t)order[i];
  }
  return tl_emit(g, TERN_TT(TRANS), block_of(g, input, dims, count), TERN_VALUES(tl_handle(input)),
                 TERN_ATTRS({"order", tern_dense_i32_array_attr_get(g->program->context, places, count)}));
}

tl_v tl_join(tl_generator_t *g, tl_v a, tl_v b) {
  if (!tl_broadcast_values(g, &a, &b)) return NULL;
  bool are_scalars = !tl_is_block(a);
  if (are_scalars && (!(a = tl_expand_dims(g, a, 0)) || !(b = tl_expand_dims(g, b, 0)))) return NULL;
  const tl_type_t *type = tl_type_of(a);
  if (type->rank >= RANK_LIMIT) return tl_error(g, "a tensor of more than %d dimensions is not supported", RANK_LIMIT);
  if (!tl_same_type(type, tl_type_of(b))) return tl_error(g, "join() takes tensors of the same type");
  int64_t dims[RANK_LIMIT];
  for (size_t i = 0; i < type->rank; ++i) dims[i] = type->dims[i];
  dims[type->rank] = 2;
  tl_v joined = tl_emit2(g, TERN_TT(JOIN), block_of(g, a, dims, type->rank + 1), a, b);
  return joined && are_scalars ? tl_reshape(g, joined, (int64_t[]){2}, 1, false) : joined;
}

bool tl_split(tl_generator_t *g, tl_v a, tl_v out_halves[2]) {
  bool is_vector = tl_type_of(a)->rank == 1;
  if (is_vector && !(a = tl_expand_dims(g, a, 0))) return false;
  const tl_type_t *type = tl_type_of(a);
  if (type->rank == 0 || type->dims[type->rank - 1] != 2)
    return tl_error(g, "split() takes a tensor whose last dimension has size 2"), false;
  const tl_type_t *half = block_of(g, a, type->dims, type->rank - 1);
  const tern_type_t *ir_type = tl_ir_type(g, half);
  if (!ir_type) return false;
  tern_op_t *op =
      tern_build(&g->b, TERN_TT(SPLIT), .operands = TERN_VALUES(tl_handle(a)), .types = TERN_TYPES(ir_type, ir_type));
  for (size_t i = 0; i < 2; ++i) out_halves[i] = tl_tensor(g, tern_op_result(op, i), half);
  for (size_t i = 0; is_vector && i < 2; ++i) {
    if (!(out_halves[i] = tl_unsplat(g, out_halves[i]))) return false;
  }
  return true;
}

static bool is_whole(tl_v index) {
  return index->kind == TL_SLICE_VALUE && tl_is_none(index->slice.start) && tl_is_none(index->slice.stop) &&
         tl_is_none(index->slice.step);
}

tl_v tl_tensor_subscript(tl_generator_t *g, tl_v tensor, tl_v index) {
  tl_items_t items = {&index, 1};
  if (tl_is_tuple(index)) items = index->tuple.items;
  for (size_t i = 0; tensor && i < items.count; ++i) {
    tl_v item = items.values[i];
    if (tl_is_none(item)) {
      tensor = tl_expand_dims(g, tensor, i);
    } else if (!is_whole(item)) {
      return tl_error(g, "unsupported tensor index: %s", tl_text(g, item));
    }
  }
  return tensor;
}
