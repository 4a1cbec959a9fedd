// The patterns that the ops transform.apply_patterns.vector.* stand for. Private to src/transform/script.

#ifndef TERN_TRANSFORM_SCRIPT_VECTOR_PATTERNS_H_
#define TERN_TRANSFORM_SCRIPT_VECTOR_PATTERNS_H_

#include "dialect/vector/lowering.h"

// Adds the patterns of `op` and sets what its attributes say in `options`; false: it is no such op.
bool tern_script_add_vector_patterns(const tern_op_t *op, tern_vector_pattern_list_t *list,
                                     tern_vector_lowering_options_t *options);

#endif  // TERN_TRANSFORM_SCRIPT_VECTOR_PATTERNS_H_
