// Objects of the native module `hal`: rows of their types, and buffers with their owners.

#include "runtime/hal/hal_objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/buffer.h"
#include "runtime/device.h"
#include "runtime/hal/hal_commands.h"

//---- Types ----

static void release_device(void *object) { tern_device_release(object); }
static void release_buffer(void *object) { tern_hal_buffer_release(object); }
static void release_view(void *object) { tern_buffer_view_release(object); }
static void release_executable(void *object) { tern_executable_release(object); }
static void release_fence(void *object) { tern_fence_release(object); }
static void release_commands(void *object) { tern_hal_commands_release(object); }

static void release_file(void *object) {
  tern_hal_file_t *file = object;
  if (!tern_resource_release(&file->resource)) return;
  tern_vm_buffer_type.release(file->source);
  free(file);
}

const tern_ref_type_t tern_hal_device_type = {"hal.device", release_device};
const tern_ref_type_t tern_hal_allocator_type = {"hal.allocator", release_device};
const tern_ref_type_t tern_hal_buffer_type = {"hal.buffer", release_buffer};
const tern_ref_type_t tern_hal_buffer_view_type = {"hal.buffer_view", release_view};
const tern_ref_type_t tern_hal_executable_type = {"hal.executable", release_executable};
const tern_ref_type_t tern_hal_fence_type = {"hal.fence", release_fence};
const tern_ref_type_t tern_hal_file_type = {"hal.file", release_file};
const tern_ref_type_t tern_hal_command_buffer_type = {"hal.command_buffer", release_commands};

//---- Element types ----

static const uint8_t element_types[] = {
#define HAL_ELEMENT(name, number) TERN_ELEMENT_TYPE_##name,
#include "base/hal_element_types.def"
#undef HAL_ELEMENT
};
static const uint32_t element_numbers[] = {
#define HAL_ELEMENT(name, number) number,
#include "base/hal_element_types.def"
#undef HAL_ELEMENT
};

enum { ELEMENT_TYPE_COUNT = sizeof(element_types) / sizeof(element_types[0]) };

tern_element_type_t tern_hal_element_type_from_number(uint32_t number) {
  for (size_t i = 0; i < ELEMENT_TYPE_COUNT; ++i) {
    if (element_numbers[i] == number) return (tern_element_type_t)element_types[i];
  }
  return TERN_ELEMENT_TYPE_NONE;
}

uint32_t tern_hal_element_type_number(tern_element_type_t type) {
  for (size_t i = 0; i < ELEMENT_TYPE_COUNT; ++i) {
    if (element_types[i] == type) return element_numbers[i];
  }
  return 0;
}

//---- Buffers ----

static tern_status_t create_buffer(tern_hal_buffer_t **out_buffer) {
  tern_hal_buffer_t *buffer = calloc(1, sizeof(*buffer));
  *out_buffer = buffer;
  if (!buffer) return tern_no_memory("a buffer");
  tern_resource_initialize(&buffer->resource);
  atomic_init(&buffer->owner_count, 1);
  return tern_ok();
}

tern_status_t tern_hal_buffer_allocate(tern_buffer_cache_t *cache, tern_buffer_usage_t usage, size_t size,
                                       tern_hal_buffer_t **out_buffer) {
  tern_hal_buffer_t *buffer;
  *out_buffer = NULL;
  TERN_RETURN_IF_ERROR(create_buffer(&buffer));
  tern_status_t status = tern_buffer_cache_allocate(cache, usage, size, &buffer->buffer);
  if (!tern_status_is_ok(status)) {
    free(buffer);
    return status;
  }
  tern_buffer_cache_retain(cache);
  buffer->cache = cache;
  buffer->device = tern_buffer_cache_device(cache);
  buffer->usage = usage;
  buffer->size = size;
  *out_buffer = buffer;
  return tern_ok();
}

tern_status_t tern_hal_buffer_wrap(tern_buffer_range_t range, tern_device_t *device, tern_hal_buffer_t **out_buffer) {
  *out_buffer = NULL;
  if (!range.buffer) return tern_status_make(TERN_INVALID_ARGUMENT, "expected a buffer but got NULL");
  size_t size = tern_buffer_size(range.buffer);
  if (range.size == TERN_WHOLE_BUFFER && range.offset <= size) range.size = size - range.offset;
  if (range.offset > size || range.size > size - range.offset) {
    return tern_status_make(TERN_OUT_OF_RANGE, "%zu bytes at offset %zu are outside of a buffer of %zu bytes",
                            range.size, range.offset, size);
  }
  tern_hal_buffer_t *buffer;
  TERN_RETURN_IF_ERROR(create_buffer(&buffer));
  tern_buffer_retain(range.buffer);
  buffer->buffer = range.buffer;
  buffer->offset = range.offset;
  buffer->size = range.size;
  tern_device_retain(device);
  buffer->device = device;
  *out_buffer = buffer;
  return tern_ok();
}

tern_status_t tern_hal_buffer_import(tern_device_t *device, void *data, size_t size, tern_buffer_release_fn_t release,
                                     void *user_data, tern_hal_buffer_t **out_buffer) {
  *out_buffer = NULL;
  tern_buffer_t *memory;
  tern_status_t status = tern_buffer_wrap(device, TERN_BUFFER_USAGE_DEFAULT, data, size, release, user_data, &memory);
  if (!tern_status_is_ok(status)) {
    release(user_data, data);
    return status;
  }
  status = tern_hal_buffer_wrap(tern_buffer_whole(memory), device, out_buffer);
  tern_buffer_release(memory);
  return status;
}

