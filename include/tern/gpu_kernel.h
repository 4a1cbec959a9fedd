// What a kernel for the CPU may call when libtern_cpu_gpu_runtime runs it (tern/mgpu.h).
//
// A kernel is a function `void NAME(void **params)`: `params[i]` is the address of its i-th parameter. The runtime
// calls it once for each thread of each block. Threads of a block take turns on one thread of the host: one runs
// until it ends or waits for others. All functions here may be called by kernels only.
//
// Dimensions are 0, 1, 2 for x, y, z. 32 threads that follow each other, x first, are a subgroup; the last one of a
// block may have less.

#ifndef TERN_GPU_KERNEL_H_
#define TERN_GPU_KERNEL_H_

#include <stdbool.h>
#include <stdint.h>

#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// The place of the thread in its block, of the block in the grid, and how many there are.
TERN_API int64_t tern_gpu_thread_id(int32_t dimension);
TERN_API int64_t tern_gpu_block_id(int32_t dimension);
TERN_API int64_t tern_gpu_block_dim(int32_t dimension);
TERN_API int64_t tern_gpu_grid_dim(int32_t dimension);
TERN_API int64_t tern_gpu_lane_id(void);
TERN_API int64_t tern_gpu_subgroup_id(void);
TERN_API int64_t tern_gpu_subgroup_size(void);
TERN_API int64_t tern_gpu_num_subgroups(void);

// Waits until all threads of the block that did not end are here.
TERN_API void tern_gpu_barrier(void);

typedef enum tern_gpu_shuffle_mode_t {
  TERN_GPU_SHUFFLE_XOR,
  TERN_GPU_SHUFFLE_UP,
  TERN_GPU_SHUFFLE_DOWN,
  TERN_GPU_SHUFFLE_IDX,
} tern_gpu_shuffle_mode_t;

// Gives `value` to others and returns the one of another lane: that of this number (IDX), of this one xor `offset`, or
// `offset` before or behind it. The first `width` lanes (1 to 32) that did not end take part and wait for each other.
// If the other lane is none of them, `*out_is_valid` is false and the result is `value`.
TERN_API uint64_t tern_gpu_shuffle(uint64_t value, int32_t offset, int32_t width, int32_t mode, bool *out_is_valid);

// Was the last shuffle of this thread valid?
TERN_API bool tern_gpu_shuffle_was_valid(void);

// Workgroup memory of `size` bytes: the same for all threads of a block that come with the same `key`, an address in
// the kernel's module, and gone with the block. It is full of 0xFF bytes first. `alignment` is a power of two.
TERN_API void *tern_gpu_workgroup_memory(const void *key, uint64_t size, uint64_t alignment);
// The dynamic workgroup memory of the launch, aligned to 128 bytes, and its size. It is full of 0xFF bytes first.
TERN_API void *tern_gpu_dynamic_workgroup_memory(void);
TERN_API uint64_t tern_gpu_dynamic_workgroup_size(void);

// Prints to stdout, as printf does.
TERN_API int tern_gpu_printf(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

#ifdef __cplusplus
}
#endif

#endif  // TERN_GPU_KERNEL_H_
