// Finds where the ways of a branch come together again: the first block that all ways lead to, but for those that lead to
// no block which another way leads to: these leave the loop, go on to its next turn, or end in a return. Of two ways that
// never meet, the merge block is where the longer one begins. So what follows `if (c) break;` is behind the branch and not
// inside of it.

#include <stdlib.h>

#include "base/arena.h"
#include "target/spirv/serialize_private.h"

// Which blocks a way leads to, by their places in the list; a bit for each way would limit their number.
typedef struct ways {
  const tern_spirv_blocks_t *blocks;
  uint32_t *counts;  // how many ways lead to a block
  uint32_t *marks;   // the last way that was found to lead to a block, plus one
} ways_t;

typedef struct bounds {
  const tern_block_t *loop_header, *loop_continue, *loop_merge, *start;
} bounds_t;

static bool is_passable(const bounds_t *bounds, const tern_block_t *block) {
  return block != bounds->loop_header && block != bounds->loop_continue && block != bounds->loop_merge &&
         block != bounds->start;
}

// Marks what the way that begins with `block` leads to.
static void follow(ways_t *ways, const bounds_t *bounds, tern_block_t *block, uint32_t mark,
                   tern_spirv_blocks_t *worklist) {
  worklist->count = 0;
  if (is_passable(bounds, block) && ways->marks[block->scratch] != mark) tern_vec_push(worklist, block);
  while (worklist->count) {
    tern_block_t *next = worklist->values[--worklist->count];
    if (ways->marks[next->scratch] == mark) continue;
    ways->marks[next->scratch] = mark;
    ++ways->counts[next->scratch];
    const tern_op_t *terminator = next->last_op;
    for (size_t i = 0; i < terminator->successor_count; ++i) {
      tern_block_t *successor = terminator->successors[i].block;
      if (is_passable(bounds, successor) && ways->marks[successor->scratch] != mark) tern_vec_push(worklist, successor);
    }
  }
}

// Does this way lead to a block that another one leads to as well?
static bool meets_another(const ways_t *ways, const bounds_t *bounds, tern_block_t *block, uint32_t *seen,
                          tern_spirv_blocks_t *worklist, uint32_t mark) {
  worklist->count = 0;
  if (is_passable(bounds, block)) tern_vec_push(worklist, block);
  while (worklist->count) {
    tern_block_t *next = worklist->values[--worklist->count];
    if (ways->counts[next->scratch] > 1) return true;
    if (seen[next->scratch] == mark) continue;
    seen[next->scratch] = mark;
    for (size_t i = 0; i < next->last_op->successor_count; ++i) {
      tern_block_t *successor = next->last_op->successors[i].block;
      if (is_passable(bounds, successor)) tern_vec_push(worklist, successor);
    }
  }
  return false;
}

// Nothing but the ways leads to the block.
static bool is_within(const ways_t *ways, const tern_block_t *start, const tern_block_t *block) {
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    const tern_block_t *from = use->owner->block;
    bool is_listed = from->scratch < ways->blocks->count && ways->blocks->values[from->scratch] == from;
    if (is_listed && from != start && !ways->counts[from->scratch]) return false;
  }
  return true;
}

// How much of the region a way takes up; one that goes on to the loop's next turn is worth more than all else.
static size_t weigh(const ways_t *ways, const bounds_t *bounds, uint32_t mark) {
  size_t weight = 0;
  for (size_t i = 0; i < ways->blocks->count; ++i) {
    if (ways->marks[i] != mark) continue;
    const tern_op_t *terminator = ways->blocks->values[i]->last_op;
    ++weight;
    for (size_t k = 0; k < terminator->successor_count; ++k) {
      if (terminator->successors[k].block == bounds->loop_continue) weight += ways->blocks->count;
    }
  }
  return weight;
}

// Of two ways that never meet, the one that is what comes after the branch: the other one leaves.
static tern_block_t *main_way(const ways_t *ways, const bounds_t *bounds, const tern_block_t *block) {
  const tern_op_t *terminator = block->last_op;
  bool is_first = weigh(ways, bounds, 1) > weigh(ways, bounds, 2);
  tern_block_t *way = terminator->successors[is_first ? 0 : 1].block;
  return is_passable(bounds, way) && is_within(ways, block, way) ? way : NULL;
}

static tern_block_t *find_by_ways(ways_t *ways, const bounds_t *bounds, tern_block_t *block, uint32_t *seen,
                                  bool *out_is_shared) {
  tern_spirv_blocks_t worklist = {0};
  const tern_op_t *terminator = block->last_op;
  uint32_t way_count = terminator->successor_count, meeting = 0;
  // Doubled targets are one way.
  for (uint32_t i = 0; i < way_count; ++i) {
    bool is_first = true;
    for (uint32_t k = 0; k < i; ++k)
      is_first = is_first && terminator->successors[k].block != terminator->successors[i].block;
    if (is_first) follow(ways, bounds, terminator->successors[i].block, i + 1, &worklist);
  }
  for (uint32_t i = 0; i < way_count; ++i) {
    bool is_first = true;
    for (uint32_t k = 0; k < i; ++k)
      is_first = is_first && terminator->successors[k].block != terminator->successors[i].block;
    if (is_first) meeting += meets_another(ways, bounds, terminator->successors[i].block, seen, &worklist, i + 1);
  }
  tern_vec_deinitialize(&worklist);
  for (size_t i = 0; meeting && i < ways->blocks->count; ++i) {
    if (ways->counts[i] != meeting) continue;
    tern_block_t *found = ways->blocks->values[i];
    *out_is_shared = !is_within(ways, block, found);
    return found;
  }
  return !meeting && way_count == 2 ? main_way(ways, bounds, block) : NULL;
}

tern_block_t *tern_spirv_find_merge(const tern_spirv_blocks_t *blocks, tern_block_t *block,
                                    const tern_block_t *loop_header, const tern_block_t *loop_continue,
                                    const tern_block_t *loop_merge, bool *out_is_shared) {
  *out_is_shared = false;
  bounds_t bounds = {loop_header, loop_continue, loop_merge, block};
  size_t size = blocks->count * sizeof(uint32_t);
  uint32_t *storage = tern_realloc_array(NULL, 3 * blocks->count, sizeof(uint32_t));
  memset(storage, 0, 3 * size);
  ways_t ways = {blocks, storage, storage + blocks->count};
  tern_block_t *merge = find_by_ways(&ways, &bounds, block, storage + 2 * blocks->count, out_is_shared);
  free(storage);
  return merge;
}
