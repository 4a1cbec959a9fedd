// Buffers. The host sees pinned memory as it is, and memory of the device through copies.

#include "runtime/drivers/cuda/cuda_buffer.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_device.h"
#include "runtime/drivers/cuda/cuda_queue.h"
#include "runtime/drivers/cuda/cuda_staging.h"

enum {
  POISON = 0xFF,                  // in every byte: NaN in all float formats that have it, -1 in integers
  STAND_IN_ALIGNMENT = 64 << 10,  // above what any entry point asks for
};

static tern_cuda_memory_t *memory_of(tern_cuda_buffer_t *buffer) {
  return buffer->mapped ? &buffer->context->host_memory : &buffer->context->device_memory;
}

static uint64_t last_use_of(tern_cuda_buffer_t *buffer) {
  uint64_t use = atomic_load(&buffer->last_use);
  return use > buffer->allocation.last_use ? use : buffer->allocation.last_use;
}

void tern_cuda_buffer_mark(tern_buffer_t *base, uint64_t number) {
  tern_cuda_buffer_t *buffer = (tern_cuda_buffer_t *)base;
  uint64_t present = atomic_load(&buffer->last_use);
  while (present < number && !atomic_compare_exchange_weak(&buffer->last_use, &present, number)) {}
}

static void free_map(void *user, void *copy) {
  (void)user;
  free(copy);
}

static void destroy_buffer(tern_buffer_t *base) {
  tern_cuda_buffer_t *buffer = (tern_cuda_buffer_t *)base;
  tern_cuda_context_t *context = buffer->context;
  tern_buffer_maps_deinitialize(&buffer->maps, free_map, NULL);
  if (buffer->is_registered) {
    // The caller may do with the memory what it likes from here on.
    tern_status_t ignored = tern_cuda_queue_wait(context, last_use_of(buffer));
    (void)ignored;
    CUcontext previous = tern_cuda_enter(context);
    context->api.MemHostUnregister(buffer->mapped);
    tern_cuda_leave(context, previous);
  }
  if (buffer->allocation.block) {
    tern_cuda_memory_free(context, memory_of(buffer), &buffer->allocation, last_use_of(buffer));
  }
  if (buffer->release) buffer->release(buffer->user_data, buffer->mapped);
  free(buffer);
  tern_cuda_context_release(context);
}

//---- Access by the host ----

static tern_status_t copy_buffer(tern_buffer_t *base, size_t offset, size_t size, const void *source, void *target) {
  tern_cuda_buffer_t *buffer = (tern_cuda_buffer_t *)base;
  if (buffer->mapped) {
    TERN_RETURN_IF_ERROR(tern_cuda_queue_wait(buffer->context, last_use_of(buffer)));
    if (size) memcpy(target ? target : buffer->mapped + offset, source ? source : buffer->mapped + offset, size);
    return tern_ok();
  }
  CUdeviceptr address = buffer->address + offset;
  if (source) return tern_cuda_staging_write(buffer->context, address, source, size, last_use_of(buffer));
  return tern_cuda_staging_read(buffer->context, target, address, size, last_use_of(buffer));
}

static tern_status_t map_copied(tern_cuda_buffer_t *buffer, tern_map_access_t access, size_t offset, size_t size,
                                void **out_data) {
  void *copy = malloc(size ? size : 1);
  if (!copy) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a map of %zu bytes", size);
  tern_status_t status = tern_ok();
  if (access & TERN_MAP_ACCESS_READ) status = copy_buffer(&buffer->base, offset, size, NULL, copy);
  if (tern_status_is_ok(status)) {
    status = tern_buffer_maps_add(&buffer->maps, (tern_buffer_map_t){offset, size, access, copy});
  }
  if (!tern_status_is_ok(status)) {
    free(copy);
    return status;
  }
  *out_data = copy;
  return tern_ok();
}

static tern_status_t map_buffer(tern_buffer_t *base, tern_map_access_t access, size_t offset, size_t size,
                                void **out_data) {
  tern_cuda_buffer_t *buffer = (tern_cuda_buffer_t *)base;
  if (!buffer->mapped) return map_copied(buffer, access, offset, size, out_data);
  TERN_RETURN_IF_ERROR(tern_cuda_queue_wait(buffer->context, last_use_of(buffer)));
  *out_data = buffer->mapped + offset;
  return tern_ok();
}

static tern_status_t unmap_buffer(tern_buffer_t *base, tern_map_access_t access, size_t offset, size_t size) {
  tern_cuda_buffer_t *buffer = (tern_cuda_buffer_t *)base;
  void *copy;
  if (buffer->mapped) return tern_ok();
  TERN_RETURN_IF_ERROR(tern_buffer_maps_take(&buffer->maps, access, offset, size, &copy));
  tern_status_t status = tern_ok();
  if (access & TERN_MAP_ACCESS_WRITE) status = copy_buffer(base, offset, size, copy, NULL);
  free(copy);
  return status;
}

