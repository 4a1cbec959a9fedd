// From dispatches to the functions that they run, and back.

#ifndef TERN_ANALYSIS_STREAM_DEVICE_CODE_H_
#define TERN_ANALYSIS_STREAM_DEVICE_CODE_H_

#include "base/map.h"
#include "base/vec.h"
#include "dialect/stream/stream.h"

// A function of a stream.executable with all commands that run it.
typedef struct tern_stream_entry {
  tern_op_t *exported;  // the first stream.executable.export of it
  tern_op_t *function;  // func.func
  TERN_VEC(tern_op_t *) dispatches;
  // False if some dispatch may run another function instead (several entry points).
  bool is_alone;
} tern_stream_entry_t;

typedef struct tern_stream_entries {
  TERN_VEC(tern_stream_entry_t) list;
  tern_map_t by_function;  // func.func -> its number, plus one
} tern_stream_entries_t;

// Finds the exported functions of all executables in `module` and the stream.cmd.dispatch ops that name them.
void tern_stream_entries_find(tern_op_t *module, tern_stream_entries_t *out_entries);
void tern_stream_entries_deinitialize(tern_stream_entries_t *entries);

// The arguments of a function that are no bindings, in order, are the uniform operands of its dispatches; the bindings
// are their resources. Writes the argument numbers of either kind; `out` has room for all arguments.
size_t tern_stream_operand_args(const tern_op_t *function, uint32_t *out_args);
size_t tern_stream_binding_args(const tern_op_t *function, uint32_t *out_args);

// Replaces the operands of a named group of any op with segment sizes.
void tern_stream_set_operand_group(tern_op_t *op, const char *name, tern_value_t *const *values, size_t count);

// Makes the type of a function that of its entry block, with the given attributes of its arguments (one for each; NULL:
// none for all).
void tern_stream_update_signature(tern_op_t *function, const tern_attr_t *const *arg_attrs);
// The dictionary of attributes of an argument, or NULL.
const tern_attr_t *tern_stream_arg_attrs(const tern_op_t *function, size_t index);

#endif  // TERN_ANALYSIS_STREAM_DEVICE_CODE_H_
