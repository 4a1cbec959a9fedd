// Numbers that are known when a dispatch is compiled, or computed from its push constants when it is recorded: how often
// loops go round, how large arrays are. They become the cost program of tern/dispatch.h.

#ifndef TERN_PIPELINE_COST_COUNT_H_
#define TERN_PIPELINE_COST_COUNT_H_

#include "base/map.h"
#include "base/vec.h"
#include "ir/op.h"
#include "tern/dispatch.h"

// A number, or the instruction that computes it. Immutable.
typedef struct tern_count {
  int64_t value;         // if `instruction` is TERN_COUNT_CONSTANT
  uint32_t instruction;  // number of an instruction
  bool is_exact;         // else the number is what it is at most, or a guess
} tern_count_t;

#define TERN_COUNT_CONSTANT UINT32_MAX

static inline tern_count_t tern_count_make(int64_t value) { return (tern_count_t){value, TERN_COUNT_CONSTANT, true}; }
static inline bool tern_count_is(tern_count_t count, int64_t value) {
  return count.instruction == TERN_COUNT_CONSTANT && count.value == value;
}

// A program under way. Zero-initialise; ended by tern_count_program_deinitialize().
typedef struct tern_count_program {
  TERN_VEC(uint32_t) words;  // of the instructions so far
  uint32_t count;            // instructions
  TERN_VEC(tern_count_t) known;
  tern_map_t numbers;  // value -> its place in `known`, plus one
} tern_count_program_t;

void tern_count_program_deinitialize(tern_count_program_t *program);

// lhs OP rhs, folded where both are known. `op` is none of CONSTANT, PUSH_CONSTANT and SELECT.
tern_count_t tern_count_apply(tern_count_program_t *program, tern_grid_op_t op, tern_count_t lhs, tern_count_t rhs);
static inline tern_count_t tern_count_add(tern_count_program_t *program, tern_count_t lhs, tern_count_t rhs) {
  return tern_count_apply(program, TERN_GRID_ADD, lhs, rhs);
}
static inline tern_count_t tern_count_multiply(tern_count_program_t *program, tern_count_t lhs, tern_count_t rhs) {
  return tern_count_apply(program, TERN_GRID_MUL, lhs, rhs);
}
// The number of the instruction that gives `count`.
uint32_t tern_count_materialize(tern_count_program_t *program, tern_count_t count);

// What `value`, an integer, is; not exact if only a bound is known: the counter of a loop is the last one. False if nothing
// is known.
bool tern_count_of_value(tern_count_program_t *program, const tern_value_t *value, tern_count_t *out_count);
// The size of dimension `dim` of `shaped`, and the number of its elements. What nobody knows counts as 1 and is not exact.
tern_count_t tern_count_of_dim(tern_count_program_t *program, const tern_value_t *shaped, size_t dim);
tern_count_t tern_count_of_elements(tern_count_program_t *program, const tern_value_t *shaped);
// How often a loop goes round.
tern_count_t tern_count_of_trips(tern_count_program_t *program, tern_count_t lower, tern_count_t upper,
                                 tern_count_t step);
// The same as tern_count_of_value(), with 1 for what nobody knows.
tern_count_t tern_count_guess(tern_count_program_t *program, const tern_value_t *value);

#endif  // TERN_PIPELINE_COST_COUNT_H_
