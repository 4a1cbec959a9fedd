// Which blocks of a host program stream's passes work on.

#ifndef TERN_ANALYSIS_STREAM_REGIONS_H_
#define TERN_ANALYSIS_STREAM_REGIONS_H_

#include "ir/op_def.h"

// Calls back for each block of host code inside of `op` (and of `op` itself, if it is a function), blocks around before
// those inside, in order: bodies of functions, initializers, loops and conditionals. Device code and the regions of
// stream's ops are left out. The callback may change its block. False as soon as the callback is.
bool tern_stream_for_each_host_block(tern_op_t *op, bool (*callback)(tern_block_t *block, void *user), void *user);

#endif  // TERN_ANALYSIS_STREAM_REGIONS_H_
