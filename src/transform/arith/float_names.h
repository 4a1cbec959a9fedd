// Float types by name, for options of passes.

#ifndef TERN_TRANSFORM_ARITH_FLOAT_NAMES_H_
#define TERN_TRANSFORM_ARITH_FLOAT_NAMES_H_

#include "ir/type.h"

// The float type that MLIR writes so; NULL if there is none.
const tern_type_t *tern_float_type_named(tern_context_t *context, tern_str_t name);

#endif  // TERN_TRANSFORM_ARITH_FLOAT_NAMES_H_
