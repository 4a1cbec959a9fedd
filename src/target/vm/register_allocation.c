#include "target/vm/register_allocation.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "dialect/vm/vm.h"
#include "rewrite/branch.h"

#define NO_REGISTER UINT32_MAX

// A value, by its number.
typedef struct range {
  const tern_value_t *value;
  uint32_t first, last;  // positions where it is live: reads of op i at 2 i, writes at 2 i + 1
  uint32_t reg;
  bool is_ref;
} range_t;

struct tern_vm_liveness {
  tern_map_t numbers;  // value -> number + 1
  TERN_VEC(range_t) ranges;
  tern_map_t blocks;  // block -> number + 1
  size_t block_count;
  size_t word_count;                    // of a set of values
  uint64_t *live_in, *live_out;         // sets of each block
  uint32_t *starts, *ends;              // positions of each block
  uint32_t scratch_value, scratch_ref;  // registers for cycles of moves, or NO_REGISTER
  tern_vm_registers_t *registers;
};
typedef struct tern_vm_liveness liveness_t;

bool tern_vm_value_is_ref(const tern_value_t *value) { return tern_vm_type_is_ref(value->type); }

// --- numbering ---

static uint32_t number_of(const liveness_t *state, const tern_value_t *value) {
  return (uint32_t)(uintptr_t)tern_map_get(&state->numbers, value) - 1;
}
static size_t block_number(const liveness_t *state, const tern_block_t *block) {
  return (size_t)(uintptr_t)tern_map_get(&state->blocks, block) - 1;
}

static void add_value(liveness_t *state, const tern_value_t *value) {
  tern_map_set(&state->numbers, value, (void *)(uintptr_t)(state->ranges.count + 1));
  tern_vec_push(
      &state->ranges,
      ((range_t){.value = value, .first = UINT32_MAX, .reg = NO_REGISTER, .is_ref = tern_vm_value_is_ref(value)}));
}

static void number_values(liveness_t *state, const tern_region_t *region) {
  tern_region_for_each_block(region, block) {
    tern_map_set(&state->blocks, block, (void *)(uintptr_t)(++state->block_count));
    for (size_t i = 0; i < block->arg_count; ++i) add_value(state, block->args[i]);
    tern_block_for_each_op(block, op) {
      for (size_t i = 0; i < op->result_count; ++i) add_value(state, &op->results[i]);
    }
  }
}

// --- liveness: backwards until nothing changes ---

static bool has_bit(const uint64_t *set, uint32_t bit) { return set[bit / 64] >> (bit % 64) & 1; }
static void set_bit(uint64_t *set, uint32_t bit) { set[bit / 64] |= UINT64_C(1) << (bit % 64); }
static void clear_bit(uint64_t *set, uint32_t bit) { set[bit / 64] &= ~(UINT64_C(1) << (bit % 64)); }

static uint64_t *live_in(const liveness_t *state, const tern_block_t *block) {
  return state->live_in + block_number(state, block) * state->word_count;
}
static uint64_t *live_out(const liveness_t *state, const tern_block_t *block) {
  return state->live_out + block_number(state, block) * state->word_count;
}

// What is live before the ops of `block`, given what is behind them. True if that changed.
static bool update_block(liveness_t *state, const tern_block_t *block, uint64_t *live) {
  uint64_t *out = live_out(state, block), *in = live_in(state, block);
  const tern_op_t *end = block->last_op;
  for (size_t i = 0; end && i < end->successor_count; ++i) {
    const uint64_t *next = live_in(state, end->successors[i].block);
    for (size_t w = 0; w < state->word_count; ++w) out[w] |= next[w];
  }
  memcpy(live, out, state->word_count * sizeof *live);
  for (const tern_op_t *op = block->last_op; op; op = op->prev) {
    for (size_t i = 0; i < op->result_count; ++i) clear_bit(live, number_of(state, &op->results[i]));
    for (size_t i = 0; i < op->operand_count; ++i) set_bit(live, number_of(state, tern_op_operand(op, i)));
  }
  for (size_t i = 0; i < block->arg_count; ++i) clear_bit(live, number_of(state, block->args[i]));
  bool is_changed = memcmp(in, live, state->word_count * sizeof *live) != 0;
  memcpy(in, live, state->word_count * sizeof *live);
  return is_changed;
}

