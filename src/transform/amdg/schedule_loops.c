// --tritonamdgpu-schedule-loops: deals the loads of a loop, and what uses them, to the stages of a pipeline.
//
//   scf.for ... {                                %x = tt.load %p {loop.cluster = 0 : i32, loop.stage = 0 : i32}
//     %x = tt.load %p                      =>    %d = tt.dot %x, ... {loop.cluster = 1 : i32, loop.stage = 1 : i32}
//     %d = tt.dot %x, ...                      } {tt.scheduled_max_stage = 1 : i32}
//
// Products are in the last stage. Loads that lead to them are in the first one, those that wait for other loads behind these as far as
// stages go. Everything else is dealt by --tritonamdgpu-pipeline, when it is known what comes between (src/transform/amdg/pipeline/parts.h). Of loops with
// two products, one after the other, and four stages, what leads from one to the other is dealt here, too: it runs beside the
// products. It is cut behind the last value that is used twice.
//
// Source: upstream's pass of the same name (ScheduleLoops.cpp of its AMD backend).

#include "analysis/triton/op_slice.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "pass/pass.h"
#include "transform/amdg/pipeline/parts.h"

static int64_t stages_of(const tern_op_t *loop, int64_t otherwise) {
  const tern_attr_t *stages = tern_op_attr(loop, "tt.num_stages");
  return tern_attr_is_integer(stages) ? tern_integer_attr_value(stages) : otherwise;
}

// --- one product, or several that do not wait for each other ---

static void schedule_products(tern_ttg_schedule_t *schedule, const tern_pipeline_levels_t *levels) {
  tern_ttg_cluster_t *groups[] = {tern_ttg_cluster_at_back(schedule), tern_ttg_cluster_at_back(schedule)};
  int64_t last = schedule->stage_count - 1, deepest = 0;
  for (size_t i = 0; i < levels->count; ++i) {
    if (levels->values[i].level > deepest) deepest = levels->values[i].level;
  }
  int64_t distance = (last - 1 + deepest) / (deepest + 1);
  for (size_t i = 0; i < levels->count; ++i) {
    tern_op_t *user = levels->values[i].user;
    if (!tern_op_is(user, TERN_TT(LOAD))) tern_ttg_schedule_set(schedule, user, last, groups[TERN_AMD_COMPUTE]);
  }
  for (size_t i = 0; i < levels->count; ++i) {
    int64_t stage = (deepest - levels->values[i].level) * distance;
    tern_ttg_schedule_set(schedule, levels->values[i].load, stage, groups[TERN_AMD_LOADS]);
  }
}

// --- two products, one after the other ---

static bool is_in(const tern_op_list_t *list, const tern_op_t *op) {
  for (size_t i = 0; op && i < list->count; ++i) {
    if (list->values[i] == op) return true;
  }
  return false;
}

static size_t count_uses(const tern_op_t *op) {
  size_t count = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_for_each_use(&op->results[i], use)++ count;
  }
  return count;
}

// From an operand of the second product back to the first: what is used more than once, and all before it, runs beside the second
// one, and what is behind it beside the first product of the next iteration.
static void cut_between(tern_ttg_schedule_t *schedule, tern_op_t *operand, const tern_op_list_t *behind_first) {
  tern_ttg_cluster_t **groups = schedule->clusters.values;
  tern_op_list_t stack = {0};
  tern_vec_push(&stack, operand);
  while (stack.count > 0) {
    tern_op_t *op = stack.values[--stack.count];
    if (!is_in(behind_first, op) || tern_ttg_schedule_find(schedule, op)) continue;
    if (count_uses(op) > 1) {
      tern_ttg_schedule_set(schedule, op, TERN_AMD_FIRST_DOT_STAGE, groups[TERN_AMD_WITH_SECOND_DOT]);
      tern_ttg_schedule_add(schedule, operand, TERN_AMD_SECOND_DOT_STAGE, groups[TERN_AMD_WITH_FIRST_DOT]);
      continue;
    }
    for (size_t i = 0; i < op->operand_count; ++i) {
      tern_op_t *source = tern_value_defining_op(tern_op_operand(op, i));
      if (source) tern_vec_push(&stack, source);
    }
  }
  tern_vec_deinitialize(&stack);
}

