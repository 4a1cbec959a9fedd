// Moving async ops into regions of their own: what schedule-execution and schedule-concurrency share.

#ifndef TERN_TRANSFORM_STREAM_OUTLINE_H_
#define TERN_TRANSFORM_STREAM_OUTLINE_H_

#include "analysis/stream/partitioning.h"
#include "pass/pass.h"

// What a pass's option `favor` says, or the program around `op`.
tern_stream_favor_t tern_stream_favor_of(const tern_pass_t *pass, const tern_op_t *op);
extern const tern_option_def_t tern_stream_favor_option[1];

// Makes the copies that the partitions ask for, before their ops, and lets consumers use those of their own partition.
// After that each op is in one partition.
void tern_stream_copy_shared_ops(tern_stream_partitions_t *partitions);

// Moves the ops of a partition into a new stream.async.execute or stream.async.concurrent (`row`), which stands after the
// last of them. Resources from outside become arguments, results that are used outside are yielded; results that are
// arguments changed in place are tied to them. Users outside get the region's results, those of an execute once its
// timepoint is reached. The order of the block is the caller's to repair.
tern_op_t *tern_stream_outline(const tern_stream_partition_t *partition, const tern_op_row_t *row);

// Moves ops down behind what they use, and leaves the order as it is otherwise.
void tern_stream_sort_block(tern_block_t *block);

#endif  // TERN_TRANSFORM_STREAM_OUTLINE_H_
