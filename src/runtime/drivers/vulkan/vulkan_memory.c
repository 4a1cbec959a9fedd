// Memory blocks: first fit over their free ranges.

#include "runtime/drivers/vulkan/vulkan_memory.h"

#include "base/no_memory.h"
#include "runtime/drivers/free_ranges.h"
#include "runtime/drivers/vulkan/vulkan_context.h"

enum {
  BLOCK_SIZE = 64 << 20,  // bytes, less on small heaps
  HEAP_BLOCK_COUNT = 64,  // a block takes at most this part of its heap
  ALIGNMENT = 256,        // bytes, of every allocation: a cache line of any device, and the widest access
};

typedef struct tern_vulkan_block_t {
  VkDeviceMemory memory;
  VkDeviceSize size;
  char *mapped;  // or NULL
  uint32_t type;
  uint32_t allocation_count;
  tern_free_ranges_t free_ranges;
} block_t;

void tern_vulkan_memory_initialize(tern_vulkan_memory_t *memory) { pthread_mutex_init(&memory->mutex, NULL); }

//---- Types ----

static bool is_host_memory_shared(const tern_vulkan_profile_t *profile) {
  VkPhysicalDeviceType type = profile->properties.properties.deviceType;
  return type == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || type == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

// How well memory with `flags` suits; below 0: not at all.
static int rate_type(const tern_vulkan_profile_t *profile, VkMemoryPropertyFlags flags,
                     tern_vulkan_placement_t placement) {
  const VkMemoryPropertyFlags mapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  // Memory of protected content, and memory that exists only when it is used, are not for buffers.
  const VkMemoryPropertyFlags odd = VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT;
  bool is_local = flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, is_mapped = (flags & mapped) == mapped;
  bool is_cached = flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  if (flags & odd) return -1;
  switch (placement) {
    case TERN_VULKAN_PLACEMENT_DEVICE: return 2 * is_local + !is_mapped;
    case TERN_VULKAN_PLACEMENT_DEVICE_MAPPED:
      // Over a bus, reads by the host from the device's memory are slow: a copy is faster.
      return 4 * is_local + (is_local && is_mapped && (is_cached || is_host_memory_shared(profile)) ? 2 : !is_mapped) +
             is_cached;
    case TERN_VULKAN_PLACEMENT_HOST: return is_mapped ? 4 + 2 * is_cached + !is_local : -1;
  }
  return -1;
}

// The best type of those in `type_bits` whose heap has room for `size` bytes at all.
static bool find_type(const tern_vulkan_profile_t *profile, uint32_t type_bits, tern_vulkan_placement_t placement,
                      VkDeviceSize size, uint32_t *out_type) {
  int best = -1;
  for (uint32_t i = 0; i < profile->memory.memoryTypeCount; ++i) {
    const VkMemoryType *type = &profile->memory.memoryTypes[i];
    if (!(type_bits >> i & 1) || size > profile->memory.memoryHeaps[type->heapIndex].size) continue;
    int rating = rate_type(profile, type->propertyFlags, placement);
    if (rating <= best) continue;
    best = rating;
    *out_type = i;
  }
  return best >= 0;
}

//---- Allocations of the API ----

// The caller holds the mutex.
static tern_status_t allocate_from_api(tern_vulkan_context_t *context, VkMemoryAllocateInfo *info,
                                       VkDeviceMemory *out_memory) {
  uint32_t limit = context->profile->properties.properties.limits.maxMemoryAllocationCount;
  if (context->memory.allocation_count >= limit) {
    return tern_status_make(TERN_OUT_OF_MEMORY, "the device has no more than %u allocations", limit);
  }
  VkResult result = context->api.AllocateMemory(context->device, info, NULL, out_memory);
  if (result != VK_SUCCESS) {
    tern_status_t status = tern_vulkan_status(result, "allocating memory of the device");
    return tern_status_make(status.code, "%s (%llu bytes)", status.message, (unsigned long long)info->allocationSize);
  }
  ++context->memory.allocation_count;
  return tern_ok();
}

static void free_to_api(tern_vulkan_context_t *context, VkDeviceMemory memory) {
  context->api.FreeMemory(context->device, memory, NULL);
  --context->memory.allocation_count;
}

// True if memory of the type may be mapped for good: what is bought with that is that a map is free.
static bool wants_map(tern_vulkan_context_t *context, uint32_t type) {
  const VkMemoryPropertyFlags mapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  return (context->profile->memory.memoryTypes[type].propertyFlags & mapped) == mapped;
}

static tern_status_t allocate_memory(tern_vulkan_context_t *context, uint32_t type, VkDeviceSize size,
                                     VkDeviceMemory *out_memory, char **out_mapped) {
  VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                     .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
  VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                               .pNext = context->profile->features.v12.bufferDeviceAddress ? &flags : NULL,
                               .allocationSize = size,
                               .memoryTypeIndex = type};
  TERN_RETURN_IF_ERROR(allocate_from_api(context, &info, out_memory));
  *out_mapped = NULL;
  if (!wants_map(context, type)) return tern_ok();
  void *mapped = NULL;
  VkResult result = context->api.MapMemory(context->device, *out_memory, 0, VK_WHOLE_SIZE, 0, &mapped);
  if (result != VK_SUCCESS) free_to_api(context, *out_memory);
  *out_mapped = mapped;
  return tern_vulkan_status(result, "mapping memory of the device");
}

