// Which values are the same constant whenever they are computed (upstream: SparseConstantPropagation).

#ifndef TERN_ANALYSIS_CONSTANT_VALUES_H_
#define TERN_ANALYSIS_CONSTANT_VALUES_H_

#include "analysis/dataflow.h"

tern_dataflow_t *tern_constant_values_solve(tern_op_t *root);
// The constant, and in `out_dialect` the dialect of the op that computed it; NULL if the value is none, or is not
// reached.
const tern_attr_t *tern_constant_values_get(const tern_dataflow_t *flow, const tern_value_t *value,
                                            const tern_dialect_t **out_dialect);

#endif  // TERN_ANALYSIS_CONSTANT_VALUES_H_
