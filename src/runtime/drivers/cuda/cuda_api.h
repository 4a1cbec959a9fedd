// The functions of the CUDA driver API that this driver calls, found at run time, and statuses made of its results.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_API_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_API_H_

#include <stdbool.h>

#include "runtime/drivers/cuda/cuda_types.h"
#include "tern/status.h"

// Name in the table, name in the library, types of the parameters. All return CUresult.
#define TERN_CUDA_FUNCTIONS(X)                                                                                     \
  X(Init, "cuInit", (unsigned flags))                                                                              \
  X(DriverGetVersion, "cuDriverGetVersion", (int *version))                                                        \
  X(GetErrorName, "cuGetErrorName", (CUresult result, const char **name))                                          \
  X(GetErrorString, "cuGetErrorString", (CUresult result, const char **text))                                      \
  X(DeviceGetCount, "cuDeviceGetCount", (int *count))                                                              \
  X(DeviceGet, "cuDeviceGet", (CUdevice * device, int ordinal))                                                    \
  X(DeviceGetName, "cuDeviceGetName", (char *name, int size, CUdevice device))                                     \
  X(DeviceGetAttribute, "cuDeviceGetAttribute", (int *value, CUdevice_attribute attribute, CUdevice device))       \
  X(DeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *size, CUdevice device))                                        \
  X(DeviceCanAccessPeer, "cuDeviceCanAccessPeer", (int *can, CUdevice device, CUdevice peer))                      \
  X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext * context, CUdevice device))                    \
  X(DevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (CUdevice device))                                    \
  X(CtxGetCurrent, "cuCtxGetCurrent", (CUcontext * context))                                                       \
  X(CtxSetCurrent, "cuCtxSetCurrent", (CUcontext context))                                                         \
  X(CtxEnablePeerAccess, "cuCtxEnablePeerAccess", (CUcontext peer, unsigned flags))                                \
  X(MemAlloc, "cuMemAlloc_v2", (CUdeviceptr * address, size_t size))                                               \
  X(MemFree, "cuMemFree_v2", (CUdeviceptr address))                                                                \
  X(MemHostAlloc, "cuMemHostAlloc", (void **data, size_t size, unsigned flags))                                    \
  X(MemFreeHost, "cuMemFreeHost", (void *data))                                                                    \
  X(MemHostRegister, "cuMemHostRegister_v2", (void *data, size_t size, unsigned flags))                            \
  X(MemHostUnregister, "cuMemHostUnregister", (void *data))                                                        \
  X(MemHostGetDevicePointer, "cuMemHostGetDevicePointer_v2", (CUdeviceptr * address, void *data, unsigned flags))  \
  X(MemcpyAsync, "cuMemcpyAsync", (CUdeviceptr target, CUdeviceptr source, size_t size, CUstream stream))          \
  X(MemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", (CUdeviceptr target, const void *data, size_t size, CUstream stream)) \
  X(MemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", (void *data, CUdeviceptr source, size_t size, CUstream stream))       \
  X(MemcpyPeerAsync, "cuMemcpyPeerAsync",                                                                          \
    (CUdeviceptr target, CUcontext target_context, CUdeviceptr source, CUcontext source_context, size_t size,      \
     CUstream stream))                                                                                             \
  X(MemsetD8Async, "cuMemsetD8Async", (CUdeviceptr target, unsigned char value, size_t count, CUstream stream))    \
  X(MemsetD16Async, "cuMemsetD16Async", (CUdeviceptr target, unsigned short value, size_t count, CUstream stream)) \
  X(MemsetD32Async, "cuMemsetD32Async", (CUdeviceptr target, unsigned value, size_t count, CUstream stream))       \
  X(MemsetD2D32Async, "cuMemsetD2D32Async",                                                                        \
    (CUdeviceptr target, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream))              \
  X(StreamCreate, "cuStreamCreate", (CUstream * stream, unsigned flags))                                           \
  X(StreamDestroy, "cuStreamDestroy_v2", (CUstream stream))                                                        \
  X(StreamSynchronize, "cuStreamSynchronize", (CUstream stream))                                                   \
  X(StreamWaitEvent, "cuStreamWaitEvent", (CUstream stream, CUevent event, unsigned flags))                        \
  X(EventCreate, "cuEventCreate", (CUevent * event, unsigned flags))                                               \
  X(EventDestroy, "cuEventDestroy_v2", (CUevent event))                                                            \
  X(EventRecord, "cuEventRecord", (CUevent event, CUstream stream))                                                \
  X(EventQuery, "cuEventQuery", (CUevent event))                                                                   \
  X(EventSynchronize, "cuEventSynchronize", (CUevent event))                                                       \
  X(EventElapsedTime, "cuEventElapsedTime", (float *milliseconds, CUevent start, CUevent end))                     \
  X(ModuleLoadDataEx, "cuModuleLoadDataEx",                                                                        \
    (CUmodule * module, const void *image, unsigned option_count, CUjit_option *options, void **values))           \
  X(ModuleUnload, "cuModuleUnload", (CUmodule module))                                                             \
  X(ModuleGetFunction, "cuModuleGetFunction", (CUfunction * function, CUmodule module, const char *name))          \
  X(FuncGetAttribute, "cuFuncGetAttribute", (int *value, CUfunction_attribute attribute, CUfunction function))     \
  X(FuncSetAttribute, "cuFuncSetAttribute", (CUfunction function, CUfunction_attribute attribute, int value))      \
  X(LaunchKernel, "cuLaunchKernel",                                                                                \
    (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,   \
     unsigned block_z, unsigned shared_size, CUstream stream, void **parameters, void **extra))                    \
  X(GraphCreate, "cuGraphCreate", (CUgraph * graph, unsigned flags))                                               \
  X(GraphDestroy, "cuGraphDestroy", (CUgraph graph))                                                               \
  X(GraphAddKernelNode, "cuGraphAddKernelNode_v2",                                                                 \
    (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t count,                             \
     const CUDA_KERNEL_NODE_PARAMS *parameters))                                                                   \
  X(GraphKernelNodeSetAttribute, "cuGraphKernelNodeSetAttribute",                                                  \
    (CUgraphNode node, CUlaunchAttributeID attribute, const CUlaunchAttributeValue *value))                        \
  X(GraphAddMemcpyNode, "cuGraphAddMemcpyNode",                                                                    \
    (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t count, const CUDA_MEMCPY3D *copy,  \
     CUcontext context))                                                                                           \
  X(GraphAddMemsetNode, "cuGraphAddMemsetNode",                                                                    \
    (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t count,                             \
     const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext context))                                                \
  X(GraphAddEmptyNode, "cuGraphAddEmptyNode",                                                                      \
    (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t count))                            \
  X(GraphAddEventRecordNode, "cuGraphAddEventRecordNode",                                                          \
    (CUgraphNode * node, CUgraph graph, const CUgraphNode *dependencies, size_t count, CUevent event))             \
  X(GraphInstantiateWithFlags, "cuGraphInstantiateWithFlags",                                                      \
    (CUgraphExec * exec, CUgraph graph, unsigned long long flags))                                                 \
  X(GraphExecDestroy, "cuGraphExecDestroy", (CUgraphExec exec))                                                    \
  X(GraphExecKernelNodeSetParams, "cuGraphExecKernelNodeSetParams_v2",                                             \
    (CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters))                               \
  X(GraphExecMemcpyNodeSetParams, "cuGraphExecMemcpyNodeSetParams",                                                \
    (CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy, CUcontext context))                            \
  X(GraphExecMemsetNodeSetParams, "cuGraphExecMemsetNodeSetParams",                                                \
    (CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext context))            \
  X(GraphLaunch, "cuGraphLaunch", (CUgraphExec exec, CUstream stream))

