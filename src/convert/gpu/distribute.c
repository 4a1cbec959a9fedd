// Ops that a workgroup runs collectively: their parallel iterations go to local ids.
//
//   linalg.matmul {__internal_linalg_transform__ = "workgroup"} ... outs(%c : memref<?x?xf32, ...>)
// becomes
//   %x = gpu.thread_id x
//   %y = gpu.thread_id y
//   scf.if %y < rows and %x < columns {
//     %old = memref.load %c[%y, %x]
//     %sum = scf.for %k = ... iter_args(%acc = %old) { ... }
//     memref.store %sum, %c[%y, %x]
//   }
//
// A guard is written only where the extent is not known to cover the local size, and a loop around it only where the
// extent may exceed that (upstream: IREE's LinalgToSPIRV/ConvertToGPUPass, which assumed that it does not).

#include "convert/gpu/distribute.h"

#include <string.h>

#include "analysis/gpu/tile_config.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/scf/build.h"
#include "ir/diagnostic.h"

// Of an op's elements that an invocation reads before it computes any: what goes to workgroup memory needs few registers.
#define MAX_COPIES 16
#define USUAL_COPIES 4

// --- plans ---

static bool outputs_are_workgroup_memory(const tern_op_t *op) {
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    if (!tern_gpu_is_workgroup_memory(tern_linalg_output(op, i)->type)) return false;
  }
  return true;
}

// Would most invocations of a workgroup that is a line have nothing to do, if only the innermost loop went along it?
static bool leaves_idle(const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  bool is_line = kernel->workgroup_size[1] == 1 && kernel->workgroup_size[2] == 1;
  return is_line && plan->parallel_count > 1 &&
         plan->bounds[plan->order[plan->parallel_count - 1]] < tern_gpu_kernel_invocations(kernel);
}

// Copies and fills of workgroup memory, and other ops whose innermost loop is short: one linear position over the whole tile,
// whatever the shape of the workgroup.
static bool plan_linear(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  if (!tern_linalg_is_all_parallel(plan->op) || plan->parallel_count == 0) return false;
  bool is_copy = outputs_are_workgroup_memory(plan->op);
  if (!is_copy && !leaves_idle(plan, kernel)) return false;
  int64_t total = 1, invocations = tern_gpu_kernel_invocations(kernel), most = is_copy ? MAX_COPIES : USUAL_COPIES;
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    int64_t bound = plan->bounds[plan->order[i]];
    if (bound == TERN_DYNAMIC || __builtin_mul_overflow(total, bound, &total)) return false;
  }
  size_t innermost = plan->order[plan->parallel_count - 1];
  plan->kind = TERN_GPU_PLAN_LINEAR;
  if (plan->ranges[innermost] != TERN_DYNAMIC) {
    plan->lanes = tern_gpu_choose_lanes(plan->op, innermost, plan->ranges[innermost]);
    int64_t wide =
        kernel->has_matrices ? tern_gpu_cooperative_copy_lanes(plan->op, innermost, plan->ranges[innermost]) : 1;
    if (wide > plan->lanes) plan->lanes = wide;
  }
  total /= plan->lanes;
  if (total % invocations == 0 && total / invocations <= most) plan->copies = total / invocations;
  return true;
}

// Innermost loop to x, then y and z; loops of one element need none, and those beyond run in each invocation.
static void assign_dims(tern_gpu_plan_t *plan, int first_dim) {
  int dim = first_dim;
  for (size_t i = plan->parallel_count; i-- > 0;) {
    size_t loop = plan->order[i];
    if (plan->ranges[loop] != 1 && dim < 3) plan->dims[loop] = dim++;
  }
}

