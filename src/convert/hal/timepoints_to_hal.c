// stream to hal: timepoints, which become fences, and channels.

#include "base/vec.h"
#include "convert/hal/hal_conversion.h"
#include "dialect/arith/arith.h"
#include "dialect/util/util.h"
#include "ir/diagnostic.h"

static bool replace(tern_op_t *op, tern_value_t *value) {
  tern_value_replace_all_uses(tern_op_result(op, 0), value);
  return true;
}

static bool is_fence(const tern_value_t *value) { return tern_type_is_hal(value->type, TERN_HAL_FENCE_TYPE); }

static bool convert_immediate(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return replace(op, tern_hal_build_null_fence(conversion));
}

static bool convert_import(tern_hal_conversion_t *conversion, tern_op_t *op) {
  (void)conversion;
  if (op->operand_count != 1 || !is_fence(tern_op_operand(op, 0))) {
    return tern_op_error(op, "imports something else than one !hal.fence");
  }
  return replace(op, tern_op_operand(op, 0));
}

static bool convert_export(tern_hal_conversion_t *conversion, tern_op_t *op) {
  (void)conversion;
  if (op->result_count != 1 || !is_fence(tern_op_result(op, 0))) {
    return tern_op_error(op, "exports something else than one !hal.fence");
  }
  return replace(op, tern_op_operand(op, 0));
}

// The caller's fence is signaled when ours is.
static bool convert_chain(tern_hal_conversion_t *conversion, tern_op_t *op) {
  if (op->operand_count != 2 || !is_fence(tern_op_operand(op, 1))) {
    return tern_op_error(op, "chains something else than one !hal.fence");
  }
  tern_value_t *device = tern_hal_build_device(conversion, op);
  if (!device) return false;
  tern_value_t *queues = tern_hal_build_queues(conversion, op);
  tern_build(&conversion->builder, TERN_HAL(DEVICE_QUEUE_BARRIER),
             .operands = TERN_VALUES(device, queues, tern_op_operand(op, 0), tern_op_operand(op, 1)),
             .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, EXECUTE_FLAGS, 0)}));
  return true;
}

static bool convert_join(tern_hal_conversion_t *conversion, tern_op_t *op) {
  TERN_VEC(tern_value_t *) fences = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&fences, tern_op_operand(op, i));
  tern_value_t *fence =
      tern_build_value(&conversion->builder, TERN_HAL(FENCE_JOIN), .operands = {fences.values, fences.count},
                       .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_FENCE_TYPE)),
                       .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, FENCE_FLAGS, 0)}));
  tern_vec_deinitialize(&fences);
  return replace(op, fence);
}

// A barrier that is still here has a resource that is there already.
static bool convert_barrier(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_replace_all_uses(tern_op_result(op, 1), tern_hal_build_null_fence(conversion));
  return replace(op, tern_op_operand(op, 0));
}

static bool convert_await(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *forever = tern_hal_build_i32(conversion, -1);
  tern_value_t *status =
      tern_build_value(&conversion->builder, TERN_HAL(FENCE_AWAIT),
                       .operands = TERN_VALUES(forever, tern_op_operand_named(op, "await_timepoint")),
                       .types = TERN_TYPES(tern_i_type_get(conversion->context, 32)),
                       .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, WAIT_FLAGS, 0)}));
  const tern_attr_t *message = tern_string_attr_get(conversion->context, TERN_STR("failed to wait on timepoint"));
  tern_build(&conversion->builder, TERN_UTIL(STATUS_CHECK_OK), .operands = TERN_VALUES(status),
             .attrs = TERN_ATTRS({"message", message}));
  size_t start, count;
  tern_op_operands_named(op, "resource_operands", &start, &count);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_operand(op, start + i));
  }
  return true;
}

// --- channels ---

