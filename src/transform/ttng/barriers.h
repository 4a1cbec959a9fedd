// Barriers in shared memory, for the passes that make ops which complete by themselves.

#ifndef TERN_TRANSFORM_TTNG_BARRIERS_H_
#define TERN_TRANSFORM_TTNG_BARRIERS_H_

#include "rewrite/builder.h"

// Memory for a barrier of one block, which is still to be made by ttng.init_barrier.
tern_value_t *tern_ttng_allocate_barrier(tern_builder_t *builder);
// The same of `count` barriers, in a ring: ttg.memdesc_index gives one of them.
tern_value_t *tern_ttng_allocate_barriers(tern_builder_t *builder, int64_t count);

#endif  // TERN_TRANSFORM_TTNG_BARRIERS_H_
