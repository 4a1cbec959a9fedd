// What compiled code registers before main(): fat binaries with kernels and variables of theirs. A device loads a fat binary when a
// kernel or a variable of it is first asked for there.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "runtime/cudart/cpu/cpu.h"
#include "runtime/cudart/cudart.h"

enum { WRAPPER_MAGIC = 0x466243b1 };

typedef struct wrapper {  // what __cudaRegisterFatBinary is given
  int magic, version;
  const void *data;
  void *unused;
} wrapper_t;

typedef struct binary {
  const void *image;
  handle_t modules[CUDART_MAX_DEVICES];
  struct binary *next, *previous;
} binary_t;

typedef struct symbol {
  binary_t *binary;
  const char *name;  // on the device
  const void *host;  // the stub or the host's shadow
  void **managed;    // the host's pointer to a managed variable, or NULL
  size_t size;
  handle_t functions[CUDART_MAX_DEVICES];  // of kernels
  struct symbol *next;
} symbol_t;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static binary_t *binaries;
static symbol_t *symbols;
static tern_map_t kernels, variables;  // by the host's address

CUDART_API void **__cudaRegisterFatBinary(void *data);
CUDART_API void __cudaRegisterFatBinaryEnd(void **handle);
CUDART_API void __cudaUnregisterFatBinary(void **handle);
CUDART_API void __cudaRegisterFunction(void **handle, const char *stub, char *device_function, const char *name,
                                       int thread_limit, void *thread, void *block, dim3 *block_dim, dim3 *grid_dim,
                                       int *warp_size);
CUDART_API void __cudaRegisterVar(void **handle, char *shadow, char *device_address, const char *name, int is_external,
                                  size_t size, int is_constant, int is_global);
CUDART_API void __cudaRegisterManagedVar(void **handle, void **pointer, char *device_address, const char *name,
                                         int is_external, size_t size, int is_constant, int is_global);
CUDART_API char __cudaInitModule(void **handle);

CUDART_API void **__cudaRegisterFatBinary(void *data) {
  const wrapper_t *wrapper = data;
  if (!wrapper || wrapper->magic != WRAPPER_MAGIC) {
    fprintf(stderr, "libtern_cudart: a fat binary that is registered has no valid header\n");
    return NULL;
  }
  binary_t *binary = calloc(1, sizeof *binary);
  if (!binary) return NULL;
  binary->image = wrapper->data;
  pthread_mutex_lock(&mutex);
  binary->next = binaries;
  if (binaries) binaries->previous = binary;
  binaries = binary;
  pthread_mutex_unlock(&mutex);
  return (void **)binary;
}

CUDART_API void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
CUDART_API char __cudaInitModule(void **handle) { return handle != NULL; }

static bool is_of(const symbol_t *symbol, const binary_t *binary) { return symbol->binary == binary; }

CUDART_API void __cudaUnregisterFatBinary(void **handle) {
  binary_t *binary = (binary_t *)handle;
  if (!binary) return;
  pthread_mutex_lock(&mutex);
  for (symbol_t **link = &symbols; *link;) {
    symbol_t *symbol = *link;
    if (!is_of(symbol, binary)) {
      link = &symbol->next;
      continue;
    }
    *link = symbol->next;
    tern_map_remove(&kernels, symbol->host);
    tern_map_remove(&variables, symbol->host);
    free(symbol);
  }
  if (binary->next) binary->next->previous = binary->previous;
  *(binary->previous ? &binary->previous->next : &binaries) = binary->next;
  if (!binaries) {
    tern_map_deinitialize(&kernels);
    tern_map_deinitialize(&variables);
    kernels = variables = (tern_map_t){0};
  }
  pthread_mutex_unlock(&mutex);
  cudart_cpu_forget(binary);
  free(binary);
}

