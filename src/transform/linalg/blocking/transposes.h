// What the passes that transpose in registers have in common: squares of elements, one vector a row.

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_TRANSPOSES_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_TRANSPOSES_H_

#include "pass/pass.h"

enum { TERN_TRANSPOSE_MAX_SIDE = 16 };  // of a square, in elements

// The side of a square of such elements; 0 if no vectors hold them.
int64_t tern_transpose_side(const tern_type_t *element, int64_t vector_bytes);

// The option of such a pass, and its run: each linalg op of `root` is offered to `rewrite`; those that it took are
// counted.
extern const tern_option_def_t tern_transpose_options[1];
bool tern_transpose_run(tern_op_t *root, tern_pass_t *pass, bool (*rewrite)(tern_op_t *op, int64_t vector_bytes));

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_TRANSPOSES_H_
