// Buffers: checks, and what can be made of map and unmap.

#include "runtime/buffer.h"

#include <string.h>

#include "runtime/device.h"
#include "runtime/memory_use.h"

static const char *usage_name(tern_buffer_usage_t usage) {
  if (usage & TERN_BUFFER_USAGE_MAPPING) return "mapping";
  return usage & TERN_BUFFER_USAGE_DISPATCH ? "dispatch" : "transfer";
}

static tern_status_t check_usage(tern_buffer_usage_t usage) {
  if (!(usage & ~(tern_buffer_usage_t)TERN_BUFFER_USAGE_DEFAULT)) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "unknown buffer usage bits 0x%x", usage);
}

tern_status_t tern_buffer_allocate(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                   tern_buffer_t **out_buffer) {
  *out_buffer = NULL;
  TERN_RETURN_IF_ERROR(check_usage(usage));
  if (!usage) usage = TERN_BUFFER_USAGE_DEFAULT;
  TERN_RETURN_IF_ERROR(device->vtable->allocate_buffer(device, usage, size, out_buffer));
#if !TERN_SMALL
  (*out_buffer)->use = tern_memory_use_add(device->use, size);
#endif
  return tern_ok();
}

tern_status_t tern_buffer_wrap(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                               tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer) {
  *out_buffer = NULL;
  TERN_RETURN_IF_ERROR(check_usage(usage));
  if (!data && size) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected the address of %zu bytes but got NULL", size);
  }
  return device->vtable->wrap_buffer(device, usage ? usage : (tern_buffer_usage_t)TERN_BUFFER_USAGE_DEFAULT, data, size,
                                     release, user_data, out_buffer);
}

void tern_buffer_retain(tern_buffer_t *buffer) {
  if (buffer) tern_resource_retain(&buffer->resource);
}

void tern_buffer_release(tern_buffer_t *buffer) {
  if (!buffer || !tern_resource_release(&buffer->resource)) return;
#if !TERN_SMALL
  tern_memory_use_remove(buffer->use, buffer->size);
#endif
  buffer->vtable->destroy(buffer);
}

size_t tern_buffer_size(const tern_buffer_t *buffer) { return buffer->size; }

#if !TERN_SMALL
tern_status_t tern_buffer_address(const tern_buffer_t *buffer, uint64_t *out_address) {
  *out_address = buffer->vtable->address ? buffer->vtable->address(buffer) : 0;
  if (buffer->vtable->address) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED, "buffers of driver '%s' have no addresses", buffer->driver->name);
}
#endif

tern_status_t tern_buffer_range_resolve(const struct tern_driver_t *driver, tern_buffer_usage_t usage,
                                        tern_buffer_range_t *inout_range) {
  const tern_buffer_t *buffer = inout_range->buffer;
  if (!buffer) return tern_status_make(TERN_INVALID_ARGUMENT, "expected a buffer but got NULL");
  if (buffer->driver != driver) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected a buffer of driver '%s' but got one of '%s'", driver->name,
                            buffer->driver->name);
  }
  tern_buffer_usage_t missing = usage & ~buffer->usage;
  if (missing) {
    return tern_status_make(TERN_FAILED_PRECONDITION, "the buffer was not made for %s", usage_name(missing));
  }
  size_t offset = inout_range->offset;
  bool is_inside = offset <= buffer->size;
  if (is_inside && inout_range->size == TERN_WHOLE_BUFFER) inout_range->size = buffer->size - offset;
  if (!is_inside || inout_range->size > buffer->size - offset) {
    return tern_status_make(TERN_OUT_OF_RANGE, "%zu bytes at offset %zu lie outside the buffer of %zu bytes",
                            inout_range->size, offset, buffer->size);
  }
  return tern_ok();
}

static tern_status_t check_access(tern_map_access_t access) {
  tern_map_access_t known = TERN_MAP_ACCESS_READ | TERN_MAP_ACCESS_WRITE;
  if (access && !(access & ~known)) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "expected to map for reading or writing but got access 0x%x", access);
}

tern_status_t tern_buffer_map(tern_buffer_t *buffer, tern_map_access_t access, size_t offset, size_t size,
                              void **out_data) {
  *out_data = NULL;
  tern_buffer_range_t range = {buffer, offset, size};
  TERN_RETURN_IF_ERROR(check_access(access));
  TERN_RETURN_IF_ERROR(tern_buffer_range_resolve(buffer->driver, TERN_BUFFER_USAGE_MAPPING, &range));
  return buffer->vtable->map(buffer, access, range.offset, range.size, out_data);
}

tern_status_t tern_buffer_unmap(tern_buffer_t *buffer, tern_map_access_t access, size_t offset, size_t size) {
  tern_buffer_range_t range = {buffer, offset, size};
  TERN_RETURN_IF_ERROR(check_access(access));
  TERN_RETURN_IF_ERROR(tern_buffer_range_resolve(buffer->driver, TERN_BUFFER_USAGE_MAPPING, &range));
  return buffer->vtable->unmap(buffer, access, range.offset, range.size);
}

// Copies between host memory and a range that is mapped for the copy. One of `source` and `target` is NULL: it is the
// mapped side.
static tern_status_t copy_mapped(tern_buffer_t *buffer, size_t offset, size_t size, const void *source, void *target) {
  tern_map_access_t access = source ? TERN_MAP_ACCESS_WRITE : TERN_MAP_ACCESS_READ;
  void *mapped = NULL;
  if (size == TERN_WHOLE_BUFFER) size = offset <= buffer->size ? buffer->size - offset : 0;
#if !TERN_SMALL
  if (buffer->vtable->copy) {
    tern_buffer_range_t range = {buffer, offset, size};
    TERN_RETURN_IF_ERROR(tern_buffer_range_resolve(buffer->driver, TERN_BUFFER_USAGE_MAPPING, &range));
    return buffer->vtable->copy(buffer, offset, size, source, target);
  }
#endif
  TERN_RETURN_IF_ERROR(tern_buffer_map(buffer, access, offset, size, &mapped));
  if (size) memcpy(target ? target : mapped, source ? source : mapped, size);
  return tern_buffer_unmap(buffer, access, offset, size);
}

tern_status_t tern_buffer_write(tern_buffer_t *buffer, size_t offset, const void *data, size_t size) {
  if (!data) return size ? tern_status_make(TERN_INVALID_ARGUMENT, "expected data but got NULL") : tern_ok();
  return copy_mapped(buffer, offset, size, data, NULL);
}

tern_status_t tern_buffer_read(tern_buffer_t *buffer, size_t offset, void *data, size_t size) {
  if (!data) return size ? tern_status_make(TERN_INVALID_ARGUMENT, "expected memory but got NULL") : tern_ok();
  return copy_mapped(buffer, offset, size, NULL, data);
}
