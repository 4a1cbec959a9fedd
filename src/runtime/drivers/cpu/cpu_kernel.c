// Launches of kernels with addresses and numbers. Programs of a grid are dealt to threads in their order, one at a time, so that a
// program that waits for an earlier one does not wait for ever.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/drivers/cpu/cpu_device.h"
#include "runtime/module/executable.h"
#include "tern/kernel.h"
#include "tern/tensor.h"

// The code of an entry point: runs the program at x, y, z of a grid of nx * ny * nz. `arguments` holds 8 bytes for each argument:
// an address, a number in its low bits, or the address of what a descriptor is made of. `scratch` is memory for this program: one
// whose assertion fails puts the address of the text into its first 8 bytes, which are zero before.
typedef void (*program_fn_t)(const uint64_t *arguments, void *scratch, uint32_t x, uint32_t y, uint32_t z, uint32_t nx,
                             uint32_t ny, uint32_t nz);

enum {
  FEW = 64,  // arguments
  SCRATCH_ALIGNMENT = 64,
};

typedef struct launch {
  program_fn_t run;
  const uint64_t *arguments;
  const uint32_t *grid;
  uint64_t count;
  size_t scratch_size;
  char *scratch;  // of all threads
  _Atomic uint64_t next;
  _Atomic(const char *) failure;  // the text of an assertion
} launch_t;

// What one thread does, with the `begin`-th part of the memory: the next program, until there is none.
static void run_programs(void *user, uint64_t begin, uint64_t end) {
  launch_t *launch = user;
  const uint32_t *grid = launch->grid;
  char *scratch = launch->scratch + begin * launch->scratch_size;
  (void)end;
  for (;;) {
    uint64_t i = atomic_fetch_add_explicit(&launch->next, 1, memory_order_relaxed);
    const char *failure = NULL;
    if (i >= launch->count || atomic_load_explicit(&launch->failure, memory_order_relaxed)) return;
    memcpy(scratch, &failure, sizeof failure);
    uint64_t row = i / grid[0];
    launch->run(launch->arguments, scratch, (uint32_t)(i % grid[0]), (uint32_t)(row % grid[1]),
                (uint32_t)(row / grid[1]), grid[0], grid[1], grid[2]);
    memcpy(&failure, scratch, sizeof failure);
    if (failure) atomic_store_explicit(&launch->failure, failure, memory_order_relaxed);
  }
}

static uint64_t read_argument(const tern_kernel_argument_t *argument, const void *value) {
  uint64_t bits = (uintptr_t)value;
  size_t size = sizeof bits;
  if (argument->kind == TERN_KERNEL_ARGUMENT_DESCRIPTOR) return bits;
  bits = 0;
  if (argument->kind == TERN_KERNEL_ARGUMENT_NUMBER) {
    size = tern_element_type_size((tern_element_type_t)argument->element_type);
  }
  memcpy(&bits, value, size < sizeof bits ? size : sizeof bits);
  return bits;
}

static tern_status_t run(launch_t *launch, const char *name, tern_thread_pool_t *pool) {
  launch->count = 1;
  for (size_t d = 0; d < 3; ++d) {
    if (!__builtin_mul_overflow(launch->count, (uint64_t)launch->grid[d], &launch->count)) continue;
    return tern_status_make(TERN_OUT_OF_RANGE, "kernel '%s': a grid of %u x %u x %u programs is too large", name,
                            launch->grid[0], launch->grid[1], launch->grid[2]);
  }
  uint64_t threads = tern_thread_pool_thread_count(pool);
  if (threads > launch->count) threads = launch->count;
  launch->scratch = aligned_alloc(SCRATCH_ALIGNMENT, threads * launch->scratch_size);
  if (!launch->scratch) return tern_no_memory("the memory of programs");
  tern_thread_pool_run(pool, threads, run_programs, launch);
  free(launch->scratch);
  const char *failure = atomic_load_explicit(&launch->failure, memory_order_relaxed);
  if (!failure) return tern_ok();
  return tern_status_make(TERN_FAILED_PRECONDITION, "an assertion of kernel '%.200s' failed: %.1000s", name, failure);
}

tern_status_t tern_cpu_device_launch(tern_device_t *base, const tern_executable_t *executable, size_t ordinal,
                                     const tern_kernel_signature_t *signature, const uint32_t grid[3],
                                     const void *const *arguments, void *stream) {
  const tern_entry_point_t *entry = &executable->entry_points[ordinal];
  if (stream) return tern_status_make(TERN_UNSUPPORTED, "the CPU has no streams");
  uint64_t few[FEW], *values = few;
  size_t count = signature->argument_count;
  if (count > FEW) values = calloc(count, sizeof(*values));
  if (!values) return tern_no_memory("a launch");
  for (size_t i = 0; i < count; ++i) values[i] = read_argument(&signature->arguments[i], arguments[i]);
  size_t size = signature->scratch_size > sizeof(char *) ? signature->scratch_size : sizeof(char *);
  launch_t launch = {.run = (program_fn_t)(uintptr_t)entry->fn,
                     .arguments = values,
                     .grid = grid,
                     .scratch_size = (size + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT};
  tern_status_t status = run(&launch, entry->name, ((tern_cpu_device_t *)base)->pool);
  if (values != few) free(values);
  return status;
}
