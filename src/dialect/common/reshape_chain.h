// An expansion behind a collapse, or a collapse behind an expansion, as one reshape: for the ops of tensor and of memref.

#ifndef TERN_DIALECT_COMMON_RESHAPE_CHAIN_H_
#define TERN_DIALECT_COMMON_RESHAPE_CHAIN_H_

#include "rewrite/rewriter.h"

// The rows of a dialect.
typedef struct tern_reshape_rows {
  const tern_op_row_t *expand, *collapse, *cast;
} tern_reshape_rows_t;

// Makes one op of `op`, which is of `rows`, and the reshape that its source comes from. Types have no layouts but the
// identity: whether that holds is the caller's to know. True if it did.
bool tern_reshape_compose(tern_op_t *op, tern_rewriter_t *rewriter, const tern_reshape_rows_t *rows);

#endif  // TERN_DIALECT_COMMON_RESHAPE_CHAIN_H_
