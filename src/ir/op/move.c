// Moving ops, so that a walk over them goes through memory from the front to the back.
//
// Passes take ops away and put new ones in their places, in the order in which they find something to do. After some dozens
// of passes neighbours in a block lie anywhere, and in a module larger than the caches each step of a walk waits for memory.
// Moved ops lie in the order of a walk, each with the blocks, arguments and ops inside, which the processor reads ahead.
//
// An op knows all pointers to its parts: uses lead to operands, blocks and regions to their neighbours. Each part is
// copied, and who points to it is told, so that at any time half of the ops may have been moved. The order of uses stays.

#include "ir/op/move.h"

#include <string.h>

#include "ir/context_private.h"
#include "ir/op.h"

// Least size of what is in use to be moved: less than that stays in the caches.
#define LEAST_MOVED_SIZE ((size_t)2 << 20)

typedef struct move {
  tern_pool_t *pool, *old;
} move_t;

// A copy of `size` bytes in fresh memory; the block itself if it is not of the size classes.
static void *copy(const move_t *move, void *block, size_t size) {
  return tern_pool_is_pooled(size) ? memcpy(tern_pool_alloc(move->pool, size), block, size) : block;
}

static void let_go(const move_t *move, void *block, size_t size) {
  if (tern_pool_is_pooled(size)) tern_pool_free(move->old, block, size);
}

static void *move_memory(const move_t *move, void *block, size_t size) {
  void *fresh = copy(move, block, size);
  let_go(move, block, size);
  return fresh;
}

static void tell_uses_of_value(tern_value_t *value) {
  tern_value_for_each_use(value, use) use->value = value;
  if (value->first_use) value->first_use->prev = &value->first_use;
}

// One after the other: the next use of a value may be an operand of the same op, which has to be told before it moves.
static void move_operands(tern_op_t *op, const tern_operand_t *from) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_operand_t *operand = &op->operands[i];
    *operand = from[i];
    operand->owner = op;
    if (!operand->value) continue;
    *operand->prev = operand;
    if (operand->next) operand->next->prev = &operand->next;
  }
}

static void move_successors(tern_op_t *op, const tern_successor_t *from) {
  for (size_t i = 0; i < op->successor_count; ++i) {
    tern_successor_t *successor = &op->successors[i];
    *successor = from[i];
    successor->owner = op;
    if (!successor->block) continue;
    *successor->prev = successor;
    if (successor->next) successor->next->prev = &successor->next;
  }
}

// What is as far from `to` as `part` is from `from`.
static void *at_same_place(const void *part, const void *from, void *to) {
  return (char *)to + ((const char *)part - (const char *)from);
}

static tern_op_t *move_op_alone(const move_t *move, tern_op_t *from) {
  tern_op_t *op = copy(move, from, from->allocation_size);
  size_t own_size = from->owns_operands ? from->operand_capacity * sizeof(from->operands[0]) : 0;
  op->results = at_same_place(from->results, from, op);
  op->regions = at_same_place(from->regions, from, op);
  op->successors = at_same_place(from->successors, from, op);
  op->slots = at_same_place(from->slots, from, op);
  op->operands = from->owns_operands ? copy(move, from->operands, own_size) : at_same_place(from->operands, from, op);
  *(op->prev ? &op->prev->next : &op->block->first_op) = op;
  *(op->next ? &op->next->prev : &op->block->last_op) = op;
  for (size_t i = 0; i < op->result_count; ++i) {
    op->results[i].owner = op;
    tell_uses_of_value(&op->results[i]);
  }
  for (size_t i = 0; i < op->region_count; ++i) op->regions[i].parent = op;
  move_operands(op, from->operands);
  move_successors(op, from->successors);
  if (own_size) let_go(move, from->operands, own_size);
  let_go(move, from, from->allocation_size);
  return op;
}

static tern_block_t *move_block_alone(const move_t *move, tern_block_t *from, tern_region_t *parent) {
  tern_block_t *block = move_memory(move, from, sizeof(*from));
  block->parent = parent;
  *(block->prev ? &block->prev->next : &parent->first_block) = block;
  *(block->next ? &block->next->prev : &parent->last_block) = block;
  if (block->args) block->args = move_memory(move, block->args, block->arg_capacity * sizeof(block->args[0]));
  for (size_t i = 0; i < block->arg_count; ++i) {
    tern_value_t *arg = block->args[i] = move_memory(move, block->args[i], sizeof(*arg));
    arg->owner = block;
    tell_uses_of_value(arg);
  }
  for (tern_successor_t *use = block->first_use; use; use = use->next) use->block = block;
  if (block->first_use) block->first_use->prev = &block->first_use;
  return block;
}

static void move_contents(const move_t *move, tern_op_t *parent) {
  for (size_t i = 0; i < parent->region_count; ++i) {
    tern_region_t *region = &parent->regions[i];
    for (tern_block_t *block = region->first_block; block; block = block->next) {
      block = move_block_alone(move, block, region);
      for (tern_op_t *op = block->first_op; op; op = op->next) {
        op->block = block;
        op = move_op_alone(move, op);
        if (op->region_count) move_contents(move, op);
      }
    }
  }
}

bool tern_op_is_worth_moving(const tern_op_t *op) {
  const tern_pool_t *pool = tern_context_pool(tern_op_context(op));
  return pool->used_size >= LEAST_MOVED_SIZE && pool->turnover >= pool->used_size / 2;
}

void tern_op_move_contents(tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  if (context->watcher) return;
  tern_pool_t old;
  tern_pool_begin_move(tern_context_pool(context), &old);
  move_contents(&(move_t){tern_context_pool(context), &old}, op);
  tern_pool_end_move(tern_context_pool(context), &old, op, op->allocation_size);
}
