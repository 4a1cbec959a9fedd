// Memory: allocation, copies, fills, symbols, pools, and handles that other processes open.

#include <dlfcn.h>
#include <string.h>

#include "runtime/cudart/cudart.h"

// The context is entered, then the call is made; its result is the thread's last error if it is one.
#define IN_CONTEXT(call)                                           \
  do {                                                             \
    result_t result_ = cudart_enter();                             \
    return cudart_note(result_ == cudaSuccess ? (call) : result_); \
  } while (0)
#define REQUIRE(condition) \
  if (!(condition)) return cudart_note(cudaErrorInvalidValue)

CUDART_API cudaError_t cudaMalloc(void **address, size_t size) {
  REQUIRE(address);
  *address = NULL;
  if (size == 0) return cudart_note(cudart_enter());
  IN_CONTEXT(DRIVER(memory_allocate, address, size));
}

CUDART_API cudaError_t cudaMallocManaged(void **address, size_t size, unsigned int flags) {
  REQUIRE(address && size > 0 && (flags == cudaMemAttachGlobal || flags == cudaMemAttachHost));
  IN_CONTEXT(DRIVER(memory_allocate_managed, address, size, flags));
}

CUDART_API cudaError_t cudaMallocPitch(void **address, size_t *pitch, size_t width, size_t height) {
  REQUIRE(address && pitch);
  *address = NULL, *pitch = 0;
  if (width == 0 || height == 0) return cudart_note(cudart_enter());
  IN_CONTEXT(DRIVER(memory_allocate_pitch, address, pitch, width, height, 4));
}

CUDART_API cudaError_t cudaMalloc3D(struct cudaPitchedPtr *out, struct cudaExtent extent) {
  REQUIRE(out);
  *out = (struct cudaPitchedPtr){.xsize = extent.width, .ysize = extent.height};
  return cudaMallocPitch(&out->ptr, &out->pitch, extent.width, extent.height * extent.depth);
}

CUDART_API cudaError_t cudaHostAlloc(void **data, size_t size, unsigned int flags) {
  REQUIRE(data && (flags & ~7u) == 0);
  *data = NULL;
  if (size == 0) return cudart_note(cudart_enter());
  // All host memory can be mapped and is seen by all devices where addresses are unified.
  IN_CONTEXT(DRIVER(host_allocate, data, size, flags | 3u));
}

CUDART_API cudaError_t cudaMallocHost(void **data, size_t size) {
  return cudaHostAlloc(data, size, cudaHostAllocDefault);
}

CUDART_API cudaError_t cudaFree(void *address) {
  if (!address) return cudart_note(cudart_enter());
  IN_CONTEXT(DRIVER(memory_free, address));
}

CUDART_API cudaError_t cudaFreeHost(void *data) {
  if (!data) return cudart_note(cudart_enter());
  IN_CONTEXT(DRIVER(host_free, data));
}

CUDART_API cudaError_t cudaHostRegister(void *data, size_t size, unsigned int flags) {
  REQUIRE(data && size > 0);
  IN_CONTEXT(DRIVER(host_register, data, size, flags | 3u));
}
CUDART_API cudaError_t cudaHostUnregister(void *data) {
  REQUIRE(data);
  IN_CONTEXT(DRIVER(host_unregister, data));
}
CUDART_API cudaError_t cudaHostGetDevicePointer(void **address, void *data, unsigned int flags) {
  REQUIRE(address && data && flags == 0);
  IN_CONTEXT(DRIVER(host_device_pointer, address, data, 0));
}
CUDART_API cudaError_t cudaHostGetFlags(unsigned int *flags, void *data) {
  REQUIRE(flags && data);
  IN_CONTEXT(DRIVER(host_flags, flags, data));
}
CUDART_API cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  REQUIRE(free && total);
  IN_CONTEXT(DRIVER(memory_info, free, total));
}

CUDART_API cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *address) {
  enum { MEMORY_TYPE = 2, DEVICE_POINTER, HOST_POINTER, IS_MANAGED = 8, ORDINAL };
  REQUIRE(attributes && address);
  result_t result = cudart_enter();
  unsigned type = 0, is_managed = 0;
  int ordinal = -2, wanted[] = {MEMORY_TYPE, DEVICE_POINTER, HOST_POINTER, IS_MANAGED, ORDINAL};
  void *device = NULL, *host = NULL, *values[] = {&type, &device, &host, &is_managed, &ordinal};
  if (result == cudaSuccess) result = DRIVER(pointer_attributes, 5, wanted, values, address);
  *attributes = (struct cudaPointerAttributes){.device = ordinal, .devicePointer = device, .hostPointer = host};
  attributes->type = is_managed ? cudaMemoryTypeManaged : (enum cudaMemoryType)type;
  if (type == 0) attributes->hostPointer = (void *)address, attributes->device = -2;
  return cudart_note(result);
}

