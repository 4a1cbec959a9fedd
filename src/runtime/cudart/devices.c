// Devices: which one a thread works with, their contexts, what they are like.

#include <pthread.h>
#include <string.h>

#include "runtime/cudart/cudart.h"

static _Thread_local int current_device;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static handle_t contexts[CUDART_MAX_DEVICES];
static unsigned device_flags[CUDART_MAX_DEVICES];

int cudart_device(void) { return current_device; }

static int device_count(result_t *out_result) {
  int count = 0;
  *out_result = DRIVER(init, 0);
  if (*out_result == cudaErrorNotSupported) *out_result = cudaErrorNoDevice;
  if (*out_result == cudaSuccess) *out_result = DRIVER(device_count, &count);
  if (*out_result == cudaSuccess && count == 0) *out_result = cudaErrorNoDevice;
  return count < CUDART_MAX_DEVICES ? count : CUDART_MAX_DEVICES;
}

static result_t context_of(int device, handle_t *out_context) {
  result_t result = cudaSuccess;
  pthread_mutex_lock(&mutex);
  if (!contexts[device]) {
    device_count(&result);
    if (result == cudaSuccess) result = DRIVER(context_retain, &contexts[device], device);
  }
  *out_context = contexts[device];
  pthread_mutex_unlock(&mutex);
  return result;
}

result_t cudart_enter(void) {
  handle_t context;
  result_t result = context_of(current_device, &context);
  if (result == cudaSuccess) result = DRIVER(context_set_current, context);
  return result;
}

handle_t cudart_context(void) {
  handle_t context = NULL;
  return context_of(current_device, &context) == cudaSuccess ? context : NULL;
}

static result_t check(int device) {
  result_t result;
  int count = device_count(&result);
  if (result != cudaSuccess) return result;
  return device < 0 || device >= count ? cudaErrorInvalidDevice : cudaSuccess;
}

CUDART_API cudaError_t cudaGetDeviceCount(int *count) {
  result_t result;
  if (!count) return cudart_note(cudaErrorInvalidValue);
  *count = device_count(&result);
  return cudart_note(result);
}

CUDART_API cudaError_t cudaGetDevice(int *device) {
  if (!device) return cudart_note(cudaErrorInvalidValue);
  result_t result = check(current_device);
  *device = current_device;
  return cudart_note(result);
}

CUDART_API cudaError_t cudaSetDevice(int device) {
  result_t result = check(device);
  if (result != cudaSuccess) return cudart_note(result);
  current_device = device;
  return cudart_note(cudart_enter());
}

CUDART_API cudaError_t cudaInitDevice(int device, unsigned int device_flags_wanted, unsigned int flags) {
  (void)device_flags_wanted, (void)flags;
  handle_t context;
  result_t result = check(device);
  return cudart_note(result == cudaSuccess ? context_of(device, &context) : result);
}

CUDART_API cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
  if (!flags) return cudart_note(cudaErrorInvalidValue);
  *flags = device_flags[current_device] | cudaDeviceMapHost;
  return cudaSuccess;
}

CUDART_API cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  if (flags & ~(unsigned)cudaDeviceMask) return cudart_note(cudaErrorInvalidValue);
  result_t result = DRIVER(context_set_flags, current_device, flags & ~(unsigned)cudaDeviceMapHost);
  if (result == cudaSuccess) device_flags[current_device] = flags;
  return cudart_note(result);
}

CUDART_API cudaError_t cudaSetValidDevices(int *devices, int count) {
  if (count < 0 || (count > 0 && !devices)) return cudart_note(cudaErrorInvalidValue);
  for (int i = 0; i < count; i++) {
    result_t result = check(devices[i]);
    if (result != cudaSuccess) return cudart_note(result);
  }
  return cudaSuccess;
}

CUDART_API cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device) {
  if (!value) return cudart_note(cudaErrorInvalidValue);
  result_t result = check(device);
  return cudart_note(result == cudaSuccess ? DRIVER(device_attribute, value, attribute, device) : result);
}

// --- Properties: each integer is an attribute of the driver