static void schedule_chain(tern_ttg_schedule_t *schedule, const tern_pipeline_levels_t *levels, tern_op_t **dots) {
  for (size_t i = 0; i < TERN_AMD_CHAIN_GROUPS; ++i) tern_ttg_cluster_at_back(schedule);
  tern_ttg_cluster_t **groups = schedule->clusters.values;
  tern_ttg_schedule_set(schedule, dots[0], TERN_AMD_FIRST_DOT_STAGE, groups[TERN_AMD_FIRST_DOT]);
  tern_ttg_schedule_set(schedule, dots[1], TERN_AMD_SECOND_DOT_STAGE, groups[TERN_AMD_SECOND_DOT]);
  for (size_t i = 0; i < levels->count; ++i) {
    tern_op_t *load = levels->values[i].load;
    if (levels->values[i].user == dots[0])
      tern_ttg_schedule_set(schedule, load, TERN_AMD_FIRST_LOAD_STAGE, groups[TERN_AMD_LOAD_FIRST]);
    if (levels->values[i].user == dots[1])
      tern_ttg_schedule_set(schedule, load, TERN_AMD_SECOND_LOAD_STAGE, groups[TERN_AMD_LOAD_SECOND]);
  }
  tern_op_list_t behind_first = tern_slice_forward(dots[0]);
  for (size_t i = 0; i < dots[1]->operand_count; ++i) {
    tern_op_t *operand = tern_value_defining_op(tern_op_operand(dots[1], i));
    if (is_in(&behind_first, operand)) cut_between(schedule, operand, &behind_first);
  }
  const tern_op_t *yield = tern_op_body(schedule->loop, 0)->last_op;
  for (size_t i = 0; i < yield->operand_count; ++i) {
    tern_op_t *op = tern_value_defining_op(tern_op_operand(yield, i));
    if (is_in(&behind_first, op))
      tern_ttg_schedule_add(schedule, op, TERN_AMD_SECOND_DOT_STAGE, groups[TERN_AMD_WITH_FIRST_DOT]);
  }
  tern_vec_deinitialize(&behind_first);
}

// --- the pass ---

static void schedule_loop(tern_op_t *loop, int64_t stages, const tern_axis_infos_t *infos) {
  tern_pipeline_levels_t levels = tern_amd_find_levels(loop, stages, infos);
  for (size_t i = 0; i < levels.count; ++i) {
    tern_pipeline_level_t *level = &levels.values[i];
    tern_op_t *load = level->load, *made = tern_amd_bypass_memory(load, level->user);
    for (size_t k = 0; made && k < levels.count; ++k) {
      if (levels.values[k].user == load) levels.values[k].user = made;
    }
    if (made) level->load = made;
  }
  tern_ttg_schedule_t schedule = {.loop = loop, .stage_count = stages};
  tern_op_t *dots[2];
  if (tern_amd_is_chain(loop, stages, &levels, dots)) {
    schedule_chain(&schedule, &levels, dots);
  } else if (levels.count > 0) {
    schedule_products(&schedule, &levels);
  }
  if (levels.count > 0) tern_ttg_schedule_write(&schedule);
  tern_ttg_schedule_deinitialize(&schedule);
  tern_vec_deinitialize(&levels);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  int64_t otherwise = tern_pass_int(pass, "num_stages");
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  for (size_t i = 0; i < loops.count; ++i) {
    int64_t stages = stages_of(loops.values[i], otherwise);
    if (stages <= 1 || !tern_ttg_loop_can_be_pipelined(loops.values[i])) continue;
    if (tern_ttg_loop_has_barrier(loops.values[i])) continue;
    tern_axis_infos_t *infos = tern_axis_infos_create(module);
    schedule_loop(loops.values[i], stages, infos);
    tern_axis_infos_destroy(infos);
  }
  tern_vec_deinitialize(&loops);
  return true;
}

static const tern_option_def_t options[] = {
    {"num_stages", TERN_OPTION_INT, "2", "Stages of loops that do not say how many they want", NULL},
};

const tern_pass_def_t tern_tritonamdgpu_schedule_loops_pass = {
    .flag = "tritonamdgpu-schedule-loops",
    .name = "TritonAMDGPUScheduleLoops",
    .anchor = "builtin.module",
    .summary = "Deal the loads and products of loops to the stages of a pipeline",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_tt_dialect, &tern_ttg_dialect, NULL},
    .run = run,
};
