// Loops that run together, by union-find.

#include "transform/codegen/shared_loops.h"

#include "analysis/memory_location.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "transform/linalg/tile_structured.h"

// --- nodes ---

static size_t find(tern_shared_loops_t *loops, size_t node) {
  while (loops->parents.values[node] != node) {
    loops->parents.values[node] = loops->parents.values[loops->parents.values[node]];
    node = loops->parents.values[node];
  }
  return node;
}

// Without compression, for queries.
static size_t representative(const tern_shared_loops_t *loops, size_t node) {
  while (loops->parents.values[node] != node) node = loops->parents.values[node];
  return node;
}

static void join(tern_shared_loops_t *loops, size_t a, size_t b) {
  a = find(loops, a);
  b = find(loops, b);
  if (a == b) return;
  loops->parents.values[b] = a;
  loops->is_bad.values[a] |= loops->is_bad.values[b];
}

static size_t add_nodes(tern_shared_loops_t *loops, size_t count) {
  size_t first = loops->parents.count;
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&loops->parents, first + i);
    tern_vec_push(&loops->is_bad, false);
  }
  return first;
}

static bool find_position(const tern_shared_loops_t *loops, const void *key, size_t *out_position) {
  size_t found = (size_t)(uintptr_t)tern_map_get(&loops->positions, key);
  *out_position = found - 1;
  return found > 0;
}

static size_t node_of_loop(const tern_shared_loops_t *loops, const tern_op_t *op, size_t loop) {
  size_t position;
  find_position(loops, op, &position);
  return loops->op_starts.values[position] + loop;
}

// --- what there is ---

static bool is_memref(const tern_value_t *value) { return value->type->kind == TERN_TYPE_MEMREF; }

static void add_buffer(tern_shared_loops_t *loops, tern_value_t *buffer) {
  if (tern_map_contains(&loops->positions, buffer)) return;
  tern_vec_push(&loops->buffers, buffer);
  tern_vec_push(&loops->buffer_starts, add_nodes(loops, tern_type_rank(buffer->type)));
  tern_map_set(&loops->positions, buffer, (void *)(uintptr_t)loops->buffers.count);
  const tern_op_t *op = tern_value_defining_op(buffer);
  if (op && tern_op_is(op, TERN_MEMREF(ALLOCA))) tern_vec_push(&loops->temporaries, buffer);
}

static void add_op(tern_shared_loops_t *loops, tern_op_t *op) {
  tern_vec_push(&loops->ops, op);
  tern_vec_push(&loops->op_starts, add_nodes(loops, tern_linalg_loop_count(op)));
  tern_map_set(&loops->positions, op, (void *)(uintptr_t)loops->ops.count);
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) add_buffer(loops, tern_linalg_output(op, i));
}

// `memref` is none of the buffers that are written, but may be the memory of one.
static bool is_another_view(const tern_shared_loops_t *loops, tern_value_t *memref) {
  const tern_value_t *base = tern_memory_base(memref);
  for (size_t i = 0; i < loops->buffers.count; ++i) {
    tern_value_t *buffer = loops->buffers.values[i];
    if (buffer != memref && tern_memory_bases_alias(tern_memory_base(buffer), base) != TERN_NO_ALIAS) return true;
  }
  return false;
}

typedef struct nested {
  const tern_shared_loops_t *loops;
  const tern_op_t *owner;
} nested_t;

// Loads in the body of a structured op.
static tern_walk_result_t visit_nested(tern_op_t *op, void *user) {
  const nested_t *nested = user;
  if (op == nested->owner) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    size_t position;
    if (!is_memref(value)) continue;
    if (find_position(nested->loops, value, &position) || is_another_view(nested->loops, value)) {
      return TERN_WALK_INTERRUPT;
    }
  }
  return tern_op_effects(op) & (TERN_TRAIT_MEM_WRITE | TERN_TRAIT_MEM_ALLOC | TERN_TRAIT_MEM_FREE) ? TERN_WALK_INTERRUPT
                                                                                                   : TERN_WALK_ADVANCE;
}

static bool reads_only_others(const tern_shared_loops_t *loops, tern_op_t *op) {
  nested_t nested = {loops, op};
  return tern_op_walk_pre(op, visit_nested, &nested) != TERN_WALK_INTERRUPT;
}

// Ops that are not structured: they may allocate temporaries, and read what nobody writes.
static bool is_harmless(const tern_shared_loops_t *loops, tern_op_t *op) {
  tern_traits_t effects = tern_op_effects(op);
  if (tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) || tern_op_is(op, TERN_MEMREF(ALLOCA))) return true;
  if (effects == 0)
    return op->region_count == 0 || tern_op_walk_pre(op, visit_nested, &(nested_t){loops, op}) != TERN_WALK_INTERRUPT;
  if (effects != TERN_TRAIT_MEM_READ) return false;
  return reads_only_others(loops, op) && (op->operand_count == 0 || !is_memref(tern_op_operand(op, 0)) ||
                                          (!tern_map_contains(&loops->positions, tern_op_operand(op, 0)) &&
                                           !is_another_view(loops, tern_op_operand(op, 0))));
}

