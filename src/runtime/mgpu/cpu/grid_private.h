// The state of a block under way, for what kernels call.

#ifndef TERN_RUNTIME_MGPU_CPU_GRID_PRIVATE_H_
#define TERN_RUNTIME_MGPU_CPU_GRID_PRIVATE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/mgpu/cpu/fiber.h"
#include "runtime/mgpu/cpu/grid.h"
#include "tern/gpu_kernel.h"

enum {
  TERN_GPU_MEMORY_MAX = 227 << 10,  // bytes of workgroup memory, static and dynamic: as much as a block has on sm_90
  TERN_GPU_MEMORY_ALIGNMENT = 1024,
  TERN_GPU_PARTS_MAX = 256,
};

// What a thread waits for.
typedef enum tern_gpu_wait_t {
  TERN_GPU_WAIT_NONE,  // nothing: it runs, will run, or can go on
  TERN_GPU_WAIT_BARRIER,
  TERN_GPU_WAIT_SHUFFLE,
  TERN_GPU_WAIT_FOREVER,
  TERN_GPU_WAIT_ENDED,
} tern_gpu_wait_t;

// One lane's part of a shuffle.
typedef struct tern_gpu_shuffle_t {
  uint64_t value;
  int32_t offset, width;
  int32_t mode;  // tern_gpu_shuffle_mode_t
  uint64_t result;
  bool is_valid;
} tern_gpu_shuffle_t;

typedef struct tern_gpu_thread_t {
  int64_t index;  // in the block, x first
  int64_t id[3];
  tern_gpu_wait_t wait;
  tern_gpu_shuffle_t shuffle;
  tern_fiber_t *fiber;  // that it began on
} tern_gpu_thread_t;

// A fiber and whether it is between threads.
typedef struct tern_gpu_worker_t {
  struct tern_gpu_block_t *block;
  tern_fiber_t *fiber;
  bool is_free;
} tern_gpu_worker_t;

// Workgroup memory that a kernel asked for.
typedef struct tern_gpu_part_t {
  const void *key;
  void *data;
} tern_gpu_part_t;

typedef struct tern_gpu_block_t {
  const tern_gpu_launch_t *launch;
  int64_t id[3];
  tern_gpu_thread_t *threads;
  int64_t thread_count, next_thread, ended_count, barrier_count;
  tern_gpu_thread_t *current;
  tern_gpu_worker_t *workers;  // as many as threads
  size_t worker_count;
  char *memory;  // dynamic workgroup memory, then parts
  uint64_t memory_size;
  tern_gpu_part_t parts[TERN_GPU_PARTS_MAX];
  size_t part_count;
  enum { TERN_GPU_NO_FAILURE, TERN_GPU_NO_MEMORY } failure;
} tern_gpu_block_t;

// The block that runs on this thread of the host, or NULL.
tern_gpu_block_t *tern_gpu_running_block(void);

void tern_gpu_block_barrier(tern_gpu_block_t *block);
// Fills in `result` and `is_valid`.
void tern_gpu_block_shuffle(tern_gpu_block_t *block, tern_gpu_shuffle_t *inout_shuffle);
void *tern_gpu_block_memory(tern_gpu_block_t *block, const void *key, uint64_t size, uint64_t alignment);

#endif  // TERN_RUNTIME_MGPU_CPU_GRID_PRIVATE_H_
