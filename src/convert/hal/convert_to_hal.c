// --iree-hal-conversion: the program's asynchronous work becomes calls of the hardware abstraction layer.
//
//   %t = stream.cmd.execute await(%a) => with(%r as %x: !stream.resource<transient>{%n}) {
//     stream.cmd.dispatch @exe::@variant::@f { rw %x[%c0 for %n] : !stream.resource<transient>{%n} }
//   } => !stream.timepoint
//
//   %cmd = hal.command_buffer.create device(%device : !hal.device) mode(OneShot) categories(Dispatch) affinity(%any)
//   hal.command_buffer.dispatch<%cmd : !hal.command_buffer> target(%exe : !hal.executable)[%ordinal]
//       workgroups([%c0, %c0, %c0]) bindings([(%r : !hal.buffer)[%c0, %n]]) flags("None")
//   hal.command_buffer.finalize<%cmd : !hal.command_buffer>
//   %t = hal.fence.create device(%device : !hal.device) flags("None") : !hal.fence
//   hal.device.queue.execute<%device : !hal.device> affinity(%any) wait(%a) signal(%t) commands(%cmd) flags("None")
//
// Resources become buffers, timepoints fences (util.null where nothing is waited for). A grid is given as zeros: the
// executable computes it from its constants, so the program does not.
//
// Source: upstream's ConvertToHALPass, with its StreamToHAL patterns.

#include "analysis/hal_devices.h"
#include "convert/hal/hal_conversion.h"
#include "dialect/arith/arith.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

// --- builders ---

static tern_value_t *build_constant(tern_hal_conversion_t *conversion, const tern_type_t *type, int64_t value) {
  return tern_build_value(&conversion->builder, TERN_ARITH(CONSTANT),
                          .attrs = TERN_ATTRS({"value", tern_integer_attr_get(type, value)}));
}

tern_value_t *tern_hal_build_i32(tern_hal_conversion_t *conversion, int64_t value) {
  return build_constant(conversion, tern_i_type_get(conversion->context, 32), value);
}

tern_value_t *tern_hal_build_i64(tern_hal_conversion_t *conversion, int64_t value) {
  return build_constant(conversion, tern_i_type_get(conversion->context, 64), value);
}

tern_value_t *tern_hal_build_index(tern_hal_conversion_t *conversion, int64_t value) {
  return build_constant(conversion, tern_index_type_get(conversion->context), value);
}

tern_value_t *tern_hal_build_device(tern_hal_conversion_t *conversion, const tern_op_t *op) {
  const tern_attr_t *affinity = tern_hal_affinity_of(op);
  if (!affinity) {
    tern_op_error(op, "needs a device, and the program has none");
    tern_emit_note(op->loc, "name devices by iree-hal-assign-target-devices or the attribute 'hal.device.targets'");
    return NULL;
  }
  tern_str_t name = tern_hal_affinity_device_name(affinity);
  return tern_build_value(&conversion->builder, TERN_UTIL(GLOBAL_LOAD),
                          .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_DEVICE_TYPE)),
                          .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(conversion->context, name)},
                                              {"is_immutable", tern_unit_attr_get(conversion->context)}));
}

tern_value_t *tern_hal_build_queues(tern_hal_conversion_t *conversion, const tern_op_t *op) {
  return tern_hal_build_i64(conversion, tern_hal_affinity_queues(tern_hal_affinity_of(op)));
}

tern_value_t *tern_hal_build_null_fence(tern_hal_conversion_t *conversion) {
  return tern_build_value(&conversion->builder, TERN_UTIL(NULL),
                          .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_FENCE_TYPE)));
}

tern_value_t *tern_hal_build_wait_fence(tern_hal_conversion_t *conversion, tern_value_t *fence) {
  return fence ? fence : tern_hal_build_null_fence(conversion);
}

static bool is_fence(const tern_value_t *value) { return tern_type_is_hal(value->type, TERN_HAL_FENCE_TYPE); }