// --- shared buffers ---

static void join_access(tern_shared_loops_t *loops, const tern_op_t *op, size_t operand, size_t buffer) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, operand);
  for (size_t d = 0; d < map->result_count; ++d) {
    size_t dimension = loops->buffer_starts.values[buffer] + d;
    if (map->results[d]->kind == TERN_AFFINE_DIM) {
      join(loops, dimension, node_of_loop(loops, op, (size_t)map->results[d]->value));
    } else {
      loops->is_bad.values[find(loops, dimension)] = true;
    }
  }
}

static bool join_op(tern_shared_loops_t *loops, tern_op_t *op) {
  if (!tern_linalg_can_slice(op) || !reads_only_others(loops, op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    size_t buffer;
    if (!is_memref(operand)) continue;
    if (is_another_view(loops, operand)) return false;
    if (find_position(loops, operand, &buffer)) join_access(loops, op, i, buffer);
  }
  return true;
}

bool tern_shared_loops_find(tern_op_t *func, tern_shared_loops_t *out_loops) {
  *out_loops = (tern_shared_loops_t){0};
  if (func->regions[0].first_block != func->regions[0].last_block) return false;
  tern_block_t *block = tern_op_body(func, 0);
  tern_block_for_each_op(block, op) {
    if (tern_is_linalg(op) && op->operand_count > 0) add_op(out_loops, op);
  }
  if (out_loops->ops.count == 0) return false;
  tern_block_for_each_op(block, op) {
    if (!tern_is_linalg(op) && !is_harmless(out_loops, op)) return false;
  }
  for (size_t i = 0; i < out_loops->ops.count; ++i) {
    if (!join_op(out_loops, out_loops->ops.values[i])) return false;
  }
  return true;
}

void tern_shared_loops_deinitialize(tern_shared_loops_t *loops) {
  tern_vec_deinitialize(&loops->ops);
  tern_vec_deinitialize(&loops->buffers);
  tern_vec_deinitialize(&loops->temporaries);
  tern_vec_deinitialize(&loops->parents);
  tern_vec_deinitialize(&loops->op_starts);
  tern_vec_deinitialize(&loops->buffer_starts);
  tern_vec_deinitialize(&loops->is_bad);
  tern_map_deinitialize(&loops->positions);
}

// --- questions ---

static size_t count_counterparts(const tern_shared_loops_t *loops, size_t wanted, const tern_op_t *op,
                                 size_t *out_loop) {
  size_t count = 0;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (representative(loops, node_of_loop(loops, op, loop)) != wanted) continue;
    *out_loop = loop;
    ++count;
  }
  return count;
}

bool tern_shared_loops_is_common(const tern_shared_loops_t *loops, const tern_op_t *op, size_t loop) {
  size_t wanted = representative(loops, node_of_loop(loops, op, loop));
  if (loops->is_bad.values[wanted]) return false;
  for (size_t i = 0; i < loops->ops.count; ++i) {
    size_t own;
    if (count_counterparts(loops, wanted, loops->ops.values[i], &own) != 1) return false;
    if (tern_linalg_iterator(loops->ops.values[i], own) != TERN_ITERATOR_PARALLEL) return false;
    // An op that writes a buffer without the dimension would be run by several workgroups at once.
    for (size_t k = 0; k < tern_linalg_output_count(loops->ops.values[i]); ++k) {
      const tern_affine_map_t *map =
          tern_linalg_indexing_map(loops->ops.values[i], tern_linalg_output_position(loops->ops.values[i], k));
      bool is_there = false;
      for (size_t d = 0; d < map->result_count; ++d) is_there |= tern_affine_expr_is_dim(map->results[d], own);
      if (!is_there) return false;
    }
  }
  return true;
}

size_t tern_shared_loops_counterpart(const tern_shared_loops_t *loops, const tern_op_t *op, size_t loop,
                                     const tern_op_t *other) {
  size_t own = 0;
  count_counterparts(loops, representative(loops, node_of_loop(loops, op, loop)), other, &own);
  return own;
}

bool tern_shared_loops_goes_along(const tern_shared_loops_t *loops, const tern_value_t *buffer, size_t dim,
                                  const tern_op_t *op, size_t loop) {
  size_t position;
  if (!find_position(loops, buffer, &position)) return false;
  return representative(loops, loops->buffer_starts.values[position] + dim) ==
         representative(loops, node_of_loop(loops, op, loop));
}
