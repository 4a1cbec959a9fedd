// --convert-to-gpu: what a kernel's function says in loops and structured ops is distributed to workgroups and invocations
// (source: IREE's LinalgToSPIRV/ConvertToGPUPass).
//
//   scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c16) step (%c8, %c8) {
//     linalg.matmul {__internal_linalg_transform__ = "workgroup"} ...
//   }
// becomes
//   %i = gpu.block_id y * 8
//   %j = gpu.block_id x * 8
//   ... gpu.thread_id x, gpu.thread_id y, guards, loads, arithmetic, stores
//
// and the module gains `@NAME_workgroup_count`. Ops outside of such loops go over all invocations of the grid. The parts:
// convert/gpu/distribute.c (ops that a workgroup shares), convert/gpu/contract.c (register tiles), convert/gpu/reduce.c
// (reductions over a workgroup), convert/gpu/elementwise.c (ops over the grid).
//
// The grid is made for one of the top-level loops or ops; the others walk it cyclically. Workgroups do not wait for each
// other: top-level ops that depend on each other through memory either take the same elements in the same invocations, or
// are small enough for a grid of one workgroup, or are refused (--iree-codegen-split-dispatch-function separates them).

#include <string.h>

#include "analysis/gpu/tile_config.h"
#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "convert/gpu/distribute.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/index_math.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/linalg/linalg.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/rewriter.h"

#define ENTRY_POINT_ABI "spirv.entry_point_abi"
#define MAX_GRID 3
// Top-level work of at most this many elements per invocation, or tiles, may run in one workgroup.
#define SMALL_WORK 64

// A piece of top-level work: a loop over tiles, or a structured op.
typedef struct item {
  tern_op_t *op;
  bool is_grid;  // an op that goes over the grid by itself
} item_t;

typedef TERN_VEC(tern_op_t *) op_list_t;

typedef struct conversion {
  tern_gpu_kernel_t kernel;
  TERN_VEC(item_t) items;
  TERN_VEC(tern_gpu_plan_t *) plans;
  tern_map_t plan_of;  // linalg op -> tern_gpu_plan_t
} conversion_t;

static bool is_marked(const tern_op_t *op) { return tern_op_attr(op, TERN_LINALG_MARKER) != NULL; }

// --- what there is ---

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  const tern_op_t *func = user;
  if (tern_op_is(op, TERN_SCF(PARALLEL))) {
    if (op->result_count != 0) {
      tern_op_error(op, "has results: a reduction over workgroups cannot be distributed");
      return TERN_WALK_INTERRUPT;
    }
    if (tern_op_parent(op) != func) {
      tern_op_error(op, "is nested in '%.*s': only outermost loops are distributed to workgroups",
                    (int)tern_op_name(tern_op_parent(op)).size, tern_op_name(tern_op_parent(op)).data);
      return TERN_WALK_INTERRUPT;
    }
  }
  if (!tern_is_linalg(op) || !op->block || !tern_op_has_trait(op, TERN_TRAIT_LINALG)) return TERN_WALK_ADVANCE;
  const tern_attr_t *marker = tern_op_attr(op, TERN_LINALG_MARKER);
  if (marker && (!tern_attr_is_string(marker) ||
                 !tern_str_equal_cstr(tern_string_attr_value(marker), TERN_LINALG_MARKER_WORKGROUP))) {
    tern_op_error(op, "has the unknown marker %s, expected \"%s\"", tern_attr_text(marker),
                  TERN_LINALG_MARKER_WORKGROUP);
    return TERN_WALK_INTERRUPT;
  }
  if (!tern_linalg_has_buffer_semantics(op)) {
    tern_op_error(op, "is on tensors: only structured ops on buffers are distributed");
    return TERN_WALK_INTERRUPT;
  }
  return TERN_WALK_SKIP;
}

static tern_walk_result_t find_structured(tern_op_t *op, void *user) {
  if (!tern_is_linalg(op)) return TERN_WALK_ADVANCE;
  tern_vec_push((op_list_t *)user, op);
  return TERN_WALK_SKIP;
}

