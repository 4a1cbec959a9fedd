// Loops of contractions on buffers, and pieces of them.

#include "transform/linalg/blocking/contraction_loops.h"

#include "analysis/size_bound.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/build.h"

size_t tern_contraction_dimension_of(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  size_t r = 0;
  while (r < map->result_count && !tern_affine_expr_is_dim(map->results[r], loop)) ++r;
  return r;
}

bool tern_contraction_is_innermost(const tern_op_t *op, size_t position, size_t loop) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  return map->result_count > 0 && tern_affine_expr_is_dim(map->results[map->result_count - 1], loop);
}

bool tern_contraction_has_rows_along(const tern_op_t *op, size_t position, size_t loop) {
  size_t rank = tern_type_rank(tern_op_operand(op, position)->type);
  return rank >= 2 && tern_contraction_dimension_of(op, position, loop) == rank - 2;
}

// The only loop that it adds up along but for those of one iteration.
static bool find_depth(const tern_contraction_t *roles, const int64_t *ranges, size_t *out_loop) {
  *out_loop = roles->k[roles->k_count - 1];
  for (size_t i = 0; i + 1 < roles->k_count; ++i) {
    if (ranges[roles->k[i]] != 1) return false;
  }
  return true;
}

bool tern_contraction_loops_find(tern_op_t *op, tern_contraction_loops_t *out) {
  tern_contraction_t roles;
  *out = (tern_contraction_loops_t){.op = op};
  if (!tern_linalg_can_slice(op) || tern_linalg_has_empty_buffer(op) || !tern_linalg_match_contraction(op, &roles) ||
      roles.m_count > 1 || roles.n_count > 1 || !tern_linalg_static_loop_ranges(op, out->ranges) ||
      !find_depth(&roles, out->ranges, &out->depth)) {
    return false;
  }
  for (size_t i = 0; i < roles.batch_count; ++i) out->is_one[roles.batch[i]] = out->ranges[roles.batch[i]] != 1;
  size_t output = tern_linalg_output_position(op, 0);
  bool ends_in_n = roles.n_count && tern_contraction_is_innermost(op, output, roles.n[0]);
  bool ends_in_m = roles.m_count && tern_contraction_is_innermost(op, output, roles.m[0]);
  if (!ends_in_n && !ends_in_m) return false;
  out->columns = ends_in_n ? roles.n[0] : roles.m[0];
  out->has_rows = ends_in_n ? roles.m_count : roles.n_count;
  if (out->has_rows) out->rows = ends_in_n ? roles.m[0] : roles.n[0];
  size_t rank = tern_linalg_indexing_map(op, 0)->result_count;
  out->wide = tern_contraction_dimension_of(op, 0, out->columns) < rank ? 0 : 1;
  return true;
}

bool tern_contraction_shares_sets(const tern_op_t *op, size_t position, size_t loop) {
  const tern_type_t *type = tern_op_operand(op, position)->type;
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset, bytes = (int64_t)tern_dense_element_size(tern_type_element(type));
  size_t r = tern_contraction_dimension_of(op, position, loop);
  if (!tern_memref_type_strides(type, strides, &offset) || r == tern_type_rank(type)) return false;
  return strides[r] == TERN_DYNAMIC || strides[r] * bytes % 2048 == 0;
}

int64_t tern_contraction_bound_of(const tern_contraction_loops_t *loops, size_t loop) {
  size_t position, dim;
  if (loops->ranges[loop] != TERN_DYNAMIC) return loops->ranges[loop];
  if (!tern_linalg_loop_source(loops->op, loop, &position, &dim)) return TERN_DYNAMIC;
  return tern_size_bound(tern_op_operand(loops->op, position), dim);
}

int64_t tern_contraction_balance(int64_t extent, int64_t limit, int64_t unit) {
  if (limit < unit) limit = unit;
  if (extent == TERN_DYNAMIC) return limit;
  int64_t steps = (extent + limit - 1) / limit, step = (extent + steps - 1) / steps;
  return (step + unit - 1) / unit * unit;
}

// The same value, or the same part of the same memory.
static bool are_same(const tern_value_t *a, const tern_value_t *b) {
  if (a == b) return true;
  const tern_op_t *x = tern_value_defining_op(a), *y = tern_value_defining_op(b);
  if (!x || !y || !tern_op_is(x, TERN_MEMREF(SUBVIEW)) || !tern_op_is(y, TERN_MEMREF(SUBVIEW)) || a->type != b->type ||
      x->operand_count != y->operand_count) {
    return false;
  }
  static const char *const lists[] = {"static_offsets", "static_sizes", "static_strides"};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) {
    if (tern_op_attr(x, lists[i]) != tern_op_attr(y, lists[i])) return false;
  }
  for (size_t i = 0; i < x->operand_count; ++i) {
    if (tern_op_operand(x, i) != tern_op_operand(y, i)) return false;
  }
  return true;
}

tern_op_t *tern_contraction_find_fill(const tern_contraction_loops_t *loops) {
  tern_op_t *before = loops->op->prev;
  while (before && tern_op_has_trait(before, TERN_TRAIT_PURE)) before = before->prev;
  if (!before || !tern_op_is(before, TERN_LINALG(FILL))) return NULL;
  return are_same(tern_linalg_output(before, 0), tern_linalg_output(loops->op, 0)) ? before : NULL;
}

tern_op_t *tern_contraction_begin_cut(tern_builder_t *b, const tern_contraction_loops_t *loops, size_t dimension,
                                      int64_t step, tern_tile_t *tile) {
  int64_t range = loops->ranges[dimension];
  tile->offsets[dimension] = tern_build_index(b, 0);
  tile->sizes[dimension] = tern_build_index(b, range == TERN_DYNAMIC || range > step ? step : range);
  if (range != TERN_DYNAMIC && range <= step) return NULL;
  tern_value_t *extent = tern_tile_build_extent(b, loops->op, dimension, range), *size = tile->sizes[dimension];
  tern_op_t *loop = tern_build_scf_for(b, tile->offsets[dimension], extent, size, (tern_values_t){0});
  tern_value_t *iv = tern_scf_for_iv(loop);
  bool is_exact = range != TERN_DYNAMIC && range % step == 0;
  tile->offsets[dimension] = iv;
  if (!is_exact) tile->sizes[dimension] = tern_build_index_min(b, size, tern_build_index_sub(b, extent, iv));
  return loop;
}

tern_values_t tern_contraction_build_indices(tern_builder_t *b, const tern_op_t *op, size_t position,
                                             tern_value_t *const *offsets, tern_value_t **storage) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    tern_value_t *offset = offsets[map->results[r]->value];
    storage[r] = offset ? offset : tern_build_index(b, 0);
  }
  return (tern_values_t){storage, map->result_count};
}

void tern_contraction_end_cut(tern_builder_t *b, tern_op_t *loop) {
  if (loop) tern_build_scf_for_end(b, loop, (tern_values_t){0});
}

tern_value_t *tern_contraction_build_memory(tern_builder_t *b, const tern_type_t *element, const int64_t *dims,
                                            size_t rank) {
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(b->context, 64), 64);
  return tern_build_value(b, TERN_MEMREF(ALLOCA),
                          .types = TERN_TYPES(tern_memref_type_get(element, dims, rank, NULL, NULL)),
                          .attrs = TERN_ATTRS({"alignment", alignment}), .segments = (int32_t[]){0, 0});
}
