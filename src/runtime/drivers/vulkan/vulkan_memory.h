// Memory of a device: large allocations of their own, and small ones cut from blocks, so that the number of allocations
// stays far below the limit of the API.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_MEMORY_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_MEMORY_H_

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "runtime/drivers/vulkan/vulkan_api.h"

typedef struct tern_vulkan_context_t tern_vulkan_context_t;

// Where memory should lie.
typedef enum tern_vulkan_placement_t {
  TERN_VULKAN_PLACEMENT_DEVICE,         // fast for kernels
  TERN_VULKAN_PLACEMENT_DEVICE_MAPPED,  // fast for kernels, and mapped if that is fast as well
  TERN_VULKAN_PLACEMENT_HOST,           // mapped, fast for the host to read and write
} tern_vulkan_placement_t;

// A piece of memory.
typedef struct tern_vulkan_allocation_t {
  VkDeviceMemory memory;
  VkDeviceSize offset;
  VkDeviceSize size;
  char *mapped;                       // address of the first byte, or NULL
  struct tern_vulkan_block_t *block;  // that it was cut from, or NULL
} tern_vulkan_allocation_t;

// All blocks of a device. Thread-safe.
typedef struct tern_vulkan_memory_t {
  pthread_mutex_t mutex;
  TERN_VEC(struct tern_vulkan_block_t *) blocks;  // owned
  uint32_t allocation_count;                      // that the API sees
} tern_vulkan_memory_t;

void tern_vulkan_memory_initialize(tern_vulkan_memory_t *memory);
// All allocations were freed.
void tern_vulkan_memory_deinitialize(tern_vulkan_context_t *context);

// Errors: TERN_OUT_OF_MEMORY; TERN_OUT_OF_RANGE above the largest size; TERN_UNSUPPORTED if no memory of the device fits.
tern_status_t tern_vulkan_memory_allocate(tern_vulkan_context_t *context, const VkMemoryRequirements *requirements,
                                          tern_vulkan_placement_t placement, tern_vulkan_allocation_t *out_allocation);
// Makes memory of the device out of `size` bytes of the host's at `data`, both multiples of what the device wants.
tern_status_t tern_vulkan_memory_import(tern_vulkan_context_t *context, void *data, VkDeviceSize size,
                                        uint32_t type_bits, tern_vulkan_allocation_t *out_allocation);
// An allocation of zeroes is ignored.
void tern_vulkan_memory_free(tern_vulkan_context_t *context, tern_vulkan_allocation_t *allocation);
// Allocations that the API sees.
uint32_t tern_vulkan_memory_count(tern_vulkan_context_t *context);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_MEMORY_H_
