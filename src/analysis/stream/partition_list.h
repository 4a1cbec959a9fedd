// Lists of partitions that are made from the end of a block to its start.

#ifndef TERN_ANALYSIS_STREAM_PARTITION_LIST_H_
#define TERN_ANALYSIS_STREAM_PARTITION_LIST_H_

#include "analysis/stream/partitioning.h"

// Adds a partition without ops and returns its number.
size_t tern_stream_partitions_add(tern_stream_partitions_t *partitions, tern_arena_t *arena);
void tern_stream_partition_add_op(tern_stream_partition_t *partition, tern_op_t *op, bool is_copy, tern_arena_t *arena);
// Turns the lists round, so that what was found from the end is in order.
void tern_stream_partitions_reverse(tern_stream_partitions_t *partitions);

#endif  // TERN_ANALYSIS_STREAM_PARTITION_LIST_H_
