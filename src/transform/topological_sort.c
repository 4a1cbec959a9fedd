// --topological-sort: orders the ops of regions without dominance so that values come before their uses where they can.
//
//   "use"(%0)                  %0 = "make"()
//   %0 = "make"()       ->     "use"(%0)
//
// Source: upstream's pass of the same name. The order is that of sweeps over the block, each of which takes every op whose
// operands are there already; where a sweep finds none, for there is a cycle, it takes the first that is left. The sweeps are
// not run: a heap of what is ready, by sweep and place, gives the same order without looking at an op more than once for
// each of its operands.

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "pass/pass.h"

typedef struct node {
  tern_op_t *op;
  size_t missing_count;  // operands, those of ops inside too, made by ops of the block that are not placed
  bool is_placed;
} node_t;

typedef struct turn {
  size_t sweep, index;
} turn_t;

typedef struct sorter {
  tern_block_t *block;
  tern_map_t indices;  // op -> its node
  TERN_VEC(node_t) nodes;
  TERN_VEC(turn_t) heap;  // what is ready, earliest turn first
} sorter_t;

static bool comes_before(turn_t a, turn_t b) { return a.sweep != b.sweep ? a.sweep < b.sweep : a.index < b.index; }

static void push(sorter_t *sorter, turn_t turn) {
  tern_vec_push(&sorter->heap, turn);
  turn_t *heap = sorter->heap.values;
  size_t at = sorter->heap.count - 1;
  for (; at > 0 && comes_before(turn, heap[(at - 1) / 2]); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
  heap[at] = turn;
}

static turn_t pop(sorter_t *sorter) {
  turn_t *heap = sorter->heap.values, first = heap[0], moved = heap[--sorter->heap.count];
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < sorter->heap.count; at = child) {
    if (child + 1 < sorter->heap.count && comes_before(heap[child + 1], heap[child])) ++child;
    if (!comes_before(heap[child], moved)) break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
  return first;
}

// The node of the op of the block that is or holds the user; NULL if that is `maker` itself, or the terminator.
static node_t *user_node(const sorter_t *sorter, const tern_op_t *user, const tern_op_t *maker) {
  while (user && user->block != sorter->block) user = tern_op_parent(user);
  return user && user != maker ? tern_map_get(&sorter->indices, user) : NULL;
}

// Places an op; whatever is ready by that has its turn in this sweep if it lies behind, or in the next.
static void place(sorter_t *sorter, turn_t turn, tern_op_t *end) {
  node_t *node = &sorter->nodes.values[turn.index];
  node->is_placed = true;
  tern_op_remove(node->op);
  tern_op_insert(node->op, sorter->block, end);
  for (size_t i = 0; i < node->op->result_count; ++i) {
    tern_value_for_each_use(tern_op_result(node->op, i), use) {
      node_t *user = user_node(sorter, use->owner, node->op);
      if (!user || --user->missing_count > 0 || user->is_placed) continue;
      size_t index = (size_t)(user - sorter->nodes.values);
      push(sorter, (turn_t){index > turn.index ? turn.sweep : turn.sweep + 1, index});
    }
  }
}

static void collect(sorter_t *sorter) {
  tern_block_for_each_op(sorter->block, op) {
    if (op->next || !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) tern_vec_push(&sorter->nodes, (node_t){.op = op});
  }
  for (size_t i = 0; i < sorter->nodes.count; ++i) {
    tern_map_set(&sorter->indices, sorter->nodes.values[i].op, &sorter->nodes.values[i]);
  }
  for (size_t i = 0; i < sorter->nodes.count; ++i) {
    tern_op_t *op = sorter->nodes.values[i].op;
    for (size_t j = 0; j < op->result_count; ++j) {
      tern_value_for_each_use(tern_op_result(op, j), use) {
        node_t *user = user_node(sorter, use->owner, op);
        if (user) ++user->missing_count;
      }
    }
  }
}

static void sort_block(tern_block_t *block) {
  sorter_t sorter = {.block = block};
  collect(&sorter);
  // The terminator, if there is one, stays last.
  tern_op_t *end =
      sorter.nodes.count && block->last_op != sorter.nodes.values[sorter.nodes.count - 1].op ? block->last_op : NULL;
  for (size_t i = 0; i < sorter.nodes.count; ++i) {
    if (sorter.nodes.values[i].missing_count == 0) push(&sorter, (turn_t){0, i});
  }
  size_t sweep = 0;
  for (size_t first_left = 0; first_left < sorter.nodes.count;) {
    if (sorter.heap.count) {
      turn_t turn = pop(&sorter);
      sweep = turn.sweep;
      place(&sorter, turn, end);
    } else if (sorter.nodes.values[first_left].is_placed) {
      ++first_left;
    } else {
      // A sweep starts after an op that was placed in spite of what it misses.
      place(&sorter, (turn_t){sweep + 1, first_left}, end);
    }
  }
  tern_vec_deinitialize(&sorter.heap);
  tern_vec_deinitialize(&sorter.nodes);
  tern_map_deinitialize(&sorter.indices);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_has_trait(op, TERN_TRAIT_GRAPH_REGION)) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) sort_block(block);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_post(root, visit, NULL);
  return true;
}

const tern_pass_def_t tern_topological_sort_pass = {
    .flag = "topological-sort",
    .name = "TopologicalSort",
    .summary = "Put ops behind what they use, in regions where any order is right",
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
