// libtern_cudart: the functions of the CUDA runtime (include/cuda/) over a table of the driver's (driver.h).
//
//   errors.c        the last error of a thread; names and texts
//   devices.c       devices, their properties, contexts
//   registration.c  what compiled code registers: fat binaries, kernels, variables; which of them a device has loaded
//   launch.c        launches, attributes of kernels, occupancy
//   memory.c        memory, copies, symbols, pools, handles of other processes
//   streams.c       streams, events, functions of the host
//   graphs.c        captured and built graphs
//   cpu/            the driver of the CPU device

#ifndef TERN_RUNTIME_CUDART_CUDART_H_
#define TERN_RUNTIME_CUDART_CUDART_H_

#include <cuda/cuda_runtime_api.h>

#include "runtime/cudart/driver.h"

#define CUDART_API __attribute__((visibility("default")))

enum { CUDART_MAX_DEVICES = 64 };

// Remembers an error as the thread's last, and gives it. cudaErrorNotReady is none to remember.
cudaError_t cudart_note(result_t result);
// Even one that is there to stay: the device was reset.
void cudart_forget_error(void);

// The device that the thread works with.
int cudart_device(void);
// Makes the context of the thread's device current. What every function that needs one begins with.
result_t cudart_enter(void);

// The context of the thread's device, or NULL.
handle_t cudart_context(void);

// The driver's function for a kernel's stub on the thread's device: loads the code when it is first asked for.
result_t cudart_find_kernel(const void *stub, handle_t *out_function);
result_t cudart_find_variable(const void *symbol, void **out_address, size_t *out_size);
// Forgets what a device has loaded.
void cudart_forget_device(int device);

#endif  // TERN_RUNTIME_CUDART_CUDART_H_
