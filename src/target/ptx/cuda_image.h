// Writes the images of base/cuda_image_format.h: code for CUDA, with what a launch of its kernels needs.

#ifndef TERN_TARGET_PTX_CUDA_IMAGE_H_
#define TERN_TARGET_PTX_CUDA_IMAGE_H_

#include <stdbool.h>

#include "base/cuda_image_format.h"
#include "base/string.h"

typedef struct tern_cuda_image_module {
  uint32_t kind;          // TERN_CUDA_MODULE_*
  uint32_t architecture;  // 90 for sm_90a
  char suffix;            // 'a', 'f' or 0
  uint32_t variant;       // of the kernels in it
  tern_str_t code;
} tern_cuda_image_module_t;

// A tensor map; dimension 0 is the one whose elements are neighbours. The numbers are those of cuTensorMapEncodeTiled().
typedef struct tern_cuda_image_map {
  uint32_t binding, type, rank, interleave, swizzle, promotion, fill;
  uint64_t offset;  // bytes from the binding's start
  uint64_t sizes[TERN_CUDA_IMAGE_RANK_MAX];
  int32_t words[TERN_CUDA_IMAGE_RANK_MAX];         // the push constants that hold the sizes, or -1
  uint64_t strides[TERN_CUDA_IMAGE_RANK_MAX - 1];  // bytes, of dimension 1 and on; 0: dense
  uint32_t box[TERN_CUDA_IMAGE_RANK_MAX];
} tern_cuda_image_map_t;

typedef struct tern_cuda_image_kernel {
  uint32_t variant;
  tern_str_t name;
  uint32_t shared_size;  // bytes of dynamic workgroup memory
  uint32_t cluster[3];   // 0: no clusters
  uint32_t flags;        // TERN_CUDA_KERNEL_*
  const tern_cuda_image_map_t *maps;
  size_t map_count;
} tern_cuda_image_kernel_t;

// Does a launch of the kernel need more than its code says?
static inline bool tern_cuda_image_kernel_is_plain(const tern_cuda_image_kernel_t *kernel) {
  return kernel->shared_size == 0 && kernel->cluster[0] == 0 && kernel->flags == 0 && kernel->map_count == 0;
}

// The number and the suffix of "sm_90a" or "compute_90a". False if the text is none.
bool tern_cuda_image_read_chip(const char *chip, uint32_t *out_architecture, char *out_suffix);

// Appends an image. `out` is empty before.
void tern_cuda_image_write(const tern_cuda_image_module_t *modules, size_t module_count,
                           const tern_cuda_image_kernel_t *kernels, size_t kernel_count, tern_string_builder_t *out);

#endif  // TERN_TARGET_PTX_CUDA_IMAGE_H_
