// --llvm-narrow-integers: arithmetic on 64-bit integers that is known to fit 32 bits is done in 32 bits, which is what
// processors of GPUs have registers and instructions for.
//
//   %t = nvvm.read.ptx.sreg.tid.x : i32
//   %w = llvm.zext %t : i32 to i64                      %t = nvvm.read.ptx.sreg.tid.x : i32
//   %r = llvm.urem %w, %c48 : i64              ==>      %n = llvm.urem %t, %c48 : i32
//   %p = llvm.getelementptr %b[%r]                      %r = llvm.zext %n : i32 to i64
//                                                       %p = llvm.getelementptr %b[%r]
//
// What fits is told by intervals of all values (analysis/llvm_intervals.h): sizes of workgroups, grids and loops bound
// what is computed from them, and so the memory that is reached does not matter. Loop counters change their type with
// the arithmetic.

#include "analysis/llvm_intervals.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/branch.h"
#include "transform/llvm/functions.h"

typedef struct state {
  tern_llvm_intervals_t intervals;
  tern_pass_t *pass;
  tern_map_t narrow;             // value of 64 bits -> the same in 32
  tern_op_list_t ops, compares;  // to be narrowed
  TERN_VEC(tern_value_t *) args;
  tern_op_list_t casts;  // that were made
  tern_op_list_t dead;   // what was replaced stays until the end: maps know values by their addresses
} state_t;

// --- what can be narrowed ---

// Ops whose low half is what the op makes of the low halves, if operands and result fit; some of them if operands are
// not negative, for which the high half is no copy of a sign.
static const struct {
  const tern_op_row_t *row;
  bool needs_positive, is_shift;
} op_rows[] = {
    {TERN_LLVM(ADD), false, false},       {TERN_LLVM(SUB), false, false},       {TERN_LLVM(MUL), false, false},
    {TERN_LLVM(SHL), false, true},        {TERN_LLVM(LSHR), true, true},        {TERN_LLVM(ASHR), false, true},
    {TERN_LLVM(AND), false, false},       {TERN_LLVM(OR), false, false},        {TERN_LLVM(XOR), false, false},
    {TERN_LLVM(UDIV), true, false},       {TERN_LLVM(UREM), true, false},       {TERN_LLVM(SDIV), true, false},
    {TERN_LLVM(SREM), true, false},       {TERN_LLVM(INTR_UMIN), true, false},  {TERN_LLVM(INTR_UMAX), true, false},
    {TERN_LLVM(INTR_SMIN), false, false}, {TERN_LLVM(INTR_SMAX), false, false}, {TERN_LLVM(SELECT), false, false},
};
enum { ROW_COUNT = sizeof op_rows / sizeof op_rows[0] };

static bool is_i64(const tern_value_t *value) { return tern_type_is_i(value->type, 64); }

static bool fits(const state_t *state, const tern_value_t *value) {
  tern_interval_t interval = tern_llvm_interval_of(&state->intervals, value);
  return interval.low >= INT32_MIN && interval.high <= INT32_MAX;
}

static bool is_positive(const state_t *state, const tern_value_t *value) {
  return tern_llvm_interval_of(&state->intervals, value).low >= 0;
}

static bool can_narrow(const state_t *state, const tern_op_t *op) {
  size_t row = 0;
  while (row < ROW_COUNT && !tern_op_is(op, op_rows[row].row)) ++row;
  if (row == ROW_COUNT || !is_i64(tern_op_result(op, 0)) || !fits(state, tern_op_result(op, 0))) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, i);
    if (!is_i64(operand)) continue;
    if (!fits(state, operand) || (op_rows[row].needs_positive && !is_positive(state, operand))) return false;
  }
  int64_t distance;
  return !op_rows[row].is_shift ||
         (tern_value_constant_int(tern_op_operand(op, 1), &distance) && distance >= 0 && distance < 32);
}

