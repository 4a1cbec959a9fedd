// Changing IR so that a driver hears of it.

#ifndef TERN_REWRITE_REWRITER_H_
#define TERN_REWRITE_REWRITER_H_

#include "rewrite/builder.h"

// A builder that also replaces and erases. Patterns look first and change after: a pattern that returns false has
// changed nothing.
struct tern_rewriter {
  tern_builder_t builder;  // first, so that &rewriter->builder is at hand
};

// Replaces all uses of the op's results and erases it.
void tern_rewriter_replace(tern_rewriter_t *rewriter, tern_op_t *op, tern_values_t values);
// Erases an op whose results have no uses.
void tern_rewriter_erase(tern_rewriter_t *rewriter, tern_op_t *op);
void tern_rewriter_replace_uses(tern_rewriter_t *rewriter, tern_value_t *value, tern_value_t *replacement);
// To be called after an op was changed in place.
void tern_rewriter_modified(tern_rewriter_t *rewriter, tern_op_t *op);
// Moves the ops of `block` before `before` (in `before`'s block; arguments replaced by `args`), and erases `block`.
void tern_rewriter_inline_block_before(tern_rewriter_t *rewriter, tern_block_t *block, tern_op_t *before,
                                       tern_values_t args);
void tern_rewriter_merge_block_end(tern_rewriter_t *rewriter, tern_block_t *block, tern_block_t *target,
                                   tern_values_t args);
void tern_rewriter_erase_block(tern_rewriter_t *rewriter, tern_block_t *block);
// Replaces `op` by a new op from `row` with these arguments, made before it; returns the new op.
tern_op_t *tern_rewriter_replace_with(tern_rewriter_t *rewriter, tern_op_t *op, const tern_op_row_t *row,
                                      const tern_build_args_t *args);

// A rewrite pattern. `row` NULL: any op. Returns true if it changed the IR.
typedef struct tern_pattern {
  const char *name;  // for debugging
  const tern_op_row_t *row;
  int benefit;  // higher first; ties in table order
  bool (*rewrite)(tern_op_t *op, tern_rewriter_t *rewriter, void *user);
} tern_pattern_t;

#endif  // TERN_REWRITE_REWRITER_H_
