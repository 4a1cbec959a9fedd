// --tritongpu-prefetch-loads: a loop that only reads memory begins the loads of the next iteration before it computes with those of
// this one.
//
//   scf.for %i = %l to %u step %s {          %x0 = tt.load of %l, if %l < %u
//     %x = tt.load of %i                       scf.for %i = %l to %u step %s iter_args(%x = %x0) {
//     ... computes with %x             =>        %x1 = tt.load of %i + %s, if there is that iteration
//   }                                            ... computes with %x
//                                                scf.yield %x1
//                                              }
//
// The pipeline before this pass takes loads that lead to products, or all of a loop that asks for stages, into shared memory. Sums,
// maxima and the like over long rows are left, which wait for memory in each iteration: reductions end in barriers, over which no
// assembler moves a load. What is loaded early stays in registers, so it must be little for each thread; and blocks of many warps
// hide what they wait for if several fit into a multiprocessor, which they would not with more registers.
//
// Loads are moved over no store, atomic, barrier or call: a loop that has one stays as it is. Each address is read exactly if and as
// often as it was.

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ub/ub.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/pipeline/parts.h"

// --- which loops ---

static bool is_moved(const tern_op_t *op) {
  const tern_attr_t *is_volatile = tern_op_attr(op, "isVolatile");
  return tern_op_is(op, TERN_TT(LOAD)) && !(is_volatile && tern_integer_attr_value(is_volatile));
}

static tern_walk_result_t find_effect(tern_op_t *op, void *user) {
  if (op == user || is_moved(op)) return TERN_WALK_ADVANCE;
  return tern_op_effects(op) == 0 ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static bool only_reads(tern_op_t *loop) { return tern_op_walk_pre(loop, find_effect, loop) != TERN_WALK_INTERRUPT; }

static bool has_many_warps(const tern_op_t *loop, int64_t limit) { return tern_ttg_lookup_num_warps(loop) > limit; }

static bool wants_stages(const tern_op_t *loop, int64_t otherwise) {
  const tern_attr_t *stages = tern_op_attr(loop, "tt.num_stages");
  return (tern_attr_is_integer(stages) ? tern_integer_attr_value(stages) : otherwise) > 1;
}

// --- which loads ---

// Does the op need what another load of the body gives, in this iteration or an earlier one?
static bool needs_load(const tern_op_t *loop, tern_op_t *load) {
  tern_ttg_schedule_t needs = {.loop = (tern_op_t *)loop, .stage_count = 1};
  tern_ttg_schedule_dependencies(&needs, load, 0, tern_ttg_cluster_at_back(&needs), true);
  bool found = false;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    // Ops with bodies may load there.
    found = found || (tern_ttg_schedule_find(&needs, op) && (tern_op_effects(op) != 0 || op->region_count > 0));
  }
  tern_ttg_schedule_deinitialize(&needs);
  return found;
}

static int64_t bytes_for_thread(const tern_op_t *load) {
  const tern_type_t *type = load->results[0].type;
  int64_t count = type->kind == TERN_TYPE_TENSOR ? tern_type_element_count(type) : 1;
  int64_t threads = tern_ttg_lookup_num_warps(load) * tern_ttg_lookup_threads_per_warp(load);
  int64_t bits = tern_type_bit_width(tern_type_element(type)), of_thread = count > threads ? count / threads : 1;
  // Pointers have no width of their own.
  return of_thread * (bits == 0 ? 64 : bits < 8 ? 8 : bits) / 8;
}

static tern_op_list_t find_loads(const tern_op_t *loop, int64_t limit) {
  tern_op_list_t loads = {0};
  int64_t bytes = 0;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (!is_moved(op) || needs_load(loop, op)) continue;
    bytes += bytes_for_thread(op);
    tern_vec_push(&loads, op);
  }
  if (bytes > limit) loads.count = 0;
  return loads;
}

// --- the schedule ---

// Copies what the load needs of the body, so that nothing but the load has users that stay where they are.
static void copy_needs(tern_op_t *loop, tern_op_t *load) {
  tern_ttg_schedule_t needs = {.loop = loop, .stage_count = 1};
  tern_ttg_schedule_dependencies(&needs, load, 0, tern_ttg_cluster_at_back(&needs), false);
  tern_ttg_scheduled_list_t list = tern_ttg_schedule_in_order(&needs);
  tern_builder_t b = tern_builder_before(load);
  tern_map_t mapping = {0};
  for (size_t i = 0; i < list.count; ++i) {
    if (list.values[i].op != load) tern_builder_clone(&b, list.values[i].op, &mapping);
  }
  for (size_t i = 0; i < load->operand_count; ++i) {
    tern_value_t *copy = tern_map_get(&mapping, tern_op_operand(load, i));
    if (copy) tern_op_set_operand(load, i, copy);
  }
  tern_map_deinitialize(&mapping);
  tern_vec_deinitialize(&list);
  tern_ttg_schedule_deinitialize(&needs);
}

static void schedule_loads(tern_op_t *loop, const tern_op_list_t *loads) {
  tern_ttg_schedule_t schedule = {.loop = loop, .stage_count = 2};
  tern_ttg_cluster_t *first = tern_ttg_cluster_at_back(&schedule), *rest = tern_ttg_cluster_at_back(&schedule);
  for (size_t i = 0; i < loads->count; ++i) {
    copy_needs(loop, loads->values[i]);
    tern_ttg_schedule_set(&schedule, loads->values[i], 0, first);
    tern_ttg_schedule_dependencies(&schedule, loads->values[i], 0, first, true);
  }
  tern_ttg_schedule_rest(&schedule, rest);
  tern_ttg_schedule_write(&schedule);
  tern_ttg_schedule_deinitialize(&schedule);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_op_list_t loops = tern_op_collect_row(module, TERN_POSTORDER, TERN_SCF(FOR));
  bool has_schedules = false;
  for (size_t i = 0; i < loops.count; ++i) {
    tern_op_t *loop = loops.values[i];
    if (!wants_stages(loop, tern_pass_int(pass, "num-stages")) || has_many_warps(loop, tern_pass_int(pass, "warps")) ||
        !tern_ttg_loop_can_be_pipelined(loop) || !only_reads(loop))
      continue;
    tern_op_list_t loads = find_loads(loop, tern_pass_int(pass, "bytes"));
    if (loads.count > 0) schedule_loads(loop, &loads);
    has_schedules = has_schedules || loads.count > 0;
    tern_vec_deinitialize(&loads);
  }
  tern_vec_deinitialize(&loops);
  if (!has_schedules) return true;
  tern_pipeline_expand_loops(module);
  tern_pipeline_forget_schedules(module);
  return true;
}

static const tern_option_def_t options[] = {
    {"num-stages", TERN_OPTION_INT, "3", "Stages of loops that do not say how many they want; one: they stay", NULL},
    {"warps", TERN_OPTION_INT, "8", "Loops of blocks with more warps stay", NULL},
    {"bytes", TERN_OPTION_INT, "128", "Loads of a loop stay if a thread would hold more bytes of them", NULL},
};

const tern_pass_def_t tern_tritongpu_prefetch_loads_pass = {
    .flag = "tritongpu-prefetch-loads",
    .name = "TritonGPUPrefetchLoads",
    .anchor = "builtin.module",
    .summary = "Begin the loads of the next iteration early in loops that only read",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_scf_dialect, &tern_ttg_dialect,
                                                &tern_ub_dialect, NULL},
    .run = run,
};
