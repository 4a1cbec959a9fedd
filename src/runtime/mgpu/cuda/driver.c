// Opening the CUDA driver at the first call, and contexts of devices. What is opened here stays open: the handles that
// programs hold may be used, and modules unloaded, as late as in the destructors of a process.

#include "runtime/mgpu/cuda/driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "runtime/mgpu/report.h"

enum { DEVICE_MAX = 64 };

static struct {
  pthread_mutex_t mutex;
  bool is_tried, is_open;
  tern_mgpu_driver_t driver;  // constant once open
  CUcontext contexts[DEVICE_MAX];
} state = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local int32_t thread_device;

void tern_mgpu_set_device(int32_t device) { thread_device = device; }

static void *find(const char *symbol) { return dlsym(state.driver.api.library, symbol); }

// Tells it once: without a driver every call fails in the same way.
static bool open_driver(const char *function) {
  if (state.is_tried) return state.is_open;
  state.is_tried = true;
  if (!tern_mgpu_check(function, tern_cuda_api_open(&state.driver.api))) return false;
  void *allocate = find("cuMemAllocManaged"), *copy = find("cuMemcpyHtoD_v2");
  memcpy(&state.driver.MemAllocManaged, &allocate, sizeof(allocate));
  memcpy(&state.driver.MemcpyHtoD, &copy, sizeof(copy));
  state.is_open = allocate && copy;
  if (!state.is_open) tern_mgpu_report(function, "the CUDA driver is incomplete: install it again");
  return state.is_open;
}

static CUcontext find_context(tern_mgpu_scope_t *scope) {
  const tern_cuda_api_t *api = &state.driver.api;
  int32_t ordinal = thread_device;
  CUcontext *context = &state.contexts[ordinal < 0 || ordinal >= DEVICE_MAX ? 0 : ordinal];
  int count = 0;
  if (!tern_mgpu_succeeds(scope, api->DeviceGetCount(&count), "counting devices")) return NULL;
  if (ordinal < 0 || ordinal >= count || ordinal >= DEVICE_MAX) {
    tern_mgpu_report(scope->function,
                     "there is no CUDA device %d, only %d (see mgpuSetDefaultDevice and CUDA_VISIBLE_DEVICES)",
                     (int)ordinal, count);
    return NULL;
  }
  if (!tern_mgpu_succeeds(scope, api->DeviceGet(&scope->device, ordinal), "finding the device")) return NULL;
  if (!*context &&
      !tern_mgpu_succeeds(scope, api->DevicePrimaryCtxRetain(context, scope->device), "using the device")) {
    *context = NULL;
  }
  return *context;
}

bool tern_mgpu_enter(tern_mgpu_scope_t *out_scope, const char *function) {
  *out_scope = (tern_mgpu_scope_t){.function = function, .driver = &state.driver};
  pthread_mutex_lock(&state.mutex);
  CUcontext context = open_driver(function) ? find_context(out_scope) : NULL;
  pthread_mutex_unlock(&state.mutex);
  if (!context) return false;
  const tern_cuda_api_t *api = &state.driver.api;
  if (!tern_mgpu_succeeds(out_scope, api->CtxGetCurrent(&out_scope->previous), "asking for the context")) return false;
  out_scope->is_switched = out_scope->previous != context;
  return !out_scope->is_switched || tern_mgpu_succeeds(out_scope, api->CtxSetCurrent(context), "changing the context");
}

void tern_mgpu_leave(tern_mgpu_scope_t *scope) {
  if (!scope->is_switched) return;
  tern_mgpu_succeeds(scope, scope->driver->api.CtxSetCurrent(scope->previous), "changing the context back");
}

// At the end of the process the driver may go before the destructors of programs give their modules back: with it went all
// that they hold.
bool tern_mgpu_succeeds(const tern_mgpu_scope_t *scope, CUresult result, const char *what) {
  if (result == CUDA_ERROR_DEINITIALIZED) return false;
  return tern_mgpu_check(scope->function, tern_cuda_status(&scope->driver->api, result, what));
}