static void collect_items(conversion_t *conversion) {
  tern_block_for_each_op(tern_op_body(conversion->kernel.func, 0), op) {
    op_list_t inner = {0};
    tern_op_walk_pre(op, find_structured, &inner);
    bool is_grid = tern_is_linalg(op) && !is_marked(op);
    if (inner.count > 0 || tern_op_is(op, TERN_SCF(PARALLEL))) {
      tern_vec_push(&conversion->items, (item_t){op, is_grid});
      // What a workgroup does outside of a loop over tiles, it must do alone.
      if (!is_grid && !tern_op_is(op, TERN_SCF(PARALLEL))) conversion->kernel.is_one_workgroup = true;
    }
    tern_vec_deinitialize(&inner);
  }
}

// --- dependences ---

static bool writes(const tern_op_t *op, size_t operand) {
  if (tern_is_linalg(op)) return operand >= tern_linalg_input_count(op);
  return (tern_op_effects(op) & TERN_TRAIT_MEM_WRITE) != 0;
}

static bool touches(const tern_op_t *op, size_t operand) {
  if (tern_op_operand(op, operand)->type->kind != TERN_TYPE_MEMREF) return false;
  return tern_is_linalg(op) || (tern_op_effects(op) & (TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE)) != 0;
}

static tern_walk_result_t find_accesses(tern_op_t *op, void *user) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (op->region_count > 0 && !tern_is_linalg(op)) break;
    if (!touches(op, i)) continue;
    tern_vec_push((op_list_t *)user, op);
    break;
  }
  return tern_is_linalg(op) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

static const tern_gpu_plan_t *plan_of(const conversion_t *conversion, const tern_op_t *op) {
  return tern_map_get(&conversion->plan_of, op);
}

// Must `b` wait for `a`: they meet in a buffer that one of them writes, and not element for element? With
// `is_ordered_locally` there is a barrier for workgroup memory between them.
static bool conflicts(const conversion_t *conversion, const tern_op_t *a, const tern_op_t *b, bool is_ordered_locally) {
  const tern_gpu_plan_t *a_plan = plan_of(conversion, a), *b_plan = plan_of(conversion, b);
  for (size_t i = 0; i < a->operand_count; ++i) {
    for (size_t j = 0; j < b->operand_count; ++j) {
      if (!touches(a, i) || !touches(b, j) || (!writes(a, i) && !writes(b, j))) continue;
      if (is_ordered_locally && tern_gpu_is_workgroup_memory(tern_op_operand(a, i)->type)) continue;
      if (!tern_gpu_may_alias(tern_op_operand(a, i), tern_op_operand(b, j))) continue;
      if (!a_plan || !b_plan || !tern_gpu_plans_agree(a_plan, i, b_plan, j)) return true;
    }
  }
  return false;
}

// The op of `b` that waits for something of `a`, and that in `*out_a`; NULL if there is none.
static tern_op_t *find_conflict(const conversion_t *conversion, tern_op_t *a, tern_op_t *b, tern_op_t **out_a) {
  op_list_t first = {0}, second = {0};
  tern_op_t *found = NULL;
  tern_op_walk_pre(a, find_accesses, &first);
  tern_op_walk_pre(b, find_accesses, &second);
  for (size_t i = 0; i < first.count && !found; ++i) {
    for (size_t j = 0; j < second.count && !found; ++j) {
      if (!conflicts(conversion, first.values[i], second.values[j], false)) continue;
      found = second.values[j];
      *out_a = first.values[i];
    }
  }
  tern_vec_deinitialize(&first);
  tern_vec_deinitialize(&second);
  return found;
}

static int64_t count_tiles(const tern_op_t *parallel) {
  size_t dims = tern_op_body(parallel, 0)->arg_count;
  int64_t tiles = 1, trips;
  for (size_t d = 0; d < dims; ++d) {
    if (!tern_scf_trip_count(tern_op_operand(parallel, d), tern_op_operand(parallel, dims + d),
                             tern_op_operand(parallel, 2 * dims + d), false, &trips) ||
        __builtin_mul_overflow(tiles, trips, &tiles)) {
      return TERN_DYNAMIC;
    }
  }
  return tiles;
}

