// Times a module file: loading, binding, the first call, and the calls after it.
//
//   model_loop MODULE FUNCTION CALLS DEVICE THREADS INPUT.npy...
//
// Prints one line of JSON with times in microseconds: the least of the calls, and their median.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tern/session.h"

static double now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static void check(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "model_loop: error: %s\n", status.message);
  exit(1);
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc < 6) return fprintf(stderr, "usage: model_loop MODULE FUNCTION CALLS DEVICE THREADS INPUT.npy...\n"), 1;
  size_t calls = strtoul(argv[3], NULL, 10), input_count = (size_t)argc - 6;
  tern_device_options_t device_options = {.thread_count = (uint32_t)strtoul(argv[5], NULL, 10)};
  tern_device_t *device;
  tern_instance_t *instance;
  tern_module_t *module;
  tern_session_t *session;
  tern_call_t *call;
  check(tern_device_create(argv[4], &device_options, &device));
  check(tern_instance_create(NULL, &instance));
  double start = now_us();
  check(tern_module_load_file(argv[1], &module));
  double loaded = now_us();
  tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  check(tern_session_create(instance, &params, &session));
  check(tern_call_create(session, argv[2], &call));
  double bound = now_us();
  for (size_t i = 0; i < input_count; ++i) {
    tern_tensor_t tensor;
    check(tern_tensor_read_npy(argv[6 + i], TERN_ELEMENT_TYPE_NONE, &tensor));
    check(tern_call_set_tensor(call, i, &tensor));
    tern_tensor_deinitialize(&tensor);
  }
  double *times = malloc((calls + 1) * sizeof *times);
  if (!times) return 1;
  for (size_t i = 0; i <= calls; ++i) {
    double before = now_us();
    check(tern_call_invoke(call));
    times[i] = now_us() - before;
  }
  double first = times[0];
  qsort(times + 1, calls, sizeof *times, compare);
  printf("{\"load_us\": %.1f, \"bind_us\": %.1f, \"first_us\": %.1f, \"min_us\": %.1f, \"median_us\": %.1f}\n",
         loaded - start, bound - loaded, first, calls ? times[1] : first, calls ? times[1 + calls / 2] : first);
  free(times);
  tern_call_destroy(call);
  tern_session_release(session);
  tern_module_release(module);
  tern_instance_release(instance);
  tern_device_release(device);
  return 0;
}
