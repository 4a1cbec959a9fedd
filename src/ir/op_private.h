// Calls that the files of the IR's mutable part share: use lists, block order, inherent attributes.

#ifndef TERN_IR_OP_PRIVATE_H_
#define TERN_IR_OP_PRIVATE_H_

#include "ir/op_def.h"

// Makes `operand`, which names nothing yet, a use of `value` (NULL: of nothing).
static inline void tern_operand_link(tern_operand_t *operand, tern_value_t *value) {
  operand->value = value;
  if (!value) {
    operand->next = NULL;
    operand->prev = NULL;
    return;
  }
  operand->next = value->first_use;
  operand->prev = &value->first_use;
  if (operand->next) operand->next->prev = &operand->next;
  value->first_use = operand;
}

// Takes `operand` out of its value's use list; the caller gives it another value or drops it.
static inline void tern_operand_unlink(tern_operand_t *operand) {
  if (!operand->prev) return;
  *operand->prev = operand->next;
  if (operand->next) operand->next->prev = operand->prev;
  operand->next = NULL;
  operand->prev = NULL;
}

static inline void tern_successor_link(tern_successor_t *successor, tern_block_t *block) {
  successor->block = block;
  if (!block) {
    successor->next = NULL;
    successor->prev = NULL;
    return;
  }
  successor->next = block->first_use;
  successor->prev = &block->first_use;
  if (successor->next) successor->next->prev = &successor->next;
  block->first_use = successor;
}

static inline void tern_successor_unlink(tern_successor_t *successor) {
  if (!successor->prev) return;
  *successor->prev = successor->next;
  if (successor->next) successor->next->prev = successor->prev;
  successor->next = NULL;
  successor->prev = NULL;
}

// True if uses may come before definitions in this block.
bool tern_block_is_graph(const tern_block_t *block);

// Numbers the ops of a block, so that `order` increases along it.
void tern_block_number_ops(tern_block_t *block);

// Gives an op that was just linked into its block a place in the block's order, if the block is in order.
void tern_op_place_in_order(tern_op_t *op);

// Puts the inherent attributes among `dictionary` (may be NULL) into the op's slots; returns the dictionary of the
// others, NULL if there are none.
const tern_attr_t *tern_op_take_inherent_attrs(tern_op_t *op, const tern_attr_t *dictionary);

#endif  // TERN_IR_OP_PRIVATE_H_
