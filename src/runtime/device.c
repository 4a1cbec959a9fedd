// Devices: the table of drivers, and the calls of tern/runtime.h.

#include "runtime/device.h"

#include <stdlib.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "base/string.h"
#include "runtime/command_buffer.h"
#include "runtime/drivers.h"
#include "runtime/drivers/cpu/cpu_driver.h"
#include "runtime/drivers/cuda/cuda_driver.h"
#include "runtime/drivers/vulkan/vulkan_driver.h"
#include "runtime/memory_use.h"
#include "runtime/profile.h"
#include "runtime/semaphore.h"

// All drivers of this build, in the order of preference.
static const tern_driver_t *const drivers[] = {
    &tern_cpu_driver,
#if TERN_HAS_VULKAN
    &tern_vulkan_driver,
#endif
#if TERN_HAS_CUDA
    &tern_cuda_driver,
#endif
};

enum { DRIVER_COUNT = sizeof(drivers) / sizeof(drivers[0]) };

const char *tern_driver_name_at(size_t index) { return index < DRIVER_COUNT ? drivers[index]->name : NULL; }

// Splits NAME, NAME://ORDINAL or NAME:ORDINAL.
static tern_status_t parse_uri(const char *uri, tern_str_t *out_name, uint32_t *out_ordinal) {
  *out_name = tern_str_from_cstr(uri);
  *out_ordinal = 0;
  const char *separator = strchr(uri, ':');
  if (!separator) return tern_ok();
  *out_name = tern_str_make(uri, (size_t)(separator - uri));
  bool has_slashes = separator[1] == '/' && separator[2] == '/';
  const char *text = separator + (has_slashes ? 3 : 1);
  uint64_t ordinal = 0;
  bool is_number = *text != 0;
  for (const char *c = text; *c && is_number; ++c) {
    ordinal = ordinal * 10 + (uint64_t)(*c - '0');
    is_number = *c >= '0' && *c <= '9' && ordinal <= UINT32_MAX;
  }
  if (!is_number) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected the number of a device after '%s' but got '%.60s'",
                            has_slashes ? "://" : ":", text);
  }
  *out_ordinal = (uint32_t)ordinal;
  return tern_ok();
}

static tern_status_t fail_unknown_driver(tern_str_t name) {
  tern_string_builder_t known = {0};
  for (size_t i = 0; i < DRIVER_COUNT && !TERN_SMALL; ++i) {
    tern_string_builder_append_format(&known, "%s'%s'", i ? ", " : "", drivers[i]->name);
  }
  tern_status_t status = tern_status_make(TERN_NOT_FOUND, "there is no driver '%.*s', only %s",
                                          (int)(name.size < 60 ? name.size : 60), name.data, known.data);
  tern_string_builder_deinitialize(&known);
  return status;
}

tern_status_t tern_driver_find(tern_str_t name, const tern_driver_t **out_driver) {
  *out_driver = NULL;
  for (size_t i = 0; i < DRIVER_COUNT; ++i) {
    if (!tern_str_equal_cstr(name, drivers[i]->name)) continue;
    *out_driver = drivers[i];
    return tern_ok();
  }
  return fail_unknown_driver(name);
}

tern_status_t tern_device_create(const char *uri, const tern_device_options_t *options, tern_device_t **out_device) {
  *out_device = NULL;
  tern_str_t name;
  uint32_t ordinal;
  TERN_RETURN_IF_ERROR(parse_uri(uri, &name, &ordinal));
  const tern_driver_t *driver;
  TERN_RETURN_IF_ERROR(tern_driver_find(name, &driver));
  const tern_device_options_t none = {0};
  if (!options) options = &none;
  if (options->flags & ~(tern_device_flags_t)TERN_DEVICE_FLAG_POISON_BUFFERS) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "unknown device flags 0x%x", options->flags);
  }
  tern_device_t *device = calloc(1, driver->device_size);
  if (!device) return tern_no_memory("a device");
  tern_resource_initialize(&device->resource);
  device->vtable = driver->vtable;
  device->driver = driver;
  tern_status_t status = driver->open_device(device, ordinal, options);
  if (!tern_status_is_ok(status)) {
    device->vtable->destroy(device);
    return status;
  }
#if !TERN_SMALL
  device->use = tern_memory_use_create();
#endif
  *out_device = device;
  return tern_ok();
}

#if !TERN_SMALL
tern_status_t tern_device_pin_thread(const tern_device_t *device) {
  return device->vtable->pin_thread ? device->vtable->pin_thread(device) : tern_ok();
}
#endif

void tern_device_retain(tern_device_t *device) {
  if (device) tern_resource_retain(&device->resource);
}

void tern_device_release(tern_device_t *device) {
  if (!device || !tern_resource_release(&device->resource)) return;
#if !TERN_SMALL
  tern_profile_destroy(device->profile);
  tern_memory_use_release(device->use);
#endif
  device->vtable->destroy(device);
}

const char *tern_device_driver_name(const tern_device_t *device) { return device->driver->name; }

