// libtern_cpu_gpu_runtime: upstream's ABI with kernels that run on the CPU.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mgpu_fixture.h"
#include "tern/gpu_kernel.h"
#include "tern/mgpu.h"

//---- Modules ----

static char *read_file(const char *path, size_t *out_size) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *out_size = (size_t)ftell(file);
  rewind(file);
  char *data = malloc(*out_size);
  assert_int_equal(fread(data, 1, *out_size, file), *out_size);
  fclose(file);
  return data;
}

// The blob is gone once it is loaded.
static void *load(const char *path) {
  size_t size;
  char *data = read_file(path, &size);
  void *module = mgpuModuleLoad(data, size);
  free(data);
  assert_non_null(module);
  return module;
}

static void *module;

static int load_object(void **state) {
  (void)state;
  module = load(GPU_KERNELS_OBJECT);
  return 0;
}

static int unload_object(void **state) {
  (void)state;
  mgpuModuleUnload(module);
  return 0;
}

#define LAUNCH(name, grid, block, shared, ...)                                                                \
  do {                                                                                                        \
    const intptr_t grid_[3] = {grid}, block_[3] = {block};                                                    \
    void *params_[] = {__VA_ARGS__};                                                                          \
    mgpuLaunchKernel(mgpuModuleGetFunction(module, name), grid_[0], grid_[1], grid_[2], block_[0], block_[1], \
                     block_[2], shared, NULL, params_, NULL, sizeof(params_) / sizeof(params_[0]));           \
  } while (0)
#define SHAPE(...) __VA_ARGS__

// As host code does it: memory of the device, copies, a stream and an event.
static void run_add(void *from) {
  enum { COUNT = 1000 };
  float a[COUNT], b[COUNT], c[COUNT];
  for (int i = 0; i < COUNT; ++i) a[i] = (float)i, b[i] = 0.5f;
  void *stream = mgpuStreamCreate(), *event = mgpuEventCreate();
  float *da = mgpuMemAlloc(sizeof(a), stream, false), *db = mgpuMemAlloc(sizeof(b), stream, false);
  float *dc = mgpuMemAlloc(sizeof(c), stream, true);
  assert_int_equal((uintptr_t)da % 256, 0);
  assert_int_equal(((uint8_t *)dc)[17], 0xff);
  mgpuMemcpy(da, a, sizeof(a), stream);
  mgpuMemcpy(db, b, sizeof(b), stream);
  int64_t count = COUNT;
  void *params[] = {&da, &db, &dc, &count};
  mgpuLaunchKernel(mgpuModuleGetFunction(from, "add"), 8, 1, 1, 128, 1, 1, 0, stream, params, NULL, 4);
  mgpuEventRecord(event, stream);
  mgpuStreamWaitEvent(stream, event);
  mgpuEventSynchronize(event);
  mgpuMemcpy(c, dc, sizeof(c), stream);
  mgpuStreamSynchronize(stream);
  for (int i = 0; i < COUNT; ++i) assert_float_equal(c[i], (float)i + 0.5f, 0);
  mgpuMemFree(da, stream);
  mgpuMemFree(db, stream);
  mgpuMemFree(dc, stream);
  mgpuEventDestroy(event);
  mgpuStreamDestroy(stream);
}

static void runs_objects(void **state) {
  (void)state;
  run_add(module);
  // The same kernel is the same handle.
  assert_ptr_equal(mgpuModuleGetFunction(module, "add"), mgpuModuleGetFunction(module, "add"));
}

static void runs_libraries(void **state) {
  (void)state;
  void *library = load(GPU_KERNELS_LIBRARY);
  run_add(library);
  ASSERT_TELLS(mgpuModuleGetFunction(library, "nothing"), "mgpuModuleGetFunction: the module has no kernel 'nothing'");
  mgpuModuleUnload(library);
}