bool tern_gpu_plan_make(tern_gpu_plan_t *plan, tern_op_t *op, const tern_gpu_kernel_t *kernel, bool is_grid) {
  *plan = (tern_gpu_plan_t){.op = op, .loop_count = tern_linalg_loop_count(op), .lanes = 1, .copies = 1};
  if (op->operand_count > TERN_GPU_MAX_OPERANDS) {
    return tern_op_error(op, "has %u operands, but at most %d can be distributed", op->operand_count,
                         TERN_GPU_MAX_OPERANDS);
  }
  if (!tern_linalg_static_loop_ranges(op, plan->ranges)) {
    return tern_op_error(op, "has a loop whose extent no operand gives");
  }
  tern_gpu_tile_config_t config;
  bool has_config;
  if (!tern_gpu_tile_config_read(op, &config, &has_config)) return false;
  tern_op_set_attr(op, TERN_LINALG_MARKER, NULL);
  tern_op_set_attr(op, TERN_LOWERING_CONFIG, NULL);
  plan->parallel_count = tern_gpu_parallel_order(op, plan->order);
  for (size_t loop = 0; loop < plan->loop_count; ++loop) {
    plan->dims[loop] = -1;
    if (!tern_gpu_extent_bound(op, loop, plan->ranges[loop], &plan->bounds[loop])) plan->bounds[loop] = TERN_DYNAMIC;
  }
  if (is_grid) return tern_gpu_grid_plan(plan, kernel);
  if (has_config && config.distributes_reduction) {
    assign_dims(plan, 1);
    if (tern_gpu_reduce_plan(plan, kernel)) return true;
    for (size_t loop = 0; loop < plan->loop_count; ++loop) plan->dims[loop] = -1;
  }
  plan->kind = TERN_GPU_PLAN_LOCAL;
  assign_dims(plan, 0);
  if (has_config && tern_gpu_cooperative_plan(plan, kernel, &config)) return true;
  if (has_config && tern_gpu_contract_plan(plan, kernel, config.invocation_tile)) return true;
  if (plan_linear(plan, kernel)) return true;
  return true;
}

// --- agreement ---

static bool is_order_same(const tern_gpu_plan_t *a, const tern_gpu_plan_t *b) {
  return a->parallel_count == b->parallel_count &&
         memcmp(a->order, b->order, a->parallel_count * sizeof a->order[0]) == 0;
}

// The results of both maps are the parallel loops, each once: an element belongs to one invocation.
static bool is_owned_access(const tern_gpu_plan_t *plan, const tern_affine_map_t *map) {
  size_t parallel = 0;
  if (!tern_affine_map_is_projected_permutation(map, true)) return false;
  for (size_t r = 0; r < map->result_count; ++r) {
    parallel += tern_linalg_iterator(plan->op, (size_t)map->results[r]->value) == TERN_ITERATOR_PARALLEL;
  }
  return parallel == plan->parallel_count && map->result_count == parallel;
}

bool tern_gpu_plans_agree(const tern_gpu_plan_t *a, size_t a_position, const tern_gpu_plan_t *b, size_t b_position) {
  const tern_affine_map_t *a_map = tern_linalg_indexing_map(a->op, a_position),
                          *b_map = tern_linalg_indexing_map(b->op, b_position);
  // What is fused takes its elements where the contraction has them.
  const tern_op_t *a_group = a->fused_into ? a->fused_into : a->op, *b_group = b->fused_into ? b->fused_into : b->op;
  if (a != b && a_group == b_group) return true;
  if (a != b && (a->cooperative.scratch || b->cooperative.scratch || a->fused_into || b->fused_into)) return false;
  if (a->kind == TERN_GPU_PLAN_COOPERATIVE && b->kind == TERN_GPU_PLAN_COOPERATIVE) {
    return tern_gpu_cooperative_agrees(a, a_position, b, b_position);
  }
  if (a->kind != b->kind || a->lanes != b->lanes || a->copies != b->copies || a->has_tile != b->has_tile ||
      a->is_peeled != b->is_peeled || a->kind == TERN_GPU_PLAN_REDUCE) {
    return false;
  }
  if (!is_owned_access(a, a_map) || !is_owned_access(b, b_map) || a_map->result_count != b_map->result_count) {
    return false;
  }
  if (!tern_gpu_is_same_view(tern_op_operand(a->op, a_position), tern_op_operand(b->op, b_position))) return false;
  for (size_t r = 0; r < a_map->result_count; ++r) {
    size_t x = (size_t)a_map->results[r]->value, y = (size_t)b_map->results[r]->value;
    if (a->dims[x] != b->dims[y] || a->chunk[x] != b->chunk[y] || a->ranges[x] != b->ranges[y]) return false;
    if (a->kind != TERN_GPU_PLAN_LOCAL && (!is_order_same(a, b) || x != y)) return false;
  }
  return a->parallel_count == 0 || a->lanes == 1 || a->kind != TERN_GPU_PLAN_LOCAL ||
         a_map->results[a_map->result_count - 1]->value == (int64_t)a->order[a->parallel_count - 1];
}

