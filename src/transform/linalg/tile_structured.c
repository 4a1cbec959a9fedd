// Slices of structured ops.

#include "transform/linalg/tile_structured.h"

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"

// Maps whose results only grow with every dim can be sliced: f(offset) is the slice's start and f(size - 1) its length
// less one.
static bool is_monotone(const tern_affine_expr_t *expr) {
  switch (expr->kind) {
    case TERN_AFFINE_CONSTANT: return expr->value >= 0;
    case TERN_AFFINE_DIM: return true;
    case TERN_AFFINE_ADD: return is_monotone(expr->lhs) && is_monotone(expr->rhs);
    case TERN_AFFINE_MUL:
      return is_monotone(expr->lhs) && expr->rhs->kind == TERN_AFFINE_CONSTANT && expr->rhs->value >= 0;
    default: return false;
  }
}

bool tern_linalg_can_slice(const tern_op_t *op) {
  if (!tern_linalg_has_buffer_semantics(op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t r = 0; r < map->result_count; ++r) {
      if (!is_monotone(map->results[r])) return false;
    }
  }
  return true;
}

// The size of a part that a buffer is, as a value; NULL if there is none.
static tern_value_t *find_part_size(const tern_op_t *subview, size_t dim) {
  tern_slice_t slice;
  int64_t sizes[TERN_INDEX_LIST_MAX], unused[2][TERN_INDEX_LIST_MAX];
  bool is_dropped[TERN_INDEX_LIST_MAX];
  if (!tern_slice_read(subview, &slice)) return NULL;
  tern_slice_statics(&slice, unused[0], sizes, unused[1]);
  const tern_type_t *source = tern_op_operand(subview, 0)->type;
  if (!tern_memref_reduced_dims(source, sizes, subview->results[0].type, is_dropped)) return NULL;
  for (size_t d = 0, left = dim; d < slice.count; ++d) {
    if (is_dropped[d]) continue;
    if (left-- == 0) return slice.sizes[d].dynamic;
  }
  return NULL;
}

// The size that a temporary was made with, or that a part has. The temporary may become smaller, as large as a tile; and where sizes
// of a grid are computed there are no buffers.
static tern_value_t *find_size(const tern_value_t *buffer, size_t dim) {
  const tern_op_t *op = tern_value_defining_op(buffer);
  if (!op || tern_type_dim(buffer->type, dim) != TERN_DYNAMIC) return NULL;
  if (tern_op_is(op, TERN_MEMREF(SUBVIEW))) return find_part_size(op, dim);
  if (!tern_op_is(op, TERN_MEMREF(ALLOCA))) return NULL;
  size_t position = 0;
  for (size_t d = 0; d < dim; ++d) position += tern_type_dim(buffer->type, d) == TERN_DYNAMIC;
  return tern_op_operand(op, position);
}

int64_t tern_linalg_count_touched(const tern_op_t *op, size_t position, const int64_t *sizes) {
  int64_t first[TERN_LINALG_MAX_LOOPS] = {0}, last[TERN_LINALG_MAX_LOOPS], begin, end, count = 1;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) last[loop] = sizes[loop] - 1;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  for (size_t r = 0; r < map->result_count; ++r) {
    if (!tern_affine_expr_evaluate(map->results[r], first, NULL, &begin) ||
        !tern_affine_expr_evaluate(map->results[r], last, NULL, &end)) {
      return INT64_MAX;
    }
    count = tern_saturated_mul(count, end - begin + 1);
  }
  return count;
}

bool tern_linalg_contiguous_loop(const tern_op_t *op, size_t position, size_t *out_loop) {
  const tern_type_t *type = tern_op_operand(op, position)->type;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  if (type->kind != TERN_TYPE_MEMREF || map->result_count == 0 || map->result_count > TERN_LINALG_MAX_LOOPS ||
      !tern_memref_type_strides(type, strides, &offset) || strides[map->result_count - 1] != 1) {
    return false;
  }
  const tern_affine_expr_t *last = map->results[map->result_count - 1];
  if (last->kind != TERN_AFFINE_DIM) return false;
  *out_loop = (size_t)last->value;
  return true;
}

tern_value_t *tern_tile_build_extent(tern_builder_t *b, const tern_op_t *op, size_t loop, int64_t extent) {
  size_t position, dim;
  if (extent != TERN_DYNAMIC || !tern_linalg_loop_source(op, loop, &position, &dim)) return tern_build_index(b, extent);
  tern_value_t *size = find_size(tern_op_operand(op, position), dim);
  if (size) return size;
  tern_value_t *operands[] = {tern_op_operand(op, position), tern_build_index(b, (int64_t)dim)};
  return tern_build_value(b, TERN_MEMREF(DIM), .operands = {operands, 2});
}