typedef struct row {
  size_t offset;
  int attribute;
  bool is_size;
} row_t;
#define INT(field, attribute) {offsetof(struct cudaDeviceProp, field), attribute, false}
#define SIZE(field, attribute) {offsetof(struct cudaDeviceProp, field), attribute, true}
static const row_t rows[] = {
    SIZE(sharedMemPerBlock, cudaDevAttrMaxSharedMemoryPerBlock),
    INT(regsPerBlock, cudaDevAttrMaxRegistersPerBlock),
    INT(warpSize, cudaDevAttrWarpSize),
    SIZE(memPitch, cudaDevAttrMaxPitch),
    INT(maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock),
    INT(maxThreadsDim[0], cudaDevAttrMaxBlockDimX),
    INT(maxThreadsDim[1], cudaDevAttrMaxBlockDimY),
    INT(maxThreadsDim[2], cudaDevAttrMaxBlockDimZ),
    INT(maxGridSize[0], cudaDevAttrMaxGridDimX),
    INT(maxGridSize[1], cudaDevAttrMaxGridDimY),
    INT(maxGridSize[2], cudaDevAttrMaxGridDimZ),
    INT(clockRate, cudaDevAttrClockRate),
    SIZE(totalConstMem, cudaDevAttrTotalConstantMemory),
    INT(major, cudaDevAttrComputeCapabilityMajor),
    INT(minor, cudaDevAttrComputeCapabilityMinor),
    SIZE(textureAlignment, cudaDevAttrTextureAlignment),
    SIZE(texturePitchAlignment, cudaDevAttrTexturePitchAlignment),
    INT(deviceOverlap, cudaDevAttrGpuOverlap),
    INT(multiProcessorCount, cudaDevAttrMultiProcessorCount),
    INT(kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout),
    INT(integrated, cudaDevAttrIntegrated),
    INT(canMapHostMemory, cudaDevAttrCanMapHostMemory),
    INT(computeMode, cudaDevAttrComputeMode),
    INT(maxTexture1D, cudaDevAttrMaxTexture1DWidth),
    INT(maxTexture2D[0], cudaDevAttrMaxTexture2DWidth),
    INT(maxTexture2D[1], cudaDevAttrMaxTexture2DHeight),
    INT(maxTexture3D[0], cudaDevAttrMaxTexture3DWidth),
    INT(maxTexture3D[1], cudaDevAttrMaxTexture3DHeight),
    INT(maxTexture3D[2], cudaDevAttrMaxTexture3DDepth),
    SIZE(surfaceAlignment, cudaDevAttrSurfaceAlignment),
    INT(concurrentKernels, cudaDevAttrConcurrentKernels),
    INT(ECCEnabled, cudaDevAttrEccEnabled),
    INT(pciBusID, cudaDevAttrPciBusId),
    INT(pciDeviceID, cudaDevAttrPciDeviceId),
    INT(pciDomainID, cudaDevAttrPciDomainId),
    INT(tccDriver, cudaDevAttrTccDriver),
    INT(asyncEngineCount, cudaDevAttrAsyncEngineCount),
    INT(unifiedAddressing, cudaDevAttrUnifiedAddressing),
    INT(memoryClockRate, cudaDevAttrMemoryClockRate),
    INT(memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth),
    INT(l2CacheSize, cudaDevAttrL2CacheSize),
    INT(persistingL2CacheMaxSize, cudaDevAttrMaxPersistingL2CacheSize),
    INT(maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor),
    INT(streamPrioritiesSupported, cudaDevAttrStreamPrioritiesSupported),
    INT(globalL1CacheSupported, cudaDevAttrGlobalL1CacheSupported),
    INT(localL1CacheSupported, cudaDevAttrLocalL1CacheSupported),
    SIZE(sharedMemPerMultiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor),
    INT(regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor),
    INT(managedMemory, cudaDevAttrManagedMemory),
    INT(isMultiGpuBoard, cudaDevAttrIsMultiGpuBoard),
    INT(multiGpuBoardGroupID, cudaDevAttrMultiGpuBoardGroupID),
    INT(hostNativeAtomicSupported, cudaDevAttrHostNativeAtomicSupported),
    INT(singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio),
    INT(pageableMemoryAccess, cudaDevAttrPageableMemoryAccess),
    INT(concurrentManagedAccess, cudaDevAttrConcurrentManagedAccess),
    INT(computePreemptionSupported, cudaDevAttrComputePreemptionSupported),
    INT(canUseHostPointerForRegisteredMem, cudaDevAttrCanUseHostPointerForRegisteredMem),
    INT(cooperativeLaunch, cudaDevAttrCooperativeLaunch),
    SIZE(sharedMemPerBlockOptin, cudaDevAttrMaxSharedMemoryPerBlockOptin),
    INT(pageableMemoryAccessUsesHostPageTables, cudaDevAttrPageableMemoryAccessUsesHostPageTables),
    INT(directManagedMemAccessFromHost, cudaDevAttrDirectManagedMemAccessFromHost),
    INT(maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor),
    INT(accessPolicyMaxWindowSize, cudaDevAttrMaxAccessPolicyWindowSize),
    SIZE(reservedSharedMemPerBlock, cudaDevAttrReservedSharedMemoryPerBlock),
    INT(hostRegisterSupported, cudaDevAttrHostRegisterSupported),
    INT(memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported),
    INT(clusterLaunch, cudaDevAttrClusterLaunch),
};

