// What bench/gpu/table.py does on a device: runs a module's one dispatch on sets of buffers by the device's own clock, and
// measures what a launch costs the host. A shared library with the runtime in it; all functions return NULL, or what is
// wrong.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tern/module.h"

#define EXPORT __attribute__((visibility("default")))

#define RETURN_IF_FAILED(expression)                               \
  do {                                                             \
    tern_status_t status_ = (expression);                          \
    if (!tern_status_is_ok(status_)) return keep(status_.message); \
  } while (0)

enum { MAX_BINDINGS = 16, MAX_SETS = 32 };

typedef struct bench {
  tern_device_t *device;
  tern_module_t *module;
  tern_executable_t *executable;
  const tern_entry_point_t *entry;
  size_t set_count;
  tern_buffer_t *buffers[MAX_SETS][MAX_BINDINGS];
} bench_t;

static char message[1024];

static const char *keep(const char *text) {
  snprintf(message, sizeof message, "%s", text);
  return message;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

EXPORT const char *bench_open(const char *uri, tern_device_t **out_device) {
  RETURN_IF_FAILED(tern_device_create(uri, NULL, out_device));
  return NULL;
}

EXPORT void bench_unload(bench_t *bench) {
  if (!bench) return;
  for (size_t s = 0; s < bench->set_count; ++s) {
    for (uint32_t b = 0; b < bench->entry->binding_count; ++b) tern_buffer_release(bench->buffers[s][b]);
  }
  if (bench->executable) tern_executable_release(bench->executable);
  tern_module_release(bench->module);
  free(bench);
}

// Loads the module at `path`; `*out_seconds` is the time until its kernels can be launched.
EXPORT const char *bench_load(tern_device_t *device, const char *path, bench_t **out_bench, double *out_seconds) {
  tern_executable_params_t params;
  bench_t *bench = calloc(1, sizeof *bench);
  bench->device = device;
  *out_bench = bench;
  double start = now();
  RETURN_IF_FAILED(tern_module_load_file(path, &bench->module));
  RETURN_IF_FAILED(tern_module_executable_for(bench->module, tern_device_driver_name(device), &params));
  RETURN_IF_FAILED(tern_executable_create(device, &params, &bench->executable));
  *out_seconds = now() - start;
  size_t count = tern_executable_entry_point_count(bench->executable);
  if (count != 1) {
    snprintf(message, sizeof message, "%zu dispatches instead of one", count);
    return message;
  }
  bench->entry = tern_executable_entry_point_at(bench->executable, 0);
  if (bench->entry->push_constant_count) return keep("the dispatch has push constants");
  return bench->entry->binding_count <= MAX_BINDINGS ? NULL : keep("too many bindings");
}

static size_t size_of(const tern_binding_info_t *info) {
  // Types of less than a byte take one.
  static const unsigned char wide[] = {[TERN_ELEMENT_TYPE_I16] = 2, [TERN_ELEMENT_TYPE_I32] = 4,
                                       [TERN_ELEMENT_TYPE_I64] = 8, [TERN_ELEMENT_TYPE_BF16] = 2,
                                       [TERN_ELEMENT_TYPE_F16] = 2, [TERN_ELEMENT_TYPE_F32] = 4,
                                       [TERN_ELEMENT_TYPE_F64] = 8};
  size_t size = info->element_type < sizeof wide && wide[info->element_type] ? wide[info->element_type] : 1;
  for (uint32_t i = 0; i < info->rank; ++i) size *= (size_t)info->dims[i];
  return size;
}

// Bytes of a binding, and whether it is written only; false past the last.
EXPORT bool bench_binding(const bench_t *bench, uint32_t index, size_t *out_size, bool *out_is_output) {
  if (index >= bench->entry->binding_count) return false;
  *out_size = size_of(&bench->entry->bindings[index]);
  *out_is_output = !(bench->entry->bindings[index].access & TERN_BINDING_ACCESS_READ);
  return true;
}

// Makes `count` sets of buffers.
EXPORT const char *bench_allocate(bench_t *bench, size_t count) {
  for (; bench->set_count < count && bench->set_count < MAX_SETS; ++bench->set_count) {
    for (uint32_t b = 0; b < bench->entry->binding_count; ++b) {
      RETURN_IF_FAILED(tern_buffer_allocate(bench->device, TERN_BUFFER_USAGE_DEFAULT,
                                            size_of(&bench->entry->bindings[b]), &bench->buffers[bench->set_count][b]));
    }
  }
  return NULL;
}

// Writes a binding of the first set, and copies it to the others.
EXPORT const char *bench_write(bench_t *bench, uint32_t binding, const void *data) {
  size_t size = size_of(&bench->entry->bindings[binding]);
  tern_command_buffer_t *commands;
  RETURN_IF_FAILED(tern_buffer_write(bench->buffers[0][binding], 0, data, size));
  RETURN_IF_FAILED(tern_command_buffer_create(bench->device, &commands));
  for (size_t s = 1; s < bench->set_count; ++s) {
    RETURN_IF_FAILED(tern_command_buffer_copy(commands, (tern_buffer_range_t){bench->buffers[0][binding], 0, size},
                                              (tern_buffer_range_t){bench->buffers[s][binding], 0, size}));
  }
  RETURN_IF_FAILED(tern_command_buffer_end(commands));
  RETURN_IF_FAILED(tern_device_execute(bench->device, commands));
  tern_command_buffer_release(commands);
  return NULL;
}

EXPORT const char *bench_read(bench_t *bench, size_t set, uint32_t binding, void *data) {
  RETURN_IF_FAILED(tern_buffer_read(bench->buffers[set][binding], 0, data, size_of(&bench->entry->bindings[binding])));
  return NULL;
}

static tern_status_t record(const bench_t *bench, tern_command_buffer_t *commands, size_t repeats, bool is_timed) {
  if (is_timed) TERN_RETURN_IF_ERROR(tern_command_buffer_timestamp(commands, 0));
  for (size_t i = 0; i < repeats; ++i) {
    tern_buffer_range_t ranges[MAX_BINDINGS];
    for (uint32_t b = 0; b < bench->entry->binding_count; ++b) {
      ranges[b] = (tern_buffer_range_t){bench->buffers[i % bench->set_count][b], 0, TERN_WHOLE_BUFFER};
    }
    TERN_RETURN_IF_ERROR(tern_command_buffer_dispatch(commands, bench->executable, 0, NULL, NULL, 0, ranges,
                                                      bench->entry->binding_count));
    TERN_RETURN_IF_ERROR(tern_command_buffer_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_DISPATCH));
  }
  if (is_timed) TERN_RETURN_IF_ERROR(tern_command_buffer_timestamp(commands, 1));
  return tern_command_buffer_end(commands);
}

