// Reading the code of executables (base/cuda_image_format.h) and loading the module in it that suits the device best.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_MODULE_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_MODULE_H_

#include "base/cuda_image_format.h"
#include "runtime/drivers/cuda/cuda_context.h"

// What an image says about a kernel. Zero for kernels of plain modules.
typedef struct tern_cuda_kernel_row_t {
  uint32_t shared_size;       // bytes of dynamic workgroup memory
  uint32_t cluster[3];        // 0: no clusters
  uint32_t flags;             // TERN_CUDA_KERNEL_*
  uint32_t tensor_map_count;  // behind the push constants
  uint32_t first_tensor_map;
} tern_cuda_kernel_row_t;

// A tensor map of a kernel over a binding.
typedef struct tern_cuda_tensor_map_row_t {
  uint32_t binding;
  uint32_t type, rank, interleave, swizzle, promotion, fill;
  uint64_t offset;  // bytes from the binding's start
  uint64_t dims[TERN_CUDA_IMAGE_RANK_MAX];
  int32_t dim_push_constants[TERN_CUDA_IMAGE_RANK_MAX];  // or -1
  uint64_t strides[TERN_CUDA_IMAGE_RANK_MAX];            // of dimension 1 and on; 0: dense
  uint32_t box[TERN_CUDA_IMAGE_RANK_MAX], element_strides[TERN_CUDA_IMAGE_RANK_MAX];
} tern_cuda_tensor_map_row_t;

// The code of an executable, checked. Borrows the bytes.
typedef struct tern_cuda_code_t {
  const unsigned char *data;
  size_t size;
  bool is_image;
  uint32_t module_count, kernel_count, tensor_map_count;  // 0 unless it is an image
} tern_cuda_code_t;

// Checks what the code is, and all offsets in it. Errors: TERN_INVALID_ARGUMENT.
tern_status_t tern_cuda_code_read(const void *data, size_t size, tern_cuda_code_t *out_code);
// What the code says about the kernel `name` of a variant; zero if it says nothing.
void tern_cuda_code_find_kernel(const tern_cuda_code_t *code, uint32_t variant, const char *name,
                                tern_cuda_kernel_row_t *out_row);
void tern_cuda_code_get_tensor_map(const tern_cuda_code_t *code, uint32_t index, tern_cuda_tensor_map_row_t *out_row);

// Loads a module: machine code for the nearest architecture that runs on the device, or else PTX, which the driver
// compiles. The context is current. Errors: TERN_UNSUPPORTED if there is none for the device, with the architectures
// there are; TERN_INVALID_ARGUMENT for code that the driver refuses, with its log; TERN_OUT_OF_MEMORY. `*out_variant`:
// whose kernels the module has.
tern_status_t tern_cuda_module_load(const tern_cuda_context_t *context, const tern_cuda_code_t *code,
                                    CUmodule *out_module, uint32_t *out_variant);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_MODULE_H_