static bool is_whole_box(const tern_type_t *type, tern_value_t *const *offsets, tern_value_t *const *sizes) {
  for (size_t r = 0; r < tern_type_rank(type); ++r) {
    int64_t offset, size;
    if (!tern_index_constant(offsets[r], &offset) || offset != 0) return false;
    if (!tern_index_constant(sizes[r], &size) || size != tern_type_dim(type, r)) return false;
  }
  return true;
}

// The part of operand `position` that the tile touches. Loops without a tile are taken whole.
static tern_value_t *build_slice(tern_builder_t *b, const tern_op_t *op, size_t position, const tern_tile_t *tile,
                                 tern_value_t *const *extents) {
  tern_value_t *source = tern_op_operand(op, position);
  if (source->type->kind != TERN_TYPE_MEMREF) return source;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  tern_value_t *first[TERN_LINALG_MAX_LOOPS], *last[TERN_LINALG_MAX_LOOPS];
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS], *sizes[TERN_LINALG_MAX_LOOPS];
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  bool is_whole = true;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    first[loop] = tile->offsets[loop] ? tile->offsets[loop] : zero;
    last[loop] = tern_build_index_sub(b, tile->offsets[loop] ? tile->sizes[loop] : extents[loop], one);
  }
  for (size_t r = 0; r < map->result_count; ++r) {
    bool is_sliced = false;
    for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
      is_sliced |= tile->offsets[loop] && tern_affine_expr_uses_dim(map->results[r], loop);
    }
    is_whole &= !is_sliced;
    if (is_sliced) {
      // The tiled op applies the map again within the slice, constants included: those must not be in the offset.
      tern_value_t *zeros[TERN_LINALG_MAX_LOOPS];
      for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) zeros[loop] = zero;
      offsets[r] = tern_build_index_sub(b, tern_build_affine_expr(b, map->results[r], first, NULL),
                                        tern_build_affine_expr(b, map->results[r], zeros, NULL));
      sizes[r] = tern_build_index_add(b, tern_build_affine_expr(b, map->results[r], last, NULL), one);
      if (map->results[r]->kind == TERN_AFFINE_DIM) sizes[r] = tile->sizes[map->results[r]->value];
    } else {
      offsets[r] = zero;
      int64_t extent = tern_type_dim(source->type, r);
      tern_value_t *operands[] = {source, tern_build_index(b, (int64_t)r)};
      sizes[r] = extent == TERN_DYNAMIC ? tern_build_value(b, TERN_MEMREF(DIM), .operands = {operands, 2})
                                        : tern_build_index(b, extent);
    }
  }
  is_whole |= is_whole_box(source->type, offsets, sizes);
  return is_whole ? source : tern_build_subview(b, source, offsets, sizes);
}

// linalg.index counts within the tile; the body means the whole.
static void shift_indices(tern_op_t *op, const tern_tile_t *tile) {
  tern_block_for_each_op_safe(tern_linalg_body(op), inner) {
    if (!tern_op_is(inner, TERN_LINALG(INDEX))) continue;
    size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(inner, "dim"));
    if (!tile->offsets[loop]) continue;
    tern_builder_t after = tern_builder_after(inner);
    tern_value_t *shifted = tern_build_index_add(&after, tern_op_result(inner, 0), tile->offsets[loop]);
    tern_operand_t *next = NULL;
    for (tern_operand_t *use = tern_op_result(inner, 0)->first_use; use; use = next) {
      next = use->next;
      if (use->owner != tern_value_defining_op(shifted)) tern_operand_set(use, shifted);
    }
  }
}

static bool build_extents(tern_builder_t *b, const tern_op_t *op, tern_value_t **out_extents) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    out_extents[loop] = tern_tile_build_extent(b, op, loop, ranges[loop]);
  }
  return true;
}

tern_value_t *tern_tile_build_operand(tern_builder_t *b, const tern_op_t *op, size_t position,
                                      const tern_tile_t *tile) {
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];
  return build_extents(b, op, extents) ? build_slice(b, op, position, tile, extents) : NULL;
}

tern_op_t *tern_tile_build_op(tern_builder_t *b, const tern_op_t *op, const tern_tile_t *tile) {
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];
  if (!build_extents(b, op, extents)) return NULL;
  TERN_VEC(tern_value_t *) slices = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&slices, build_slice(b, op, i, tile, extents));
  size_t inputs = tern_linalg_input_count(op);
  tern_op_t *tiled = tern_linalg_clone_with(b, op, (tern_types_t){0}, (tern_values_t){slices.values, inputs},
                                            (tern_values_t){slices.values + inputs, slices.count - inputs});
  shift_indices(tiled, tile);
  tern_vec_deinitialize(&slices);
  return tiled;
}
