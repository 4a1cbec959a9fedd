// --stablehlo-legalize-async: what was to run beside the rest of a program runs where it is started. The op inside of an
// async_start stands in its place, and async_done gives its results: for one process both are done at once.
//
//   %f = "stablehlo.async_start"(%x) ({ ^bb0(%y): %r = all_gather(%y) return %r }) : ... -> !stablehlo.future<T>
//   %z = "stablehlo.async_done"(%f) : (!stablehlo.future<T>) -> T
// becomes
//   %z = all_gather(%x)
//
// Futures that go through functions, branches and foreign calls are the values themselves; one of several values is a
// tuple, which --iree-stablehlo-preprocessing-flatten-cfg-tuples takes apart.

#include "base/vec.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static const tern_type_t *value_type(const tern_type_t *type) {
  if (!tern_hlo_is_future(type)) return type;
  tern_types_t types = tern_hlo_future_types(type);
  return types.count == 1 ? types.values[0] : tern_tuple_type_get(type->context, types);
}

static const tern_type_t *value_function_type(const tern_type_t *type) {
  TERN_VEC(const tern_type_t *) types = {0};
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count; ++i) tern_vec_push(&types, value_type(inputs.values[i]));
  for (size_t i = 0; i < results.count; ++i) tern_vec_push(&types, value_type(results.values[i]));
  const tern_type_t *converted = tern_function_type_get(type->context, (tern_types_t){types.values, inputs.count},
                                                        (tern_types_t){types.values + inputs.count, results.count});
  tern_vec_deinitialize(&types);
  return converted;
}

// --- ops ---

static void run_at_once(tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *end = tern_block_terminator(body);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_replace_all_uses(body->args[i], tern_op_operand(op, i));
  }
  while (body->first_op != end) tern_op_move_before(body->first_op, op);
  tern_value_t *value = tern_op_operand(end, 0);
  if (end->operand_count > 1) {
    TERN_VEC(tern_value_t *) values = {0};
    for (size_t i = 0; i < end->operand_count; ++i) tern_vec_push(&values, tern_op_operand(end, i));
    tern_builder_t b = tern_builder_before(op);
    value = tern_build_value(&b, TERN_STABLEHLO(TUPLE), .operands = {values.values, values.count},
                             .types = TERN_TYPES(op->results[0].type));
    tern_vec_deinitialize(&values);
  }
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
}

// What is waited for may be known in more detail than the future said.
static void give_value(tern_op_t *op) {
  tern_value_t *value = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  if (value->type != type) {
    tern_builder_t b = tern_builder_before(op);
    value = tern_build_value(&b, TERN_TENSOR(CAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
  }
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  tern_op_destroy(op);
}

static void convert_types(tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) op->results[i].type = value_type(op->results[i].type);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t j = 0; j < block->arg_count; ++j) block->args[j]->type = value_type(block->args[j]->type);
    }
  }
  const tern_attr_t *type = tern_op_attr(op, "function_type");
  if (!tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) || !type) return;
  if (tern_type_attr_value(type)->kind != TERN_TYPE_FUNCTION) return;  // a function of llvm has no futures
  tern_op_set_attr(op, "function_type", tern_type_attr_get(value_function_type(tern_type_attr_value(type))));
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, NULL);
  for (size_t i = 0; i < ops.count; ++i) convert_types(ops.values[i]);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    if (!tern_hlo_is(op, TERN_HLO_ASYNC_DONE)) continue;
    give_value(op);
    ops.values[i] = NULL;
  }
  // Backwards, because an op takes the end of its region with it.
  for (size_t i = ops.count; i-- > 0;) {
    if (ops.values[i] && tern_hlo_is(ops.values[i], TERN_HLO_ASYNC_START)) run_at_once(ops.values[i]);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_stablehlo_dialect, &tern_tensor_dialect, NULL};

const tern_pass_def_t tern_stablehlo_legalize_async_pass = {
    .name = "StablehloLegalizeAsync",
    .flag = "stablehlo-legalize-async",
    .summary = "Run what is asynchronous where it is started",
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run,
};
