// The processors of CUDA that can be compiled for by name.

#ifndef TERN_PIPELINE_TARGETS_CUDA_TARGETS_H_
#define TERN_PIPELINE_TARGETS_CUDA_TARGETS_H_

#include "base/string.h"

typedef struct tern_cuda_target {
  const char *chip, *summary;
  const char *env;  // what kernels are tiled for, in the words of #spirv.target_env
} tern_cuda_target_t;

// By name ("sm_90a"); the empty name is the default, which every processor since Ampere runs. NULL if there is none of that
// name.
const tern_cuda_target_t *tern_cuda_target_find(tern_str_t chip);
// All of them; NULL past the end.
const tern_cuda_target_t *tern_cuda_target_at(unsigned long index);

#endif  // TERN_PIPELINE_TARGETS_CUDA_TARGETS_H_
