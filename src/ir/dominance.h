// Dominance among blocks and ops (Lengauer, Tarjan: A Fast Algorithm for Finding Dominators in a Flowgraph).

#ifndef TERN_IR_DOMINANCE_H_
#define TERN_IR_DOMINANCE_H_

#include "ir/op_def.h"

typedef struct tern_dominance tern_dominance_t;

// Trees are made per region when first asked for. Invalid once blocks or successors change.
tern_dominance_t *tern_dominance_create(void);
void tern_dominance_destroy(tern_dominance_t *dominance);
// Does every path to `b` from its region's entry pass through `a`? Blocks of one region; unreachable blocks are
// dominated by all.
bool tern_dominance_block_dominates(tern_dominance_t *dominance, const tern_block_t *a, const tern_block_t *b);
// May `user` use `value`? True in graph regions if the value is in scope.
bool tern_dominance_value_dominates(tern_dominance_t *dominance, const tern_value_t *value, const tern_op_t *user);
// Is `a` executed before `b` on every path to `b` (or does it hold b)?
bool tern_dominance_op_dominates(tern_dominance_t *dominance, const tern_op_t *a, const tern_op_t *b);
bool tern_dominance_is_reachable(tern_dominance_t *dominance, const tern_block_t *block);

#endif  // TERN_IR_DOMINANCE_H_
