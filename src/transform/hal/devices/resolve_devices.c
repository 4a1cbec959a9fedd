// --iree-hal-resolve-device-promises, --iree-hal-resolve-device-aliases, --iree-hal-verify-devices.
//
// Promises are affinities of devices that were not declared when the program was written; they become affinities of the
// globals of that name. Aliases are names of default configurations; they become those, with the alias's configuration
// over theirs:
//
//   #hal.device.promise<@d>      #hal.device.affinity<@d>
//   #hal.device.alias<"local">   #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">]>
//
// Source: upstream's passes of these names.

#include "analysis/hal_devices.h"
#include "dialect/builtin/builtin.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/hal/translate.h"

typedef struct resolver {
  tern_op_t *module;
  const tern_op_t *op;  // whose attribute is looked at
  const tern_attr_t *(*resolve)(struct resolver *resolver, const tern_attr_t *attr);
  bool has_failed;
} resolver_t;

static uint64_t to_param(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

// An attribute with every device attribute in it resolved.
static const tern_attr_t *resolve_in(resolver_t *resolver, const tern_attr_t *attr) {
  tern_context_t *context = attr->context;
  bool is_optimal = tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_OPTIMAL);
  bool is_select = tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_SELECT);
  if (attr->kind == TERN_ATTR_ARRAY) {
    tern_hal_attr_list_t list = {0};
    for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
      tern_vec_push(&list, resolve_in(resolver, tern_array_attr_at(attr, i)));
    }
    attr = tern_array_attr_get(context, list.values, list.count);
    tern_vec_deinitialize(&list);
  } else if (attr->kind == TERN_ATTR_DICTIONARY) {
    for (size_t i = 0; i < tern_dictionary_attr_count(attr); ++i) {
      const tern_attr_t *old = tern_dictionary_attr_at(attr, i), *resolved = resolve_in(resolver, old);
      tern_str_t name = tern_ident_str(tern_dictionary_attr_name(attr, i));
      if (resolved != old) attr = tern_dictionary_attr_with(context, attr, name, resolved);
    }
  } else if (is_optimal) {
    const uint64_t params[] = {to_param(resolve_in(resolver, tern_hal_attr_at(attr, 0)))};
    attr = tern_dialect_attr_get(context, attr->row, params, 1);
  } else if (is_select) {
    const uint64_t params[] = {attr->params[0], to_param(resolve_in(resolver, tern_hal_attr_at(attr, 1)))};
    attr = tern_dialect_attr_get(context, attr->row, params, 2);
  } else {
    attr = resolver->resolve(resolver, attr);
  }
  return attr;
}

static tern_walk_result_t resolve_op(tern_op_t *op, void *user) {
  resolver_t *resolver = user;
  resolver->op = op;
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    if (op->slots[i]) op->slots[i] = resolve_in(resolver, op->slots[i]);
  }
  if (op->attrs) op->attrs = resolve_in(resolver, op->attrs);
  return TERN_WALK_ADVANCE;
}

static bool resolve_all(tern_op_t *module,
                        const tern_attr_t *(*resolve)(resolver_t *resolver, const tern_attr_t *attr)) {
  resolver_t resolver = {.module = module, .resolve = resolve};
  tern_op_walk_pre(module, resolve_op, &resolver);
  return !resolver.has_failed;
}

// --- promises ---

static const tern_attr_t *resolve_promise(resolver_t *resolver, const tern_attr_t *attr) {
  if (!tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_PROMISE)) return attr;
  tern_str_t name = tern_string_attr_value(tern_hal_attr_at(attr, 0));
  const tern_op_t *global = tern_symbol_lookup_in(resolver->module, name);
  if (!global || !tern_op_is(global, TERN_UTIL(GLOBAL)) ||
      !tern_type_is_hal(tern_util_global_type(global), TERN_HAL_DEVICE_TYPE)) {
    tern_op_error(resolver->op, "was promised the device '@%.*s', which was not declared", (int)name.size, name.data);
    resolver->has_failed = true;
    return attr;
  }
  return tern_hal_device_affinity_get(attr->context, name, (int64_t)attr->params[1]);
}

static bool run_promises(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  return resolve_all(module, resolve_promise);
}

// --- aliases ---

