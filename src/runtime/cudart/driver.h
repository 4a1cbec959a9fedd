// What libtern_cudart stands on: a table of functions of the CUDA driver API. There are two of them: libcuda.so.1, opened at run time,
// and the CPU device (cpu/), which has the same functions on the host's memory and processors.
//
// Everything above the table is written once. Results are numbers of CUresult; the runtime's errors have the same numbers.

#ifndef TERN_RUNTIME_CUDART_DRIVER_H_
#define TERN_RUNTIME_CUDART_DRIVER_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int result_t;
typedef void *handle_t;  // contexts, modules, streams and the like
typedef int device_t;

// As CUDA_MEMCPY3D lies in memory.
typedef struct driver_copy_side {
  size_t x_in_bytes, y, z, lod;
  uint32_t memory_type;  // 1 host, 2 device, 4 whatever the address says
  void *host;
  void *device;
  void *array;
  void *reserved;
  size_t pitch, height;
} driver_copy_side_t;
typedef struct driver_copy {
  driver_copy_side_t source, target;
  size_t width_in_bytes, height, depth;
} driver_copy_t;

typedef struct driver_kernel_node {
  handle_t function;
  unsigned grid[3], block[3], shared_size;
  void **parameters, **extra;
  handle_t kernel, context;
} driver_kernel_node_t;
typedef struct driver_memset_node {
  void *target;
  size_t pitch;
  unsigned value, element_size;
  size_t width, height;
} driver_memset_node_t;
typedef struct driver_host_node {
  void (*function)(void *);
  void *data;
} driver_host_node_t;

// As CUlaunchConfig lies in memory.
typedef struct driver_launch {
  unsigned grid[3], block[3], shared_size;
  handle_t stream;
  void *attributes;
  unsigned attribute_count;
} driver_launch_t;