tern_status_t tern_hal_buffer_subspan(tern_hal_buffer_t *parent, uint64_t offset, uint64_t size,
                                      tern_hal_buffer_t **out_buffer) {
  *out_buffer = NULL;
  tern_buffer_range_t range;
  TERN_RETURN_IF_ERROR(tern_hal_buffer_range(parent, offset, size, &range));
  tern_hal_buffer_t *buffer;
  TERN_RETURN_IF_ERROR(create_buffer(&buffer));
  tern_resource_retain(&parent->resource);
  buffer->parent = parent;
  buffer->offset = range.offset;
  buffer->size = range.size;
  buffer->device = parent->device;
  *out_buffer = buffer;
  return tern_ok();
}

static void give_back(tern_hal_buffer_t *buffer) {
  if (buffer->buffer) tern_buffer_cache_give_back(buffer->cache, buffer->usage, buffer->buffer);
  buffer->buffer = NULL;
}

void tern_hal_buffer_release(tern_hal_buffer_t *buffer) {
  if (!buffer || !tern_resource_release(&buffer->resource)) return;
  if (buffer->parent) {
    tern_hal_buffer_release(buffer->parent);
  } else if (buffer->cache) {
    give_back(buffer);
    tern_buffer_cache_release(buffer->cache);
  } else {
    tern_buffer_release(buffer->buffer);
    tern_device_release(buffer->device);
  }
  free(buffer);
}

void tern_hal_buffer_deallocate(tern_hal_buffer_t *buffer) {
  // Others that know the buffer may be using it right now, so then it lives as long as they do.
  bool is_only = atomic_load_explicit(&buffer->resource.reference_count, memory_order_acquire) == 1;
  if (is_only && buffer->cache && !buffer->parent) give_back(buffer);
}

tern_status_t tern_hal_buffer_range(const tern_hal_buffer_t *buffer, uint64_t offset, uint64_t size,
                                    tern_buffer_range_t *out_range) {
  const tern_hal_buffer_t *whole = buffer;
  while (whole->parent) whole = whole->parent;
  if (!whole->buffer) return tern_status_make(TERN_FAILED_PRECONDITION, "a buffer is used after it was deallocated");
  if (size == UINT64_MAX && offset <= buffer->size) size = buffer->size - offset;
  if (offset > buffer->size || size > buffer->size - offset) {
    return tern_status_make(TERN_OUT_OF_RANGE, "%llu bytes at offset %llu are outside of a buffer of %zu bytes",
                            (unsigned long long)size, (unsigned long long)offset, buffer->size);
  }
  *out_range = (tern_buffer_range_t){whole->buffer, buffer->offset + (size_t)offset, (size_t)size};
  return tern_ok();
}

// Copies between a buffer that the host cannot map and one that it can.
static tern_status_t copy_on_device(tern_device_t *device, tern_buffer_range_t source, tern_buffer_range_t target) {
  tern_command_buffer_t *commands = NULL;
  TERN_RETURN_IF_ERROR(tern_command_buffer_create(device, &commands));
  tern_status_t status = tern_command_buffer_copy(commands, source, target);
  if (tern_status_is_ok(status)) status = tern_command_buffer_end(commands);
  if (tern_status_is_ok(status)) status = tern_device_execute(device, commands);
  tern_command_buffer_release(commands);
  return status;
}

static tern_status_t transfer(const tern_hal_buffer_t *buffer, uint64_t offset, size_t size, const void *source,
                              void *target) {
  tern_buffer_range_t range;
  TERN_RETURN_IF_ERROR(tern_hal_buffer_range(buffer, offset, size, &range));
  if (!size) return tern_ok();
  if (range.buffer->usage & TERN_BUFFER_USAGE_MAPPING) {
    return source ? tern_buffer_write(range.buffer, range.offset, source, size)
                  : tern_buffer_read(range.buffer, range.offset, target, size);
  }
  if (!buffer->device) {
    return tern_status_make(TERN_FAILED_PRECONDITION, "the host cannot map the buffer, and its device is not known");
  }
  tern_buffer_t *staging = NULL;
  TERN_RETURN_IF_ERROR(
      tern_buffer_allocate(buffer->device, TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_MAPPING, size, &staging));
  tern_buffer_range_t staged = tern_buffer_whole(staging);
  tern_status_t status = source ? tern_buffer_write(staging, 0, source, size) : tern_ok();
  if (tern_status_is_ok(status)) {
    status = copy_on_device(buffer->device, source ? staged : range, source ? range : staged);
  }
  if (tern_status_is_ok(status) && !source) status = tern_buffer_read(staging, 0, target, size);
  tern_buffer_release(staging);
  return status;
}

tern_status_t tern_hal_buffer_read(const tern_hal_buffer_t *buffer, uint64_t offset, void *data, size_t size) {
  return transfer(buffer, offset, size, NULL, data);
}

tern_status_t tern_hal_buffer_write(const tern_hal_buffer_t *buffer, uint64_t offset, const void *data, size_t size) {
  return transfer(buffer, offset, size, data, NULL);
}
