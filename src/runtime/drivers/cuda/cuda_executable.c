// Executables: loading, and checks of what they say about their kernels against the device and the code.

#include "runtime/drivers/cuda/cuda_executable.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/drivers/cuda/cuda_device.h"

enum {
  CLUSTER_MAX = 8,  // blocks of a cluster that every device with clusters takes
};

//---- Checks ----

static tern_status_t check_block(const tern_cuda_limits_t *limits, const tern_kernel_info_t *info, int most) {
  uint64_t count = 1;
  for (size_t d = 0; d < 3; ++d) {
    if (info->workgroup_size[d] > (uint32_t)limits->block[d]) count = UINT32_MAX;
    count *= count <= UINT32_MAX ? info->workgroup_size[d] : 1;
  }
  if (count <= (uint64_t)most) return tern_ok();
  return tern_status_make(
      TERN_UNSUPPORTED,
      "kernel '%s' has workgroups of %u x %u x %u invocations, with its registers the device takes %d, at "
      "most %d x %d x %d",
      info->name, info->workgroup_size[0], info->workgroup_size[1], info->workgroup_size[2], most, limits->block[0],
      limits->block[1], limits->block[2]);
}

static tern_status_t check_subgroup_size(const tern_cuda_limits_t *limits, const tern_kernel_info_t *info) {
  if (!info->subgroup_size || info->subgroup_size == (uint32_t)limits->warp_size) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED, "kernel '%s' wants subgroups of %u invocations, the device has warps of %d",
                          info->name, info->subgroup_size, limits->warp_size);
}

static uint64_t cluster_size(const tern_cuda_kernel_row_t *row) {
  return (uint64_t)row->cluster[0] * row->cluster[1] * row->cluster[2];
}

static tern_status_t check_abilities(const tern_cuda_context_t *context, const tern_cuda_kernel_t *kernel) {
  const char *what = NULL;
  bool has_cluster = kernel->row.cluster[0] || kernel->row.cluster[1] || kernel->row.cluster[2];
  if (kernel->row.flags & ~TERN_CUDA_KERNEL_COOPERATIVE) {
    what = "unknown flags";
  } else if (has_cluster && !cluster_size(&kernel->row)) {
    what = "a cluster without blocks";
  } else if (has_cluster && (!context->limits.has_clusters || !context->api.LaunchKernelEx)) {
    what = "clusters, which the device or its driver lacks";
  } else if ((kernel->row.flags & TERN_CUDA_KERNEL_COOPERATIVE) &&
             (!context->limits.has_cooperative_launch || !context->api.LaunchKernelEx)) {
    what = "a cooperative launch, which the device or its driver lacks";
  } else if (kernel->row.tensor_map_count && !context->api.TensorMapEncodeTiled) {
    what = "tensor maps, which the driver lacks";
  }
  if (!what) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED, "kernel '%s' has %s", kernel->info->name, what);
}

