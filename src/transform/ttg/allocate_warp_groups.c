// --tritongpu-allocate-warp-groups: which warps run which partition, and how many registers each gets (upstream's pass of the name).
//
// Registers are moved between groups of four warps (`setmaxnreg`), and all warps of a group have to ask for it. So partitions that do
// nothing fill the last group. The largest partitions get the lowest warps, so that none lies across groups without need.

#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttg/ttg.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum {
  MAX_PARTITIONS = 128,
  GROUP = 4,              // warps of a group
  REGISTERS = 64 * 1024,  // that all threads of a block have together
  STEP = 8,               // registers are handed out in pieces of so many
  IDLE = 16,
  FEWEST = 24,  // what a partition asks for that does nothing; what a thread must have
};

typedef struct machine {
  int64_t warps, threads;  // of the functions; of a warp
  int64_t extra;           // warps that partitions need, whole groups
  int64_t registers;       // of a thread, before they are moved
} machine_t;

static int64_t round_up(int64_t value, int64_t step) { return (value + step - 1) / step * step; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static const tern_attr_t *warps_of(const tern_op_t *op) { return tern_op_attr(op, "partitionNumWarps"); }

static int64_t sum_warps(const tern_op_t *op) {
  int64_t sum = 0;
  for (size_t i = 0; i < tern_dense_array_attr_count(warps_of(op)); ++i)
    sum += tern_dense_array_attr_int(warps_of(op), i);
  return sum;
}

static void set_list(tern_op_t *op, const char *name, const int32_t *values, size_t count) {
  tern_op_set_attr(op, name, tern_dense_i32_array_attr_get(tern_op_context(op), values, count));
}

static size_t read_list(const tern_attr_t *list, int32_t *out_values) {
  size_t count = tern_dense_array_attr_count(list);
  for (size_t i = 0; i < count; ++i) out_values[i] = (int32_t)tern_dense_array_attr_int(list, i);
  return count;
}

// --- whole groups ---

static void add_idle_body(const tern_op_t *op, tern_region_t *region) {
  tern_block_t *block = tern_region_add_block(region);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *capture = tern_op_operand(op, i);
    tern_block_add_arg(block, capture->type, op->loc);
  }
  tern_builder_t b = tern_builder_at_end(block, op->loc);
  tern_build(&b, TERN_TTG(WARP_RETURN));
}

// Gives the op partitions that do nothing, until it has `extra` warps: the fewest powers of two.
static void fill(tern_op_t *op, int64_t extra) {
  int32_t warps[MAX_PARTITIONS], registers[MAX_PARTITIONS];
  size_t count = read_list(warps_of(op), warps), old_count = count;
  const tern_attr_t *requested = tern_op_attr(op, "requestedRegisters");
  if (requested) read_list(requested, registers);
  for (int64_t missing = extra - sum_warps(op), size; missing > 0; missing -= size) {
    for (size = 1; size * 2 <= missing;) size *= 2;
    registers[count] = IDLE;
    warps[count++] = (int32_t)size;
  }
  if (count == old_count) return;
  tern_op_t *holder = tern_op_body(op, 1)->first_op;
  tern_op_state_t state = {.def = holder->def, .loc = holder->loc, .dictionary = holder->attrs, .region_count = count};
  tern_op_t *filled = tern_op_create(tern_op_context(op), &state);
  for (size_t i = 0; i < old_count; ++i) tern_region_take_blocks(&filled->regions[i], &holder->regions[i]);
  for (size_t i = old_count; i < count; ++i) add_idle_body(op, &filled->regions[i]);
  tern_op_insert(filled, holder->block, holder);
  tern_op_destroy(holder);
  set_list(op, "partitionNumWarps", warps, count);
  if (requested) set_list(op, "requestedRegisters", registers, count);
}

// --- warps ---

// Warps are given out from `first` on; `out_order`: the partitions in that order.
static void place(tern_op_t *op, int64_t first, size_t *out_order) {
  int32_t warps[MAX_PARTITIONS], starts[MAX_PARTITIONS];
  size_t count = read_list(warps_of(op), warps);
  for (size_t i = 0; i < count; ++i) {
    size_t k = i;
    for (; k > 0 && warps[out_order[k - 1]] < warps[i]; --k) out_order[k] = out_order[k - 1];
    out_order[k] = i;
  }
  for (size_t i = 0; i < count; ++i) {
    starts[out_order[i]] = (int32_t)first;
    first += warps[out_order[i]];
  }
  set_list(op, "warpGroupStartIds", starts, count);
}

// --- registers ---

