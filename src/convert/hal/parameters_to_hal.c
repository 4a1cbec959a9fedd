// stream to io_parameters: parameters of the program, read and written by queues of devices.

#include "base/vec.h"
#include "convert/hal/hal_conversion.h"
#include "dialect/io_parameters/io_parameters.h"

typedef TERN_VEC(tern_value_t *) operands_t;

// Appends the operands of a group; the size of the segment goes to `*out_count`.
static void append_group(operands_t *operands, const tern_op_t *op, const char *group, int32_t *out_count) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(operands, tern_op_operand(op, start + i));
  *out_count = (int32_t)count;
}

// The operands that all ops have; the one that signals is returned. NULL after an error.
static tern_value_t *append_queue(tern_hal_conversion_t *conversion, tern_op_t *op, operands_t *operands) {
  tern_value_t *device = tern_hal_build_device(conversion, op);
  if (!device) return NULL;
  tern_vec_push(operands, device);
  tern_vec_push(operands, tern_hal_build_queues(conversion, op));
  tern_vec_push(operands, tern_hal_build_wait_fence(conversion, tern_op_operand_named(op, "await_timepoint")));
  tern_value_t *signal = tern_hal_build_signal_fence(conversion, device, tern_op_result(op, op->result_count - 1));
  tern_vec_push(operands, signal);
  return signal;
}

static tern_op_t *build(tern_hal_conversion_t *conversion, const tern_op_row_t *row, const operands_t *operands,
                        const int32_t *segments, tern_types_t types) {
  enum { SEGMENT_COUNT = 10 };
  tern_op_t *op =
      tern_build(&conversion->builder, row, .operands = {operands->values, operands->count}, .types = types);
  tern_op_set_segment_sizes(op, segments, SEGMENT_COUNT);
  return op;
}

static bool convert_load(tern_hal_conversion_t *conversion, tern_op_t *op) {
  operands_t operands = {0};
  int32_t segments[10] = {1, 1, 1, 1, 0, 0, 0, 1, 1, 0};
  tern_value_t *signal = append_queue(conversion, op, &operands);
  size_t count = op->result_count - 1;
  if (signal && count) {
    tern_value_t *types, *usage;
    append_group(&operands, op, "source_scope", &segments[4]);
    append_group(&operands, op, "source_keys", &segments[5]);
    append_group(&operands, op, "source_offsets", &segments[6]);
    tern_hal_build_memory_properties(conversion, tern_op_result(op, 0)->type, &types, &usage);
    tern_vec_push(&operands, types);
    tern_vec_push(&operands, usage);
    append_group(&operands, op, "result_sizes", &segments[9]);
    TERN_VEC(const tern_type_t *) buffers = {0};
    for (size_t i = 0; i < count; ++i) {
      tern_vec_push(&buffers, tern_hal_type(conversion->context, TERN_HAL_BUFFER_TYPE));
    }
    tern_op_t *load =
        build(conversion, TERN_IO_PARAMETERS(LOAD), &operands, segments, (tern_types_t){buffers.values, buffers.count});
    for (size_t i = 0; i < count; ++i) tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(load, i));
    tern_vec_deinitialize(&buffers);
  }
  if (signal) tern_value_replace_all_uses(tern_op_result(op, count), signal);
  tern_vec_deinitialize(&operands);
  return signal != NULL;
}

// One range or many of a resource: `groups` are the operands behind those of the queue.
static bool convert_transfer(tern_hal_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row,
                             const char *const groups[6]) {
  operands_t operands = {0};
  int32_t segments[10] = {1, 1, 1, 1};
  tern_value_t *signal = append_queue(conversion, op, &operands);
  if (signal) {
    for (size_t i = 0; i < 6; ++i) append_group(&operands, op, groups[i], &segments[4 + i]);
    build(conversion, row, &operands, segments, TERN_TYPES());
    tern_value_replace_all_uses(tern_op_result(op, 0), signal);
  }
  tern_vec_deinitialize(&operands);
  return signal != NULL;
}

static bool convert_gather(tern_hal_conversion_t *conversion, tern_op_t *op) {
  static const char *const groups[] = {"source_scope", "source_keys",    "source_offsets",
                                       "target",       "target_offsets", "target_lengths"};
  return convert_transfer(conversion, op, TERN_IO_PARAMETERS(GATHER), groups);
}

static bool convert_read(tern_hal_conversion_t *conversion, tern_op_t *op) {
  static const char *const groups[] = {"source_scope", "source_key",    "source_offset",
                                       "target",       "target_offset", "target_length"};
  return convert_transfer(conversion, op, TERN_IO_PARAMETERS(GATHER), groups);
}

static bool convert_scatter(tern_hal_conversion_t *conversion, tern_op_t *op) {
  static const char *const groups[] = {"source",       "source_offsets", "source_lengths",
                                       "target_scope", "target_keys",    "target_offsets"};
  return convert_transfer(conversion, op, TERN_IO_PARAMETERS(SCATTER), groups);
}

static bool convert_write(tern_hal_conversion_t *conversion, tern_op_t *op) {
  static const char *const groups[] = {"source",       "source_offset", "source_length",
                                       "target_scope", "target_key",    "target_offset"};
  return convert_transfer(conversion, op, TERN_IO_PARAMETERS(SCATTER), groups);
}

const tern_hal_rule_t tern_hal_parameter_rules[] = {
    {TERN_STREAM(CMD_PARAMETER_LOAD), convert_load},       {TERN_STREAM(CMD_PARAMETER_READ), convert_read},
    {TERN_STREAM(CMD_PARAMETER_WRITE), convert_write},     {TERN_STREAM(CMD_PARAMETER_GATHER), convert_gather},
    {TERN_STREAM(CMD_PARAMETER_SCATTER), convert_scatter},
};
const size_t tern_hal_parameter_rule_count = sizeof tern_hal_parameter_rules / sizeof tern_hal_parameter_rules[0];