static bool can_narrow_compare(const state_t *state, const tern_op_t *op) {
  return tern_op_is(op, TERN_LLVM(ICMP)) && is_i64(tern_op_operand(op, 0)) && fits(state, tern_op_operand(op, 0)) &&
         fits(state, tern_op_operand(op, 1));
}

// An argument can if all branches say what they hand to it.
static bool can_narrow_argument(const state_t *state, const tern_block_t *block, size_t which) {
  const tern_value_t *arg = block->args[which];
  if (!is_i64(arg) || !fits(state, arg) || !block->first_use) return false;
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count;
    if (!tern_branch_successor_operands(use->owner, (size_t)(use - use->owner->successors), &start, &count) ||
        which >= count || !fits(state, tern_op_operand(use->owner, start + which))) {
      return false;
    }
  }
  return true;
}

static void collect(state_t *state, tern_op_t *function) {
  tern_region_for_each_block(&function->regions[0], block) {
    for (size_t i = 0; i < block->arg_count; ++i) {
      if (can_narrow_argument(state, block, i)) tern_vec_push(&state->args, block->args[i]);
    }
    tern_block_for_each_op(block, op) {
      if (can_narrow(state, op)) tern_vec_push(&state->ops, op);
      if (can_narrow_compare(state, op)) tern_vec_push(&state->compares, op);
    }
  }
}

// --- rewriting ---

static tern_builder_t behind(const tern_value_t *value, const tern_attr_t *loc) {
  tern_op_t *op = tern_value_defining_op(value);
  return op ? tern_builder_after(op) : tern_builder_at_start(tern_value_arg_block(value), loc);
}

static tern_value_t *build_cast(state_t *state, tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                                uint32_t width) {
  tern_op_t *cast =
      tern_build(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(tern_i_type_get(b->context, width)));
  tern_vec_push(&state->casts, cast);
  return tern_op_result(cast, 0);
}

// `value` in 32 bits, for use by `user`.
static tern_value_t *narrowed(state_t *state, tern_value_t *value, tern_op_t *user) {
  if (!is_i64(value)) return value;
  tern_value_t *known = tern_map_get(&state->narrow, value);
  if (known) return known;
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) {
    tern_builder_t b = tern_builder_before(user);
    return tern_llvm_build_int(&b, tern_i_type_get(b.context, 32), constant);
  }
  const tern_op_t *op = tern_value_defining_op(value);
  bool is_extension = op && (tern_op_is(op, TERN_LLVM(ZEXT)) || tern_op_is(op, TERN_LLVM(SEXT)));
  if (is_extension && tern_type_is_i(tern_op_operand(op, 0)->type, 32)) {
    known = tern_op_operand(op, 0);
  } else {
    tern_builder_t b = behind(value, user->loc);
    known = build_cast(state, &b, TERN_LLVM(TRUNC), value, 32);
  }
  tern_map_set(&state->narrow, value, known);
  return known;
}

// All who use `wide` get `value`, which is the same in 32 bits, widened again.
static void replace_by_widened(state_t *state, tern_builder_t *b, tern_value_t *wide, tern_value_t *value,
                               bool is_unsigned) {
  tern_value_t *again = build_cast(state, b, is_unsigned ? TERN_LLVM(ZEXT) : TERN_LLVM(SEXT), value, 64);
  tern_map_set(&state->narrow, again, value);
  tern_value_replace_all_uses(wide, again);
}

// The argument itself changes its type; what it was is made of it at the start of its block.
static void narrow_argument(state_t *state, tern_value_t *arg) {
  tern_block_t *block = tern_value_arg_block(arg);
  bool is_unsigned = is_positive(state, arg);
  tern_builder_t b = tern_builder_at_start(block, tern_value_loc(arg));
  tern_value_t *stand_in = tern_llvm_build_int(&b, tern_i_type_get(b.context, 64), 0);
  tern_value_replace_all_uses(arg, stand_in);
  arg->type = tern_i_type_get(b.context, 32);
  b = tern_builder_before(tern_value_defining_op(stand_in));
  replace_by_widened(state, &b, stand_in, arg, is_unsigned);
  tern_vec_push(&state->dead, tern_value_defining_op(stand_in));
}

