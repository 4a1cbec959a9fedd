// What the dispatches of a module compute and move, as cost programs (tern/dispatch.h).

#ifndef TERN_PIPELINE_COST_DISPATCH_COST_H_
#define TERN_PIPELINE_COST_DISPATCH_COST_H_

#include "pipeline/dispatch/dispatch_info.h"

// Reads the costs of the entry points of `info` off `module`, which is linalg on the buffers of its interface, into
// `info->costs`. The words live in `arena`. An entry point that would take too long a program has none.
void tern_dispatch_costs_read(const tern_op_t *module, tern_arena_t *arena, tern_dispatch_info_t *info);

#endif  // TERN_PIPELINE_COST_DISPATCH_COST_H_
