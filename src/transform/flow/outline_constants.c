// --iree-flow-outline-constants: constant tensors become globals of the module.
//
//   %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
//       ->
//   util.global private @__constant_tensor_2xf32 {..} = dense<[1.0, 2.0]> : tensor<2xf32>
//   %0 = util.global.load immutable @__constant_tensor_2xf32 : tensor<2xf32>
//
// Source: IREE's OutlineConstants. Equal constants of all functions share one global, and the host uploads it once. Splats
// stay: filling is cheaper than keeping.

#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/flow/flow.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static bool is_outlined(const tern_attr_t *value, const tern_type_t *type) {
  if (!value || type->kind != TERN_TYPE_TENSOR) return false;
  if (value->kind == TERN_ATTR_DENSE_ELEMENTS) return !tern_dense_elements_attr_is_splat(value);
  return value->kind == TERN_ATTR_DENSE_RESOURCE || value->kind == TERN_ATTR_DIALECT;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_FLOW(EXECUTABLE)) || tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUPS)) ||
      tern_op_is(op, TERN_FLOW(DISPATCH_REGION)) ||
      tern_str_starts_with(tern_op_name(op), TERN_STR("hal.executable"))) {
    return TERN_WALK_SKIP;
  }
  bool is_constant = tern_op_is(op, TERN_ARITH(CONSTANT)) || tern_op_is(op, TERN_FLOW(TENSOR_CONSTANT));
  if (is_constant && is_outlined(tern_op_attr(op, "value"), op->results[0].type))
    tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

// `__constant_tensor_4x8xf32`, made unique by the symbol table.
static const tern_attr_t *make_name(const tern_type_t *type) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "__constant_tensor_");
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    tern_string_builder_append_int64(&text, tern_type_dim(type, i));
    tern_string_builder_append_char(&text, 'x');
  }
  for (const char *c = tern_type_text(tern_type_element(type)); *c; ++c) {
    bool is_word = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    tern_string_builder_append_char(&text, is_word ? *c : '_');
  }
  const tern_attr_t *name = tern_string_attr_get(type->context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return name;
}

static tern_op_t *build_global(tern_op_t *module, tern_symbol_table_t *table, const tern_op_t *constant) {
  const tern_op_t *around = constant;
  while (tern_op_parent(around) != module) around = tern_op_parent(around);
  const tern_attr_t *value = tern_op_attr(constant, "value");
  tern_context_t *context = tern_op_context(module);
  const tern_type_t *type = constant->results[0].type;
  tern_builder_t b = {.context = context, .loc = constant->loc};
  tern_op_t *global = tern_build(
      &b, TERN_UTIL(GLOBAL),
      .attrs = TERN_ATTRS(
          {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))}, {"sym_name", make_name(type)},
          {"type", tern_type_attr_get(type)}, {"initial_value", value},
          {"inlining_policy", tern_dialect_attr_get(context, &tern_util_attrs[TERN_UTIL_ATTR_INLINE_NEVER], NULL, 0)}));
  tern_symbol_table_insert(table, global, (tern_op_t *)(uintptr_t)around);
  return global;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t constants = {0};
  tern_map_t globals = {0};
  tern_symbol_table_t table;
  tern_op_walk_pre(module, collect, &constants);
  tern_symbol_table_initialize(&table, module);
  for (size_t i = 0; i < constants.count; ++i) {
    tern_op_t *op = constants.values[i];
    const tern_attr_t *value = tern_op_attr(op, "value");
    tern_op_t *global = tern_map_get(&globals, value);
    if (!global) {
      global = build_global(module, &table, op);
      tern_map_set(&globals, value, global);
    }
    tern_builder_t b = tern_builder_before(op);
    tern_op_t *load =
        tern_build(&b, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(op->results[0].type),
                   .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(b.context, tern_symbol_name(global))},
                                       {"is_immutable", tern_unit_attr_get(b.context)}));
    tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(load, 0));
    tern_op_destroy(op);
  }
  tern_symbol_table_deinitialize(&table);
  tern_map_deinitialize(&globals);
  tern_vec_deinitialize(&constants);
  return true;
}

const tern_pass_def_t tern_outline_constants_pass = {
    .flag = "iree-flow-outline-constants",
    .name = "OutlineConstantsPass",
    .anchor = "builtin.module",
    .summary = "Make globals of constant tensors",
    .dialects = (const tern_dialect_t *const[]){&tern_util_dialect, NULL},
    .run = run,
};
