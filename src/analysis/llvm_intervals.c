// Intervals of the integers of a function; see the header.

#include "analysis/llvm_intervals.h"

#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "rewrite/branch.h"

// Rounds over the function before bounds that still move are taken as far as branches allow, and rounds at all.
enum { EXACT_ROUNDS = 2, MAX_ROUNDS = 12 };
enum { MAX_THREADS = 1024, MAX_GRID_YZ = 65535, WARP = 32 };

typedef struct state {
  tern_llvm_intervals_t *intervals;
  tern_op_t *function;
  bool is_widening, has_changed;
} state_t;

// --- intervals ---

static tern_interval_t all_of(const tern_type_t *type) {
  uint32_t width = tern_type_is_integer(type) ? tern_type_bit_width(type) : 64;
  if (width >= 64) return (tern_interval_t){INT64_MIN, INT64_MAX};
  return (tern_interval_t){-(INT64_C(1) << (width - 1)), (INT64_C(1) << (width - 1)) - 1};
}

static bool is_tracked(const tern_type_t *type) { return tern_type_is_i(type, 32) || tern_type_is_i(type, 64); }

static tern_interval_t joined(tern_interval_t a, tern_interval_t b) {
  return (tern_interval_t){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

// What a sum or product makes of it that does not fit the type is any number of it.
static tern_interval_t fitted(tern_interval_t interval, const tern_type_t *type) {
  tern_interval_t all = all_of(type);
  return interval.low < all.low || interval.high > all.high ? all : interval;
}

tern_interval_t tern_llvm_interval_of(const tern_llvm_intervals_t *intervals, const tern_value_t *value) {
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) return (tern_interval_t){constant, constant};
  const tern_interval_t *known = tern_map_get(&intervals->of, value);
  return known ? *known : all_of(value->type);
}

// --- arithmetic ---

typedef tern_interval_t (*binary_fn_t)(tern_interval_t a, tern_interval_t b, const tern_type_t *type);

static tern_interval_t add(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  tern_interval_t sum;
  if (__builtin_add_overflow(a.low, b.low, &sum.low) || __builtin_add_overflow(a.high, b.high, &sum.high)) {
    return all_of(type);
  }
  return fitted(sum, type);
}

static tern_interval_t subtract(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  tern_interval_t difference;
  if (__builtin_sub_overflow(a.low, b.high, &difference.low) ||
      __builtin_sub_overflow(a.high, b.low, &difference.high)) {
    return all_of(type);
  }
  return fitted(difference, type);
}

static tern_interval_t multiply(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  const int64_t xs[] = {a.low, a.high}, ys[] = {b.low, b.high};
  tern_interval_t product = {INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < 4; ++i) {
    int64_t corner;
    if (__builtin_mul_overflow(xs[i / 2], ys[i % 2], &corner)) return all_of(type);
    product = joined(product, (tern_interval_t){corner, corner});
  }
  return fitted(product, type);
}

static tern_interval_t shift_left(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  if (b.low != b.high || b.low < 0 || b.low > 62) return all_of(type);
  int64_t factor = INT64_C(1) << b.low;
  return multiply(a, (tern_interval_t){factor, factor}, type);
}

static tern_interval_t shift_right(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  if (b.low != b.high || b.low < 0 || b.low > 62) return all_of(type);
  return (tern_interval_t){a.low >> b.low, a.high >> b.low};
}

static tern_interval_t shift_right_unsigned(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  return a.low >= 0 ? shift_right(a, b, type) : all_of(type);
}

static tern_interval_t bitwise_and(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  if (a.low < 0 && b.low < 0) return all_of(type);
  if (a.low < 0 || b.low < 0) return (tern_interval_t){0, a.low < 0 ? b.high : a.high};
  return (tern_interval_t){0, a.high < b.high ? a.high : b.high};
}

// No bit above the highest of either.
static tern_interval_t bitwise_or(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  if (a.low < 0 || b.low < 0) return all_of(type);
  int64_t high = a.high | b.high;
  for (int shift = 1; shift < 64; shift *= 2) high |= high >> shift;
  return (tern_interval_t){0, high};
}

static tern_interval_t divide(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  if (a.low < 0 || b.low <= 0) return all_of(type);
  return (tern_interval_t){a.low / b.high, a.high / b.low};
}

static tern_interval_t remainder_of(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  if (a.low < 0 || b.low <= 0) return all_of(type);
  return (tern_interval_t){0, a.high < b.high - 1 ? a.high : b.high - 1};
}

static tern_interval_t minimum(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  (void)type;
  return (tern_interval_t){a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

static tern_interval_t maximum(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  (void)type;
  return (tern_interval_t){a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static tern_interval_t minimum_unsigned(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  return a.low < 0 || b.low < 0 ? all_of(type) : minimum(a, b, type);
}

static tern_interval_t maximum_unsigned(tern_interval_t a, tern_interval_t b, const tern_type_t *type) {
  return a.low < 0 || b.low < 0 ? all_of(type) : maximum(a, b, type);
}

static const struct {
  const tern_op_row_t *row;
  binary_fn_t compute;
} binary_rows[] = {
    {TERN_LLVM(ADD), add},
    {TERN_LLVM(SUB), subtract},
    {TERN_LLVM(MUL), multiply},
    {TERN_LLVM(SHL), shift_left},
    {TERN_LLVM(LSHR), shift_right_unsigned},
    {TERN_LLVM(ASHR), shift_right},
    {TERN_LLVM(AND), bitwise_and},
    {TERN_LLVM(OR), bitwise_or},
    {TERN_LLVM(XOR), bitwise_or},
    {TERN_LLVM(UDIV), divide},
    {TERN_LLVM(SDIV), divide},
    {TERN_LLVM(UREM), remainder_of},
    {TERN_LLVM(SREM), remainder_of},
    {TERN_LLVM(INTR_SMIN), minimum},
    {TERN_LLVM(INTR_SMAX), maximum},
    {TERN_LLVM(INTR_UMIN), minimum_unsigned},
    {TERN_LLVM(INTR_UMAX), maximum_unsigned},
};

// --- registers ---

static int64_t number_at(const tern_attr_t *list, size_t index, int64_t otherwise) {
  return tern_int_list_attr_count(list) == 3 ? tern_int_list_attr_at(list, index) : otherwise;
}

static bool read_register(const state_t *state, const tern_op_t *op, tern_interval_t *out) {
  const tern_attr_t *threads = tern_op_attr(state->function, "nvvm.reqntid");
  const tern_attr_t *grid = tern_op_attr(state->function, TERN_KERNEL_GRID_ATTR);
  for (size_t d = 0; d < 3; ++d) {
    int64_t size = number_at(threads, d, MAX_THREADS), blocks = number_at(grid, d, d == 0 ? INT32_MAX : MAX_GRID_YZ);
    if (blocks < 1) blocks = 1;
    const struct {
      const tern_op_row_t *first;
      tern_interval_t interval;
    } rows[] = {{TERN_NVVM(READ_PTX_SREG_TID_X), {0, size - 1}},
                {TERN_NVVM(READ_PTX_SREG_NTID_X), {1, size}},
                {TERN_NVVM(READ_PTX_SREG_CTAID_X), {0, blocks - 1}},
                {TERN_NVVM(READ_PTX_SREG_NCTAID_X), {1, blocks}}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
      if (!tern_op_is(op, rows[i].first + d)) continue;
      *out = rows[i].interval;
      return true;
    }
  }
  *out = (tern_interval_t){0, WARP - 1};
  return tern_op_is(op, TERN_NVVM(READ_PTX_SREG_LANEID));
}

static tern_interval_t operand(const state_t *state, const tern_op_t *op, size_t index) {
  return tern_llvm_interval_of(state->intervals, tern_op_operand(op, index));
}

// --- conditions ---

// By predicate: what holds where it does not, and with the operands exchanged.
static const struct {
  int64_t negated, swapped;
} predicate_rows[] = {
    [TERN_CMPI_EQ] = {TERN_CMPI_NE, TERN_CMPI_EQ},    [TERN_CMPI_NE] = {TERN_CMPI_EQ, TERN_CMPI_NE},
    [TERN_CMPI_SLT] = {TERN_CMPI_SGE, TERN_CMPI_SGT}, [TERN_CMPI_SLE] = {TERN_CMPI_SGT, TERN_CMPI_SGE},
    [TERN_CMPI_SGT] = {TERN_CMPI_SLE, TERN_CMPI_SLT}, [TERN_CMPI_SGE] = {TERN_CMPI_SLT, TERN_CMPI_SLE},
    [TERN_CMPI_ULT] = {TERN_CMPI_UGE, TERN_CMPI_UGT}, [TERN_CMPI_ULE] = {TERN_CMPI_UGT, TERN_CMPI_UGE},
    [TERN_CMPI_UGT] = {TERN_CMPI_ULE, TERN_CMPI_ULT}, [TERN_CMPI_UGE] = {TERN_CMPI_ULT, TERN_CMPI_ULE},
};

// What a comparison by `predicate` with a number of `other` leaves.
static tern_interval_t allowed_by(int64_t predicate, tern_interval_t other, const tern_type_t *type) {
  tern_interval_t all = all_of(type);
  switch (predicate) {
    case TERN_CMPI_EQ: return other;
    case TERN_CMPI_SLT: return (tern_interval_t){all.low, other.high > all.low ? other.high - 1 : all.low};
    case TERN_CMPI_SLE: return (tern_interval_t){all.low, other.high};
    case TERN_CMPI_SGT: return (tern_interval_t){other.low < all.high ? other.low + 1 : all.high, all.high};
    case TERN_CMPI_SGE: return (tern_interval_t){other.low, all.high};
    case TERN_CMPI_ULT: return other.low > 0 ? (tern_interval_t){0, other.high - 1} : all;
    case TERN_CMPI_ULE: return other.low >= 0 ? (tern_interval_t){0, other.high} : all;
    default: return all;
  }
}

// What is known of `value` where `condition` holds, or does not.
static tern_interval_t allowed_where(const state_t *state, const tern_value_t *condition, bool holds,
                                     const tern_value_t *value) {
  tern_interval_t all = all_of(value->type);
  const tern_op_t *compare = tern_value_defining_op(condition);
  if (!compare || !tern_op_is(compare, TERN_LLVM(ICMP))) return all;
  int64_t predicate = tern_enum_attr_value(tern_op_attr(compare, "predicate"));
  if (!holds) predicate = predicate_rows[predicate].negated;
  for (size_t side = 0; side < 2; ++side) {
    if (tern_op_operand(compare, side) != value) continue;
    return allowed_by(side == 0 ? predicate : predicate_rows[predicate].swapped, operand(state, compare, 1 - side),
                      value->type);
  }
  return all;
}

static tern_interval_t met(tern_interval_t a, tern_interval_t b) {
  return (tern_interval_t){a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

// Operand `index` of a select: where it is chosen, the condition tells of it.
static tern_interval_t chosen(const state_t *state, const tern_op_t *op, size_t index) {
  tern_interval_t known = operand(state, op, index);
  tern_interval_t left =
      met(known, allowed_where(state, tern_op_operand(op, 0), index == 1, tern_op_operand(op, index)));
  return left.low <= left.high ? left : known;
}

// --- ops ---

static tern_interval_t compute(const state_t *state, const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  tern_interval_t interval;
  for (size_t i = 0; i < sizeof binary_rows / sizeof binary_rows[0]; ++i) {
    if (!tern_op_is(op, binary_rows[i].row)) continue;
    return binary_rows[i].compute(operand(state, op, 0), operand(state, op, 1), type);
  }
  if (tern_op_is(op, TERN_LLVM(SELECT))) {
    return joined(chosen(state, op, 1), chosen(state, op, 2));
  }
  if (read_register(state, op, &interval)) return interval;
  if (tern_op_is(op, TERN_LLVM(TRUNC))) return fitted(operand(state, op, 0), type);
  if (tern_op_is(op, TERN_LLVM(SEXT))) return operand(state, op, 0);
  if (!tern_op_is(op, TERN_LLVM(ZEXT))) return all_of(type);
  interval = operand(state, op, 0);
  uint32_t width = tern_type_bit_width(tern_op_operand(op, 0)->type);
  return interval.low >= 0 || width >= 64 ? interval : (tern_interval_t){0, (INT64_C(1) << width) - 1};
}

static void set_interval(state_t *state, const tern_value_t *value, tern_interval_t interval) {
  tern_interval_t *known = tern_map_get(&state->intervals->of, value);
  if (known && known->low == interval.low && known->high == interval.high) return;
  if (!known) {
    known = tern_arena_alloc(&state->intervals->arena, sizeof *known);
    tern_map_set(&state->intervals->of, value, known);
  }
  *known = interval;
  state->has_changed = true;
}

// --- branches ---

// Where bounds that no branch stops may come to rest: counters that go around.
static int64_t next_stop(int64_t bound, int64_t most) {
  static const int64_t stops[] = {15, 1023, INT32_MAX / 2};
  for (size_t i = 0; i < sizeof stops / sizeof stops[0]; ++i) {
    if (bound <= stops[i]) return stops[i] < most ? stops[i] : most;
  }
  return most;
}

// What all branches hand to argument `which` of `block`. In the end bounds that have moved go where branches stop them.
static void join_argument(state_t *state, tern_block_t *block, size_t which) {
  tern_value_t *arg = block->args[which];
  tern_interval_t all = all_of(arg->type), sum = {INT64_MAX, INT64_MIN};
  const tern_interval_t *before = tern_map_get(&state->intervals->of, arg);
  bool is_known = false;
  for (tern_successor_t *use = block->first_use; use; use = use->next) {
    tern_op_t *branch = use->owner;
    size_t index = (size_t)(use - branch->successors), start, count;
    if (!tern_branch_successor_operands(branch, index, &start, &count) || which >= count) {
      sum = all;
      is_known = true;
      break;
    }
    tern_value_t *value = tern_op_operand(branch, start + which);
    int64_t constant;
    if (!tern_map_get(&state->intervals->of, value) && !tern_value_constant_int(value, &constant)) continue;
    tern_interval_t in = tern_llvm_interval_of(state->intervals, value);
    tern_interval_t allowed = all;
    if (tern_op_is(branch, TERN_LLVM(COND_BR))) {
      allowed = allowed_where(state, tern_op_operand(branch, 0), index == 0, value);
    }
    in = met(in, allowed);
    if (in.low > in.high) continue;  // never taken, as far as is known
    if (state->is_widening && before && in.low < before->low) in.low = allowed.low;
    if (state->is_widening && before && in.high > before->high) {
      in.high = allowed.high < all.high ? allowed.high : next_stop(in.high, all.high);
    }
    sum = joined(sum, in);
    is_known = true;
  }
  if (!is_known) return;
  if (before) sum = joined(sum, *before);
  set_interval(state, arg, sum);
}

// --- all of it ---

static void visit_block(state_t *state, tern_block_t *block, bool is_entry) {
  for (size_t i = 0; i < block->arg_count; ++i) {
    if (!is_tracked(block->args[i]->type)) continue;
    if (is_entry) {
      set_interval(state, block->args[i], all_of(block->args[i]->type));
    } else {
      join_argument(state, block, i);
    }
  }
  tern_block_for_each_op(block, op) {
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_t *result = tern_op_result(op, i);
      if (!is_tracked(result->type)) continue;
      set_interval(state, result, op->result_count == 1 ? compute(state, op) : all_of(result->type));
    }
  }
}

bool tern_llvm_intervals_compute(tern_llvm_intervals_t *intervals, tern_op_t *function) {
  *intervals = (tern_llvm_intervals_t){0};
  tern_arena_initialize(&intervals->arena);
  state_t state = {.intervals = intervals, .function = function, .has_changed = true};
  tern_block_t *entry = function->regions[0].first_block;
  for (int round = 0; round < MAX_ROUNDS && state.has_changed; ++round) {
    state.has_changed = false;
    state.is_widening = round >= EXACT_ROUNDS;
    tern_region_for_each_block(&function->regions[0], block) visit_block(&state, block, block == entry);
  }
  return !state.has_changed;
}

void tern_llvm_intervals_deinitialize(tern_llvm_intervals_t *intervals) {
  tern_map_deinitialize(&intervals->of);
  tern_arena_deinitialize(&intervals->arena);
}
