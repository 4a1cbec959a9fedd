// The part of a command buffer that all drivers share.

#ifndef TERN_RUNTIME_COMMAND_BUFFER_H_
#define TERN_RUNTIME_COMMAND_BUFFER_H_

#include "base/small.h"
#include "base/vec.h"
#include "runtime/resource.h"
#include "tern/runtime.h"

// The arguments of a dispatch, all checked.
typedef struct tern_dispatch_request_t {
  tern_executable_t *executable;
  const tern_entry_point_t *entry;
  size_t ordinal;
  uint32_t workgroup_count[3];          // none is 0; 1 each if nothing gives them
  bool has_grid;                        // the caller or entry->workgroup_count gave `workgroup_count`
  const uint32_t *push_constants;       // entry->push_constant_count words
  const tern_buffer_range_t *bindings;  // entry->binding_count ranges
} tern_dispatch_request_t;

// Each function records one command. Ranges lie in their buffers and have definite sizes; what they need is retained by
// the caller. Nothing a function is passed outlives the call.
typedef struct tern_command_buffer_vtable_t {
  void (*destroy)(tern_command_buffer_t *command_buffer);  // tern_command_buffer_deinitialize() and the rest
  tern_status_t (*dispatch)(tern_command_buffer_t *command_buffer, const tern_dispatch_request_t *request);
  tern_status_t (*barrier)(tern_command_buffer_t *command_buffer, tern_stages_t source, tern_stages_t target);
  tern_status_t (*fill)(tern_command_buffer_t *command_buffer, tern_buffer_range_t target, const void *pattern,
                        size_t pattern_size);
  tern_status_t (*copy)(tern_command_buffer_t *command_buffer, tern_buffer_range_t source, tern_buffer_range_t target);
  tern_status_t (*update)(tern_command_buffer_t *command_buffer, const void *data, tern_buffer_range_t target);
  // Time stamps of profiles have slots above those of the public API, as many as there are.
  tern_status_t (*timestamp)(tern_command_buffer_t *command_buffer, uint32_t slot);
  tern_status_t (*elapsed)(tern_command_buffer_t *command_buffer, uint32_t start_slot, uint32_t end_slot,
                           uint64_t *out_nanoseconds);  // the slots exist
  tern_status_t (*end)(tern_command_buffer_t *command_buffer);
} tern_command_buffer_vtable_t;

struct tern_command_buffer_t {
  tern_resource_t resource;
  const tern_command_buffer_vtable_t *vtable;
  const struct tern_driver_t *driver;
  bool is_ended;
  TERN_VEC(tern_buffer_t *) buffers;          // each holds a reference
  TERN_VEC(tern_executable_t *) executables;  // each holds a reference
#if !TERN_SMALL
  struct tern_profile_log_t *log;  // owned: what is recorded, with time stamps around it; NULL: nobody asks (profile.h)
#endif
};

// The grid of one kernel of the entry point: what the caller or the kernel's program says, within what the device can
// dispatch. `kernel` may be NULL: the entry point has no list of them. Errors: those of the program; TERN_UNSUPPORTED if the
// grid is too large and the kernel does not go on cyclically.
tern_status_t tern_dispatch_request_grid(const tern_dispatch_request_t *request, const tern_kernel_info_t *kernel,
                                         const uint32_t limits[3], uint32_t out_grid[3]);

// Sets up and tears down the shared part; the driver owns the storage.
void tern_command_buffer_initialize(const tern_command_buffer_vtable_t *vtable, const struct tern_driver_t *driver,
                                    tern_command_buffer_t *out_command_buffer);
void tern_command_buffer_deinitialize(tern_command_buffer_t *command_buffer);

#endif  // TERN_RUNTIME_COMMAND_BUFFER_H_
