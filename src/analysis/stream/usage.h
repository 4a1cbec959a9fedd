// What a resource is used for in the whole program, and so what lifetime it has (upstream: ResourceUsage.cpp).
//
// Values that have to be the same memory, because ops update them in place or branches, loops and calls pass them on, form
// a class and get one lifetime. Transfers, casts and clones connect classes: where two of them get the same lifetime the
// transfer does nothing, else it is a copy.

#ifndef TERN_ANALYSIS_STREAM_USAGE_H_
#define TERN_ANALYSIS_STREAM_USAGE_H_

#include "analysis/value_flow.h"
#include "dialect/stream/stream.h"

typedef struct tern_stream_usage tern_stream_usage_t;

// Looks at all host functions of `module`.
tern_stream_usage_t *tern_stream_usage_create(tern_op_t *module);
void tern_stream_usage_destroy(tern_stream_usage_t *usage);
// The lifetime that a resource has: that of its type if it is known, else what its class was found to need. Never unknown.
tern_stream_lifetime_t tern_stream_usage_lifetime(const tern_stream_usage_t *usage, const tern_value_t *resource);

#endif  // TERN_ANALYSIS_STREAM_USAGE_H_
