// The conversion to hal: what its files share.
//
// Each op of stream is replaced, in the order of the program. Types convert one to one (resource: buffer, timepoint: fence),
// so those of the values that are left (of globals, arguments, calls) are changed in place at the end; until then an
// operand may be of either type. Private to src/convert/hal.

#ifndef TERN_CONVERT_HAL_HAL_CONVERSION_H_
#define TERN_CONVERT_HAL_HAL_CONVERSION_H_

#include "dialect/hal/hal.h"
#include "dialect/stream/stream.h"
#include "rewrite/builder.h"

typedef struct tern_hal_conversion {
  tern_context_t *context;
  tern_op_t *module;
  tern_builder_t builder;        // before the op that is converted
  tern_value_t *command_buffer;  // that commands are recorded into, within a stream.cmd.execute
} tern_hal_conversion_t;

// One row: how an op of stream is converted. The op is erased afterwards if it is still there: the function replaces the
// uses of its results and leaves it, or returns false after an error.
typedef struct tern_hal_rule {
  const tern_op_row_t *row;
  bool (*convert)(tern_hal_conversion_t *conversion, tern_op_t *op);
} tern_hal_rule_t;

extern const tern_hal_rule_t tern_hal_resource_rules[];
extern const size_t tern_hal_resource_rule_count;
extern const tern_hal_rule_t tern_hal_command_rules[];
extern const size_t tern_hal_command_rule_count;
extern const tern_hal_rule_t tern_hal_timepoint_rules[];
extern const size_t tern_hal_timepoint_rule_count;
extern const tern_hal_rule_t tern_hal_parameter_rules[];
extern const size_t tern_hal_parameter_rule_count;

// Converts the op by its rule, wherever that is; ops without one stay. False after an error.
bool tern_hal_convert_op(tern_hal_conversion_t *conversion, tern_op_t *op);
bool tern_hal_convert_block(tern_hal_conversion_t *conversion, tern_block_t *block);

// --- what is built over and over ---

// The device that `op` runs on, and the mask of the queues it may use there. NULL after an error: the program has no device.
tern_value_t *tern_hal_build_device(tern_hal_conversion_t *conversion, const tern_op_t *op);
tern_value_t *tern_hal_build_queues(tern_hal_conversion_t *conversion, const tern_op_t *op);
tern_value_t *tern_hal_build_i32(tern_hal_conversion_t *conversion, int64_t value);
tern_value_t *tern_hal_build_i64(tern_hal_conversion_t *conversion, int64_t value);
tern_value_t *tern_hal_build_index(tern_hal_conversion_t *conversion, int64_t value);
tern_value_t *tern_hal_build_null_fence(tern_hal_conversion_t *conversion);
// `fence`, or null where there is none to wait for.
tern_value_t *tern_hal_build_wait_fence(tern_hal_conversion_t *conversion, tern_value_t *fence);
// The fence that `timepoint`, a result of the op being converted, becomes: null if nobody looks at it, a fence of the
// caller's if it is handed on to one and that is there already, else a new one.
tern_value_t *tern_hal_build_signal_fence(tern_hal_conversion_t *conversion, tern_value_t *device,
                                          tern_value_t *timepoint);
// What buffers of the lifetime of a resource are.
void tern_hal_build_memory_properties(tern_hal_conversion_t *conversion, const tern_type_t *resource_type,
                                      tern_value_t **out_types, tern_value_t **out_usage);
// hal.memory_type and hal.buffer_usage of these bits.
tern_value_t *tern_hal_build_memory_type(tern_hal_conversion_t *conversion, int64_t bits);
tern_value_t *tern_hal_build_buffer_usage(tern_hal_conversion_t *conversion, int64_t bits);
// An enum attribute of `row`.
#define TERN_HAL_ENUM_VALUE(conversion, ID, value) tern_enum_attr_get((conversion)->context, TERN_HAL_ENUM(ID), (value))

#endif  // TERN_CONVERT_HAL_HAL_CONVERSION_H_
