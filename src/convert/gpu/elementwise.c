// Ops without tiles: their parallel loops are collapsed into one position that the whole grid shares.
//
//   linalg.generic ... outs(%o : memref<10x15xf32>)
// becomes
//   %id = gpu.block_id x * gpu.block_dim x + gpu.thread_id x
//   scf.if %id < 150 {
//     %i = %id / 15
//     %j = %id % 15
//     ... memref.load, body, memref.store
//   }
//
// Where all operands run along the output's innermost dimension, or do not move with it, a position stands for 16 bytes;
// large ops take several of them per invocation, a workgroup's size apart, to keep more loads under way. An extent that
// the largest grid does not cover, or that is not known, is walked cyclically.

#include "convert/gpu/distribute.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/scf/build.h"
#include "ir/diagnostic.h"

// A reduction gets vectors only if that leaves this many invocations; other ops copies if it leaves this many workgroups.
#define MANY_INVOCATIONS 8192
#define MANY_WORKGROUPS 1024
#define USUAL_COPIES 4
#define MAX_COPIES 8  // where fewer would need more workgroups than a grid has

int64_t tern_gpu_grid_static_total(const tern_gpu_plan_t *plan) {
  int64_t total = 1;
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    int64_t range = plan->ranges[plan->order[i]];
    if (range == TERN_DYNAMIC || __builtin_mul_overflow(total, range, &total)) return TERN_DYNAMIC;
  }
  return total / plan->lanes;
}

// Copies for so many positions. Where the last workgroup need not be whole, it is told from the others at run time.
static int64_t choose_copies(int64_t total, int64_t invocations, bool may_be_cut) {
  for (int64_t copies = MAX_COPIES; copies > 1; copies /= 2) {
    if (!may_be_cut && total % (invocations * copies) != 0) continue;
    if (total / (invocations * copies) < MANY_WORKGROUPS) continue;
    if (copies > USUAL_COPIES && total / (invocations * copies / 2) < TERN_GPU_MAX_GRID) continue;
    return copies;
  }
  return 1;
}

bool tern_gpu_grid_plan(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  plan->kind = TERN_GPU_PLAN_GRID;
  if (plan->parallel_count == 0) return true;
  size_t innermost = plan->order[plan->parallel_count - 1];
  int64_t range = plan->ranges[innermost];
  if (range == TERN_DYNAMIC) return true;
  bool is_map = plan->loop_count == plan->parallel_count, is_wide = kernel->has_wide_accesses && is_map;
  if (!is_wide) {
    plan->lanes = tern_gpu_choose_lanes(plan->op, innermost, range);
  } else if (plan->parallel_count > 1) {
    plan->lanes = tern_gpu_choose_wide_lanes(plan->op, innermost, range);
  } else {
    // What is left behind the last whole vector is done one by one.
    plan->lanes = tern_gpu_choose_wide_lanes(plan->op, innermost, 0);
    while (plan->lanes > range && plan->lanes > 1) plan->lanes /= 2;
    plan->tail = range % plan->lanes;
  }
  int64_t total = tern_gpu_grid_static_total(plan), invocations = tern_gpu_kernel_invocations(kernel);
  if (!is_map) {
    if (total != TERN_DYNAMIC && total < MANY_INVOCATIONS) plan->lanes = 1;
    return true;
  }
  if (total != TERN_DYNAMIC) plan->copies = choose_copies(total, invocations, is_wide);
  return true;
}

tern_value_t *tern_gpu_grid_build_total(tern_builder_t *builder, const tern_gpu_plan_t *plan) {
  tern_value_t *total = tern_build_index(builder, 1);
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    int64_t range = plan->ranges[loop];
    if (i + 1 == plan->parallel_count && range != TERN_DYNAMIC) range /= plan->lanes;
    total = tern_build_index_mul(builder, total, tern_gpu_build_extent(builder, plan->op, loop, range));
  }
  return total;
}

// --- positions ---

// Position of the workgroup in the grid.
static tern_value_t *build_linear_workgroup(tern_builder_t *b, const tern_gpu_kernel_t *kernel) {
  if (kernel->is_flat_grid) return tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 0);
  tern_value_t *linear = tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), 2);
  for (size_t dim = 2; dim-- > 0;) {
    tern_value_t *size = tern_gpu_build_id(b, TERN_GPU(GRID_DIM), dim);
    linear =
        tern_build_index_add(b, tern_build_index_mul(b, linear, size), tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), dim));
  }
  return linear;
}

