// Command buffers of programs.
//
// One without slots is recorded straight into a command buffer of the device. One with slots names some of its buffers
// by number: it is a list of commands, which is recorded each time that it is executed with a table of buffers.

#ifndef TERN_RUNTIME_HAL_HAL_COMMANDS_H_
#define TERN_RUNTIME_HAL_HAL_COMMANDS_H_

#include "runtime/hal/hal_objects.h"

// Thread-compatible while it is recorded, immutable and thread-safe afterwards.
typedef struct tern_hal_commands_t tern_hal_commands_t;

// Part of a buffer of the program, or of the one in slot `slot`.
typedef struct tern_hal_binding_t {
  tern_hal_buffer_t *buffer;  // borrowed; NULL: the slot's
  uint32_t slot;
  uint64_t offset, size;  // UINT64_MAX: to the end
} tern_hal_binding_t;

tern_status_t tern_hal_commands_create(tern_device_t *device, uint32_t slot_count, tern_hal_commands_t **out_commands);
void tern_hal_commands_release(tern_hal_commands_t *commands);

// As the calls of tern/runtime.h. Errors: also TERN_OUT_OF_RANGE for a slot that does not exist.
tern_status_t tern_hal_commands_dispatch(tern_hal_commands_t *commands, tern_executable_t *executable, size_t ordinal,
                                         const uint32_t *workgroup_count, const uint32_t *push_constants,
                                         size_t push_constant_count, const tern_hal_binding_t *bindings,
                                         size_t binding_count);
tern_status_t tern_hal_commands_barrier(tern_hal_commands_t *commands, tern_stages_t source, tern_stages_t target);
tern_status_t tern_hal_commands_fill(tern_hal_commands_t *commands, const tern_hal_binding_t *target, uint64_t pattern,
                                     size_t pattern_size);
tern_status_t tern_hal_commands_copy(tern_hal_commands_t *commands, const tern_hal_binding_t *source,
                                     const tern_hal_binding_t *target);
// Any size.
tern_status_t tern_hal_commands_update(tern_hal_commands_t *commands, const void *data,
                                       const tern_hal_binding_t *target);
tern_status_t tern_hal_commands_end(tern_hal_commands_t *commands);

// Submits the commands with `table` in the slots.
tern_status_t tern_hal_commands_submit(tern_hal_commands_t *commands, tern_semaphore_list_t wait,
                                       tern_semaphore_list_t signal, const tern_hal_binding_t *table,
                                       size_t table_size);

#endif  // TERN_RUNTIME_HAL_HAL_COMMANDS_H_
