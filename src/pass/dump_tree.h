// IR dumps as a tree of files (--mlir-print-ir-tree-dir): a folder for each op that passes ran on, nested as the ops
// are, and a file for each dump.

#ifndef TERN_PASS_DUMP_TREE_H_
#define TERN_PASS_DUMP_TREE_H_

#include "base/map.h"
#include "ir/op.h"
#include "tern/status.h"

// Zero-initialise with a path.
typedef struct tern_dump_tree {
  const char *path;     // the root; made if need be
  tern_map_t counters;  // of dumps so far, by op
} tern_dump_tree_t;

void tern_dump_tree_deinitialize(tern_dump_tree_t *tree);
// Writes what `flag` left of `op`, or found. The file's name starts with the numbers of the latest dumps of the ops
// around, and of this one: `1_0_cse.mlir` in `builtin_module_outer/func_func_f`.
tern_status_t tern_dump_tree_write(tern_dump_tree_t *tree, tern_op_t *op, const char *flag, tern_str_t text);

#endif  // TERN_PASS_DUMP_TREE_H_
