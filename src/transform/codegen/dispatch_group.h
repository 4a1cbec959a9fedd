// Which structured ops of a dispatch can share one kernel.
//
// A workgroup cannot wait for another. So the ops of one kernel are either independent of each other, or they follow one
// root, an op with reductions whose parallel loops are distributed to the workgroups: initialisers before it and element-wise
// consumers behind it that touch what they share with it element for element in the root's parallel loops, so that each
// workgroup reads only what it wrote itself.

#ifndef TERN_TRANSFORM_CODEGEN_DISPATCH_GROUP_H_
#define TERN_TRANSFORM_CODEGEN_DISPATCH_GROUP_H_

#include "base/vec.h"
#include "dialect/linalg/structured.h"

#define TERN_NO_LOOP SIZE_MAX

typedef struct tern_dispatch_member {
  tern_op_t *op;
  size_t root_loops[TERN_LINALG_MAX_LOOPS];  // per loop of `op` the root's loop that it runs with, or TERN_NO_LOOP
} tern_dispatch_member_t;

typedef struct tern_dispatch_group {
  TERN_VEC(tern_dispatch_member_t) members;  // in an order in which they may run
  size_t root;                               // which member; without a root: TERN_NO_LOOP
  bool can_tile;                             // there is a root, and its parallel loops may run at once, in tiles
} tern_dispatch_group_t;

typedef struct tern_dispatch_groups {
  TERN_VEC(tern_dispatch_group_t) groups;
} tern_dispatch_groups_t;

// Groups the ops of a straight-line function that touch memory. With `fuse` off ops that depend on each other are never
// together. False (nothing found) if the function is not a straight line of structured ops on buffers: loops around
// structured ops, tensors, several blocks. To be deinitialized in any case.
bool tern_dispatch_groups_find(tern_op_t *func, bool fuse, tern_dispatch_groups_t *out_groups);
void tern_dispatch_groups_deinitialize(tern_dispatch_groups_t *groups);
// The position of `op` among the groups, or TERN_NO_LOOP.
size_t tern_dispatch_groups_index_of(const tern_dispatch_groups_t *groups, const tern_op_t *op);

// Both view one allocation, or one binding of the interface. Different bindings never overlap.
bool tern_memories_may_overlap(tern_value_t *a, tern_value_t *b);

#endif  // TERN_TRANSFORM_CODEGEN_DISPATCH_GROUP_H_
