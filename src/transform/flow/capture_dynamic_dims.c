// --iree-flow-capture-dynamic-dims: a dispatch is given the sizes of its tensors' dynamic dimensions.
//
//   flow.dispatch.workgroups(%t) : (tensor<?xf32>{%n}) ... = (%a: !..dispatch.tensor<readonly:tensor<?xf32>>) { ... }
//       ->
//   flow.dispatch.workgroups(%t, %n) : (tensor<?xf32>{%n}, index) ... = (%a: ..., %b: index) {
//     %0 = flow.dispatch.tie_shape %a : !..dispatch.tensor<readonly:tensor<?xf32>>{%b}
//     ...
//
// Source: IREE's CaptureDynamicDims. A size that is an argument already is not handed in twice. A tensor whose shape is tied
// in the body, or whose every load and store says what the sizes are, needs no tie.

#include "base/vec.h"
#include "dialect/common/shaped_syntax.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

static bool says_dims(const tern_op_t *user) {
  return tern_op_is(user, TERN_FLOW(DISPATCH_TIE_SHAPE)) ||
         tern_op_is(user, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_LOAD)) ||
         tern_op_is(user, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_STORE));
}

static bool needs_tie(const tern_value_t *arg) {
  if (!tern_type_is_dispatch_tensor(arg->type) || !tern_shaped_size_count(arg->type)) return false;
  bool needs = false;
  tern_value_for_each_use(arg, use) {
    if (tern_op_is(use->owner, TERN_FLOW(DISPATCH_TIE_SHAPE))) return false;
    needs |= !says_dims(use->owner);
  }
  return needs;
}

// The body's argument for a value of the program; a new argument if there is none.
static tern_value_t *capture(tern_op_t *op, tern_value_t *value) {
  size_t start, count;
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_operands_named(op, "arguments", &start, &count);
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, start + i) == value) return body->args[i];
  }
  const tern_attr_t *sizes = tern_op_attr(op, "operandSegmentSizes");
  int32_t segments[4];
  for (size_t i = 0; i < 4; ++i) segments[i] = (int32_t)tern_int_list_attr_at(sizes, i);
  ++segments[1];
  tern_op_insert_operands(op, start + count, TERN_VALUES(value));
  tern_op_set_segment_sizes(op, segments, 4);
  return tern_block_insert_arg(body, count, value->type, op->loc);
}

// Ties a body's argument to the sizes that operands `start`.. of the op are, behind the ties made before.
static void tie(tern_op_t *op, size_t arg_index, size_t start, size_t count, tern_op_t **inout_last) {
  tern_block_t *body = tern_op_body(op, 0);
  value_list_t dims = {0}, operands = {0};
  if (!needs_tie(body->args[arg_index])) return;
  tern_value_t *arg = body->args[arg_index];
  // Capturing moves operands, so the values are read first.
  for (size_t i = 0; i < count; ++i) tern_vec_push(&dims, tern_op_operand(op, start + i));
  tern_vec_push(&operands, arg);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&operands, capture(op, dims.values[i]));
  tern_builder_t b = tern_builder_at_start(body, op->loc);
  if (*inout_last) tern_builder_set_after(&b, *inout_last);
  tern_op_t *made = tern_build(&b, TERN_FLOW(DISPATCH_TIE_SHAPE), .operands = {operands.values, operands.count},
                               .types = TERN_TYPES(arg->type));
  tern_value_replace_all_uses(arg, tern_op_result(made, 0));
  tern_op_set_operand(made, 0, arg);
  *inout_last = made;
  tern_vec_deinitialize(&dims);
  tern_vec_deinitialize(&operands);
}

static void capture_all(tern_op_t *op) {
  size_t start, count, dim_start, dim_count;
  tern_op_t *last = NULL;
  tern_op_operands_named(op, "arguments", &start, &count);
  for (size_t i = 0; i < count; ++i) {
    tern_op_operands_named(op, "arguments", &start, &dim_count);
    if (tern_flow_operand_dims(op, start + i, &dim_start, &dim_count)) tie(op, i, dim_start, dim_count, &last);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    size_t place;
    if (tern_tied_operand(op, i) >= 0 || !tern_flow_result_dims(op, i, &dim_start, &dim_count)) continue;
    tern_op_operands_named(op, "arguments", &start, &place);
    for (size_t j = 0; j < i; ++j) place += tern_tied_operand(op, j) < 0;
    tie(op, place, dim_start, dim_count, &last);
  }
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit_row(root, TERN_OUTERMOST, TERN_FLOW(DISPATCH_WORKGROUPS), capture_all);
  return true;
}

const tern_pass_def_t tern_capture_dynamic_dims_pass = {
    .flag = "iree-flow-capture-dynamic-dims",
    .alias = "iree-flow-capture-dispatch-dynamic-dims",
    .name = "CaptureDynamicDimsPass",
    .summary = "Hand the sizes of dynamic dimensions into dispatches",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, NULL},
    .run = run,
};
