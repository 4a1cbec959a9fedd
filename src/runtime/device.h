// What a driver implements. A driver is a row in the table at the end of device.c; a device of it is a struct that
// begins with tern_device_t and makes buffers, executables, command buffers and semaphores the same way: structs that
// begin with the base of their kind (buffer.h, executable.h, command_buffer.h, semaphore.h) and point to the
// driver's vtable. The functions of tern/runtime.h check the arguments that can be checked without knowing the
// driver; a vtable function may rely on it.

#ifndef TERN_RUNTIME_DEVICE_H_
#define TERN_RUNTIME_DEVICE_H_

#include "base/small.h"
#include "runtime/resource.h"
#include "tern/runtime.h"

struct tern_description_builder_t;

typedef struct tern_driver_t {
  const char *name;
  // Creates the `ordinal`-th device. `options` is never NULL, its flags are known. Errors: as tern_device_create().
  tern_status_t (*create_device)(uint32_t ordinal, const tern_device_options_t *options, tern_device_t **out_device);
  tern_status_t (*count_devices)(size_t *out_count);
  // Describes a device: fills in `builder`.
  tern_status_t (*describe_device)(size_t ordinal, struct tern_description_builder_t *builder);
} tern_driver_t;

// Each function is that of tern/runtime.h with the same name.
typedef struct tern_device_vtable_t {
  void (*destroy)(tern_device_t *device);
  tern_status_t (*query)(const tern_device_t *device, tern_device_property_t property, int64_t *out_value);
  // The next two may be NULL: unsupported.
  tern_status_t (*target_env)(const tern_device_t *device, char **out_text);
  tern_status_t (*validation_message)(const tern_device_t *device, char **out_text);
  // `usage` is never 0.
  tern_status_t (*allocate_buffer)(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                   tern_buffer_t **out_buffer);
  tern_status_t (*wrap_buffer)(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                               tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer);
  // The entry points were checked.
  tern_status_t (*create_executable)(tern_device_t *device, const tern_executable_params_t *params,
                                     tern_executable_t **out_executable);
  tern_status_t (*create_command_buffer)(tern_device_t *device, tern_command_buffer_t **out_command_buffer);
  tern_status_t (*create_semaphore)(tern_device_t *device, uint64_t initial_value, tern_semaphore_t **out_semaphore);
  // Every command buffer has ended, and every object is of the same driver.
  tern_status_t (*submit)(tern_device_t *device, tern_semaphore_list_t wait,
                          tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                          tern_semaphore_list_t signal);
  // May be NULL: then it is a submission, and a wait for its semaphore. Of the command buffer the same is known.
  tern_status_t (*execute)(tern_device_t *device, tern_command_buffer_t *command_buffer);
  tern_status_t (*wait_idle)(tern_device_t *device);
  // The next two may be NULL. A buffer that stands for the one in slot `slot` of a table: it is only recorded.
  tern_status_t (*create_slot)(tern_device_t *device, uint32_t slot, tern_buffer_t **out_buffer);
  // Submits a command buffer in which there are such buffers, with those of `table` in their places. False if that cannot be
  // done with this table: then the commands are recorded anew with its buffers, which tells what is wrong with them.
  bool (*submit_bound)(tern_device_t *device, tern_semaphore_list_t wait, tern_command_buffer_t *command_buffer,
                       const tern_buffer_range_t *table, size_t table_size, tern_semaphore_list_t signal,
                       tern_status_t *out_status);
#if !TERN_SMALL
  // Runs the programs of a grid of at least one, of entry point `ordinal` of an executable of this device. May be NULL.
  tern_status_t (*launch)(tern_device_t *device, const tern_executable_t *executable, size_t ordinal,
                          const struct tern_kernel_signature_t *signature, const uint32_t grid[3],
                          const void *const *arguments, void *stream);
  // May be NULL: there is nothing to do.
  tern_status_t (*pin_thread)(const tern_device_t *device);
#endif
} tern_device_vtable_t;

struct tern_device_t {
  tern_resource_t resource;
  const tern_device_vtable_t *vtable;
  const tern_driver_t *driver;
#if !TERN_SMALL
  struct tern_profile_t *profile;  // owned; NULL: nobody asks (profile.h)
  struct tern_memory_use_t *use;   // a reference (memory_use.h)
#endif
};

static inline void tern_device_initialize(tern_device_t *device, const tern_device_vtable_t *vtable,
                                          const tern_driver_t *driver) {
  tern_resource_initialize(&device->resource);
  device->vtable = vtable;
  device->driver = driver;
}

// The vtable's submit_bound with checked semaphores; false also for a device that has none.
bool tern_device_submit_bound(tern_device_t *device, tern_semaphore_list_t wait, tern_command_buffer_t *command_buffer,
                              const tern_buffer_range_t *table, size_t table_size, tern_semaphore_list_t signal,
                              tern_status_t *out_status);

#endif  // TERN_RUNTIME_DEVICE_H_