//---- Blocks ----

static VkDeviceSize align_up(VkDeviceSize value, VkDeviceSize alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// Cuts `size` bytes out of a block.
static bool cut(block_t *block, VkDeviceSize size, VkDeviceSize alignment, VkDeviceSize *out_offset) {
  for (size_t i = 0; i < block->free_ranges.list.count; ++i) {
    tern_free_range_t range = block->free_ranges.list.values[i];
    VkDeviceSize start = align_up(range.offset, alignment), end = range.offset + range.size;
    if (start > end || end - start < size) continue;
    *out_offset = start;
    return tern_free_ranges_take(&block->free_ranges, i, start, size);
  }
  return false;
}

static tern_status_t create_block(tern_vulkan_context_t *context, uint32_t type, VkDeviceSize size,
                                  block_t **out_block) {
  block_t *block = calloc(1, sizeof(*block));
  if (!block) return tern_no_memory("a block");
  bool has_memory = tern_free_ranges_initialize(&block->free_ranges, size) &&
                    tern_vec_try_reserve(&context->memory.blocks, context->memory.blocks.count + 1);
  tern_status_t status =
      has_memory ? allocate_memory(context, type, size, &block->memory, &block->mapped) : tern_no_memory("a block");
  if (!tern_status_is_ok(status)) {
    tern_free_ranges_deinitialize(&block->free_ranges);
    free(block);
    return status;
  }
  block->size = size;
  block->type = type;
  context->memory.blocks.values[context->memory.blocks.count++] = block;
  *out_block = block;
  return tern_ok();
}

static void destroy_block(tern_vulkan_context_t *context, size_t index) {
  block_t *block = context->memory.blocks.values[index];
  context->memory.blocks.values[index] = context->memory.blocks.values[--context->memory.blocks.count];
  free_to_api(context, block->memory);
  tern_free_ranges_deinitialize(&block->free_ranges);
  free(block);
}

static tern_status_t allocate_from_blocks(tern_vulkan_context_t *context, uint32_t type, VkDeviceSize size,
                                          VkDeviceSize alignment, VkDeviceSize block_size,
                                          tern_vulkan_allocation_t *out_allocation) {
  block_t *block = NULL;
  VkDeviceSize offset = 0;
  for (size_t i = 0; i < context->memory.blocks.count && !block; ++i) {
    block_t *candidate = context->memory.blocks.values[i];
    if (candidate->type == type && cut(candidate, size, alignment, &offset)) block = candidate;
  }
  if (!block) {
    TERN_RETURN_IF_ERROR(create_block(context, type, block_size, &block));
    if (!cut(block, size, alignment, &offset)) return tern_no_memory("a piece of a block");
  }
  ++block->allocation_count;
  *out_allocation = (tern_vulkan_allocation_t){.memory = block->memory, .offset = offset, .size = size, .block = block};
  if (block->mapped) out_allocation->mapped = block->mapped + offset;
  return tern_ok();
}

static tern_status_t allocate_of_type(tern_vulkan_context_t *context, uint32_t type, VkDeviceSize size,
                                      VkDeviceSize alignment, tern_vulkan_allocation_t *out_allocation) {
  const VkPhysicalDeviceMemoryProperties *properties = &context->profile->memory;
  VkDeviceSize heap = properties->memoryHeaps[properties->memoryTypes[type].heapIndex].size;
  VkDeviceSize block_size = heap / HEAP_BLOCK_COUNT < BLOCK_SIZE ? heap / HEAP_BLOCK_COUNT : BLOCK_SIZE;
  if (size <= block_size / 4) {
    return allocate_from_blocks(context, type, size, alignment, align_up(block_size, ALIGNMENT), out_allocation);
  }
  *out_allocation = (tern_vulkan_allocation_t){.size = size};
  return allocate_memory(context, type, size, &out_allocation->memory, &out_allocation->mapped);
}

//---- Public ----

tern_status_t tern_vulkan_memory_allocate(tern_vulkan_context_t *context, const VkMemoryRequirements *requirements,
                                          tern_vulkan_placement_t placement, tern_vulkan_allocation_t *out_allocation) {
  *out_allocation = (tern_vulkan_allocation_t){0};
  VkDeviceSize alignment = requirements->alignment > ALIGNMENT ? requirements->alignment : ALIGNMENT;
  VkDeviceSize size = align_up(requirements->size, ALIGNMENT);
  VkDeviceSize limit = context->profile->v11.maxMemoryAllocationSize;
  if (size > limit) {
    return tern_status_make(TERN_OUT_OF_RANGE, "%llu bytes are above the device's largest allocation, %llu",
                            (unsigned long long)size, (unsigned long long)limit);
  }
  uint32_t type_bits = requirements->memoryTypeBits, type = 0;
  tern_status_t status = tern_ok();
  bool is_found = find_type(context->profile, type_bits, placement, size, &type);
  if (!is_found) {
    bool is_known = find_type(context->profile, type_bits, placement, 0, &type);
    return tern_status_make(is_known ? TERN_OUT_OF_MEMORY : TERN_UNSUPPORTED,
                            is_known ? "the device has no memory of %llu bytes"
                                     : "the device has no kind of memory for this use (%llu bytes)",
                            (unsigned long long)size);
  }
  // A heap that is full is no reason to fail while another one has room.
  while (is_found) {
    pthread_mutex_lock(&context->memory.mutex);
    status = allocate_of_type(context, type, size, alignment, out_allocation);
    pthread_mutex_unlock(&context->memory.mutex);
    if (status.code != TERN_OUT_OF_MEMORY) return status;
    *out_allocation = (tern_vulkan_allocation_t){0};
    type_bits &= ~(1u << type);
    is_found = find_type(context->profile, type_bits, placement, size, &type);
  }
  return status;
}

tern_status_t tern_vulkan_memory_import(tern_vulkan_context_t *context, void *data, VkDeviceSize size,
                                        uint32_t type_bits, tern_vulkan_allocation_t *out_allocation) {
  *out_allocation = (tern_vulkan_allocation_t){0};
  VkMemoryHostPointerPropertiesEXT properties = {.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT};
  const VkExternalMemoryHandleTypeFlagBits handle_type = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT;
  TERN_VULKAN_RETURN_IF_ERROR(
      context->api.GetMemoryHostPointerPropertiesEXT(context->device, handle_type, data, &properties),
      "looking at host memory");
  uint32_t type;
  if (!find_type(context->profile, type_bits & properties.memoryTypeBits, TERN_VULKAN_PLACEMENT_HOST, 0, &type)) {
    return tern_status_make(TERN_UNSUPPORTED, "the device cannot see this host memory");
  }
  VkImportMemoryHostPointerInfoEXT import = {
      .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT, .handleType = handle_type, .pHostPointer = data};
  VkMemoryAllocateFlagsInfo flags = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                     .pNext = &import,
                                     .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
  bool has_addresses = context->profile->features.v12.bufferDeviceAddress;
  VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                               .pNext = has_addresses ? (const void *)&flags : (const void *)&import,
                               .allocationSize = size,
                               .memoryTypeIndex = type};
  pthread_mutex_lock(&context->memory.mutex);
  tern_status_t status = allocate_from_api(context, &info, &out_allocation->memory);
  pthread_mutex_unlock(&context->memory.mutex);
  out_allocation->size = size;
  out_allocation->mapped = data;
  return status;
}

