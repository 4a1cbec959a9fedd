// The CUDA driver as the functions of tern/mgpu.h use it: opened once, with the primary context of each device.

#ifndef TERN_RUNTIME_MGPU_CUDA_DRIVER_H_
#define TERN_RUNTIME_MGPU_CUDA_DRIVER_H_

#include <stdbool.h>

#include "runtime/drivers/cuda/cuda_api.h"

// The driver API, and what the runtime of programs needs beside it.
typedef struct tern_mgpu_driver_t {
  tern_cuda_api_t api;
  CUresult (*MemAllocManaged)(CUdeviceptr *address, size_t size, unsigned flags);
  CUresult (*MemcpyHtoD)(CUdeviceptr target, const void *source, size_t size);
} tern_mgpu_driver_t;

// A call under way. Its device's context is current until the end.
typedef struct tern_mgpu_scope_t {
  const char *function;  // whose call it is, for messages
  const tern_mgpu_driver_t *driver;
  CUdevice device;
  CUcontext previous;
  bool is_switched;
} tern_mgpu_scope_t;

// The device that calls of this thread use.
void tern_mgpu_set_device(int32_t device);
// False, and told, if there is no driver or no such device; nothing is to be left then.
bool tern_mgpu_enter(tern_mgpu_scope_t *out_scope, const char *function);
void tern_mgpu_leave(tern_mgpu_scope_t *scope);
// Tells a failure; `what` says what was tried, such as "allocating memory". True if there is none.
bool tern_mgpu_succeeds(const tern_mgpu_scope_t *scope, CUresult result, const char *what);

#endif  // TERN_RUNTIME_MGPU_CUDA_DRIVER_H_