static bool fits_one_workgroup(const conversion_t *conversion) {
  for (size_t i = 0; i < conversion->items.count; ++i) {
    const item_t *item = &conversion->items.values[i];
    if (tern_op_is(item->op, TERN_SCF(PARALLEL))) {
      int64_t tiles = count_tiles(item->op);
      if (tiles == TERN_DYNAMIC || tiles > SMALL_WORK) return false;
    } else if (item->is_grid) {
      int64_t total = tern_gpu_grid_static_total(plan_of(conversion, item->op));
      if (total == TERN_DYNAMIC || total > SMALL_WORK * tern_gpu_kernel_invocations(&conversion->kernel)) return false;
    }
  }
  return true;
}

// Top-level work that depends on earlier work of other workgroups: one workgroup does it all, or it is refused.
static bool order_items(conversion_t *conversion) {
  if (conversion->kernel.is_one_workgroup) return true;
  for (size_t j = 1; j < conversion->items.count; ++j) {
    for (size_t i = 0; i < j; ++i) {
      tern_op_t *earlier = NULL;
      tern_op_t *later =
          find_conflict(conversion, conversion->items.values[i].op, conversion->items.values[j].op, &earlier);
      if (!later) continue;
      if (fits_one_workgroup(conversion)) {
        conversion->kernel.is_one_workgroup = true;
        return true;
      }
      tern_op_error(later, "depends through memory on an op before it, which other workgroups may still be running");
      tern_emit_note(earlier->loc, "this one; --iree-codegen-split-dispatch-function gives each a kernel of its own");
      return false;
    }
  }
  return true;
}

// --- plans ---

// Fills and epilogues of a register tile take no wider vectors than its reduction does, so that all agree on who owns what.
static void align_lanes(const conversion_t *conversion, const op_list_t *ops) {
  int64_t lanes = INT64_MAX;
  for (size_t i = 0; i < ops->count; ++i) {
    const tern_gpu_plan_t *plan = plan_of(conversion, ops->values[i]);
    bool is_root = plan->kind == TERN_GPU_PLAN_LOCAL && plan->has_tile && plan->parallel_count < plan->loop_count;
    if (is_root && plan->lanes < lanes) lanes = plan->lanes;
  }
  for (size_t i = 0; i < ops->count; ++i) {
    tern_gpu_plan_t *plan = tern_map_get(&conversion->plan_of, ops->values[i]);
    if (plan->kind == TERN_GPU_PLAN_LOCAL && plan->has_tile && plan->lanes > lanes) plan->lanes = lanes;
  }
}

static bool make_plans(conversion_t *conversion) {
  bool is_right = true;
  for (size_t i = 0; i < conversion->items.count && is_right; ++i) {
    const item_t *item = &conversion->items.values[i];
    op_list_t inner = {0};
    tern_op_walk_pre(item->op, find_structured, &inner);
    for (size_t k = 0; k < inner.count && is_right; ++k) {
      tern_gpu_plan_t *plan = tern_malloc(sizeof *plan);
      tern_vec_push(&conversion->plans, plan);
      is_right = tern_gpu_plan_make(plan, inner.values[k], &conversion->kernel, item->is_grid);
      // Ops that share the grid take one position each time around, so that all agree on whose it is.
      if (is_right && item->is_grid && conversion->items.count > 1) plan->copies = 1;
      tern_map_set(&conversion->plan_of, inner.values[k], plan);
    }
    for (size_t k = 0; k < inner.count && is_right; ++k) {
      tern_gpu_cooperative_fuse(tern_map_get(&conversion->plan_of, inner.values[k]), &conversion->kernel,
                                &conversion->plan_of);
    }
    if (is_right) align_lanes(conversion, &inner);
    tern_vec_deinitialize(&inner);
  }
  return is_right;
}

// --- the grid ---

