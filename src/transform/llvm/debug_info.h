// What debuggers are told, as attributes of llvm: files, units, functions.

#ifndef TERN_TRANSFORM_LLVM_DEBUG_INFO_H_
#define TERN_TRANSFORM_LLVM_DEBUG_INFO_H_

#include "dialect/llvm/llvm.h"

// An attribute of llvm by its name; `context` has to be at hand.
#define TERN_DEBUG_ATTR(NAME, ...)                                             \
  tern_llvm_attr_make(context, NAME, (const tern_named_attr_t[]){__VA_ARGS__}, \
                      sizeof((const tern_named_attr_t[]){__VA_ARGS__}) / sizeof(tern_named_attr_t))

const tern_attr_t *tern_debug_text(tern_context_t *context, const char *words);
const tern_attr_t *tern_debug_number(tern_context_t *context, int64_t value);

// The place in a file that a location is about; of a call, where it stands, or what is called. NULL: there is none.
const tern_attr_t *tern_debug_find_place(const tern_attr_t *loc, bool of_callee);
// The file of a place, as it is written.
tern_str_t tern_debug_path(const tern_attr_t *place);
// The file of a place (NULL: not known) as its name and where it lies.
const tern_attr_t *tern_debug_file(tern_context_t *context, const tern_attr_t *place);
const tern_attr_t *tern_debug_unit(tern_context_t *context, const tern_attr_t *file, const char *producer,
                                   tern_str_t emission_kind);
// What a function is to debuggers, in `file`. Only one with a body belongs to the unit and is told apart.
const tern_attr_t *tern_debug_subprogram(tern_op_t *func, const tern_attr_t *unit, const tern_attr_t *file);

#endif  // TERN_TRANSFORM_LLVM_DEBUG_INFO_H_
