// What kernels for CUDA are tiled for. The processors are rows of the machines (analysis/machine/cuda.def).

#ifndef TERN_PIPELINE_TARGETS_CUDA_TARGETS_H_
#define TERN_PIPELINE_TARGETS_CUDA_TARGETS_H_

#include "analysis/machine/machine.h"

// In the words of #spirv.target_env. Static storage.
const char *tern_cuda_target_env(void);

#endif  // TERN_PIPELINE_TARGETS_CUDA_TARGETS_H_