// --- one element per invocation ---

typedef struct local_emitter {
  const tern_gpu_plan_t *plan;
  const tern_gpu_kernel_t *kernel;
  tern_gpu_nest_t nest;
  tern_value_t *extents[TERN_LINALG_MAX_LOOPS];
} local_emitter_t;

static bool exceeds(const tern_gpu_plan_t *plan, size_t loop, int64_t size) {
  return plan->bounds[loop] == TERN_DYNAMIC || plan->bounds[loop] > size;
}

// Loops from `which` on that an id alone does not cover: cyclic ones over a local dimension, and those without one.
static bool emit_loops(local_emitter_t *emitter, tern_builder_t *b, size_t which) {
  const tern_gpu_plan_t *plan = emitter->plan;
  for (size_t loop = which; loop < plan->loop_count; ++loop) {
    if (emitter->nest.points[loop].base) continue;
    bool is_reduction = tern_linalg_iterator(plan->op, loop) != TERN_ITERATOR_PARALLEL;
    if (is_reduction && !tern_gpu_output_uses_loop(plan->op, loop)) continue;
    int dim = plan->dims[loop];
    tern_value_t *first = dim < 0 ? tern_build_index(b, 0) : tern_gpu_build_local_id(b, emitter->kernel, (size_t)dim);
    tern_value_t *step = tern_build_index(b, dim < 0 ? 1 : emitter->kernel->workgroup_size[dim]);
    tern_op_t *for_op = tern_build_scf_for(b, first, emitter->extents[loop], step, (tern_values_t){0});
    emitter->nest.points[loop].base = tern_scf_for_iv(for_op);
    bool is_right = emit_loops(emitter, b, loop + 1);
    tern_build_scf_for_end(b, for_op, (tern_values_t){0});
    return is_right;
  }
  return tern_gpu_nest_emit(&emitter->nest);
}

// Dimensions of the workgroup that no loop uses: one invocation along them does the work.
static tern_value_t *build_idle_guard(tern_builder_t *b, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  tern_value_t *condition = NULL;
  for (int dim = 2; dim >= 0; --dim) {
    bool is_used = kernel->workgroup_size[dim] == 1;
    for (size_t loop = 0; loop < plan->loop_count; ++loop) is_used |= plan->dims[loop] == dim;
    if (is_used) continue;
    tern_value_t *id = tern_gpu_build_local_id(b, kernel, (size_t)dim);
    condition = tern_gpu_build_and(b, condition, tern_gpu_build_less(b, id, tern_build_index(b, 1)));
  }
  return condition;
}

