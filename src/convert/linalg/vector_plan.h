// How a structured op becomes loops of vector code: which loop is vectorized, how far it is unrolled, and how each
// operand is accessed. The plan is a pure function of the op and the machine, so that it can be tested alone.

#ifndef TERN_CONVERT_LINALG_VECTOR_PLAN_H_
#define TERN_CONVERT_LINALG_VECTOR_PLAN_H_

#include "base/map.h"
#include "dialect/linalg/structured.h"

#define TERN_VECTOR_PLAN_MAX_OPERANDS 16

// What the machine offers: bytes of a vector register, how many of them accumulators may fill, how many steps of a reduction are worth
// being written out, whether it adds products to accumulators in one instruction.
typedef struct tern_vector_machine {
  int64_t vector_bytes;
  int64_t max_accumulators;
  int64_t unroll_reduction;
  bool fuses;
} tern_vector_machine_t;

typedef struct tern_vector_plan {
  size_t loop_count;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];  // TERN_DYNAMIC where unknown
  size_t vector_loop;
  // The vectorized loop is a reduction: partial results sit in the lanes and are combined at the end.
  bool is_reduction_vectorized;
  bool has_unroll_loop;
  size_t unroll_loop;  // a parallel loop of which several iterations share loads
  // Steps of the innermost reduction loop read what neighbours along the unroll loop read: it is written out, and what is shared is
  // read once.
  bool has_window_loop;
  size_t window_loop;
  int64_t lanes;           // elements of a vector
  int64_t unroll_vectors;  // vectors side by side along the vector loop
  int64_t unroll_rows;     // iterations of the unroll loop taken together
  // Per operand: does the address depend on the vector loop (then with unit stride), on the unroll loop?
  bool along_vector[TERN_VECTOR_PLAN_MAX_OPERANDS];
  bool along_unroll[TERN_VECTOR_PLAN_MAX_OPERANDS];
} tern_vector_plan_t;

// The op that combines an output's old value with a new contribution: `yield combine(acc, f(inputs))`.
typedef struct tern_combiner {
  tern_op_t *op;               // in the body
  int64_t kind;                // of vector.reduction's kind enum
  double neutral;              // start value; +-infinity where the type has one
  bool is_lowest, is_highest;  // start with the type's lowest or highest value instead of `neutral`
  bool is_all_ones;            // start with all bits set
} tern_combiner_t;

// Finds the combiner of output `index`; false if the body has no such form.
bool tern_match_combiner(const tern_op_t *op, size_t index, tern_combiner_t *out_combiner);

// The ops of a body that prefetch, or compute only what these take. Each is mapped to one more than the set of loops, a bit each, which
// the prefetches depend on: once for all iterations of the others in a tile is enough.
void tern_vector_plan_find_hints(const tern_block_t *body, tern_map_t *out_hints);
// What is added to the linalg.index that the last index of a load of the body is (*out_is_index: it is one); NULL: nothing.
tern_value_t *tern_vector_plan_first_place(const tern_op_t *load, bool *out_is_index);
// Is the input indexed by sums of the two loops, and otherwise by neither of them? Gives what a step of each adds to the index.
bool tern_vector_window_of(const tern_op_t *op, size_t position, size_t unroll_loop, size_t window_loop,
                           int64_t *out_unroll_step, int64_t *out_window_step);

// Makes the plan. False if the op cannot be vectorized: it then becomes scalar loops.
bool tern_vector_plan_make(const tern_op_t *op, const tern_vector_machine_t *machine, tern_vector_plan_t *out_plan);

#endif  // TERN_CONVERT_LINALG_VECTOR_PLAN_H_