// The fence that the only use of a timepoint hands it on to, if it is there at the builder already. The use is erased.
static tern_value_t *take_chained_fence(const tern_hal_conversion_t *conversion, tern_value_t *timepoint) {
  if (!tern_value_has_one_use(timepoint)) return NULL;
  tern_op_t *chain = timepoint->first_use->owner;
  if (!tern_op_is(chain, TERN_STREAM(TIMEPOINT_CHAIN_EXTERNAL)) || chain->operand_count != 2) return NULL;
  tern_value_t *fence = tern_op_operand(chain, 1);
  const tern_op_t *before = conversion->builder.before, *definition = tern_value_defining_op(fence);
  if (!is_fence(fence) || !before || chain->block != before->block) return NULL;
  bool is_there = fence->is_block_argument
                      ? tern_value_arg_block(fence) == before->block->parent->first_block
                      : definition->block == before->block && tern_op_is_before(definition, before);
  if (!is_there) return NULL;
  tern_op_destroy(chain);
  return fence;
}

tern_value_t *tern_hal_build_signal_fence(tern_hal_conversion_t *conversion, tern_value_t *device,
                                          tern_value_t *timepoint) {
  if (!tern_value_has_uses(timepoint)) return tern_hal_build_null_fence(conversion);
  tern_value_t *fence = take_chained_fence(conversion, timepoint);
  if (fence) return fence;
  return tern_build_value(&conversion->builder, TERN_HAL(FENCE_CREATE), .operands = TERN_VALUES(device),
                          .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_FENCE_TYPE)),
                          .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, FENCE_FLAGS, 0)}));
}

tern_value_t *tern_hal_build_memory_type(tern_hal_conversion_t *conversion, int64_t bits) {
  return tern_build_value(&conversion->builder, TERN_HAL(MEMORY_TYPE),
                          .types = TERN_TYPES(tern_i_type_get(conversion->context, 32)),
                          .attrs = TERN_ATTRS({"type", TERN_HAL_ENUM_VALUE(conversion, MEMORY_TYPE, bits)}));
}

tern_value_t *tern_hal_build_buffer_usage(tern_hal_conversion_t *conversion, int64_t bits) {
  return tern_build_value(&conversion->builder, TERN_HAL(BUFFER_USAGE),
                          .types = TERN_TYPES(tern_i_type_get(conversion->context, 32)),
                          .attrs = TERN_ATTRS({"usage", TERN_HAL_ENUM_VALUE(conversion, BUFFER_USAGE, bits)}));
}

// --- ops ---

static const tern_hal_rule_t *find_rule(const tern_op_t *op) {
  const struct {
    const tern_hal_rule_t *rules;
    size_t count;
  } tables[] = {{tern_hal_resource_rules, tern_hal_resource_rule_count},
                {tern_hal_command_rules, tern_hal_command_rule_count},
                {tern_hal_timepoint_rules, tern_hal_timepoint_rule_count},
                {tern_hal_parameter_rules, tern_hal_parameter_rule_count}};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) {
    for (size_t j = 0; j < tables[i].count; ++j) {
      if (tern_op_is(op, tables[i].rules[j].row)) return &tables[i].rules[j];
    }
  }
  return NULL;
}

bool tern_hal_convert_op(tern_hal_conversion_t *conversion, tern_op_t *op) {
  const tern_hal_rule_t *rule = find_rule(op);
  if (rule) {
    conversion->builder = tern_builder_before(op);
    if (!rule->convert(conversion, op)) return false;
    tern_op_destroy(op);
    return true;
  }
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      if (!tern_hal_convert_block(conversion, block)) return false;
    }
  }
  return true;
}

// A rule may erase what follows the op (see take_chained_fence), so the next op is looked up afterwards: `previous` is
// not touched, for what is built stands before the op.
bool tern_hal_convert_block(tern_hal_conversion_t *conversion, tern_block_t *block) {
  tern_op_t *op = block->first_op;
  while (op) {
    bool has_rule = find_rule(op) != NULL;
    tern_op_t *marker = NULL;
    if (has_rule) {
      // The op goes; what follows is found behind the place where it stood.
      marker = tern_op_create(conversion->context,
                              &(tern_op_state_t){.def = tern_op_def_of(conversion->context, TERN_UTIL(NULL))});
      tern_op_insert(marker, block, op->next);
    }
    bool is_right = tern_hal_convert_op(conversion, op);
    if (marker) {
      op = marker->next;
      tern_op_destroy(marker);
    } else if (is_right) {
      op = op->next;
    }
    if (!is_right) return false;
  }
  return true;
}

// --- types ---

static const tern_type_t *convert_type(const tern_type_t *type);