void tern_vulkan_memory_free(tern_vulkan_context_t *context, tern_vulkan_allocation_t *allocation) {
  if (!allocation->memory) return;
  pthread_mutex_lock(&context->memory.mutex);
  block_t *block = allocation->block;
  if (block) {
    tern_free_ranges_add(&block->free_ranges, (tern_free_range_t){allocation->offset, allocation->size, 0});
    // One empty block of a type is kept for the next allocation.
    if (--block->allocation_count == 0) {
      size_t index = 0, empty_count = 0;
      for (size_t i = 0; i < context->memory.blocks.count; ++i) {
        const block_t *other = context->memory.blocks.values[i];
        if (other == block) index = i;
        empty_count += other->type == block->type && !other->allocation_count;
      }
      if (empty_count > 1) destroy_block(context, index);
    }
  } else {
    free_to_api(context, allocation->memory);
  }
  pthread_mutex_unlock(&context->memory.mutex);
  *allocation = (tern_vulkan_allocation_t){0};
}

uint32_t tern_vulkan_memory_count(tern_vulkan_context_t *context) {
  pthread_mutex_lock(&context->memory.mutex);
  uint32_t count = context->memory.allocation_count;
  pthread_mutex_unlock(&context->memory.mutex);
  return count;
}

void tern_vulkan_memory_deinitialize(tern_vulkan_context_t *context) {
  while (context->memory.blocks.count) destroy_block(context, context->memory.blocks.count - 1);
  tern_vec_deinitialize(&context->memory.blocks);
  pthread_mutex_destroy(&context->memory.mutex);
}
