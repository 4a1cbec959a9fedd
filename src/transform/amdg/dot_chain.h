// Products whose results are multiplied further, as in attention (upstream: isChainDotHead, isChainDotTail).

#ifndef TERN_TRANSFORM_AMDG_DOT_CHAIN_H_
#define TERN_TRANSFORM_AMDG_DOT_CHAIN_H_

#include "ir/op_def.h"

// Is it a tt.dot or tt.dot_scaled?
bool tern_amdg_is_dot(const tern_op_t *op);
// Does an operand (0 or 1) of another product in the same region depend on the result?
bool tern_amdg_is_chain_head(tern_op_t *dot, size_t operand);
// Does the first operand depend on the result of another product in the same region?
bool tern_amdg_is_chain_tail(const tern_op_t *dot);

#endif  // TERN_TRANSFORM_AMDG_DOT_CHAIN_H_
