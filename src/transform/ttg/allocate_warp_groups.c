// --tritongpu-allocate-warp-groups: gives the partitions of each ttg.warp_specialize warps of their own, and registers (upstream: the
// same, of Triton 3.6).
//
//   ttg.warp_specialize()                         ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 6, 4, 7>}
//   partition0() num_warps(1) {...}          ->   partition0() num_warps(1) {...}
//   partition1() num_warps(2) {...}               partition1() num_warps(2) {...}
//                                                 partition2() num_warps(1) {ttg.warp_return}
//
// Partitions that do nothing fill up the last group of four warps, so that all threads of a group are there when it gives
// registers away. Larger partitions come first. Where partitions say how many registers they want, whole groups get the most
// that one of their partitions wants, and the default warps get what is left of the block's registers.

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/ttg/ttg.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { GROUP_WARPS = 4, ALL_REGISTERS = 64 * 1024, REGISTER_STEP = 8, LEAST_REGISTERS = 24, IDLE_REGISTERS = 16 };

typedef struct budget {
  int64_t base_warps, extra_groups, lanes, registers;  // `registers` of each thread, before any are given away
} budget_t;

typedef TERN_VEC(int32_t) numbers_t;

static numbers_t read_numbers(const tern_op_t *op, const char *name) {
  numbers_t numbers = {0};
  const tern_attr_t *attr = tern_op_attr(op, name);
  for (size_t i = 0; attr && i < tern_dense_array_attr_count(attr); ++i)
    tern_vec_push(&numbers, (int32_t)tern_dense_array_attr_int(attr, i));
  return numbers;
}

static void write_numbers(tern_op_t *op, const char *name, const int32_t *values, size_t count) {
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(op), 32);
  tern_op_set_attr(op, name, tern_dense_array_attr_get(i32, values, count));
}

static int64_t count_warps(const tern_op_t *op) {
  numbers_t warps = read_numbers(op, "partitionNumWarps");
  int64_t count = 0;
  for (size_t i = 0; i < warps.count; ++i) count += warps.values[i];
  tern_vec_deinitialize(&warps);
  return count;
}

// --- idle partitions ---

static void add_idle_partition(tern_op_t *op, tern_region_t *region) {
  tern_block_t *block = tern_region_add_block(region);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *capture = tern_op_operand(op, i);
    tern_block_add_arg(block, capture->type, tern_value_loc(capture));
  }
  tern_builder_t b = tern_builder_at_end(block, op->loc);
  tern_build(&b, TERN_TTG(WARP_RETURN), .operands = {0});
}

// An op has as many regions as it was made with: another one takes the place of the partitions.
static void fill_groups(tern_op_t *op, int64_t groups) {
  numbers_t warps = read_numbers(op, "partitionNumWarps"), registers = read_numbers(op, "requestedRegisters");
  bool has_registers = tern_op_attr(op, "requestedRegisters") != NULL;
  tern_op_t *partitions = tern_op_body(op, 1)->first_op;
  size_t own_count = partitions->region_count;
  int64_t missing = groups * GROUP_WARPS - count_warps(op);
  if (missing == 0) {
    tern_vec_deinitialize(&warps);
    tern_vec_deinitialize(&registers);
    return;
  }
  while (missing > 0) {
    int32_t size = 1;
    while (2 * size <= missing) size *= 2;
    tern_vec_push(&warps, size);
    tern_vec_push(&registers, IDLE_REGISTERS);
    missing -= size;
  }
  tern_builder_t b = tern_builder_before(partitions);
  tern_op_t *filled = tern_build(&b, TERN_TTG(WARP_SPECIALIZE_PARTITIONS), .operands = {0}, .regions = warps.count);
  for (size_t i = 0; i < own_count; ++i) tern_region_take_blocks(&filled->regions[i], &partitions->regions[i]);
  for (size_t i = own_count; i < warps.count; ++i) add_idle_partition(op, &filled->regions[i]);
  tern_op_destroy(partitions);
  write_numbers(op, "partitionNumWarps", warps.values, warps.count);
  if (has_registers) write_numbers(op, "requestedRegisters", registers.values, registers.count);
  tern_vec_deinitialize(&warps);
  tern_vec_deinitialize(&registers);
}

// --- warps ---

// The places of `values`, the largest value first.
static void order_by_size(const numbers_t *values, size_t *out_order) {
  for (size_t i = 0; i < values->count; ++i) {
    size_t at = i;
    for (; at > 0 && values->values[out_order[at - 1]] < values->values[i]; --at) out_order[at] = out_order[at - 1];
    out_order[at] = i;
  }
}