// The extents of the grid that `item` wants; false if the host cannot compute one.
static bool build_item_grid(const conversion_t *conversion, const item_t *item, tern_workgroup_extent_t *out_extents) {
  tern_builder_t b = tern_builder_before(item->op);
  if (item->is_grid) {
    const tern_gpu_plan_t *plan = plan_of(conversion, item->op);
    out_extents[0].extent = tern_gpu_grid_build_total(&b, plan);
    out_extents[0].divisor = tern_gpu_kernel_invocations(&conversion->kernel) * plan->copies;
    return tern_workgroup_extent_is_known(out_extents[0].extent);
  }
  size_t dims = tern_op_body(item->op, 0)->arg_count;
  for (size_t d = 0; d < dims; ++d) {
    size_t grid_dim = dims - 1 - d;
    int64_t divisor;
    tern_value_t *step = tern_op_operand(item->op, 2 * dims + d);
    tern_value_t *extent = tern_build_index_sub(&b, tern_op_operand(item->op, dims + d), tern_op_operand(item->op, d));
    if (!tern_index_constant(step, &divisor) || grid_dim >= MAX_GRID - 1) {
      if (!tern_workgroup_extent_is_known(extent) || !tern_workgroup_extent_is_known(step)) return false;
      extent = tern_build_index_ceildiv(&b, extent, step);
      divisor = 1;
    }
    if (grid_dim >= MAX_GRID) {
      grid_dim = MAX_GRID - 1;
    }
    if (out_extents[grid_dim].extent) extent = tern_build_index_mul(&b, extent, out_extents[grid_dim].extent);
    out_extents[grid_dim].extent = extent;
    out_extents[grid_dim].divisor = divisor;
    if (!tern_workgroup_extent_is_known(extent)) return false;
  }
  return true;
}

static void set_flat_grid(tern_gpu_kernel_t *kernel, const tern_gpu_plan_t *plan) {
  int64_t total = tern_gpu_grid_static_total(plan), covered = tern_gpu_kernel_invocations(kernel) * plan->copies;
  kernel->is_flat_grid = true;
  if (total == TERN_DYNAMIC || total == 0) return;
  int64_t workgroups = total / covered + (total % covered != 0);
  if (workgroups <= TERN_GPU_MAX_GRID) kernel->grid_capacity = workgroups * covered;
}

// Chooses whose the grid is, and tells the host.
static void make_grid(conversion_t *conversion) {
  tern_workgroup_extent_t extents[MAX_GRID] = {0};
  const item_t *owner = NULL;
  int64_t best = -1;
  for (size_t i = 0; i < conversion->items.count && !conversion->kernel.is_one_workgroup; ++i) {
    const item_t *item = &conversion->items.values[i];
    int64_t size = item->is_grid ? tern_gpu_grid_static_total(plan_of(conversion, item->op)) : INT64_MAX;
    if (size == TERN_DYNAMIC) size = INT64_MAX - 1;
    if (size <= best) continue;
    best = size;
    owner = item;
  }
  if (owner && build_item_grid(conversion, owner, extents)) {
    conversion->kernel.grid_owner = owner->op;
    if (owner->is_grid) set_flat_grid(&conversion->kernel, plan_of(conversion, owner->op));
  } else {
    conversion->kernel.is_one_workgroup = true;
    memset(extents, 0, sizeof extents);
  }
  for (size_t g = 0; g < MAX_GRID; ++g) extents[g].least = conversion->items.count > 1 ? 1 : 0;
  tern_workgroup_count_build(conversion->kernel.func, extents, TERN_GPU_MAX_GRID);
}

// --- loops over tiles ---

typedef struct tile_loop {
  tern_value_t *lower, *upper, *step;
  tern_value_t *trips;   // of the dimensions that share grid dimension z
  int64_t static_trips;  // or TERN_DYNAMIC
  tern_op_t *for_op;
  tern_value_t *iv;
} tile_loop_t;

// One dimension: its id is its iteration if the grid is made for it and has room, else a cyclic loop.
static void open_tile_loop(tern_builder_t *b, const tern_gpu_kernel_t *kernel, bool is_owner, size_t grid_dim,
                           tile_loop_t *loop) {
  bool is_covered = is_owner && loop->static_trips != TERN_DYNAMIC && loop->static_trips <= TERN_GPU_MAX_GRID;
  if (kernel->is_one_workgroup || loop->static_trips == 1) {
    loop->iv = loop->lower;
    if (loop->static_trips == 1) return;
    loop->for_op = tern_build_scf_for(b, loop->lower, loop->upper, loop->step, (tern_values_t){0});
    loop->iv = tern_scf_for_iv(loop->for_op);
    return;
  }
  tern_value_t *id = tern_gpu_build_id(b, TERN_GPU(BLOCK_ID), grid_dim);
  loop->iv = tern_build_index_add(b, loop->lower, tern_build_index_mul(b, id, loop->step));
  if (is_covered) return;
  tern_value_t *count = tern_gpu_build_id(b, TERN_GPU(GRID_DIM), grid_dim);
  loop->for_op =
      tern_build_scf_for(b, loop->iv, loop->upper, tern_build_index_mul(b, count, loop->step), (tern_values_t){0});
  loop->iv = tern_scf_for_iv(loop->for_op);
}

