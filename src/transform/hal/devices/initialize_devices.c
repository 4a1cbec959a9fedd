// --iree-hal-initialize-devices: globals of devices are initialised by code that finds the device.
//
//   util.global private @device = #hal.device.target<"local", [#hal.executable.target<"llvm-cpu", "embedded-elf-x86_64">]>
//
//   util.global private @device : !hal.device
//   util.initializer {
//     ... a loop over hal.devices.count devices: the first (or `ordinal`-th) one whose id matches "local*" and that takes one
//     of the formats ...
//     util.global.store %device, @device : !hal.device
//   }
//
// A #hal.device.select tries its devices in order. A device that is not there at run time is an error when the module is
// loaded. #hal.device.fallback is the device of another global, #hal.device.ordinal one by its number.
//
// Source: upstream's InitializeDevicesPass and HAL_DeviceInitializationAttrInterface.

#include "analysis/hal_devices.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

enum { STATUS_INCOMPATIBLE = 18 };  // as IREE numbers it

// What the code for a device is built with.
typedef struct site {
  tern_builder_t builder;
  tern_op_t *global;
  const tern_type_t *device, *i1, *index;
} site_t;

static tern_value_t *build_constant(site_t *site, const tern_type_t *type, int64_t value) {
  return tern_build_value(&site->builder, TERN_ARITH(CONSTANT),
                          .attrs = TERN_ATTRS({"value", tern_integer_attr_get(type, value)}));
}

static tern_value_t *build_null(site_t *site) {
  return tern_build_value(&site->builder, TERN_UTIL(NULL), .types = TERN_TYPES(site->device));
}

static tern_value_t *build_is_null(site_t *site, tern_value_t *device) {
  return tern_build_value(&site->builder, TERN_UTIL(CMP_EQ), .operands = TERN_VALUES(device, build_null(site)),
                          .types = TERN_TYPES(site->i1));
}

static tern_value_t *build_query(site_t *site, tern_value_t *device, const char *category, tern_str_t key) {
  tern_context_t *context = site->builder.context;
  tern_op_t *query = tern_build(
      &site->builder, TERN_HAL(DEVICE_QUERY), .operands = TERN_VALUES(device), .types = TERN_TYPES(site->i1, site->i1),
      .attrs = TERN_ATTRS({"category", tern_string_attr_get(context, tern_str_from_cstr(category))},
                          {"key", tern_string_attr_get(context, key)},
                          {"default_value", tern_bool_attr_get(context, false)}));
  return tern_op_result(query, 1);
}

