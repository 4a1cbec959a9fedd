// Groups of ops that compute rows: what each needs of the others is in the same row, so one dispatch can keep it close.

#ifndef TERN_TRANSFORM_DISPATCH_CREATION_ROW_GROUP_H_
#define TERN_TRANSFORM_DISPATCH_CREATION_ROW_GROUP_H_

#include "analysis/fusion_cost.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/op.h"

typedef struct tern_row_group {
  TERN_VEC(tern_op_t *) ops;  // in the order of the block
  uint64_t common;            // bit n: label n is a parallel loop of every op
  tern_map_t labels;          // value -> labels of its dims, owned
  int64_t extents[64];        // of the labels
  size_t label_count;
  // Bytes of a row that may be more than a workgroup's memory keeps, of ops that kernels run without it (for GPUs: see
  // convert/gpu/rows/rows.h); to be set behind tern_row_group_start(). 0: none.
  int64_t longest_row;
  // What the costs of a group are weighed by, to be set there, too. NULL: every group that can be one pays.
  const tern_fusion_rates_t *rates;
} tern_row_group_t;

// Starts a group with an op. False if it cannot be in one. To be deinitialized in any case.
bool tern_row_group_start(tern_row_group_t *group, tern_op_t *op);
// Adds an op that uses results of the group. False, and nothing is changed: it would need what other rows compute, or rows
// are too long to be kept, or the group would take longer than two dispatches. `*out_reason` says which.
bool tern_row_group_add(tern_row_group_t *group, tern_op_t *op, const char **out_reason);
void tern_row_group_deinitialize(tern_row_group_t *group);

#endif  // TERN_TRANSFORM_DISPATCH_CREATION_ROW_GROUP_H_