static bool emit_local(tern_builder_t *b, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  local_emitter_t emitter = {.plan = plan, .kernel = kernel, .nest = {.builder = b, .op = plan->op}};
  for (size_t loop = 0; loop < plan->loop_count; ++loop) {
    emitter.extents[loop] = tern_gpu_build_extent(b, plan->op, loop, plan->ranges[loop]);
  }
  tern_value_t *ids[3] = {NULL};
  for (size_t dim = 0; dim < 3; ++dim) {
    for (size_t loop = 0; loop < plan->loop_count; ++loop) {
      if (plan->dims[loop] != (int)dim || exceeds(plan, loop, kernel->workgroup_size[dim])) continue;
      ids[dim] = tern_gpu_build_local_id(b, kernel, dim);
    }
  }
  tern_value_t *condition = build_idle_guard(b, plan, kernel);
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    int dim = plan->dims[loop];
    if (dim < 0 && plan->ranges[loop] == 1) emitter.nest.points[loop].base = tern_build_index(b, 0);
    if (dim < 0 || exceeds(plan, loop, kernel->workgroup_size[dim])) continue;
    emitter.nest.points[loop].base = ids[dim];
    if (plan->ranges[loop] == kernel->workgroup_size[dim]) continue;
    condition = tern_gpu_build_and(b, condition, tern_gpu_build_less(b, ids[dim], emitter.extents[loop]));
  }
  tern_op_t *if_op = condition ? tern_gpu_build_if(b, condition, (tern_types_t){0}) : NULL;
  bool is_right = emit_loops(&emitter, b, 0);
  if (if_op) tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  tern_gpu_nest_deinitialize(&emitter.nest);
  return is_right;
}

// --- one linear position ---

// Positions of the parallel loops from a linear one over their bounds (vectors along the innermost), and the condition
// that they lie within the extents.
static tern_value_t *set_linear_points(tern_builder_t *b, const tern_gpu_plan_t *plan, tern_value_t *linear,
                                       tern_gpu_nest_t *nest) {
  tern_value_t *bounds[TERN_LINALG_MAX_LOOPS], *positions[TERN_LINALG_MAX_LOOPS], *condition = NULL;
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    int64_t bound = plan->bounds[plan->order[i]];
    bounds[i] = tern_build_index(b, i + 1 == plan->parallel_count ? bound / plan->lanes : bound);
  }
  tern_gpu_build_delinearized(b, linear, bounds, plan->parallel_count, positions);
  size_t innermost = plan->parallel_count - 1;
  positions[innermost] = tern_build_index_mul(b, positions[innermost], tern_build_index(b, plan->lanes));
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    nest->points[loop].base = positions[i];
    if (plan->ranges[loop] != TERN_DYNAMIC) continue;
    tern_value_t *extent = tern_gpu_build_extent(b, plan->op, loop, plan->ranges[loop]);
    condition = tern_gpu_build_and(b, condition, tern_gpu_build_less(b, positions[i], extent));
  }
  return condition;
}

static tern_gpu_nest_t make_linear_nest(tern_builder_t *b, const tern_gpu_plan_t *plan) {
  return (tern_gpu_nest_t){
      .builder = b, .op = plan->op, .lanes = plan->lanes, .vector_loop = plan->order[plan->parallel_count - 1]};
}

static bool emit_linear_element(tern_builder_t *b, const tern_gpu_plan_t *plan, tern_value_t *linear) {
  tern_gpu_nest_t nest = make_linear_nest(b, plan);
  tern_value_t *condition = set_linear_points(b, plan, linear, &nest);
  tern_op_t *if_op = condition ? tern_gpu_build_if(b, condition, (tern_types_t){0}) : NULL;
  bool is_right = tern_gpu_nest_emit(&nest);
  if (if_op) tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  tern_gpu_nest_deinitialize(&nest);
  return is_right;
}