static void add_symbol(tern_map_t *map, void **handle, const void *host, const char *name, size_t size,
                       void **managed) {
  symbol_t *symbol = calloc(1, sizeof *symbol);
  if (!symbol || !handle) {
    free(symbol);
    return;
  }
  *symbol = (symbol_t){.binary = (binary_t *)handle, .name = name, .host = host, .managed = managed, .size = size};
  pthread_mutex_lock(&mutex);
  symbol->next = symbols;
  symbols = symbol;
  tern_map_set(map, host, symbol);
  pthread_mutex_unlock(&mutex);
  cudart_cpu_bind(handle, name);
}

CUDART_API void __cudaRegisterFunction(void **handle, const char *stub, char *device_function, const char *name,
                                       int thread_limit, void *thread, void *block, dim3 *block_dim, dim3 *grid_dim,
                                       int *warp_size) {
  (void)device_function, (void)thread_limit, (void)thread, (void)block, (void)block_dim, (void)grid_dim,
      (void)warp_size;
  add_symbol(&kernels, handle, stub, name, 0, NULL);
}

CUDART_API void __cudaRegisterVar(void **handle, char *shadow, char *device_address, const char *name, int is_external,
                                  size_t size, int is_constant, int is_global) {
  (void)device_address, (void)is_external, (void)is_constant, (void)is_global;
  add_symbol(&variables, handle, shadow, name, size, NULL);
}

// The host reads the variable through a pointer, which has to be right before main(): the code is loaded now.
CUDART_API void __cudaRegisterManagedVar(void **handle, void **pointer, char *device_address, const char *name,
                                         int is_external, size_t size, int is_constant, int is_global) {
  (void)device_address, (void)is_external, (void)is_constant, (void)is_global;
  add_symbol(&variables, handle, pointer, name, size, pointer);
  void *address = NULL;
  if (cudart_find_variable(pointer, &address, &size) == cudaSuccess) *pointer = address;
}

// The module of a binary on a device whose context is current. The mutex is held.
static result_t load(binary_t *binary, int device, handle_t *out_module) {
  result_t result = cudaSuccess;
  if (!binary->modules[device]) {
    const driver_t *driver = cudart_driver();
    result = driver->is_cpu        ? cudart_cpu_module(binary, &binary->modules[device])
             : driver->module_load ? driver->module_load(&binary->modules[device], binary->image)
                                   : cudaErrorNotSupported;
  }
  *out_module = binary->modules[device];
  return result;
}

result_t cudart_find_kernel(const void *stub, handle_t *out_function) {
  *out_function = NULL;
  result_t result = cudart_enter();
  if (result != cudaSuccess) return result;
  int device = cudart_device();
  pthread_mutex_lock(&mutex);
  symbol_t *symbol = tern_map_get(&kernels, stub);
  result = symbol ? cudaSuccess : cudaErrorInvalidDeviceFunction;
  if (symbol && !symbol->functions[device]) {
    handle_t module;
    result = load(symbol->binary, device, &module);
    if (result == cudaSuccess) result = DRIVER(module_function, &symbol->functions[device], module, symbol->name);
    if (result == cudaErrorSymbolNotFound) result = cudaErrorInvalidDeviceFunction;
  }
  if (symbol) *out_function = symbol->functions[device];
  pthread_mutex_unlock(&mutex);
  return result;
}

result_t cudart_find_variable(const void *host, void **out_address, size_t *out_size) {
  *out_address = NULL;
  result_t result = cudart_enter();
  if (result != cudaSuccess) return result;
  int device = cudart_device();
  pthread_mutex_lock(&mutex);
  symbol_t *symbol = tern_map_get(&variables, host);
  result = symbol ? cudaSuccess : cudaErrorInvalidSymbol;
  if (symbol) {
    handle_t module;
    result = load(symbol->binary, device, &module);
    if (result == cudaSuccess) result = DRIVER(module_variable, out_address, out_size, module, symbol->name);
    if (result == cudaErrorSymbolNotFound) result = cudaErrorInvalidSymbol;
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

void cudart_forget_device(int device) {
  pthread_mutex_lock(&mutex);
  for (binary_t *binary = binaries; binary; binary = binary->next) binary->modules[device] = NULL;
  for (symbol_t *symbol = symbols; symbol; symbol = symbol->next) symbol->functions[device] = NULL;
  pthread_mutex_unlock(&mutex);
}
