// Private to axis info: what each op makes of what is known of its operands.

#ifndef TERN_ANALYSIS_TRITON_AXIS_RULES_H_
#define TERN_ANALYSIS_TRITON_AXIS_RULES_H_

#include "analysis/triton/axis_info.h"

// Nothing is known but what hints of the type's rank could add: contiguity, divisibility and constancy are `value`.
tern_axis_info_t tern_axis_info_uniform(size_t rank, int64_t value);
// As many dimensions as are told of a value of this type: those of a tensor or of a block pointer's block, else one.
size_t tern_axis_rank(const tern_type_t *type);
// What holds where either does.
tern_axis_info_t tern_axis_info_join(const tern_axis_info_t *a, const tern_axis_info_t *b);
// The largest power of two that divides the number.
int64_t tern_axis_divisor(int64_t number);
int64_t tern_axis_gcd(int64_t a, int64_t b);

// `operands` has one for each operand of `op`. False: the op has no rule, or the rule does not hold here.
bool tern_axis_apply_rule(tern_op_t *op, const tern_axis_info_t *const *operands, tern_axis_info_t *out);

#endif  // TERN_ANALYSIS_TRITON_AXIS_RULES_H_
