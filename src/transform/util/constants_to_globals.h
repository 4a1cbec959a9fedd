// Constants that become globals of the module.

#ifndef TERN_TRANSFORM_UTIL_CONSTANTS_TO_GLOBALS_H_
#define TERN_TRANSFORM_UTIL_CONSTANTS_TO_GLOBALS_H_

#include "ir/op_list.h"
#include "rewrite/builder.h"

// Replaces constants by loads of globals. Equal ones share a global: `build_global` makes it, in no block yet, of the
// first of them, and it goes before the op of the module that this constant lies in, renamed if its name is taken.
void tern_constants_to_globals(tern_op_t *module, const tern_op_list_t *constants,
                               tern_op_t *(*build_global)(tern_builder_t *builder, const tern_op_t *constant));

#endif  // TERN_TRANSFORM_UTIL_CONSTANTS_TO_GLOBALS_H_
