// --iree-stream-schedule-concurrency: groups ops of an execution region that may run at the same time.
//
//   %1 = stream.async.dispatch @f(%a)        %1:2 = stream.async.concurrent with(%a as %b: ...) -> (...) {
//   %2 = stream.async.dispatch @g(%a)          %3 = stream.async.dispatch @f(%b)
//                                        ->    %4 = stream.async.dispatch @g(%b)
//                                              stream.yield %3, %4
//                                            }
//
// Source: upstream's pass of the same name. The waves are src/analysis/stream/partitioning.h's; a wave of one op stays
// as it is.

#include "analysis/stream/regions.h"
#include "transform/stream/outline.h"

static void schedule_region(tern_op_t *execute, tern_pass_t *pass) {
  tern_block_t *block = tern_op_body(execute, 0);
  tern_stream_favor_t favor = tern_stream_favor_of(pass, execute);
  tern_stream_partitions_t waves = tern_stream_partition_waves(block, favor, tern_pass_scratch(pass));
  bool is_any_concurrent = false;
  for (size_t i = 0; i < waves.count; ++i) is_any_concurrent |= waves.values[i].op_count > 1;
  if (!is_any_concurrent) return;
  for (size_t i = 0; i < waves.count; ++i) {
    const tern_stream_partition_t *wave = &waves.values[i];
    bool is_concurrent = wave->op_count > 1;
    tern_op_t *op = is_concurrent ? tern_stream_outline(wave, TERN_STREAM(ASYNC_CONCURRENT)) : wave->ops[0].op;
    tern_pass_count(pass, 0, is_concurrent);
    // Waves in their order at the end; ops without work come right behind what they need.
    tern_op_remove(op);
    tern_op_insert(op, block, block->last_op);
  }
  tern_stream_sort_block(block);
}

static bool schedule_block(tern_block_t *block, void *user) {
  tern_block_for_each_op(block, op) {
    if (tern_op_is(op, TERN_STREAM(ASYNC_EXECUTE))) schedule_region(op, user);
  }
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) { return tern_stream_for_each_host_block(op, schedule_block, pass); }

const tern_pass_def_t tern_stream_schedule_concurrency_pass = {
    .flag = "iree-stream-schedule-concurrency",
    .name = "ScheduleConcurrencyPass",
    .summary = "Group what may run at the same time within an execution region",
    .description =
        "Each op of a stream.async.execute goes into a wave: with `max-concurrency` the last one that its "
        "consumers permit, with `min-peak-memory` the one that is filled already, `debug`: none. Waves of "
        "several ops become stream.async.concurrent.",
    .options = tern_stream_favor_option,
    .option_count = 1,
    .statistics = (const char *const[]){"num-waves - Number of concurrent regions made", NULL},
    .run = run,
};