// What an alias says goes before what the default says.
static const tern_attr_t *merge(tern_context_t *context, const tern_attr_t *base, const tern_attr_t *over) {
  for (size_t i = 0; i < tern_dictionary_attr_count(over); ++i) {
    base = tern_dictionary_attr_with(context, base, tern_ident_str(tern_dictionary_attr_name(over, i)),
                                     tern_dictionary_attr_at(over, i));
  }
  return base;
}

static const tern_attr_t *resolve_alias(resolver_t *resolver, const tern_attr_t *attr) {
  if (!tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_ALIAS)) return attr;
  tern_context_t *context = attr->context;
  tern_str_t name = tern_string_attr_value(tern_hal_attr_at(attr, 1));
  const tern_attr_t *device = tern_hal_default_device(context, name, tern_hal_module_arch(resolver->module));
  if (!device) {
    tern_op_error(resolver->op, "has the device alias '%.*s', which is unknown", (int)name.size, name.data);
    tern_emit_note(resolver->op->loc, "the aliases are local, vulkan and cuda");
    resolver->has_failed = true;
    return attr;
  }
  const tern_attr_t *configuration = tern_hal_device_target_configuration(device);
  if (attr->params[2]) {
    const tern_attr_t *ordinal = tern_integer_attr_get(tern_index_type_get(context), (int64_t)(attr->params[2] - 1));
    configuration = tern_dictionary_attr_with(context, configuration, TERN_STR("ordinal"), ordinal);
  }
  configuration = merge(context, configuration, tern_hal_attr_at(attr, 3));
  return tern_hal_device_target_get(context, tern_hal_device_target_id(device), configuration,
                                    tern_hal_device_target_executables(device));
}

static bool run_aliases(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  return resolve_all(module, resolve_alias);
}

// --- verification ---

static bool verify_target(const tern_op_t *global, const tern_attr_t *device) {
  const tern_attr_t *targets = tern_hal_device_target_executables(device);
  if (!tern_array_attr_count(targets)) {
    tern_op_error(global, "is a device '%.*s' that takes no executables", (int)tern_hal_device_target_id(device).size,
                  tern_hal_device_target_id(device).data);
    tern_emit_note(global->loc, "name at least one #hal.executable.target");
    return false;
  }
  for (size_t i = 0; i < tern_array_attr_count(targets); ++i) {
    tern_str_t backend = tern_hal_executable_target_backend(tern_array_attr_at(targets, i));
    if (tern_hal_backend_find(backend)) continue;
    tern_op_error(global, "needs the backend '%.*s', which this compiler does not have", (int)backend.size,
                  backend.data);
    for (size_t j = 0; j < tern_hal_backend_count; ++j)
      tern_emit_note(global->loc, "there is %s", tern_hal_backends[j]->name);
    return false;
  }
  return true;
}

static bool run_verify(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t globals = {0};
  bool is_right = true;
  tern_hal_collect_devices(module, &globals);
  for (size_t i = 0; i < globals.count; ++i) {
    const tern_attr_t *value = tern_op_attr(globals.values[i], "initial_value");
    tern_hal_attr_list_t targets = {0};
    tern_hal_collect_targets(module, value, &targets);
    // A mutable device, or one that is chosen by number, is somebody else's business.
    if (value && !targets.count && !tern_attr_is_hal(value, TERN_HAL_ATTR_DEVICE_ORDINAL)) {
      is_right = tern_op_error(globals.values[i], "is a device of no known target: %s", tern_attr_text(value));
    }
    for (size_t j = 0; j < targets.count; ++j) is_right &= verify_target(globals.values[i], targets.values[j]);
    tern_vec_deinitialize(&targets);
  }
  tern_vec_deinitialize(&globals);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_hal_dialect, NULL};

const tern_pass_def_t tern_hal_resolve_device_promises_pass = {
    .flag = "iree-hal-resolve-device-promises",
    .anchor = "builtin.module",
    .summary = "Turn promises of devices into affinities of them",
    .dialects = dialects,
    .run = run_promises,
};

const tern_pass_def_t tern_hal_resolve_device_aliases_pass = {
    .flag = "iree-hal-resolve-device-aliases",
    .anchor = "builtin.module",
    .summary = "Turn aliases of devices into what they stand for",
    .dialects = dialects,
    .run = run_aliases,
};

const tern_pass_def_t tern_hal_verify_devices_pass = {
    .flag = "iree-hal-verify-devices",
    .anchor = "builtin.module",
    .summary = "Refuse devices that no backend compiles for",
    .dialects = dialects,
    .run = run_verify,
};
