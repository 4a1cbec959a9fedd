// Ops that are gathered before any of them is changed: a walk must not meet what its callback made or erased.
//
//   tern_op_list_t loops = tern_op_collect_row(root, TERN_POSTORDER, TERN_SCF(FOR));
//   for (size_t i = 0; i < loops.count; ++i) {
//     if (can_unroll(loops.values[i])) unroll(loops.values[i]);
//   }
//   tern_vec_deinitialize(&loops);
//
//   tern_op_visit_row(root, TERN_POSTORDER, TERN_SCF(FOR), unroll);

#ifndef TERN_IR_OP_LIST_H_
#define TERN_IR_OP_LIST_H_

#include "base/vec.h"
#include "ir/op.h"

typedef TERN_VEC(tern_op_t *) tern_op_list_t;
typedef bool (*tern_op_predicate_t)(const tern_op_t *op);

// An op before what it holds; after what it holds; before it, and nothing that it holds.
typedef enum tern_op_order { TERN_PREORDER, TERN_POSTORDER, TERN_OUTERMOST } tern_op_order_t;

// The ops of `root`, it included, for which `is_wanted` is true (NULL: all). The list is the caller's to deinitialize.
tern_op_list_t tern_op_collect(tern_op_t *root, tern_op_order_t order, tern_op_predicate_t is_wanted);
// The same for the ops of one row.
tern_op_list_t tern_op_collect_row(tern_op_t *root, tern_op_order_t order, const tern_op_row_t *row);

// Collects such ops and calls `visit` with each, which may erase that op, but none that comes later. Gives how many they were.
size_t tern_op_visit(tern_op_t *root, tern_op_order_t order, tern_op_predicate_t is_wanted,
                     void (*visit)(tern_op_t *op));
size_t tern_op_visit_row(tern_op_t *root, tern_op_order_t order, const tern_op_row_t *row,
                         void (*visit)(tern_op_t *op));

#endif  // TERN_IR_OP_LIST_H_
