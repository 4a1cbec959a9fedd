// Kernels and variables for the CPU that were compiled ahead of time. Their constructors tell of them before any fat binary is
// registered; a fat binary then takes the first module that nobody has and that has the name which it registers. Both come in the
// order in which their objects were linked, so that kernels of the same name in several objects find their own code.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cudart/cpu/cpu.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static tern_device_module_t *modules, **last = &modules;
static cpu_function_t *functions;

__attribute__((visibility("default"))) void __tern_cuda_add_cpu_module(tern_device_module_t *module);
__attribute__((visibility("default"))) void __tern_cuda_add_cpu_module(tern_device_module_t *module) {
  if (module->version != TERN_DEVICE_VERSION) {
    fprintf(stderr, "libtern_cudart: kernels for the CPU are of another version of tern: compile the program again\n");
    return;
  }
  pthread_mutex_lock(&mutex);
  module->next = NULL, module->owner = NULL;
  *last = module;
  last = &module->next;
  pthread_mutex_unlock(&mutex);
}

static const tern_device_kernel_t *kernel_of(const tern_device_module_t *module, const char *name) {
  for (uint32_t i = 0; i < module->kernel_count; i++) {
    if (strcmp(module->kernels[i].name, name) == 0) return &module->kernels[i];
  }
  return NULL;
}

static const tern_device_variable_t *variable_of(const tern_device_module_t *module, const char *name) {
  for (uint32_t i = 0; i < module->variable_count; i++) {
    if (strcmp(module->variables[i].name, name) == 0) return &module->variables[i];
  }
  return NULL;
}

static tern_device_module_t *module_of(const void *binary) {
  tern_device_module_t *module = modules;
  while (module && module->owner != binary) module = module->next;
  return module;
}

void cudart_cpu_bind(void *binary, const char *name) {
  pthread_mutex_lock(&mutex);
  if (!module_of(binary)) {
    tern_device_module_t *module = modules;
    while (module && (module->owner || (!kernel_of(module, name) && !variable_of(module, name)))) module = module->next;
    if (module) module->owner = binary;
  }
  pthread_mutex_unlock(&mutex);
}

void cudart_cpu_forget(void *binary) {
  pthread_mutex_lock(&mutex);
  for (tern_device_module_t *module; (module = module_of(binary));) module->owner = NULL;
  pthread_mutex_unlock(&mutex);
}

result_t cudart_cpu_module(void *binary, handle_t *out_module) {
  pthread_mutex_lock(&mutex);
  *out_module = module_of(binary);
  pthread_mutex_unlock(&mutex);
  if (*out_module) return cudaSuccess;
  fprintf(stderr,
          "libtern_cudart: the program has no kernels for the CPU: compile it with tern-cc, or run it on a GPU\n");
  return cudaErrorNoKernelImageForDevice;
}

result_t cpu_module_function(handle_t *function, handle_t module, const char *name) {
  const tern_device_kernel_t *kernel = kernel_of(module, name);
  if (!kernel) {
    fprintf(stderr, "libtern_cudart: kernel '%s' has no code for the CPU\n", name);
    return cudaErrorNoKernelImageForDevice;
  }
  pthread_mutex_lock(&mutex);
  cpu_function_t *found = functions;
  while (found && found->kernel != kernel) found = found->next;
  cpu_function_t *made = found ? NULL : calloc(1, sizeof *made);
  if (made) {
    int limit = CPU_SHARED_SIZE - (int)kernel->shared_size;
    *made =
        (cpu_function_t){.kernel = kernel, .dynamic_limit = limit > 0 ? limit : 0, .carveout = -1, .next = functions};
    functions = found = made;
  }
  pthread_mutex_unlock(&mutex);
  *function = found;
  return found ? cudaSuccess : cudaErrorMemoryAllocation;
}

result_t cpu_module_variable(void **address, size_t *size, handle_t module, const char *name) {
  const tern_device_variable_t *variable = variable_of(module, name);
  if (!variable) return cudaErrorSymbolNotFound;
  if (address) *address = variable->address;
  if (size) *size = variable->size;
  return cudaSuccess;
}

// --- Attributes, numbered as CUfunction_attribute

enum {
  MAX_THREADS,
  SHARED_SIZE,
  CONSTANT_SIZE,
  LOCAL_SIZE,
  REGISTERS,
  PTX_VERSION,
  BINARY_VERSION,
  CACHE_MODE,
  MAX_DYNAMIC,
  CARVEOUT
};

static int most_threads(const cpu_function_t *function) {
  int bound = (int)function->kernel->max_threads;
  return bound > 0 && bound < CPU_MAX_THREADS_OF_BLOCK ? bound : CPU_MAX_THREADS_OF_BLOCK;
}

result_t cpu_function_attribute(int *value, int attribute, handle_t handle) {
  const cpu_function_t *function = handle;
  switch (attribute) {
    case MAX_THREADS: *value = most_threads(function); break;
    case SHARED_SIZE: *value = (int)function->kernel->shared_size; break;
    case LOCAL_SIZE: *value = (int)function->kernel->frame_size; break;
    case REGISTERS: *value = 32; break;
    case PTX_VERSION:
    case BINARY_VERSION: *value = 80; break;
    case MAX_DYNAMIC: *value = function->dynamic_limit; break;
    case CARVEOUT: *value = function->carveout; break;
    default: *value = 0; break;
  }
  return cudaSuccess;
}

result_t cpu_function_set_attribute(handle_t handle, int attribute, int value) {
  cpu_function_t *function = handle;
  if (attribute == MAX_DYNAMIC) {
    if (value < 0 || (uint64_t)value + function->kernel->shared_size > CPU_SHARED_SIZE_OPT_IN)
      return cudaErrorInvalidValue;
    function->dynamic_limit = value;
    return cudaSuccess;
  }
  if (attribute == CARVEOUT) {
    if (value < -1 || value > 100) return cudaErrorInvalidValue;
    function->carveout = value;
    return cudaSuccess;
  }
  return cudaErrorNotSupported;  // clusters
}

result_t cpu_occupancy(int *blocks, handle_t handle, int block_size, size_t shared_size, unsigned flags) {
  const cpu_function_t *function = handle;
  (void)flags;
  size_t shared = shared_size + function->kernel->shared_size;
  int by_threads = 2048 / ((block_size + 31) / 32 * 32),
      by_shared = shared ? (int)((228u << 10) / (shared + 1024)) : 32;
  *blocks = block_size > most_threads(function) ? 0 : by_threads < by_shared ? by_threads : by_shared;
  if (*blocks > 32) *blocks = 32;
  return cudaSuccess;
}

result_t cpu_occupancy_shared(size_t *size, handle_t handle, int blocks, int block_size) {
  const cpu_function_t *function = handle;
  (void)block_size;
  size_t each = (228u << 10) / (size_t)blocks, taken = function->kernel->shared_size + 1024;
  *size = each > taken ? each - taken : 0;
  if (*size > (size_t)function->dynamic_limit) *size = (size_t)function->dynamic_limit;
  return cudaSuccess;
}
