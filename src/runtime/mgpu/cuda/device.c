// Modules, launches, streams, events and memory on NVIDIA's GPUs: calls of the CUDA driver API, one or two each.

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "runtime/mgpu/cuda/driver.h"
#include "runtime/mgpu/memref.h"
#include "runtime/mgpu/report.h"
#include "tern/mgpu.h"

enum {
  JIT_OPTIMIZATION_LEVEL = 7,  // a CUjit_option
  MEM_ATTACH_GLOBAL = 1,
  CLUSTER_SCHEDULING_POLICY = 5,  // a CUlaunchAttributeID
  SPREAD_CLUSTERS = 1,            // its value: over multiprocessors
  DEFAULT_SHARED_MAX = 48 << 10,  // bytes of dynamic workgroup memory that every kernel may have
};

// Most functions are one call of the driver.
#define CALL(what, call)                              \
  do {                                                \
    tern_mgpu_scope_t scope_;                         \
    if (!tern_mgpu_enter(&scope_, __func__)) break;   \
    const tern_mgpu_driver_t *driver = scope_.driver; \
    const tern_cuda_api_t *api = &driver->api;        \
    (void)driver, (void)api;                          \
    tern_mgpu_succeeds(&scope_, (call), what);        \
    tern_mgpu_leave(&scope_);                         \
  } while (0)

static CUdeviceptr address_of(const void *data) { return (CUdeviceptr)(uintptr_t)data; }

void mgpuSetDefaultDevice(int32_t device) { tern_mgpu_set_device(device); }

//---- Modules ----

static void *load_module(const char *function, void *data, bool has_level, int level) {
  tern_mgpu_scope_t scope;
  if (!tern_mgpu_enter(&scope, function)) return NULL;
  CUmodule module = NULL;
  char log[4096] = {0};
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            (CUjit_option)JIT_OPTIMIZATION_LEVEL};
  void *values[] = {log, (void *)sizeof(log), (void *)(intptr_t)level};
  CUresult result = scope.driver->api.ModuleLoadDataEx(&module, data, has_level ? 3 : 2, options, values);
  if (!tern_mgpu_succeeds(&scope, result, "loading a module")) {
    if (log[0]) tern_mgpu_report(function, "the compiler of the driver says: %.900s", log);
    module = NULL;
  }
  tern_mgpu_leave(&scope);
  return module;
}

void *mgpuModuleLoad(void *data, size_t size) {
  (void)size;
  return load_module(__func__, data, false, 0);
}

void *mgpuModuleLoadJIT(void *data, int optimization_level) {
  return load_module(__func__, data, true, optimization_level);
}

void mgpuModuleUnload(void *module) { CALL("unloading a module", api->ModuleUnload(module)); }

void *mgpuModuleGetFunction(void *module, const char *name) {
  CUfunction function = NULL;
  char what[160];
  snprintf(what, sizeof(what), "looking for the kernel '%.100s'", name);
  CALL(what, api->ModuleGetFunction(&function, module, name));
  return function;
}

//---- Launches ----

// Kernels may have more than the default if they are told so.
static bool allow_shared_size(const tern_mgpu_scope_t *scope, CUfunction function, int32_t size) {
  if (size <= DEFAULT_SHARED_MAX) return true;
  const tern_cuda_api_t *api = &scope->driver->api;
  int most = 0;
  CUresult result =
      api->DeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, scope->device);
  if (!tern_mgpu_succeeds(scope, result, "asking for the workgroup memory")) return false;
  if (size > most) {
    tern_mgpu_report(scope->function,
                     "the kernel takes %d bytes of dynamic workgroup memory, and the GPU has %d for a block", (int)size,
                     most);
    return false;
  }
  result = api->FuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, size);
  return tern_mgpu_succeeds(scope, result, "allowing the workgroup memory");
}

static bool is_extent(intptr_t value) { return value > 0 && value <= (intptr_t)INT32_MAX; }

static bool check_shape(const char *function, const char *what, intptr_t x, intptr_t y, intptr_t z) {
  if (is_extent(x) && is_extent(y) && is_extent(z)) return true;
  tern_mgpu_report(function, "the kernel is not run: %s of %" PRIdPTR " x %" PRIdPTR " x %" PRIdPTR, what, x, y, z);
  return false;
}

