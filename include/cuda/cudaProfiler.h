// cudaProfilerStart() and cudaProfilerStop() stand with the runtime.

#ifndef TERN_CUDAPROFILER_H_
#define TERN_CUDAPROFILER_H_

#include "cuda_runtime_api.h"

#endif  // TERN_CUDAPROFILER_H_
