// The front of a device, and what the files of this driver offer to its table of functions.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_DEVICE_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_DEVICE_H_

#include "runtime/device.h"
#include "runtime/drivers/cuda/cuda_context.h"

struct tern_description_builder_t;

typedef struct tern_cuda_device_t {
  tern_device_t base;
  tern_cuda_context_t *context;  // a reference
} tern_cuda_device_t;

enum {
  TERN_CUDA_BUFFER_ALIGNMENT = TERN_CUDA_MEMORY_ALIGNMENT,  // bytes
};

// The form of executables (base/cuda_image_format.h).
#define TERN_CUDA_FORMAT "cuda-nvptx-fb"

tern_status_t tern_cuda_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                          tern_executable_t **out_executable);
tern_status_t tern_cuda_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer);

// Launches a kernel with addresses and numbers (cuda_kernel.c).
tern_status_t tern_cuda_device_launch(tern_device_t *device, const tern_executable_t *executable, size_t ordinal,
                                      const struct tern_kernel_signature_t *signature, const uint32_t grid[3],
                                      const void *const *arguments, void *stream);

// Describes a device without creating it.
tern_status_t tern_cuda_describe_device(size_t ordinal, struct tern_description_builder_t *builder);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_DEVICE_H_
