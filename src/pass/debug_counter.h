// Counters that let only some executions of an action happen (--mlir-debug-counter), to find by halving which one breaks a program
// (upstream: DebugCounter).

#ifndef TERN_PASS_DEBUG_COUNTER_H_
#define TERN_PASS_DEBUG_COUNTER_H_

#include "base/string.h"
#include "tern/status.h"

typedef struct tern_debug_counters tern_debug_counters_t;

// Reads `TAG-skip=N,TAG-count=N,...`: of the executions of TAG the first `skip` do not happen, then `count` of them do, or all
// the others if it is not given. Owned by the caller.
tern_status_t tern_debug_counters_create(const char *text, tern_debug_counters_t **out_counters);
void tern_debug_counters_destroy(tern_debug_counters_t *counters);
// Counts an execution, and says whether it is to happen. True for NULL.
bool tern_debug_counters_allow(tern_debug_counters_t *counters, tern_str_t tag);
// A line for each counter: how often it was asked, and its limits.
void tern_debug_counters_print(const tern_debug_counters_t *counters, tern_string_builder_t *out);

#endif  // TERN_PASS_DEBUG_COUNTER_H_
