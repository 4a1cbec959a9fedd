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
// Source: upstream's pass of the same name. Products in tensor memory, which Blackwell has, get no latencies here.

#include "analysis/triton/axis_info.h"
#include "base/vec.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/ttg/loop_schedule.h"
#include "transform/ttg/shared_for_users.h"

static bool is_descriptor_load(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
}

static bool is_load(const tern_op_t *op) { return tern_op_is(op, TERN_TT(LOAD)) || is_descriptor_load(op); }

static bool is_product(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DOT)) || tern_op_is(op, TERN_TT(DOT_SCALED)) ||
         tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) ||
         tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

// --- is a load worth it? ---

// Does all memory that the load goes to look the same, and take enough at once?
static bool fits_allocations(const tern_op_t *load) {
  const tern_attr_t *encoding = NULL;
  tern_value_for_each_use(&load->results[0], use) {
    if (!tern_op_is(use->owner, TERN_TTG(LOCAL_ALLOC))) continue;
    const tern_attr_t *other = tern_memdesc_read(use->owner->results[0].type).encoding;
    if (encoding && other != encoding) return false;
    encoding = other;
  }
  return !encoding || tern_ttg_copied_bytes(load->results[0].type, encoding) >= TERN_TTG_LEAST_COPY_BYTES;
}

static bool is_worth_it(const tern_op_t *load, const tern_axis_infos_t *infos) {
  const tern_attr_t *encoding;
  if (is_descriptor_load(load)) return true;
  return tern_ttg_load_is_wide(load, infos) &&
         tern_ttg_shared_for_users(&load->results[0], &encoding) != TERN_TTG_INCOMPATIBLE && fits_allocations(load);
}

// --- levels: how many loads are between a load and what is computed ---

typedef struct levels {
  const tern_axis_infos_t *infos;
  tern_map_t levels;    // load -> its level plus one
  tern_map_t excluded;  // loads that are at several levels
  tern_map_t seen;
} levels_t;

typedef struct visit {
  tern_op_t *op;
  size_t level;
} visit_t;

// Is what the load needs looked at, too? Its own operands are a level further.
static bool enter_load(levels_t *levels, tern_op_t *load, size_t level) {
  if (!is_worth_it(load, levels->infos)) return false;
  size_t old = (size_t)(uintptr_t)tern_map_get(&levels->levels, load);
  if (old && old != level + 1) {
    tern_map_remove(&levels->levels, load);
    tern_map_set(&levels->excluded, load, load);
    return false;
  }
  tern_map_set(&levels->levels, load, (void *)(uintptr_t)(level + 1));
  return true;
}

// From an op backward through the body, operand by operand and each of them to its end. Sums that a product adds to do not count.
static void find_levels(levels_t *levels, tern_op_t *root) {
  TERN_VEC(visit_t) stack = {0};
  tern_vec_push(&stack, (visit_t){root, 0});
  while (stack.count > 0) {
    visit_t visit = stack.values[--stack.count];
    if (!tern_map_set(&levels->seen, visit.op, visit.op) || tern_map_contains(&levels->excluded, visit.op)) continue;
    if (is_load(visit.op)) {
      if (!enter_load(levels, visit.op, visit.level)) continue;
      ++visit.level;
    }
    tern_ttg_value_list_t values = tern_ttg_outside_operands(visit.op);
    for (size_t i = values.count; i-- > 0;) {
      if (is_product(visit.op) && values.values[i] == tern_op_operand(visit.op, 2)) continue;
      tern_op_t *op = tern_value_defining_op(values.values[i]);
      if (op && op->block == visit.op->block) tern_vec_push(&stack, (visit_t){op, visit.level});
    }
    tern_vec_deinitialize(&values);
  }
  tern_vec_deinitialize(&stack);
}

static void find_loop_levels(levels_t *levels, const tern_op_t *loop) {
  const tern_block_t *body = tern_op_body(loop, 0);
  tern_block_for_each_op(body, op) {
    if (!is_product(op) && !tern_op_is(op, TERN_TTNG(TMEM_STORE))) continue;
    tern_map_clear(&levels->seen);
    find_levels(levels, op);
  }
  if (!tern_op_attr(loop, "tt.num_stages")) return;
  tern_block_for_each_op(body, op) {
    if (op != body->last_op && !is_load(op)) find_levels(levels, op);
  }
}

// --- loops ---

static int64_t stages_of(const tern_op_t *loop, int64_t otherwise) {
  const tern_attr_t *stages = tern_op_attr(loop, "tt.num_stages");
  return tern_attr_is_integer(stages) ? tern_integer_attr_value(stages) : otherwise;
}

// Each level takes its part of the stages. Levels for which there is no stage are left out.
static void assign(tern_op_t *loop, int64_t stages, const tern_axis_infos_t *infos) {
  levels_t levels = {.infos = infos};
  find_loop_levels(&levels, loop);
  int64_t deepest = -1;
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    int64_t level = (int64_t)(intptr_t)tern_map_get(&levels.levels, op) - 1;
    if (level >= stages - 1) tern_map_remove(&levels.levels, op);
    if (level < stages - 1 && level > deepest) deepest = level;
  }
  tern_block_for_each_op(tern_op_body(loop, 0), op) {
    if (!tern_map_contains(&levels.levels, op)) continue;
    int64_t latency = (stages - 1) / (deepest + 1);
    tern_op_set_attr(op, "tt.latency", tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 32), latency));
  }
  tern_map_deinitialize(&levels.levels);
  tern_map_deinitialize(&levels.excluded);
  tern_map_deinitialize(&levels.seen);
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