static void refuses_other_code(void **state) {
  (void)state;
  char ptx[128] = ".version 8.0\n.target sm_90\n";
  ASSERT_TELLS(assert_null(mgpuModuleLoad(ptx, sizeof(ptx))), "the module is no ELF file: kernels for GPUs");
  char cubin[64] = "\177ELF\2\1\1";
  cubin[16] = 2, cubin[18] = (char)190;
  ASSERT_TELLS(assert_null(mgpuModuleLoad(cubin, sizeof(cubin))), "the module is a cubin");
  char damaged[64] = "\177ELF\2\1\1";
  damaged[16] = 3;
  ASSERT_TELLS(assert_null(mgpuModuleLoad(damaged, sizeof(damaged))), "the library of kernels cannot be opened");
  damaged[16] = 1;
  ASSERT_TELLS(assert_null(mgpuModuleLoad(damaged, sizeof(damaged))), "mgpuModuleLoad: ");
  ASSERT_TELLS(assert_null(mgpuModuleLoadJIT(ptx, 2)), "there is no compiler for PTX here");
  ASSERT_TELLS(assert_null(mgpuModuleGetFunction(NULL, "add")), "there is no module to look for the kernel 'add' in");
  ASSERT_TELLS(assert_null(mgpuModuleGetFunction(module, "subtract")), "the module has no kernel 'subtract'");
  mgpuModuleUnload(NULL);
}

//---- Grids ----

static void counts_in_three_dimensions(void **state) {
  (void)state;
  enum { X = 3 * 4, Y = 2 * 3, Z = 2 * 2 };
  int32_t values[X * Y * Z] = {0}, *address = values;
  LAUNCH("coordinates", SHAPE(3, 2, 2), SHAPE(4, 3, 2), 0, &address);
  for (int i = 0; i < X * Y * Z; ++i) assert_int_equal(values[i], i % X + 100 * (i / X % Y) + 10000 * (i / X / Y));
}

static void shares_memory_in_blocks(void **state) {
  (void)state;
  enum { WIDTH = 21, HEIGHT = 13 };
  float source[WIDTH * HEIGHT], target[WIDTH * HEIGHT], *from = source, *to = target;
  for (int i = 0; i < WIDTH * HEIGHT; ++i) source[i] = (float)i, target[i] = -1;
  int64_t width = WIDTH, height = HEIGHT;
  LAUNCH("transpose", SHAPE(3, 2, 1), SHAPE(8, 8, 1), 0, &from, &to, &width, &height);
  for (int x = 0; x < WIDTH; ++x) {
    for (int y = 0; y < HEIGHT; ++y) assert_float_equal(target[x * HEIGHT + y], source[y * WIDTH + x], 0);
  }
}

static void waits_at_barriers(void **state) {
  (void)state;
  static const int32_t sizes[] = {1, 2, 64, 1024};
  for (size_t k = 0; k < 4; ++k) {
    int32_t size = sizes[k], *values = malloc(3 * sizeof(int32_t) * (size_t)size), results[3] = {0}, *address = results;
    int64_t expected[3] = {0};
    for (int32_t i = 0; i < 3 * size; ++i) expected[i / size] += values[i] = i * 7 % 31;
    LAUNCH("sum", SHAPE(3, 1, 1), SHAPE(size, 1, 1), (int32_t)sizeof(int32_t) * size, &values, &address);
    for (int i = 0; i < 3; ++i) assert_int_equal(results[i], expected[i]);
    free(values);
  }
}

static void ends_threads_early(void **state) {
  (void)state;
  int32_t values[40] = {0}, *address = values;
  LAUNCH("leave_early", SHAPE(1, 1, 1), SHAPE(40, 1, 1), 0, &address);
  for (int i = 0; i < 40; ++i) assert_int_equal(values[i], i < 5 ? 0 : 35);
}

static void poisons_memory(void **state) {
  (void)state;
  uint32_t values[3] = {0}, *address = values;
  LAUNCH("poisoned", SHAPE(3, 1, 1), SHAPE(1, 1, 1), 16, &address);
  for (int i = 0; i < 3; ++i) assert_int_equal(values[i], 0xffffffff);
}

