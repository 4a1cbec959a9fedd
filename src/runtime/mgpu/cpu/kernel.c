// The functions that kernels call.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime/mgpu/cpu/grid_private.h"

static const tern_gpu_thread_t *current_thread(void) { return tern_gpu_running_block()->current; }

int64_t tern_gpu_thread_id(int32_t dimension) { return current_thread()->id[dimension]; }
int64_t tern_gpu_block_id(int32_t dimension) { return tern_gpu_running_block()->id[dimension]; }
int64_t tern_gpu_block_dim(int32_t dimension) { return tern_gpu_running_block()->launch->block[dimension]; }
int64_t tern_gpu_grid_dim(int32_t dimension) { return tern_gpu_running_block()->launch->grid[dimension]; }
int64_t tern_gpu_lane_id(void) { return current_thread()->index % TERN_GPU_SUBGROUP_SIZE; }
int64_t tern_gpu_subgroup_id(void) { return current_thread()->index / TERN_GPU_SUBGROUP_SIZE; }
int64_t tern_gpu_subgroup_size(void) { return TERN_GPU_SUBGROUP_SIZE; }

int64_t tern_gpu_num_subgroups(void) {
  return (tern_gpu_running_block()->thread_count + TERN_GPU_SUBGROUP_SIZE - 1) / TERN_GPU_SUBGROUP_SIZE;
}

void tern_gpu_barrier(void) { tern_gpu_block_barrier(tern_gpu_running_block()); }

uint64_t tern_gpu_shuffle(uint64_t value, int32_t offset, int32_t width, int32_t mode, bool *out_is_valid) {
  bool is_width = width > 0 && width <= TERN_GPU_SUBGROUP_SIZE;
  tern_gpu_shuffle_t shuffle = {
      .value = value, .offset = offset, .width = is_width ? width : TERN_GPU_SUBGROUP_SIZE, .mode = mode};
  tern_gpu_block_shuffle(tern_gpu_running_block(), &shuffle);
  if (out_is_valid) *out_is_valid = shuffle.is_valid;
  return shuffle.result;
}

bool tern_gpu_shuffle_was_valid(void) { return current_thread()->shuffle.is_valid; }

void *tern_gpu_workgroup_memory(const void *key, uint64_t size, uint64_t alignment) {
  return tern_gpu_block_memory(tern_gpu_running_block(), key, size, alignment);
}

void *tern_gpu_dynamic_workgroup_memory(void) { return tern_gpu_running_block()->memory; }
uint64_t tern_gpu_dynamic_workgroup_size(void) { return tern_gpu_running_block()->launch->shared_size; }

int tern_gpu_printf(const char *format, ...) {
  va_list args;
  va_start(args, format);
  int size = vprintf(format, args);
  va_end(args);
  return size;
}

//---- For objects, by name ----

static const struct {
  const char *name;
  void (*function)(void);
} symbols[] = {
#define ROW(name) {#name, (void (*)(void))name}
    ROW(tern_gpu_thread_id),
    ROW(tern_gpu_block_id),
    ROW(tern_gpu_block_dim),
    ROW(tern_gpu_grid_dim),
    ROW(tern_gpu_lane_id),
    ROW(tern_gpu_subgroup_id),
    ROW(tern_gpu_subgroup_size),
    ROW(tern_gpu_num_subgroups),
    ROW(tern_gpu_barrier),
    ROW(tern_gpu_shuffle),
    ROW(tern_gpu_shuffle_was_valid),
    ROW(tern_gpu_workgroup_memory),
    ROW(tern_gpu_dynamic_workgroup_memory),
    ROW(tern_gpu_dynamic_workgroup_size),
    ROW(tern_gpu_printf),
#undef ROW
    // GNU's assembler names it in every position-independent object; nothing refers to it.
    {"_GLOBAL_OFFSET_TABLE_", (void (*)(void))tern_gpu_barrier},
};

uint64_t tern_gpu_kernel_symbol_find(const char *name) {
  for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); ++i) {
    if (strcmp(symbols[i].name, name) == 0) return (uint64_t)(uintptr_t)symbols[i].function;
  }
  return 0;
}