// Dimensions 0 to `count` share grid dimension z: one loop over all their tiles.
static void open_shared_loop(tern_builder_t *b, const tern_gpu_kernel_t *kernel, bool is_owner, tile_loop_t *loops,
                             size_t count, tile_loop_t *shared) {
  tern_value_t *trips[TERN_LINALG_MAX_LOOPS], *positions[TERN_LINALG_MAX_LOOPS];
  *shared = (tile_loop_t){.lower = tern_build_index(b, 0), .step = tern_build_index(b, 1), .static_trips = 1};
  shared->upper = tern_build_index(b, 1);
  for (size_t d = 0; d < count; ++d) {
    trips[d] = tern_build_index_ceildiv(b, tern_build_index_sub(b, loops[d].upper, loops[d].lower), loops[d].step);
    shared->upper = tern_build_index_mul(b, shared->upper, trips[d]);
  }
  if (!tern_index_constant(shared->upper, &shared->static_trips)) shared->static_trips = TERN_DYNAMIC;
  open_tile_loop(b, kernel, is_owner, MAX_GRID - 1, shared);
  tern_gpu_build_delinearized(b, shared->iv, trips, count, positions);
  for (size_t d = 0; d < count; ++d) {
    loops[d].iv = tern_build_index_add(b, loops[d].lower, tern_build_index_mul(b, positions[d], loops[d].step));
  }
}

static void distribute_tiles(const conversion_t *conversion, tern_op_t *parallel) {
  const tern_gpu_kernel_t *kernel = &conversion->kernel;
  bool is_owner = kernel->grid_owner == parallel;
  tern_block_t *body = tern_op_body(parallel, 0);
  size_t dims = body->arg_count, shared_count = dims > MAX_GRID ? dims - MAX_GRID + 1 : 0;
  tern_builder_t b = tern_builder_before(parallel);
  tile_loop_t loops[TERN_LINALG_MAX_LOOPS] = {0}, shared = {0};
  for (size_t d = 0; d < dims; ++d) {
    loops[d].lower = tern_op_operand(parallel, d);
    loops[d].upper = tern_op_operand(parallel, dims + d);
    loops[d].step = tern_op_operand(parallel, 2 * dims + d);
    if (!tern_scf_trip_count(loops[d].lower, loops[d].upper, loops[d].step, false, &loops[d].static_trips)) {
      loops[d].static_trips = TERN_DYNAMIC;
    }
  }
  if (shared_count > 0) open_shared_loop(&b, kernel, is_owner, loops, shared_count, &shared);
  for (size_t d = shared_count; d < dims; ++d) open_tile_loop(&b, kernel, is_owner, dims - 1 - d, &loops[d]);
  tern_op_destroy(body->last_op);  // scf.reduce
  for (size_t d = 0; d < dims; ++d) tern_value_replace_all_uses(body->args[d], loops[d].iv);
  tern_block_for_each_op_safe(body, inner) {
    tern_op_remove(inner);
    tern_builder_insert(&b, inner);
  }
  for (size_t d = dims; d-- > shared_count;) {
    if (loops[d].for_op) tern_build_scf_for_end(&b, loops[d].for_op, (tern_values_t){0});
  }
  if (shared.for_op) tern_build_scf_for_end(&b, shared.for_op, (tern_values_t){0});
  tern_op_destroy(parallel);
}

// --- barriers ---

// An access that no barrier for all memory has followed yet.
typedef struct pending {
  tern_op_t *op;
  bool is_ordered_locally;  // a barrier for workgroup memory has
} pending_t;
typedef TERN_VEC(pending_t) pending_list_t;

static bool orders_workgroup_memory(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_SPIRV(CONTROLBARRIER))) return false;
  return tern_enum_attr_value(tern_op_attr(op, "execution_scope")) == TERN_SPIRV_SCOPE_WORKGROUP &&
         (tern_enum_attr_value(tern_op_attr(op, "memory_semantics")) & TERN_SPIRV_MEMORYSEMANTICS_WORKGROUPMEMORY) != 0;
}

