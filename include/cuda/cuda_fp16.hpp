// The functions are all in cuda_fp16.h.

#ifndef TERN_CUDA_FP16_HPP_
#define TERN_CUDA_FP16_HPP_

#include "cuda_fp16.h"

#endif  // TERN_CUDA_FP16_HPP_
