// Functions of the device are there in every translation unit of CUDA.

#ifndef TERN_DEVICE_ATOMIC_FUNCTIONS_H_
#define TERN_DEVICE_ATOMIC_FUNCTIONS_H_

#include "cuda_runtime.h"

#endif  // TERN_DEVICE_ATOMIC_FUNCTIONS_H_
