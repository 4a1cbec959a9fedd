// Memory that is kept. Asking the API for memory is slow, and giving it back stops the device; so it is taken in
// blocks, which are cut up and kept for the next allocation until the device runs out of memory.
//
// What is freed may still be in use by submissions: the range remembers the number of the last one, and whoever gets it
// next has to come after that (cuda_context.h).

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_MEMORY_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_MEMORY_H_

#include <pthread.h>
#include <stdbool.h>

#include "base/vec.h"
#include "runtime/drivers/cuda/cuda_types.h"
#include "tern/status.h"

struct tern_cuda_context_t;

// Blocks of memory of one kind: of the device, or of the host and pinned. Thread-safe.
typedef struct tern_cuda_memory_t {
  pthread_mutex_t mutex;
  bool is_host;
  size_t kept_size;  // bytes of blocks without allocations that may be kept
  // Guarded by `mutex`:
  TERN_VEC(struct tern_cuda_block_t *) blocks;  // owned
  size_t idle_size;                             // bytes of blocks without allocations
} tern_cuda_memory_t;

typedef struct tern_cuda_allocation_t {
  CUdeviceptr address;  // 0: none
  char *data;           // of host memory; else NULL
  size_t size;          // bytes
  uint64_t last_use;    // number of the last submission that used the memory before
  struct tern_cuda_block_t *block;
} tern_cuda_allocation_t;

enum { TERN_CUDA_MEMORY_ALIGNMENT = 512 };  // bytes, of every allocation

void tern_cuda_memory_initialize(tern_cuda_memory_t *memory, bool is_host, size_t kept_size);
// Everything was freed. The context is current.
void tern_cuda_memory_deinitialize(struct tern_cuda_context_t *context, tern_cuda_memory_t *memory);

// Errors: TERN_OUT_OF_MEMORY.
tern_status_t tern_cuda_memory_allocate(struct tern_cuda_context_t *context, tern_cuda_memory_t *memory, size_t size,
                                        tern_cuda_allocation_t *out_allocation);
// `last_use` is the number of the last submission that uses the memory. Zeroes are ignored.
void tern_cuda_memory_free(struct tern_cuda_context_t *context, tern_cuda_memory_t *memory,
                           tern_cuda_allocation_t *allocation, uint64_t last_use);
// Blocks that the API gave.
size_t tern_cuda_memory_count(tern_cuda_memory_t *memory);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_MEMORY_H_
