// --tritongpu-pipeline: loops that have a schedule run several iterations at once, so that loads are under way while what was
// loaded before is computed with.
//
//   scf.for %i iter_args(%s) {                        %a = copy(0) into buffer 0
//     %x = tt.load %p        {stage 0}                %b = copy(1) into buffer 1
//     %d = tt.dot %x, ..     {stage 2}      =>        scf.for %i iter_args(%s, %a, %b ...) {
//   } {tt.scheduled_max_stage = 2}                      ttg.async_wait %a        one group may be left
//                                                       tt.dot (ttg.local_load of buffer %i mod 2), ...
//                                                       %c = copy(%i + 2) where there is such an iteration
//                                                       scf.yield %d, %b, %c
//                                                     }
//
// The steps are in the folder beside this file: loads become asynchronous copies into shared memory; the iterations are dealt to their
// stages; products of warp groups run by themselves; and waits are told what they may leave. tritongpu-assign-latencies and
// tritongpu-schedule-loops make the schedule.
//
// Source: upstream's pass of the same name (Pipeliner/). What it does for products in tensor memory, which Blackwell has, is left out.

#include <stdio.h>

#include "asm/printer.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "dialect/ub/ub.h"
#include "pass/pass.h"
#include "transform/ttg/pipeline/parts.h"

static int64_t stages_of(const tern_op_t *loop, int64_t otherwise) {
  const tern_attr_t *stages = tern_op_attr(loop, "tt.num_stages");
  return tern_attr_is_integer(stages) ? tern_integer_attr_value(stages) : otherwise;
}

static void dump(tern_op_t *module, tern_pass_t *pass, const char *step) {
  if (!tern_pass_bool(pass, "dump-intermediate-steps")) return;
  tern_string_builder_t text = {0};
  tern_print_op(module, &TERN_PRINT_DEFAULT, &text);
  fprintf(stderr, "// -----// SoftwarePipeliner internal IR Dump After: %s\n%.*s\n\n", step, (int)text.size, text.data);
  tern_string_builder_deinitialize(&text);
}

static void for_each_loop(tern_op_t *module, int64_t otherwise, void (*visit)(tern_op_t *loop)) {
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) {
    if (stages_of(loops.values[i], otherwise) > 1) visit(loops.values[i]);
  }
  tern_vec_deinitialize(&loops);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  if (!tern_pipeline_lower_loops(module)) return false;
  dump(module, pass, "LowerLoops");
  tern_pipeline_expand_loops(module);
  dump(module, pass, "ExpandLoops");
  tern_pipeline_forget_schedules(module);
  int64_t otherwise = tern_pass_int(pass, "num-stages");
  for_each_loop(module, otherwise, tern_pipeline_make_dots_async);
  tern_pipeline_update_waits(module);
  tern_pipeline_clean_arithmetic(module);
  for_each_loop(module, otherwise, tern_pipeline_lower_stores);
  return true;
}

static const tern_option_def_t options[] = {
    {"num-stages", TERN_OPTION_INT, "3", "Stages of loops that do not say how many they want", NULL},
    {"dump-intermediate-steps", TERN_OPTION_BOOL, "false", "Print the program after the loads and after the loops",
     NULL},
};

const tern_pass_def_t tern_tritongpu_pipeline_pass = {
    .flag = "tritongpu-pipeline",
    .name = "TritonGPUPipeline",
    .anchor = "builtin.module",
    .summary = "Run several iterations of scheduled loops at once",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_scf_dialect, &tern_ttg_dialect,
                                                &tern_ttng_dialect, &tern_ub_dialect, NULL},
    .run = run,
};