static tern_value_t *build_binary(site_t *site, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(&site->builder, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *build_select(site_t *site, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(&site->builder, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, yes, no));
}

static tern_value_t *build_compare(site_t *site, const char *predicate, tern_value_t *lhs, tern_value_t *rhs) {
  int64_t value = 0;
  tern_enum_case_value(TERN_ARITH_ENUM(CMPI_PREDICATE), tern_str_from_cstr(predicate), &value);
  const tern_attr_t *attr = tern_enum_attr_get(site->builder.context, TERN_ARITH_ENUM(CMPI_PREDICATE), value);
  return tern_build_value(&site->builder, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

// Is it a device of the target: does its id match, and does it take one of the formats?
static tern_value_t *build_match(site_t *site, tern_value_t *device, const tern_attr_t *target) {
  tern_string_builder_t pattern = {0};
  tern_string_builder_append(&pattern, tern_hal_device_target_id(target));
  tern_string_builder_append_char(&pattern, '*');
  tern_value_t *matches = build_query(site, device, "hal.device.id", tern_string_builder_view(&pattern));
  tern_string_builder_deinitialize(&pattern);
  const tern_attr_t *executables = tern_hal_device_target_executables(target);
  tern_value_t *takes = NULL;
  for (size_t i = 0; i < tern_array_attr_count(executables); ++i) {
    tern_str_t format = tern_hal_executable_target_format(tern_array_attr_at(executables, i));
    tern_value_t *one = build_query(site, device, "hal.executable.format", format);
    takes = takes ? build_binary(site, TERN_ARITH(ORI), takes, one) : one;
  }
  return takes ? build_binary(site, TERN_ARITH(ANDI), matches, takes) : matches;
}

static int64_t ordinal_of(const tern_attr_t *target) {
  const tern_attr_t *configuration = tern_hal_device_target_configuration(target);
  const tern_attr_t *ordinal = tern_dictionary_attr_lookup(configuration, TERN_STR("ordinal"));
  return tern_attr_is_integer(ordinal) ? tern_integer_attr_value(ordinal) : 0;
}

// Tries all devices: a loop that carries the number of matches so far and the device that was found.
static tern_value_t *build_search(site_t *site, const tern_attr_t *target) {
  tern_value_t *zero = build_constant(site, site->index, 0), *one = build_constant(site, site->index, 1);
  tern_value_t *wanted = build_constant(site, site->index, ordinal_of(target));
  tern_value_t *count = tern_build_value(&site->builder, TERN_HAL(DEVICES_COUNT), .types = TERN_TYPES(site->index));
  tern_value_t *none = build_null(site);
  tern_op_t *loop = tern_build(&site->builder, TERN_SCF(FOR), .operands = TERN_VALUES(zero, count, one, zero, none),
                               .types = TERN_TYPES(site->index, site->device), .regions = 1);
  tern_builder_t outer = site->builder;
  tern_block_t *body =
      tern_builder_add_block(&site->builder, &loop->regions[0], TERN_TYPES(site->index, site->index, site->device));
  tern_value_t *device = tern_build_value(&site->builder, TERN_HAL(DEVICES_GET), .operands = TERN_VALUES(body->args[0]),
                                          .types = TERN_TYPES(site->device));
  tern_value_t *matches = build_match(site, device, target);
  tern_value_t *is_it = build_binary(site, TERN_ARITH(ANDI), matches, build_compare(site, "eq", body->args[1], wanted));
  tern_value_t *found = build_select(site, is_it, device, body->args[2]);
  tern_value_t *step = build_select(site, matches, one, zero);
  tern_value_t *seen = build_binary(site, TERN_ARITH(ADDI), body->args[1], step);
  tern_build(&site->builder, TERN_SCF(YIELD), .operands = TERN_VALUES(seen, found));
  site->builder = outer;
  return tern_op_result(loop, 1);
}

static tern_value_t *build_device(site_t *site, const tern_attr_t *attr);

// The first of several that is there.
static tern_value_t *build_first(site_t *site, const tern_attr_t *devices) {
  tern_value_t *found = build_device(site, tern_array_attr_at(devices, 0));
  for (size_t i = 1; found && i < tern_array_attr_count(devices); ++i) {
    tern_value_t *is_missing = build_is_null(site, found);
    tern_op_t *branch = tern_build(&site->builder, TERN_SCF(IF), .operands = TERN_VALUES(is_missing),
                                   .types = TERN_TYPES(site->device), .regions = 2);
    tern_builder_t outer = site->builder;
    tern_builder_add_block(&site->builder, &branch->regions[0], (tern_types_t){0});
    tern_value_t *next = build_device(site, tern_array_attr_at(devices, i));
    if (!next) return NULL;
    tern_build(&site->builder, TERN_SCF(YIELD), .operands = TERN_VALUES(next));
    tern_builder_add_block(&site->builder, &branch->regions[1], (tern_types_t){0});
    tern_build(&site->builder, TERN_SCF(YIELD), .operands = TERN_VALUES(found));
    site->builder = outer;
    found = tern_op_result(branch, 0);
  }
  return found;
}

static tern_value_t *build_by_number(site_t *site, int64_t number) {
  tern_value_t *index = build_constant(site, site->index, number);
  tern_value_t *count = tern_build_value(&site->builder, TERN_HAL(DEVICES_COUNT), .types = TERN_TYPES(site->index));
  tern_value_t *is_there = build_compare(site, "slt", index, count);
  tern_op_t *branch = tern_build(&site->builder, TERN_SCF(IF), .operands = TERN_VALUES(is_there),
                                 .types = TERN_TYPES(site->device), .regions = 2);
  tern_builder_t outer = site->builder;
  tern_builder_add_block(&site->builder, &branch->regions[0], (tern_types_t){0});
  tern_value_t *device = tern_build_value(&site->builder, TERN_HAL(DEVICES_GET), .operands = TERN_VALUES(index),
                                          .types = TERN_TYPES(site->device));
  tern_build(&site->builder, TERN_SCF(YIELD), .operands = TERN_VALUES(device));
  tern_builder_add_block(&site->builder, &branch->regions[1], (tern_types_t){0});
  tern_build(&site->builder, TERN_SCF(YIELD), .operands = TERN_VALUES(build_null(site)));
  site->builder = outer;
  return tern_op_result(branch, 0);
}

// The device, or null, that an attribute stands for. NULL after an error.
static tern_value_t *build_device(site_t *site, const tern_attr_t *attr) {
  if (tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_TARGET)) return build_search(site, attr);
  if (tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_SELECT)) return build_first(site, tern_hal_attr_at(attr, 1));
  if (tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_ORDINAL)) return build_by_number(site, (int64_t)attr->params[1]);
  if (tern_attr_is_hal(attr, TERN_HAL_ATTR_DEVICE_FALLBACK)) {
    return tern_build_value(&site->builder, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(site->device),
                            .attrs = TERN_ATTRS({"global", tern_hal_attr_at(attr, 1)}));
  }
  tern_op_error(site->global, "is initialized with %s, which no device is found by", tern_attr_text(attr));
  return NULL;
}

