// scf: loops and conditionals with regions.

#ifndef TERN_DIALECT_SCF_SCF_H_
#define TERN_DIALECT_SCF_SCF_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_SCF_##ID,
#include "dialect/scf/scf_ops.def"
#undef OP
  TERN_SCF_OP_COUNT
};

extern const tern_op_row_t tern_scf_ops[];
extern const tern_dialect_t tern_scf_dialect;

#define TERN_SCF(ID) (&tern_scf_ops[TERN_SCF_##ID])

// scf.for: operands are lower bound, upper bound, step, initial values; the body's arguments the induction variable and
// the carried values.
static inline tern_value_t *tern_scf_for_lower(const tern_op_t *op) { return tern_op_operand(op, 0); }
static inline tern_value_t *tern_scf_for_upper(const tern_op_t *op) { return tern_op_operand(op, 1); }
static inline tern_value_t *tern_scf_for_step(const tern_op_t *op) { return tern_op_operand(op, 2); }
// Iterations of a loop with these bounds, if they are constants (or the upper is the lower plus a constant) and the
// step is positive.
bool tern_scf_trip_count(const tern_value_t *lower, const tern_value_t *upper, const tern_value_t *step,
                         bool is_unsigned, int64_t *out_count);

#endif  // TERN_DIALECT_SCF_SCF_H_
