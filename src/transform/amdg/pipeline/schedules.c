// See parts.h (upstream: getIndirectLevel and checkPreconditions of ScheduleLoops.cpp).

#include "analysis/triton/op_slice.h"
#include "dialect/tt/tt.h"
#include "transform/amdg/pipeline/parts.h"

bool tern_amd_machine_of(const tern_op_t *op, tern_machine_t *out) {
  const tern_attr_t *target = NULL;
  for (; op && !target; op = tern_op_parent(op)) target = tern_op_attr(op, "ttg.target");
  *out = (tern_machine_t){0};
  if (!target || target->kind != TERN_ATTR_STRING) return false;
  tern_str_t name = tern_string_attr_value(target), prefix = TERN_STR("hip:");
  if (!tern_str_starts_with(name, prefix)) return false;
  return tern_machine_read_amd((tern_str_t){name.data + prefix.size, name.size - prefix.size}, out);
}

tern_pipeline_levels_t tern_amd_find_levels(const tern_op_t *loop, int64_t stages, const tern_axis_infos_t *infos) {
  tern_machine_t machine;
  bool is_known = tern_amd_machine_of(loop, &machine);
  bool takes_narrow = is_known && (machine.family == TERN_AMD_CDNA4 || tern_amd_is_rdna(machine.family));
  return tern_pipeline_find_levels(loop, stages, infos, takes_narrow);
}

bool tern_amd_is_chain(const tern_op_t *loop, int64_t stages, const tern_pipeline_levels_t *levels,
                       tern_op_t **out_dots) {
  size_t count = 0;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (!tern_op_is(op, TERN_TT(DOT))) continue;
    if (count < 2) out_dots[count] = op;
    ++count;
  }
  if (stages != TERN_AMD_CHAIN_STAGES || count != 2) return false;
  for (size_t i = 0; i < levels->count; ++i) {
    if (levels->values[i].level != 0) return false;
  }
  tern_op_list_t slice = tern_slice_forward(out_dots[0]);
  bool is_chain = false;
  for (size_t i = 0; i < slice.count && !is_chain; ++i) is_chain = slice.values[i] == out_dots[1];
  tern_vec_deinitialize(&slice);
  return is_chain;
}
