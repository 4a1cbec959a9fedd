// --tritongpu-assign-latencies: says of the loads in a loop how many iterations ahead they are worth to be begun.
//
//   scf.for ... {                        %a = tt.load %p {tt.latency = 1 : i32}
//     %a = tt.load %p                    %q = tt.addptr %b, %a
//     %q = tt.addptr %b, %a         =>   %x = tt.load %q {tt.latency = 1 : i32}
//     %x = tt.load %q
//     %d = tt.dot %x, ...
//   } {tt.num_stages = 3 : i32}
//
// Loads count that lead to operands of products or, where the loop asks for stages itself, to anything. Those on the way
// to another load come that much earlier, so that the stages are shared out among as many steps as there are. A load must be fit for an
// asynchronous copy: of at least 4 bytes at once, into shared memory that all of its readers can use.
//
// Products in tensor memory run beside the loop, if their operands are there before them or nobody reads their sums behind them.
//
// Source: upstream's pass of the same name.

#include "analysis/triton/axis_info.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/loop_schedule.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttg/tmem/product_overlap.h"

// --- loops ---

static int64_t stages_of(const tern_op_t *loop, int64_t otherwise) {
  const tern_attr_t *stages = tern_op_attr(loop, "tt.num_stages");
  return tern_attr_is_integer(stages) ? tern_integer_attr_value(stages) : otherwise;
}

// Each level takes its part of the stages.
static void assign(tern_op_t *loop, int64_t stages, const tern_axis_infos_t *infos) {
  tern_pipeline_levels_t levels = tern_pipeline_find_levels(loop, stages, infos, false);
  int64_t deepest = 0;
  for (size_t i = 0; i < levels.count; ++i) {
    if (levels.values[i].level > deepest) deepest = levels.values[i].level;
  }
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(loop), 32);
  const tern_attr_t *latency = tern_integer_attr_get(i32, (stages - 1) / (deepest + 1));
  for (size_t i = 0; i < levels.count; ++i) tern_op_set_attr(levels.values[i].load, "tt.latency", latency);
  tern_vec_deinitialize(&levels);
}

// Somebody knew better.
static bool has_latencies(const tern_op_t *loop) {
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (tern_op_attr(op, "tt.latency")) return true;
  }
  return false;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  int64_t otherwise = tern_pass_int(pass, "num-stages");
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  tern_axis_infos_t *infos = NULL;
  for (size_t i = 0; i < loops.count; ++i) {
    int64_t stages = stages_of(loops.values[i], otherwise);
    if (stages <= 1 || !tern_ttg_loop_can_be_pipelined(loops.values[i]) || has_latencies(loops.values[i])) continue;
    if (!infos) infos = tern_axis_infos_create(module);
    assign(loops.values[i], stages, infos);
    tern_product_assign_latencies(loops.values[i]);
  }
  if (infos) tern_axis_infos_destroy(infos);
  tern_vec_deinitialize(&loops);
  return true;
}

static const tern_option_def_t options[] = {
    {"num-stages", TERN_OPTION_INT, "3", "Stages of loops that do not say how many they want", NULL},
};

const tern_pass_def_t tern_tritongpu_assign_latencies_pass = {
    .flag = "tritongpu-assign-latencies",
    .name = "TritonGPUAssignLatencies",
    .anchor = "builtin.module",
    .summary = "Say how early the loads of loops are worth to be begun",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