// --- Copies

static bool is_kind(enum cudaMemcpyKind kind) { return (unsigned)kind <= cudaMemcpyDefault; }

CUDART_API cudaError_t cudaMemcpy(void *target, const void *source, size_t size, enum cudaMemcpyKind kind) {
  if (!is_kind(kind)) return cudart_note(cudaErrorInvalidMemcpyDirection);
  if (size == 0) return cudaSuccess;
  REQUIRE(target && source);
  IN_CONTEXT(DRIVER(copy, target, source, size));
}

CUDART_API cudaError_t cudaMemcpyAsync(void *target, const void *source, size_t size, enum cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  if (!is_kind(kind)) return cudart_note(cudaErrorInvalidMemcpyDirection);
  if (size == 0) return cudaSuccess;
  REQUIRE(target && source);
  IN_CONTEXT(DRIVER(copy_async, target, source, size, stream));
}

CUDART_API cudaError_t cudaMemcpyPeerAsync(void *target, int target_device, const void *source, int source_device,
                                           size_t size, cudaStream_t stream) {
  (void)target_device, (void)source_device;  // addresses are unified
  return cudaMemcpyAsync(target, source, size, cudaMemcpyDefault, stream);
}
CUDART_API cudaError_t cudaMemcpyPeer(void *target, int target_device, const void *source, int source_device,
                                      size_t size) {
  (void)target_device, (void)source_device;
  return cudaMemcpy(target, source, size, cudaMemcpyDefault);
}

static driver_copy_t copy_2d(void *target, size_t target_pitch, const void *source, size_t source_pitch, size_t width,
                             size_t height) {
  driver_copy_t copy = {.width_in_bytes = width, .height = height, .depth = 1};
  copy.source =
      (driver_copy_side_t){.memory_type = 4, .device = (void *)source, .pitch = source_pitch, .height = height};
  copy.target = (driver_copy_side_t){.memory_type = 4, .device = target, .pitch = target_pitch, .height = height};
  return copy;
}

static result_t check_2d(void *target, size_t target_pitch, const void *source, size_t source_pitch, size_t width,
                         enum cudaMemcpyKind kind) {
  if (!is_kind(kind)) return cudaErrorInvalidMemcpyDirection;
  if (width > target_pitch || width > source_pitch) return cudaErrorInvalidPitchValue;
  return target && source ? cudaSuccess : cudaErrorInvalidValue;
}

CUDART_API cudaError_t cudaMemcpy2D(void *target, size_t target_pitch, const void *source, size_t source_pitch,
                                    size_t width, size_t height, enum cudaMemcpyKind kind) {
  result_t result = check_2d(target, target_pitch, source, source_pitch, width, kind);
  if (result != cudaSuccess || width == 0 || height == 0) return cudart_note(result);
  driver_copy_t copy = copy_2d(target, target_pitch, source, source_pitch, width, height);
  IN_CONTEXT(DRIVER(copy_3d, &copy));
}

CUDART_API cudaError_t cudaMemcpy2DAsync(void *target, size_t target_pitch, const void *source, size_t source_pitch,
                                         size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  result_t result = check_2d(target, target_pitch, source, source_pitch, width, kind);
  if (result != cudaSuccess || width == 0 || height == 0) return cudart_note(result);
  driver_copy_t copy = copy_2d(target, target_pitch, source, source_pitch, width, height);
  IN_CONTEXT(DRIVER(copy_3d_async, &copy, stream));
}

static driver_copy_side_t side_of(struct cudaPitchedPtr pointer, struct cudaPos position) {
  return (driver_copy_side_t){.memory_type = 4,
                              .device = pointer.ptr,
                              .pitch = pointer.pitch,
                              .height = pointer.ysize,
                              .x_in_bytes = position.x,
                              .y = position.y,
                              .z = position.z};
}

