// --resolve-shaped-type-result-dims: the size of a computed tensor is computed from what it is computed from.
//
//   %1 = linalg.generic ... outs(%0 : tensor<?xf32>) -> tensor<?xf32>     %1 = linalg.generic ...
//   %d = tensor.dim %1, %c0 : tensor<?xf32>                          ->   %d = tensor.dim %0, %c0 : tensor<?xf32>
//
// Source: upstream's ResolveShapedTypeResultDims. So nothing has to wait for a tensor only to ask for its size.

#include "analysis/reify_dims.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static void resolve(tern_op_t *dim) {
  tern_value_t *tensor = tern_op_operand(dim, 0), *size;
  int64_t position;
  if (tensor->type->kind != TERN_TYPE_TENSOR || !tern_index_constant(tern_op_operand(dim, 1), &position)) return;
  if (position < 0 || (size_t)position >= tern_type_rank(tensor->type)) return;
  tern_builder_t b = tern_builder_before(dim);
  bool is_static = tern_type_dim(tensor->type, (size_t)position) != TERN_DYNAMIC;
  size = is_static ? NULL : tern_flow_known_dim(tensor, (size_t)position);
  if (!size) size = tern_reify_dim(&b, tensor, (size_t)position);
  tern_op_t *made = tern_value_defining_op(size);
  bool is_same = made && made != dim && tern_op_is(made, TERN_TENSOR(DIM)) && tern_op_operand(made, 0) == tensor;
  if (is_same) {
    // Nothing is known: the question itself came back.
    tern_op_t *constant = tern_value_defining_op(tern_op_operand(made, 1));
    if (tern_op_has_no_uses(made)) tern_op_destroy(made);
    if (constant && tern_op_is_trivially_dead(constant)) tern_op_destroy(constant);
    return;
  }
  tern_value_replace_all_uses(tern_op_result(dim, 0), size);
  tern_op_destroy(dim);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit_row(root, TERN_PREORDER, TERN_TENSOR(DIM), resolve);
  return true;
}

const tern_pass_def_t tern_resolve_shaped_type_result_dims_pass = {
    .flag = "resolve-shaped-type-result-dims",
    .name = "ResolveShapedTypeResultDimsPass",
    .summary = "Resolve tensor.dim of results through the ops that make them",
    .dialects = (const tern_dialect_t *const[]){&tern_tensor_dialect, NULL},
    .run = run,
};
