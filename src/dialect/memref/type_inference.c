// Types of views of memrefs (upstream: the infer and compute functions of MemRefOps.cpp).

#include "dialect/memref/type_inference.h"

int64_t tern_saturated_mul(int64_t a, int64_t b) {
  int64_t product;
  // Nothing times a size that is not known is nothing.
  if (a == 0 || b == 0) return 0;
  if (a == TERN_DYNAMIC || b == TERN_DYNAMIC || __builtin_mul_overflow(a, b, &product)) return TERN_DYNAMIC;
  return product;
}

int64_t tern_saturated_add(int64_t a, int64_t b) {
  int64_t sum;
  if (a == TERN_DYNAMIC || b == TERN_DYNAMIC || __builtin_add_overflow(a, b, &sum)) return TERN_DYNAMIC;
  return sum;
}

static const tern_type_t *strided_type(const tern_type_t *source, const int64_t *dims, size_t rank, int64_t offset,
                                       const int64_t *strides) {
  const tern_attr_t *layout = tern_strided_layout_attr_get(source->context, offset, strides, rank);
  return tern_memref_type_get(tern_type_element(source), dims, rank, layout, tern_memref_type_memory_space(source));
}

const tern_type_t *tern_memref_subview_type(const tern_type_t *source, const int64_t *offsets, const int64_t *sizes,
                                            const int64_t *strides) {
  int64_t source_strides[TERN_MEMREF_MAX_RANK], target_strides[TERN_MEMREF_MAX_RANK], offset;
  size_t rank = tern_type_rank(source);
  if (rank > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(source, source_strides, &offset)) return NULL;
  for (size_t i = 0; i < rank; i++) {
    offset = tern_saturated_add(offset, tern_saturated_mul(offsets[i], source_strides[i]));
    target_strides[i] = tern_saturated_mul(source_strides[i], strides[i]);
  }
  return strided_type(source, sizes, rank, offset, target_strides);
}

bool tern_memref_dropped_dims(const tern_type_t *full, const tern_type_t *reduced, bool *out_is_dropped) {
  int64_t full_strides[TERN_MEMREF_MAX_RANK], reduced_strides[TERN_MEMREF_MAX_RANK], offset;
  size_t full_rank = tern_type_rank(full), reduced_rank = tern_type_rank(reduced), next = 0;
  if (full_rank > TERN_MEMREF_MAX_RANK || reduced_rank > full_rank) return false;
  if (!tern_memref_type_strides(full, full_strides, &offset) ||
      !tern_memref_type_strides(reduced, reduced_strides, &offset))
    return false;
  // A dim of size 1 is left out where keeping it would not fit: sizes or strides differ, or too few dims are left to
  // drop the rest.
  size_t to_drop = full_rank - reduced_rank;
  for (size_t i = 0; i < full_rank; i++) {
    bool fits = next < reduced_rank && tern_type_dim(full, i) == tern_type_dim(reduced, next) &&
                full_strides[i] == reduced_strides[next];
    size_t units_after = 0;
    for (size_t j = i + 1; j < full_rank; j++) units_after += tern_type_dim(full, j) == 1;
    bool may_drop = tern_type_dim(full, i) == 1 && to_drop > 0;
    out_is_dropped[i] = may_drop && (!fits || units_after < to_drop);
    if (out_is_dropped[i]) {
      to_drop--;
    } else if (!fits) {
      return false;
    } else {
      next++;
    }
  }
  return to_drop == 0 && next == reduced_rank;
}

static size_t count_equal(const int64_t *values, size_t count, int64_t value) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += values[i] == value;
  return found;
}