// Functions that older drivers lack; NULL there.
#define TERN_CUDA_NEWER_FUNCTIONS(X)                                                                                  \
  X(LaunchKernelEx, "cuLaunchKernelEx",                                                                               \
    (const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra))                             \
  X(FuncGetParamInfo, "cuFuncGetParamInfo", (CUfunction function, size_t index, size_t *offset, size_t *size))        \
  X(MemAllocAsync, "cuMemAllocAsync", (CUdeviceptr * address, size_t size, CUstream stream))                          \
  X(MemFreeAsync, "cuMemFreeAsync", (CUdeviceptr address, CUstream stream))                                           \
  X(TensorMapEncodeTiled, "cuTensorMapEncodeTiled",                                                                   \
    (CUtensorMap * map, uint32_t type, uint32_t rank, void *address, const uint64_t *dims, const uint64_t *strides,   \
     const uint32_t *box, const uint32_t *element_strides, uint32_t interleave, uint32_t swizzle, uint32_t promotion, \
     uint32_t fill))

// The library and its functions. Constant once opened.
typedef struct tern_cuda_api_t {
  void *library;
  int version;  // of the API that the driver has: 1000 * major + 10 * minor
#define X(name, symbol, parameters) CUresult(*name) parameters;
  TERN_CUDA_FUNCTIONS(X)
  TERN_CUDA_NEWER_FUNCTIONS(X)
#undef X
} tern_cuda_api_t;

// Opens the driver library and initializes it. Errors: TERN_NOT_FOUND if it is not installed or has no device that it
// can use; TERN_UNSUPPORTED if it is too old.
tern_status_t tern_cuda_api_open(tern_cuda_api_t *out_api);
void tern_cuda_api_close(tern_cuda_api_t *api);

// The status for a result; `what` says what was tried, such as "allocating memory".
tern_status_t tern_cuda_status(const tern_cuda_api_t *api, CUresult result, const char *what);
// True for failures after which nothing of the context works any more.
bool tern_cuda_result_is_fatal(CUresult result);

// Returns from the calling function if `expr` is not CUDA_SUCCESS.
#define TERN_CUDA_RETURN_IF_ERROR(api, expr, what) TERN_RETURN_IF_ERROR(tern_cuda_status((api), (expr), (what)))

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_API_H_