static void compute_liveness(liveness_t *state, const tern_region_t *region) {
  state->word_count = (state->ranges.count + 63) / 64;
  size_t words = state->word_count * state->block_count;
  state->live_in = tern_calloc(words + 1, sizeof *state->live_in);
  state->live_out = tern_calloc(words + 1, sizeof *state->live_out);
  uint64_t *live = tern_calloc(state->word_count + 1, sizeof *live);
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    for (const tern_block_t *block = region->last_block; block; block = block->prev) {
      is_changed = update_block(state, block, live) || is_changed;
    }
  }
  free(live);
}

// --- ranges ---

static void extend(range_t *range, uint32_t position) {
  if (range->first == UINT32_MAX || position < range->first) range->first = position;
  if (position > range->last) range->last = position;
}

static void compute_ranges(liveness_t *state, const tern_region_t *region) {
  uint32_t position = 0;
  size_t index = 0;
  state->starts = tern_realloc_array(NULL, state->block_count + 1, sizeof *state->starts);
  state->ends = tern_realloc_array(NULL, state->block_count + 1, sizeof *state->ends);
  tern_region_for_each_block(region, block) {
    state->starts[index] = position;
    for (size_t i = 0; i < block->arg_count; ++i) {
      extend(&state->ranges.values[number_of(state, block->args[i])], position);
    }
    position += 2;
    tern_block_for_each_op(block, op) {
      for (size_t i = 0; i < op->operand_count; ++i) {
        extend(&state->ranges.values[number_of(state, tern_op_operand(op, i))], position);
      }
      for (size_t i = 0; i < op->result_count; ++i) {
        extend(&state->ranges.values[number_of(state, &op->results[i])], position + 1);
      }
      position += 2;
    }
    state->ends[index++] = position;
  }
  index = 0;
  tern_region_for_each_block(region, block) {
    const uint64_t *in = live_in(state, block), *out = live_out(state, block);
    for (uint32_t v = 0; v < state->ranges.count; ++v) {
      if (has_bit(in, v)) extend(&state->ranges.values[v], state->starts[index]);
      if (has_bit(out, v)) extend(&state->ranges.values[v], state->ends[index]);
    }
    ++index;
  }
}

// --- linear scan ---

static int compare_ranges(const void *a, const void *b) {
  const range_t *x = *(const range_t *const *)a, *y = *(const range_t *const *)b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return x < y ? -1 : x > y;
}

// Until when each register of a bank is taken.
typedef TERN_VEC(uint32_t) bank_t;

static bool is_free(const bank_t *bank, uint32_t reg, uint32_t position) {
  return reg >= bank->count || bank->values[reg] < position;
}

static void take(bank_t *bank, uint32_t reg, uint32_t last) {
  while (bank->count <= reg) tern_vec_push(bank, 0);
  bank->values[reg] = last;
}

// The register of an argument that a branch hands `value` to, if it has one.
static uint32_t target_register(const liveness_t *state, const tern_value_t *value) {
  tern_value_for_each_use(value, use) {
    const tern_op_t *op = use->owner;
    for (size_t i = 0; i < op->successor_count; ++i) {
      size_t start, count, place = tern_operand_index(use);
      if (!tern_branch_successor_operands(op, i, &start, &count) || place < start || place >= start + count) continue;
      const tern_value_t *arg = op->successors[i].block->args[place - start];
      return state->ranges.values[number_of(state, arg)].reg;
    }
  }
  return NO_REGISTER;
}

// A register that saves a move: of what a branch hands to the argument, where that is known.
static uint32_t preferred_register(const liveness_t *state, const range_t *range) {
  const tern_block_t *block = tern_value_arg_block(range->value);
  if (!block) return target_register(state, range->value);
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count, successor = (size_t)(use - use->owner->successors);
    if (!tern_branch_successor_operands(use->owner, successor, &start, &count) || range->value->index >= count)
      continue;
    const tern_value_t *value = tern_op_operand(use->owner, start + range->value->index);
    uint32_t reg = state->ranges.values[number_of(state, value)].reg;
    if (reg != NO_REGISTER) return reg;
  }
  return NO_REGISTER;
}

