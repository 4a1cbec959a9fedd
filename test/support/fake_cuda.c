// The fake CUDA driver: its state, devices, contexts and memory.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fake_cuda_state.h"

state_t fake_state = {.mutex = PTHREAD_MUTEX_INITIALIZER, .version = 13000};
_Thread_local struct CUctx_st *fake_current;

//---- What a test says ----

enum { ROW_MAX = 96 };

typedef struct call_row {
  char symbol[48];
  int calls;
  int fails_in;  // calls; -1: never
  CUresult result;
} call_row_t;

static call_row_t calls[ROW_MAX];

static struct {
  const char *name;
  fake_cuda_kernel_fn_t fn;
} kernels[ROW_MAX];

static call_row_t *find_call(const char *symbol) {
  for (size_t i = 0; i < ROW_MAX; ++i) {
    if (!calls[i].symbol[0]) {
      snprintf(calls[i].symbol, sizeof(calls[i].symbol), "%s", symbol);
      calls[i].fails_in = -1;
    }
    if (strcmp(calls[i].symbol, symbol) == 0) return &calls[i];
  }
  abort();
}

FAKE_API void fake_cuda_reset(const fake_cuda_device_t *devices, int count) {
  pthread_mutex_lock(&fake_state.mutex);
  memset(calls, 0, sizeof(calls));
  memset(kernels, 0, sizeof(kernels));
  memset(fake_state.contexts, 0, sizeof(fake_state.contexts));
  memcpy(fake_state.devices, devices, (size_t)count * sizeof(*devices));
  fake_state.device_count = count;
  fake_state.version = 13000;
  fake_state.is_initialized = false;
  fake_state.next_break = CUDA_SUCCESS;
  fake_state.violation[0] = 0;
  fake_current = NULL;
  pthread_mutex_unlock(&fake_state.mutex);
}

FAKE_API void fake_cuda_define(const char *name, fake_cuda_kernel_fn_t fn) {
  size_t i = 0;
  while (kernels[i].name && strcmp(kernels[i].name, name) != 0) ++i;
  kernels[i].name = name;
  kernels[i].fn = fn;
}

fake_cuda_kernel_fn_t fake_find_kernel(const char *name) {
  for (size_t i = 0; i < ROW_MAX && kernels[i].name; ++i) {
    if (strcmp(kernels[i].name, name) == 0) return kernels[i].fn;
  }
  return NULL;
}

FAKE_API void fake_cuda_fail(const char *symbol, int skip, CUresult result) {
  pthread_mutex_lock(&fake_state.mutex);
  call_row_t *row = find_call(symbol);
  row->fails_in = skip;
  row->result = result;
  pthread_mutex_unlock(&fake_state.mutex);
}

FAKE_API void fake_cuda_break_kernel(CUresult result) { fake_state.next_break = result; }
FAKE_API void fake_cuda_set_version(int version) { fake_state.version = version; }

FAKE_API int fake_cuda_calls(const char *symbol) {
  pthread_mutex_lock(&fake_state.mutex);
  int count = find_call(symbol)->calls;
  pthread_mutex_unlock(&fake_state.mutex);
  return count;
}

FAKE_API int fake_cuda_live(void) {
  int count = 0;
  pthread_mutex_lock(&fake_state.mutex);
  for (const object_t *object = fake_state.objects; object; object = object->next) ++count;
  for (const region_t *region = fake_state.regions; region; region = region->next) ++count;
  for (int i = 0; i < DEVICE_MAX; ++i) count += fake_state.contexts[i].retain_count;
  pthread_mutex_unlock(&fake_state.mutex);
  return count;
}

FAKE_API const char *fake_cuda_violation(void) { return fake_state.violation[0] ? fake_state.violation : NULL; }

//---- Calls ----

void fake_violate(const char *format, ...) {
  if (fake_state.violation[0]) return;
  va_list args;
  va_start(args, format);
  vsnprintf(fake_state.violation, sizeof(fake_state.violation), format, args);
  va_end(args);
}

CUresult fake_enter(const char *symbol) {
  pthread_mutex_lock(&fake_state.mutex);
  call_row_t *row = find_call(symbol);
  ++row->calls;
  if (row->fails_in < 0 || row->fails_in-- > 0) return CUDA_SUCCESS;
  return row->result;
}

