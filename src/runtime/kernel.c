// Kernels of Triton on processors: programs of a grid are dealt to threads in their order, one at a time, so that a program that
// waits for an earlier one does not wait for ever.

#include "tern/kernel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/kernel_format.h"
#include "base/no_memory.h"
#include "runtime/drivers/cpu/cpu_elf.h"
#include "runtime/drivers/cpu/cpu_image.h"
#include "runtime/thread_pool.h"

typedef void (*program_fn_t)(const uint64_t *arguments, void *scratch, uint32_t x, uint32_t y, uint32_t z, uint32_t nx,
                             uint32_t ny, uint32_t nz);

struct tern_kernel_t {
  tern_module_t *module;  // a reference
  const char *name;       // the module's
  tern_cpu_elf_t *elf;
  program_fn_t run;
  tern_thread_pool_t *pool;
  size_t scratch_size;  // of each thread
  char *scratch;        // of all
  size_t argument_count;
  tern_kernel_argument_t *arguments;
};

enum { ALIGNMENT = 64 };

bool tern_module_holds_kernels(const tern_module_t *module) {
  const char *target;
  for (size_t i = 0; (target = tern_module_executable_target(module, i)); ++i) {
    if (strcmp(target, TERN_KERNEL_TARGET) == 0) return true;
  }
  return false;
}

// --- loading ---

static tern_status_t find_entry(const tern_executable_params_t *params, const char *name,
                                const tern_entry_point_t **out_entry) {
  *out_entry = NULL;
  for (size_t i = 0; i < params->entry_point_count; ++i) {
    if (!name || strcmp(params->entry_points[i].name, name) == 0) *out_entry = &params->entry_points[i];
  }
  if (!name && params->entry_point_count > 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "there are %zu kernels, and none is named", params->entry_point_count);
  }
  if (*out_entry) return tern_ok();
  return tern_status_make(TERN_NOT_FOUND, "there is no kernel '%.200s'", name ? name : "");
}

// "!tt.ptr<f32>" or "!tt.ptr<f32, 3>" is a pointer to f32.
static tern_kernel_argument_t describe(const char *type) {
  static const char prefix[] = "!tt.ptr<";
  bool is_pointer = strncmp(type, prefix, sizeof prefix - 1) == 0;
  const char *element = is_pointer ? type + sizeof prefix - 1 : type;
  size_t size = strcspn(element, ",>");
  return (tern_kernel_argument_t){type, is_pointer, tern_element_type_from_name(element, size)};
}

static tern_status_t read_entry(const tern_entry_point_t *entry, tern_kernel_t *kernel) {
  size_t count = entry->binding_count;
  const tern_binding_info_t *last = count ? &entry->bindings[count - 1] : NULL;
  if (!last || strcmp(last->name, TERN_KERNEL_SCRATCH) != 0 || last->rank != 1 || last->dims[0] < 8) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the module does not say what memory '%.200s' needs", entry->name);
  }
  kernel->name = entry->name;
  kernel->scratch_size = ((size_t)last->dims[0] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  kernel->argument_count = count - 1;
  kernel->arguments = calloc(count, sizeof *kernel->arguments);
  if (!kernel->arguments) return tern_no_memory("a kernel");
  for (size_t i = 0; i + 1 < count; ++i) kernel->arguments[i] = describe(entry->bindings[i].name);
  return tern_ok();
}

static tern_status_t load_code(const tern_executable_params_t *params, tern_kernel_t *kernel) {
  const void *object;
  size_t size;
  const char *format = tern_cpu_elf_format();
  if (!format || strcmp(params->format, format) != 0) {
    return tern_status_make(TERN_UNSUPPORTED, "the kernel is compiled for '%.60s', which is not this machine", params->format);
  }
  TERN_RETURN_IF_ERROR(tern_cpu_image_choose(params->data, params->data_size, NULL, NULL, &object, &size));
  TERN_RETURN_IF_ERROR(tern_cpu_elf_load(object, size, &kernel->elf));
  kernel->run = (program_fn_t)(uintptr_t)tern_cpu_elf_find(kernel->elf, kernel->name, "");
  if (kernel->run) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "kernel '%.200s' has no code", kernel->name);
}

