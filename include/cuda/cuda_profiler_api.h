// cudaProfilerStart() and cudaProfilerStop() stand with the runtime.

#ifndef TERN_CUDA_PROFILER_API_H_
#define TERN_CUDA_PROFILER_API_H_

#include "cuda_runtime_api.h"

#endif  // TERN_CUDA_PROFILER_API_H_
