// --iree-flow-outline-dispatch-regions: the bodies of dispatches become functions of executables.
//
//   %r = flow.dispatch.workgroups(%x) ... { body }       flow.executable private @main_dispatch_0 {
//                                                           flow.executable.export public @main_dispatch_0
//                                                   ->      builtin.module { func.func @main_dispatch_0(...) { body } }
//                                                         }
//                                                         %r = flow.dispatch @main_dispatch_0::@main_dispatch_0(%x) ...
//
// Source: IREE's pass of that name. An executable is named after the function and the place of the dispatch in it.

#include "base/vec.h"
#include "dialect/builtin/builtin.h"
#include "dialect/flow/flow.h"
#include "dialect/func/func.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static const tern_attr_t *string(tern_context_t *context, const char *text) {
  return tern_string_attr_get(context, tern_str_from_cstr(text));
}

static tern_op_t *build_function(tern_builder_t *b, tern_op_t *workgroups, const char *name) {
  tern_block_t *body = tern_op_body(workgroups, 0);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < body->arg_count; ++i) tern_vec_push(&types, body->args[i]->type);
  const tern_type_t *type =
      tern_function_type_get(b->context, (tern_types_t){types.values, types.count}, (tern_types_t){0});
  tern_op_t *function = tern_build(
      b, TERN_FUNC(FUNC),
      .attrs = TERN_ATTRS({"sym_name", string(b->context, name)}, {"function_type", tern_type_attr_get(type)}));
  tern_vec_deinitialize(&types);
  tern_region_take_blocks(&function->regions[0], &workgroups->regions[0]);
  tern_region_for_each_block(&function->regions[0], block) {
    tern_op_t *end = block->last_op;
    if (!end || !tern_op_is(end, TERN_FLOW(RETURN))) continue;
    tern_builder_t at_end = tern_builder_before(end);
    tern_build(&at_end, TERN_FUNC(RETURN), .operands = {0});
    tern_op_destroy(end);
  }
  return function;
}

static tern_op_t *build_executable(tern_op_t *workgroups, const char *name) {
  tern_builder_t b = {.context = tern_op_context(workgroups), .loc = workgroups->loc};
  tern_op_t *executable = tern_build(
      &b, TERN_FLOW(EXECUTABLE),
      .attrs = TERN_ATTRS({"sym_name", string(b.context, name)}, {"sym_visibility", string(b.context, "private")}));
  if (tern_region_is_empty(&executable->regions[0])) tern_region_add_block(&executable->regions[0]);
  b = tern_builder_at_start(tern_op_body(executable, 0), workgroups->loc);
  tern_op_t *export_op = tern_build(
      &b, TERN_FLOW(EXECUTABLE_EXPORT),
      .attrs = TERN_ATTRS({"sym_name", string(b.context, name)}, {"sym_visibility", string(b.context, "public")},
                          {"function_ref", tern_flat_symbol_ref_attr_get(b.context, tern_str_from_cstr(name))}));
  tern_region_take_blocks(&export_op->regions[0], &workgroups->regions[1]);
  tern_op_t *module = tern_build(&b, TERN_BUILTIN(MODULE), .operands = {0});
  if (tern_region_is_empty(&module->regions[0])) tern_region_add_block(&module->regions[0]);
  tern_op_t *last = tern_op_body(executable, 0)->last_op;
  if (!last || !tern_op_is(last, TERN_FLOW(EXECUTABLE_END))) {
    tern_build(&b, TERN_FLOW(EXECUTABLE_END), .operands = {0});
  }
  b = tern_builder_at_end(tern_op_body(module, 0), workgroups->loc);
  build_function(&b, workgroups, name);
  return executable;
}

// The dispatch with the operands of the workgroups op, group by group.
static void replace_by_dispatch(tern_op_t *workgroups, tern_op_t *executable) {
  tern_builder_t b = tern_builder_before(workgroups);
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  int32_t segments[4];
  for (size_t i = 0; i < 4; ++i) {
    size_t start, count;
    tern_op_operand_group(workgroups, i, &start, &count);
    segments[i] = (int32_t)count;
  }
  for (size_t i = 0; i < workgroups->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(workgroups, i));
  for (size_t i = 0; i < workgroups->result_count; ++i) tern_vec_push(&types, workgroups->results[i].type);
  tern_str_t name = tern_symbol_name(executable);
  const tern_attr_t *ref = tern_symbol_ref_attr_get(b.context, (tern_str_t[]){name, name}, 2);
  tern_op_t *dispatch = tern_build(&b, TERN_FLOW(DISPATCH), .operands = {operands.values, operands.count},
                                   .types = {types.values, types.count}, .segments = segments,
                                   .attrs = TERN_ATTRS({"entry_points", tern_array_attr_get(b.context, &ref, 1)}));
  const tern_attr_t *tied = tern_op_attr(workgroups, "tied_operands");
  if (tied) tern_op_set_attr(dispatch, "tied_operands", tied);
  dispatch->attrs = workgroups->attrs;
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  for (size_t i = 0; i < workgroups->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(workgroups, i), tern_op_result(dispatch, i));
  }
  tern_op_destroy(workgroups);
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUPS))) {
    tern_vec_push((tern_op_list_t *)user, op);
    return TERN_WALK_SKIP;
  }
  return tern_op_is(op, TERN_FLOW(EXECUTABLE)) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

// Executables come before the function, in the order of the dispatches.
static void outline(tern_op_t *function, tern_symbol_table_t *table, size_t initializer) {
  tern_op_list_t ops = {0};
  tern_op_walk_pre(function, collect, &ops);
  tern_str_t symbol = tern_op_has_trait(function, TERN_TRAIT_SYMBOL) ? tern_symbol_name(function) : (tern_str_t){0};
  while (symbol.size > 0 && symbol.data[0] == '_') symbol = tern_str_make(symbol.data + 1, symbol.size - 1);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_string_builder_t name = {0};
    if (symbol.size > 0) {
      tern_string_builder_append_format(&name, "%.*s_dispatch_%zu", (int)symbol.size, symbol.data, i);
    } else {
      tern_string_builder_append_format(&name, "_initializer_%zu_dispatch_%zu", initializer, i);
    }
    // A module may hold executables of that name already.
    for (size_t n = 0; tern_symbol_table_lookup(table, tern_string_builder_view(&name)); ++n) {
      tern_string_builder_append_format(&name, "_%zu", n);
    }
    tern_op_t *executable = build_executable(ops.values[i], name.data);
    tern_symbol_table_insert(table, executable, function);
    replace_by_dispatch(ops.values[i], executable);
    tern_string_builder_deinitialize(&name);
  }
  tern_vec_deinitialize(&ops);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_symbol_table_t table;
  tern_symbol_table_initialize(&table, module);
  size_t initializers = 0;
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_FLOW(EXECUTABLE)) || op->region_count == 0) continue;
    outline(op, &table, initializers);
    initializers += !tern_op_has_trait(op, TERN_TRAIT_SYMBOL);
  }
  tern_symbol_table_deinitialize(&table);
  return true;
}

const tern_pass_def_t tern_outline_dispatch_regions_pass = {
    .flag = "iree-flow-outline-dispatch-regions",
    .name = "OutlineDispatchRegionsPass",
    .anchor = "builtin.module",
    .summary = "Outline dispatch regions into executables",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_func_dialect, NULL},
    .run = run,
};
