// What stream's passes ask about resources: their sizes, what shares their memory, which bytes an op touches, and which
// ops may run on a device's timeline.

#ifndef TERN_ANALYSIS_STREAM_RESOURCES_H_
#define TERN_ANALYSIS_STREAM_RESOURCES_H_

#include "base/map.h"
#include "rewrite/builder.h"

// --- kinds of ops ---

// May the op go into an execution region (upstream: StreamableOpInterface)?
bool tern_stream_is_streamable(const tern_op_t *op);
// Is the op only a name for what its operand is: no work of its own (subviews, barriers)?
bool tern_stream_is_metadata(const tern_op_t *op);
// Is it cheaper to make the result again for each consumer than to keep it (splats, clones)?
bool tern_stream_prefers_cloning(const tern_op_t *op);

// --- sizes ---

// The size in bytes that the op states for an operand, or a result, that is a resource; NULL: it states none.
tern_value_t *tern_stream_operand_size(const tern_op_t *op, size_t operand);
tern_value_t *tern_stream_result_size(const tern_op_t *op, size_t result);
// The size of a resource that its definition states: valid wherever the resource is. Arguments of execution regions have
// that of what they capture. NULL: unknown.
tern_value_t *tern_stream_defined_size(const tern_value_t *resource);
// The size of a resource for use at the builder's place: that of the definition, or what a use states where that can be
// had, or a new stream.resource.size.
tern_value_t *tern_stream_size_at(tern_builder_t *builder, tern_value_t *resource);

// --- sharing ---

// The operand whose memory result `index` is in, or a part of: what it is tied to, or what it is a cast of; -1: none.
int64_t tern_stream_shared_operand(const tern_op_t *op, size_t result);

// The value whose memory `resource` shares within its region: ties and arguments of nested concurrent regions are
// followed, up to an argument of an execution region (or block), or to the op that makes the memory.
tern_value_t *tern_stream_storage_base(tern_value_t *resource);

// Remembers the answers, for many questions about IR that does not change in between: values tied in a row are gone through
// once, not once each. Zero-initialise to start.
typedef struct tern_stream_bases {
  tern_map_t known;  // value -> its base; the lowest bit is set if its bytes have another place there
} tern_stream_bases_t;

void tern_stream_bases_deinitialize(tern_stream_bases_t *bases);
// tern_stream_storage_base(), and whether a byte of the value has the same place in the base (no subview in between).
tern_value_t *tern_stream_bases_find(tern_stream_bases_t *bases, tern_value_t *resource, bool *out_is_same_place);

// --- accesses ---

typedef struct tern_stream_access {
  tern_value_t *resource;     // operand, or result that is not tied
  int access;                 // TERN_STREAM_ACCESS_* bits
  tern_value_t *start, *end;  // byte range; NULL: from the first byte, to the last one
} tern_stream_access_t;

// At most this many for ops without variadic groups; in general two for each operand and result.
size_t tern_stream_access_count_max(const tern_op_t *op);
// Writes the accesses of an async op; `out` has room for tern_stream_access_count_max(). Ops that are not known access
// all of their resources, reading and writing.
size_t tern_stream_accesses(const tern_op_t *op, tern_stream_access_t *out);
// May the ranges of two accesses to memory of one base share a byte?
bool tern_stream_ranges_overlap(const tern_stream_access_t *a, const tern_stream_access_t *b);

#endif  // TERN_ANALYSIS_STREAM_RESOURCES_H_
