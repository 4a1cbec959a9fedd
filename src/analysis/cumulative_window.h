// Windows of stablehlo.reduce_window that reach from each element to the first of its line, or to the last: cumulative sums,
// products and maxima.

#ifndef TERN_ANALYSIS_CUMULATIVE_WINDOW_H_
#define TERN_ANALYSIS_CUMULATIVE_WINDOW_H_

#include "ir/op.h"

typedef struct tern_cumulative {
  tern_op_t *op;
  size_t count;                // of inputs, which are the first operands; what each starts with follows
  tern_value_t *input, *init;  // the first ones
  size_t rank, dim;            // `dim`: along which windows grow
  int64_t size;                // of that dimension, at least 2
  bool is_reverse;             // windows reach to the last element
  const tern_op_t *combiner;   // all that the body does; NULL: something else
} tern_cumulative_t;

// Inputs of one static shape, whose windows neither step nor dilate. If the body is one op of both arguments (`combiner`), it has a neutral
// element, which is what the reduction starts with, or what it starts with may come twice. Of other bodies StableHLO asks that: they
// are associative, and neutral to what they start with. False if `op` is anything else.
bool tern_match_cumulative_window(tern_op_t *op, tern_cumulative_t *out);

#endif  // TERN_ANALYSIS_CUMULATIVE_WINDOW_H_
