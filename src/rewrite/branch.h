// Which operands a branch hands to which successor (upstream: BranchOpInterface).

#ifndef TERN_REWRITE_BRANCH_H_
#define TERN_REWRITE_BRANCH_H_

#include "ir/op_def.h"

// The operands of `op` that become the arguments of its successor `index`: start and count. False if the op does not
// say (it is no BRANCH_LIKE op, or makes some arguments itself): then nothing is known of the arguments.
bool tern_branch_successor_operands(const tern_op_t *op, size_t index, size_t *out_start, size_t *out_count);
// Removes the operand that becomes argument `arg_index` of successor `index`, and keeps the segment sizes right. Only
// where tern_branch_successor_operands() knows them.
void tern_branch_erase_successor_operand(tern_op_t *op, size_t index, size_t arg_index);
// Adds operands at the end of those of successor `index`, likewise.
void tern_branch_append_successor_operands(tern_op_t *op, size_t index, tern_values_t values);
// Replaces all operands of successor `index`, likewise.
void tern_branch_set_successor_operands(tern_op_t *op, size_t index, tern_values_t values);

#endif  // TERN_REWRITE_BRANCH_H_
