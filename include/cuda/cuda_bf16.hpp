// The functions are all in cuda_bf16.h.

#ifndef TERN_CUDA_BF16_HPP_
#define TERN_CUDA_BF16_HPP_

#include "cuda_bf16.h"

#endif  // TERN_CUDA_BF16_HPP_