static void assign_registers(liveness_t *state, const tern_region_t *region) {
  bank_t banks[2] = {0};
  TERN_VEC(range_t *) order = {0};
  const tern_block_t *entry = region->first_block;
  for (size_t i = 0; i < entry->arg_count; ++i) {
    range_t *range = &state->ranges.values[number_of(state, entry->args[i])];
    range->reg = (uint32_t)banks[range->is_ref].count;
    take(&banks[range->is_ref], range->reg, range->last);
  }
  for (size_t i = 0; i < state->ranges.count; ++i) {
    if (state->ranges.values[i].reg == NO_REGISTER) tern_vec_push(&order, &state->ranges.values[i]);
  }
  if (order.count) qsort(order.values, order.count, sizeof order.values[0], compare_ranges);
  for (size_t i = 0; i < order.count; ++i) {
    range_t *range = order.values[i];
    bank_t *bank = &banks[range->is_ref];
    uint32_t reg = preferred_register(state, range);
    if (reg == NO_REGISTER || !is_free(bank, reg, range->first)) reg = 0;
    while (!is_free(bank, reg, range->first)) ++reg;
    range->reg = reg;
    take(bank, reg, range->last);
  }
  state->registers->value_count = (uint32_t)banks[0].count;
  state->registers->ref_count = (uint32_t)banks[1].count;
  tern_vec_deinitialize(&order);
  tern_vec_deinitialize(&banks[0]);
  tern_vec_deinitialize(&banks[1]);
}

// --- moves ---

// Finds a move whose target nothing else still reads; `moves` is not empty.
static bool find_ready(const tern_vm_moves_t *moves, size_t *out_index) {
  for (size_t i = 0; i < moves->count; ++i) {
    bool is_read = false;
    for (size_t j = 0; j < moves->count && !is_read; ++j) {
      is_read = j != i && moves->values[j].is_ref == moves->values[i].is_ref &&
                moves->values[j].source == moves->values[i].target;
    }
    if (is_read) continue;
    *out_index = i;
    return true;
  }
  return false;
}

static void collect_moves(const liveness_t *state, const tern_op_t *op, size_t index, tern_vm_moves_t *moves) {
  const tern_block_t *target = op->successors[index].block;
  const uint64_t *live = live_in(state, target);
  size_t start, count;
  if (!tern_branch_successor_operands(op, index, &start, &count)) return;
  for (size_t i = 0; i < count && i < target->arg_count; ++i) {
    const tern_value_t *value = tern_op_operand(op, start + i);
    uint32_t number = number_of(state, value);
    const range_t *from = &state->ranges.values[number];
    const range_t *to = &state->ranges.values[number_of(state, target->args[i])];
    if (from->reg == to->reg) continue;
    bool is_last = from->is_ref && !has_bit(live, number);
    for (size_t j = 0; j < count; ++j) {
      // A value that stays in its own register as another argument is read there.
      const range_t *other = &state->ranges.values[number_of(state, target->args[j])];
      if (j != i && tern_op_operand(op, start + j) == value && other->reg == from->reg) is_last = false;
    }
    tern_vec_push(moves, ((tern_vm_move_t){from->reg, to->reg, from->is_ref, is_last}));
  }
}

void tern_vm_branch_moves(const tern_vm_registers_t *registers, const tern_op_t *op, size_t index,
                          tern_vm_moves_t *out_moves) {
  const liveness_t *state = registers->state;
  tern_vm_moves_t pending = {0};
  collect_moves(state, op, index, &pending);
  size_t first = out_moves->count;
  while (pending.count > 0) {
    size_t ready;
    if (find_ready(&pending, &ready)) {
      tern_vec_push(out_moves, pending.values[ready]);
      pending.values[ready] = pending.values[--pending.count];
      continue;
    }
    // Only cycles are left: one source moves aside, and is read from there.
    tern_vm_move_t *move = &pending.values[0];
    uint32_t source = move->source, scratch = move->is_ref ? state->scratch_ref : state->scratch_value;
    tern_vec_push(out_moves, ((tern_vm_move_t){source, scratch, move->is_ref, move->is_ref}));
    for (size_t i = 0; i < pending.count; ++i) {
      if (pending.values[i].is_ref == move->is_ref && pending.values[i].source == source) {
        pending.values[i].source = scratch;
        pending.values[i].is_last_use = pending.values[i].is_ref;
      }
    }
  }
  // Of several moves out of one register only the last one takes the reference with it.
  for (size_t i = first; i < out_moves->count; ++i) {
    for (size_t j = i + 1; j < out_moves->count; ++j) {
      const tern_vm_move_t *later = &out_moves->values[j];
      if (later->is_ref != out_moves->values[i].is_ref) continue;
      if (later->source == out_moves->values[i].source) out_moves->values[i].is_last_use = false;
      if (later->target == out_moves->values[i].source) break;
    }
  }
  tern_vec_deinitialize(&pending);
}