// What was looked for, for a message: the ids of devices with the formats that they would have to take.
static void describe(const tern_op_t *global, const tern_attr_t *attr, tern_string_builder_t *out) {
  tern_hal_attr_list_t targets = {0};
  tern_hal_collect_targets(tern_op_parent(global), attr, &targets);
  for (size_t i = 0; i < targets.count; ++i) {
    const tern_attr_t *executables = tern_hal_device_target_executables(targets.values[i]);
    tern_string_builder_append_cstr(out, i ? ", " : "");
    tern_string_builder_append(out, tern_hal_device_target_id(targets.values[i]));
    for (size_t j = 0; j < tern_array_attr_count(executables); ++j) {
      tern_string_builder_append_cstr(out, j ? " or " : " with ");
      tern_string_builder_append(out, tern_hal_executable_target_format(tern_array_attr_at(executables, j)));
    }
  }
  if (!targets.count) tern_string_builder_append_cstr(out, tern_attr_text(attr));
  tern_vec_deinitialize(&targets);
}

static void build_check(site_t *site, tern_value_t *device, const tern_attr_t *attr) {
  tern_context_t *context = site->builder.context;
  tern_str_t name = tern_symbol_name(site->global);
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "HAL device `%.*s` not found or unavailable: ", (int)name.size, name.data);
  describe(site->global, attr, &text);
  tern_value_t *is_missing = build_is_null(site, device);
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  tern_value_t *ok = build_constant(site, i32, 0), *incompatible = build_constant(site, i32, STATUS_INCOMPATIBLE);
  tern_value_t *status = build_select(site, is_missing, incompatible, ok);
  tern_build(&site->builder, TERN_UTIL(STATUS_CHECK_OK), .operands = TERN_VALUES(status),
             .attrs = TERN_ATTRS({"message", tern_string_attr_get(context, tern_string_builder_view(&text))}));
  tern_string_builder_deinitialize(&text);
}

static bool initialize(tern_op_t *global) {
  tern_context_t *context = tern_op_context(global);
  const tern_attr_t *attr = tern_op_attr(global, "initial_value");
  if (!attr) return true;
  site_t site = {.builder = tern_builder_after(global),
                 .global = global,
                 .device = tern_hal_type(context, TERN_HAL_DEVICE_TYPE),
                 .i1 = tern_i_type_get(context, 1),
                 .index = tern_index_type_get(context)};
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_t *initializer = tern_build(&site.builder, TERN_UTIL(INITIALIZER), .regions = 1,
                                      .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(type)}));
  tern_builder_set_end(&site.builder, tern_region_add_block(&initializer->regions[0]));
  tern_value_t *device = build_device(&site, attr);
  if (!device) return false;
  build_check(&site, device, attr);
  tern_build(&site.builder, TERN_UTIL(GLOBAL_STORE), .operands = TERN_VALUES(device),
             .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(context, tern_symbol_name(global))}));
  tern_build(&site.builder, TERN_UTIL(RETURN));
  tern_op_set_attr(global, "initial_value", NULL);
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t globals = {0};
  bool is_right = true;
  tern_hal_collect_devices(module, &globals);
  for (size_t i = 0; i < globals.count && is_right; ++i) is_right = initialize(globals.values[i]);
  tern_vec_deinitialize(&globals);
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_hal_dialect, &tern_scf_dialect,
                                                 &tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_initialize_devices_pass = {
    .flag = "iree-hal-initialize-devices",
    .anchor = "builtin.module",
    .summary = "Find the devices of globals when the module is loaded",
    .dialects = dialects,
    .run = run,
};
