// Kernels for libtern_cpu_gpu_runtime, as a compiler makes them: an object, and a library, that
// test/unit/mgpu/cpu_test.c loads.

#include <string.h>

#include "tern/gpu_kernel.h"

#define PARAM(type, index) (*(type *)params[index])

static int64_t global_id(int32_t dimension) {
  return tern_gpu_block_id(dimension) * tern_gpu_block_dim(dimension) + tern_gpu_thread_id(dimension);
}

// add(a, b, c, count): c = a + b.
void add(void **params) {
  int64_t i = global_id(0);
  if (i < PARAM(int64_t, 3)) PARAM(float *, 2)[i] = PARAM(float *, 0)[i] + PARAM(float *, 1)[i];
}

// coordinates(out): each thread of a 3-D grid stores where it is.
void coordinates(void **params) {
  int64_t sizes[3], at[3];
  for (int32_t d = 0; d < 3; ++d) {
    sizes[d] = tern_gpu_grid_dim(d) * tern_gpu_block_dim(d);
    at[d] = global_id(d);
  }
  PARAM(int32_t *, 0)[(at[2] * sizes[1] + at[1]) * sizes[0] + at[0]] = (int32_t)(at[0] + 100 * at[1] + 10000 * at[2]);
}

// transpose(source, target, width, height): by way of a tile in workgroup memory.
void transpose(void **params) {
  static const char tile_key = 0;
  enum { TILE = 8 };
  float (*tile)[TILE + 1] = tern_gpu_workgroup_memory(&tile_key, sizeof(float[TILE][TILE + 1]), 16);
  int64_t width = PARAM(int64_t, 2), height = PARAM(int64_t, 3);
  int64_t tx = tern_gpu_thread_id(0), ty = tern_gpu_thread_id(1);
  int64_t x = global_id(0), y = global_id(1);
  if (x < width && y < height) tile[ty][tx] = PARAM(float *, 0)[y * width + x];
  tern_gpu_barrier();
  x = tern_gpu_block_id(1) * TILE + tx;
  y = tern_gpu_block_id(0) * TILE + ty;
  if (x < height && y < width) PARAM(float *, 1)[y * height + x] = tile[tx][ty];
}

// sum(values, result): a block adds its values in a tree in dynamic workgroup memory.
void sum(void **params) {
  int32_t *partial = tern_gpu_dynamic_workgroup_memory();
  int64_t i = tern_gpu_thread_id(0);
  partial[i] = PARAM(int32_t *, 0)[global_id(0)];
  for (int64_t half = tern_gpu_block_dim(0) / 2; half; half /= 2) {
    tern_gpu_barrier();
    if (i < half) partial[i] += partial[i + half];
  }
  if (!i) PARAM(int32_t *, 1)[tern_gpu_block_id(0)] = partial[0];
}

// shuffle(out, mode, offset, width): each thread stores what it gets of the others' numbers, plus 1000 if it is valid.
void shuffle(void **params) {
  bool is_valid = false;
  int64_t i = tern_gpu_thread_id(0);
  uint64_t got = tern_gpu_shuffle((uint64_t)i, PARAM(int32_t, 2), PARAM(int32_t, 3), PARAM(int32_t, 1), &is_valid);
  bool is_told = tern_gpu_shuffle_was_valid() == is_valid;
  PARAM(int32_t *, 0)[i] = is_told ? (int32_t)got + (is_valid ? 1000 : 0) : -1;
}

// butterfly(out): the sum over a subgroup in each of its lanes, then over the block by way of workgroup memory.
void butterfly(void **params) {
  static const char key = 0;
  int32_t *sums = tern_gpu_workgroup_memory(&key, sizeof(int32_t[32]), 4);
  int64_t i = tern_gpu_thread_id(0);
  int32_t value = (int32_t)i;
  for (int32_t offset = 16; offset; offset /= 2) {
    value += (int32_t)tern_gpu_shuffle((uint64_t)value, offset, 32, TERN_GPU_SHUFFLE_XOR, NULL);
  }
  if (!tern_gpu_lane_id()) sums[tern_gpu_subgroup_id()] = value;
  tern_gpu_barrier();
  int32_t total = 0;
  for (int64_t k = 0; k < tern_gpu_num_subgroups(); ++k) total += sums[k];
  PARAM(int32_t *, 0)[i] = total;
}

// leave_early(out): the first threads end, the others meet at barriers and count each other.
void leave_early(void **params) {
  int64_t i = tern_gpu_thread_id(0);
  if (i < 5) return;
  int32_t total = 0;
  PARAM(int32_t *, 0)[i] = 1;
  tern_gpu_barrier();
  for (int64_t k = 5; k < tern_gpu_block_dim(0); ++k) total += PARAM(int32_t *, 0)[k];
  tern_gpu_barrier();
  PARAM(int32_t *, 0)[i] = total;
}

// hang(): half of a subgroup is at a barrier, the other half at a shuffle.
void hang(void **params) {
  (void)params;
  if (tern_gpu_thread_id(0) % 2) {
    tern_gpu_barrier();
  } else {
    tern_gpu_shuffle(0, 1, 32, TERN_GPU_SHUFFLE_XOR, NULL);
  }
}

// greedy(size): asks for so much workgroup memory.
void greedy(void **params) {
  static const char key = 0;
  char *data = tern_gpu_workgroup_memory(&key, PARAM(uint64_t, 0), 16);
  data[0] = 1;
}

// poisoned(out): what is in workgroup memory that nobody wrote, by block; then writes it.
void poisoned(void **params) {
  static const char key = 0;
  uint32_t *data = tern_gpu_workgroup_memory(&key, 8, 4);
  PARAM(uint32_t *, 0)[tern_gpu_block_id(0)] = data[1];
  data[1] = 7;
}
