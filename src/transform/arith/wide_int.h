// Integers of 2N bits as two of N: what --arith-emulate-wide-int and --memref-emulate-wide-int share. Private to them.

#ifndef TERN_TRANSFORM_ARITH_WIDE_INT_H_
#define TERN_TRANSFORM_ARITH_WIDE_INT_H_

#include "rewrite/builder.h"

typedef struct tern_wide_int {
  uint32_t half;     // N: the widest integer that the target has
  bool has_memrefs;  // of wide integers become memrefs of vectors of two
} tern_wide_int_t;

// iX with X up to N stays, i2N becomes vector<2xiN>, a vector of i2N gets one more dimension of 2. NULL: has no
// counterpart.
const tern_type_t *tern_wide_int_convert(const tern_wide_int_t *wide, const tern_type_t *type);
// Builds what does the work of `op` before it, and replaces it; wide integers pass through unrealized casts between
// their own type and the converted one. False: has no expansion; nothing is changed.
bool tern_wide_int_expand(const tern_wide_int_t *wide, tern_op_t *op);
// True if there is an expansion.
bool tern_wide_int_can_expand(const tern_wide_int_t *wide, const tern_op_t *op);
tern_value_t *tern_wide_int_cast(tern_builder_t *builder, tern_value_t *value, const tern_type_t *type);

#endif  // TERN_TRANSFORM_ARITH_WIDE_INT_H_
