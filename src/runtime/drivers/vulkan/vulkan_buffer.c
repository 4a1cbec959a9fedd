// Buffers: memory of the device, mapped where that is fast and copied through staging where it is not, and the caller's
// memory.

#include "runtime/drivers/vulkan/vulkan_buffer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/no_memory.h"
#include "runtime/buffer.h"
#include "runtime/buffer_maps.h"
#include "runtime/drivers/vulkan/vulkan_device.h"
#include "runtime/drivers/vulkan/vulkan_staging.h"

enum {
  POISON = 0xFF,  // in every byte: NaN in all float formats that have it, -1 in integers
  // Bytes at least behind the last one: descriptors cover whole words, and may not be empty.
  TAIL_SIZE = 4,
  WORD_SIZE = 4,
};

typedef struct vulkan_buffer {
  tern_buffer_t base;
  tern_vulkan_context_t *context;  // a reference
  tern_vulkan_raw_buffer_t raw;
  char *mapped;                      // address of the first byte, or NULL
  tern_buffer_release_fn_t release;  // may be NULL
  void *user_data;
  void *data;               // the caller's
  tern_buffer_maps_t maps;  // their copies are staging buffers
} vulkan_buffer_t;

// Ends a map.
static void give_back(void *context, void *staging) {
  tern_vulkan_staging_give_back(context, staging);
  free(staging);
}

static void destroy_buffer(tern_buffer_t *base) {
  vulkan_buffer_t *buffer = (vulkan_buffer_t *)base;
  tern_vulkan_context_t *context = buffer->context;
  tern_buffer_maps_deinitialize(&buffer->maps, give_back, context);
  tern_vulkan_raw_buffer_destroy(context, &buffer->raw);
  if (buffer->release) buffer->release(buffer->user_data, buffer->data);
  free(buffer);
  tern_vulkan_context_release(context);
}

//---- Maps ----

static tern_status_t map_staged(vulkan_buffer_t *buffer, tern_map_access_t access, size_t offset, size_t size,
                                void **out_data) {
  tern_vulkan_raw_buffer_t *staging = malloc(sizeof(*staging));
  if (!staging) return tern_no_memory("a map");
  tern_status_t status = tern_vulkan_staging_take(buffer->context, size ? size : 1, staging);
  if (!tern_status_is_ok(status)) {
    free(staging);
    return status;
  }
  if (size && (access & TERN_MAP_ACCESS_READ)) {
    status = tern_vulkan_staging_copy(buffer->context, buffer->raw.handle, offset, staging->handle, 0, size);
  }
  if (tern_status_is_ok(status)) {
    status = tern_buffer_maps_add(&buffer->maps, (tern_buffer_map_t){offset, size, access, staging});
  }
  if (!tern_status_is_ok(status)) {
    give_back(buffer->context, staging);
    return status;
  }
  *out_data = staging->allocation.mapped;
  return tern_ok();
}

static tern_status_t map_buffer(tern_buffer_t *base, tern_map_access_t access, size_t offset, size_t size,
                                void **out_data) {
  vulkan_buffer_t *buffer = (vulkan_buffer_t *)base;
  if (!buffer->mapped) return map_staged(buffer, access, offset, size, out_data);
  *out_data = buffer->mapped + offset;
  return tern_ok();
}

static tern_status_t unmap_buffer(tern_buffer_t *base, tern_map_access_t access, size_t offset, size_t size) {
  vulkan_buffer_t *buffer = (vulkan_buffer_t *)base;
  void *copy;
  if (buffer->mapped) return tern_ok();
  TERN_RETURN_IF_ERROR(tern_buffer_maps_take(&buffer->maps, access, offset, size, &copy));
  const tern_vulkan_raw_buffer_t *staging = copy;
  tern_status_t status = tern_ok();
  if (size && (access & TERN_MAP_ACCESS_WRITE)) {
    status = tern_vulkan_staging_copy(buffer->context, staging->handle, 0, buffer->raw.handle, offset, size);
  }
  give_back(buffer->context, copy);
  return status;
}

