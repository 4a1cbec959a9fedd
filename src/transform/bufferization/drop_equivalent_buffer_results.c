// --drop-equivalent-buffer-results: private functions do not return what they were given; callers have it.
//
//   func.func private @f(%m: memref<4xf32>) -> memref<4xf32> { ... return %m }   ->   ... { ... return }
//   %r = call @f(%a); use %r                                                     ->   call @f(%a); use %a
//
// Source: upstream's pass of this name.

#include "base/vec.h"
#include "dialect/func/func.h"
#include "dialect/memref/memref.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

enum { NO_ARGUMENT = -1 };

// For each result of a function, the argument that it always is.
typedef struct plan {
  TERN_VEC(int64_t) arguments;
  bool drops_any;
} plan_t;

static const tern_value_t *without_casts(const tern_value_t *value) {
  tern_op_t *cast = tern_value_defining_op(value);
  while (cast && tern_op_is(cast, TERN_MEMREF(CAST))) {
    value = tern_op_operand(cast, 0);
    cast = tern_value_defining_op(value);
  }
  return value;
}

// The argument that all returns give as result `index`.
static int64_t returned_argument(tern_op_t *function, size_t index) {
  const tern_block_t *body = tern_func_body(function);
  int64_t argument = NO_ARGUMENT;
  tern_region_for_each_block(&function->regions[0], block) {
    if (!block->last_op || !tern_op_is(block->last_op, TERN_FUNC(RETURN))) continue;
    const tern_value_t *value = without_casts(tern_op_operand(block->last_op, index));
    if (!value->is_block_argument || tern_value_arg_block(value) != body) return NO_ARGUMENT;
    if (argument != NO_ARGUMENT && argument != (int64_t)value->index) return NO_ARGUMENT;
    argument = (int64_t)value->index;
  }
  return argument;
}

static void make_plan(tern_op_t *function, plan_t *out_plan) {
  size_t count = tern_function_type_results(tern_func_type(function)).count;
  for (size_t i = 0; i < count; ++i) {
    int64_t argument = returned_argument(function, i);
    out_plan->drops_any |= argument != NO_ARGUMENT;
    tern_vec_push(&out_plan->arguments, argument);
  }
}

static void drop_results(tern_op_t *function, const plan_t *plan) {
  tern_context_t *context = tern_op_context(function);
  tern_types_t inputs = tern_function_type_inputs(tern_func_type(function));
  tern_types_t results = tern_function_type_results(tern_func_type(function));
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(const tern_attr_t *) attrs = {0};
  const tern_attr_t *old_attrs = tern_op_attr(function, "res_attrs");
  for (size_t i = 0; i < results.count; ++i) {
    if (plan->arguments.values[i] != NO_ARGUMENT) continue;
    tern_vec_push(&types, results.values[i]);
    if (old_attrs) tern_vec_push(&attrs, tern_array_attr_at(old_attrs, i));
  }
  const tern_type_t *type = tern_function_type_get(context, inputs, (tern_types_t){types.values, types.count});
  tern_op_set_attr(function, "function_type", tern_type_attr_get(type));
  if (old_attrs)
    tern_op_set_attr(function, "res_attrs",
                     attrs.count ? tern_array_attr_get(context, attrs.values, attrs.count) : NULL);
  tern_region_for_each_block(&function->regions[0], block) {
    tern_op_t *last = block->last_op;
    if (!last || !tern_op_is(last, TERN_FUNC(RETURN))) continue;
    for (size_t i = results.count; i-- > 0;)
      if (plan->arguments.values[i] != NO_ARGUMENT) tern_op_erase_operands(last, i, 1);
  }
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&attrs);
}

static void change_call(tern_op_t *call, const plan_t *plan) {
  tern_builder_t b = tern_builder_before(call);
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < call->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(call, i));
  for (size_t i = 0; i < call->result_count; ++i)
    if (plan->arguments.values[i] == NO_ARGUMENT) tern_vec_push(&types, call->results[i].type);
  tern_op_t *made =
      tern_build(&b, TERN_FUNC(CALL), .operands = {operands.values, operands.count},
                 .types = {types.values, types.count}, .attrs = TERN_ATTRS({"callee", tern_op_attr(call, "callee")}));
  for (size_t i = 0, kept = 0; i < call->result_count; ++i) {
    int64_t argument = plan->arguments.values[i];
    tern_value_t *value = argument == NO_ARGUMENT ? tern_op_result(made, kept++) : operands.values[argument];
    if (value->type != call->results[i].type)
      value = tern_build_value(&b, TERN_MEMREF(CAST), .operands = TERN_VALUES(value),
                               .types = TERN_TYPES(call->results[i].type));
    tern_value_replace_all_uses(tern_op_result(call, i), value);
  }
  tern_op_destroy(call);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
}

// The calls are looked for anew for each function: those before have made new ones.
static void change_function(tern_op_t *module, tern_op_t *function) {
  plan_t plan = {.drops_any = false};
  tern_op_list_t calls = {0};
  make_plan(function, &plan);
  if (plan.drops_any) {
    drop_results(function, &plan);
    calls = tern_op_collect_row(module, TERN_PREORDER, TERN_FUNC(CALL));
    for (size_t i = 0; i < calls.count; ++i) {
      const tern_attr_t *callee = tern_op_attr(calls.values[i], "callee");
      if (tern_symbol_lookup_nearest(calls.values[i], callee) == function) change_call(calls.values[i], &plan);
    }
  }
  tern_vec_deinitialize(&plan.arguments);
  tern_vec_deinitialize(&calls);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t functions = {0};
  tern_block_t *body = tern_op_body(module, 0);
  if (!body) return true;
  tern_block_for_each_op(body, op) {
    bool is_private =
        tern_op_is(op, TERN_FUNC(FUNC)) && !tern_func_is_external(op) && tern_symbol_visibility(op) != TERN_PUBLIC;
    if (is_private) tern_vec_push(&functions, op);
  }
  for (size_t i = 0; i < functions.count; ++i) change_function(module, functions.values[i]);
  tern_vec_deinitialize(&functions);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_memref_dialect, NULL};

const tern_pass_def_t tern_drop_equivalent_buffer_results_pass = {
    .flag = "drop-equivalent-buffer-results",
    .name = "DropEquivalentBufferResultsPass",
    .summary = "Do not return memrefs that the caller handed over",
    .dialects = dialects,
    .run = run,
};
