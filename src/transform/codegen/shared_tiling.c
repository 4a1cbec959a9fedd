// Common tiles.

#include "transform/codegen/shared_tiling.h"

#include "dialect/memref/build_subview.h"
#include "dialect/memref/memref.h"
#include "rewrite/builder.h"

static int64_t op_rank_as_root(const tern_op_t *op) {
  return (int64_t)(tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) > 0 ? 100 : 0) +
         (int64_t)tern_linalg_loop_count(op);
}

// Makes room for a further loop: the outermost one of known extent goes. False if there is none. A temporary of unknown size must
// become small.
static bool drop_known_loop(tern_shared_tiling_t *tiling) {
  for (size_t g = tiling->grid_count; g-- > 0;) {
    if (tiling->extents[g] == TERN_DYNAMIC) continue;
    --tiling->grid_count;
    for (size_t k = g; k < tiling->grid_count; ++k) {
      tiling->loops[k] = tiling->loops[k + 1];
      tiling->extents[k] = tiling->extents[k + 1];
    }
    return true;
  }
  return false;
}

// The common loops that the root's output depends on, innermost first.
static bool find_common_loops(tern_shared_tiling_t *tiling) {
  const tern_op_t *root = tiling->root;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(root, ranges)) return false;
  const tern_affine_map_t *map = tern_linalg_output_map(root, 0);
  if (!tern_affine_map_is_projected_permutation(map, true)) return false;
  for (size_t r = map->result_count; r-- > 0;) {
    size_t loop = (size_t)map->results[r]->value;
    if (map->results[r]->kind != TERN_AFFINE_DIM || !tern_shared_loops_is_common(&tiling->shared, root, loop)) {
      continue;
    }
    if (tiling->grid_count == TERN_TILING_MAX_GRID) {
      bool is_needed = ranges[loop] == TERN_DYNAMIC && tiling->shared.temporaries.count > 0;
      if (!is_needed || !drop_known_loop(tiling)) continue;
    }
    tiling->loops[tiling->grid_count] = loop;
    tiling->extents[tiling->grid_count++] = ranges[loop];
  }
  return true;
}

// The root is the last of the ops with most loops, those with reductions first.
bool tern_shared_tiling_find(tern_op_t *func, tern_shared_tiling_t *tiling) {
  *tiling = (tern_shared_tiling_t){.func = func};
  if (!tern_shared_loops_find(func, &tiling->shared)) return false;
  for (size_t i = 0; i < tiling->shared.ops.count; ++i) {
    tern_op_t *op = tiling->shared.ops.values[i];
    if (tern_linalg_has_empty_buffer(op)) return false;
    if (!tiling->root || op_rank_as_root(op) >= op_rank_as_root(tiling->root)) tiling->root = op;
  }
  return tiling->root && find_common_loops(tiling);
}

// The loop of the root's that dimension `dim` of a buffer goes along with: its place in the grid, or TERN_TILING_MAX_GRID.
static size_t grid_dimension_of(const tern_shared_tiling_t *tiling, const tern_value_t *buffer, size_t dim) {
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    if (tern_shared_loops_goes_along(&tiling->shared, buffer, dim, tiling->root, tiling->loops[g])) {
      return g;
    }
  }
  return TERN_TILING_MAX_GRID;
}

int64_t tern_shared_tiling_temporary_bytes(const tern_shared_tiling_t *tiling) {
  int64_t total = 0;
  for (size_t i = 0; i < tiling->shared.temporaries.count; ++i) {
    const tern_value_t *buffer = tiling->shared.temporaries.values[i];
    int64_t bytes = (int64_t)tern_dense_element_size(tern_type_element(buffer->type));
    for (size_t d = 0; d < tern_type_rank(buffer->type); ++d) {
      size_t g = grid_dimension_of(tiling, buffer, d);
      int64_t extent = tern_type_dim(buffer->type, d);
      if (g < TERN_TILING_MAX_GRID && tiling->tiles[g] > 0) extent = tiling->tiles[g];
      if (extent == TERN_DYNAMIC) extent = INT32_MAX;
      if (__builtin_mul_overflow(bytes, extent, &bytes)) bytes = INT64_MAX / 2;
    }
    if (__builtin_add_overflow(total, bytes, &total)) total = INT64_MAX / 2;
  }
  return total;
}

// How often the ops before `end`, and this one before its input `position`, read the buffer.
static size_t count_reads(const tern_shared_tiling_t *tiling, size_t end, size_t position, const tern_value_t *buffer) {
  size_t reads = 0;
  for (size_t i = 0; i <= end; ++i) {
    const tern_op_t *op = tiling->shared.ops.values[i];
    size_t count = i < end ? tern_linalg_input_count(op) : position;
    for (size_t p = 0; p < count; ++p) reads += tern_linalg_input(op, p) == buffer;
  }
  return reads;
}

// Bytes that a tile of the op touches of the input.
static int64_t count_bytes(const tern_shared_tiling_t *tiling, const tern_op_t *op, size_t position) {
  int64_t sizes[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(op, sizes)) return 0;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (sizes[loop] == TERN_DYNAMIC) sizes[loop] = 1024;
  }
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    size_t loop = tern_shared_loops_counterpart(&tiling->shared, tiling->root, tiling->loops[g], op);
    if (tiling->tiles[g] > 0) sizes[loop] = tiling->tiles[g];
  }
  const tern_type_t *element = tern_type_element(tern_linalg_input(op, position)->type);
  return tern_saturated_mul(tern_linalg_count_touched(op, position, sizes), (int64_t)tern_dense_element_size(element));
}

