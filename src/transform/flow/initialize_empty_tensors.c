// --iree-flow-initialize-empty-tensors: tensors without contents become what the host allocates, or zeros.
//
//   %0 = tensor.empty(%n) : tensor<?xf32>   ->   %0 = flow.tensor.empty : tensor<?xf32>{%n}
//
// Source: IREE's pass of that name.

#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

static bool is_wanted(const tern_op_t *op) {
  bool is_empty = tern_op_is(op, TERN_TENSOR(EMPTY)) || tern_op_is(op, TERN_FLOW(TENSOR_EMPTY));
  return is_empty && !tern_is_in_dispatch(op);
}

static void initialize(tern_op_t *op, bool zero_fill) {
  const tern_type_t *type = op->results[0].type, *element = tern_type_element(type);
  tern_builder_t b = tern_builder_before(op);
  TERN_VEC(tern_value_t *) operands = {0};
  bool can_fill = tern_type_is_integer(element) || tern_type_is_float(element) || tern_type_is_index(element);
  bool is_filled = zero_fill && can_fill;
  if (is_filled) tern_vec_push(&operands, tern_build_number(&b, element, 0));
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  tern_value_t *tensor = tern_build_value(&b, is_filled ? TERN_FLOW(TENSOR_SPLAT) : TERN_FLOW(TENSOR_EMPTY),
                                          .operands = {operands.values, operands.count}, .types = TERN_TYPES(type));
  tern_vec_deinitialize(&operands);
  tern_value_replace_all_uses(tern_op_result(op, 0), tensor);
  tern_op_destroy(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  bool zero_fill = tern_pass_bool(pass, "zero-fill");
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    if (zero_fill || tern_op_is(ops.values[i], TERN_TENSOR(EMPTY))) initialize(ops.values[i], zero_fill);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"zero-fill", TERN_OPTION_BOOL, "false", "Fill the tensors with zeros", NULL},
};

const tern_pass_def_t tern_initialize_empty_tensors_pass = {
    .flag = "iree-flow-initialize-empty-tensors",
    .name = "InitializeEmptyTensorsPass",
    .summary = "Initialize empty tensors outside of dispatches",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, NULL},
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