bool tern_memref_reduced_dims(const tern_type_t *type, const int64_t *sizes, const tern_type_t *reduced,
                              bool *out_is_dropped) {
  int64_t strides[TERN_MEMREF_MAX_RANK], reduced_strides[TERN_MEMREF_MAX_RANK], left[TERN_MEMREF_MAX_RANK], offset;
  size_t rank = tern_type_rank(type), reduced_rank = tern_type_rank(reduced), units = 0;
  if (rank > TERN_MEMREF_MAX_RANK || reduced_rank > rank) return false;
  for (size_t i = 0; i < rank; i++) {
    out_is_dropped[i] = reduced_rank < rank && sizes[i] == 1;
    units += out_is_dropped[i];
  }
  if (units + reduced_rank == rank) return true;
  // Not all dims of size 1 are gone: a dim is where its stride is, so strides are counted. `left` has those that are not
  // accounted for yet.
  if (!tern_memref_type_strides(type, strides, &offset) || !tern_memref_type_strides(reduced, reduced_strides, &offset))
    return false;
  size_t left_count = rank;
  for (size_t i = 0; i < rank; i++) left[i] = strides[i];
  for (size_t i = 0; i < rank; i++) {
    if (!out_is_dropped[i]) continue;
    size_t before = count_equal(left, left_count, strides[i]);
    size_t after = count_equal(reduced_strides, reduced_rank, strides[i]);
    if (before < after) return false;
    out_is_dropped[i] = before > after;
    if (before == after) {
      units--;
      continue;
    }
    size_t position = 0;
    while (left[position] != strides[i]) position++;
    left[position] = left[--left_count];
  }
  return units + reduced_rank == rank;
}

const tern_type_t *tern_memref_rank_reduced_subview_type(const tern_type_t *source, const int64_t *offsets,
                                                         const int64_t *sizes, const int64_t *strides,
                                                         const int64_t *shape, size_t rank) {
  const tern_type_t *full = tern_memref_subview_type(source, offsets, sizes, strides);
  if (!full || rank > tern_type_rank(full)) return NULL;
  int64_t full_strides[TERN_MEMREF_MAX_RANK], kept[TERN_MEMREF_MAX_RANK], offset;
  tern_memref_type_strides(full, full_strides, &offset);
  size_t next = 0;
  for (size_t i = 0; i < tern_type_rank(full); i++) {
    if (next < rank && tern_type_dim(full, i) == shape[next]) {
      kept[next++] = full_strides[i];
    } else if (tern_type_dim(full, i) != 1) {
      return NULL;
    }
  }
  return next == rank ? strided_type(full, shape, rank, offset, kept) : NULL;
}

// --- reassociations ---

bool tern_memref_has_identity_layout(const tern_type_t *type) {
  const tern_attr_t *layout = tern_memref_type_layout(type);
  int64_t stride, offset;
  if (!layout) return true;
  return layout->kind == TERN_ATTR_STRIDED_LAYOUT && tern_type_rank(type) <= 1 &&
         tern_memref_type_strides(type, &stride, &offset) && offset == 0 && (tern_type_rank(type) == 0 || stride == 1);
}

static int64_t group_at(const tern_attr_t *group, size_t index) { return tern_int_list_attr_at(group, index); }

// Strides after collapsing; false if dims of a group are known not to lie one after the other.
static bool collapse_strides(const tern_type_t *source, const tern_attr_t *reassociation, const int64_t *strides,
                             int64_t *out_strides) {
  for (size_t i = 0; i < tern_array_attr_count(reassociation); i++) {
    const tern_attr_t *group = tern_array_attr_at(reassociation, i);
    size_t last = tern_int_list_attr_count(group);
    if (last == 0) return false;
    last--;
    while (last > 0 && tern_type_dim(source, (size_t)group_at(group, last)) == 1) last--;
    bool is_known = last == 0 || tern_type_dim(source, (size_t)group_at(group, last)) != TERN_DYNAMIC;
    out_strides[i] = is_known ? strides[group_at(group, last)] : TERN_DYNAMIC;
    int64_t stride = out_strides[i];
    for (size_t j = tern_int_list_attr_count(group); j-- > 1;) {
      size_t dim = (size_t)group_at(group, j), previous = dim - 1;
      stride = tern_saturated_mul(stride, tern_type_dim(source, dim));
      if (tern_type_dim(source, previous) == 1) continue;
      if (stride != TERN_DYNAMIC && strides[previous] != TERN_DYNAMIC && stride != strides[previous]) return false;
    }
  }
  return true;
}

