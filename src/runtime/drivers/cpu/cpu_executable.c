// CPU executables: a table of function pointers, from this process or out of an object file.

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "runtime/drivers/cpu/cpu_device.h"
#include "runtime/drivers/cpu/cpu_elf.h"
#include "runtime/drivers/cpu/cpu_image.h"
#include "runtime/module/executable.h"

typedef struct cpu_executable_t {
  tern_executable_t base;
  tern_executable_release_fn_t release;  // may be NULL
  void *user_data;
  tern_cpu_elf_t *elf;               // owned; NULL for functions of this process
  tern_entry_point_t *entry_points;  // owned; with the addresses of an object file, else NULL
} cpu_executable_t;

static void destroy_executable(tern_executable_t *base) {
  cpu_executable_t *executable = (cpu_executable_t *)base;
  tern_cpu_elf_destroy(executable->elf);
  free(executable->entry_points);
  if (!TERN_SMALL && executable->release) executable->release(executable->user_data);
  free(executable);
}

static const tern_executable_vtable_t vtable = {.destroy = destroy_executable};

static tern_status_t load_object(const tern_cpu_device_t *device, const tern_executable_params_t *params,
                                 cpu_executable_t *executable) {
  const void *object;
  size_t object_size;
  TERN_RETURN_IF_ERROR(
      tern_cpu_image_choose(params->data, params->data_size, device->variant, NULL, &object, &object_size));
  TERN_RETURN_IF_ERROR(tern_cpu_elf_load(object, object_size, &executable->elf));
  size_t size = params->entry_point_count * sizeof(tern_entry_point_t);
  executable->entry_points = malloc(size + 1);
  if (!executable->entry_points) return tern_no_memory("an executable");
  if (size) memcpy(executable->entry_points, params->entry_points, size);
  for (size_t i = 0; i < params->entry_point_count; ++i) {
    tern_entry_point_t *entry = &executable->entry_points[i];
    entry->fn = (tern_dispatch_fn_t)(uintptr_t)tern_cpu_elf_find(executable->elf, entry->name, "");
    // Objects have it for entry points whose grid is not one workgroup.
    void *count = tern_cpu_elf_find(executable->elf, entry->name, "_workgroup_count");
    entry->workgroup_count = (tern_workgroup_count_fn_t)(uintptr_t)count;
  }
  executable->base.entry_points = executable->entry_points;
  return tern_ok();
}

tern_status_t tern_cpu_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                         tern_executable_t **out_executable) {
  const char *object_format = tern_cpu_elf_format();
  bool is_object = object_format && strcmp(params->format, object_format) == 0;
  // Nothing makes the small runtime an executable of functions.
  if (!is_object && (TERN_SMALL || strcmp(params->format, "entry-points") != 0)) {
    return tern_status_make(TERN_UNSUPPORTED,
                            "a CPU device takes executables as 'entry-points' or as objects of its processor, not as "
                            "'%.60s'",
                            params->format);
  }
  cpu_executable_t *executable = calloc(1, sizeof(*executable));
  if (!executable) return tern_no_memory("an executable");
  tern_resource_initialize(&executable->base.resource);
  executable->base.vtable = &vtable;
  executable->base.driver = device->driver;
  executable->base.entry_points = params->entry_points;
  executable->base.entry_point_count = params->entry_point_count;
  tern_status_t status = is_object ? load_object((tern_cpu_device_t *)device, params, executable) : tern_ok();
  for (size_t i = 0; tern_status_is_ok(status) && i < params->entry_point_count; ++i) {
    if (executable->base.entry_points[i].fn) continue;
    status = tern_status_make(TERN_INVALID_ARGUMENT, "entry point '%s' has no code", params->entry_points[i].name);
  }
  if (!tern_status_is_ok(status)) {
    destroy_executable(&executable->base);
    return status;
  }
  if (!TERN_SMALL) {
    executable->release = params->release;
    executable->user_data = params->user_data;
  }
  *out_executable = &executable->base;
  return tern_ok();
}
