// Moving all ops inside of an op to memory that a walk goes through from the front to the back.

#ifndef TERN_IR_OP_MOVE_H_
#define TERN_IR_OP_MOVE_H_

#include <stdbool.h>

#include "ir/types_fwd.h"

// True if the context holds more ops than the caches, and many of them were made since the last move.
bool tern_op_is_worth_moving(const tern_op_t *op);
// Moves all ops and blocks inside of `op`, with their values; `op` itself stays. Pointers to what is inside are no longer good,
// but for those that the IR holds; nothing else changes. Does nothing while somebody watches the context (ir/watcher.h).
void tern_op_move_contents(tern_op_t *op);

#endif  // TERN_IR_OP_MOVE_H_
