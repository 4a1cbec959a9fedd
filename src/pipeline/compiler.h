// What the other rooms may see of a compiler handle.

#ifndef TERN_PIPELINE_COMPILER_H_
#define TERN_PIPELINE_COMPILER_H_

#include "ir/context.h"
#include "tern/compiler.h"

tern_context_t *tern_compiler_context(tern_compiler_t *compiler);
// The loaded module, or NULL. Lent; lives until something else is loaded.
tern_op_t *tern_compiler_module(const tern_compiler_t *compiler);
// A compiler of its own that holds a copy of `module`, an op of this one, as what it has loaded: locations name the same
// places of the same text, and diagnostics go to the same handler. NULL after an error.
tern_compiler_t *tern_compiler_split(const tern_compiler_t *compiler, tern_op_t *module);

#endif  // TERN_PIPELINE_COMPILER_H_
