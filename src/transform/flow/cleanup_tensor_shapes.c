// --iree-flow-cleanup-tensor-shapes: what only said which shapes tensors have goes; every size must be known by then.
//
//   %1 = flow.tensor.tie_shape %0 : tensor<?xf32>{%n}
//   "use"(%1)                                            ->   "use"(%0)
//
// So do marks of workspaces, which are results of dispatches by then (TERN_UTIL_WORKSPACE_ATTR), and of numbers, which are operands of
// dispatches (TERN_UTIL_OPERAND_ATTR).
//
// Source: IREE's pass of that name.

#include "dialect/flow/flow.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

typedef struct cleanup {
  tern_op_list_t ties;
  bool is_right;
} cleanup_t;

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  cleanup_t *cleanup = user;
  bool is_mark = tern_op_is(op, TERN_UTIL(OPTIMIZATION_BARRIER)) &&
                 (tern_op_attr(op, TERN_UTIL_WORKSPACE_ATTR) || tern_op_attr(op, TERN_UTIL_OPERAND_ATTR));
  bool is_tie = is_mark || tern_op_is(op, TERN_FLOW(TENSOR_TIE_SHAPE));
  if (is_tie) tern_vec_push(&cleanup->ties, op);
  bool asks = tern_op_is(op, TERN_TENSOR(DIM)) || tern_op_is(op, TERN_TENSOR(RANK));
  if (asks && !tern_is_in_dispatch(op)) {
    tern_op_error(op, "asks for a size that is not known where it is needed");
    tern_emit_note(
        tern_value_loc(tern_op_operand(op, 0)),
        "the tensor is made here; sizes come from arguments of the program, flow.tensor.tie_shape, or the op "
        "that makes the tensor");
    cleanup->is_right = false;
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  cleanup_t cleanup = {.is_right = true};
  tern_op_walk_pre(root, visit, &cleanup);
  for (size_t i = 0; cleanup.is_right && i < cleanup.ties.count; ++i) {
    tern_op_t *op = cleanup.ties.values[i];
    tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&cleanup.ties);
  return cleanup.is_right;
}

const tern_pass_def_t tern_cleanup_tensor_shapes_pass = {
    .flag = "iree-flow-cleanup-tensor-shapes",
    .name = "CleanupTensorShapesPass",
    .summary = "Remove ops that only carry shapes, and refuse sizes that are not known",
    .run = run,
};