static const tern_buffer_vtable_t vtable = {.destroy = destroy_buffer, .map = map_buffer, .unmap = unmap_buffer};

//---- Creation ----

static vulkan_buffer_t *create_object(tern_device_t *device, tern_buffer_usage_t usage, size_t size) {
  vulkan_buffer_t *buffer = calloc(1, sizeof(*buffer));
  if (!buffer) return NULL;
  tern_resource_initialize(&buffer->base.resource);
  buffer->base.vtable = &vtable;
  buffer->base.driver = device->driver;
  buffer->base.size = size;
  buffer->base.alignment = TERN_VULKAN_BUFFER_ALIGNMENT;
  buffer->base.usage = usage;
  buffer->context = tern_vulkan_context_retain(((tern_vulkan_device_t *)device)->context);
  tern_buffer_maps_initialize(&buffer->maps);
  return buffer;
}

static VkBufferUsageFlags translate_usage(const tern_vulkan_context_t *context, tern_buffer_usage_t usage) {
  // Maps may need copies, and so does poison.
  VkBufferUsageFlags flags = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (!(usage & TERN_BUFFER_USAGE_DISPATCH)) return flags;
  flags |= VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  if (context->profile->features.v12.bufferDeviceAddress) flags |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  return flags;
}

static tern_vulkan_placement_t choose_placement(tern_buffer_usage_t usage) {
  if (!(usage & TERN_BUFFER_USAGE_MAPPING)) return TERN_VULKAN_PLACEMENT_DEVICE;
  return usage & TERN_BUFFER_USAGE_DISPATCH ? TERN_VULKAN_PLACEMENT_DEVICE_MAPPED : TERN_VULKAN_PLACEMENT_HOST;
}

static VkDeviceSize compute_capacity(size_t size) {
  return ((VkDeviceSize)size + TAIL_SIZE + WORD_SIZE - 1) / WORD_SIZE * WORD_SIZE;
}

// Poison by way of staging, a piece at a time.
static tern_status_t poison(vulkan_buffer_t *buffer) {
  const VkDeviceSize piece_max = 1 << 20;
  VkDeviceSize size = buffer->raw.size, piece = size < piece_max ? size : piece_max;
  if (buffer->mapped) {
    memset(buffer->mapped, POISON, size);
    return tern_ok();
  }
  tern_vulkan_raw_buffer_t staging;
  TERN_RETURN_IF_ERROR(tern_vulkan_staging_take(buffer->context, piece, &staging));
  memset(staging.allocation.mapped, POISON, piece);
  tern_status_t status = tern_ok();
  for (VkDeviceSize offset = 0; offset < size && tern_status_is_ok(status); offset += piece) {
    VkDeviceSize rest = size - offset < piece ? size - offset : piece;
    status = tern_vulkan_staging_copy(buffer->context, staging.handle, 0, buffer->raw.handle, offset, rest);
  }
  tern_vulkan_staging_give_back(buffer->context, &staging);
  return status;
}

tern_status_t tern_vulkan_buffer_allocate(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                          tern_buffer_t **out_buffer) {
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  VkDeviceSize largest_heap = 0;
  for (uint32_t i = 0; i < context->profile->memory.memoryHeapCount; ++i) {
    VkDeviceSize heap = context->profile->memory.memoryHeaps[i].size;
    if (heap > largest_heap) largest_heap = heap;
  }
  if (size > PTRDIFF_MAX - 1024) return tern_status_make(TERN_OUT_OF_RANGE, "a buffer of %zu bytes is too large", size);
  if (size > largest_heap) {
    return tern_status_make(TERN_OUT_OF_MEMORY, "a buffer of %zu bytes is larger than the device's memory, %llu", size,
                            (unsigned long long)largest_heap);
  }
  vulkan_buffer_t *buffer = create_object(device, usage, size);
  if (!buffer) return tern_no_memory("a buffer");
  tern_status_t status = tern_vulkan_raw_buffer_create(context, compute_capacity(size), translate_usage(context, usage),
                                                       choose_placement(usage), &buffer->raw);
  buffer->mapped = buffer->raw.allocation.mapped;
  if (tern_status_is_ok(status) && (context->flags & TERN_DEVICE_FLAG_POISON_BUFFERS)) status = poison(buffer);
  if (!tern_status_is_ok(status)) {
    destroy_buffer(&buffer->base);
    return status;
  }
  *out_buffer = &buffer->base;
  return tern_ok();
}

