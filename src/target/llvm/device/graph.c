// The graph of a kernel's blocks of instructions. Dominators are found as Cooper, Harvey and Kennedy do (A Simple, Fast Dominance
// Algorithm, 2001), forwards and backwards.

#include <string.h>

#include "target/llvm/device/device.h"

typedef struct order {
  uint32_t *sequence;  // nodes, a successor after those that come before it
  uint32_t *position;  // in `sequence`; NO_NODE: not reached
  uint32_t count;
} order_t;

// What the walk goes along: the graph, or the graph backwards, from one root.
typedef struct walk {
  const device_kernel_t *kernel;
  bool is_backwards;
  uint32_t root;  // backwards: node_count, an end that all blocks which return lead to
} walk_t;

static uint32_t next_count(const walk_t *walk, uint32_t node) {
  const device_kernel_t *kernel = walk->kernel;
  if (node == kernel->node_count) return kernel->node_count;  // asked one by one
  return walk->is_backwards ? kernel->nodes[node].predecessor_count : kernel->nodes[node].successor_count;
}

static bool returns(const device_kernel_t *kernel, uint32_t node) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(kernel->nodes[node].block);
  return LLVMGetInstructionOpcode(terminator) == LLVMRet;
}

static uint32_t next_at(const walk_t *walk, uint32_t node, uint32_t index) {
  const device_kernel_t *kernel = walk->kernel;
  if (node == kernel->node_count) return returns(kernel, index) ? index : NO_NODE;
  return walk->is_backwards ? kernel->nodes[node].predecessors[index] : kernel->nodes[node].successors[index];
}

static order_t order_of(const walk_t *walk, tern_arena_t *arena) {
  uint32_t count = walk->kernel->node_count + 1, depth = 0;
  order_t order = {.sequence = tern_arena_alloc_array(arena, count, sizeof(uint32_t)),
                   .position = tern_arena_alloc_array(arena, count, sizeof(uint32_t))};
  uint32_t *stack = tern_arena_alloc_array(arena, count, sizeof *stack),
           *at = tern_arena_alloc_array(arena, count, sizeof *at);
  bool *seen = tern_arena_alloc_zeroed(arena, count);
  uint32_t end = count;
  stack[depth] = walk->root, at[depth++] = 0, seen[walk->root] = true;
  while (depth > 0) {
    uint32_t node = stack[depth - 1];
    if (at[depth - 1] == next_count(walk, node)) {
      order.sequence[--end] = node;
      depth--;
      continue;
    }
    uint32_t next = next_at(walk, node, at[depth - 1]++);
    if (next == NO_NODE || seen[next]) continue;
    seen[next] = true;
    stack[depth] = next, at[depth++] = 0;
  }
  order.count = count - end;
  memmove(order.sequence, order.sequence + end, order.count * sizeof *order.sequence);
  for (uint32_t i = 0; i < count; i++) order.position[i] = NO_NODE;
  for (uint32_t i = 0; i < order.count; i++) order.position[order.sequence[i]] = i;
  return order;
}

static uint32_t meet(const uint32_t *dominators, const order_t *order, uint32_t a, uint32_t b) {
  while (a != b) {
    if (order->position[a] > order->position[b]) {
      a = dominators[a];
    } else {
      b = dominators[b];
    }
  }
  return a;
}

static uint32_t *dominators_of(const walk_t *walk, tern_arena_t *arena) {
  const device_kernel_t *kernel = walk->kernel;
  order_t order = order_of(walk, arena);
  walk_t against = {.kernel = kernel, .is_backwards = !walk->is_backwards, .root = walk->root};
  uint32_t *dominators = tern_arena_alloc_array(arena, kernel->node_count + 1, sizeof *dominators);
  for (uint32_t i = 0; i <= kernel->node_count; i++) dominators[i] = NO_NODE;
  dominators[walk->root] = walk->root;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < order.count; i++) {
      uint32_t node = order.sequence[i], best = NO_NODE;
      for (uint32_t p = 0; p < next_count(&against, node); p++) {
        uint32_t from = next_at(&against, node, p);
        if (dominators[from] != NO_NODE) best = best == NO_NODE ? from : meet(dominators, &order, best, from);
      }
      if (walk->is_backwards && returns(kernel, node)) best = walk->root;
      if (best == dominators[node]) continue;
      dominators[node] = best;
      changed = true;
    }
  }
  return dominators;
}