result_t cudart_copy_of(const struct cudaMemcpy3DParms *parameters, driver_copy_t *out_copy) {
  if (!parameters || !is_kind(parameters->kind))
    return parameters ? cudaErrorInvalidMemcpyDirection : cudaErrorInvalidValue;
  if (parameters->srcArray || parameters->dstArray) return cudaErrorNotSupported;
  if (!parameters->srcPtr.ptr || !parameters->dstPtr.ptr) return cudaErrorInvalidValue;
  *out_copy = (driver_copy_t){.source = side_of(parameters->srcPtr, parameters->srcPos),
                              .target = side_of(parameters->dstPtr, parameters->dstPos),
                              .width_in_bytes = parameters->extent.width,
                              .height = parameters->extent.height,
                              .depth = parameters->extent.depth};
  return cudaSuccess;
}

CUDART_API cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters) {
  driver_copy_t copy;
  result_t result = cudart_copy_of(parameters, &copy);
  if (result != cudaSuccess) return cudart_note(result);
  IN_CONTEXT(DRIVER(copy_3d, &copy));
}

CUDART_API cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream) {
  driver_copy_t copy;
  result_t result = cudart_copy_of(parameters, &copy);
  if (result != cudaSuccess) return cudart_note(result);
  IN_CONTEXT(DRIVER(copy_3d_async, &copy, stream));
}

// --- Symbols

static result_t symbol_place(const void *symbol, size_t count, size_t offset, char **out_address) {
  void *address;
  size_t size = 0;
  result_t result = cudart_find_variable(symbol, &address, &size);
  if (result == cudaSuccess && (offset > size || count > size - offset)) result = cudaErrorInvalidValue;
  *out_address = result == cudaSuccess ? (char *)address + offset : NULL;
  return result;
}

CUDART_API cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t count, size_t offset,
                                          enum cudaMemcpyKind kind) {
  char *address;
  result_t result = symbol_place(symbol, count, offset, &address);
  return result == cudaSuccess ? cudaMemcpy(address, source, count, kind) : cudart_note(result);
}
CUDART_API cudaError_t cudaMemcpyFromSymbol(void *target, const void *symbol, size_t count, size_t offset,
                                            enum cudaMemcpyKind kind) {
  char *address;
  result_t result = symbol_place(symbol, count, offset, &address);
  return result == cudaSuccess ? cudaMemcpy(target, address, count, kind) : cudart_note(result);
}
CUDART_API cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *source, size_t count, size_t offset,
                                               enum cudaMemcpyKind kind, cudaStream_t stream) {
  char *address;
  result_t result = symbol_place(symbol, count, offset, &address);
  return result == cudaSuccess ? cudaMemcpyAsync(address, source, count, kind, stream) : cudart_note(result);
}
CUDART_API cudaError_t cudaMemcpyFromSymbolAsync(void *target, const void *symbol, size_t count, size_t offset,
                                                 enum cudaMemcpyKind kind, cudaStream_t stream) {
  char *address;
  result_t result = symbol_place(symbol, count, offset, &address);
  return result == cudaSuccess ? cudaMemcpyAsync(target, address, count, kind, stream) : cudart_note(result);
}
CUDART_API cudaError_t cudaGetSymbolAddress(void **address, const void *symbol) {
  size_t size;
  REQUIRE(address);
  return cudart_note(cudart_find_variable(symbol, address, &size));
}
CUDART_API cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
  void *address;
  REQUIRE(size);
  return cudart_note(cudart_find_variable(symbol, &address, size));
}

// --- Fills

