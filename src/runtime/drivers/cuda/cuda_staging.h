// Copies between host memory of the program's and memory of the device, through a ring of pinned slots: the host fills
// one while the device empties others.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_STAGING_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_STAGING_H_

#include "runtime/drivers/cuda/cuda_context.h"

tern_status_t tern_cuda_staging_create(tern_cuda_context_t *context);
// A context without staging is left alone.
void tern_cuda_staging_destroy(tern_cuda_context_t *context);

// Each comes after the submissions up to number `last_use`, and before those that follow the call.

// Copies to the device. Returns when `data` was read.
tern_status_t tern_cuda_staging_write(tern_cuda_context_t *context, CUdeviceptr target, const void *data, size_t size,
                                      uint64_t last_use);
// Copies from the device, and waits.
tern_status_t tern_cuda_staging_read(tern_cuda_context_t *context, void *data, CUdeviceptr source, size_t size,
                                     uint64_t last_use);
// Sets bytes of the device's memory. Does not wait.
tern_status_t tern_cuda_staging_fill(tern_cuda_context_t *context, CUdeviceptr target, unsigned char value, size_t size,
                                     uint64_t last_use);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_STAGING_H_