static void assign_warps(tern_op_t *op, const budget_t *budget, const size_t *order) {
  numbers_t warps = read_numbers(op, "partitionNumWarps");
  int32_t *starts = tern_calloc(warps.count + 1, sizeof *starts), start = (int32_t)budget->base_warps;
  for (size_t i = 0; i < warps.count; ++i) {
    starts[order[i]] = start;
    start += warps.values[order[i]];
  }
  write_numbers(op, "warpGroupStartIds", starts, warps.count);
  free(starts);
  tern_vec_deinitialize(&warps);
}

// --- registers ---

// How many registers each partition gets: as many as the one of its group that wants most. Returns the registers that all
// groups together leave to the default warps.
static int64_t give_to_groups(const numbers_t *warps, const numbers_t *wanted, const budget_t *budget,
                              const size_t *order, int32_t *out_registers) {
  int64_t left = budget->registers * budget->base_warps * budget->lanes, start = budget->base_warps;
  for (size_t first = 0, end; first < warps->count; first = end) {
    int64_t group_warps = 0;
    int32_t most = 0;
    for (end = first; end < warps->count && (end == first || start % GROUP_WARPS != 0); ++end) {
      int32_t own = (wanted->values[order[end]] + REGISTER_STEP - 1) / REGISTER_STEP * REGISTER_STEP;
      most = own > most ? own : most;
      group_warps += warps->values[order[end]];
      start += warps->values[order[end]];
    }
    for (size_t i = first; i < end; ++i) out_registers[order[i]] = most;
    left += (budget->registers - most) * group_warps * budget->lanes;
  }
  return left;
}

static void assign_registers(tern_op_t *module, tern_op_t *op, const budget_t *budget, const size_t *order) {
  numbers_t warps = read_numbers(op, "partitionNumWarps"), wanted = read_numbers(op, "requestedRegisters");
  int32_t *registers = tern_calloc(warps.count + 1, sizeof *registers);
  if (wanted.count == warps.count && wanted.count > 0 && count_warps(op) % GROUP_WARPS == 0) {
    int64_t left = give_to_groups(&warps, &wanted, budget, order, registers + 1);
    int64_t own = left / (budget->base_warps * budget->lanes) / REGISTER_STEP * REGISTER_STEP;
    if (left > 0 && own >= LEAST_REGISTERS) {
      registers[0] = (int32_t)own;
      write_numbers(op, "actualRegisters", registers, warps.count + 1);
      const tern_type_t *i32 = tern_i_type_get(tern_op_context(op), 32);
      tern_op_set_attr(module, "ttg.maxnreg", tern_integer_attr_get(i32, budget->registers));
    }
  }
  free(registers);
  tern_vec_deinitialize(&warps);
  tern_vec_deinitialize(&wanted);
}

// --- all ---

static budget_t find_budget(const tern_op_t *module, const tern_op_list_t *ops) {
  budget_t budget = {.base_warps = tern_ttg_lookup_num_warps(module),
                     .lanes = tern_ttg_lookup_threads_per_warp(module)};
  for (size_t i = 0; i < ops->count; ++i) {
    int64_t groups = (count_warps(ops->values[i]) + GROUP_WARPS - 1) / GROUP_WARPS;
    budget.extra_groups = groups > budget.extra_groups ? groups : budget.extra_groups;
  }
  const tern_attr_t *given = tern_op_attr(module, "ttg.maxnreg");
  int64_t warps = budget.base_warps + budget.extra_groups * GROUP_WARPS;
  budget.registers =
      given ? tern_integer_attr_value(given) : ALL_REGISTERS / warps / budget.lanes / REGISTER_STEP * REGISTER_STEP;
  return budget;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  if (tern_ttg_lookup_num_warps(module) <= 0) {
    tern_op_error(module, "does not say how many warps a program has");
    tern_emit_note(module->loc, "set 'ttg.num-warps'");
    return false;
  }
  tern_op_list_t ops = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(WARP_SPECIALIZE));
  budget_t budget = find_budget(module, &ops);
  for (size_t i = 0; i < ops.count; ++i) {
    fill_groups(ops.values[i], budget.extra_groups);
    numbers_t warps = read_numbers(ops.values[i], "partitionNumWarps");
    size_t *order = tern_calloc(warps.count + 1, sizeof *order);
    order_by_size(&warps, order);
    assign_warps(ops.values[i], &budget, order);
    assign_registers(module, ops.values[i], &budget, order);
    free(order);
    tern_vec_deinitialize(&warps);
  }
  int64_t warps = budget.base_warps + budget.extra_groups * GROUP_WARPS;
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(module), 32);
  tern_op_set_attr(module, "ttg.total-num-warps", tern_integer_attr_get(i32, warps));
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_tritongpu_allocate_warp_groups_pass = {
    .flag = "tritongpu-allocate-warp-groups",
    .name = "TritonGPUAllocateWarpGroups",
    .anchor = "builtin.module",
    .summary = "Give the partitions of specialized warps their warps and registers",
    .run = run,
};
