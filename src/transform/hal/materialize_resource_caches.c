// --iree-hal-materialize-resource-caches: executables are loaded once, when the module is.
//
//   %exe = hal.executable.lookup device(%device : !hal.device) executable(@e) : !hal.executable
//
//   util.global private @__device_0_executable_0_e : !hal.executable
//   util.initializer {
//     %device = util.global.load immutable @__device_0 : !hal.device
//     %ok, %value = hal.device.query<%device : !hal.device> key("hal.executable.format" :: "...") : i1, i1 = false
//     cf.cond_br %value, ^first, ^none
//   ^first:
//     %exe = hal.executable.create device(%device : !hal.device) affinity(%any) target(@e::@v) : !hal.executable
//     cf.br ^done(%exe : !hal.executable)
//   ^none: util.status.check_ok %unavailable, "..." ...
//   ^done(%result: !hal.executable):
//     util.global.store %result, @__device_0_executable_0_e : !hal.executable
//   ...
//   %exe = util.global.load immutable @__device_0_executable_0_e : !hal.executable
//
// The first variant whose format the device takes, and whose condition holds, is loaded. What a constant block computes is
// computed there and handed to the executable. A lookup has to be for a device that is a global.
//
// Source: upstream's MaterializeResourceCachesPass.

#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "transform/hal/executables.h"

enum { STATUS_UNAVAILABLE = 14 };  // as IREE numbers it

typedef struct cache {
  tern_str_t device, executable;
  const tern_attr_t *global;  // symbol ref
  tern_op_list_t lookups;
} cache_t;

typedef struct state {
  tern_context_t *context;
  tern_op_t *module;
  TERN_VEC(cache_t) caches;
  bool is_right;
} state_t;

// --- which lookups there are ---

// The global that a device was loaded from; empty if it is none.
static tern_str_t device_name(const tern_value_t *device) {
  const tern_op_t *load = tern_value_defining_op(device);
  if (!load || !tern_op_is(load, TERN_UTIL(GLOBAL_LOAD))) return (tern_str_t){0};
  return tern_symbol_ref_attr_at(tern_op_attr(load, "global"), 0);
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  state_t *state = user;
  if (!tern_op_is(op, TERN_HAL(EXECUTABLE_LOOKUP))) return TERN_WALK_ADVANCE;
  tern_str_t device = device_name(tern_op_operand(op, 0));
  tern_str_t executable = tern_symbol_ref_attr_at(tern_op_attr(op, "executable"), 0);
  if (!device.size) {
    state->is_right = tern_op_error(op, "looks an executable up for a device that is no global");
    return TERN_WALK_ADVANCE;
  }
  for (size_t i = 0; i < state->caches.count; ++i) {
    cache_t *cache = &state->caches.values[i];
    if (!tern_str_equal(cache->device, device) || !tern_str_equal(cache->executable, executable)) continue;
    tern_vec_push(&cache->lookups, op);
    return TERN_WALK_ADVANCE;
  }
  tern_vec_push(&state->caches, (cache_t){.device = device, .executable = executable});
  tern_vec_push(&state->caches.values[state->caches.count - 1].lookups, op);
  return TERN_WALK_ADVANCE;
}

// --- the initializer ---

static tern_value_t *build_constant(tern_builder_t *builder, const tern_type_t *type, int64_t value) {
  return tern_build_value(builder, TERN_ARITH(CONSTANT),
                          .attrs = TERN_ATTRS({"value", tern_integer_attr_get(type, value)}));
}

static tern_value_t *build_query(tern_builder_t *builder, tern_value_t *device, tern_str_t format) {
  const tern_type_t *i1 = tern_i_type_get(builder->context, 1);
  tern_op_t *query = tern_build(
      builder, TERN_HAL(DEVICE_QUERY), .operands = TERN_VALUES(device), .types = TERN_TYPES(i1, i1),
      .attrs = TERN_ATTRS({"category", tern_string_attr_get(builder->context, TERN_STR("hal.executable.format"))},
                          {"key", tern_string_attr_get(builder->context, format)},
                          {"default_value", tern_bool_attr_get(builder->context, false)}));
  return tern_op_result(query, 1);
}

static tern_op_t *find_op(const tern_op_t *variant, const tern_op_row_t *row) {
  tern_block_for_each_op(tern_op_body(variant, 0), op) {
    if (tern_op_is(op, row)) return op;
  }
  return NULL;
}

// Puts a copy of a region that takes a device (or nothing) at the builder, and gives the values that it returns. The
// region has one block.
static bool inline_region(tern_builder_t *builder, const tern_op_t *op, tern_value_t *device, tern_value_t **out_values,
                          size_t capacity, size_t *out_count) {
  tern_block_t *body = tern_op_body(op, 0);
  if (!body || body->next) return tern_op_error(op, "is expected to have one block");
  tern_map_t mapping = {0};
  if (body->arg_count) tern_map_set(&mapping, body->args[0], device);
  *out_count = 0;
  tern_block_for_each_op(body, inner) {
    if (!tern_op_is(inner, TERN_HAL(RETURN))) {
      tern_builder_clone(builder, inner, &mapping);
      continue;
    }
    for (size_t i = 0; i < inner->operand_count && i < capacity; ++i) {
      tern_value_t *mapped = tern_map_get(&mapping, tern_op_operand(inner, i));
      out_values[(*out_count)++] = mapped ? mapped : tern_op_operand(inner, i);
    }
  }
  tern_map_deinitialize(&mapping);
  return true;
}