//---- Subgroups ----

static void shuffles(void **state) {
  (void)state;
  static const struct {
    int32_t mode, offset, width, lane, expected;
  } rows[] = {
      {TERN_GPU_SHUFFLE_XOR, 1, 32, 0, 1001},  {TERN_GPU_SHUFFLE_XOR, 1, 32, 31, 1030},
      {TERN_GPU_SHUFFLE_XOR, 16, 16, 3, 3},    {TERN_GPU_SHUFFLE_UP, 2, 32, 1, 1},
      {TERN_GPU_SHUFFLE_UP, 2, 32, 2, 1000},   {TERN_GPU_SHUFFLE_DOWN, 3, 32, 28, 1031},
      {TERN_GPU_SHUFFLE_DOWN, 3, 32, 29, 29},  {TERN_GPU_SHUFFLE_DOWN, 3, 8, 5, 5},
      {TERN_GPU_SHUFFLE_DOWN, 3, 8, 4, 1007},  {TERN_GPU_SHUFFLE_IDX, 5, 32, 30, 1005},
      {TERN_GPU_SHUFFLE_IDX, 9, 8, 2, 2},      {TERN_GPU_SHUFFLE_IDX, 5, 8, 20, 20},
      {TERN_GPU_SHUFFLE_XOR, 1, 32, 40, 1041}, {TERN_GPU_SHUFFLE_DOWN, 1, 32, 43, 43},
      {TERN_GPU_SHUFFLE_IDX, 0, 99, 35, 1032},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    // The second subgroup has 12 lanes.
    int32_t values[44] = {0}, *address = values, mode = rows[i].mode, offset = rows[i].offset, width = rows[i].width;
    LAUNCH("shuffle", SHAPE(1, 1, 1), SHAPE(44, 1, 1), 0, &address, &mode, &offset, &width);
    if (values[rows[i].lane] != rows[i].expected) {
      fail_msg("row %zu: lane %d has %d", i, rows[i].lane, values[rows[i].lane]);
    }
  }
}

static void reduces_with_shuffles(void **state) {
  (void)state;
  int32_t values[256] = {0}, *address = values;
  LAUNCH("butterfly", SHAPE(2, 1, 1), SHAPE(256, 1, 1), 0, &address);
  for (int i = 0; i < 256; ++i) assert_int_equal(values[i], 255 * 128);
}

//---- Failures ----

static void refuses_launches(void **state) {
  (void)state;
  int32_t values[64] = {0}, *address = values;
  uint64_t size = 1u << 20;
  ASSERT_TELLS(LAUNCH("leave_early", SHAPE(1, 0, 1), SHAPE(1, 1, 1), 0, &address),
               "kernel 'leave_early' is not run: the grid has size 0 in y, which is not 1 to 65535");
  ASSERT_TELLS(LAUNCH("leave_early", SHAPE(1, 1, 1), SHAPE(1, 1, 65), 0, &address),
               "a block has size 65 in z, which is not 1 to 64");
  ASSERT_TELLS(LAUNCH("leave_early", SHAPE(1, 1, 1), SHAPE(64, 32, 1), 0, &address),
               "2048 threads in a block are more than 1024");
  ASSERT_TELLS(LAUNCH("leave_early", SHAPE(1, 1, 1), SHAPE(1, 1, 1), 1 << 20, &address),
               "a block has 232448 bytes of workgroup memory, not 1048576");
  ASSERT_TELLS(LAUNCH("greedy", SHAPE(1, 1, 1), SHAPE(4, 1, 1), 0, &size),
               "kernel 'greedy' takes more workgroup memory");
  void *params[] = {&address}, *function = mgpuModuleGetFunction(module, "leave_early");
  ASSERT_TELLS(mgpuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, params, 1), "'extra' is for GPUs only");
  ASSERT_TELLS(mgpuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL, 1), "there is no kernel to run");
  ASSERT_TELLS(mgpuLaunchClusterKernel(function, 2, 1, 1, 2, 1, 1, 1, 1, 1, 0, NULL, params, NULL, 1),
               "mgpuLaunchClusterKernel: clusters of 2 x 1 x 1 blocks need a GPU");
  assert_int_equal(values[5], 0);
  mgpuLaunchClusterKernel(function, 1, 1, 1, 1, 1, 1, 8, 1, 1, 0, NULL, params, NULL, 1);
  assert_int_equal(values[5], 3);
}