// All loads before all stores, where no element needs a guard: the loads are then under way together.
static bool emit_linear_copies(tern_builder_t *b, const tern_gpu_plan_t *plan, tern_value_t *linear, int64_t distance) {
  tern_gpu_nest_t nests[MAX_COPIES];
  bool is_right = true;
  for (int64_t i = 0; i < plan->copies; ++i) {
    nests[i] = make_linear_nest(b, plan);
    tern_value_t *position = tern_build_index_add(b, linear, tern_build_index(b, i * distance));
    set_linear_points(b, plan, position, &nests[i]);
    is_right &= tern_gpu_nest_load(&nests[i]);
  }
  for (int64_t i = 0; i < plan->copies && is_right; ++i) tern_gpu_nest_finish(&nests[i]);
  for (int64_t i = 0; i < plan->copies; ++i) tern_gpu_nest_deinitialize(&nests[i]);
  return is_right;
}

static bool emit_linear(tern_builder_t *b, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  int64_t total = 1, invocations = tern_gpu_kernel_invocations(kernel);
  bool is_static = true, is_right = true;
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    total *= plan->bounds[plan->order[i]];
    is_static &= plan->ranges[plan->order[i]] != TERN_DYNAMIC;
  }
  total /= plan->lanes;
  tern_value_t *linear = tern_gpu_build_linear_local_id(b, kernel), *count = tern_build_index(b, total);
  if (total % invocations == 0 && total / invocations == plan->copies) {
    if (is_static) return emit_linear_copies(b, plan, linear, invocations);
    for (int64_t i = 0; i < plan->copies && is_right; ++i) {
      is_right = emit_linear_element(b, plan, tern_build_index_add(b, linear, tern_build_index(b, i * invocations)));
    }
  } else if (total < invocations) {
    tern_op_t *if_op = tern_gpu_build_if(b, tern_gpu_build_less(b, linear, count), (tern_types_t){0});
    is_right = emit_linear_element(b, plan, linear);
    tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  } else {
    tern_op_t *for_op = tern_build_scf_for(b, linear, count, tern_build_index(b, invocations), (tern_values_t){0});
    is_right = emit_linear_element(b, plan, tern_scf_for_iv(for_op));
    tern_build_scf_for_end(b, for_op, (tern_values_t){0});
  }
  return is_right;
}

// --- choice ---

// A tile that may be cut: the fast code if all of it is there, else element by element.
static bool emit_tile(tern_builder_t *b, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  if (!plan->is_peeled) return tern_gpu_contract_emit(b, plan, kernel);
  tern_value_t *is_whole = NULL;
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    if (plan->ranges[loop] != TERN_DYNAMIC) continue;
    // The bound is not exceeded: "not less" is "equal".
    tern_value_t *extent = tern_gpu_build_extent(b, plan->op, loop, plan->ranges[loop]);
    tern_value_t *before_last = tern_build_index(b, plan->bounds[loop] - 1);
    is_whole = tern_gpu_build_and(b, is_whole, tern_gpu_build_less(b, before_last, extent));
  }
  tern_op_t *if_op = tern_gpu_build_if(b, is_whole, (tern_types_t){0});
  bool is_right = tern_gpu_contract_emit(b, plan, kernel);
  tern_gpu_build_else(b, if_op, (tern_values_t){0});
  is_right = is_right && emit_local(b, plan, kernel);
  tern_gpu_build_if_end(b, if_op, (tern_values_t){0});
  return is_right;
}

bool tern_gpu_plan_emit(const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  tern_builder_t b = tern_builder_before(plan->op);
  switch (plan->kind) {
    case TERN_GPU_PLAN_GRID: return tern_gpu_grid_emit(plan, kernel);
    case TERN_GPU_PLAN_COOPERATIVE: return tern_gpu_cooperative_emit(plan);
    case TERN_GPU_PLAN_REDUCE: return tern_gpu_reduce_emit(plan, kernel);
    case TERN_GPU_PLAN_FUSED: return true;
    case TERN_GPU_PLAN_LINEAR: return emit_linear(&b, plan, kernel);
    case TERN_GPU_PLAN_LOCAL: return plan->has_tile ? emit_tile(&b, plan, kernel) : emit_local(&b, plan, kernel);
  }
  return false;
}
