// What schedule-allocation decides about the resources of an execution region, and the commands that follow from it.

#ifndef TERN_TRANSFORM_STREAM_ALLOCATION_H_
#define TERN_TRANSFORM_STREAM_ALLOCATION_H_

#include "base/map.h"
#include "dialect/stream/stream.h"
#include "rewrite/builder.h"

// Where a value's bytes are: at `offset` of `resource`, which has `size` bytes.
typedef struct tern_stream_range {
  tern_value_t *resource, *size, *offset;
} tern_stream_range_t;

// The sum of two index values, folded if it can be.
tern_value_t *tern_stream_add(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);

// Replaces the async ops of a region's block by commands. `ranges` (value -> tern_stream_range_t) has all resources in
// it, those of nested regions too. Arithmetic goes to `outside`. The results that the block yields are forgotten.
// False after an error: an op that is no command.
bool tern_stream_issue_commands(tern_block_t *block, const tern_map_t *ranges, tern_builder_t *outside);

// stream.async.parameter.* -> stream.cmd.parameter.*; other ops stay.
void tern_stream_convert_parameter_op(tern_op_t *op);

// stream.async.func -> stream.cmd.func: a resource is followed by its offset and length, untied results become
// arguments.
void tern_stream_convert_async_func(tern_op_t *function);

#endif  // TERN_TRANSFORM_STREAM_ALLOCATION_H_