static void narrow_op(state_t *state, tern_op_t *op, bool keeps_attributes) {
  tern_value_t *operands[3], *result = tern_op_result(op, 0);
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = narrowed(state, tern_op_operand(op, i), op);
  tern_builder_t b = tern_builder_before(op);
  bool is_unsigned = is_positive(state, result);
  const tern_type_t *type = is_i64(result) ? tern_i_type_get(b.context, 32) : result->type;
  tern_op_t *made = tern_op_create(
      b.context, &(tern_op_state_t){.def = op->def,
                                    .loc = op->loc,
                                    .operands = {operands, op->operand_count},
                                    .result_types = TERN_TYPES(type),
                                    .dictionary = keeps_attributes ? tern_op_attr_dictionary(op) : NULL});
  tern_builder_insert(&b, made);
  if (is_i64(result)) {
    replace_by_widened(state, &b, result, tern_op_result(made, 0), is_unsigned);
  } else {
    tern_value_replace_all_uses(result, tern_op_result(made, 0));
  }
  tern_vec_push(&state->dead, op);
}

static void narrow_branches(state_t *state, const tern_value_t *arg) {
  tern_block_t *block = tern_value_arg_block(arg);
  for (tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count;
    tern_branch_successor_operands(use->owner, (size_t)(use - use->owner->successors), &start, &count);
    size_t at = start + arg->index;
    tern_op_set_operand(use->owner, at, narrowed(state, tern_op_operand(use->owner, at), use->owner));
  }
}

static void erase(const state_t *state) {
  for (size_t i = 0; i < state->dead.count; ++i) tern_op_set_operands(state->dead.values[i], (tern_values_t){0});
  for (size_t i = 0; i < state->dead.count; ++i) tern_op_destroy(state->dead.values[i]);
  for (size_t i = state->casts.count; i-- > 0;) {
    if (tern_op_has_no_uses(state->casts.values[i])) tern_op_destroy(state->casts.values[i]);
  }
}

static void run_on_function(tern_op_t *function, tern_pass_t *pass) {
  state_t state = {.pass = pass};
  if (tern_llvm_intervals_compute(&state.intervals, function)) {
    collect(&state, function);
    for (size_t i = 0; i < state.args.count; ++i) narrow_argument(&state, state.args.values[i]);
    for (size_t i = 0; i < state.ops.count; ++i) narrow_op(&state, state.ops.values[i], false);
    for (size_t i = 0; i < state.compares.count; ++i) narrow_op(&state, state.compares.values[i], true);
    for (size_t i = 0; i < state.args.count; ++i) narrow_branches(&state, state.args.values[i]);
    erase(&state);
    tern_pass_count(pass, 0, (int64_t)(state.args.count + state.ops.count + state.compares.count));
  }
  tern_vec_deinitialize(&state.args);
  tern_vec_deinitialize(&state.ops);
  tern_vec_deinitialize(&state.compares);
  tern_vec_deinitialize(&state.casts);
  tern_vec_deinitialize(&state.dead);
  tern_map_deinitialize(&state.narrow);
  tern_llvm_intervals_deinitialize(&state.intervals);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_llvm_functions_run(root, pass, run_on_function);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_llvm_narrow_integers_pass = {
    .flag = "llvm-narrow-integers",
    .name = "LLVMNarrowIntegers",
    .anchor = "builtin.module",
    .summary = "Compute in 32 bits what 64-bit integers are known to fit",
    .description =
        "Arithmetic, comparisons and loop counters whose intervals fit 32 bits, as the sizes of workgroups and "
        "grids and the branches of loops bound them, get that type; what else uses them gets them widened.",
    .statistics = (const char *const[]){"num-narrowed - ops and block arguments that became 32 bits wide", NULL},
    .dialects = dialects,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
