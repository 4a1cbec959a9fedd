// threadIdx and its like are there in every translation unit of CUDA.

#ifndef TERN_DEVICE_LAUNCH_PARAMETERS_H_
#define TERN_DEVICE_LAUNCH_PARAMETERS_H_

#include "vector_types.h"

#endif  // TERN_DEVICE_LAUNCH_PARAMETERS_H_