CUDART_API cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *properties, int device) {
  if (!properties) return cudart_note(cudaErrorInvalidValue);
  result_t result = check(device);
  if (result != cudaSuccess) return cudart_note(result);
  memset(properties, 0, sizeof *properties);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int value = 0;  // an attribute that this driver does not know stays 0
    DRIVER(device_attribute, &value, rows[i].attribute, device);
    size_t wide = (size_t)value;
    void *field = (char *)properties + rows[i].offset;
    if (rows[i].is_size) {
      memcpy(field, &wide, sizeof wide);
    } else {
      memcpy(field, &value, sizeof value);
    }
  }
  DRIVER(device_uuid, &properties->uuid, device);
  result = DRIVER(device_name, properties->name, (int)sizeof properties->name, device);
  if (result == cudaSuccess) result = DRIVER(device_memory, &properties->totalGlobalMem, device);
  return cudart_note(result);
}

// What programs that were compiled before CUDA 12 call, under the name without a number.
#undef cudaGetDeviceProperties
CUDART_API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);
CUDART_API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
  return cudaGetDeviceProperties_v2(properties, device);
}

CUDART_API cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *properties) {
  if (!device || !properties) return cudart_note(cudaErrorInvalidValue);
  *device = 0;
  return cudart_note(check(0));
}

CUDART_API cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device) {
  result_t result = text && size > 0 ? check(device) : cudaErrorInvalidValue;
  return cudart_note(result == cudaSuccess ? DRIVER(device_bus_id, text, size, device) : result);
}

CUDART_API cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
  if (!device || !text) return cudart_note(cudaErrorInvalidValue);
  return cudart_note(DRIVER(device_by_bus_id, device, text));
}

// --- The context

#define IN_CONTEXT(call)                                           \
  do {                                                             \
    result_t result_ = cudart_enter();                             \
    return cudart_note(result_ == cudaSuccess ? (call) : result_); \
  } while (0)

CUDART_API cudaError_t cudaDeviceSynchronize(void) { IN_CONTEXT(DRIVER(context_synchronize)); }
CUDART_API cudaError_t cudaThreadSynchronize(void);
CUDART_API cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }

CUDART_API cudaError_t cudaDeviceReset(void) {
  result_t result = check(current_device);
  if (result != cudaSuccess) return cudart_note(result);
  cudart_forget_device(current_device);
  result = DRIVER(context_reset, current_device);
  pthread_mutex_lock(&mutex);
  contexts[current_device] = NULL;
  pthread_mutex_unlock(&mutex);
  cudart_forget_error();
  return cudart_note(result);
}
CUDART_API cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }

CUDART_API cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
  IN_CONTEXT(DRIVER(context_limit, value, limit));
}
CUDART_API cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
  IN_CONTEXT(DRIVER(context_set_limit, limit, value));
}

CUDART_API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  IN_CONTEXT(DRIVER(context_priorities, least, greatest));
}

// Preferences, which the driver may or may not follow.
CUDART_API cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
  if (!config) return cudart_note(cudaErrorInvalidValue);
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}
CUDART_API cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
  return config <= cudaFuncCachePreferEqual ? cudaSuccess : cudart_note(cudaErrorInvalidValue);
}
CUDART_API cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
  if (!config) return cudart_note(cudaErrorInvalidValue);
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
CUDART_API cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
  return config <= cudaSharedMemBankSizeEightByte ? cudaSuccess : cudart_note(cudaErrorInvalidValue);
}

// --- Peers

CUDART_API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  result_t result = can ? check(device) : cudaErrorInvalidValue;
  if (result == cudaSuccess) result = check(peer);
  return cudart_note(result == cudaSuccess ? DRIVER(device_can_reach, can, device, peer) : result);
}

CUDART_API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  handle_t context;
  result_t result = flags ? cudaErrorInvalidValue : check(peer);
  if (result == cudaSuccess && peer == current_device) result = cudaErrorInvalidDevice;
  if (result == cudaSuccess) result = context_of(peer, &context);
  if (result == cudaSuccess) result = cudart_enter();
  return cudart_note(result == cudaSuccess ? DRIVER(context_enable_peer, context, 0) : result);
}

CUDART_API cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  handle_t context;
  result_t result = check(peer);
  if (result == cudaSuccess) result = context_of(peer, &context);
  if (result == cudaSuccess) result = cudart_enter();
  return cudart_note(result == cudaSuccess ? DRIVER(context_disable_peer, context) : result);
}

CUDART_API cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int source, int target) {
  result_t result = value ? check(source) : cudaErrorInvalidValue;
  if (result == cudaSuccess) result = check(target);
  return cudart_note(result == cudaSuccess ? DRIVER(device_p2p_attribute, value, attribute, source, target) : result);
}

CUDART_API cudaError_t cudaProfilerStart(void) { IN_CONTEXT(DRIVER(profiler_start)); }
CUDART_API cudaError_t cudaProfilerStop(void) { IN_CONTEXT(DRIVER(profiler_stop)); }
