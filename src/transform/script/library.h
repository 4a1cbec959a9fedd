// Files with named sequences.

#ifndef TERN_TRANSFORM_SCRIPT_LIBRARY_H_
#define TERN_TRANSFORM_SCRIPT_LIBRARY_H_

#include "ir/op.h"

// Reads a module from a file (text or bytecode) and verifies it. NULL after an error at `loc` or in the file.
tern_op_t *tern_script_read_module(tern_context_t *context, const tern_attr_t *loc, tern_str_t path);
// The library of a context, which --transform-preload-library fills; NULL: there is none.
tern_op_t *tern_script_library(tern_context_t *context);
// Adds the named sequences of a module, which goes. What is defined twice is an error. False after an error.
bool tern_script_library_add(tern_op_t *module);
// The first named sequence of this name in `op`, at any depth; then in the library. NULL: there is none.
tern_op_t *tern_script_find_entry(tern_op_t *op, tern_op_t *library, tern_str_t name);

#endif  // TERN_TRANSFORM_SCRIPT_LIBRARY_H_