static tern_value_t *build_workgroup_size(tern_builder_t *b, const tern_gpu_kernel_t *kernel) {
  if (kernel->workgroup_size[1] != 1 || kernel->workgroup_size[2] != 1) {
    return tern_build_index(b, tern_gpu_kernel_invocations(kernel));
  }
  return tern_gpu_build_id(b, TERN_GPU(BLOCK_DIM), 0);
}

static tern_value_t *build_first_position(tern_builder_t *b, const tern_gpu_kernel_t *kernel, int64_t copies) {
  if (kernel->is_one_workgroup) return tern_gpu_build_linear_local_id(b, kernel);
  tern_value_t *workgroup = build_linear_workgroup(b, kernel);
  tern_value_t *size = build_workgroup_size(b, kernel);
  if (copies > 1) size = tern_build_index_mul(b, size, tern_build_index(b, copies));
  tern_value_t *local = tern_gpu_build_linear_local_id(b, kernel);
  return tern_build_index_add(b, tern_build_index_mul(b, workgroup, size), local);
}

// How many positions the whole grid takes at once.
static tern_value_t *build_grid_step(tern_builder_t *b, const tern_gpu_kernel_t *kernel) {
  tern_value_t *step = build_workgroup_size(b, kernel);
  for (size_t dim = 0; dim < (kernel->is_flat_grid ? 1 : 3) && !kernel->is_one_workgroup; ++dim) {
    step = tern_build_index_mul(b, step, tern_gpu_build_id(b, TERN_GPU(GRID_DIM), dim));
  }
  return step;
}

// --- elements ---

static void set_points(tern_builder_t *b, const tern_gpu_plan_t *plan, tern_value_t *position, tern_gpu_nest_t *nest) {
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS], *positions[TERN_LINALG_MAX_LOOPS];
  *nest = (tern_gpu_nest_t){.builder = b, .op = plan->op, .lanes = plan->lanes};
  if (plan->parallel_count == 0) return;
  size_t innermost = plan->order[plan->parallel_count - 1];
  nest->vector_loop = innermost;
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    int64_t range = loop == innermost && plan->lanes > 1 ? plan->ranges[loop] / plan->lanes : plan->ranges[loop];
    extents[i] = tern_gpu_build_extent(b, plan->op, loop, range);
  }
  tern_gpu_build_delinearized(b, position, extents, plan->parallel_count, positions);
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    int64_t lanes = i + 1 == plan->parallel_count ? plan->lanes : 1;
    nest->points[plan->order[i]].base = tern_build_index_mul(b, positions[i], tern_build_index(b, lanes));
  }
}

// Reduction loops that move an output are walked around the rest, with the output in memory.
static bool emit_element_from(tern_builder_t *b, const tern_gpu_plan_t *plan, tern_gpu_nest_t *nest, size_t which) {
  for (size_t loop = which; loop < plan->loop_count; ++loop) {
    if (nest->points[loop].base || !tern_gpu_output_uses_loop(plan->op, loop)) continue;
    tern_value_t *extent = tern_gpu_build_extent(b, plan->op, loop, plan->ranges[loop]);
    tern_op_t *for_op =
        tern_build_scf_for(b, tern_build_index(b, 0), extent, tern_build_index(b, 1), (tern_values_t){0});
    nest->points[loop].base = tern_scf_for_iv(for_op);
    bool is_right = emit_element_from(b, plan, nest, loop + 1);
    tern_build_scf_for_end(b, for_op, (tern_values_t){0});
    return is_right;
  }
  return tern_gpu_nest_emit(nest);
}

static bool emit_element(tern_builder_t *b, const tern_gpu_plan_t *plan, tern_value_t *position) {
  tern_gpu_nest_t nest;
  set_points(b, plan, position, &nest);
  bool is_right = emit_element_from(b, plan, &nest, 0);
  tern_gpu_nest_deinitialize(&nest);
  return is_right;
}

