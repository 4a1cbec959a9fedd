// The functions of tern/mgpu.h on the CPU. Work is done at once, so streams and events have nothing in them; they are
// memory all the same, so that leak checkers find those that nobody destroys.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/mgpu/cpu/grid_private.h"
#include "runtime/mgpu/cpu/module.h"
#include "runtime/mgpu/report.h"
#include "tern/mgpu.h"

enum { MEMORY_ALIGNMENT = 256 };

static void *make_object(const char *function) {
  void *object = calloc(1, 1);
  if (!object) tern_mgpu_report(function, "out of memory");
  return object;
}

void mgpuSetDefaultDevice(int32_t device) {
  if (device) tern_mgpu_report(__func__, "there is no device %d: the CPU is device 0, and the only one", (int)device);
}

//---- Modules ----

void *mgpuModuleLoad(void *data, size_t size) {
  tern_gpu_module_t *module;
  tern_mgpu_check(__func__, tern_gpu_module_load(data, size, &module));
  return module;
}

void *mgpuModuleLoadJIT(void *data, int optimization_level) {
  (void)data, (void)optimization_level;
  tern_mgpu_report(__func__, "there is no compiler for PTX here: compile kernels for the CPU, in the format 'binary'");
  return NULL;
}

void mgpuModuleUnload(void *module) { tern_gpu_module_destroy(module); }

void *mgpuModuleGetFunction(void *module, const char *name) {
  const tern_gpu_function_t *function = NULL;
  if (!module) {
    tern_mgpu_report(__func__, "there is no module to look for the kernel '%.100s' in", name);
    return NULL;
  }
  tern_mgpu_check(__func__, tern_gpu_module_find(module, name, &function));
  return (void *)function;
}

//---- Launches ----

// What GPUs refuse is refused here, too.
static bool check_launch(const char *function, const tern_gpu_launch_t *launch, void **extra) {
  static const int64_t grid_max[3] = {INT32_MAX, 65535, 65535}, block_max[3] = {1024, 1024, 64};
  for (int i = 0; i < 3; ++i) {
    bool is_grid_right = launch->grid[i] > 0 && launch->grid[i] <= grid_max[i];
    if (is_grid_right && launch->block[i] > 0 && launch->block[i] <= block_max[i]) continue;
    int64_t size = is_grid_right ? launch->block[i] : launch->grid[i];
    tern_mgpu_report(function, "kernel '%s' is not run: %s has size %" PRId64 " in %c, which is not 1 to %" PRId64,
                     launch->name, is_grid_right ? "a block" : "the grid", size, "xyz"[i],
                     is_grid_right ? block_max[i] : grid_max[i]);
    return false;
  }
  int64_t count = launch->block[0] * launch->block[1] * launch->block[2];
  if (count > TERN_GPU_BLOCK_THREADS_MAX) {
    tern_mgpu_report(function, "kernel '%s' is not run: %" PRId64 " threads in a block are more than %d", launch->name,
                     count, TERN_GPU_BLOCK_THREADS_MAX);
    return false;
  }
  if (launch->shared_size > TERN_GPU_MEMORY_MAX) {
    tern_mgpu_report(function, "kernel '%s' is not run: a block has %d bytes of workgroup memory, not %" PRIu64,
                     launch->name, TERN_GPU_MEMORY_MAX, launch->shared_size);
    return false;
  }
  if (extra)
    tern_mgpu_report(function, "kernel '%s' is not run: 'extra' is for GPUs only; pass 'params'", launch->name);
  return !extra;
}

static void launch_kernel(const char *name, const tern_gpu_function_t *function, const intptr_t grid[3],
                          const intptr_t block[3], int32_t shared_size, void **params, void **extra) {
  if (!function) {
    tern_mgpu_report(name, "there is no kernel to run");
    return;
  }
  const tern_gpu_launch_t launch = {.name = function->name,
                                    .kernel = function->kernel,
                                    .params = params,
                                    .grid = {grid[0], grid[1], grid[2]},
                                    .block = {block[0], block[1], block[2]},
                                    .shared_size = (uint32_t)shared_size};
  if (check_launch(name, &launch, extra)) tern_mgpu_check(name, tern_gpu_run_grid(&launch));
}

void mgpuLaunchKernel(void *function, intptr_t grid_x, intptr_t grid_y, intptr_t grid_z, intptr_t block_x,
                      intptr_t block_y, intptr_t block_z, int32_t shared_size, void *stream, void **params,
                      void **extra, size_t param_count) {
  (void)stream, (void)param_count;
  const intptr_t grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
  launch_kernel(__func__, function, grid, block, shared_size, params, extra);
}

void mgpuLaunchClusterKernel(void *function, intptr_t cluster_x, intptr_t cluster_y, intptr_t cluster_z,
                             intptr_t grid_x, intptr_t grid_y, intptr_t grid_z, intptr_t block_x, intptr_t block_y,
                             intptr_t block_z, int32_t shared_size, void *stream, void **params, void **extra,
                             size_t param_count) {
  (void)stream, (void)param_count;
  if (cluster_x != 1 || cluster_y != 1 || cluster_z != 1) {
    tern_mgpu_report(__func__,
                     "clusters of %" PRIdPTR " x %" PRIdPTR " x %" PRIdPTR
                     " blocks need a GPU of sm_90 or later: on the CPU a cluster has one block",
                     cluster_x, cluster_y, cluster_z);
    return;
  }
  const intptr_t grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
  launch_kernel(__func__, function, grid, block, shared_size, params, extra);
}

//---- Streams and events ----

void *mgpuStreamCreate(void) { return make_object(__func__); }
void mgpuStreamDestroy(void *stream) { free(stream); }
void mgpuStreamSynchronize(void *stream) { (void)stream; }
void mgpuStreamWaitEvent(void *stream, void *event) { (void)stream, (void)event; }
void *mgpuEventCreate(void) { return make_object(__func__); }
void mgpuEventDestroy(void *event) { free(event); }
void mgpuEventSynchronize(void *event) { (void)event; }
void mgpuEventRecord(void *event, void *stream) { (void)event, (void)stream; }

//---- Memory ----

void *mgpuMemAlloc(uint64_t size, void *stream, bool is_host_shared) {
  (void)stream, (void)is_host_shared;
  if (!size) return NULL;
  uint64_t padded = (size + MEMORY_ALIGNMENT - 1) / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT;
  void *data = padded >= size ? aligned_alloc(MEMORY_ALIGNMENT, padded) : NULL;
  if (data) {
    memset(data, 0xff, size);
  } else {
    tern_mgpu_report(__func__, "out of memory for %" PRIu64 " bytes", size);
  }
  return data;
}

void mgpuMemFree(void *data, void *stream) {
  (void)stream;
  free(data);
}

void mgpuMemcpy(void *target, void *source, size_t size, void *stream) {
  (void)stream;
  if (size) memmove(target, source, size);
}

void mgpuMemset32(void *target, unsigned value, size_t count, void *stream) {
  (void)stream;
  for (size_t i = 0; i < count; ++i) memcpy((char *)target + i * sizeof(value), &value, sizeof(value));
}

void mgpuMemset16(void *target, unsigned short value, size_t count, void *stream) {
  (void)stream;
  for (size_t i = 0; i < count; ++i) memcpy((char *)target + i * sizeof(value), &value, sizeof(value));
}

void mgpuMemHostRegister(void *data, uint64_t size) { (void)data, (void)size; }
void mgpuMemHostUnregister(void *data) { (void)data; }