CUresult fake_enter_context(const char *symbol) {
  CUresult result = fake_enter(symbol);
  if (result != CUDA_SUCCESS) return result;
  if (!fake_current || !fake_current->retain_count) {
    fake_violate("%s without a current context", symbol);
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  return fake_current->broken;
}

CUresult fake_leave(CUresult result) {
  pthread_mutex_unlock(&fake_state.mutex);
  return result;
}

//---- Objects ----

void *fake_create(kind_t kind, size_t size) {
  object_t *object = calloc(1, size);
  object->kind = kind;
  object->context = fake_current;
  object->next = fake_state.objects;
  fake_state.objects = object;
  return object;
}

void fake_destroy(void *pointer) {
  object_t *object = pointer, **link = &fake_state.objects;
  while (*link != object) link = &(*link)->next;
  *link = object->next;
  free(object);
}

bool fake_check(const void *pointer, kind_t kind, const char *symbol) {
  for (const object_t *object = fake_state.objects; object; object = object->next) {
    if (object == pointer && object->kind == kind) return true;
  }
  fake_violate("%s: a handle that is not there, or of another kind", symbol);
  return false;
}

//---- Devices ----

FAKE_API CUresult cuInit(unsigned flags) {
  (void)flags;
  ENTER("cuInit");
  fake_state.is_initialized = fake_state.device_count > 0;
  return fake_leave(fake_state.is_initialized ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE);
}

FAKE_API CUresult cuDriverGetVersion(int *version) {
  ENTER("cuDriverGetVersion");
  *version = fake_state.version;
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuGetErrorName(CUresult result, const char **name) {
  *name = result == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_OTHER";
  return CUDA_SUCCESS;
}

FAKE_API CUresult cuGetErrorString(CUresult result, const char **text) {
  *text = result == CUDA_ERROR_OUT_OF_MEMORY ? "out of memory" : "another error";
  return CUDA_SUCCESS;
}

FAKE_API CUresult cuDeviceGetCount(int *count) {
  ENTER("cuDeviceGetCount");
  if (!fake_state.is_initialized) return fake_leave(CUDA_ERROR_NOT_INITIALIZED);
  *count = fake_state.device_count;
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  ENTER("cuDeviceGet");
  *device = ordinal;
  return fake_leave(ordinal < fake_state.device_count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE);
}

FAKE_API CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  ENTER("cuDeviceGetName");
  snprintf(name, (size_t)size, "Fake GPU %d", device);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  ENTER("cuDeviceGetAttribute");
  int architecture = fake_state.devices[device].architecture;
  const struct {
    CUdevice_attribute attribute;
    int value;
  } rows[] = {
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, architecture / 10},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, architecture % 10},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 100000},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 48 << 10},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 227 << 10},
      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 4},
      {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
      {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1},
      {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, architecture >= 90},
      {CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED, architecture >= 90},
  };
  *value = 0;
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    if (rows[i].attribute == attribute) *value = rows[i].value;
  }
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuDeviceTotalMem_v2(size_t *size, CUdevice device) {
  ENTER("cuDeviceTotalMem_v2");
  *size = fake_state.devices[device].memory_size;
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  ENTER("cuDeviceCanAccessPeer");
  *can = fake_state.devices[device].has_peer_access && fake_state.devices[peer].has_peer_access;
  return fake_leave(device == peer ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS);
}

//---- Contexts ----

FAKE_API CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  ENTER("cuDevicePrimaryCtxRetain");
  *context = &fake_state.contexts[device];
  (*context)->base.kind = CONTEXT_KIND;
  (*context)->device = device;
  ++(*context)->retain_count;
  return fake_leave(CUDA_SUCCESS);
}

// With a broken context goes what could no longer be given back.
static void forget(struct CUctx_st *context) {
  for (region_t **link = &fake_state.regions; *link;) {
    region_t *region = *link;
    if (region->context != context) {
      link = &region->next;
      continue;
    }
    *link = region->next;
    if (region->kind != REGISTERED_REGION) free(region->data);
    free(region);
  }
  for (object_t *object = fake_state.objects, *next; object; object = next) {
    next = object->next;
    if (object->context != context) continue;
    if (object->kind == MODULE_KIND) fake_free_functions((struct CUmod_st *)object);
    fake_destroy(object);
  }
}

FAKE_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  ENTER("cuDevicePrimaryCtxRelease_v2");
  struct CUctx_st *context = &fake_state.contexts[device];
  if (!context->retain_count--) fake_violate("a primary context is released too often");
  if (!context->retain_count && context->broken != CUDA_SUCCESS) forget(context);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = fake_current;
  return CUDA_SUCCESS;
}

FAKE_API CUresult cuCtxSetCurrent(CUcontext context) {
  ENTER("cuCtxSetCurrent");
  fake_current = context;
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  ENTER_CONTEXT("cuCtxEnablePeerAccess");
  if (flags || !peer->retain_count || peer == fake_current) fake_violate("cuCtxEnablePeerAccess of a wrong context");
  return fake_leave(CUDA_SUCCESS);
}

//---- Memory ----

