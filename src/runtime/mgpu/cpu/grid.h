// Running a kernel for every thread of every block of a grid, on one thread of the host.

#ifndef TERN_RUNTIME_MGPU_CPU_GRID_H_
#define TERN_RUNTIME_MGPU_CPU_GRID_H_

#include <stdint.h>

#include "tern/status.h"

typedef void (*tern_gpu_kernel_fn_t)(void **params);

typedef struct tern_gpu_launch_t {
  const char *name;  // of the kernel, for messages
  tern_gpu_kernel_fn_t kernel;
  void **params;
  int64_t grid[3], block[3];  // positive; at most 1024 threads
  uint64_t shared_size;       // bytes of dynamic workgroup memory
} tern_gpu_launch_t;

enum { TERN_GPU_SUBGROUP_SIZE = 32, TERN_GPU_BLOCK_THREADS_MAX = 1024 };

// Errors: TERN_OUT_OF_MEMORY; TERN_FAILED_PRECONDITION if threads wait for others that never come, or if blocks take
// more workgroup memory than a GPU has. Blocks that ran before have done their work then.
tern_status_t tern_gpu_run_grid(const tern_gpu_launch_t *launch);

// The address of the function of tern/gpu_kernel.h with this name, or 0.
uint64_t tern_gpu_kernel_symbol_find(const char *name);

#endif  // TERN_RUNTIME_MGPU_CPU_GRID_H_