// Workgroup memory above the default and large clusters have to be asked for.
static tern_status_t allow_resources(const tern_cuda_context_t *context, const tern_cuda_kernel_t *kernel) {
  const tern_cuda_api_t *api = &context->api;
  int fixed = 0;
  TERN_CUDA_RETURN_IF_ERROR(api, api->FuncGetAttribute(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel->function),
                            "asking for a kernel's workgroup memory");
  uint64_t size = (uint64_t)fixed + kernel->row.shared_size;
  if (size > (uint64_t)context->limits.shared_size_optin) {
    return tern_status_make(TERN_UNSUPPORTED, "kernel '%s' takes %llu bytes of workgroup memory, the device has %d",
                            kernel->info->name, (unsigned long long)size, context->limits.shared_size_optin);
  }
  if (kernel->row.shared_size && size > (uint64_t)context->limits.shared_size) {
    TERN_CUDA_RETURN_IF_ERROR(api,
                              api->FuncSetAttribute(kernel->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                                    (int)kernel->row.shared_size),
                              "asking for more workgroup memory");
  }
  if (cluster_size(&kernel->row) <= CLUSTER_MAX) return tern_ok();
  return tern_cuda_status(
      api, api->FuncSetAttribute(kernel->function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
      "asking for large clusters");
}

//---- Parameters ----

// The code must have the parameters that the description says: another list would be read wrongly, without a word.
// Whether there are more cannot be asked without a failure that tools for finding failures report; those are zero
// (cuda_command_buffer.c).
static tern_status_t check_parameters(const tern_cuda_context_t *context, const tern_entry_point_t *entry,
                                      const tern_cuda_kernel_t *kernel) {
  size_t count = (size_t)entry->binding_count + entry->push_constant_count + kernel->row.tensor_map_count;
  if (!context->api.FuncGetParamInfo) return tern_ok();
  for (size_t i = 0; i < count; ++i) {
    size_t offset, size = 0, expected = sizeof(CUtensorMap);
    bool has_one = context->api.FuncGetParamInfo(kernel->function, i, &offset, &size) == CUDA_SUCCESS;
    if (i < (size_t)entry->binding_count + entry->push_constant_count) expected = sizeof(uint32_t);
    if (i < entry->binding_count) expected = sizeof(CUdeviceptr);
    if (!has_one) {
      return tern_status_make(
          TERN_INVALID_ARGUMENT,
          "kernel '%s' takes fewer parameters than the %zu of its description: %u bindings, %u push "
          "constants, %u tensor maps",
          kernel->info->name, count, entry->binding_count, entry->push_constant_count, kernel->row.tensor_map_count);
    }
    if (size == expected) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "parameter %zu of kernel '%s' has %zu bytes, its description says %zu", i,
                            kernel->info->name, size, expected);
  }
  return tern_ok();
}

//---- Loading ----

static tern_status_t read_tensor_maps(const tern_cuda_code_t *code, const tern_entry_point_t *entry,
                                      tern_cuda_kernel_t *kernel) {
  uint32_t count = kernel->row.tensor_map_count;
  kernel->tensor_maps = calloc((size_t)count + 1, sizeof(*kernel->tensor_maps));
  if (!kernel->tensor_maps) return tern_no_memory("tensor maps");
  for (uint32_t i = 0; i < count; ++i) {
    tern_cuda_tensor_map_row_t *row = &kernel->tensor_maps[i];
    tern_cuda_code_get_tensor_map(code, kernel->row.first_tensor_map + i, row);
    bool is_right = row->binding < entry->binding_count;
    for (uint32_t d = 0; d < row->rank; ++d) {
      is_right &= row->dim_push_constants[d] < 0 || (uint32_t)row->dim_push_constants[d] < entry->push_constant_count;
    }
    if (is_right) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "tensor map %u of kernel '%s' names what entry point '%s' does not have", i,
                            kernel->info->name, entry->name);
  }
  return tern_ok();
}

static tern_status_t load_kernel(tern_cuda_executable_t *executable, const tern_cuda_code_t *code,
                                 const tern_entry_point_t *entry, tern_cuda_kernel_t *kernel) {
  const tern_cuda_context_t *context = executable->context;
  const tern_cuda_api_t *api = &context->api;
  CUresult result = api->ModuleGetFunction(&kernel->function, executable->module, kernel->info->name);
  if (result == CUDA_ERROR_NOT_FOUND) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the code has no kernel '%s'", kernel->info->name);
  }
  TERN_CUDA_RETURN_IF_ERROR(api, result, "looking for a kernel");
  tern_cuda_code_find_kernel(code, executable->variant, kernel->info->name, &kernel->row);
  int most = 0;
  TERN_CUDA_RETURN_IF_ERROR(api,
                            api->FuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel->function),
                            "asking for a kernel's limits");
  TERN_RETURN_IF_ERROR(check_block(&context->limits, kernel->info, most));
  TERN_RETURN_IF_ERROR(check_subgroup_size(&context->limits, kernel->info));
  TERN_RETURN_IF_ERROR(check_abilities(context, kernel));
  TERN_RETURN_IF_ERROR(read_tensor_maps(code, entry, kernel));
  TERN_RETURN_IF_ERROR(check_parameters(context, entry, kernel));
  return allow_resources(context, kernel);
}

