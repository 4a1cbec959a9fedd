// The table of the CPU device, and what the device is like: one GPU of compute capability 8.0 with a multiprocessor for each thread of
// the pool.

#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "runtime/cudart/cpu/cpu.h"

static const struct attribute_row {
  int attribute, value;
} attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, CPU_MAX_THREADS_OF_BLOCK},
    {cudaDevAttrMaxBlockDimX, 1024},
    {cudaDevAttrMaxBlockDimY, 1024},
    {cudaDevAttrMaxBlockDimZ, 64},
    {cudaDevAttrMaxGridDimX, 0x7fffffff},
    {cudaDevAttrMaxGridDimY, 65535},
    {cudaDevAttrMaxGridDimZ, 65535},
    {cudaDevAttrMaxSharedMemoryPerBlock, CPU_SHARED_SIZE},
    {cudaDevAttrTotalConstantMemory, 65536},
    {cudaDevAttrWarpSize, 32},
    {cudaDevAttrMaxPitch, 0x7fffffff},
    {cudaDevAttrMaxRegistersPerBlock, 65536},
    {cudaDevAttrClockRate, 1000000},
    {cudaDevAttrTextureAlignment, 512},
    {cudaDevAttrTexturePitchAlignment, 32},
    {cudaDevAttrGpuOverlap, 0},
    {cudaDevAttrIntegrated, 1},
    {cudaDevAttrCanMapHostMemory, 1},
    {cudaDevAttrConcurrentKernels, 0},
    {cudaDevAttrMemoryClockRate, 1000000},
    {cudaDevAttrGlobalMemoryBusWidth, 64},
    {cudaDevAttrL2CacheSize, 1 << 21},
    {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
    {cudaDevAttrUnifiedAddressing, 1},
    {cudaDevAttrSurfaceAlignment, 512},
    {cudaDevAttrComputeCapabilityMajor, 8},
    {cudaDevAttrComputeCapabilityMinor, 0},
    {cudaDevAttrStreamPrioritiesSupported, 1},
    {cudaDevAttrGlobalL1CacheSupported, 1},
    {cudaDevAttrLocalL1CacheSupported, 1},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 228 << 10},
    {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
    {cudaDevAttrManagedMemory, 1},
    {cudaDevAttrHostNativeAtomicSupported, 1},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
    {cudaDevAttrPageableMemoryAccess, 1},
    {cudaDevAttrConcurrentManagedAccess, 1},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, 1},
    {cudaDevAttrCooperativeLaunch, 1},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, CPU_SHARED_SIZE_OPT_IN},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables, 1},
    {cudaDevAttrDirectManagedMemAccessFromHost, 1},
    {cudaDevAttrMaxBlocksPerMultiprocessor, 32},
    {cudaDevAttrReservedSharedMemoryPerBlock, 1024},
    {cudaDevAttrHostRegisterSupported, 1},
    {cudaDevAttrMemoryPoolsSupported, 1},
};

static size_t limits[] = {
    [cudaLimitStackSize] = 1024, [cudaLimitPrintfFifoSize] = 1 << 20, [cudaLimitMallocHeapSize] = 8 << 20};