static size_t used_size(CUdevice device) {
  size_t size = 0;
  for (const region_t *region = fake_state.regions; region; region = region->next) {
    if (region->kind == DEVICE_REGION && region->device == device) size += region->size;
  }
  return size;
}

static void add_region(char *data, size_t size, int kind) {
  region_t *region = calloc(1, sizeof(*region));
  *region = (region_t){
      .next = fake_state.regions, .data = data, .size = size, .device = fake_current->device, .context = fake_current};
  region->kind = kind;
  fake_state.regions = region;
}

static bool remove_region(const char *data, int kind, const char *symbol) {
  region_t **link = &fake_state.regions;
  while (*link && ((*link)->data != data || (int)(*link)->kind != kind)) link = &(*link)->next;
  region_t *region = *link;
  if (!region) {
    fake_violate("%s of what is not there", symbol);
    return false;
  }
  fake_check_unused(region->data, region->size, NULL, symbol);
  *link = region->next;
  free(region);
  return true;
}

void fake_free_memory(char *data, const char *symbol) {
  if (remove_region(data, DEVICE_REGION, symbol)) free(data);
}

region_t *fake_find_region(CUdeviceptr address, size_t size, const char *symbol) {
  const char *data = (const char *)(uintptr_t)address;
  for (region_t *region = fake_state.regions; region; region = region->next) {
    if (data >= region->data && data + size <= region->data + region->size) return region;
  }
  fake_violate("%s of %zu bytes that no allocation holds", symbol, size);
  return NULL;
}

FAKE_API CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size) {
  ENTER_CONTEXT("cuMemAlloc_v2");
  CUdevice device = fake_current->device;
  if (!size || used_size(device) + size > fake_state.devices[device].memory_size) {
    return fake_leave(size ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_VALUE);
  }
  char *data = aligned_alloc(512, (size + 511) / 512 * 512);
  *address = (CUdeviceptr)(uintptr_t)data;
  add_region(data, size, DEVICE_REGION);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuMemAllocManaged(CUdeviceptr *address, size_t size, unsigned flags) {
  if (flags != 1) fake_violate("cuMemAllocManaged with wrong flags");
  return cuMemAlloc_v2(address, size);
}

FAKE_API CUresult cuMemcpyHtoD_v2(CUdeviceptr target, const void *source, size_t size) {
  ENTER_CONTEXT("cuMemcpyHtoD_v2");
  if (!fake_find_region(target, size, "cuMemcpyHtoD")) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  memcpy((void *)(uintptr_t)target, source, size);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuMemFree_v2(CUdeviceptr address) {
  ENTER_CONTEXT("cuMemFree_v2");
  fake_free_memory((char *)(uintptr_t)address, "cuMemFree");
  return fake_leave(CUDA_SUCCESS);
}

// Memory is there at once, and goes when the stream comes to it.
FAKE_API CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size, CUstream stream) {
  return fake_check(stream, STREAM_KIND, "cuMemAllocAsync") ? cuMemAlloc_v2(address, size) : CUDA_ERROR_INVALID_HANDLE;
}

FAKE_API CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  ENTER_CONTEXT("cuMemFreeAsync");
  if (!fake_check(stream, STREAM_KIND, "cuMemFreeAsync")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  fake_enqueue(stream, &(op_t){.kind = FREE_OP, .target = (char *)(uintptr_t)address});
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuMemHostAlloc(void **data, size_t size, unsigned flags) {
  ENTER_CONTEXT("cuMemHostAlloc");
  if (flags != (CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)) fake_violate("cuMemHostAlloc with wrong flags");
  *data = aligned_alloc(4096, (size + 4095) / 4096 * 4096);
  add_region(*data, size, HOST_REGION);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuMemFreeHost(void *data) {
  ENTER_CONTEXT("cuMemFreeHost");
  if (remove_region(data, HOST_REGION, "cuMemFreeHost")) free(data);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuMemHostRegister_v2(void *data, size_t size, unsigned flags) {
  ENTER_CONTEXT("cuMemHostRegister_v2");
  if (flags != (CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP))
    fake_violate("cuMemHostRegister with wrong flags");
  for (const region_t *region = fake_state.regions; region; region = region->next) {
    if ((char *)data < region->data + region->size && region->data < (char *)data + size) {
      return fake_leave(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    }
  }
  add_region(data, size, REGISTERED_REGION);
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuMemHostUnregister(void *data) {
  ENTER_CONTEXT("cuMemHostUnregister");
  remove_region(data, REGISTERED_REGION, "cuMemHostUnregister");
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address, void *data, unsigned flags) {
  ENTER_CONTEXT("cuMemHostGetDevicePointer_v2");
  (void)flags;
  *address = (CUdeviceptr)(uintptr_t)data;
  return fake_leave(CUDA_SUCCESS);
}