// Name, symbol in libcuda, parameters.
#define CUDART_DRIVER(X)                                                                                             \
  X(init, "cuInit", (unsigned flags))                                                                                \
  X(version, "cuDriverGetVersion", (int *version))                                                                   \
  X(device_count, "cuDeviceGetCount", (int *count))                                                                  \
  X(device_name, "cuDeviceGetName", (char *name, int size, device_t device))                                         \
  X(device_uuid, "cuDeviceGetUuid", (void *uuid, device_t device))                                                   \
  X(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, device_t device))                          \
  X(device_memory, "cuDeviceTotalMem_v2", (size_t *size, device_t device))                                           \
  X(device_bus_id, "cuDeviceGetPCIBusId", (char *text, int size, device_t device))                                   \
  X(device_by_bus_id, "cuDeviceGetByPCIBusId", (device_t * device, const char *text))                                \
  X(device_can_reach, "cuDeviceCanAccessPeer", (int *can, device_t device, device_t peer))                           \
  X(device_p2p_attribute, "cuDeviceGetP2PAttribute", (int *value, int attribute, device_t source, device_t target))  \
  X(context_retain, "cuDevicePrimaryCtxRetain", (handle_t * context, device_t device))                               \
  X(context_reset, "cuDevicePrimaryCtxReset_v2", (device_t device))                                                  \
  X(context_set_flags, "cuDevicePrimaryCtxSetFlags_v2", (device_t device, unsigned flags))                           \
  X(context_set_current, "cuCtxSetCurrent", (handle_t context))                                                      \
  X(context_synchronize, "cuCtxSynchronize", (void))                                                                 \
  X(context_limit, "cuCtxGetLimit", (size_t *value, int limit))                                                      \
  X(context_set_limit, "cuCtxSetLimit", (int limit, size_t value))                                                   \
  X(context_priorities, "cuCtxGetStreamPriorityRange", (int *least, int *greatest))                                  \
  X(context_enable_peer, "cuCtxEnablePeerAccess", (handle_t peer, unsigned flags))                                   \
  X(context_disable_peer, "cuCtxDisablePeerAccess", (handle_t peer))                                                 \
  X(memory_allocate, "cuMemAlloc_v2", (void **address, size_t size))                                                 \
  X(memory_allocate_managed, "cuMemAllocManaged", (void **address, size_t size, unsigned flags))                     \
  X(memory_allocate_pitch, "cuMemAllocPitch_v2",                                                                     \
    (void **address, size_t *pitch, size_t width, size_t height, unsigned element_size))                             \
  X(memory_free, "cuMemFree_v2", (void *address))                                                                    \
  X(memory_info, "cuMemGetInfo_v2", (size_t *free, size_t *total))                                                   \
  X(memory_advise, "cuMemAdvise", (const void *address, size_t size, int advice, device_t device))                   \
  X(memory_prefetch, "cuMemPrefetchAsync", (const void *address, size_t size, device_t device, handle_t stream))     \
  X(host_allocate, "cuMemHostAlloc", (void **data, size_t size, unsigned flags))                                     \
  X(host_free, "cuMemFreeHost", (void *data))                                                                        \
  X(host_register, "cuMemHostRegister_v2", (void *data, size_t size, unsigned flags))                                \
  X(host_unregister, "cuMemHostUnregister", (void *data))                                                            \
  X(host_device_pointer, "cuMemHostGetDevicePointer_v2", (void **address, void *data, unsigned flags))               \
  X(host_flags, "cuMemHostGetFlags", (unsigned *flags, void *data))                                                  \
  X(pointer_attributes, "cuPointerGetAttributes",                                                                    \
    (unsigned count, int *attributes, void **values, const void *address))                                           \
  X(copy, "cuMemcpy", (void *target, const void *source, size_t size))                                               \
  X(copy_async, "cuMemcpyAsync", (void *target, const void *source, size_t size, handle_t stream))                   \
  X(copy_3d, "cuMemcpy3D_v2", (const driver_copy_t *copy))                                                           \
  X(copy_3d_async, "cuMemcpy3DAsync_v2", (const driver_copy_t *copy, handle_t stream))                               \
  X(fill, "cuMemsetD8_v2", (void *address, unsigned char value, size_t count))                                       \
  X(fill_async, "cuMemsetD8Async", (void *address, unsigned char value, size_t count, handle_t stream))              \
  X(fill_2d_async, "cuMemsetD2D8Async",                                                                              \
    (void *address, size_t pitch, unsigned char value, size_t width, size_t height, handle_t stream))                \
  X(pool_default, "cuDeviceGetDefaultMemPool", (handle_t * pool, device_t device))                                   \
  X(pool_current, "cuDeviceGetMemPool", (handle_t * pool, device_t device))                                          \
  X(pool_set_current, "cuDeviceSetMemPool", (device_t device, handle_t pool))                                        \
  X(pool_create, "cuMemPoolCreate", (handle_t * pool, const void *properties))                                       \
  X(pool_destroy, "cuMemPoolDestroy", (handle_t pool))                                                               \
  X(pool_trim, "cuMemPoolTrimTo", (handle_t pool, size_t size))                                                      \
  X(pool_set_attribute, "cuMemPoolSetAttribute", (handle_t pool, int attribute, void *value))                        \
  X(pool_attribute, "cuMemPoolGetAttribute", (handle_t pool, int attribute, void *value))                            \
  X(memory_allocate_async, "cuMemAllocAsync", (void **address, size_t size, handle_t stream))                        \
  X(memory_allocate_from, "cuMemAllocFromPoolAsync", (void **address, size_t size, handle_t pool, handle_t stream))  \
  X(memory_free_async, "cuMemFreeAsync", (void *address, handle_t stream))                                           \
  X(ipc_memory_handle, "cuIpcGetMemHandle", (void *handle, void *address))                                           \
  X(ipc_close_memory, "cuIpcCloseMemHandle", (void *address))                                                        \
  X(ipc_event_handle, "cuIpcGetEventHandle", (void *handle, handle_t event))                                         \
  X(stream_create, "cuStreamCreateWithPriority", (handle_t * stream, unsigned flags, int priority))                  \
  X(stream_destroy, "cuStreamDestroy_v2", (handle_t stream))                                                         \
  X(stream_synchronize, "cuStreamSynchronize", (handle_t stream))                                                    \
  X(stream_query, "cuStreamQuery", (handle_t stream))                                                                \
  X(stream_wait, "cuStreamWaitEvent", (handle_t stream, handle_t event, unsigned flags))                             \
  X(stream_flags, "cuStreamGetFlags", (handle_t stream, unsigned *flags))                                            \
  X(stream_priority, "cuStreamGetPriority", (handle_t stream, int *priority))                                        \
  X(stream_attach, "cuStreamAttachMemAsync", (handle_t stream, void *address, size_t size, unsigned flags))          \
  X(stream_call_host, "cuLaunchHostFunc", (handle_t stream, void (*function)(void *), void *data))                   \
  X(stream_begin_capture, "cuStreamBeginCapture_v2", (handle_t stream, int mode))                                    \
  X(stream_end_capture, "cuStreamEndCapture", (handle_t stream, handle_t * graph))                                   \
  X(stream_is_capturing, "cuStreamIsCapturing", (handle_t stream, int *status))                                      \
  X(event_create, "cuEventCreate", (handle_t * event, unsigned flags))                                               \
  X(event_destroy, "cuEventDestroy_v2", (handle_t event))                                                            \
  X(event_record, "cuEventRecord", (handle_t event, handle_t stream))                                                \
  X(event_query, "cuEventQuery", (handle_t event))                                                                   \
  X(event_synchronize, "cuEventSynchronize", (handle_t event))                                                       \
  X(event_elapsed, "cuEventElapsedTime", (float *milliseconds, handle_t start, handle_t end))                        \
  X(module_load, "cuModuleLoadData", (handle_t * module, const void *image))                                         \
  X(module_unload, "cuModuleUnload", (handle_t module))                                                              \
  X(module_function, "cuModuleGetFunction", (handle_t * function, handle_t module, const char *name))                \
  X(module_variable, "cuModuleGetGlobal_v2", (void **address, size_t *size, handle_t module, const char *name))      \
  X(function_attribute, "cuFuncGetAttribute", (int *value, int attribute, handle_t function))                        \
  X(function_set_attribute, "cuFuncSetAttribute", (handle_t function, int attribute, int value))                     \
  X(function_set_cache, "cuFuncSetCacheConfig", (handle_t function, int config))                                     \
  X(launch, "cuLaunchKernel",                                                                                        \
    (handle_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,       \
     unsigned block_z, unsigned shared_size, handle_t stream, void **parameters, void **extra))                      \
  X(launch_cooperative, "cuLaunchCooperativeKernel",                                                                 \
    (handle_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,       \
     unsigned block_z, unsigned shared_size, handle_t stream, void **parameters))                                    \
  X(launch_extended, "cuLaunchKernelEx",                                                                             \
    (const driver_launch_t *launch, handle_t function, void **parameters, void **extra))                             \
  X(occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",                                               \
    (int *blocks, handle_t function, int block_size, size_t shared_size, unsigned flags))                            \
  X(occupancy_shared, "cuOccupancyAvailableDynamicSMemPerBlock",                                                     \
    (size_t *size, handle_t function, int blocks, int block_size))                                                   \
  X(graph_create, "cuGraphCreate", (handle_t * graph, unsigned flags))                                               \
  X(graph_destroy, "cuGraphDestroy", (handle_t graph))                                                               \
  X(graph_add_kernel, "cuGraphAddKernelNode_v2",                                                                     \
    (handle_t * node, handle_t graph, const handle_t *before, size_t count, const driver_kernel_node_t *parameters)) \
  X(graph_add_copy, "cuGraphAddMemcpyNode",                                                                          \
    (handle_t * node, handle_t graph, const handle_t *before, size_t count, const driver_copy_t *copy,               \
     handle_t context))                                                                                              \
  X(graph_add_fill, "cuGraphAddMemsetNode",                                                                          \
    (handle_t * node, handle_t graph, const handle_t *before, size_t count, const driver_memset_node_t *fill,        \
     handle_t context))                                                                                              \
  X(graph_add_host, "cuGraphAddHostNode",                                                                            \
    (handle_t * node, handle_t graph, const handle_t *before, size_t count, const driver_host_node_t *call))         \
  X(graph_add_empty, "cuGraphAddEmptyNode", (handle_t * node, handle_t graph, const handle_t *before, size_t count)) \
  X(graph_nodes, "cuGraphGetNodes", (handle_t graph, handle_t * nodes, size_t *count))                               \
  X(graph_instantiate, "cuGraphInstantiateWithFlags", (handle_t * exec, handle_t graph, unsigned long long flags))   \
  X(graph_launch, "cuGraphLaunch", (handle_t exec, handle_t stream))                                                 \
  X(graph_upload, "cuGraphUpload", (handle_t exec, handle_t stream))                                                 \
  X(graph_exec_destroy, "cuGraphExecDestroy", (handle_t exec))                                                       \
  X(profiler_start, "cuProfilerStart", (void))                                                                       \
  X(profiler_stop, "cuProfilerStop", (void))

typedef struct driver {
  bool is_cpu;
#define X(name, symbol, parameters) result_t(*name) parameters;
  CUDART_DRIVER(X)
#undef X
} driver_t;

// The driver of this process: opened when it is first asked for. Never NULL; without any device, or with TERN_CUDA_DEVICE=cuda and no
// GPU, its functions fail. Thread-safe.
const driver_t *cudart_driver(void);

extern const driver_t cudart_cpu_driver;

// Calls a function of the driver; one that this libcuda lacks is not supported.
#define DRIVER(name, ...) (cudart_driver()->name ? cudart_driver()->name(__VA_ARGS__) : 801)

#endif  // TERN_RUNTIME_CUDART_DRIVER_H_