void mgpuLaunchKernel(void *function, intptr_t grid_x, intptr_t grid_y, intptr_t grid_z, intptr_t block_x,
                      intptr_t block_y, intptr_t block_z, int32_t shared_size, void *stream, void **params,
                      void **extra, size_t param_count) {
  (void)param_count;
  tern_mgpu_scope_t scope;
  if (!check_shape(__func__, "a grid", grid_x, grid_y, grid_z) ||
      !check_shape(__func__, "blocks", block_x, block_y, block_z) || !tern_mgpu_enter(&scope, __func__)) {
    return;
  }
  if (allow_shared_size(&scope, function, shared_size)) {
    CUresult result = scope.driver->api.LaunchKernel(function, (unsigned)grid_x, (unsigned)grid_y, (unsigned)grid_z,
                                                     (unsigned)block_x, (unsigned)block_y, (unsigned)block_z,
                                                     (unsigned)shared_size, stream, params, extra);
    tern_mgpu_succeeds(&scope, result, "launching a kernel");
  }
  tern_mgpu_leave(&scope);
}

void mgpuLaunchClusterKernel(void *function, intptr_t cluster_x, intptr_t cluster_y, intptr_t cluster_z,
                             intptr_t grid_x, intptr_t grid_y, intptr_t grid_z, intptr_t block_x, intptr_t block_y,
                             intptr_t block_z, int32_t shared_size, void *stream, void **params, void **extra,
                             size_t param_count) {
  (void)param_count;
  tern_mgpu_scope_t scope;
  if (!check_shape(__func__, "clusters", cluster_x, cluster_y, cluster_z) ||
      !check_shape(__func__, "a grid", grid_x, grid_y, grid_z) ||
      !check_shape(__func__, "blocks", block_x, block_y, block_z) || !tern_mgpu_enter(&scope, __func__)) {
    return;
  }
  CUlaunchAttribute attributes[2] = {
      {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
       .value.clusterDim = {(unsigned)cluster_x, (unsigned)cluster_y, (unsigned)cluster_z}},
      // The policy is an enumerator where `cooperative` is an int.
      {.id = (CUlaunchAttributeID)CLUSTER_SCHEDULING_POLICY, .value.cooperative = SPREAD_CLUSTERS}};
  CUlaunchConfig config = {.gridDimX = (unsigned)grid_x,
                           .gridDimY = (unsigned)grid_y,
                           .gridDimZ = (unsigned)grid_z,
                           .blockDimX = (unsigned)block_x,
                           .blockDimY = (unsigned)block_y,
                           .blockDimZ = (unsigned)block_z,
                           .sharedMemBytes = (unsigned)shared_size,
                           .hStream = stream,
                           .attrs = attributes,
                           .numAttrs = 2};
  const tern_cuda_api_t *api = &scope.driver->api;
  if (!api->LaunchKernelEx) {
    tern_mgpu_report(__func__, "the CUDA driver has no clusters: install one for CUDA 12 or later");
  } else if (allow_shared_size(&scope, function, shared_size)) {
    tern_mgpu_succeeds(&scope, api->LaunchKernelEx(&config, function, params, extra), "launching a kernel");
  }
  tern_mgpu_leave(&scope);
}

//---- Streams and events ----