// Whether the device can run a variant.
static tern_value_t *build_condition(tern_builder_t *builder, const tern_op_t *variant, tern_value_t *device) {
  tern_value_t *value =
      build_query(builder, device, tern_hal_executable_target_format(tern_op_attr(variant, "target")));
  const tern_op_t *condition = find_op(variant, TERN_HAL(EXECUTABLE_CONDITION));
  tern_value_t *own;
  size_t count;
  if (!condition) return value;
  if (!inline_region(builder, condition, device, &own, 1, &count) || count != 1) return NULL;
  return tern_build_value(builder, TERN_ARITH(ANDI), .operands = TERN_VALUES(value, own));
}

enum { MAX_CONSTANTS = 256 };

static tern_value_t *build_create(tern_builder_t *builder, const tern_op_t *variant, tern_value_t *device) {
  tern_context_t *context = builder->context;
  tern_value_t *operands[2 + MAX_CONSTANTS] = {device, build_constant(builder, tern_i_type_get(context, 64), -1)};
  size_t count = 2;
  tern_block_for_each_op(tern_op_body(variant, 0), op) {
    size_t added;
    if (!tern_op_is(op, TERN_HAL(EXECUTABLE_CONSTANT_BLOCK))) continue;
    if (!inline_region(builder, op, device, operands + count, 2 + MAX_CONSTANTS - count, &added)) return NULL;
    count += added;
  }
  const tern_str_t path[] = {tern_symbol_name(tern_op_parent(variant)), tern_symbol_name(variant)};
  return tern_build_value(builder, TERN_HAL(EXECUTABLE_CREATE), .operands = {operands, count},
                          .types = TERN_TYPES(tern_hal_type(context, TERN_HAL_EXECUTABLE_TYPE)),
                          .attrs = TERN_ATTRS({"executable_target", tern_symbol_ref_attr_get(context, path, 2)}));
}

static void build_branch(tern_builder_t *builder, tern_block_t *target, tern_value_t *value) {
  tern_build(builder, TERN_CF(BR), .operands = TERN_VALUES(value), .successors = &target, .successor_count = 1);
}

// What is said when no variant can be loaded.
static void build_failure(tern_builder_t *builder, const cache_t *cache, const tern_op_list_t *variants) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text,
                                    "HAL device `%.*s` does not support any variant of executable `%.*s`; available "
                                    "formats: [",
                                    (int)cache->device.size, cache->device.data, (int)cache->executable.size,
                                    cache->executable.data);
  for (size_t i = 0; i < variants->count; ++i) {
    if (i) tern_string_builder_append_cstr(&text, ", ");
    tern_string_builder_append(&text, tern_hal_executable_target_format(tern_op_attr(variants->values[i], "target")));
  }
  tern_string_builder_append_cstr(&text, "]");
  tern_value_t *status = build_constant(builder, tern_i_type_get(builder->context, 32), STATUS_UNAVAILABLE);
  tern_build(builder, TERN_UTIL(STATUS_CHECK_OK), .operands = TERN_VALUES(status),
             .attrs = TERN_ATTRS({"message", tern_string_attr_get(builder->context, tern_string_builder_view(&text))}));
  tern_string_builder_deinitialize(&text);
}

static tern_op_t *begin_initializer(tern_builder_t *builder) {
  tern_context_t *context = builder->context;
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_t *initializer = tern_build(builder, TERN_UTIL(INITIALIZER), .regions = 1,
                                      .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(type)}));
  tern_builder_set_end(builder, tern_region_add_block(&initializer->regions[0]));
  return initializer;
}