tern_status_t tern_device_query(const tern_device_t *device, tern_device_property_t property, int64_t *out_value) {
  *out_value = 0;
#if !TERN_SMALL
  bool is_peak = property == TERN_DEVICE_PROPERTY_MEMORY_PEAK;
  if (device->use && (is_peak || property == TERN_DEVICE_PROPERTY_MEMORY_LIVE)) {
    *out_value = (int64_t)atomic_load(is_peak ? &device->use->peak : &device->use->live);
    return tern_ok();
  }
#endif
  return device->vtable->query(device, property, out_value);
}

tern_status_t tern_device_target_env(const tern_device_t *device, char **out_text) {
  *out_text = NULL;
  if (device->vtable->target_env) return device->vtable->target_env(device, out_text);
  return tern_status_make(TERN_UNSUPPORTED, "devices of driver '%s' take no SPIR-V", device->driver->name);
}

tern_status_t tern_device_validation_message(const tern_device_t *device, char **out_text) {
  *out_text = NULL;
  if (device->vtable->validation_message) return device->vtable->validation_message(device, out_text);
  return tern_status_make(TERN_UNSUPPORTED, "devices of driver '%s' have no validation layers", device->driver->name);
}

static tern_status_t check_semaphores(const tern_device_t *device, tern_semaphore_list_t list) {
  for (size_t i = 0; i < list.count; ++i) {
    const tern_semaphore_t *semaphore = list.semaphores[i];
    if (!semaphore || semaphore->driver != device->driver) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "semaphore %zu is not one of driver '%s'", i,
                              device->driver->name);
    }
  }
  return tern_ok();
}

static tern_status_t check_command_buffers(const tern_device_t *device, tern_command_buffer_t *const *command_buffers,
                                           size_t command_buffer_count) {
  for (size_t i = 0; i < command_buffer_count; ++i) {
    const tern_command_buffer_t *command_buffer = command_buffers[i];
    if (!command_buffer || command_buffer->driver != device->driver) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "command buffer %zu is not one of driver '%s'", i,
                              device->driver->name);
    }
    if (!command_buffer->is_ended) {
      return tern_status_make(TERN_FAILED_PRECONDITION, "command buffer %zu has not ended", i);
    }
  }
  return tern_ok();
}

tern_status_t tern_device_submit(tern_device_t *device, tern_semaphore_list_t wait,
                                 tern_command_buffer_t *const *command_buffers, size_t command_buffer_count,
                                 tern_semaphore_list_t signal) {
  TERN_RETURN_IF_ERROR(check_semaphores(device, wait));
  TERN_RETURN_IF_ERROR(check_semaphores(device, signal));
  TERN_RETURN_IF_ERROR(check_command_buffers(device, command_buffers, command_buffer_count));
#if !TERN_SMALL
  if (device->profile) {
    tern_status_t status;
    const tern_profile_work_t work = {wait, signal, command_buffers, command_buffer_count, NULL, 0};
    tern_profile_submit(device, &work, &status);
    return status;
  }
#endif
  return device->vtable->submit(device, wait, command_buffers, command_buffer_count, signal);
}

bool tern_device_submit_bound(tern_device_t *device, tern_semaphore_list_t wait, tern_command_buffer_t *command_buffer,
                              const tern_buffer_range_t *table, size_t table_size, tern_semaphore_list_t signal,
                              tern_status_t *out_status) {
  if (!device->vtable->submit_bound) return false;
  *out_status = check_semaphores(device, wait);
  if (tern_status_is_ok(*out_status)) *out_status = check_semaphores(device, signal);
  if (!tern_status_is_ok(*out_status)) return true;
#if !TERN_SMALL
  const tern_profile_work_t work = {wait, signal, &command_buffer, 1, table, table_size};
  if (device->profile) return tern_profile_submit(device, &work, out_status);
#endif
  return device->vtable->submit_bound(device, wait, command_buffer, table, table_size, signal, out_status);
}

tern_status_t tern_device_execute(tern_device_t *device, tern_command_buffer_t *command_buffer) {
#if !TERN_SMALL  // where the CPU is the only driver
  if (!device->vtable->execute) {
    tern_semaphore_t *semaphore = NULL;
    TERN_RETURN_IF_ERROR(tern_semaphore_create(device, 0, &semaphore));
    const uint64_t value = 1;
    tern_semaphore_list_t none = {0}, signal = {&semaphore, &value, 1};
    tern_status_t status = tern_device_submit(device, none, &command_buffer, 1, signal);
    if (tern_status_is_ok(status)) status = tern_semaphore_wait(semaphore, value, TERN_TIMEOUT_INFINITE, NULL);
    tern_semaphore_release(semaphore);
    return status;
  }
#endif
  TERN_RETURN_IF_ERROR(check_command_buffers(device, &command_buffer, 1));
#if !TERN_SMALL
  if (device->profile) return tern_profile_execute(device, command_buffer);
#endif
  return device->vtable->execute(device, command_buffer);
}

tern_status_t tern_device_wait_idle(tern_device_t *device) {
#if !TERN_SMALL
  if (device->profile) return tern_profile_wait_idle(device);
#endif
  return device->vtable->wait_idle(device);
}
