// Calls that the files of the IR's mutable part share: use lists, block order, inherent attributes.

#ifndef TERN_IR_OP_PRIVATE_H_
#define TERN_IR_OP_PRIVATE_H_

#include "ir/op_def.h"

// Use lists: of the operands that name a value, of the successors that name a block. Linking makes a use that names
// nothing yet one of `used` (NULL: of nothing); unlinking takes it out again, and the caller gives it another or drops it.
#define TERN_USE_LIST_(NAME, FIELD)                                                        \
  static inline void tern_##NAME##_link(tern_##NAME##_t *use, struct tern_##FIELD *used) { \
    use->FIELD = used;                                                                     \
    use->next = used ? used->first_use : NULL;                                             \
    use->prev = used ? &used->first_use : NULL;                                            \
    if (use->next) use->next->prev = &use->next;                                           \
    if (used) used->first_use = use;                                                       \
  }                                                                                        \
  static inline void tern_##NAME##_unlink(tern_##NAME##_t *use) {                          \
    if (!use->prev) return;                                                                \
    *use->prev = use->next;                                                                \
    if (use->next) use->next->prev = use->prev;                                            \
    use->next = NULL;                                                                      \
    use->prev = NULL;                                                                      \
  }
TERN_USE_LIST_(operand, value)
TERN_USE_LIST_(successor, block)
#undef TERN_USE_LIST_

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
