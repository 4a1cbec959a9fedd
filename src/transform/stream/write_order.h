// Who writes memory in place waits for those who read it before.
//
//   %r, %t = stream.async.execute with(%0 as %a) {...}         (reads %0)
//   util.call @f(%0)                                     ->    %1 = stream.timepoint.await %t => %0
//                                                              util.call @f(%1)
//
// Values order an op behind what makes its operands. That a write in place follows the readers of what it overwrites, no
// value says; nor does it where memory is handed on to one who may write it.

#ifndef TERN_TRANSFORM_STREAM_WRITE_ORDER_H_
#define TERN_TRANSFORM_STREAM_WRITE_ORDER_H_

#include "analysis/stream/partitioning.h"

typedef struct tern_stream_write_order tern_stream_write_order_t;

// Finds who has to wait for whom, while the ops of the partitions are where they were. In the arena.
tern_stream_write_order_t *tern_stream_plan_write_order(tern_block_t *block, const tern_stream_partitions_t *partitions,
                                                        tern_arena_t *arena);
// Builds the waits. `executes` are the regions that the partitions became; NULL where nothing was left of one. Who waits
// may stand before what it waits for until tern_stream_sort_block().
void tern_stream_apply_write_order(const tern_stream_write_order_t *order, tern_op_t *const *executes);

#endif  // TERN_TRANSFORM_STREAM_WRITE_ORDER_H_
