// --async-to-async-runtime: the body of each async.execute becomes a function of its own, a coroutine that the runtime
// resumes; awaits suspend coroutines and block other functions (upstream: AsyncToAsyncRuntimePass).

#include "analysis/captured_values.h"
#include "base/map.h"
#include "convert/async/coroutine.h"
#include "dialect/arith/arith.h"
#include "dialect/async/async.h"
#include "dialect/cf/cf.h"
#include "dialect/func/func.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

// Constants that the body uses are made inside of it: they are no arguments then.
static void clone_constants(tern_op_t *execute) {
  tern_map_t captured = {0};
  tern_collect_captured_values(execute, &captured);
  tern_block_t *body = tern_op_body(execute, 0);
  tern_builder_t b = tern_builder_at_start(body, execute->loc);
  for (size_t i = 0; i < captured.entry_count; ++i) {
    tern_value_t *value = (tern_value_t *)captured.entries[i].key;
    tern_op_t *op = tern_value_defining_op(value);
    if (!op || !tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE)) continue;
    tern_op_t *clone = tern_builder_clone(&b, op, NULL);
    for (tern_operand_t *use = value->first_use, *next; use; use = next) {
      next = use->next;
      if (use->owner != clone && tern_op_is_within(use->owner, execute) && use->owner != execute) {
        tern_operand_set(use, tern_op_result(clone, 0));
      }
    }
  }
  tern_map_deinitialize(&captured);
}

typedef struct outliner {
  tern_op_t *module;
  tern_symbol_table_t symbols;
  tern_coroutine_list_t coroutines;
} outliner_t;

typedef TERN_VEC(tern_value_t *) value_list_t;

// Dependencies, operands and captured values, each once.
static void collect_inputs(tern_op_t *execute, value_list_t *out) {
  tern_map_t inputs = {0};
  for (size_t i = 0; i < execute->operand_count; ++i) tern_map_set(&inputs, tern_op_operand(execute, i), NULL);
  tern_collect_captured_values(execute, &inputs);
  for (size_t i = 0; i < inputs.entry_count; ++i) tern_vec_push(out, (tern_value_t *)inputs.entries[i].key);
  tern_map_deinitialize(&inputs);
}

static tern_op_t *make_function(outliner_t *outliner, const tern_op_t *execute, const value_list_t *inputs) {
  tern_context_t *context = tern_op_context(execute);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < inputs->count; ++i) tern_vec_push(&types, inputs->values[i]->type);
  for (size_t i = 0; i < execute->result_count; ++i) tern_vec_push(&types, tern_op_result(execute, i)->type);
  tern_types_t arguments = {types.values, inputs->count};
  const tern_type_t *type =
      tern_function_type_get(context, arguments, (tern_types_t){types.values + inputs->count, execute->result_count});
  tern_builder_t b = {.context = context, .loc = execute->loc};
  tern_op_t *function =
      tern_build(&b, TERN_FUNC(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, TERN_STR("async_execute_fn"))},
                                     {"function_type", tern_type_attr_get(type)},
                                     {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))}));
  tern_symbol_table_insert(&outliner->symbols, function, NULL);
  tern_builder_add_block(&b, &function->regions[0], arguments);
  tern_vec_deinitialize(&types);
  return function;
}

static tern_value_t *await(tern_builder_t *b, tern_value_t *operand) {
  const tern_type_t *type = tern_async_value_type(operand->type);
  tern_op_t *op = tern_build(b, TERN_ASYNC(AWAIT), .operands = TERN_VALUES(operand), .types = {&type, type ? 1 : 0});
  return type ? tern_op_result(op, 0) : NULL;
}

// Waits for what the task depends on, then does what its body does.
static void fill_function(tern_op_t *function, tern_op_t *execute, const value_list_t *inputs) {
  tern_block_t *entry = tern_op_body(function, 0), *body = tern_op_body(execute, 0);
  tern_builder_t b = tern_builder_at_end(entry, execute->loc);
  tern_map_t mapping = {0};
  size_t dependencies, operands;
  tern_async_execute_groups(execute, &dependencies, &operands);
  for (size_t i = 0; i < inputs->count; ++i) tern_map_set(&mapping, inputs->values[i], entry->args[i]);
  for (size_t i = 0; i < dependencies + operands; ++i) {
    tern_value_t *value = await(&b, tern_map_get(&mapping, tern_op_operand(execute, i)));
    if (i >= dependencies) tern_map_set(&mapping, body->args[i - dependencies], value);
  }
  tern_block_for_each_op(body, op) { tern_builder_clone(&b, op, &mapping); }
  tern_map_deinitialize(&mapping);
}

static void outline(outliner_t *outliner, tern_op_t *execute) {
  value_list_t inputs = {0};
  clone_constants(execute);
  collect_inputs(execute, &inputs);
  tern_op_t *function = make_function(outliner, execute, &inputs);
  fill_function(function, execute, &inputs);
  tern_coroutine_t coroutine = tern_coroutine_make(function);
  tern_coroutine_suspend_at_start(&coroutine);
  tern_vec_push(&outliner->coroutines, coroutine);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < execute->result_count; ++i) tern_vec_push(&types, tern_op_result(execute, i)->type);
  tern_builder_t b = tern_builder_before(execute);
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(tern_op_context(execute), tern_symbol_name(function));
  tern_op_t *call = tern_build(&b, TERN_FUNC(CALL), .operands = {inputs.values, inputs.count},
                               .types = {types.values, types.count}, .attrs = TERN_ATTRS({"callee", callee}));
  for (size_t i = 0; i < execute->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(execute, i), tern_op_result(call, i));
  }
  tern_op_destroy(execute);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&inputs);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  outliner_t outliner = {.module = module};
  tern_symbol_table_initialize(&outliner.symbols, module);
  // The innermost ones first.
  tern_op_list_t executes = tern_op_collect_row(module, TERN_POSTORDER, TERN_ASYNC(EXECUTE));
  for (size_t i = 0; i < executes.count; ++i) outline(&outliner, executes.values[i]);
  bool is_right = tern_coroutines_lower_bodies(module, &outliner.coroutines, true);
  tern_vec_deinitialize(&executes);
  tern_coroutine_list_deinitialize(&outliner.coroutines);
  tern_symbol_table_deinitialize(&outliner.symbols);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_async_dialect, &tern_cf_dialect,
                                                 &tern_func_dialect, NULL};

const tern_pass_def_t tern_async_to_async_runtime_pass = {
    .flag = "async-to-async-runtime",
    .name = "AsyncToAsyncRuntimePass",
    .anchor = "builtin.module",
    .summary = "Make coroutines of async.execute and functions that wait, in terms of async.runtime and async.coro",
    .description =
        "Structured control flow around async ops of a coroutine becomes branches; other regions that hold such ops "
        "are refused. A failed assertion or await makes the results of a coroutine fail.",
    .dialects = dialects,
    .run = run,
};