static tern_status_t load_entry(tern_cuda_executable_t *executable, const tern_cuda_code_t *code,
                                const tern_entry_point_t *info, tern_cuda_entry_t *entry) {
  if (!info->kernel_count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "entry point '%s' has no kernels: their workgroup sizes are needed",
                            info->name);
  }
  entry->kernels = calloc(info->kernel_count, sizeof(*entry->kernels));
  if (!entry->kernels) return tern_no_memory("a list of kernels");
  entry->launchers = calloc(info->kernel_count, sizeof(*entry->launchers));
  if (!entry->launchers) return tern_no_memory("a list of kernels");
  for (uint32_t i = 0; i < info->kernel_count; ++i) {
    uint32_t variant = (info->kernels[i].flags & TERN_KERNEL_FLAG_VARIANT) >> TERN_KERNEL_VARIANT_SHIFT;
    if (variant && variant != executable->variant + 1) continue;
    tern_cuda_kernel_t *kernel = &entry->kernels[entry->kernel_count];
    kernel->info = &info->kernels[i];
    kernel->launcher = &entry->launchers[entry->kernel_count++];
    TERN_RETURN_IF_ERROR(load_kernel(executable, code, info, kernel));
  }
  return tern_ok();
}

static tern_status_t load(tern_cuda_executable_t *executable, const tern_executable_params_t *params) {
  tern_cuda_code_t code;
  TERN_RETURN_IF_ERROR(tern_cuda_code_read(params->data, params->data_size, &code));
  executable->entries = calloc(params->entry_point_count + 1, sizeof(*executable->entries));
  if (!executable->entries) return tern_no_memory("an executable");
  TERN_RETURN_IF_ERROR(tern_cuda_module_load(executable->context, &code, &executable->module, &executable->variant));
  for (size_t i = 0; i < params->entry_point_count; ++i) {
    TERN_RETURN_IF_ERROR(load_entry(executable, &code, &params->entry_points[i], &executable->entries[i]));
  }
  return tern_ok();
}

//---- Life ----

static void destroy_entry(tern_cuda_context_t *context, tern_cuda_entry_t *entry) {
  for (uint32_t i = 0; i < entry->kernel_count; ++i) {
    free(entry->kernels[i].tensor_maps);
    tern_cuda_launcher_deinitialize(context, &entry->launchers[i]);
  }
  free(entry->kernels);
  free(entry->launchers);
}

static void destroy_executable(tern_executable_t *base) {
  tern_cuda_executable_t *executable = (tern_cuda_executable_t *)base;
  tern_cuda_context_t *context = executable->context;
  CUcontext previous = tern_cuda_enter(context);
  for (size_t i = 0; i < base->entry_point_count && executable->entries; ++i) {
    destroy_entry(context, &executable->entries[i]);
  }
  if (executable->module) context->api.ModuleUnload(executable->module);
  tern_cuda_leave(context, previous);
  if (executable->release) executable->release(executable->user_data);
  free(executable->entries);
  free(executable);
  tern_cuda_context_release(context);
}

static const tern_executable_vtable_t vtable = {.destroy = destroy_executable};

tern_status_t tern_cuda_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                          tern_executable_t **out_executable) {
  if (strcmp(params->format, TERN_CUDA_FORMAT) != 0) {
    return tern_status_make(
        TERN_UNSUPPORTED, "a CUDA device takes executables as '" TERN_CUDA_FORMAT "', not as '%.60s'", params->format);
  }
  tern_cuda_executable_t *executable = calloc(1, sizeof(*executable));
  if (!executable) return tern_no_memory("an executable");
  tern_resource_initialize(&executable->base.resource);
  executable->base.vtable = &vtable;
  executable->base.driver = device->driver;
  executable->base.entry_points = params->entry_points;
  executable->base.entry_point_count = params->entry_point_count;
  executable->context = tern_cuda_context_retain(((tern_cuda_device_t *)device)->context);
  CUcontext previous = tern_cuda_enter(executable->context);
  tern_status_t status = load(executable, params);
  tern_cuda_leave(executable->context, previous);
  if (!tern_status_is_ok(status)) {
    destroy_executable(&executable->base);
    return status;
  }
  executable->release = params->release;
  executable->user_data = params->user_data;
  *out_executable = &executable->base;
  return tern_ok();
}
