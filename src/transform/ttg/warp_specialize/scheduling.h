// The steps of --tritongpu-partition-scheduling, one a file beside this one: who of a loop's partitions runs which op.

#ifndef TERN_TRANSFORM_TTG_WARP_SPECIALIZE_SCHEDULING_H_
#define TERN_TRANSFORM_TTG_WARP_SPECIALIZE_SCHEDULING_H_

#include "ir/op_list.h"
#include "transform/ttg/loop_schedule.h"
#include "transform/ttg/warp_specialize/partitions.h"

typedef struct tern_partition {
  int64_t stage;
  tern_op_list_t ops;  // in the order in which they came
} tern_partition_t;

typedef struct tern_partitioning {
  tern_op_t *loop;
  size_t count;
  tern_partition_t parts[TERN_MAX_PARTITIONS];
} tern_partitioning_t;

// The op is partition `id`'s alone.
void tern_partitioning_assign(tern_partitioning_t *p, tern_op_t *op, size_t id);
// The same, if nobody has the op; false: somebody has.
bool tern_partitioning_try_assign(tern_partitioning_t *p, tern_op_t *op, size_t id);

// --- of the loop's body ---

// The op of the body that `op` is, or is in; NULL: none.
tern_op_t *tern_partitioning_in_body(const tern_op_t *loop, tern_op_t *op);
// What `value` is of, in this iteration or an earlier one; NULL: no op of the body makes it.
tern_op_t *tern_partitioning_source(const tern_op_t *loop, const tern_value_t *value);
// Ops of the body that `op`, or what is in it, takes values from.
tern_op_list_t tern_partitioning_sources(const tern_op_t *loop, tern_op_t *op);
// Ops of the body that use what `op` makes, in this iteration or a later one.
tern_op_list_t tern_partitioning_users(const tern_op_t *loop, const tern_op_t *op);
// Does `op` depend on an op that some partitions have, but not all of them?
bool tern_partitioning_is_reached(const tern_partitioning_t *p, tern_op_t *op);

// --- partition_clusters.c ---

// Gives the ops between those that partitions have to one of them.
void tern_partitioning_propagate(tern_partitioning_t *p);
// Partitions expand what they get from others by themselves.
void tern_partitioning_copy_broadcasts(tern_partitioning_t *p);

// --- partition_rest.c ---

// Gives all other ops of the loop, at any depth, to those that need them, and says of each result who has it. False after an error.
bool tern_partitioning_finish(tern_partitioning_t *p);

#endif  // TERN_TRANSFORM_TTG_WARP_SPECIALIZE_SCHEDULING_H_