// A barrier before `place` if `op` depends on what is pending.
static void wait_for_pending(const conversion_t *conversion, tern_op_t *op, tern_op_t *place, pending_list_t *pending) {
  bool must_wait = false;
  for (size_t i = 0; i < pending->count; ++i) {
    must_wait |= conflicts(conversion, pending->values[i].op, op, pending->values[i].is_ordered_locally);
  }
  if (!must_wait) return;
  tern_builder_t b = tern_builder_before(place);
  tern_build(&b, TERN_GPU(BARRIER), .regions = 0);
  pending->count = 0;
}

// The contraction that reads its output before the loop `op` and carries it through, or NULL.
static tern_op_t *carried_contraction(const conversion_t *conversion, const tern_op_t *op) {
  for (size_t i = 0; i < conversion->plans.count; ++i) {
    const tern_gpu_plan_t *plan = conversion->plans.values[i];
    if (plan->kind == TERN_GPU_PLAN_COOPERATIVE && plan->cooperative.loop == op) return plan->op;
  }
  return NULL;
}

static void place_barriers(const conversion_t *conversion, tern_block_t *block, pending_list_t *pending) {
  tern_block_for_each_op(block, op) {
    if (tern_op_is(op, TERN_GPU(BARRIER))) {
      pending->count = 0;
      continue;
    }
    if (orders_workgroup_memory(op)) {
      for (size_t i = 0; i < pending->count; ++i) pending->values[i].is_ordered_locally = true;
      continue;
    }
    tern_op_t *carried = carried_contraction(conversion, op);
    if (carried) wait_for_pending(conversion, carried, op, pending);
    // What follows in the next iteration may meet what this one has left: the body is gone through twice.
    for (size_t r = 0; !tern_is_linalg(op) && r < op->region_count; ++r) {
      size_t rounds = tern_op_has_trait(op, TERN_TRAIT_LOOP_LIKE) ? 2 : 1;
      for (size_t round = 0; round < rounds; ++round) {
        tern_region_for_each_block(&op->regions[r], inner) place_barriers(conversion, inner, pending);
      }
    }
    op_list_t accesses = {0};
    if (tern_is_linalg(op) || op->region_count == 0) find_accesses(op, &accesses);
    if (accesses.count > 0) {
      wait_for_pending(conversion, op, op, pending);
      tern_vec_push(pending, ((pending_t){op, false}));
    }
    tern_vec_deinitialize(&accesses);
  }
}

// --- the function ---

static bool has_capability(const tern_attr_t *target, const char *name) {
  int64_t value;
  if (!tern_attr_is_spirv(target, TERN_SPIRV_ATTR_TARGET_ENV) ||
      !tern_enum_case_value(TERN_SPIRV_ENUM(CAPABILITY), tern_str_from_cstr(name), &value)) {
    return false;
  }
  const tern_attr_t *vce = (const tern_attr_t *)(uintptr_t)target->params[0];
  if (!tern_attr_is_spirv(vce, TERN_SPIRV_ATTR_VCE)) return false;
  for (uint64_t i = 0; i < vce->params[1]; ++i) {
    if ((int64_t)vce->params[2 + i] == value) return true;
  }
  return false;
}

