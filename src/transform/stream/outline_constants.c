// --iree-stream-outline-constants: constant tensors become globals that are made once (upstream: OutlineConstants.cpp of
// flow, and of stream before).
//
//   %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
// becomes
//   util.global private @__constant_tensor_2xi32 = dense<[1, 2]> : tensor<2xi32>
//   %0 = util.global.load immutable @__constant_tensor_2xi32 : tensor<2xi32>
//
// Equal constants share a global. Splats stay: filling memory is cheaper than keeping it. Initializers run once anyway.

#include <ctype.h>

#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/flow/flow.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static bool is_outlined(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_ARITH(CONSTANT)) && !tern_op_is(op, TERN_FLOW(TENSOR_CONSTANT))) return false;
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (op->results[0].type->kind != TERN_TYPE_TENSOR || tern_attr_type(value) != op->results[0].type) return false;
  return value->kind != TERN_ATTR_DENSE_ELEMENTS || !tern_dense_elements_attr_is_splat(value);
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  tern_op_list_t *constants = user;
  if (tern_op_is(op, TERN_FLOW(EXECUTABLE)) || tern_op_is(op, TERN_STREAM(EXECUTABLE)) ||
      tern_op_is(op, TERN_UTIL(INITIALIZER))) {
    return TERN_WALK_SKIP;
  }
  if (is_outlined(op)) tern_vec_push(constants, op);
  return TERN_WALK_ADVANCE;
}

// `__constant_tensor_4x8xf32`: what of the type can stand in a name.
static void build_name(const tern_type_t *type, tern_string_builder_t *name) {
  tern_string_builder_append_cstr(name, "__constant_");
  for (const char *text = tern_type_text(type); *text; ++text) {
    if (isalnum((unsigned char)*text)) tern_string_builder_append_char(name, *text);
    if (*text == '<') tern_string_builder_append_char(name, '_');
  }
}

// The function that holds the constant is at the level of the globals.
static tern_op_t *top_level_op(tern_op_t *op, const tern_op_t *module) {
  while (op && tern_op_parent(op) != module) op = tern_op_parent(op);
  return op;
}

static tern_op_t *build_global(tern_symbol_table_t *table, tern_op_t *constant, tern_op_t *before) {
  tern_context_t *context = tern_op_context(constant);
  const tern_type_t *type = constant->results[0].type;
  tern_string_builder_t name = {0};
  build_name(type, &name);
  tern_builder_t builder = {.context = context, .loc = constant->loc};
  tern_op_t *global = tern_build(
      &builder, TERN_UTIL(GLOBAL),
      .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, tern_string_builder_view(&name))},
                          {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))},
                          {"type", tern_type_attr_get(type)}, {"initial_value", tern_op_attr(constant, "value")}));
  tern_symbol_table_insert(table, global, before);
  tern_string_builder_deinitialize(&name);
  return global;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(module);
  tern_op_list_t constants = {0};
  tern_map_t globals = {0};  // value -> global
  tern_symbol_table_t table = {0};
  tern_op_walk_pre(module, collect, &constants);
  tern_symbol_table_initialize(&table, module);
  for (size_t i = 0; i < constants.count; ++i) {
    tern_op_t *constant = constants.values[i], *before = top_level_op(constant, module);
    const tern_attr_t *value = tern_op_attr(constant, "value");
    if (!before || tern_symbol_table_around(constant) == NULL) continue;
    tern_op_t *global = tern_map_get(&globals, value);
    if (!global) {
      global = build_global(&table, constant, before);
      tern_map_set(&globals, value, global);
      tern_pass_count(pass, 0, 1);
    }
    tern_builder_t builder = tern_builder_before(constant);
    tern_value_t *loaded = tern_build_value(
        &builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(constant->results[0].type),
        .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(context, tern_symbol_name(global))},
                            {"is_immutable", tern_unit_attr_get(context)}));
    tern_value_replace_all_uses(&constant->results[0], loaded);
    tern_op_destroy(constant);
  }
  tern_symbol_table_deinitialize(&table);
  tern_map_deinitialize(&globals);
  tern_vec_deinitialize(&constants);
  return true;
}

const tern_pass_def_t tern_stream_outline_constants_pass = {
    .flag = "iree-stream-outline-constants",
    .name = "OutlineConstants",
    .anchor = "builtin.module",
    .summary = "Makes globals of constant tensors",
    .statistics = (const char *const[]){"globals - globals that were made", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_util_dialect, NULL},
    .run = run,
};
