// Executables: a module of the API, and for each kernel its function and how it is launched.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_EXECUTABLE_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_EXECUTABLE_H_

#include "runtime/drivers/cuda/cuda_launcher.h"
#include "runtime/drivers/cuda/cuda_module.h"
#include "runtime/module/executable.h"

// A kernel. Immutable but for what its launcher keeps.
typedef struct tern_cuda_kernel_t {
  CUfunction function;
  const tern_kernel_info_t *info;  // borrowed from the entry point
  tern_cuda_kernel_row_t row;
  tern_cuda_tensor_map_row_t *tensor_maps;  // owned, row.tensor_map_count of them
  tern_cuda_launcher_t *launcher;           // of the entry point
} tern_cuda_kernel_t;

// An entry point. Immutable.
typedef struct tern_cuda_entry_t {
  tern_cuda_kernel_t *kernels;      // owned
  tern_cuda_launcher_t *launchers;  // owned, one for each kernel
  uint32_t kernel_count;
} tern_cuda_entry_t;

typedef struct tern_cuda_executable_t {
  tern_executable_t base;
  tern_cuda_context_t *context;  // a reference
  CUmodule module;
  uint32_t variant;            // of the kernels in it
  tern_cuda_entry_t *entries;  // owned, one per entry point
  tern_executable_release_fn_t release;
  void *user_data;
} tern_cuda_executable_t;

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_EXECUTABLE_H_
