// CPU executables: a table of function pointers.

#include <stdlib.h>
#include <string.h>

#include "runtime/drivers/cpu/cpu_device.h"
#include "runtime/executable.h"

typedef struct cpu_executable_t {
  tern_executable_t base;
  tern_executable_release_fn_t release;  // may be NULL
  void *user_data;
} cpu_executable_t;

static void destroy_executable(tern_executable_t *base) {
  cpu_executable_t *executable = (cpu_executable_t *)base;
  if (executable->release) executable->release(executable->user_data);
  free(executable);
}

static const tern_executable_vtable_t vtable = {.destroy = destroy_executable};

tern_status_t tern_cpu_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                         tern_executable_t **out_executable) {
  if (strcmp(params->format, "entry-points") != 0) {
    return tern_status_make(TERN_UNSUPPORTED, "a CPU device takes executables as 'entry-points', not as '%.60s'",
                            params->format);
  }
  for (size_t i = 0; i < params->entry_point_count; ++i) {
    if (params->entry_points[i].fn) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "entry point '%s' has no code", params->entry_points[i].name);
  }
  cpu_executable_t *executable = calloc(1, sizeof(*executable));
  if (!executable) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for an executable");
  tern_resource_initialize(&executable->base.resource);
  executable->base.vtable = &vtable;
  executable->base.driver = device->driver;
  executable->base.entry_points = params->entry_points;
  executable->base.entry_point_count = params->entry_point_count;
  executable->release = params->release;
  executable->user_data = params->user_data;
  *out_executable = &executable->base;
  return tern_ok();
}