// What the partitions from `from` on in `order` ask for that share a group, or that have groups of their own; returns where the next
// ones start.
static size_t ask_group(const int32_t *warps, const int32_t *requested, const size_t *order, size_t count, size_t from,
                        int64_t *out_warps, int64_t *out_registers) {
  *out_warps = *out_registers = 0;
  size_t i = from;
  do {
    *out_warps += warps[order[i]];
    *out_registers = most(*out_registers, round_up(requested[order[i]], STEP));
    ++i;
  } while (i < count && *out_warps % GROUP != 0);
  return i;
}

// Each group of partitions gets what it asks for, and the function the rest. False: there is no rest, or nobody asked.
static bool move_registers(tern_op_t *op, const machine_t *machine, const size_t *order) {
  int32_t warps[MAX_PARTITIONS], requested[MAX_PARTITIONS], actual[1 + MAX_PARTITIONS];
  const tern_attr_t *requests = tern_op_attr(op, "requestedRegisters");
  if (!requests || sum_warps(op) % GROUP != 0) return false;
  size_t count = read_list(warps_of(op), warps);
  read_list(requests, requested);
  int64_t rest = machine->registers * machine->warps * machine->threads;
  for (size_t from = 0, to; from < count; from = to) {
    int64_t group_warps, registers;
    to = ask_group(warps, requested, order, count, from, &group_warps, &registers);
    rest += (machine->registers - registers) * group_warps * machine->threads;
    for (size_t i = from; i < to; ++i) actual[1 + order[i]] = (int32_t)registers;
  }
  int64_t left = rest / (machine->warps * machine->threads) / STEP * STEP;
  if (left < FEWEST) return false;
  actual[0] = (int32_t)left;
  set_list(op, "actualRegisters", actual, 1 + count);
  return true;
}

// --- the pass ---

static bool check(const tern_op_t *op) {
  const tern_attr_t *requested = tern_op_attr(op, "requestedRegisters");
  size_t count = tern_dense_array_attr_count(warps_of(op));
  if (count > MAX_PARTITIONS / 2)
    return tern_op_error(op, "has %zu partitions; %d are supported", count, MAX_PARTITIONS / 2);
  for (size_t i = 0; i < count; ++i) {
    if (tern_dense_array_attr_int(warps_of(op), i) > REGISTERS)
      return tern_op_error(op, "partition #%zu has more warps than a block has registers", i);
  }
  return !requested || tern_dense_array_attr_count(requested) == count ||
         tern_op_error(op, "has %zu partitions but `requestedRegisters` has %zu elements", count,
                       tern_dense_array_attr_count(requested));
}

static bool allocate(tern_op_t *module, const tern_op_list_t *ops) {
  const tern_attr_t *limit = tern_op_attr(module, "ttg.maxnreg");
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(module), 32);
  machine_t machine = {.warps = tern_ttg_lookup_num_warps(module), .threads = tern_ttg_lookup_threads_per_warp(module)};
  if (machine.warps <= 0 || machine.threads <= 0 || machine.warps > REGISTERS || machine.threads > REGISTERS)
    return tern_op_error(module, "expected 'ttg.num-warps' to be set to a number of warps");
  for (size_t i = 0; i < ops->count; ++i) {
    if (!check(ops->values[i])) return false;
    machine.extra = most(machine.extra, round_up(sum_warps(ops->values[i]), GROUP));
  }
  machine.registers = tern_attr_is_integer(limit)
                          ? tern_integer_attr_value(limit)
                          : REGISTERS / (machine.warps + machine.extra) / machine.threads / STEP * STEP;
  for (size_t i = 0; i < ops->count; ++i) {
    size_t order[MAX_PARTITIONS];
    fill(ops->values[i], machine.extra);
    place(ops->values[i], machine.warps, order);
    // What the assembler has to assume for all threads, for `setmaxnreg` to mean anything.
    if (move_registers(ops->values[i], &machine, order))
      tern_op_set_attr(module, "ttg.maxnreg", tern_integer_attr_get(i32, machine.registers));
  }
  tern_op_set_attr(module, "ttg.total-num-warps", tern_integer_attr_get(i32, machine.warps + machine.extra));
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(WARP_SPECIALIZE));
  bool is_done = allocate(module, &ops);
  tern_vec_deinitialize(&ops);
  return is_done;
}

const tern_pass_def_t tern_tritongpu_allocate_warp_groups_pass = {
    .flag = "tritongpu-allocate-warp-groups",
    .name = "TritonGPUAllocateWarpGroups",
    .anchor = "builtin.module",
    .summary = "Choose which warps run which partition, and how many registers each gets",
    .run = run,
};
