// Which buffers of shared memory a memory descriptor may see (upstream: SharedMemoryAliasAnalysis of Triton 3.6).
//
// Every ttg.local_alloc in shared memory is a buffer. Views see what their operand sees; what branches, structured ops and
// ttg.warp_specialize carry is followed until nothing changes. A descriptor that comes from elsewhere, such as an argument of
// the function, sees no buffer of the function.

#ifndef TERN_ANALYSIS_TRITON_ALIAS_H_
#define TERN_ANALYSIS_TRITON_ALIAS_H_

#include "base/map.h"
#include "ir/op.h"
#include "ir/op_list.h"

typedef struct tern_shared_aliases {
  tern_op_list_t allocs;  // the buffers, in the order of the text
  tern_map_t numbers;     // memory descriptor -> its number plus one
  uint64_t *sets;         // of each descriptor: `words` words, a bit for each buffer
  size_t words;
} tern_shared_aliases_t;

// Looks at all of `root`, a function. Does not change it, and is wrong once others do.
void tern_shared_aliases_find(tern_op_t *root, tern_shared_aliases_t *out_aliases);
void tern_shared_aliases_deinitialize(tern_shared_aliases_t *aliases);

// May `value` see buffer `alloc`, a place in `aliases->allocs`? False of values that are no descriptors.
bool tern_shared_aliases_has(const tern_shared_aliases_t *aliases, const tern_value_t *value, size_t alloc);

// Is it a descriptor of shared memory?
bool tern_is_shared_memdesc(const tern_type_t *type);

#endif  // TERN_ANALYSIS_TRITON_ALIAS_H_
