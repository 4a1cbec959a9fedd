// Which async ops of a block run together: partitions for one submission to a device, and waves of ops within one that
// may run at the same time.

#ifndef TERN_ANALYSIS_STREAM_PARTITIONING_H_
#define TERN_ANALYSIS_STREAM_PARTITIONING_H_

#include "base/arena.h"
#include "dialect/stream/stream.h"

typedef struct tern_stream_partition_op {
  tern_op_t *op;
  bool is_copy;  // the op is in another partition; this one gets a copy of it for its own consumers
} tern_stream_partition_op_t;

typedef struct tern_stream_partition {
  const tern_attr_t *affinity;  // where it runs, or NULL
  tern_stream_partition_op_t *ops;
  size_t op_count, op_capacity;
} tern_stream_partition_t;

// Partitions in an order in which they may run; their ops in the order of the block. In the arena.
typedef struct tern_stream_partitions {
  tern_stream_partition_t *values;
  size_t count, capacity;
} tern_stream_partitions_t;

// Covers all streamable ops of a block. No op moves across one with side effects; what the host computes from a
// partition's results is never needed by that partition or an earlier one. With TERN_STREAM_FAVOR_DEBUG each op is
// alone.
tern_stream_partitions_t tern_stream_partition_block(tern_block_t *block, tern_stream_favor_t favor,
                                                     tern_arena_t *arena);
// Covers the ops of an execution region that do work. No op of a wave depends on another one of it, by values or by
// memory. Max-concurrency puts an op into the last wave that it can be in, min-peak-memory into the first one.
// TERN_STREAM_FAVOR_DEBUG: no waves.
tern_stream_partitions_t tern_stream_partition_waves(tern_block_t *block, tern_stream_favor_t favor,
                                                     tern_arena_t *arena);

#endif  // TERN_ANALYSIS_STREAM_PARTITIONING_H_
