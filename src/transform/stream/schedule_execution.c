// --iree-stream-schedule-execution: groups async ops of a block into regions that a queue runs as one submission.
//
//   %1 = stream.async.splat %x ...           %r, %t = stream.async.execute with(%0 as %a: ...) -> ... {
//   %2 = stream.async.dispatch @f(%0, %1)      %1 = stream.async.splat %x ...
//   util.call @g(%2)                     ->    %2 = stream.async.dispatch @f(%a, %1)
//                                              stream.yield %2
//                                            } => !stream.timepoint
//                                            %3 = stream.timepoint.await %t => %r
//                                            util.call @g(%3)
//
// Source: upstream's pass of the same name. The partitions are src/analysis/stream/partitioning.h's. Results are awaited
// right away, one by one; iree-stream-propagate-timepoints moves the waits to where they are needed.

#include "analysis/stream/regions.h"
#include "transform/stream/outline.h"
#include "transform/stream/write_order.h"

// Barriers only hold partitions apart.
static void erase_barriers(tern_stream_partition_t *partition) {
  size_t count = 0;
  for (size_t i = 0; i < partition->op_count; ++i) {
    tern_op_t *op = partition->ops[i].op;
    if (tern_op_is(op, TERN_STREAM(ASYNC_BARRIER))) {
      tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
      tern_op_destroy(op);
    } else {
      partition->ops[count++] = partition->ops[i];
    }
  }
  partition->op_count = count;
}

static bool schedule_block(tern_block_t *block, void *user) {
  tern_pass_t *pass = user;
  tern_stream_favor_t favor = tern_stream_favor_of(pass, tern_block_parent_op(block));
  tern_stream_partitions_t partitions = tern_stream_partition_block(block, favor, tern_pass_scratch(pass));
  if (partitions.count == 0) return true;
  tern_stream_copy_shared_ops(&partitions);
  for (size_t i = 0; i < partitions.count; ++i) erase_barriers(&partitions.values[i]);
  tern_stream_write_order_t *order = tern_stream_plan_write_order(block, &partitions, tern_pass_scratch(pass));
  tern_op_t **executes = tern_arena_alloc_array(tern_pass_scratch(pass), partitions.count, sizeof(*executes));
  for (size_t i = 0; i < partitions.count; ++i) {
    executes[i] = NULL;
    if (partitions.values[i].op_count == 0) continue;
    executes[i] = tern_stream_outline(&partitions.values[i], TERN_STREAM(ASYNC_EXECUTE));
    tern_pass_count(pass, 0, 1);
  }
  tern_stream_apply_write_order(order, executes);
  tern_stream_sort_block(block);
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) { return tern_stream_for_each_host_block(op, schedule_block, pass); }

const tern_pass_def_t tern_stream_schedule_execution_pass = {
    .flag = "iree-stream-schedule-execution",
    .name = "ScheduleExecutionPass",
    .summary = "Put what can be executed without the host into regions",
    .description =
        "Each block's async ops are divided into as few stream.async.execute regions as affinities, side "
        "effects and what the host computes from results permit. Splats and clones are made again in each "
        "region that uses them. `debug` gives each op a region of its own.",
    .options = tern_stream_favor_option,
    .option_count = 1,
    .statistics = (const char *const[]){"num-regions - Number of execution regions made", NULL},
    .run = run,
};
