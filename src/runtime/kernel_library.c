// Modules of kernels that are a part of a program: what was loaded of them so far is a list that only grows, so that launches look
// without a lock.

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "tern/kernel.h"

// A kernel that is loaded. Not changed once it is in the list.
typedef struct loaded {
  struct loaded *next;
  tern_device_t *device;  // the kernel keeps it
  tern_module_t *module;  // a reference
  tern_kernel_t *kernel;  // a reference
} loaded_t;

static loaded_t *first_of(const tern_kernel_library_t *library) {
  return __atomic_load_n((loaded_t *const *)&library->loaded, __ATOMIC_ACQUIRE);
}

static void destroy(loaded_t *node) {
  tern_kernel_release(node->kernel);
  tern_module_release(node->module);
  free(node);
}

// Two threads that need the same kernel at the same time both load it, and both are kept.
static void add(tern_kernel_library_t *library, loaded_t *node) {
  node->next = first_of(library);
  while (!__atomic_compare_exchange_n((loaded_t **)&library->loaded, &node->next, node, false, __ATOMIC_RELEASE,
                                      __ATOMIC_ACQUIRE)) {}
}

static tern_status_t load(tern_kernel_library_t *library, tern_device_t *device, const char *name,
                          const tern_kernel_t **out_kernel) {
  loaded_t *node = calloc(1, sizeof *node);
  const loaded_t *first = first_of(library);
  if (!node) return tern_no_memory("a kernel");
  tern_status_t status = tern_ok();
  if (first) {
    node->module = first->module;
    tern_module_retain(node->module);
  } else {
    status = tern_module_load_borrowed(library->data, (size_t)library->size, NULL, NULL, &node->module);
  }
  if (tern_status_is_ok(status)) status = tern_kernel_load(device, node->module, name, &node->kernel);
  if (!tern_status_is_ok(status)) {
    destroy(node);
    return status;
  }
  node->device = device;
  *out_kernel = node->kernel;
  add(library, node);
  return status;
}

tern_status_t tern_kernel_library_launch(tern_kernel_library_t *library, tern_device_t *device, const char *name,
                                         const uint32_t grid[3], const void *const *arguments, void *stream) {
  const tern_kernel_t *kernel = NULL;
  for (const loaded_t *node = first_of(library); node && !kernel; node = node->next) {
    if (node->device == device && strcmp(tern_kernel_name(node->kernel), name) == 0) kernel = node->kernel;
  }
  if (!kernel) TERN_RETURN_IF_ERROR(load(library, device, name, &kernel));
  return tern_kernel_launch(kernel, grid, arguments, stream);
}

void tern_kernel_library_unload(tern_kernel_library_t *library) {
  loaded_t *node = __atomic_exchange_n((loaded_t **)&library->loaded, NULL, __ATOMIC_ACQ_REL);
  while (node) {
    loaded_t *next = node->next;
    destroy(node);
    node = next;
  }
}
