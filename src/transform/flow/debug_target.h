// Traces and breaks at dispatches.

#ifndef TERN_TRANSFORM_FLOW_DEBUG_TARGET_H_
#define TERN_TRANSFORM_FLOW_DEBUG_TARGET_H_

#include "ir/op.h"
#include "pass/pass.h"

// Writes `executable::entry` of a dispatch's first entry point.
void tern_dispatch_name(const tern_op_t *dispatch, tern_string_builder_t *out);
// flow.tensor.trace of the dispatch's tensors before and after it, with keys `KEY inputs` and `KEY outputs`.
void tern_dispatch_trace(tern_op_t *dispatch, tern_str_t key);
// Makes the function around the dispatch return the dispatch's results instead of its own, tensors as buffer views. False
// after an error: the dispatch is inside of control flow, or the function is called by others.
bool tern_dispatch_break(tern_op_t *dispatch);

// Calls back for each flow.dispatch of the program's functions, with its number in the function.
typedef struct tern_dispatch_site {
  tern_op_t *dispatch, *function;
  size_t ordinal;
} tern_dispatch_site_t;
typedef bool (*tern_dispatch_fn_t)(const tern_dispatch_site_t *site, void *user);
// False if a callback was.
bool tern_for_each_dispatch(tern_op_t *module, tern_dispatch_fn_t callback, void *user);

#endif  // TERN_TRANSFORM_FLOW_DEBUG_TARGET_H_
