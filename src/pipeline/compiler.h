// What the other rooms may see of a compiler handle.

#ifndef TERN_PIPELINE_COMPILER_H_
#define TERN_PIPELINE_COMPILER_H_

#include "ir/context.h"
#include "tern/compiler.h"

tern_context_t *tern_compiler_context(tern_compiler_t *compiler);
// The loaded module, or NULL. Lent; lives until something else is loaded.
tern_op_t *tern_compiler_module(const tern_compiler_t *compiler);

#endif  // TERN_PIPELINE_COMPILER_H_
