// The fake CUDA driver's kernels where they are run from their PTX.

#include <stdio.h>
#include <string.h>

#include "fake_cuda_state.h"
#include "ptx/ptx.h"

static unsigned number_of(const char *variable) {
  const char *text = getenv(variable);
  return text ? (unsigned)strtoul(text, NULL, 10) : 0;
}

bool fake_runs_ptx(void) { return number_of("PTX_DEVICE") > 0; }

// A program that knows nothing of this library finds a GPU.
__attribute__((constructor)) static void add_device(void) {
  const fake_cuda_device_t device = {(int)number_of("PTX_DEVICE"), (size_t)64 << 30, true};
  if (fake_runs_ptx()) fake_cuda_reset(&device, 1);
}

bool fake_read_ptx(struct CUmod_st *module, const char *text, char *log, size_t log_size) {
  char error[256] = "";
  module->code = ptx_read(text, error, sizeof error);
  if (module->code) return true;
  if (log && log_size) snprintf(log, log_size, "%s", error);
  return false;
}

void fake_free_ptx(struct CUmod_st *module) { ptx_free(module->code); }

static bool is_memory(uint64_t address, size_t size) {
  for (const region_t *region = fake_state.regions; region; region = region->next) {
    uint64_t start = (uint64_t)(uintptr_t)region->data;
    if (address >= start && address + size <= start + region->size) return true;
  }
  return false;
}

void fake_run_ptx(struct CUctx_st *context, const op_t *op) {
  char error[512] = "";
  ptx_launch_t launch = {.shared_size = op->launch.shared_size,
                         .parameters = op->parameters,
                         .parameter_size = op->launch.parameter_size,
                         .is_early = number_of("PTX_EARLY") > 0,
                         .order = number_of("PTX_ORDER"),
                         .has_races = number_of("PTX_RACES") > 0,
                         .is_memory = is_memory};
  memcpy(launch.grid, op->launch.grid, sizeof launch.grid);
  memcpy(launch.block, op->launch.block, sizeof launch.block);
  memcpy(launch.cluster, op->launch.cluster, sizeof launch.cluster);
  if (ptx_run(op->function->module->code, op->function->name, &launch, error, sizeof error)) return;
  fake_violate("kernel '%s': %s", op->function->name, error);
  fprintf(stderr, "kernel '%s': %s\n", op->function->name, error);
  context->broken = CUDA_ERROR_ILLEGAL_ADDRESS;
}