static bool build_initializer(tern_builder_t *builder, const cache_t *cache, const tern_op_list_t *variants) {
  tern_context_t *context = builder->context;
  const tern_type_t *type = tern_hal_type(context, TERN_HAL_EXECUTABLE_TYPE);
  tern_op_t *initializer = begin_initializer(builder);
  tern_region_t *region = &initializer->regions[0];
  tern_value_t *device = tern_build_value(
      builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(tern_hal_type(context, TERN_HAL_DEVICE_TYPE)),
      .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(context, cache->device)},
                          {"is_immutable", tern_unit_attr_get(context)}));
  tern_block_t *done = tern_block_create(context);
  tern_value_t *result = tern_block_add_arg(done, type, initializer->loc);
  for (size_t i = 0; i < variants->count; ++i) {
    tern_block_t *load = tern_region_add_block(region), *next = tern_region_add_block(region);
    tern_value_t *condition = build_condition(builder, variants->values[i], device);
    if (!condition) return false;
    tern_block_t *const successors[] = {load, next};
    tern_build(builder, TERN_CF(COND_BR), .operands = TERN_VALUES(condition), .successors = successors,
               .successor_count = 2, .segments = (const int32_t[]){1, 0, 0});
    tern_builder_set_end(builder, load);
    tern_value_t *executable = build_create(builder, variants->values[i], device);
    if (!executable) return false;
    build_branch(builder, done, executable);
    tern_builder_set_end(builder, next);
  }
  build_failure(builder, cache, variants);
  build_branch(builder, done, tern_build_value(builder, TERN_UTIL(NULL), .types = TERN_TYPES(type)));
  tern_block_insert(done, region, NULL);
  tern_builder_set_end(builder, done);
  tern_build(builder, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(result),
             .attrs = TERN_ATTRS({"global", cache->global}));
  tern_build(builder, TERN_UTIL(RETURN));
  return true;
}

// --- caches ---

static tern_walk_result_t note_store(tern_op_t *op, void *user) {
  bool *is_found = user;
  *is_found |=
      tern_op_is(op, TERN_UTIL(GLOBAL_STORE)) && tern_type_is_hal(tern_op_operand(op, 0)->type, TERN_HAL_DEVICE_TYPE);
  return *is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Does an initializer find a device?
static bool is_of_devices(tern_op_t *initializer) {
  bool is_found = false;
  tern_op_walk_pre(initializer, note_store, &is_found);
  return is_found;
}

static bool materialize(state_t *state, cache_t *cache, size_t number) {
  const tern_op_t *first = cache->lookups.values[0];
  tern_op_t *executable = tern_symbol_lookup_in(state->module, cache->executable);
  tern_op_list_t variants = {0};
  if (executable && tern_op_is(executable, TERN_HAL(EXECUTABLE))) tern_hal_collect_variants(executable, &variants);
  if (!variants.count) {
    return tern_op_error(first, "looks up '@%.*s', which is no executable with variants", (int)cache->executable.size,
                         cache->executable.data);
  }
  tern_string_builder_t name = {0};
  tern_string_builder_append_format(&name, "%.*s_executable_%zu_%.*s", (int)cache->device.size, cache->device.data,
                                    number, (int)cache->executable.size, cache->executable.data);
  cache->global = tern_flat_symbol_ref_attr_get(state->context, tern_string_builder_view(&name));
  // Behind the device and what it is initialized by, before whoever uses the executable.
  tern_op_t *device = tern_symbol_lookup_in(state->module, cache->device);
  tern_builder_t builder =
      device ? tern_builder_after(device) : tern_builder_at_start(tern_op_body(state->module, 0), state->module->loc);
  while (builder.before && tern_op_is(builder.before, TERN_UTIL(INITIALIZER)) && is_of_devices(builder.before)) {
    builder.before = builder.before->next;
  }
  builder.loc = executable->loc;
  const tern_type_t *type = tern_hal_type(state->context, TERN_HAL_EXECUTABLE_TYPE);
  tern_build(&builder, TERN_UTIL(GLOBAL),
             .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(state->context, TERN_STR("private"))},
                                 {"sym_name", tern_string_attr_get(state->context, tern_string_builder_view(&name))},
                                 {"type", tern_type_attr_get(type)}));
  tern_string_builder_deinitialize(&name);
  bool is_right = build_initializer(&builder, cache, &variants);
  tern_vec_deinitialize(&variants);
  return is_right;
}

static void replace_lookups(const state_t *state, const cache_t *cache) {
  for (size_t i = 0; i < cache->lookups.count; ++i) {
    tern_op_t *lookup = cache->lookups.values[i];
    tern_builder_t builder = tern_builder_before(lookup);
    tern_value_t *load = tern_build_value(
        &builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(tern_op_result(lookup, 0)->type),
        .attrs = TERN_ATTRS({"global", cache->global}, {"is_immutable", tern_unit_attr_get(state->context)}));
    tern_value_replace_all_uses(tern_op_result(lookup, 0), load);
    tern_op_destroy(lookup);
  }
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  state_t state = {.context = tern_op_context(module), .module = module, .is_right = true};
  tern_op_walk_pre(module, collect, &state);
  for (size_t i = 0; i < state.caches.count; ++i) {
    // Names are of attributes, which outlive the ops.
    if (state.is_right) state.is_right = materialize(&state, &state.caches.values[i], i);
    if (state.is_right) replace_lookups(&state, &state.caches.values[i]);
    tern_vec_deinitialize(&state.caches.values[i].lookups);
  }
  tern_vec_deinitialize(&state.caches);
  return state.is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_cf_dialect, &tern_hal_dialect,
                                                 &tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_materialize_resource_caches_pass = {
    .flag = "iree-hal-materialize-resource-caches",
    .anchor = "builtin.module",
    .summary = "Load executables once, when the module is loaded",
    .dialects = dialects,
    .run = run,
};
