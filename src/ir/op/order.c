// The order of ops in their block: numbers that increase along it, so that two ops are compared in constant time.
//
// An op that comes in between two others takes a number between theirs. Where there is none, the ops of the smallest
// aligned range of numbers around the place that is not too full are spread over it. A range twice as long may be less
// full by a constant factor, so a range that was spread takes insertions in proportion to its ops before it is too full
// again: an insertion costs O(log n) on average, wherever ops come in. Numbering the whole block each time would cost
// O(n), which is what passes that build code before op after op in a long block would pay.
//
// Source: Bender, Cole, Demaine, Farach-Colton, Zito: Two simplified algorithms for maintaining order in a list, 2002.

#include <assert.h>

#include "ir/op.h"
#include "ir/op_private.h"

enum {
  ORDER_STEP = 8,  // between ops that are appended
  ORDER_BITS = 32,
  FIRST_RANGE_BITS = 3,
  FIRST_LIMIT = 4,  // ops that the shortest range may hold
  // Of ops, for each doubling of the range. At these numbers a block has room for 15 million.
  LIMIT_NUMERATOR = 27,
  LIMIT_DENOMINATOR = 16,
};

// Numbers `count` ops from `first` on, as far from each other as the numbers from `base` on allow.
static void spread(tern_op_t *first, uint64_t count, uint64_t base, uint64_t size) {
  assert(count <= size);
  tern_op_t *op = first;
  for (uint64_t i = 0; i < count; ++i, op = op->next) op->order = (uint32_t)(base + (2 * i + 1) * size / (2 * count));
}

// Numbers `op`, whose neighbours leave no number between them, and some of the ops around it.
static void make_room(tern_op_t *op) {
  uint64_t place = op->prev ? op->prev->order : 0, count = 1, limit = FIRST_LIMIT;
  tern_op_t *first = op, *last = op;
  for (unsigned bits = FIRST_RANGE_BITS; bits <= ORDER_BITS; ++bits) {
    uint64_t size = UINT64_C(1) << bits, base = place & ~(size - 1);
    for (; first->prev && first->prev->order >= base; ++count) first = first->prev;
    for (; last->next && last->next->order < base + size; ++count) last = last->next;
    // The longest range is the whole block's.
    if (count <= limit || bits == ORDER_BITS) {
      spread(first, count, base, size);
      return;
    }
    limit = limit * LIMIT_NUMERATOR / LIMIT_DENOMINATOR;
  }
}

void tern_op_place_in_order(tern_op_t *op) {
  tern_block_t *block = op->block;
  if (!block->is_order_valid) {
    // An empty block starts out in order.
    if (op->prev || op->next) return;
    block->is_order_valid = true;
  }
  uint32_t low = op->prev ? op->prev->order : 0;
  if (!op->next && low <= UINT32_MAX - ORDER_STEP) {
    op->order = low + ORDER_STEP;
  } else if (op->next && op->next->order - low >= 2) {
    op->order = low + (op->next->order - low) / 2;
  } else {
    make_room(op);
  }
}

void tern_block_number_ops(tern_block_t *block) {
  uint32_t order = 0, step = ORDER_STEP;
  size_t count = 0;
  tern_block_for_each_op(block, op)++ count;
  while (step > 1 && count > UINT32_MAX / step - 1) step /= 2;
  tern_block_for_each_op(block, op) op->order = order += step;
  block->is_order_valid = true;
}

bool tern_op_is_before(const tern_op_t *a, const tern_op_t *b) {
  assert(a->block && a->block == b->block && "ops of one block are compared");
  // The order is a cache: numbering does not change what the block says. Printing uses its place for other numbers.
  if (!a->block->is_order_valid) tern_block_number_ops(a->block);
  return a->order < b->order;
}