static tern_value_t *cast_to(tern_hal_conversion_t *conversion, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(&conversion->builder, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

static tern_value_t *number_or_default(tern_hal_conversion_t *conversion, tern_value_t *value) {
  return value ? cast_to(conversion, value, tern_i_type_get(conversion->context, 32))
               : tern_hal_build_i32(conversion, -1);
}

static bool convert_channel_create(tern_hal_conversion_t *conversion, tern_op_t *op) {
  tern_value_t *device = tern_hal_build_device(conversion, op);
  if (!device) return false;
  const tern_type_t *bytes = tern_util_buffer_type_get(conversion->context);
  const tern_attr_t *name = tern_op_attr(op, "group");
  tern_value_t *queues = tern_hal_build_queues(conversion, op), *id = tern_op_operand_named(op, "id"), *group;
  if (!id) id = tern_build_value(&conversion->builder, TERN_UTIL(NULL), .types = TERN_TYPES(bytes));
  if (name) {
    group = tern_build_value(&conversion->builder, TERN_UTIL(BUFFER_CONSTANT), .types = TERN_TYPES(bytes),
                             .attrs = TERN_ATTRS({"value", name}));
  } else {
    group = tern_build_value(&conversion->builder, TERN_UTIL(NULL), .types = TERN_TYPES(bytes));
  }
  tern_value_t *rank = number_or_default(conversion, tern_op_operand_named(op, "rank"));
  tern_value_t *count = number_or_default(conversion, tern_op_operand_named(op, "count"));
  return replace(op,
                 tern_build_value(&conversion->builder, TERN_HAL(CHANNEL_CREATE),
                                  .operands = TERN_VALUES(device, queues, id, group, rank, count),
                                  .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_CHANNEL_TYPE)),
                                  .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, CHANNEL_FLAGS, 0)})));
}

static bool convert_channel_split(tern_hal_conversion_t *conversion, tern_op_t *op) {
  const tern_type_t *i32 = tern_i_type_get(conversion->context, 32);
  tern_value_t *color = cast_to(conversion, tern_op_operand_named(op, "color"), i32);
  tern_value_t *key = cast_to(conversion, tern_op_operand_named(op, "key"), i32);
  return replace(op,
                 tern_build_value(&conversion->builder, TERN_HAL(CHANNEL_SPLIT),
                                  .operands = TERN_VALUES(tern_op_operand_named(op, "channel"), color, key),
                                  .types = TERN_TYPES(tern_hal_type(conversion->context, TERN_HAL_CHANNEL_TYPE)),
                                  .attrs = TERN_ATTRS({"flags", TERN_HAL_ENUM_VALUE(conversion, CHANNEL_FLAGS, 0)})));
}

static bool convert_channel_query(tern_hal_conversion_t *conversion, tern_op_t *op, size_t result) {
  const tern_type_t *i32 = tern_i_type_get(conversion->context, 32);
  tern_op_t *query = tern_build(&conversion->builder, TERN_HAL(CHANNEL_RANK_AND_COUNT),
                                .operands = TERN_VALUES(tern_op_operand(op, 0)), .types = TERN_TYPES(i32, i32));
  return replace(op, cast_to(conversion, tern_op_result(query, result), tern_index_type_get(conversion->context)));
}

static bool convert_channel_rank(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return convert_channel_query(conversion, op, 0);
}

static bool convert_channel_count(tern_hal_conversion_t *conversion, tern_op_t *op) {
  return convert_channel_query(conversion, op, 1);
}

const tern_hal_rule_t tern_hal_timepoint_rules[] = {
    {TERN_STREAM(TIMEPOINT_IMMEDIATE), convert_immediate}, {TERN_STREAM(TIMEPOINT_IMPORT), convert_import},
    {TERN_STREAM(TIMEPOINT_EXPORT), convert_export},       {TERN_STREAM(TIMEPOINT_CHAIN_EXTERNAL), convert_chain},
    {TERN_STREAM(TIMEPOINT_JOIN), convert_join},           {TERN_STREAM(TIMEPOINT_BARRIER), convert_barrier},
    {TERN_STREAM(TIMEPOINT_AWAIT), convert_await},         {TERN_STREAM(CHANNEL_CREATE), convert_channel_create},
    {TERN_STREAM(CHANNEL_SPLIT), convert_channel_split},   {TERN_STREAM(CHANNEL_RANK), convert_channel_rank},
    {TERN_STREAM(CHANNEL_COUNT), convert_channel_count},
};
const size_t tern_hal_timepoint_rule_count = sizeof tern_hal_timepoint_rules / sizeof tern_hal_timepoint_rules[0];
