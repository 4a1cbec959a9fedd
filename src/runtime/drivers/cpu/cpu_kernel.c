// Launches of kernels with addresses and numbers: their entry points are those of dispatches, where addresses are bindings, and
// numbers push constants, each in as many words as it takes. A descriptor is a binding, too: the address of what it is made of.

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/drivers/cpu/cpu_device.h"
#include "runtime/module/executable.h"
#include "tern/kernel.h"
#include "tern/tensor.h"

enum {
  FEW = 64,              // arguments
  WORDS_OF_ARGUMENT = 2  // of a number, at most
};

static void write_arguments(const tern_kernel_signature_t *signature, const void *const *arguments, void **bindings,
                            uint32_t *words, tern_dispatch_params_t *params) {
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    const tern_kernel_argument_t *argument = &signature->arguments[i];
    if (argument->kind == TERN_KERNEL_ARGUMENT_POINTER) {
      memcpy(&bindings[params->binding_count++], arguments[i], sizeof(void *));
    } else if (argument->kind == TERN_KERNEL_ARGUMENT_DESCRIPTOR) {
      bindings[params->binding_count++] = (void *)arguments[i];
    } else {
      size_t size = tern_element_type_size((tern_element_type_t)argument->element_type);
      uint32_t *at = &words[params->push_constant_count];
      params->push_constant_count += size > sizeof(*words) ? WORDS_OF_ARGUMENT : 1;
      at[0] = 0;
      memcpy(at, arguments[i], size);
    }
  }
}

tern_status_t tern_cpu_device_launch(tern_device_t *base, const tern_executable_t *executable, size_t ordinal,
                                     const tern_kernel_signature_t *signature, const uint32_t grid[3],
                                     const void *const *arguments, void *stream) {
  tern_cpu_device_t *device = (tern_cpu_device_t *)base;
  if (stream) return tern_status_make(TERN_UNSUPPORTED, "the CPU has no streams");
  void *few_bindings[FEW], **bindings = few_bindings;
  uint32_t few_words[FEW * WORDS_OF_ARGUMENT], *words = few_words;
  size_t count = signature->argument_count;
  if (count > FEW) {
    bindings = calloc(count, sizeof(*bindings));
    words = calloc(count, WORDS_OF_ARGUMENT * sizeof(*words));
  }
  tern_status_t status = tern_no_memory("a launch");
  if (bindings && words) {
    tern_dispatch_params_t params = {.push_constants = words, .bindings = bindings};
    memcpy(params.workgroup_count, grid, sizeof(params.workgroup_count));
    write_arguments(signature, arguments, bindings, words, &params);
    status = tern_cpu_run_entry(&executable->entry_points[ordinal], &params, device->pool);
  }
  if (bindings != few_bindings) free(bindings);
  if (words != few_words) free(words);
  return status;
}
