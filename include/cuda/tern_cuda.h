// Forced in before every translation unit of CUDA: the words of the language, the runtime, and the functions of the device. Parts
// come with clang (its headers __clang_cuda_*.h, which expect NVIDIA's files where this one stands).

#ifndef TERN_CUDA_H_
#define TERN_CUDA_H_

#if !defined(__CUDA__) || !defined(__clang__)
#error "tern_cuda.h is for clang's CUDA mode"
#endif

#ifdef __cplusplus
#include <__clang_cuda_math_forward_declares.h>
#define __CUDACC__
#include <stdlib.h>
#include <string.h>
#include <climits>
#include <cmath>
#include <cstdlib>
#undef __CUDACC__
#endif

#include "cuda.h"
#include "host_defines.h"

#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 9
#define __CUDACC_VER_BUILD__ 0

// The host sees all functions of the device, so that both sides read the same program.
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif
// The order is that in which they need each other.
// clang-format off
#include <__clang_cuda_builtin_vars.h>
#define __CUDACC__
#include "cuda_runtime.h"
#include "tern_math.h"
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include "tern_device.h"
#pragma pop_macro("__CUDA_ARCH__")
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>
#include <__clang_cuda_complex_builtins.h>
#include "tern_overloads.h"
// clang-format on

#endif  // TERN_CUDA_H_
