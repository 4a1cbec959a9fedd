// sat: integers that stay at the end of their range instead of wrapping around. The example of docs/extending.md.

#ifndef TEST_EXTENDING_SAT_H_
#define TEST_EXTENDING_SAT_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_SAT_##ID,
#include "sat_ops.def"
#undef OP
  TERN_SAT_OP_COUNT
};

extern const tern_op_row_t tern_sat_ops[];
extern const tern_dialect_t tern_sat_dialect;

#define TERN_SAT(ID) (&tern_sat_ops[TERN_SAT_##ID])

// The least and the greatest signed number of an integer type of at most 63 bits; false: it is wider.
bool tern_sat_limits(const tern_type_t *type, int64_t *out_low, int64_t *out_high);
// `value`, or the end of the range that is next to it.
int64_t tern_sat_clamp(int64_t value, int64_t low, int64_t high);
// The hook of sat.mma.
bool tern_sat_verify_mma(const tern_op_t *op);

#endif  // TEST_EXTENDING_SAT_H_
