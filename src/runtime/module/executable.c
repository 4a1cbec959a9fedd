// Executables: checks of the description of entry points, and access to it.

#include "runtime/module/executable.h"

#include <string.h>

#include "runtime/device.h"
#include "runtime/grid.h"

static tern_status_t check_binding(const tern_entry_point_t *entry, uint32_t index) {
  const tern_binding_info_t *info = &entry->bindings[index];
  const char *what = NULL;
  if (!info->name) {
    what = "has no name";
  } else if (!tern_element_type_size((tern_element_type_t)info->element_type)) {
    what = "has an unknown element type";
  } else if (info->rank > TERN_TENSOR_RANK_MAX || (info->rank && !info->dims)) {
    what = "has a rank without dimensions, or too high a rank";
  } else if (!info->alignment || (info->alignment & (info->alignment - 1))) {
    what = "has an alignment that is no power of two";
  } else if (info->access == TERN_BINDING_ACCESS_DISCARD) {
    what = "is discarded but not written";
  }
  for (uint32_t i = 0; !what && i < info->rank; ++i) {
    if (info->dims[i] >= 0) continue;
    int32_t carrier = info->dim_push_constants ? info->dim_push_constants[i] : -1;
    if (info->dims[i] != TERN_DIM_DYNAMIC) what = "has a negative dimension";
    if (carrier < 0 || (uint32_t)carrier >= entry->push_constant_count) {
      what = "has a dynamic dimension that no push constant carries";
    }
  }
  if (!what) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "binding %u of entry point '%s' %s", index, entry->name, what);
}

static tern_status_t check_kernel(const tern_entry_point_t *entry, uint32_t index) {
  const tern_kernel_info_t *kernel = &entry->kernels[index];
  const char *what = NULL;
  if (!kernel->name) {
    what = "has no name";
  } else if (!kernel->workgroup_size[0] || !kernel->workgroup_size[1] || !kernel->workgroup_size[2]) {
    what = "has a workgroup without invocations";
  } else if (kernel->flags & ~(tern_kernel_flags_t)(TERN_KERNEL_FLAG_CYCLIC | TERN_KERNEL_FLAG_VARIANT)) {
    what = "has unknown flags";
  }
  if (what)
    return tern_status_make(TERN_INVALID_ARGUMENT, "kernel %u of entry point '%s' %s", index, entry->name, what);
  if (!kernel->grid_program) return tern_ok();
  return tern_grid_check(kernel->grid_program, kernel->grid_program_size, entry->push_constant_count);
}

static tern_status_t check_entry_points(const tern_executable_params_t *params) {
  for (size_t i = 0; i < params->entry_point_count; ++i) {
    const tern_entry_point_t *entry = &params->entry_points[i];
    if (!entry->name) return tern_status_make(TERN_INVALID_ARGUMENT, "entry point %zu has no name", i);
    if (entry->binding_count && !entry->bindings) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "entry point '%s' does not describe its %u bindings", entry->name,
                              entry->binding_count);
    }
    for (uint32_t j = 0; j < entry->binding_count; ++j) TERN_RETURN_IF_ERROR(check_binding(entry, j));
    if (entry->kernel_count && !entry->kernels) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "entry point '%s' does not describe its %u kernels", entry->name,
                              entry->kernel_count);
    }
    for (uint32_t j = 0; j < entry->kernel_count; ++j) TERN_RETURN_IF_ERROR(check_kernel(entry, j));
#if !TERN_SMALL
    const tern_cost_info_t *cost = params->costs ? &params->costs[i] : NULL;
    if (!cost || !cost->program_size) continue;
    TERN_RETURN_IF_ERROR(
        tern_grid_check_results(cost->program, cost->program_size, TERN_COST_COUNT, entry->push_constant_count));
#endif
  }
  return tern_ok();
}

tern_status_t tern_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                     tern_executable_t **out_executable) {
  *out_executable = NULL;
  if (!params->format) return tern_status_make(TERN_INVALID_ARGUMENT, "the executable has no format");
  TERN_RETURN_IF_ERROR(check_entry_points(params));
  TERN_RETURN_IF_ERROR(device->vtable->create_executable(device, params, out_executable));
#if !TERN_SMALL
  (*out_executable)->costs = params->costs;
#endif
  return tern_ok();
}

void tern_executable_retain(tern_executable_t *executable) {
  if (executable) tern_resource_retain(&executable->resource);
}

void tern_executable_release(tern_executable_t *executable) {
  if (executable && tern_resource_release(&executable->resource)) executable->vtable->destroy(executable);
}

size_t tern_executable_entry_point_count(const tern_executable_t *executable) { return executable->entry_point_count; }

const tern_entry_point_t *tern_executable_entry_point_at(const tern_executable_t *executable, size_t ordinal) {
  return ordinal < executable->entry_point_count ? &executable->entry_points[ordinal] : NULL;
}

tern_status_t tern_executable_find(const tern_executable_t *executable, const char *name, size_t *out_ordinal) {
  *out_ordinal = 0;
  for (size_t i = 0; i < executable->entry_point_count; ++i) {
    if (strcmp(executable->entry_points[i].name, name) != 0) continue;
    *out_ordinal = i;
    return tern_ok();
  }
  return tern_status_make(TERN_NOT_FOUND, "the executable has no entry point '%s'", name);
}

tern_status_t tern_binding_info_size(const tern_binding_info_t *info, const uint32_t *push_constants, int64_t *out_dims,
                                     size_t *out_size) {
  size_t size = tern_element_type_size((tern_element_type_t)info->element_type);
  bool is_overflow = false, is_empty = false;
  for (uint32_t i = 0; i < info->rank; ++i) {
    out_dims[i] = info->dims[i];
    if (out_dims[i] == TERN_DIM_DYNAMIC) out_dims[i] = push_constants[info->dim_push_constants[i]];
    is_empty |= out_dims[i] == 0;
    is_overflow |= __builtin_mul_overflow(size, (uint64_t)out_dims[i], &size);
  }
  *out_size = is_empty ? 0 : size;
  if (is_empty || !is_overflow) return tern_ok();
  *out_size = 0;
  return tern_status_make(TERN_OUT_OF_RANGE, "the size of binding '%s' overflows", info->name);
}
