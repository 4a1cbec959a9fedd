// The verifier: structure, constraints, traits, SSA dominance and symbols, reporting every error it finds.

#ifndef TERN_IR_VERIFY_VERIFIER_H_
#define TERN_IR_VERIFY_VERIFIER_H_

#include "ir/op_def.h"

// Verifies `op` and all it holds. Linear in the size of the IR. True if nothing is wrong; else at least one error was
// emitted.
bool tern_verify(tern_op_t *op);

// The attributes that function `op` says its arguments and results have (`arg_attrs`, `res_attrs`): a dictionary for each
// of `input_count` and `result_count`, with the attributes of dialects alone. Emits an error if not.
bool tern_verify_function_attrs(const tern_op_t *op, size_t input_count, size_t result_count);

#endif  // TERN_IR_VERIFY_VERIFIER_H_
