// The functions of the host that compiled kernels may call.

#ifndef TERN_RUNTIME_DRIVERS_CPU_CPU_SYMBOLS_H_
#define TERN_RUNTIME_DRIVERS_CPU_CPU_SYMBOLS_H_

#include <stdint.h>

// The address of the function `name`, or 0 if kernels may not call it: those of the C library that the compiler calls
// for operations that the processor lacks, and no others.
uint64_t tern_cpu_symbol_find(const char *name);

#endif  // TERN_RUNTIME_DRIVERS_CPU_CPU_SYMBOLS_H_
