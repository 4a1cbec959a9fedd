// index: arithmetic on indices of a width that is not yet known.

#ifndef TERN_DIALECT_INDEX_INDEX_H_
#define TERN_DIALECT_INDEX_INDEX_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_INDEX_##ID,
#include "dialect/index/index_ops.def"
#undef OP
  TERN_INDEX_OP_COUNT
};

extern const tern_op_row_t tern_index_ops[];
extern const tern_dialect_t tern_index_dialect;

#define TERN_INDEX(ID) (&tern_index_ops[TERN_INDEX_##ID])

// Enums of the dialect.
extern const tern_enum_row_t tern_index_enums[];
#define TERN_INDEX_CMP_PREDICATE (&tern_index_enums[0])

#endif  // TERN_DIALECT_INDEX_INDEX_H_
