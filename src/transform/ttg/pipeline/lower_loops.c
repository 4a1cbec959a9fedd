// See parts.h (upstream: lowerLoops of LowerLoops.cpp).

#include "dialect/scf/scf.h"
#include "transform/ttg/pipeline/parts.h"

static bool lower_loop(tern_ttg_schedule_t *schedule, const tern_axis_infos_t *infos) {
  if (!tern_pipeline_lower_products(schedule)) return false;
  tern_pipeline_lower_loads(schedule, infos);
  tern_pipeline_buffer_descriptors(schedule, schedule->stage_count - 1);
  tern_ttg_schedule_write(schedule);
  return true;
}

bool tern_pipeline_lower_loops(tern_op_t *module) {
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  tern_axis_infos_t *infos = NULL;
  bool is_ok = true;
  for (size_t i = 0; i < loops.count && is_ok; ++i) {
    tern_ttg_schedule_t schedule = {.loop = loops.values[i]};
    if (tern_ttg_schedule_read(&schedule)) {
      is_ok = tern_pipeline_check_schedule(&schedule);
      if (!infos) infos = tern_axis_infos_create(module);
      is_ok = is_ok && lower_loop(&schedule, infos);
    }
    tern_ttg_schedule_deinitialize(&schedule);
  }
  if (infos) tern_axis_infos_destroy(infos);
  tern_vec_deinitialize(&loops);
  return is_ok;
}