static result_t init(unsigned flags) { return flags ? cudaErrorInvalidValue : cudaSuccess; }
static result_t version(int *value) {
  *value = CUDART_VERSION;
  return cudaSuccess;
}
static result_t device_count(int *count) {
  *count = 1;
  return cudaSuccess;
}
static result_t device_name(char *name, int size, device_t device) {
  (void)device;
  snprintf(name, (size_t)size, "tern CPU device");
  return cudaSuccess;
}
static result_t device_uuid(void *uuid, device_t device) {
  (void)device;
  memcpy(uuid, "tern CPU device", 16);
  return cudaSuccess;
}
static result_t device_attribute(int *value, int attribute, device_t device) {
  (void)device;
  *value = 0;
  if (attribute == cudaDevAttrMultiProcessorCount) *value = cpu_thread_count();
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
    if (attributes[i].attribute == attribute) *value = attributes[i].value;
  }
  return attribute > 0 ? cudaSuccess : cudaErrorInvalidValue;
}
static result_t device_memory(size_t *size, device_t device) {
  struct sysinfo info;
  (void)device;
  if (sysinfo(&info)) return cudaErrorUnknown;
  *size = (size_t)info.totalram * info.mem_unit;
  return cudaSuccess;
}
static result_t device_bus_id(char *text, int size, device_t device) {
  (void)device;
  return snprintf(text, (size_t)size, "0000:00:00.0") < size ? cudaSuccess : cudaErrorInvalidValue;
}
static result_t device_by_bus_id(device_t *device, const char *text) {
  *device = 0;
  return strcmp(text, "0000:00:00.0") == 0 ? cudaSuccess : cudaErrorInvalidValue;
}
static result_t device_can_reach(int *can, device_t device, device_t peer) {
  (void)device, (void)peer;
  *can = 0;
  return cudaSuccess;
}
static result_t device_p2p_attribute(int *value, int attribute, device_t source, device_t target) {
  (void)value, (void)attribute;
  return source == target ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
}

static int context;
static result_t context_retain(handle_t *out, device_t device) {
  (void)device;
  *out = &context;
  return cudaSuccess;
}
static result_t context_reset(device_t device) {
  (void)device;
  cpu_forget_memory();
  cpu_set_fault(cudaSuccess);
  return cudaSuccess;
}
static result_t context_set_flags(device_t device, unsigned flags) {
  (void)device, (void)flags;
  return cudaSuccess;
}
static result_t context_set_current(handle_t handle) {
  (void)handle;
  return cudaSuccess;
}
static result_t context_synchronize(void) { return cpu_fault(); }
static result_t context_limit(size_t *value, int limit) {
  if (limit < 0 || limit > cudaLimitMallocHeapSize || !value) return cudaErrorUnsupportedLimit;
  *value = limits[limit];
  return cpu_fault();
}
static result_t context_set_limit(int limit, size_t value) {
  if (limit < 0 || limit > cudaLimitMallocHeapSize) return cudaErrorUnsupportedLimit;
  limits[limit] = value;
  return cpu_fault();
}
static result_t context_priorities(int *least, int *greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return cpu_fault();
}
static result_t function_set_cache(handle_t function, int config) {
  (void)function;
  return config >= 0 && config <= cudaFuncCachePreferEqual ? cpu_fault() : cudaErrorInvalidValue;
}
static result_t profiler(void) { return cudaSuccess; }

const driver_t cudart_cpu_driver = {.is_cpu = true,
                                    .init = init,
                                    .version = version,
                                    .device_count = device_count,
                                    .device_name = device_name,
                                    .device_uuid = device_uuid,
                                    .device_attribute = device_attribute,
                                    .device_memory = device_memory,
                                    .device_bus_id = device_bus_id,
                                    .device_by_bus_id = device_by_bus_id,
                                    .device_can_reach = device_can_reach,
                                    .device_p2p_attribute = device_p2p_attribute,
                                    .context_retain = context_retain,
                                    .context_reset = context_reset,
                                    .context_set_flags = context_set_flags,
                                    .context_set_current = context_set_current,
                                    .context_synchronize = context_synchronize,
                                    .context_limit = context_limit,
                                    .context_set_limit = context_set_limit,
                                    .context_priorities = context_priorities,
                                    .module_function = cpu_module_function,
                                    .module_variable = cpu_module_variable,
                                    .function_attribute = cpu_function_attribute,
                                    .function_set_attribute = cpu_function_set_attribute,
                                    .function_set_cache = function_set_cache,
                                    .occupancy = cpu_occupancy,
                                    .occupancy_shared = cpu_occupancy_shared,
                                    .profiler_start = profiler,
                                    .profiler_stop = profiler,
#define X(name) .name = cpu_##name,
                                    CPU_FUNCTIONS(X)
#undef X
};
