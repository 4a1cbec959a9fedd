// Modules of kernels for the CPU: relocatable objects, loaded as those in module files are, and shared libraries.

#ifndef TERN_RUNTIME_MGPU_CPU_MODULE_H_
#define TERN_RUNTIME_MGPU_CPU_MODULE_H_

#include <stddef.h>

#include "runtime/mgpu/cpu/grid.h"

typedef struct tern_gpu_module_t tern_gpu_module_t;

// A kernel. It lives as long as its module.
typedef struct tern_gpu_function_t {
  struct tern_gpu_function_t *next;
  tern_gpu_kernel_fn_t kernel;
  char name[];
} tern_gpu_function_t;

// Loads the `size` bytes at `data`, which are borrowed for the call.
// Errors: TERN_INVALID_ARGUMENT for what is no code for this processor; TERN_NOT_FOUND for functions that the code
// calls and that are not there; TERN_OUT_OF_MEMORY; those of tern_cpu_elf_load().
tern_status_t tern_gpu_module_load(const void *data, size_t size, tern_gpu_module_t **out_module);
// NULL is ignored.
void tern_gpu_module_destroy(tern_gpu_module_t *module);

// Errors: TERN_NOT_FOUND; TERN_OUT_OF_MEMORY.
tern_status_t tern_gpu_module_find(tern_gpu_module_t *module, const char *name,
                                   const tern_gpu_function_t **out_function);

#endif  // TERN_RUNTIME_MGPU_CPU_MODULE_H_
