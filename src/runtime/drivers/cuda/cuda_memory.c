// Memory blocks: best fit over their free ranges.

#include "runtime/drivers/cuda/cuda_memory.h"

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_context.h"
#include "runtime/drivers/cuda/cuda_queue.h"
#include "runtime/drivers/free_ranges.h"

// Bytes.
enum {
  BLOCK_SIZE = 64 << 20,
  HOST_BLOCK_SIZE = 8 << 20,
  GRANULE = 2 << 20,  // of blocks for one large allocation
};

typedef struct tern_cuda_block_t {
  CUdeviceptr address;
  char *data;  // of host memory
  size_t size, allocation_count;
  tern_free_ranges_t free_ranges;
} block_t;

void tern_cuda_memory_initialize(tern_cuda_memory_t *memory, bool is_host, size_t kept_size) {
  pthread_mutex_init(&memory->mutex, NULL);
  memory->is_host = is_host;
  memory->kept_size = kept_size;
}

static size_t align_up(size_t value, size_t alignment) { return (value + alignment - 1) / alignment * alignment; }

//---- Blocks ----

static CUresult allocate_from_api(const tern_cuda_context_t *context, bool is_host, block_t *block) {
  if (!is_host) return context->api.MemAlloc(&block->address, block->size);
  void *data = NULL;
  CUresult result = context->api.MemHostAlloc(&data, block->size, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
  if (result != CUDA_SUCCESS) return result;
  block->data = data;
  result = context->api.MemHostGetDevicePointer(&block->address, data, 0);
  if (result != CUDA_SUCCESS) context->api.MemFreeHost(data);
  return result;
}

// The device is done with the block.
static void destroy_block(tern_cuda_context_t *context, tern_cuda_memory_t *memory, size_t index) {
  block_t *block = memory->blocks.values[index];
  memory->blocks.values[index] = memory->blocks.values[--memory->blocks.count];
  memory->idle_size -= block->size;
  if (memory->is_host) {
    context->api.MemFreeHost(block->data);
  } else {
    context->api.MemFree(block->address);
  }
  tern_free_ranges_deinitialize(&block->free_ranges);
  free(block);
}

// Frees blocks without allocations until at most `kept_size` bytes of them are left; `all`: also those that submissions
// still use, which the caller waited for.
static void trim(tern_cuda_context_t *context, tern_cuda_memory_t *memory, size_t kept_size, bool all) {
  uint64_t complete = atomic_load(&context->complete);
  bool has_waited = false;
  for (size_t i = memory->blocks.count; i-- > 0 && memory->idle_size > kept_size;) {
    const block_t *block = memory->blocks.values[i];
    if (block->allocation_count || (!all && block->free_ranges.list.values[0].last_use > complete)) continue;
    // Copies by the host may have been begun, and not be over.
    if (!has_waited && context->transfer_stream) context->api.StreamSynchronize(context->transfer_stream);
    has_waited = true;
    destroy_block(context, memory, i);
  }
}

static tern_status_t create_block(tern_cuda_context_t *context, tern_cuda_memory_t *memory, size_t size,
                                  block_t **out_block) {
  block_t *block = calloc(1, sizeof(*block));
  if (!block) return tern_no_memory("a block");
  block->size = size;
  if (!tern_free_ranges_initialize(&block->free_ranges, size) ||
      !tern_vec_try_reserve(&memory->blocks, memory->blocks.count + 1)) {
    tern_free_ranges_deinitialize(&block->free_ranges);
    free(block);
    return tern_no_memory("a block");
  }
  CUresult result = allocate_from_api(context, memory->is_host, block);
  if (result != CUDA_SUCCESS) {
    tern_free_ranges_deinitialize(&block->free_ranges);
    free(block);
    tern_status_t status = tern_cuda_status(&context->api, result, "allocating memory");
    return tern_status_make(status.code, "%zu bytes: %s", size, status.message);
  }
  memory->blocks.values[memory->blocks.count++] = block;
  memory->idle_size += size;
  *out_block = block;
  return tern_ok();
}

// The free range that is the smallest of those large enough. A range without pending uses is preferred to others of its
// size; a block for one large allocation is not cut up for small ones.
static bool find_range(const tern_cuda_memory_t *memory, size_t size, size_t block_size, uint64_t complete,
                       block_t **out_block, size_t *out_index) {
  size_t best = SIZE_MAX;
  bool is_best_idle = false;
  for (size_t i = 0; i < memory->blocks.count; ++i) {
    block_t *block = memory->blocks.values[i];
    if (block->size > block_size && size < block->size / 2) continue;
    for (size_t j = 0; j < block->free_ranges.list.count; ++j) {
      const tern_free_range_t *range = &block->free_ranges.list.values[j];
      bool is_idle = range->last_use <= complete;
      if (range->size < size || range->size > best || (range->size == best && (is_best_idle || !is_idle))) continue;
      best = range->size;
      is_best_idle = is_idle;
      *out_block = block;
      *out_index = j;
    }
  }
  return best != SIZE_MAX;
}

// False without memory.
static bool cut(tern_cuda_memory_t *memory, block_t *block, size_t index, size_t size,
                tern_cuda_allocation_t *out_allocation) {
  const tern_free_range_t *range = &block->free_ranges.list.values[index];
  tern_cuda_allocation_t allocation = {.address = block->address + range->offset,
                                       .data = block->data ? block->data + range->offset : NULL,
                                       .size = size,
                                       .last_use = range->last_use,
                                       .block = block};
  if (!tern_free_ranges_take(&block->free_ranges, index, range->offset, size)) return false;
  *out_allocation = allocation;
  if (block->allocation_count++ == 0) memory->idle_size -= block->size;
  return true;
}

//---- Public ----

tern_status_t tern_cuda_memory_allocate(tern_cuda_context_t *context, tern_cuda_memory_t *memory, size_t size,
                                        tern_cuda_allocation_t *out_allocation) {
  *out_allocation = (tern_cuda_allocation_t){0};
  size_t block_size = memory->is_host ? HOST_BLOCK_SIZE : BLOCK_SIZE, index = 0;
  block_t *block = NULL;
  tern_status_t status = tern_ok();
  size = align_up(size ? size : 1, TERN_CUDA_MEMORY_ALIGNMENT);
  size_t capacity = size <= block_size / 4 ? block_size : align_up(size, GRANULE);
  CUcontext previous = tern_cuda_enter(context);
  pthread_mutex_lock(&memory->mutex);
  if (!find_range(memory, size, block_size, atomic_load(&context->complete), &block, &index)) {
    status = create_block(context, memory, capacity, &block);
    if (status.code == TERN_OUT_OF_MEMORY && memory->idle_size) {
      // What is kept goes first, and then the device is asked once more.
      pthread_mutex_unlock(&memory->mutex);
      tern_cuda_queue_drain(context);
      pthread_mutex_lock(&memory->mutex);
      trim(context, memory, 0, true);
      status = create_block(context, memory, capacity, &block);
    }
    if (status.code == TERN_OUT_OF_MEMORY && capacity > size) status = create_block(context, memory, size, &block);
  }
  if (tern_status_is_ok(status) && !cut(memory, block, index, size, out_allocation)) {
    status = tern_no_memory("a piece of a block");
  }
  pthread_mutex_unlock(&memory->mutex);
  tern_cuda_leave(context, previous);
  return status;
}

void tern_cuda_memory_free(tern_cuda_context_t *context, tern_cuda_memory_t *memory, tern_cuda_allocation_t *allocation,
                           uint64_t last_use) {
  block_t *block = allocation->block;
  if (!block) return;
  pthread_mutex_lock(&memory->mutex);
  if (last_use < allocation->last_use) last_use = allocation->last_use;
  uint64_t offset = allocation->address - block->address;
  tern_free_ranges_add(&block->free_ranges, (tern_free_range_t){offset, allocation->size, last_use});
  if (--block->allocation_count == 0) memory->idle_size += block->size;
  if (memory->idle_size > memory->kept_size) {
    CUcontext previous = tern_cuda_enter(context);
    trim(context, memory, memory->kept_size, false);
    tern_cuda_leave(context, previous);
  }
  pthread_mutex_unlock(&memory->mutex);
  *allocation = (tern_cuda_allocation_t){0};
}

size_t tern_cuda_memory_count(tern_cuda_memory_t *memory) {
  pthread_mutex_lock(&memory->mutex);
  size_t count = memory->blocks.count;
  pthread_mutex_unlock(&memory->mutex);
  return count;
}

void tern_cuda_memory_deinitialize(tern_cuda_context_t *context, tern_cuda_memory_t *memory) {
  trim(context, memory, 0, true);
  tern_vec_deinitialize(&memory->blocks);
}
