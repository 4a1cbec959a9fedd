// The code of executables for CUDA, in the form that the runtime loads: PTX as it is where that says all, else an image.

#ifndef TERN_PIPELINE_TARGETS_CUDA_IMAGE_H_
#define TERN_PIPELINE_TARGETS_CUDA_IMAGE_H_

#include "pipeline/dispatch/compilation.h"
#include "target/ptx/cuda_image.h"

// The kernels whose launches need more than their code says: `count` rows in an arena.
typedef struct tern_cuda_launches {
  tern_cuda_image_kernel_t *kernels;
  size_t count;
} tern_cuda_launches_t;

// Reads them off the llvm.func ops of the kernels of `info`; rows and names live in `arena`. False after an error.
bool tern_cuda_launches_read(const tern_op_t *module, const tern_dispatch_info_t *info, tern_arena_t *arena,
                             tern_cuda_launches_t *out_launches);

#endif  // TERN_PIPELINE_TARGETS_CUDA_IMAGE_H_
