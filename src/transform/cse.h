// Computing what is computed twice once, as a step of other passes.

#ifndef TERN_TRANSFORM_CSE_H_
#define TERN_TRANSFORM_CSE_H_

#include "pass/pass.h"

// Does what --cse does inside `op`. Statistics 0 and 1 of `pass` count what was unified and what was dead.
void tern_eliminate_common_subexpressions(tern_op_t *op, tern_pass_t *pass);

#endif  // TERN_TRANSFORM_CSE_H_