static bool dominates(const device_kernel_t *kernel, uint32_t above, uint32_t node) {
  while (node != above && node != 0 && kernel->nodes[node].dominator != NO_NODE) node = kernel->nodes[node].dominator;
  return node == above;
}

uint32_t device_node_of(const device_kernel_t *kernel, LLVMBasicBlockRef block) {
  uintptr_t number = (uintptr_t)tern_map_get(&kernel->numbers, block);
  return number ? (uint32_t)number - 1 : NO_NODE;
}

static void connect(device_kernel_t *kernel) {
  for (uint32_t i = 0; i < kernel->node_count; i++)
    tern_map_set(&kernel->numbers, kernel->nodes[i].block, (void *)(uintptr_t)(i + 1));
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    device_node_t *node = &kernel->nodes[i];
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(node->block);
    uint32_t count = LLVMGetNumSuccessors(terminator);
    node->successors = tern_arena_alloc_array(kernel->arena, count, sizeof(uint32_t));
    node->successor_count = count;
    for (uint32_t s = 0; s < count; s++) {
      node->successors[s] = device_node_of(kernel, LLVMGetSuccessor(terminator, s));
      kernel->nodes[node->successors[s]].predecessor_count++;
    }
  }
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    device_node_t *node = &kernel->nodes[i];
    node->predecessors = tern_arena_alloc_array(kernel->arena, node->predecessor_count, sizeof(uint32_t));
    node->predecessor_count = 0;
  }
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    for (uint32_t s = 0; s < kernel->nodes[i].successor_count; s++) {
      device_node_t *to = &kernel->nodes[kernel->nodes[i].successors[s]];
      to->predecessors[to->predecessor_count++] = i;
    }
  }
}

void device_build_graph(device_kernel_t *kernel) {
  kernel->node_count = LLVMCountBasicBlocks(kernel->function);
  kernel->nodes = tern_arena_alloc_zeroed(kernel->arena, kernel->node_count * sizeof *kernel->nodes);
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function);
  for (uint32_t i = 0; i < kernel->node_count; i++, block = LLVMGetNextBasicBlock(block)) {
    kernel->nodes[i] = (device_node_t){.block = block, .point = -1, .resumes = -1};
  }
  connect(kernel);
  uint32_t *forwards = dominators_of(&(walk_t){.kernel = kernel, .root = 0}, kernel->arena);
  uint32_t *backwards =
      dominators_of(&(walk_t){.kernel = kernel, .is_backwards = true, .root = kernel->node_count}, kernel->arena);
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    kernel->nodes[i].dominator = forwards[i];
    kernel->nodes[i].post_dominator = backwards[i] == kernel->node_count ? NO_NODE : backwards[i];
  }
  for (uint32_t i = 0; i < kernel->node_count; i++) {
    for (uint32_t s = 0; s < kernel->nodes[i].successor_count; s++) {
      uint32_t to = kernel->nodes[i].successors[s];
      if (dominates(kernel, to, i)) kernel->nodes[to].is_loop_header = true;
    }
  }
  kernel->points[0].resume_block = 0;
  kernel->points[0].block = NO_NODE;
  kernel->nodes[0].resumes = 0;
  for (uint32_t i = 1; i < kernel->point_count; i++) {
    device_point_t *point = &kernel->points[i];
    point->block = device_node_of(kernel, LLVMGetInstructionParent(point->call));
    point->resume_block = kernel->nodes[point->block].successors[0];
    kernel->nodes[point->block].point = (int32_t)i;
    kernel->nodes[point->resume_block].resumes = (int32_t)i;
  }
}

static void mark(const device_kernel_t *kernel, uint32_t node, uint32_t end, bool *marks) {
  if (node == end || marks[node] || kernel->nodes[node].resumes >= 0) return;
  marks[node] = true;
  if (kernel->nodes[node].point >= 0) return;
  for (uint32_t s = 0; s < kernel->nodes[node].successor_count; s++)
    mark(kernel, kernel->nodes[node].successors[s], end, marks);
}

void device_mark_influence(const device_kernel_t *kernel, uint32_t node, bool *marks) {
  for (uint32_t s = 0; s < kernel->nodes[node].successor_count; s++) {
    mark(kernel, kernel->nodes[node].successors[s], kernel->nodes[node].post_dominator, marks);
  }
}
