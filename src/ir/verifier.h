// The verifier: structure, constraints, traits, SSA dominance and symbols, reporting every error it finds.

#ifndef TERN_IR_VERIFIER_H_
#define TERN_IR_VERIFIER_H_

#include "ir/op_def.h"

// Verifies `op` and all it holds. Linear in the size of the IR. True if nothing is wrong; else at least one error was
// emitted.
bool tern_verify(tern_op_t *op);

#endif  // TERN_IR_VERIFIER_H_
