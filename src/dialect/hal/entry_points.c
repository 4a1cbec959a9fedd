// The functions that become kernels; see the header.

#include "dialect/hal/entry_points.h"

#include "dialect/func/func.h"
#include "dialect/hal/workgroup_count.h"
#include "ir/symbol.h"

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_FUNC(FUNC))) return TERN_WALK_ADVANCE;
  bool is_kernel = tern_symbol_visibility(op) != TERN_PRIVATE && !tern_region_is_empty(&op->regions[0]);
  if (is_kernel && !tern_op_attr(op, "hal.entry_point_schedule") && !tern_workgroup_count_find(op)) {
    tern_vec_push((tern_entry_points_t *)user, op);
  }
  return TERN_WALK_SKIP;
}

tern_entry_points_t tern_entry_points_find(tern_op_t *root) {
  tern_entry_points_t functions = {0};
  tern_op_walk_pre(root, collect, &functions);
  return functions;
}

bool tern_entry_points_convert(tern_op_t *root, tern_pass_t *pass, tern_entry_point_fn_t convert) {
  tern_entry_points_t functions = tern_entry_points_find(root);
  bool is_right = true;
  for (size_t i = 0; i < functions.count; ++i) is_right &= convert(functions.values[i], pass);
  tern_vec_deinitialize(&functions);
  return is_right;
}
