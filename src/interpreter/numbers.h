// Numbers as words, and what element-wise ops are on them: common to the interpreter of kernels and to the reference.

#ifndef TERN_INTERPRETER_NUMBERS_H_
#define TERN_INTERPRETER_NUMBERS_H_

#include "base/float.h"
#include "ir/op_def.h"

// An element type.
typedef struct number {
  bool is_float;
  uint8_t width;       // bits
  uint8_t bytes;       // in memory
  uint8_t float_kind;  // tern_float_kind_t
} number_t;

// False for a type that is not held in one word.
bool tern_interpreter_number_of(const tern_type_t *type, number_t *out_number);
double tern_interpreter_decode(number_t number, uint64_t bits);
uint64_t tern_interpreter_encode(number_t number, double value);
static inline uint64_t tern_interpreter_truncate(number_t number, uint64_t bits) {
  return number.width >= 64 ? bits : bits & (((uint64_t)1 << number.width) - 1);
}
static inline int64_t tern_interpreter_signed(number_t number, uint64_t bits) {
  int shift = number.width >= 64 ? 0 : 64 - number.width;
  return (int64_t)(bits << shift) >> shift;
}

// What an element-wise op is on one lane. `out` has room for two results. Returns NULL, or what is wrong.
typedef struct lane_op {
  number_t source, result;  // of the first operand and the first result
  int64_t attribute;        // predicate of a comparison
} lane_op_t;
typedef const char *(*lane_fn_t)(const lane_op_t *op, const uint64_t *operands, uint64_t *out);
// No op that is computed lane by lane has more operands.
#define LANE_OPERANDS_MAX 4

// The function of an element-wise op; NULL if `row` is none.
lane_fn_t tern_interpreter_lane_of(const tern_op_row_t *row);
// Of an op that has one: types and predicate.
lane_op_t tern_interpreter_lane_op_of(const tern_op_t *op);

// g(a, b) of a reduction by its vector kind (or that of gpu's reductions, which are numbered alike).
uint64_t tern_interpreter_combine(number_t number, int64_t kind, uint64_t a, uint64_t b);

#endif  // TERN_INTERPRETER_NUMBERS_H_
