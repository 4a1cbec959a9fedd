// How many operations of the processor an op on numbers stands for.

#ifndef TERN_PIPELINE_COST_OP_COST_H_
#define TERN_PIPELINE_COST_OP_COST_H_

#include "ir/op.h"

// Operations on floating-point numbers and on integers that are data: those on indices and on truth values are not counted,
// nor are conversions, selections and moves. A function such as exp is one operation; a complex product is six.
// Immutable.
typedef struct tern_op_cost {
  uint32_t float_ops, integer_ops;
  const tern_type_t *type;  // of the numbers; NULL if nothing is counted
} tern_op_cost_t;

// The cost of running `op` once, on all elements of a vector; what is in its regions does not count.
tern_op_cost_t tern_op_cost(const tern_op_t *op);

#endif  // TERN_PIPELINE_COST_OP_COST_H_
