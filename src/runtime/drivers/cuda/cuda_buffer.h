// Buffers: memory of the device, pinned memory of the host, or the caller's memory.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_BUFFER_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_BUFFER_H_

#include "runtime/buffer.h"
#include "runtime/buffer_maps.h"
#include "runtime/device.h"
#include "runtime/drivers/cuda/cuda_context.h"

typedef struct tern_cuda_buffer_t {
  tern_buffer_t base;
  tern_cuda_context_t *context;  // a reference
  CUdeviceptr address;           // of the first byte, on the device; 0 for a stand-in
  char *mapped;                  // of the first byte, on the host; NULL if the host cannot see it
  tern_cuda_allocation_t allocation;
  bool is_registered;                // the caller's memory
  tern_buffer_release_fn_t release;  // may be NULL
  void *user_data;
  _Atomic uint64_t last_use;  // number of the last submission that used it without keeping it alive
  tern_buffer_maps_t maps;    // their copies are owned
} tern_cuda_buffer_t;

tern_status_t tern_cuda_buffer_allocate(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                        tern_buffer_t **out_buffer);
tern_status_t tern_cuda_buffer_wrap(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                                    tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer);
// The stand-in for the buffer in slot `slot`: it may be recorded, and is larger and better aligned than any buffer.
tern_status_t tern_cuda_buffer_create_slot(tern_device_t *device, uint32_t slot, tern_buffer_t **out_buffer);
// Notes that a submission uses the buffer.
void tern_cuda_buffer_mark(tern_buffer_t *buffer, uint64_t number);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_BUFFER_H_