void *mgpuStreamCreate(void) {
  CUstream stream = NULL;
  CALL("creating a stream", api->StreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  return stream;
}

void mgpuStreamDestroy(void *stream) { CALL("destroying a stream", api->StreamDestroy(stream)); }
void mgpuStreamSynchronize(void *stream) { CALL("waiting for a stream", api->StreamSynchronize(stream)); }
void mgpuStreamWaitEvent(void *stream, void *event) {
  CALL("letting a stream wait", api->StreamWaitEvent(stream, event, 0));
}

void *mgpuEventCreate(void) {
  CUevent event = NULL;
  CALL("creating an event", api->EventCreate(&event, CU_EVENT_DISABLE_TIMING));
  return event;
}

void mgpuEventDestroy(void *event) { CALL("destroying an event", api->EventDestroy(event)); }
void mgpuEventSynchronize(void *event) { CALL("waiting for an event", api->EventSynchronize(event)); }
void mgpuEventRecord(void *event, void *stream) { CALL("recording an event", api->EventRecord(event, stream)); }

//---- Memory ----

void *mgpuMemAlloc(uint64_t size, void *stream, bool is_host_shared) {
  (void)stream;
  CUdeviceptr address = 0;
  if (!size) return NULL;
  char what[64];
  snprintf(what, sizeof(what), "allocating %" PRIu64 " bytes", size);
  if (is_host_shared) {
    CALL(what, driver->MemAllocManaged(&address, size, MEM_ATTACH_GLOBAL));
  } else {
    CALL(what, api->MemAlloc(&address, size));
  }
  return (void *)(uintptr_t)address;
}

void mgpuMemFree(void *data, void *stream) {
  (void)stream;
  if (data) CALL("freeing memory", api->MemFree(address_of(data)));
}

void mgpuMemcpy(void *target, void *source, size_t size, void *stream) {
  if (size) CALL("copying", api->MemcpyAsync(address_of(target), address_of(source), size, stream));
}

void mgpuMemset32(void *target, unsigned value, size_t count, void *stream) {
  if (count) CALL("filling", api->MemsetD32Async(address_of(target), value, count, stream));
}

void mgpuMemset16(void *target, unsigned short value, size_t count, void *stream) {
  if (count) CALL("filling", api->MemsetD16Async(address_of(target), value, count, stream));
}

void mgpuMemHostRegister(void *data, uint64_t size) {
  CALL("registering memory of the host",
       api->MemHostRegister(data, size, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP));
}

void mgpuMemHostUnregister(void *data) { CALL("unregistering memory of the host", api->MemHostUnregister(data)); }

//---- Tensor maps ----

static bool encode(tern_mgpu_scope_t *scope, void *map, uint32_t type, uint32_t rank, void *address,
                   const uint64_t *sizes, const uint64_t *strides, const uint32_t *box, const uint32_t *element_strides,
                   const uint32_t modes[4]) {
  const tern_cuda_api_t *api = &scope->driver->api;
  if (!api->TensorMapEncodeTiled) {
    tern_mgpu_report(scope->function, "the CUDA driver has no tensor maps: install one for CUDA 12 or later");
    return false;
  }
  CUresult result = api->TensorMapEncodeTiled(map, type, rank, address, sizes, strides, box, element_strides, modes[0],
                                              modes[1], modes[2], modes[3]);
  return tern_mgpu_succeeds(scope, result, "making a tensor map");
}

void mgpuTensorMapEncodeTiled(void *map, uint32_t type, uint32_t rank, void *address, const uint64_t *sizes,
                              const uint64_t *strides, const uint32_t *box, const uint32_t *element_strides,
                              uint32_t interleave, uint32_t swizzle, uint32_t promotion, uint32_t fill) {
  tern_mgpu_scope_t scope;
  if (!tern_mgpu_enter(&scope, __func__)) return;
  const uint32_t modes[4] = {interleave, swizzle, promotion, fill};
  encode(&scope, map, type, rank, address, sizes, strides, box, element_strides, modes);
  tern_mgpu_leave(&scope);
}

// Bytes of an element, by CUtensorMapDataType.
static const uint8_t element_sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

static void *upload(tern_mgpu_scope_t *scope, const CUtensorMap *map) {
  CUdeviceptr address = 0;
  const tern_mgpu_driver_t *driver = scope->driver;
  if (!tern_mgpu_succeeds(scope, driver->api.MemAlloc(&address, sizeof(*map)), "allocating a tensor map")) return NULL;
  if (tern_mgpu_succeeds(scope, driver->MemcpyHtoD(address, map, sizeof(*map)), "copying a tensor map")) {
    return (void *)(uintptr_t)address;
  }
  tern_mgpu_succeeds(scope, driver->api.MemFree(address), "freeing a tensor map");
  return NULL;
}

void *mgpuTensorMapEncodeTiledMemref(int64_t rank, void *descriptor, uint32_t type, uint32_t interleave,
                                     uint32_t swizzle, uint32_t promotion, uint32_t fill, const int64_t *box_sizes) {
  enum { RANK_MAX = 5 };
  if (rank < 1 || rank > RANK_MAX || type >= sizeof(element_sizes)) {
    tern_mgpu_report(__func__, "no tensor map for rank %" PRId64 " (1 to 5) and type %u (0 to 12)", rank, type);
    return NULL;
  }
  const tern_mgpu_memref_t *memref = descriptor;
  uint64_t sizes[RANK_MAX] = {0}, strides[RANK_MAX] = {0};
  uint32_t box[RANK_MAX] = {0}, element_strides[RANK_MAX] = {1, 1, 1, 1, 1};
  for (int64_t i = 0; i < rank; ++i) {
    int64_t from = rank - 1 - i;
    sizes[i] = (uint64_t)memref->sizes[from];
    box[i] = (uint32_t)box_sizes[from];
    if (i) strides[i - 1] = (uint64_t)tern_mgpu_memref_stride(memref, rank, from) * element_sizes[type];
  }
  tern_mgpu_scope_t scope;
  if (!tern_mgpu_enter(&scope, __func__)) return NULL;
  const uint32_t modes[4] = {interleave, swizzle, promotion, fill};
  char *address = memref->aligned + memref->offset * element_sizes[type];
  CUtensorMap map;
  void *result = NULL;
  if (encode(&scope, &map, type, (uint32_t)rank, address, sizes, strides, box, element_strides, modes)) {
    result = upload(&scope, &map);
  }
  tern_mgpu_leave(&scope);
  return result;
}