static tern_walk_result_t find_fragment(tern_op_t *op, void *user) {
  (void)user;
  const tern_attr_t *config = tern_op_attr(op, TERN_LOWERING_CONFIG);
  bool has_matrices =
      config && config->kind == TERN_ATTR_DICTIONARY && tern_dictionary_attr_lookup(config, TERN_STR("fragment"));
  return has_matrices ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static void read_kernel(tern_op_t *func, tern_gpu_kernel_t *kernel) {
  *kernel = (tern_gpu_kernel_t){.func = func};
  const tern_attr_t *target = NULL;
  for (const tern_op_t *op = func; op && !target; op = tern_op_parent(op))
    target = tern_op_attr(op, "spirv.target_env");
  kernel->has_subgroup_arithmetic = has_capability(target, "GroupNonUniformArithmetic");
  kernel->has_wide_accesses = tern_machine_cuda_of(func)->kind == TERN_MACHINE_CUDA;
  kernel->has_matrices = tern_op_walk_pre(func, find_fragment, NULL) == TERN_WALK_INTERRUPT;
  const tern_attr_t *abi = tern_op_attr(func, ENTRY_POINT_ABI);
  if (tern_attr_is_spirv(abi, TERN_SPIRV_ATTR_ENTRY_POINT_ABI) &&
      tern_spirv_entry_point_abi_workgroup_size(abi, kernel->workgroup_size)) {
    const tern_attr_t *subgroup_size = tern_spirv_attr_field(abi, "subgroup_size");
    if (tern_attr_is_integer(subgroup_size)) kernel->subgroup_size = (int32_t)tern_integer_attr_value(subgroup_size);
    return;
  }
  tern_gpu_limits_t limits = tern_gpu_limits_of(func);
  tern_gpu_flat_workgroup_size(&limits, kernel->workgroup_size);
  tern_op_set_attr(func, ENTRY_POINT_ABI,
                   tern_spirv_entry_point_abi_get(tern_op_context(func), kernel->workgroup_size));
}

static bool convert_items(conversion_t *conversion) {
  if (!make_plans(conversion) || !order_items(conversion)) return false;
  make_grid(conversion);
  for (size_t i = 0; i < conversion->items.count; ++i) {
    tern_op_t *op = conversion->items.values[i].op;
    if (tern_op_is(op, TERN_SCF(PARALLEL))) distribute_tiles(conversion, op);
  }
  pending_list_t pending = {0};
  // One invocation does not wait for itself.
  if (tern_gpu_kernel_invocations(&conversion->kernel) > 1) {
    place_barriers(conversion, tern_op_body(conversion->kernel.func, 0), &pending);
  }
  tern_vec_deinitialize(&pending);
  bool is_right = true;
  for (size_t i = 0; i < conversion->plans.count && is_right; ++i) {
    const tern_gpu_plan_t *plan = conversion->plans.values[i];
    is_right = tern_gpu_plan_emit(plan, &conversion->kernel);
    tern_op_destroy(plan->op);
  }
  return is_right;
}

// A function that does nothing, because its arrays are empty: a kernel all the same, with a grid of no workgroups.
static void convert_empty_function(tern_op_t *func) {
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    if (!tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && tern_op_effects(op) != 0) return;
  }
  tern_gpu_kernel_t kernel;
  read_kernel(func, &kernel);
  tern_builder_t b = tern_builder_at_start(tern_op_body(func, 0), func->loc);
  tern_workgroup_extent_t extents[MAX_GRID] = {{.extent = tern_build_index(&b, 0), .divisor = 1}};
  tern_workgroup_count_build(func, extents, TERN_GPU_MAX_GRID);
}

static bool convert_function(tern_op_t *func, tern_pass_t *pass) {
  (void)pass;
  if (tern_op_walk_pre(func, check_op, func) == TERN_WALK_INTERRUPT) return false;
  if (func->regions[0].first_block != func->regions[0].last_block) {
    return tern_op_error(func, "has several blocks: only structured control flow is distributed");
  }
  conversion_t conversion = {.kernel = {.func = func}};
  collect_items(&conversion);
  bool is_right = true;
  if (conversion.items.count > 0) {
    bool is_one_workgroup = conversion.kernel.is_one_workgroup;
    read_kernel(func, &conversion.kernel);
    conversion.kernel.is_one_workgroup = is_one_workgroup;
    is_right = convert_items(&conversion);
  } else {
    convert_empty_function(func);
  }
  for (size_t i = 0; i < conversion.plans.count; ++i) free(conversion.plans.values[i]);
  tern_vec_deinitialize(&conversion.plans);
  tern_vec_deinitialize(&conversion.items);
  tern_map_deinitialize(&conversion.plan_of);
  return is_right;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_entry_points_convert(root, pass, convert_function); }

const tern_pass_def_t tern_convert_to_gpu_pass = {
    .name = "ConvertToGPU",
    .flag = "convert-to-gpu",
    .summary = "Distribute loops over tiles and structured ops to workgroups and invocations",
    .description =
        "Loops over tiles go to workgroup ids, structured ops marked \"workgroup\" to local ids, others to "
        "global ones. Each entry point gets a private function `NAME_workgroup_count` that says how large its "
        "grid is.",
    .anchor = "builtin.module",
    .run = run,
};
