// How large the blocks of tiled attention are, and the memory that they take.

#include "convert/linalg_ext/attention_sizes.h"

#include <math.h>
#include "convert/stablehlo/loop_build.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"

// Bytes that a block of keys and values takes at most, copied; and a block of queries with its scores.
#define KEY_BYTES (256 * 1024)
#define SCORE_BYTES (128 * 1024)
// Rows that are worth a workgroup of their own, and how many workgroups keep a few threads evenly busy.
#define LEAST_CHUNK 32
#define ENOUGH_WORKGROUPS 8

// Is an operand, with `inner` along memory, as register tiles of products like it: neighbours along `outer` not so far
// apart that the nearest cache has few places for them?
static bool lies_well(const tern_tiled_attention_t *a, const tern_value_t *memory, const tern_affine_map_t *map,
                      size_t inner, size_t outer) {
  int64_t strides[TERN_LINALG_EXT_MAX_LOOPS], offset;
  size_t rank = tern_type_rank(memory->type);
  if (!tern_memref_type_strides(memory->type, strides, &offset) || strides[rank - 1] != 1 ||
      !tern_affine_expr_is_dim(map->results[rank - 1], inner)) {
    return false;
  }
  for (size_t d = 0; d < rank; ++d) {
    bool is_outer = tern_affine_expr_is_dim(map->results[d], outer);
    if (is_outer && (strides[d] == TERN_DYNAMIC || strides[d] * a->bytes % 2048 == 0)) return false;
  }
  return true;
}

// A size near `limit`, at most, that divides the extent; else sizes are about equal, rounded up to `unit`.
static int64_t choose_size(int64_t extent, int64_t limit, int64_t unit) {
  if (extent <= limit) return extent;
  for (int64_t size = limit; size > limit / 2; --size) {
    if (extent % size == 0 && size % unit == 0) return size;
  }
  int64_t count = (extent + limit - 1) / limit, even = (extent + count - 1) / count;
  return (even + unit - 1) / unit * unit;
}

void tern_attention_choose_sizes(tern_tiled_attention_t *a, const tern_attention_machine_t *machine) {
  const int64_t *extents = a->loops.extents;
  int64_t outer = 1, limit = machine->keys, rows = extents[a->loops.rows], depth = extents[a->loops.depth];
  a->bytes = (int64_t)tern_dense_element_size(a->element);
  a->panel = machine->panel_vectors * machine->vector_bytes / a->bytes;
  for (size_t i = 0; i < a->loops.outer_count; ++i) {
    outer = tern_saturated_mul(outer, extents[a->loops.outer[i]]);
  }
  while (limit > 16 && limit * (depth + extents[a->loops.columns]) * a->bytes > KEY_BYTES) limit /= 2;
  a->keys = choose_size(extents[a->loops.keys], limit, 16);
  a->is_online = a->keys < extents[a->loops.keys];
  a->copies_queries = !lies_well(a, tern_linalg_ext_input(a->op, 0), a->maps.query, a->loops.depth, a->loops.rows);
  limit = SCORE_BYTES / ((a->keys + (a->copies_queries ? depth : 0)) * a->bytes);
  a->rows = choose_size(rows, limit < machine->rows ? limit : machine->rows, 1);
  int64_t chunks = (rows + machine->chunk - 1) / machine->chunk;
  while (outer * chunks < ENOUGH_WORKGROUPS && rows / (2 * chunks) >= LEAST_CHUNK) chunks *= 2;
  int64_t even = (rows + chunks - 1) / chunks;
  a->chunk = (even + a->rows - 1) / a->rows * a->rows;
}

tern_value_t *tern_attention_build_memory(const tern_tiled_attention_t *a, const int64_t *dims, size_t rank) {
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(a->b->context, 64), 64);
  return tern_build_value(a->b, TERN_MEMREF(ALLOCA),
                          .types = TERN_TYPES(tern_memref_type_get(a->element, dims, rank, NULL, NULL)),
                          .attrs = TERN_ATTRS({"alignment", alignment}), .segments = (int32_t[]){0, 0});
}

// How far rows of so many elements lie apart: whole lines of the cache, but no multiple of a page, for which it has few
// places.
static int64_t line_of(const tern_tiled_attention_t *a, int64_t count) {
  int64_t line = 64 / a->bytes;
  return (count + line - 1) / line * line + line;
}

void tern_attention_build_memories(tern_tiled_attention_t *a) {
  int64_t columns = a->loops.extents[a->loops.columns], panel = a->panel;
  int64_t key_dims[] = {(a->keys + panel - 1) / panel, a->loops.extents[a->loops.depth], panel};
  int64_t value_dims[] = {(columns + panel - 1) / panel, a->keys, columns < panel ? columns : panel};
  if (a->keys < panel) key_dims[2] = a->keys;
  int64_t score_dims[] = {a->rows, line_of(a, a->keys)};
  int64_t query_dims[] = {a->rows, line_of(a, a->loops.extents[a->loops.depth])};
  a->key_panels = tern_attention_build_memory(a, key_dims, 3);
  if (a->copies_queries) a->queries = tern_attention_build_memory(a, query_dims, 2);
  if (!lies_well(a, tern_linalg_ext_input(a->op, 2), a->maps.value, a->loops.columns, a->loops.keys)) {
    a->value_panels = tern_attention_build_memory(a, value_dims, 3);
  }
  a->scores = tern_attention_build_memory(a, score_dims, 2);
  a->max = tern_attention_build_memory(a, &a->chunk, 1);
  a->sum = tern_attention_build_memory(a, &a->chunk, 1);
  if (!a->is_online) return;
  a->base = tern_attention_build_memory(a, &a->chunk, 1);
  a->correction = tern_attention_build_memory(a, &a->chunk, 1);
}