CUDART_API cudaError_t cudaMemset(void *address, int value, size_t count) {
  if (count == 0) return cudaSuccess;
  REQUIRE(address);
  IN_CONTEXT(DRIVER(fill, address, (unsigned char)value, count));
}
CUDART_API cudaError_t cudaMemsetAsync(void *address, int value, size_t count, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  REQUIRE(address);
  IN_CONTEXT(DRIVER(fill_async, address, (unsigned char)value, count, stream));
}
CUDART_API cudaError_t cudaMemset2DAsync(void *address, size_t pitch, int value, size_t width, size_t height,
                                         cudaStream_t stream) {
  if (width == 0 || height == 0) return cudaSuccess;
  REQUIRE(address && width <= pitch);
  IN_CONTEXT(DRIVER(fill_2d_async, address, pitch, (unsigned char)value, width, height, stream));
}
CUDART_API cudaError_t cudaMemset2D(void *address, size_t pitch, int value, size_t width, size_t height) {
  return cudaMemset2DAsync(address, pitch, value, width, height, NULL);
}
CUDART_API cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent,
                                         cudaStream_t stream) {
  for (size_t z = 0; z < extent.depth; z++) {
    char *slice = (char *)pointer.ptr + z * pointer.pitch * pointer.ysize;
    cudaError_t error = cudaMemset2DAsync(slice, pointer.pitch, value, extent.width, extent.height, stream);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
CUDART_API cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent) {
  return cudaMemset3DAsync(pointer, value, extent, NULL);
}

// --- Managed memory, pools

CUDART_API cudaError_t cudaMemAdvise(const void *address, size_t size, enum cudaMemoryAdvise advice, int device) {
  REQUIRE(address && size > 0);
  IN_CONTEXT(DRIVER(memory_advise, address, size, advice, device));
}
CUDART_API cudaError_t cudaMemPrefetchAsync(const void *address, size_t size, int device, cudaStream_t stream) {
  REQUIRE(address && size > 0);
  IN_CONTEXT(DRIVER(memory_prefetch, address, size, device, stream));
}
CUDART_API cudaError_t cudaMallocAsync(void **address, size_t size, cudaStream_t stream) {
  REQUIRE(address);
  *address = NULL;
  if (size == 0) return cudaSuccess;
  IN_CONTEXT(DRIVER(memory_allocate_async, address, size, stream));
}
CUDART_API cudaError_t cudaMallocFromPoolAsync(void **address, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  REQUIRE(address && pool);
  IN_CONTEXT(DRIVER(memory_allocate_from, address, size, pool, stream));
}
CUDART_API cudaError_t cudaFreeAsync(void *address, cudaStream_t stream) {
  if (!address) return cudaSuccess;
  IN_CONTEXT(DRIVER(memory_free_async, address, stream));
}
CUDART_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
  REQUIRE(pool);
  IN_CONTEXT(DRIVER(pool_default, (handle_t *)pool, device));
}
CUDART_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
  REQUIRE(pool);
  IN_CONTEXT(DRIVER(pool_current, (handle_t *)pool, device));
}
CUDART_API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  IN_CONTEXT(DRIVER(pool_set_current, device, pool));
}
CUDART_API cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties) {
  REQUIRE(pool && properties);
  IN_CONTEXT(DRIVER(pool_create, (handle_t *)pool, properties));
}
CUDART_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) { IN_CONTEXT(DRIVER(pool_destroy, pool)); }
CUDART_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t size) { IN_CONTEXT(DRIVER(pool_trim, pool, size)); }
CUDART_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
  REQUIRE(value);
  IN_CONTEXT(DRIVER(pool_set_attribute, pool, attribute, value));
}
CUDART_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
  REQUIRE(value);
  IN_CONTEXT(DRIVER(pool_attribute, pool, attribute, value));
}

// --- Other processes. These functions of the driver take a struct by value, so they are not in the table.

static void *find_in_driver(const char *symbol) {
  if (cudart_driver()->is_cpu) return NULL;
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return library ? dlsym(library, symbol) : NULL;
}

CUDART_API cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *address) {
  REQUIRE(handle && address);
  IN_CONTEXT(DRIVER(ipc_memory_handle, handle, address));
}
CUDART_API cudaError_t cudaIpcOpenMemHandle(void **address, cudaIpcMemHandle_t handle, unsigned int flags) {
  REQUIRE(address);
  result_t (*open)(void **, cudaIpcMemHandle_t, unsigned);
  void *found = find_in_driver("cuIpcOpenMemHandle_v2");
  memcpy(&open, &found, sizeof open);
  IN_CONTEXT(open ? open(address, handle, flags) : cudaErrorNotSupported);
}
CUDART_API cudaError_t cudaIpcCloseMemHandle(void *address) { IN_CONTEXT(DRIVER(ipc_close_memory, address)); }
CUDART_API cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
  REQUIRE(handle);
  IN_CONTEXT(DRIVER(ipc_event_handle, handle, event));
}
CUDART_API cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
  REQUIRE(event);
  result_t (*open)(cudaEvent_t *, cudaIpcEventHandle_t);
  void *found = find_in_driver("cuIpcOpenEventHandle");
  memcpy(&open, &found, sizeof open);
  IN_CONTEXT(open ? open(event, handle) : cudaErrorNotSupported);
}
