// The CPU driver: kernels are functions in this process, buffers are host memory, and a dispatch's workgroups are
// shared out to a thread pool.

#ifndef TERN_RUNTIME_DRIVERS_CPU_CPU_DRIVER_H_
#define TERN_RUNTIME_DRIVERS_CPU_CPU_DRIVER_H_

#include "runtime/device.h"

extern const tern_driver_t tern_cpu_driver;

#endif  // TERN_RUNTIME_DRIVERS_CPU_CPU_DRIVER_H_