static uint64_t find_address(const tern_buffer_t *base) { return ((const tern_cuda_buffer_t *)base)->address; }

static const tern_buffer_vtable_t vtable = {
    .destroy = destroy_buffer, .map = map_buffer, .unmap = unmap_buffer, .copy = copy_buffer, .address = find_address};

//---- Creation ----

static tern_cuda_buffer_t *create_object(tern_device_t *device, tern_buffer_usage_t usage, size_t size) {
  tern_cuda_buffer_t *buffer = calloc(1, sizeof(*buffer));
  if (!buffer) return NULL;
  tern_resource_initialize(&buffer->base.resource);
  buffer->base.vtable = &vtable;
  buffer->base.driver = device->driver;
  buffer->base.size = size;
  buffer->base.alignment = TERN_CUDA_BUFFER_ALIGNMENT;
  buffer->base.usage = usage;
  buffer->context = tern_cuda_context_retain(((tern_cuda_device_t *)device)->context);
  atomic_init(&buffer->last_use, 0);
  tern_buffer_maps_initialize(&buffer->maps);
  return buffer;
}

static tern_status_t poison(tern_cuda_buffer_t *buffer) {
  if (!buffer->mapped) {
    return tern_cuda_staging_fill(buffer->context, buffer->address, POISON, buffer->allocation.size,
                                  last_use_of(buffer));
  }
  TERN_RETURN_IF_ERROR(tern_cuda_queue_wait(buffer->context, last_use_of(buffer)));
  memset(buffer->mapped, POISON, buffer->allocation.size);
  return tern_ok();
}

tern_status_t tern_cuda_buffer_allocate(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                        tern_buffer_t **out_buffer) {
  tern_cuda_context_t *context = ((tern_cuda_device_t *)device)->context;
  if (size > PTRDIFF_MAX / 2) return tern_status_make(TERN_OUT_OF_RANGE, "a buffer of %zu bytes is too large", size);
  tern_cuda_buffer_t *buffer = create_object(device, usage, size);
  if (!buffer) return tern_no_memory("a buffer");
  // What no kernel touches and the host wants to see is best kept on its side.
  bool is_host = (usage & TERN_BUFFER_USAGE_MAPPING) && !(usage & TERN_BUFFER_USAGE_DISPATCH);
  tern_status_t status = tern_cuda_memory_allocate(context, is_host ? &context->host_memory : &context->device_memory,
                                                   size, &buffer->allocation);
  buffer->address = buffer->allocation.address;
  buffer->mapped = buffer->allocation.data;
  if (tern_status_is_ok(status) && (context->flags & TERN_DEVICE_FLAG_POISON_BUFFERS)) status = poison(buffer);
  if (!tern_status_is_ok(status)) {
    destroy_buffer(&buffer->base);
    return status;
  }
  *out_buffer = &buffer->base;
  return tern_ok();
}

tern_status_t tern_cuda_buffer_wrap(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                                    tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer) {
  tern_cuda_context_t *context = ((tern_cuda_device_t *)device)->context;
  if (!size || !context->limits.can_register_host_memory) {
    return tern_status_make(TERN_UNSUPPORTED, "the device cannot see memory of the host's: copy it to a buffer");
  }
  tern_cuda_buffer_t *buffer = create_object(device, usage, size);
  if (!buffer) return tern_no_memory("a buffer");
  CUcontext previous = tern_cuda_enter(context);
  CUresult result =
      context->api.MemHostRegister(data, size, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP);
  if (result == CUDA_SUCCESS) {
    result = context->api.MemHostGetDevicePointer(&buffer->address, data, 0);
    if (result != CUDA_SUCCESS) context->api.MemHostUnregister(data);
  }
  tern_cuda_leave(context, previous);
  if (result != CUDA_SUCCESS) {
    destroy_buffer(&buffer->base);
    // Whatever the reason is, the way out is the same.
    tern_status_t status = tern_cuda_status(&context->api, result, "making the caller's memory visible to the device");
    return tern_status_make(result == CUDA_ERROR_OUT_OF_MEMORY ? TERN_OUT_OF_MEMORY : TERN_UNSUPPORTED, "%s",
                            status.message);
  }
  buffer->is_registered = true;
  buffer->mapped = data;
  buffer->base.alignment = (size_t)((uintptr_t)data & -(uintptr_t)data);
  buffer->release = release;
  buffer->user_data = user_data;
  *out_buffer = &buffer->base;
  return tern_ok();
}

tern_status_t tern_cuda_buffer_create_slot(tern_device_t *device, uint32_t slot, tern_buffer_t **out_buffer) {
  tern_buffer_usage_t usage = TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_DISPATCH;
  tern_cuda_buffer_t *buffer = create_object(device, usage, PTRDIFF_MAX);
  if (!buffer) return tern_no_memory("a slot");
  buffer->base.alignment = STAND_IN_ALIGNMENT;
  buffer->base.slot = slot + 1;
  *out_buffer = &buffer->base;
  return tern_ok();
}
