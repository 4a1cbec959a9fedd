// --async-func-to-async-runtime: each async.func becomes a coroutine that starts at once on the caller's thread (upstream:
// AsyncFuncToAsyncRuntimePass).

#include "convert/async/coroutine.h"
#include "dialect/arith/arith.h"
#include "dialect/async/async.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "ir/op_list.h"
#include "pass/pass.h"

typedef struct lists {
  tern_op_list_t functions, calls, returns;
} lists_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  lists_t *lists = user;
  if (tern_op_is(op, TERN_ASYNC(FUNC))) tern_vec_push(&lists->functions, op);
  if (tern_op_is(op, TERN_ASYNC(CALL))) tern_vec_push(&lists->calls, op);
  if (tern_op_is(op, TERN_ASYNC(RETURN))) tern_vec_push(&lists->returns, op);
  return TERN_WALK_ADVANCE;
}

static void lower_function(tern_op_t *op, tern_coroutine_list_t *coroutines) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *function = tern_build(&b, TERN_FUNC(FUNC), .regions = 1, .dictionary = tern_op_attr_dictionary(op));
  tern_region_take_blocks(&function->regions[0], &op->regions[0]);
  tern_op_destroy(op);
  if (!tern_func_is_external(function)) tern_vec_push(coroutines, tern_coroutine_make(function));
}

static void lower_call(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, tern_op_result(op, i)->type);
  tern_op_t *call =
      tern_build(&b, TERN_FUNC(CALL), .operands = {operands.values, operands.count},
                 .types = {types.values, types.count}, .attrs = TERN_ATTRS({"callee", tern_op_attr(op, "callee")}));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(call, i));
  }
  tern_op_destroy(op);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  lists_t lists = {0};
  tern_coroutine_list_t coroutines = {0};
  tern_op_walk_pre(module, collect, &lists);
  for (size_t i = 0; i < lists.functions.count; ++i) lower_function(lists.functions.values[i], &coroutines);
  for (size_t i = 0; i < lists.calls.count; ++i) lower_call(lists.calls.values[i]);
  bool is_right = tern_coroutines_lower_bodies(module, &coroutines, false);
  for (size_t i = 0; is_right && i < lists.returns.count; ++i) {
    tern_op_t *end = lists.returns.values[i];
    tern_coroutine_lower_end(tern_coroutine_around(&coroutines, end), end);
  }
  tern_coroutine_list_deinitialize(&coroutines);
  tern_vec_deinitialize(&lists.functions);
  tern_vec_deinitialize(&lists.calls);
  tern_vec_deinitialize(&lists.returns);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_async_dialect, &tern_cf_dialect,
                                                 &tern_func_dialect, NULL};

const tern_pass_def_t tern_async_func_to_async_runtime_pass = {
    .flag = "async-func-to-async-runtime",
    .name = "AsyncFuncToAsyncRuntimePass",
    .anchor = "builtin.module",
    .summary = "Lower async.func operations to the explicit async.runtime and async.coro operations",
    .description = "Awaits in other functions stay for --async-to-async-runtime.",
    .dialects = dialects,
    .run = run,
};