// Does some branch need a register for cycles? As many as banks, at most.
static void find_cycles(liveness_t *state, const tern_region_t *region) {
  bool needs[2] = {false, false};
  tern_region_for_each_block(region, block) {
    const tern_op_t *end = block->last_op;
    for (size_t i = 0; end && i < end->successor_count; ++i) {
      tern_vm_moves_t moves = {0};
      collect_moves(state, end, i, &moves);
      size_t ready;
      while (moves.count > 0 && find_ready(&moves, &ready)) moves.values[ready] = moves.values[--moves.count];
      for (size_t j = 0; j < moves.count; ++j) needs[moves.values[j].is_ref] = true;
      tern_vec_deinitialize(&moves);
    }
  }
  if (needs[0]) state->scratch_value = state->registers->value_count++;
  if (needs[1]) state->scratch_ref = state->registers->ref_count++;
}

// --- interface ---

void tern_vm_registers_initialize(tern_vm_registers_t *registers, const tern_region_t *region) {
  liveness_t *state = tern_calloc(1, sizeof *state);
  *registers = (tern_vm_registers_t){.state = state};
  state->registers = registers;
  state->scratch_value = state->scratch_ref = NO_REGISTER;
  number_values(state, region);
  compute_liveness(state, region);
  compute_ranges(state, region);
  assign_registers(state, region);
  find_cycles(state, region);
}

void tern_vm_registers_deinitialize(tern_vm_registers_t *registers) {
  liveness_t *state = registers->state;
  if (!state) return;
  tern_map_deinitialize(&state->numbers);
  tern_map_deinitialize(&state->blocks);
  tern_vec_deinitialize(&state->ranges);
  free(state->live_in);
  free(state->live_out);
  free(state->starts);
  free(state->ends);
  free(state);
  registers->state = NULL;
}

uint32_t tern_vm_register_of(const tern_vm_registers_t *registers, const tern_value_t *value) {
  const liveness_t *state = registers->state;
  return state->ranges.values[number_of(state, value)].reg;
}

bool tern_vm_is_last_use(const tern_vm_registers_t *registers, const tern_op_t *op, size_t index) {
  const liveness_t *state = registers->state;
  const tern_value_t *value = tern_op_operand(op, index);
  if (has_bit(live_out(state, op->block), number_of(state, value))) return false;
  for (size_t i = index + 1; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i) == value) return false;
  }
  tern_value_for_each_use(value, use) {
    const tern_op_t *user = use->owner;
    if (user != op && user->block == op->block && tern_op_is_before(op, user)) return false;
  }
  return true;
}

void tern_vm_dead_refs_at(const tern_vm_registers_t *registers, const tern_block_t *block,
                          tern_vm_register_list_t *out_registers) {
  const liveness_t *state = registers->state;
  if (!block->first_use || registers->ref_count == 0) return;
  const uint64_t *in = live_in(state, block);
  // Registers that hold something that is needed by now: an argument, or what lives on.
  uint64_t *taken = tern_calloc(registers->ref_count / 64 + 1, sizeof *taken);
  for (uint32_t v = 0; v < state->ranges.count; ++v) {
    const range_t *range = &state->ranges.values[v];
    bool is_needed = range->is_ref && (has_bit(in, v) || tern_value_arg_block(range->value) == block);
    if (is_needed) set_bit(taken, range->reg);
  }
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    const uint64_t *out = live_out(state, use->owner->block);
    for (uint32_t v = 0; v < state->ranges.count; ++v) {
      const range_t *range = &state->ranges.values[v];
      if (!range->is_ref || !has_bit(out, v) || has_bit(taken, range->reg)) continue;
      set_bit(taken, range->reg);
      tern_vec_push(out_registers, range->reg);
    }
  }
  free(taken);
}
