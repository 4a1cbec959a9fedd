// What the passes that count references to tokens, values and groups of async share.

#ifndef TERN_TRANSFORM_ASYNC_REFERENCE_COUNTS_H_
#define TERN_TRANSFORM_ASYNC_REFERENCE_COUNTS_H_

#include "base/vec.h"
#include "dialect/async/async.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) tern_async_value_list_t;

// What is counted in `root`: arguments of blocks, then results of ops. The list is the caller's to free.
tern_async_value_list_t tern_async_counted_values(tern_op_t *root);
// As above; false (with a diagnostic) if ops are there that --async-to-async-runtime has yet to lower.
bool tern_async_lowered_values(tern_op_t *root, tern_async_value_list_t *out);

// Adds references (or drops `-count` of them, if it is negative) where the builder stands.
void tern_async_count(tern_builder_t *b, tern_value_t *value, int64_t count);
// A value that nothing uses is dropped where it is made; false if something uses it.
bool tern_async_drop_if_unused(tern_value_t *value);

// The op of a block of `region` that is or holds `op`.
tern_op_t *tern_async_op_in_region(tern_op_t *op, const tern_region_t *region);

#endif  // TERN_TRANSFORM_ASYNC_REFERENCE_COUNTS_H_
