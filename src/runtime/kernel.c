// Kernels that are launched with addresses and numbers: finding their variants, and the one that fits the arguments.

#include "tern/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "base/string.h"
#include "base/vec.h"
#include "runtime/device.h"
#include "runtime/module/module_reflection.h"
#include "tern/tensor.h"

typedef struct variant {
  tern_executable_t *executable;  // a reference
  size_t ordinal;
  const tern_kernel_signature_t *signature;  // the module's
} variant_t;

struct tern_kernel_t {
  tern_resource_t resource;
  tern_device_t *device;  // a reference
  tern_module_t *module;  // a reference
  TERN_VEC(variant_t) variants;
};

static const tern_kernel_signature_t *last_signature(const tern_kernel_t *kernel) {
  return kernel->variants.values[kernel->variants.count - 1].signature;
}

//---- Loading ----

static tern_status_t add_variant(tern_kernel_t *kernel, const tern_executable_params_t *params, size_t ordinal) {
  if (!tern_vec_try_reserve(&kernel->variants, kernel->variants.count + 1)) return tern_no_memory("a kernel");
  variant_t *variant = &kernel->variants.values[kernel->variants.count];
  *variant = (variant_t){.ordinal = ordinal, .signature = &params->signatures[ordinal]};
  TERN_RETURN_IF_ERROR(tern_executable_create(kernel->device, params, &variant->executable));
  ++kernel->variants.count;
  return tern_ok();
}

static tern_status_t check_variants(const tern_kernel_t *kernel) {
  const tern_kernel_signature_t *last = last_signature(kernel);
  for (size_t i = 0; i < kernel->variants.count; ++i) {
    const tern_kernel_signature_t *other = kernel->variants.values[i].signature;
    bool is_same = other->argument_count == last->argument_count;
    for (uint32_t a = 0; a < last->argument_count && is_same; ++a) {
      is_same = other->arguments[a].kind == last->arguments[a].kind &&
                other->arguments[a].element_type == last->arguments[a].element_type;
    }
    if (is_same) continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "the variants of kernel '%s' take different arguments",
                            tern_kernel_name(kernel));
  }
  return tern_ok();
}

static tern_status_t fail_not_found(const tern_device_t *device, const tern_module_t *module, const char *name) {
  tern_string_builder_t known = {0};
  const tern_executable_params_t *params;
  for (size_t i = 0; (params = tern_module_executable_params(module, i)); ++i) {
    for (size_t e = 0; params->signatures && e < params->entry_point_count; ++e) {
      tern_string_builder_append_format(&known, "%s'%s' (%s)", known.size ? ", " : "", params->entry_points[e].name,
                                        tern_module_executable_target(module, i));
    }
  }
  tern_status_t status =
      name ? tern_status_make(TERN_NOT_FOUND, "the module has no kernel '%s' for '%s', it has: %s", name,
                              device->driver->name, known.data ? known.data : "none")
           : tern_status_make(TERN_NOT_FOUND, "expected one kernel for '%s' in the module, it has: %s",
                              device->driver->name, known.data ? known.data : "none");
  tern_string_builder_deinitialize(&known);
  return status;
}

// The only name of kernels for the device; NULL if there are none, or several.
static const char *find_only_name(const tern_device_t *device, const tern_module_t *module) {
  const char *name = NULL;
  const tern_executable_params_t *params;
  for (size_t i = 0; (params = tern_module_executable_params(module, i)); ++i) {
    if (!params->signatures || strcmp(tern_module_executable_target(module, i), device->driver->name) != 0) continue;
    for (size_t e = 0; e < params->entry_point_count; ++e) {
      if (name && strcmp(name, params->entry_points[e].name) != 0) return NULL;
      name = params->entry_points[e].name;
    }
  }
  return name;
}

static tern_status_t load_variants(tern_kernel_t *kernel, const char *name) {
  const tern_executable_params_t *params;
  for (size_t i = 0; (params = tern_module_executable_params(kernel->module, i)); ++i) {
    const char *target = tern_module_executable_target(kernel->module, i);
    if (!params->signatures || strcmp(target, kernel->device->driver->name) != 0) continue;
    for (size_t e = 0; e < params->entry_point_count; ++e) {
      if (strcmp(params->entry_points[e].name, name) != 0) continue;
      TERN_RETURN_IF_ERROR(add_variant(kernel, params, e));
    }
  }
  return kernel->variants.count ? check_variants(kernel) : fail_not_found(kernel->device, kernel->module, name);
}