static bool emit_copies(tern_builder_t *b, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel,
                        tern_value_t *position) {
  tern_gpu_nest_t nests[MAX_COPIES];
  bool is_right = true;
  for (int64_t i = 0; i < plan->copies; ++i) {
    tern_value_t *offset = tern_build_index(b, i * tern_gpu_kernel_invocations(kernel));
    set_points(b, plan, tern_build_index_add(b, position, offset), &nests[i]);
    is_right &= tern_gpu_nest_load(&nests[i]);
  }
  for (int64_t i = 0; i < plan->copies && is_right; ++i) tern_gpu_nest_finish(&nests[i]);
  for (int64_t i = 0; i < plan->copies; ++i) tern_gpu_nest_deinitialize(&nests[i]);
  return is_right;
}

// What is left behind the last whole vector: an element to each of the first invocations.
static bool emit_tail(tern_builder_t *b, const tern_gpu_plan_t *plan, tern_value_t *position) {
  size_t loop = plan->order[0];
  tern_op_t *if_op =
      tern_gpu_build_if(b, tern_gpu_build_less(b, position, tern_build_index(b, plan->tail)), (tern_types_t){0});
  tern_gpu_nest_t nest = {.builder = b, .op = plan->op, .lanes = 1};
  nest.points[loop].base = tern_build_index_add(b, position, tern_build_index(b, plan->ranges[loop] - plan->tail));
  bool is_right = tern_gpu_nest_emit(&nest);
  tern_gpu_nest_deinitialize(&nest);
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  return is_right;
}

static bool emit_guarded(tern_builder_t *b, const tern_gpu_plan_t *plan, tern_value_t *position, tern_value_t *count) {
  tern_op_t *if_op = tern_gpu_build_if(b, tern_gpu_build_less(b, position, count), (tern_types_t){0});
  bool is_right = emit_element(b, plan, position);
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  return is_right;
}

// Copies where all are there, else one after the other.
static bool emit_cut_copies(tern_builder_t *b, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel,
                            tern_value_t *position, tern_value_t *count) {
  int64_t invocations = tern_gpu_kernel_invocations(kernel);
  tern_value_t *last = tern_build_index_add(b, position, tern_build_index(b, (plan->copies - 1) * invocations));
  tern_op_t *if_op = tern_gpu_build_if(b, tern_gpu_build_less(b, last, count), (tern_types_t){0});
  bool is_right = emit_copies(b, plan, kernel, position);
  tern_gpu_build_else(b, if_op, (tern_values_t){0});
  tern_op_t *for_op = tern_build_scf_for(b, position, count, tern_build_index(b, invocations), (tern_values_t){0});
  is_right = is_right && emit_element(b, plan, tern_scf_for_iv(for_op));
  tern_build_scf_for_end(b, for_op, (tern_values_t){0});
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  return is_right;
}

static bool emit_positions(tern_builder_t *b, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  int64_t total = tern_gpu_grid_static_total(plan), covered = tern_gpu_kernel_invocations(kernel) * plan->copies;
  bool is_covered = total != TERN_DYNAMIC && total <= kernel->grid_capacity;
  int64_t copies = is_covered ? plan->copies : 1;
  tern_value_t *position = build_first_position(b, kernel, copies);
  if (copies > 1 && total % covered == 0) return emit_copies(b, plan, kernel, position);
  if (is_covered && copies == 1 && total == kernel->grid_capacity) return emit_element(b, plan, position);
  tern_value_t *count = tern_gpu_grid_build_total(b, plan);
  if (copies > 1) return emit_cut_copies(b, plan, kernel, position, count);
  if (is_covered) return emit_guarded(b, plan, position, count);
  tern_value_t *step = build_grid_step(b, kernel);
  tern_op_t *for_op = tern_build_scf_for(b, position, count, step, (tern_values_t){0});
  bool is_right = emit_element(b, plan, tern_scf_for_iv(for_op));
  tern_build_scf_for_end(b, for_op, (tern_values_t){0});
  return is_right;
}

bool tern_gpu_grid_emit(const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  tern_builder_t builder = tern_builder_before(plan->op), *b = &builder;
  bool is_right = emit_positions(b, plan, kernel);
  if (plan->tail > 0) is_right = is_right && emit_tail(b, plan, build_first_position(b, kernel, 1));
  return is_right;
}