//---- The caller's memory ----

static tern_status_t import_pages(vulkan_buffer_t *buffer, char *data, size_t size) {
  tern_vulkan_context_t *context = buffer->context;
  uintptr_t granule = (uintptr_t)context->profile->external_memory_host.minImportedHostPointerAlignment;
  uintptr_t start = (uintptr_t)data / granule * granule;
  uintptr_t end = ((uintptr_t)data + compute_capacity(size) + granule - 1) / granule * granule;
  // Whole granules are imported. Bytes around the caller's are in the same page, and so exist, except for a tail that
  // would begin a new one.
  uintptr_t data_end = ((uintptr_t)data + size + granule - 1) / granule * granule;
  if (end > data_end) end = data_end;
  VkDeviceSize capacity = end - (uintptr_t)data;
  VkExternalMemoryBufferCreateInfo external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                               .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT};
  buffer->raw.size = capacity < compute_capacity(size) ? capacity : compute_capacity(size);
  TERN_RETURN_IF_ERROR(tern_vulkan_raw_buffer_create_handle(
      context, buffer->raw.size, translate_usage(context, buffer->base.usage), &external, &buffer->raw.handle));
  VkMemoryRequirements requirements;
  context->api.GetBufferMemoryRequirements(context->device, buffer->raw.handle, &requirements);
  VkDeviceSize offset = (uintptr_t)data - start;
  if (offset % requirements.alignment || requirements.size > end - (uintptr_t)data) {
    return tern_status_make(TERN_UNSUPPORTED, "the device wants memory aligned to %llu bytes",
                            (unsigned long long)requirements.alignment);
  }
  TERN_RETURN_IF_ERROR(tern_vulkan_memory_import(context, (void *)start, end - start, requirements.memoryTypeBits,
                                                 &buffer->raw.allocation));
  return tern_vulkan_status(
      context->api.BindBufferMemory(context->device, buffer->raw.handle, buffer->raw.allocation.memory, offset),
      "binding the caller's memory to a buffer");
}

tern_status_t tern_vulkan_buffer_wrap(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                                      tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer) {
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  VkDeviceSize granule = context->profile->external_memory_host.minImportedHostPointerAlignment;
  if (!context->api.GetMemoryHostPointerPropertiesEXT || !size || !granule ||
      granule > (VkDeviceSize)sysconf(_SC_PAGESIZE)) {
    return tern_status_make(TERN_UNSUPPORTED, "the device cannot see memory of the host's: copy it to a buffer");
  }
  if (size > PTRDIFF_MAX / 2) return tern_status_make(TERN_OUT_OF_RANGE, "a buffer of %zu bytes is too large", size);
  vulkan_buffer_t *buffer = create_object(device, usage, size);
  if (!buffer) return tern_no_memory("a buffer");
  tern_status_t status = import_pages(buffer, data, size);
  if (!tern_status_is_ok(status)) {
    destroy_buffer(&buffer->base);
    return status;
  }
  buffer->base.alignment = (size_t)((uintptr_t)data & -(uintptr_t)data);
  buffer->mapped = data;
  buffer->data = data;
  buffer->release = release;
  buffer->user_data = user_data;
  *out_buffer = &buffer->base;
  return tern_ok();
}

//---- Access ----

VkBuffer tern_vulkan_buffer_handle(const tern_buffer_t *buffer) {
  return ((const vulkan_buffer_t *)buffer)->raw.handle;
}

VkDeviceSize tern_vulkan_buffer_capacity(const tern_buffer_t *buffer) {
  return ((const vulkan_buffer_t *)buffer)->raw.size;
}

bool tern_vulkan_buffer_belongs_to(const tern_buffer_t *buffer, const tern_vulkan_context_t *context) {
  return ((const vulkan_buffer_t *)buffer)->context == context;
}