tern_status_t tern_kernel_load(tern_device_t *device, tern_module_t *module, const char *name,
                               tern_kernel_t **out_kernel) {
  *out_kernel = NULL;
  if (!device->vtable->launch) {
    return tern_status_make(TERN_UNSUPPORTED, "devices of driver '%s' launch no kernels with addresses",
                            device->driver->name);
  }
  if (!name && !(name = find_only_name(device, module))) return fail_not_found(device, module, NULL);
  tern_kernel_t *kernel = calloc(1, sizeof(*kernel));
  if (!kernel) return tern_no_memory("a kernel");
  tern_resource_initialize(&kernel->resource);
  kernel->device = device;
  kernel->module = module;
  tern_device_retain(device);
  tern_module_retain(module);
  tern_status_t status = load_variants(kernel, name);
  if (tern_status_is_ok(status)) {
    *out_kernel = kernel;
  } else {
    tern_kernel_release(kernel);
  }
  return status;
}

void tern_kernel_retain(tern_kernel_t *kernel) {
  if (kernel) tern_resource_retain(&kernel->resource);
}

void tern_kernel_release(tern_kernel_t *kernel) {
  if (!kernel || !tern_resource_release(&kernel->resource)) return;
  for (size_t i = 0; i < kernel->variants.count; ++i) tern_executable_release(kernel->variants.values[i].executable);
  tern_vec_deinitialize(&kernel->variants);
  tern_module_release(kernel->module);
  tern_device_release(kernel->device);
  free(kernel);
}

const char *tern_kernel_name(const tern_kernel_t *kernel) {
  const variant_t *variant = &kernel->variants.values[0];
  return tern_executable_entry_point_at(variant->executable, variant->ordinal)->name;
}

size_t tern_kernel_argument_count(const tern_kernel_t *kernel) { return last_signature(kernel)->argument_count; }

const tern_kernel_argument_t *tern_kernel_argument_at(const tern_kernel_t *kernel, size_t index) {
  const tern_kernel_signature_t *signature = last_signature(kernel);
  return index < signature->argument_count ? &signature->arguments[index] : NULL;
}

bool tern_module_holds_kernels(const tern_module_t *module) {
  const tern_executable_params_t *params;
  for (size_t i = 0; (params = tern_module_executable_params(module, i)); ++i) {
    if (params->signatures) return true;
  }
  return false;
}

//---- Launching ----

// The number that has to be divisible: with zeros above its bits, which a power of two does not see.
static uint64_t read_number(const tern_kernel_argument_t *argument, const void *value) {
  uint64_t number = 0;
  size_t size = sizeof(number);
  if (argument->kind == TERN_KERNEL_ARGUMENT_NUMBER) {
    size = tern_element_type_size((tern_element_type_t)argument->element_type);
  }
  memcpy(&number, value, size < sizeof(number) ? size : sizeof(number));
  return number;
}

// The first argument that is not as the code relies on; the number of arguments if all are. A divisor of 0 stands for the number 1.
static uint32_t find_misfit(const tern_kernel_signature_t *signature, const void *const *arguments) {
  uint32_t i = 0;
  for (; i < signature->argument_count; ++i) {
    const tern_kernel_argument_t *argument = &signature->arguments[i];
    uint64_t number = read_number(argument, arguments[i]);
    if (argument->divisibility ? number % argument->divisibility : number != 1) break;
  }
  return i;
}

tern_status_t tern_kernel_launch(const tern_kernel_t *kernel, const uint32_t grid[3], const void *const *arguments,
                                 void *stream) {
  uint32_t misfit = 0;
  for (size_t i = 0; i < kernel->variants.count; ++i) {
    const variant_t *variant = &kernel->variants.values[i];
    misfit = find_misfit(variant->signature, arguments);
    if (misfit != variant->signature->argument_count) continue;
    if (!grid[0] || !grid[1] || !grid[2]) return tern_ok();
    return kernel->device->vtable->launch(kernel->device, variant->executable, variant->ordinal, variant->signature,
                                          grid, arguments, stream);
  }
  const tern_kernel_argument_t *argument = tern_kernel_argument_at(kernel, misfit);
  return tern_status_make(TERN_INVALID_ARGUMENT, "argument %u of '%s' is %llu, not %s%u; compile it for any", misfit,
                          tern_kernel_name(kernel), (unsigned long long)read_number(argument, arguments[misfit]),
                          argument->divisibility ? "multiple of " : "",
                          argument->divisibility | !argument->divisibility);
}
