// Profiles (tern/profile.h): what command buffers note while they are recorded, and submissions that are measured.

#ifndef TERN_RUNTIME_PROFILE_H_
#define TERN_RUNTIME_PROFILE_H_

#include "runtime/command_buffer.h"
#include "runtime/device.h"
#include "tern/profile.h"

typedef struct tern_profile_t tern_profile_t;

// The commands of one command buffer. Each has two time stamps, before it and behind it, in slots above those of the public API.
typedef struct tern_profile_log_t tern_profile_log_t;

// NULL if there is no memory.
tern_profile_log_t *tern_profile_log_create(void);
void tern_profile_log_destroy(tern_profile_log_t *log);

// Called before a command is recorded and after it was: what was not recorded after all is overwritten by the next. `request`
// is NULL but for dispatches; ranges are definite.
tern_status_t tern_profile_log_begin(tern_command_buffer_t *command_buffer);
tern_status_t tern_profile_log_dispatch(tern_command_buffer_t *command_buffer, const tern_dispatch_request_t *request,
                                        const size_t *array_sizes);
// `source` may be NULL.
tern_status_t tern_profile_log_transfer(tern_command_buffer_t *command_buffer, tern_profile_kind_t kind,
                                        const tern_buffer_range_t *source, tern_buffer_range_t target);

// The commands of the last submission that is over, with times on the device's clock from the first of them on; those whose
// buffers are slots have the ranges of `table`. The list is the log's own, and written anew by the next call.
tern_status_t tern_profile_log_read(tern_command_buffer_t *command_buffer, const tern_buffer_range_t *table,
                                    size_t table_size, const tern_profile_command_t **out_commands, size_t *out_count);
// Moves the times of a list by `offset` nanoseconds.
void tern_profile_log_move(tern_profile_log_t *log, uint64_t offset);

// What is submitted: `table` belongs to the slots of the only command buffer, or is NULL.
typedef struct tern_profile_work_t {
  tern_semaphore_list_t wait, signal;
  tern_command_buffer_t *const *command_buffers;
  size_t command_buffer_count;
  const tern_buffer_range_t *table;
  size_t table_size;
} tern_profile_work_t;

// Submits through the device's vtable and tells the sink. False if it was not submitted: the table does not fit.
bool tern_profile_submit(tern_device_t *device, const tern_profile_work_t *work, tern_status_t *out_status);
// tern_device_execute() of a device that has a function for it.
tern_status_t tern_profile_execute(tern_device_t *device, tern_command_buffer_t *command_buffer);
// tern_device_wait_idle(): also reports failures of submissions that nobody else is told of.
tern_status_t tern_profile_wait_idle(tern_device_t *device);
// Ends a profile that was not ended. NULL is ignored.
void tern_profile_destroy(tern_profile_t *profile);

#endif  // TERN_RUNTIME_PROFILE_H_