static const tern_type_t *convert_function_type(const tern_type_t *type) {
  size_t count = type->param_count - 1, input_count = (size_t)type->params[0];
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&types, convert_type((const tern_type_t *)(uintptr_t)type->params[1 + i]));
  }
  const tern_type_t *converted =
      tern_function_type_get(type->context, (tern_types_t){types.values, input_count},
                             (tern_types_t){types.values + input_count, count - input_count});
  tern_vec_deinitialize(&types);
  return converted;
}

static const tern_type_t *convert_type(const tern_type_t *type) {
  static const struct {
    tern_stream_type_t from;
    tern_hal_type_id_t to;
  } rows[] = {{TERN_STREAM_TYPE_RESOURCE, TERN_HAL_BUFFER_TYPE},
              {TERN_STREAM_TYPE_TIMEPOINT, TERN_HAL_FENCE_TYPE},
              {TERN_STREAM_TYPE_FILE, TERN_HAL_FILE_TYPE},
              {TERN_STREAM_TYPE_CHANNEL, TERN_HAL_CHANNEL_TYPE}};
  if (type->kind == TERN_TYPE_FUNCTION) return convert_function_type(type);
  if (type->kind != TERN_TYPE_DIALECT) return type;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (type->row == &tern_stream_types[rows[i].from]) return tern_hal_type(type->context, rows[i].to);
  }
  if (tern_type_is_util(type, TERN_UTIL_TYPE_LIST))
    return tern_util_list_type_get(convert_type(tern_util_type_target(type)));
  if (tern_type_is_util(type, TERN_UTIL_TYPE_PTR))
    return tern_util_ptr_type_get(convert_type(tern_util_type_target(type)));
  return type;
}

static void convert_attr(tern_op_t *op, size_t slot) {
  const tern_attr_t *attr = op->slots[slot];
  if (!attr) return;
  if (attr->kind == TERN_ATTR_TYPE) {
    op->slots[slot] = tern_type_attr_get(convert_type(tern_type_attr_value(attr)));
  } else if (attr->kind == TERN_ATTR_DIALECT && attr->row == TERN_STREAM_ATTR(TIMEPOINT)) {
    // A fence that is null is one that is reached.
    op->slots[slot] = NULL;
  }
}

static tern_walk_result_t convert_types(tern_op_t *op, void *user) {
  (void)user;
  if (tern_op_is(op, TERN_HAL(EXECUTABLE)) || tern_op_is(op, TERN_HAL(EXECUTABLE_SOURCE)) ||
      tern_op_is(op, TERN_STREAM(EXECUTABLE))) {
    return TERN_WALK_SKIP;
  }
  for (size_t i = 0; i < op->def->attr_count; ++i) convert_attr(op, i);
  for (size_t i = 0; i < op->result_count; ++i) op->results[i].type = convert_type(op->results[i].type);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t j = 0; j < block->arg_count; ++j) block->args[j]->type = convert_type(block->args[j]->type);
    }
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t find_left(tern_op_t *op, void *user) {
  bool *is_right = user;
  if (tern_op_is(op, TERN_HAL(EXECUTABLE)) || tern_op_is(op, TERN_HAL(EXECUTABLE_SOURCE)) ||
      tern_op_is(op, TERN_STREAM(EXECUTABLE))) {
    return TERN_WALK_SKIP;
  }
  if (!tern_str_starts_with(tern_op_name(op), TERN_STR("stream."))) return TERN_WALK_ADVANCE;
  *is_right = tern_op_error(op, "cannot be converted to hal");
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_hal_conversion_t conversion = {.context = tern_op_context(module), .module = module};
  bool is_right = true;
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    bool is_device_code = tern_op_is(op, TERN_HAL(EXECUTABLE)) || tern_op_is(op, TERN_HAL(EXECUTABLE_SOURCE)) ||
                          tern_op_is(op, TERN_STREAM(EXECUTABLE));
    if (!is_device_code && !tern_hal_convert_op(&conversion, op)) return false;
  }
  tern_op_walk_pre(module, find_left, &is_right);
  if (!is_right) return false;
  tern_op_walk_pre(module, convert_types, NULL);
  // Everything is on its device now.
  tern_op_set_attr(module, "stream.affinity.default", NULL);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_hal_dialect, &tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_conversion_pass = {
    .flag = "iree-hal-conversion",
    .anchor = "builtin.module",
    .summary = "Turn asynchronous work into calls of the hardware abstraction layer",
    .dialects = dialects,
    .run = run,
};
