// Where ops reach memory: what transformations of copies to shared memory ask (upstream: Dialect/NVGPU/Transforms/Utils).

#ifndef TERN_TRANSFORM_NVGPU_ACCESSES_H_
#define TERN_TRANSFORM_NVGPU_ACCESSES_H_

#include "ir/op_def.h"
#include "rewrite/builder.h"

// Names of operand groups of an op that reads one memory or writes one.
typedef struct tern_nvgpu_access {
  const tern_op_row_t *row;
  const char *base, *indices, *value;  // `value` is what is stored, or NULL
  bool is_write;
} tern_nvgpu_access_t;

// NULL: the op is none of those that are known.
const tern_nvgpu_access_t *tern_nvgpu_access_of(const tern_op_t *op);
tern_value_t *tern_nvgpu_access_base(const tern_op_t *op, const tern_nvgpu_access_t *access);
// The indices begin at operand `*out_start`.
void tern_nvgpu_access_indices(const tern_op_t *op, const tern_nvgpu_access_t *access, size_t *out_start,
                               size_t *out_count);

// --- what is done to copies ---

// Permutes the columns of rows in the shared memory `memory`, so that reads of columns hit different banks. False, and
// nothing is changed, if that is not needed or some access in `root` is none that is known.
bool tern_nvgpu_permute_shared_memory(tern_op_t *root, tern_value_t *memory);

// Makes asynchronous copies of vectors that are read from global memory and written to shared memory at once, in groups.
// `bypasses_l1`: copies of 16 bytes are not kept in the first cache.
void tern_nvgpu_create_async_groups(tern_op_t *root, bool bypasses_l1);

#endif  // TERN_TRANSFORM_NVGPU_ACCESSES_H_
