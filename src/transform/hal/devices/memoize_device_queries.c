// --iree-hal-memoize-device-queries: a device is asked once, when the module is loaded.
//
//   %ok, %value = hal.device.query<%device : !hal.device> key("hal.dispatch" :: "concurrency") : i1, i32 = 1 : i32
//
//   util.global private @device_query_0_hal_dispatch_concurrency_ok : i1
//   util.global private @device_query_0_hal_dispatch_concurrency : i32
//   util.initializer { ... the query, and two stores ... }
//   %ok = util.global.load immutable @..., %value = util.global.load immutable @...
//
// Queries of one device with one key and default share their globals. A query whose device is no global, and one in an
// initializer, which runs once anyhow, stay.
//
// Source: upstream's MemoizeDeviceQueriesPass.

#include <ctype.h>

#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "transform/hal/executables.h"

typedef struct query {
  tern_op_t *first;            // the op that the others are like
  tern_str_t device;           // name of the global
  const tern_attr_t *refs[2];  // of the globals for ok and value
  tern_op_list_t ops;
} query_t;

typedef struct state {
  tern_op_t *module;
  TERN_VEC(query_t) queries;
} state_t;

static tern_str_t device_name(const tern_op_t *op) {
  const tern_op_t *load = tern_value_defining_op(tern_op_operand(op, 0));
  if (!load || !tern_op_is(load, TERN_UTIL(GLOBAL_LOAD))) return (tern_str_t){0};
  return tern_symbol_ref_attr_at(tern_op_attr(load, "global"), 0);
}

static bool is_same(const tern_op_t *a, const tern_op_t *b) {
  return tern_op_attr(a, "category") == tern_op_attr(b, "category") &&
         tern_op_attr(a, "key") == tern_op_attr(b, "key") &&
         tern_op_attr(a, "default_value") == tern_op_attr(b, "default_value") &&
         tern_op_result(a, 1)->type == tern_op_result(b, 1)->type;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  state_t *state = user;
  if (tern_op_is(op, TERN_UTIL(INITIALIZER)) || tern_op_is(op, TERN_HAL(EXECUTABLE))) return TERN_WALK_SKIP;
  if (!tern_op_is(op, TERN_HAL(DEVICE_QUERY))) return TERN_WALK_ADVANCE;
  tern_str_t device = device_name(op);
  if (!device.size) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < state->queries.count; ++i) {
    query_t *query = &state->queries.values[i];
    if (!tern_str_equal(query->device, device) || !is_same(query->first, op)) continue;
    tern_vec_push(&query->ops, op);
    return TERN_WALK_ADVANCE;
  }
  tern_vec_push(&state->queries, (query_t){.first = op, .device = device});
  tern_vec_push(&state->queries.values[state->queries.count - 1].ops, op);
  return TERN_WALK_ADVANCE;
}

static void append_word(tern_string_builder_t *out, const tern_attr_t *text) {
  tern_str_t word = tern_string_attr_value(text);
  tern_string_builder_append_char(out, '_');
  for (size_t i = 0; i < word.size; ++i) {
    tern_string_builder_append_char(out, isalnum((unsigned char)word.data[i]) ? word.data[i] : '_');
  }
}

static const tern_attr_t *add_global(tern_builder_t *builder, const query_t *query, size_t number, bool is_ok,
                                     const tern_type_t *type) {
  tern_string_builder_t name = {0};
  tern_string_builder_append_format(&name, "%.*s_query_%zu", (int)query->device.size, query->device.data, number);
  append_word(&name, tern_op_attr(query->first, "category"));
  append_word(&name, tern_op_attr(query->first, "key"));
  if (is_ok) tern_string_builder_append_cstr(&name, "_ok");
  tern_str_t view = tern_string_builder_view(&name);
  const tern_attr_t *ref = tern_flat_symbol_ref_attr_get(builder->context, view);
  tern_build(builder, TERN_UTIL(GLOBAL),
             .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(builder->context, TERN_STR("private"))},
                                 {"sym_name", tern_string_attr_get(builder->context, view)},
                                 {"type", tern_type_attr_get(type)}));
  tern_string_builder_deinitialize(&name);
  return ref;
}

static void materialize(const state_t *state, query_t *query, size_t number) {
  tern_context_t *context = tern_op_context(state->module);
  tern_op_t *device = tern_symbol_lookup_in(state->module, query->device);
  tern_builder_t builder =
      device ? tern_builder_after(device) : tern_builder_at_start(tern_op_body(state->module, 0), state->module->loc);
  builder.loc = query->first->loc;
  // Behind the code that finds the device, if it is there already.
  while (builder.before && tern_op_is(builder.before, TERN_UTIL(INITIALIZER))) builder.before = builder.before->next;
  for (size_t i = 0; i < 2; ++i) {
    query->refs[i] = add_global(&builder, query, number, i == 0, tern_op_result(query->first, i)->type);
  }
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_t *initializer = tern_build(&builder, TERN_UTIL(INITIALIZER), .regions = 1,
                                      .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(type)}));
  tern_builder_set_end(&builder, tern_region_add_block(&initializer->regions[0]));
  tern_value_t *value = tern_build_value(
      &builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(tern_hal_type(context, TERN_HAL_DEVICE_TYPE)),
      .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(context, query->device)}));
  tern_map_t mapping = {0};
  tern_map_set(&mapping, tern_op_operand(query->first, 0), value);
  tern_op_t *copy = tern_builder_clone(&builder, query->first, &mapping);
  tern_map_deinitialize(&mapping);
  for (size_t i = 0; i < 2; ++i) {
    tern_build(&builder, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(tern_op_result(copy, i)),
               .attrs = TERN_ATTRS({"global", query->refs[i]}));
  }
  tern_build(&builder, TERN_UTIL(RETURN));
}

static void replace(const query_t *query, tern_op_t *op) {
  tern_builder_t builder = tern_builder_before(op);
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (!tern_value_has_uses(result)) continue;
    tern_value_t *load = tern_build_value(
        &builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(result->type),
        .attrs = TERN_ATTRS({"global", query->refs[i]}, {"is_immutable", tern_unit_attr_get(builder.context)}));
    tern_value_replace_all_uses(result, load);
  }
  tern_op_destroy(op);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  state_t state = {.module = module};
  tern_op_walk_pre(module, collect, &state);
  for (size_t i = 0; i < state.queries.count; ++i) {
    query_t *query = &state.queries.values[i];
    materialize(&state, query, i);
    for (size_t j = 0; j < query->ops.count; ++j) replace(query, query->ops.values[j]);
    tern_vec_deinitialize(&query->ops);
  }
  tern_vec_deinitialize(&state.queries);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, &tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_memoize_device_queries_pass = {
    .flag = "iree-hal-memoize-device-queries",
    .anchor = "builtin.module",
    .summary = "Ask devices once, when the module is loaded",
    .dialects = dialects,
    .run = run,
};
