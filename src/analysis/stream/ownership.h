// May the memory of a resource be written in place? What iree-stream-materialize-copy-on-write and
// iree-stream-elide-async-copies ask (upstream: LastUsers and ArgumentSemantics of ElideAsyncCopies.cpp).
//
// A value owns its memory if nothing else can see it: it was made by an op that allocates, or comes through branches,
// loops and casts from such values, each at its last use.

#ifndef TERN_ANALYSIS_STREAM_OWNERSHIP_H_
#define TERN_ANALYSIS_STREAM_OWNERSHIP_H_

#include "analysis/value_flow.h"

// Answers are kept. They stay right when a clone is replaced by its source, where the clone was the last use.
typedef struct tern_stream_ownership {
  tern_value_flow_t flow;
  tern_map_t owned;
} tern_stream_ownership_t;

void tern_stream_ownership_initialize(tern_stream_ownership_t *ownership, tern_op_t *module);
void tern_stream_ownership_deinitialize(tern_stream_ownership_t *ownership);
bool tern_stream_owns_memory(tern_stream_ownership_t *ownership, const tern_value_t *value);
// Is `use` the last thing that happens to the memory of its value, in program order, on every path and in every
// iteration? Values that are the same memory (casts, waits) count. The uses before it must be ones that can be waited for.
bool tern_stream_is_last_use(const tern_operand_t *use);
// Does the op write the memory of operand `index` and give it back as a result?
bool tern_stream_writes_operand(const tern_op_t *op, size_t index);
// Does nobody write the memory of the value while the value is there? Only if it has no other name and all of its uses read.
bool tern_stream_is_only_read(const tern_value_t *value);
// Does the result have memory of its own, which nothing has seen before?
bool tern_stream_is_fresh(const tern_value_t *value);

#endif  // TERN_ANALYSIS_STREAM_OWNERSHIP_H_
