// What programs take from the driver's header without calling the driver: its version, and the names of its simplest types.

#ifndef TERN_CUDA_DRIVER_H_
#define TERN_CUDA_DRIVER_H_

#define CUDA_VERSION 12090

#include <stddef.h>
#include <stdint.h>

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

#endif  // TERN_CUDA_DRIVER_H_
