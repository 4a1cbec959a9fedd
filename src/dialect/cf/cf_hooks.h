// What the files of cf share. Private to the dialect.

#ifndef TERN_DIALECT_CF_CF_HOOKS_H_
#define TERN_DIALECT_CF_CF_HOOKS_H_

#include "dialect/cf/cf.h"
#include "rewrite/rewriter.h"

tern_canonicalize_hook_t tern_cf_canonicalize_br, tern_cf_canonicalize_cond_br, tern_cf_canonicalize_switch;

// A way out of a block: where to, and the operands that go along. The list is owned.
typedef struct tern_cf_edge {
  tern_block_t *block;
  tern_value_t **operands;
  size_t operand_count;
} tern_cf_edge_t;

// Edge `index` of a cf terminator.
tern_cf_edge_t tern_cf_edge_of(const tern_op_t *op, size_t index);
void tern_cf_edge_deinitialize(tern_cf_edge_t *edge);
bool tern_cf_edges_equal(const tern_cf_edge_t *a, const tern_cf_edge_t *b);
// If the edge leads to a block that does nothing but branch on, leads it there directly (upstream: collapseBranch).
bool tern_cf_edge_collapse(tern_cf_edge_t *edge);
// Replaces the terminator `op` by a branch along `edge`.
void tern_cf_replace_with_branch(tern_op_t *op, tern_rewriter_t *rewriter, const tern_cf_edge_t *edge);
// The one block that branches to `block`, by one edge alone (`single`) or by several; else NULL.
tern_block_t *tern_cf_predecessor(const tern_block_t *block, bool is_single_edge);

#endif  // TERN_DIALECT_CF_CF_HOOKS_H_
