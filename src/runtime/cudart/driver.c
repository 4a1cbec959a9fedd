// Which driver is used: libcuda.so.1 if it opens and has a device, else the CPU device; TERN_CUDA_DEVICE=cpu or =cuda says which.

#include "runtime/cudart/driver.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static driver_t opened;
static const driver_t *chosen;

typedef struct row {
  const char *symbol;
  size_t offset;
} row_t;
#define X(name, symbol, parameters) {symbol, offsetof(driver_t, name)},
static const row_t rows[] = {CUDART_DRIVER(X)};
#undef X

static bool open_library(void) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    void *function = dlsym(library, rows[i].symbol);
    memcpy((char *)&opened + rows[i].offset, &function, sizeof function);
  }
  int count = 0;
  return opened.init && opened.init(0) == 0 && opened.device_count && opened.device_count(&count) == 0 && count > 0;
}

static void choose(void) {
  const char *wanted = getenv("TERN_CUDA_DEVICE");
  bool is_cpu = wanted && strcmp(wanted, "cpu") == 0, is_cuda = wanted && strcmp(wanted, "cuda") == 0;
  if (wanted && *wanted && !is_cpu && !is_cuda) {
    fprintf(stderr, "libtern_cudart: TERN_CUDA_DEVICE is '%s', expected 'cpu' or 'cuda'\n", wanted);
  }
  chosen = &cudart_cpu_driver;
  if (is_cpu) return;
  if (open_library()) {
    chosen = &opened;
  } else if (is_cuda) {
    opened = (driver_t){0};
    chosen = &opened;
  }
}

const driver_t *cudart_driver(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, choose);
  return chosen;
}