static tern_status_t load(tern_kernel_t *kernel, const char *name, uint32_t thread_count) {
  tern_executable_params_t params;
  const tern_entry_point_t *entry;
  TERN_RETURN_IF_ERROR(tern_module_executable_for(kernel->module, TERN_KERNEL_TARGET, &params));
  TERN_RETURN_IF_ERROR(find_entry(&params, name, &entry));
  TERN_RETURN_IF_ERROR(read_entry(entry, kernel));
  TERN_RETURN_IF_ERROR(load_code(&params, kernel));
  TERN_RETURN_IF_ERROR(tern_thread_pool_create(thread_count, &kernel->pool));
  size_t threads = tern_thread_pool_thread_count(kernel->pool);
  kernel->scratch = aligned_alloc(ALIGNMENT, threads * kernel->scratch_size);
  return kernel->scratch ? tern_ok() : tern_no_memory("the memory of programs");
}

tern_status_t tern_kernel_create(tern_module_t *module, const char *name, uint32_t thread_count,
                                 tern_kernel_t **out_kernel) {
  *out_kernel = NULL;
  tern_kernel_t *kernel = calloc(1, sizeof *kernel);
  if (!kernel) return tern_no_memory("a kernel");
  kernel->module = module;
  tern_module_retain(module);
  tern_status_t status = load(kernel, name, thread_count);
  if (tern_status_is_ok(status)) {
    *out_kernel = kernel;
  } else {
    tern_kernel_destroy(kernel);
  }
  return status;
}

void tern_kernel_destroy(tern_kernel_t *kernel) {
  if (!kernel) return;
  tern_thread_pool_destroy(kernel->pool);
  tern_cpu_elf_destroy(kernel->elf);
  tern_module_release(kernel->module);
  free(kernel->scratch);
  free(kernel->arguments);
  free(kernel);
}

const char *tern_kernel_name(const tern_kernel_t *kernel) { return kernel->name; }
size_t tern_kernel_argument_count(const tern_kernel_t *kernel) { return kernel->argument_count; }
const tern_kernel_argument_t *tern_kernel_argument_at(const tern_kernel_t *kernel, size_t index) {
  return index < kernel->argument_count ? &kernel->arguments[index] : NULL;
}

// --- launching ---

typedef struct launch {
  const tern_kernel_t *kernel;
  const uint64_t *arguments;
  uint32_t grid[3];
  uint64_t count;
  _Atomic uint64_t next;
  _Atomic(const char *) failure;  // the text of an assertion
} launch_t;

// What one thread does, with the `begin`-th part of the memory: the next program, until there is none.
static void run_programs(void *user, uint64_t begin, uint64_t end) {
  launch_t *launch = user;
  const uint32_t *grid = launch->grid;
  char *scratch = launch->kernel->scratch + begin * launch->kernel->scratch_size;
  (void)end;
  for (;;) {
    uint64_t i = atomic_fetch_add_explicit(&launch->next, 1, memory_order_relaxed);
    const char *failure = NULL;
    if (i >= launch->count || atomic_load_explicit(&launch->failure, memory_order_relaxed)) return;
    memcpy(scratch, &failure, sizeof failure);
    uint64_t row = i / grid[0];
    launch->kernel->run(launch->arguments, scratch, (uint32_t)(i % grid[0]), (uint32_t)(row % grid[1]),
                        (uint32_t)(row / grid[1]), grid[0], grid[1], grid[2]);
    memcpy(&failure, scratch, sizeof failure);
    if (failure) atomic_store_explicit(&launch->failure, failure, memory_order_relaxed);
  }
}

tern_status_t tern_kernel_launch(tern_kernel_t *kernel, const uint32_t grid[3], const uint64_t *arguments,
                                 size_t argument_count) {
  if (argument_count != kernel->argument_count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "kernel '%.200s' takes %zu arguments, but got %zu", kernel->name,
                            kernel->argument_count, argument_count);
  }
  launch_t launch = {.kernel = kernel, .arguments = arguments, .count = 1};
  for (size_t d = 0; d < 3; ++d) {
    launch.grid[d] = grid[d];
    if (grid[d] == 0 || launch.count > UINT64_MAX / 2 / grid[d]) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "a grid of %u x %u x %u is empty or too large", grid[0], grid[1],
                              grid[2]);
    }
    launch.count *= grid[d];
  }
  uint64_t threads = tern_thread_pool_thread_count(kernel->pool);
  tern_thread_pool_run(kernel->pool, threads < launch.count ? threads : launch.count, run_programs, &launch);
  const char *failure = atomic_load_explicit(&launch.failure, memory_order_relaxed);
  if (!failure) return tern_ok();
  return tern_status_make(TERN_FAILED_PRECONDITION, "an assertion of kernel '%.200s' failed: %.1000s", kernel->name, failure);
}
