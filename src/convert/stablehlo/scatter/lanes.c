// Scatters on processors whose windows end in a dimension that no index moves: updates are made one after the other, and what each
// writes along that dimension, which is side by side in memory, is one linalg op, for vectors.
//
//   scf.forall (%h, %chunk) in (8, 4) shared_outs(%out = %x) {
//     (of %out: [all rows, %h, %chunk * 16] [2708, 1, 16])
//     scf.for %update = ... {
//       %row = ...
//       linalg.generic ins(%u[%update, %h, %chunk * 16] [16]) outs(the part of that row) { the region }
//     }
//   }
//
// Threads share the other dimensions that no index moves, and chunks of the last one. Updates are made in their order, so that any
// region is right.

#include <stdlib.h>

#include "convert/stablehlo/scatter/scatter.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Elements that are worth an op of their own, and the most that a thread takes at a time.
#define LEAST_LANES 8
#define LEAST_CHUNK 16
#define MOST_CHUNK 128

// So many lanes that a few threads have some each, and all have as many; all of them if there is no such number.
static int64_t choose_chunk(int64_t lanes) {
  int64_t chunk = lanes / 4 < MOST_CHUNK ? lanes / 4 : MOST_CHUNK;
  while (chunk >= LEAST_CHUNK && lanes % chunk != 0) --chunk;
  return chunk >= LEAST_CHUNK ? chunk : lanes;
}

static bool has_lanes(const tern_scatter_t *s) {
  if (s->rank == 0 || !s->is_independent[s->rank - 1] || !s->is_window[s->rank - 1]) return false;
  size_t last = s->update_dims[s->rank - 1];
  tern_extent_t input = s->input_sizes[s->rank - 1], update = s->update_sizes[last];
  return last == s->update_rank - 1 && !input.value && !update.value && input.constant == update.constant &&
         input.constant >= LEAST_LANES && tern_hlo_body_is_scalar(&s->body);
}

static void fill_region(tern_builder_t *b, tern_block_t *block, void *user) {
  const tern_scatter_t *s = user;
  tern_value_t **args = tern_malloc(2 * s->count * sizeof *args), **results = tern_malloc(s->count * sizeof *results);
  for (size_t i = 0; i < s->count; ++i) {
    args[i] = block->args[s->count + i];
    args[s->count + i] = block->args[i];
  }
  tern_hlo_build_body(b, &s->body, args, results, s->count);
  tern_build_linalg_yield(b, (tern_values_t){results, s->count});
  free(args);
  free(results);
}

// All lanes of one update, at `place` in the dimensions of `state` that indices move.
static void build_update(tern_builder_t *b, tern_scatter_t *s, tern_extent_t first, int64_t lanes,
                         tern_value_t **state) {
  tern_value_t *place[MAX_RANK], *is_inside = tern_scatter_build_place(b, s, place);
  tern_part_t from = {.rank = s->update_rank}, to = {.rank = tern_type_rank(state[0]->type)};
  for (size_t u = 0; u + 1 < from.rank; ++u) tern_part_drop(&from, u, s->place[u]);
  for (size_t d = 0; d + 1 < to.rank; ++d) tern_part_drop(&to, d, place[d]);
  from.offsets[from.rank - 1] = first;
  from.sizes[from.rank - 1] = to.sizes[to.rank - 1] = tern_extent_of(lanes);
  to.offsets[to.rank - 1] = tern_extent_of(0);
  tern_op_t *guard = is_inside ? tern_guard_open(b, is_inside, state, s->count) : NULL;
  tern_value_t **values = tern_malloc(2 * s->count * sizeof *values);
  const tern_affine_map_t **maps = tern_malloc(2 * s->count * sizeof *maps);
  for (size_t i = 0; i < s->count; ++i) {
    values[i] = tern_build_part(b, s->updates[i], &from);
    values[s->count + i] = tern_build_part(b, state[i], &to);
    maps[i] = maps[s->count + i] = tern_affine_map_identity(b->context, 1);
  }
  tern_op_t *lane = tern_build_tensor_generic(b, (tern_values_t){values, s->count},
                                              (tern_values_t){values + s->count, s->count}, maps, 1, 0, fill_region, s);
  for (size_t i = 0; i < s->count; ++i) state[i] = tern_build_part_into(b, tern_op_result(lane, i), state[i], &to);
  if (guard) tern_guard_close(b, guard, state, s->count);
  free(values);
  free(maps);
}

// The loops over updates, in an iteration of the independent dimensions.
static void build_updates(tern_builder_t *b, tern_scatter_t *s, tern_value_t *const *ivs, tern_extent_t first,
                          int64_t lanes, tern_value_t **state) {
  size_t left[MAX_RANK], left_count = tern_scatter_bind_independent(s, ivs, left);
  tern_extent_t ends[MAX_RANK];
  for (size_t i = 0; i < left_count; ++i) ends[i] = s->update_sizes[left[i]];
  tern_loop_nest_t nest;
  tern_loop_nest_open(b, ends, left_count, state, s->count, &nest);
  for (size_t i = 0; i < left_count; ++i) s->place[left[i]] = nest.ivs[i];
  build_update(b, s, first, lanes, state);
  tern_loop_nest_close(b, &nest, state, s->count);
}

bool tern_scatter_build_lanes(tern_scatter_t *s, tern_value_t **out_results) {
  if (!has_lanes(s)) return false;
  tern_builder_t *b = s->l->b;
  int64_t all = s->input_sizes[s->rank - 1].constant, lanes = choose_chunk(all);
  tern_extent_t ends[MAX_RANK];
  size_t end_count = 0;
  for (size_t d = 0; d + 1 < s->rank; ++d) {
    if (s->is_independent[d]) ends[end_count++] = s->input_sizes[d];
  }
  ends[end_count++] = tern_extent_of(all / lanes);
  tern_value_t **outputs = tern_malloc(s->count * sizeof *outputs), **state = tern_malloc(s->count * sizeof *state);
  const tern_part_t **parts = tern_malloc(s->count * sizeof *parts);
  for (size_t i = 0; i < s->count; ++i) outputs[i] = s->inputs[i];
  tern_forall_t forall;
  tern_forall_open(b, ends, end_count, (tern_values_t){outputs, s->count}, &forall);
  tern_value_t *chunk = tern_build_index_mul(b, forall.ivs[end_count - 1], tern_build_index(b, lanes));
  tern_extent_t first = tern_extent_of_value(chunk);
  tern_part_t part = {.rank = s->rank};
  for (size_t d = 0, iv = 0; d + 1 < s->rank; ++d) {
    part.sizes[d] = s->input_sizes[d];
    if (s->is_independent[d]) tern_part_drop(&part, d, forall.ivs[iv++]);
  }
  part.offsets[s->rank - 1] = first;
  part.sizes[s->rank - 1] = tern_extent_of(lanes);
  for (size_t i = 0; i < s->count; ++i) {
    state[i] = tern_build_part(b, forall.outputs[i], &part);
    parts[i] = &part;
  }
  build_updates(b, s, forall.ivs, first, lanes, state);
  tern_forall_close(b, &forall, state, parts, out_results);
  free(outputs);
  free(state);
  free(parts);
  return true;
}