// Microseconds of a dispatch, `rounds` times as the mean of `repeats`, each on the next set of buffers.
EXPORT const char *bench_run(bench_t *bench, size_t repeats, size_t rounds, double *out_microseconds) {
  tern_command_buffer_t *commands;
  RETURN_IF_FAILED(tern_command_buffer_create(bench->device, &commands));
  RETURN_IF_FAILED(record(bench, commands, repeats, true));
  // The first time it is no graph yet.
  for (size_t i = 0; i < rounds + 2; ++i) {
    uint64_t elapsed;
    RETURN_IF_FAILED(tern_device_execute(bench->device, commands));
    RETURN_IF_FAILED(tern_command_buffer_elapsed(commands, 0, 1, &elapsed));
    if (i >= 2) out_microseconds[i - 2] = (double)elapsed / (double)repeats * 1e-3;
  }
  tern_command_buffer_release(commands);
  return NULL;
}

// Microseconds of the host for a submission of one dispatch: the best of 30 rounds of `count`. `how`: 0 the same commands
// again and again, 1 recorded each time, 2 as 0 with a semaphore waited for and one signalled.
EXPORT const char *bench_launch(bench_t *bench, int how, size_t count, double *out_microseconds) {
  const tern_semaphore_list_t none = {0};
  tern_command_buffer_t *commands;
  tern_semaphore_t *semaphore;
  uint64_t value = 0;
  RETURN_IF_FAILED(tern_command_buffer_create(bench->device, &commands));
  RETURN_IF_FAILED(record(bench, commands, 1, false));
  RETURN_IF_FAILED(tern_semaphore_create(bench->device, 0, &semaphore));
  for (int i = 0; i < 3; ++i) RETURN_IF_FAILED(tern_device_execute(bench->device, commands));
  *out_microseconds = 1e9;
  for (int round = 0; round < 30; ++round) {
    double start = now();
    for (size_t i = 0; i < count; ++i) {
      tern_command_buffer_t *own = commands;
      const uint64_t before = value++;
      const tern_semaphore_list_t wait = {&semaphore, &before, 1}, signal = {&semaphore, &value, 1};
      if (how == 1) {
        RETURN_IF_FAILED(tern_command_buffer_create(bench->device, &own));
        RETURN_IF_FAILED(record(bench, own, 1, false));
      }
      RETURN_IF_FAILED(tern_device_submit(bench->device, how == 2 ? wait : none, &own, 1, how == 2 ? signal : none));
      if (how == 1) tern_command_buffer_release(own);
    }
    double elapsed = (now() - start) / (double)count * 1e6;
    if (elapsed < *out_microseconds) *out_microseconds = elapsed;
    RETURN_IF_FAILED(tern_device_wait_idle(bench->device));
  }
  tern_semaphore_release(semaphore);
  tern_command_buffer_release(commands);
  return NULL;
}
