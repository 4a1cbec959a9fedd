// What a device may call of the runtime.

#ifndef TERN_CUDA_DEVICE_RUNTIME_API_H_
#define TERN_CUDA_DEVICE_RUNTIME_API_H_

#include "cuda_runtime_api.h"

#endif  // TERN_CUDA_DEVICE_RUNTIME_API_H_
