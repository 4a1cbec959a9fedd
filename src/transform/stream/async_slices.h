// Slices that are read where they lie, without a copy. Private to src/transform/stream.

#ifndef TERN_TRANSFORM_STREAM_ASYNC_SLICES_H_
#define TERN_TRANSFORM_STREAM_ASYNC_SLICES_H_

#include "base/map.h"
#include "ir/op_def.h"

// Lets dispatches, updates and copies read ranges of what a stream.async.slice takes a range of, if that is never written
// in place and the ranges start where a binding may start. Gives the number of uses that do so now; slices without uses
// stay. `only_read` remembers which values are only read, which these changes leave as it is.
size_t tern_stream_elide_slice(tern_op_t *slice, tern_map_t *only_read);

#endif  // TERN_TRANSFORM_STREAM_ASYNC_SLICES_H_
