// Canonical forms of ttg.convert_layout and of ops that can do without one (upstream: ConvertLayoutOp's patterns), for passes that
// apply them along with their own.

#ifndef TERN_TRANSFORM_TTG_CONVERT_PATTERNS_H_
#define TERN_TRANSFORM_TTG_CONVERT_PATTERNS_H_

#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "rewrite/greedy.h"

// Applies the canonicalize hook of the op's row.
static inline bool tern_ttg_apply_row(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return op->def->row->canonicalize(op, rewriter);
}

// Rows of a table of patterns.
#define TERN_TTG_CONVERT_PATTERNS                                                 \
  {"convert-layout", TERN_TTG(CONVERT_LAYOUT), 1, tern_ttg_apply_row},            \
      {"convert-of-reshape", TERN_TT(RESHAPE), 1, tern_ttg_apply_row},            \
      {"convert-of-trans", TERN_TT(TRANS), 1, tern_ttg_apply_row},                \
      {"convert-of-histogram", TERN_TT(HISTOGRAM), 1, tern_ttg_apply_row},        \
      {"convert-of-gather", TERN_TT(GATHER), 1, tern_ttg_apply_row},              \
      {"convert-of-split", TERN_TT(SPLIT), 1, tern_ttg_apply_row},                \
      {"convert-of-local-alloc", TERN_TTG(LOCAL_ALLOC), 1, tern_ttg_apply_row}, { \
    "convert-of-local-store", TERN_TTG(LOCAL_STORE), 1, tern_ttg_apply_row        \
  }

#endif  // TERN_TRANSFORM_TTG_CONVERT_PATTERNS_H_