static void finds_hanging_kernels(void **state) {
  (void)state;
  int32_t nothing = 0;
  ASSERT_TELLS(LAUNCH("hang", SHAPE(2, 1, 1), SHAPE(64, 1, 1), 0, &nothing),
               "kernel 'hang' hangs in block (0, 0, 0): 32 of 64 threads wait at a barrier and 32 at a shuffle");
}

static void refuses_what_needs_a_gpu(void **state) {
  (void)state;
  ASSERT_TELLS(mgpuCreateSparseEnv(), "mgpuCreateSparseEnv: this needs cuSPARSE and an NVIDIA GPU");
  ASSERT_TELLS(assert_int_equal(mgpuSpMVBufferSize(0, NULL, NULL, NULL, 0, NULL), 0),
               "mgpuSpMVBufferSize: this needs cuSPARSE");
  ASSERT_TELLS(mgpuCreateSparseLtEnv(), "this needs cuSPARSELt");
  ASSERT_TELLS(assert_null(mgpuTensorMapEncodeTiledMemref(1, NULL, 0, 0, 0, 0, 0, NULL)),
               "the tensor memory accelerator");
  ASSERT_TELLS(mgpuSetDefaultDevice(1), "there is no device 1");
  mgpuSetDefaultDevice(0);
}

//---- Memory ----

static void fills_and_registers(void **state) {
  (void)state;
  uint16_t halves[5] = {0};
  uint32_t words[4] = {0};
  mgpuMemset16(halves, 0x1234, 4, NULL);
  mgpuMemset32(words, 0x12345678, 3, NULL);
  assert_int_equal(halves[3], 0x1234);
  assert_int_equal(halves[4], 0);
  assert_int_equal(words[2], 0x12345678);
  assert_int_equal(words[3], 0);
  assert_null(mgpuMemAlloc(0, NULL, false));
  ASSERT_TELLS(assert_null(mgpuMemAlloc(UINT64_MAX - 5, NULL, false)), "mgpuMemAlloc: out of memory for");
  test_memref_t memref = {words, words, 0, {2, 2}, {2, 1}};
  mgpuMemHostRegisterMemRef(2, &memref, 4);
  mgpuMemHostUnregisterMemRef(2, &memref, 4);
  memref.strides[0] = 3;
  ASSERT_TELLS(mgpuMemHostRegisterMemRef(2, &memref, 4),
               "the strides of the memref are not those of a dense row-major one");
  ASSERT_TELLS(mgpuMemHostUnregisterMemRef(2, &memref, 4), "it was never registered");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_objects),
      cmocka_unit_test(runs_libraries),
      cmocka_unit_test(refuses_other_code),
      cmocka_unit_test(counts_in_three_dimensions),
      cmocka_unit_test(shares_memory_in_blocks),
      cmocka_unit_test(waits_at_barriers),
      cmocka_unit_test(ends_threads_early),
      cmocka_unit_test(poisons_memory),
      cmocka_unit_test(shuffles),
      cmocka_unit_test(reduces_with_shuffles),
      cmocka_unit_test(refuses_launches),
      cmocka_unit_test(finds_hanging_kernels),
      cmocka_unit_test(refuses_what_needs_a_gpu),
      cmocka_unit_test(fills_and_registers),
  };
  return cmocka_run_group_tests(tests, load_object, unload_object);
}