int64_t tern_shared_tiling_reread_bytes(const tern_shared_tiling_t *tiling) {
  int64_t total = 0;
  for (size_t i = 0; i < tiling->shared.ops.count; ++i) {
    const tern_op_t *op = tiling->shared.ops.values[i];
    for (size_t p = 0; p < tern_linalg_input_count(op); ++p) {
      const tern_value_t *buffer = tern_linalg_input(op, p);
      if (buffer->type->kind != TERN_TYPE_MEMREF || tern_map_get(&tiling->shared.positions, buffer)) continue;
      if (count_reads(tiling, i, p, buffer) == 1) total = tern_saturated_add(total, count_bytes(tiling, op, p));
    }
  }
  return total;
}

void tern_shared_tiling_shrink(tern_shared_tiling_t *tiling, int64_t (*count_bytes)(const tern_shared_tiling_t *tiling),
                               int64_t limit) {
  for (size_t g = tiling->grid_count; g-- > 0;) {
    int64_t *tile = &tiling->tiles[g];
    while (*tile > 1 && count_bytes(tiling) > limit) {
      int64_t before = count_bytes(tiling), old = *tile;
      *tile = (*tile + 1) / 2;
      if (count_bytes(tiling) < before) continue;
      *tile = old;  // nothing depends on it
      break;
    }
  }
}

// The root's tile in terms of `op`'s loops.
static tern_tile_t translate_tile(const tern_shared_tiling_t *tiling, const tern_op_t *op, const tern_tile_t *tile) {
  tern_tile_t translated = {0};
  for (size_t g = 0; g < tiling->grid_count; ++g) {
    size_t from = tiling->loops[g];
    size_t to = tern_shared_loops_counterpart(&tiling->shared, tiling->root, from, op);
    translated.offsets[to] = tile->offsets[from];
    translated.sizes[to] = tile->sizes[from];
  }
  return translated;
}

// A buffer of the size of a tile in the place of `buffer`: its slices, which are all that is left of its uses, begin at 0
// along the dimensions that are tiled.
static void shrink_temporary(const tern_shared_tiling_t *tiling, const tern_tile_t *tile, tern_value_t *buffer,
                             const tern_attr_t *memory_space, tern_op_t *place) {
  int64_t dims[TERN_LINALG_MAX_LOOPS];
  bool is_tiled[TERN_LINALG_MAX_LOOPS], is_any = false;
  size_t rank = tern_type_rank(buffer->type), used = 0, kept = 0;
  tern_op_t *alloca = tern_value_defining_op(buffer);
  tern_value_t *sizes[TERN_LINALG_MAX_LOOPS];
  for (size_t d = 0; d < rank; ++d) {
    size_t g = grid_dimension_of(tiling, buffer, d);
    dims[d] = tern_type_dim(buffer->type, d);
    tern_value_t *size = dims[d] == TERN_DYNAMIC ? tern_op_operand(alloca, used++) : NULL;
    is_tiled[d] = g < TERN_TILING_MAX_GRID && tile->offsets[tiling->loops[g]];
    is_any |= is_tiled[d];
    if (is_tiled[d]) {
      dims[d] = tiling->tiles[g];
    } else if (size) {
      sizes[kept++] = size;
    }
  }
  if (!is_any && !memory_space) return;
  tern_builder_t b = tern_builder_before(memory_space ? place : alloca);
  const tern_type_t *type = tern_memref_type_get(tern_type_element(buffer->type), dims, rank, NULL, memory_space);
  tern_value_t *small =
      tern_build_value(&b, memory_space ? TERN_MEMREF(ALLOC) : TERN_MEMREF(ALLOCA), .operands = {sizes, kept},
                       .types = TERN_TYPES(type), .segments = (int32_t[]){(int32_t)kept, 0});
  while (buffer->first_use) {
    tern_op_t *view = buffer->first_use->owner;
    tern_slice_t slice;
    if (!tern_op_is(view, TERN_MEMREF(SUBVIEW)) || !tern_slice_read(view, &slice)) {
      tern_value_replace_all_uses(buffer, small);
      break;
    }
    for (size_t d = 0; d < rank; ++d) {
      if (is_tiled[d]) slice.offsets[d] = tern_mixed_static(0);
    }
    tern_builder_t at = tern_builder_before(view);
    tern_value_replace_all_uses(tern_op_result(view, 0), tern_build_slice_of(&at, small, &slice));
    tern_op_destroy(view);
  }
}

void tern_shared_tiling_build(tern_builder_t *b, const tern_shared_tiling_t *tiling, const tern_tile_t *tile,
                              const tern_attr_t *memory_space, const tern_attr_t *marker) {
  size_t op_count = tiling->shared.ops.count;
  tern_op_t *const *ops = tiling->shared.ops.values, *first = NULL;
  for (size_t i = 0; i < op_count; ++i) {
    tern_tile_t own = translate_tile(tiling, ops[i], tile);
    tern_op_t *tiled = tern_tile_build_op(b, ops[i], &own);
    if (marker) tern_op_set_attr(tiled, "__internal_linalg_transform__", marker);
    if (!first) first = tiled;
  }
  // Allocations of the tile stand at its start.
  tern_op_t *place = first->block->first_op;
  for (size_t i = op_count; i-- > 0;) tern_op_destroy(ops[i]);
  for (size_t i = 0; i < tiling->shared.temporaries.count; ++i) {
    shrink_temporary(tiling, tile, tiling->shared.temporaries.values[i], memory_space, place);
  }
}

void tern_shared_tiling_deinitialize(tern_shared_tiling_t *tiling) { tern_shared_loops_deinitialize(&tiling->shared); }
