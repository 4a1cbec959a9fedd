// The words that CUDA adds to C++. A compiler that does not know CUDA sees nothing of them.

#ifndef TERN_HOST_DEFINES_H_
#define TERN_HOST_DEFINES_H_

#if defined(__CUDA__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#endif
#if defined(__CUDA__)
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#else
#define __grid_constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#ifndef __noinline__
#if !defined(__CUDA__) || !defined(__clang__)
#define __noinline__ __attribute__((noinline))
#endif
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#ifndef __maxnreg__
#define __maxnreg__(n)
#endif
#define __thread__ __thread
#define __import__
#define __export__
#define __cdecl
#define __annotate__(a)
#define __location__(a)
#define __device_builtin__
#define __cudart_builtin__
#ifndef CUDARTAPI
#define CUDARTAPI
#endif
#ifndef CUDART_CB
#define CUDART_CB
#endif

#endif  // TERN_HOST_DEFINES_H_
