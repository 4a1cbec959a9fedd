// Functions of the device are there in every translation unit of CUDA.

#ifndef TERN_SM_20_ATOMIC_FUNCTIONS_H_
#define TERN_SM_20_ATOMIC_FUNCTIONS_H_

#include "cuda_runtime.h"

#endif  // TERN_SM_20_ATOMIC_FUNCTIONS_H_