const tern_type_t *tern_memref_collapsed_type(const tern_type_t *source, const tern_attr_t *reassociation) {
  int64_t dims[TERN_MEMREF_MAX_RANK], strides[TERN_MEMREF_MAX_RANK], collapsed[TERN_MEMREF_MAX_RANK], offset;
  size_t rank = tern_array_attr_count(reassociation);
  if (rank > TERN_MEMREF_MAX_RANK || tern_type_rank(source) > TERN_MEMREF_MAX_RANK) return NULL;
  for (size_t i = 0; i < rank; i++) {
    const tern_attr_t *group = tern_array_attr_at(reassociation, i);
    dims[i] = 1;
    for (size_t j = 0; j < tern_int_list_attr_count(group); j++)
      dims[i] = tern_saturated_mul(dims[i], tern_type_dim(source, (size_t)group_at(group, j)));
  }
  const tern_attr_t *space = tern_memref_type_memory_space(source);
  if (tern_memref_has_identity_layout(source))
    return tern_memref_type_get(tern_type_element(source), dims, rank, NULL, space);
  if (!tern_memref_type_strides(source, strides, &offset)) return NULL;
  if (!collapse_strides(source, reassociation, strides, collapsed)) return NULL;
  return strided_type(source, dims, rank, offset, collapsed);
}

const tern_type_t *tern_memref_expanded_type(const tern_type_t *source, const int64_t *shape, size_t rank,
                                             const tern_attr_t *reassociation) {
  int64_t strides[TERN_MEMREF_MAX_RANK], expanded[TERN_MEMREF_MAX_RANK], offset;
  const tern_attr_t *space = tern_memref_type_memory_space(source);
  if (tern_memref_has_identity_layout(source))
    return tern_memref_type_get(tern_type_element(source), shape, rank, NULL, space);
  if (rank > TERN_MEMREF_MAX_RANK || tern_type_rank(source) > TERN_MEMREF_MAX_RANK) return NULL;
  if (!tern_memref_type_strides(source, strides, &offset)) return NULL;
  for (size_t i = 0; i < rank; i++) expanded[i] = 1;
  for (size_t i = 0; i < tern_array_attr_count(reassociation); i++) {
    const tern_attr_t *group = tern_array_attr_at(reassociation, i);
    int64_t stride = strides[i];
    for (size_t j = tern_int_list_attr_count(group); j-- > 0;) {
      expanded[group_at(group, j)] = stride;
      stride = tern_saturated_mul(stride, shape[group_at(group, j)]);
    }
  }
  return strided_type(source, shape, rank, offset, expanded);
}

const tern_type_t *tern_memref_transposed_type(const tern_type_t *source, const size_t *permutation) {
  int64_t dims[TERN_MEMREF_MAX_RANK], strides[TERN_MEMREF_MAX_RANK], permuted[TERN_MEMREF_MAX_RANK], offset;
  size_t rank = tern_type_rank(source);
  if (rank > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(source, strides, &offset)) return NULL;
  for (size_t i = 0; i < rank; i++) {
    dims[i] = tern_type_dim(source, permutation[i]);
    permuted[i] = strides[permutation[i]];
  }
  return strided_type(source, dims, rank, offset, permuted);
}

bool tern_memref_types_equivalent(const tern_type_t *a, const tern_type_t *b) {
  if (a == b) return true;
  if (a->kind != TERN_TYPE_MEMREF || b->kind != TERN_TYPE_MEMREF || tern_type_rank(a) != tern_type_rank(b))
    return false;
  if (tern_type_element(a) != tern_type_element(b)) return false;
  if (tern_memref_type_memory_space(a) != tern_memref_type_memory_space(b)) return false;
  int64_t a_strides[TERN_MEMREF_MAX_RANK], b_strides[TERN_MEMREF_MAX_RANK], a_offset, b_offset;
  if (tern_type_rank(a) > TERN_MEMREF_MAX_RANK || !tern_memref_type_strides(a, a_strides, &a_offset) ||
      !tern_memref_type_strides(b, b_strides, &b_offset) || a_offset != b_offset)
    return false;
  for (size_t i = 0; i < tern_type_rank(a); i++)
    if (a_strides[i] != b_strides[i] || tern_type_dim(a, i) != tern_type_dim(b, i)) return false;
  return true;
}
