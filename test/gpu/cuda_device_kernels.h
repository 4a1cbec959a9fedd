// What runs on a real GPU to test the CUDA driver: checks, kernels, submissions.

#ifndef TERN_TEST_GPU_CUDA_DEVICE_KERNELS_H_
#define TERN_TEST_GPU_CUDA_DEVICE_KERNELS_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cuda_image_format.h"
#include "runtime/device.h"
#include "runtime/drivers/cuda/cuda_api.h"
#include "tern/profile.h"
#include "tern/runtime.h"

enum { SKIPPED = 77 };

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                       \
    }                                                                \
  } while (0)
#define CHECK_OK(expr)                                                                \
  do {                                                                                \
    tern_status_t status_ = (expr);                                                   \
    if (!tern_status_is_ok(status_)) {                                                \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #expr, status_.message), exit(1); \
    }                                                                                 \
  } while (0)

//---- Kernels ----

// add(a, b, c, n): c = a + b. nothing(a). count(log): ++log[0]. stray(a): writes where nothing is.
static const char base_ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n) {\n"
    "  .reg .pred %p;\n  .reg .b32 %r<6>;\n  .reg .b64 %d<8>;\n  .reg .f32 %f<4>;\n"
    "  ld.param.u64 %d1, [a];\n  ld.param.u64 %d2, [b];\n  ld.param.u64 %d3, [c];\n  ld.param.u32 %r1, [n];\n"
    "  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ntid.x;\n  mov.u32 %r4, %tid.x;\n  mad.lo.u32 %r5, %r2, %r3, %r4;\n"
    "  setp.ge.u32 %p, %r5, %r1;\n  @%p ret;\n"
    "  mul.wide.u32 %d4, %r5, 4;\n  add.u64 %d5, %d1, %d4;\n  add.u64 %d6, %d2, %d4;\n  add.u64 %d7, %d3, %d4;\n"
    "  ld.global.f32 %f1, [%d5];\n  ld.global.f32 %f2, [%d6];\n  add.f32 %f3, %f1, %f2;\n  st.global.f32 [%d7], %f3;\n"
    "  ret;\n}\n"
    ".visible .entry nothing(.param .u64 a) { ret; }\n"
    ".visible .entry count(.param .u64 log) {\n  .reg .b32 %r;\n  .reg .b64 %d;\n"
    "  ld.param.u64 %d, [log];\n  ld.global.u32 %r, [%d];\n  add.u32 %r, %r, 1;\n  st.global.u32 [%d], %r;\n  ret;\n}\n"
    ".visible .entry stray(.param .u64 a) {\n  .reg .b64 %d;\n  mov.u64 %d, 64;\n  st.global.u64 [%d], %d;\n  "
    "ret;\n}\n";

// clusters(out): the blocks of a cluster, and a word kept at the end of the dynamic workgroup memory.
// tiles(in, out, rows, map): each block copies a box of 8 rows of 64 floats through a tensor map.
static const char hopper_ptx[] =
    ".version 8.0\n.target sm_90\n.address_size 64\n"
    ".extern .shared .align 16 .b8 dynamic[];\n"
    ".visible .entry clusters(.param .u64 out) {\n"
    "  .reg .b32 %r<8>;\n  .reg .b64 %d<4>;\n"
    "  ld.param.u64 %d1, [out];\n  mov.u32 %r1, %cluster_nctaid.x;\n  mov.u32 %r2, %ctaid.x;\n"
    "  mov.u32 %r3, dynamic;\n  st.shared.u32 [%r3+204796], %r1;\n  ld.shared.u32 %r4, [%r3+204796];\n"
    "  mul.wide.u32 %d2, %r2, 4;\n  add.u64 %d3, %d1, %d2;\n  st.global.u32 [%d3], %r4;\n  ret;\n}\n"
    ".visible .entry tiles(.param .u64 in, .param .u64 out, .param .u32 rows, .param .align 64 .b8 map[128]) {\n"
    "  .reg .pred %p<3>;\n  .reg .b32 %r<10>;\n  .reg .b64 %d<8>;\n  .reg .f32 %f;\n"
    "  .shared .align 128 .b8 tile[2048];\n  .shared .align 8 .b64 barrier;\n"
    "  mov.u32 %r1, %tid.x;\n  setp.ne.u32 %p1, %r1, 0;\n  mov.u32 %r2, barrier;\n  mov.u32 %r3, tile;\n"
    "  @%p1 bra ready;\n  mbarrier.init.shared.b64 [%r2], 1;\n  fence.mbarrier_init.release.cluster;\n"
    "ready:\n  bar.sync 0;\n  @%p1 bra wait;\n  mbarrier.arrive.expect_tx.shared.b64 %d1, [%r2], 2048;\n"
    "  mov.b64 %d2, map;\n  cvta.param.u64 %d2, %d2;\n  mov.u32 %r4, %ctaid.x;\n  shl.b32 %r4, %r4, 3;\n  mov.u32 %r5, "
    "0;\n"
    "  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r3], [%d2, {%r5, %r4}], "
    "[%r2];\n"
    "wait:\n  mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;\n  @!%p2 bra wait;\n"
    "  ld.param.u64 %d3, [out];\n  mov.u32 %r6, %ctaid.x;\n  shl.b32 %r6, %r6, 9;\n  add.u32 %r6, %r6, %r1;\n  mov.u32 "
    "%r7, 0;\n"
    "more:\n  shl.b32 %r8, %r1, 2;\n  add.u32 %r8, %r8, %r3;\n  ld.shared.f32 %f, [%r8];\n"
    "  mul.wide.u32 %d4, %r6, 4;\n  add.u64 %d5, %d3, %d4;\n  st.global.f32 [%d5], %f;\n"
    "  add.u32 %r1, %r1, 128;\n  add.u32 %r6, %r6, 128;\n  add.u32 %r7, %r7, 1;\n  setp.lt.u32 %p2, %r7, 4;\n  @%p2 "
    "bra more;\n"
    "  ret;\n}\n";

enum { READ = TERN_BINDING_ACCESS_READ, WRITE = TERN_BINDING_ACCESS_WRITE };

static const int64_t dynamic_dims[] = {TERN_DIM_DYNAMIC}, word_dims[] = {1};
static const int32_t count_carrier[] = {0};
#define CONSTANT(value) TERN_GRID_CONSTANT, (value), 0
// ceil(word 0 / 256), 1, 1
static const uint32_t add_grid[] = {
    TERN_GRID_PUSH_CONSTANT, 0, 0, CONSTANT(256), TERN_GRID_CEIL_DIV, 0, 1, CONSTANT(1), 2, 3, 3};
static const tern_binding_info_t add_bindings[] = {
    {0, 0, READ, TERN_ELEMENT_TYPE_F32, "a", 1, 4, dynamic_dims, count_carrier},
    {0, 1, READ, TERN_ELEMENT_TYPE_F32, "b", 1, 4, dynamic_dims, count_carrier},
    {0, 2, WRITE, TERN_ELEMENT_TYPE_F32, "c", 1, 4, dynamic_dims, count_carrier}};
static const tern_binding_info_t word_bindings[] = {
    {0, 0, READ | WRITE, TERN_ELEMENT_TYPE_I32, "a", 1, 4, word_dims, NULL},
    {0, 1, READ | WRITE, TERN_ELEMENT_TYPE_I32, "b", 1, 4, word_dims, NULL}};
static const tern_kernel_info_t kernels[] = {{"add", {256, 1, 1}, sizeof(add_grid) / 4, add_grid, 32, 0},
                                             {"nothing", {32, 1, 1}, 0, NULL, 0, 0},
                                             {"count", {1, 1, 1}, 0, NULL, 0, 0},
                                             {"stray", {1, 1, 1}, 0, NULL, 0, 0},
                                             {"clusters", {32, 1, 1}, 0, NULL, 0, 0},
                                             {"tiles", {128, 1, 1}, 0, NULL, 0, 0}};
enum { ADD, NOTHING, COUNT, STRAY, BASE_COUNT, CLUSTERS = 0, TILES, HOPPER_COUNT };
static const tern_entry_point_t base_entries[] = {
    {.name = "add",
     .push_constant_count = 1,
     .binding_count = 3,
     .bindings = add_bindings,
     .kernel_count = 1,
     .kernels = &kernels[0]},
    {.name = "nothing", .binding_count = 1, .bindings = word_bindings, .kernel_count = 1, .kernels = &kernels[1]},
    {.name = "count", .binding_count = 1, .bindings = word_bindings, .kernel_count = 1, .kernels = &kernels[2]},
    {.name = "stray", .binding_count = 1, .bindings = word_bindings, .kernel_count = 1, .kernels = &kernels[3]}};
static const tern_entry_point_t hopper_entries[] = {
    {.name = "clusters", .binding_count = 1, .bindings = word_bindings, .kernel_count = 1, .kernels = &kernels[4]},
    {.name = "tiles",
     .push_constant_count = 1,
     .binding_count = 2,
     .bindings = word_bindings,
     .kernel_count = 1,
     .kernels = &kernels[5]}};

static inline tern_status_t load(tern_device_t *device, const void *data, size_t size,
                                 const tern_entry_point_t *entries, size_t count, tern_executable_t **out_executable) {
  tern_executable_params_t params = {
      .format = "cuda-nvptx-fb", .data = data, .data_size = size, .entry_points = entries, .entry_point_count = count};
  return tern_executable_create(device, &params, out_executable);
}

// Hopper's kernels with what cannot be said in PTX: 200 KB of workgroup memory, clusters of 4 blocks, a tensor map.
static inline tern_executable_t *load_hopper(tern_device_t *device) {
  enum { ROW_WORDS = 6 + 6 + 2 * 10 + 42 };
  static const char names[] = "clusterstiles";
  uint32_t at = (ROW_WORDS * 4 + sizeof(names) + 7) / 8 * 8, size = (uint32_t)strlen(hopper_ptx);
  const uint32_t rows[ROW_WORDS] = {
      TERN_CUDA_IMAGE_MAGIC, TERN_CUDA_IMAGE_VERSION, 1, 2, 1, 0, TERN_CUDA_MODULE_PTX, 90, 0, 0, at, size,
      /* clusters */ 0, ROW_WORDS * 4, 8, 200 << 10, 4, 1, 1, 0, 0, 0,
      /* tiles */ 0, ROW_WORDS * 4 + 8, 5, 0, 0, 0, 0, 0, 0, 1,
      // Of binding 0: f32 of rank 2, 64 times push constant 0; boxes of 64 times 8.
      0, 7, 2, 0, 0, 0, 0, 0, 0, 64, 0, UINT32_MAX, 0, 0, 0, 0, 0, UINT32_MAX, 0, 0, UINT32_MAX, 0, 0, UINT32_MAX, 0, 0,
      0, 0, 0, 0, 0, 0, 64, 8, 0, 0, 0, 1, 1, 0, 0, 0};
  char *image = calloc(1, at + size);
  memcpy(image, rows, sizeof(rows));
  memcpy(image + sizeof(rows), names, strlen(names));
  memcpy(image + at, hopper_ptx, size);
  tern_executable_t *executable = NULL;
  CHECK_OK(load(device, image, at + size, hopper_entries, HOPPER_COUNT, &executable));
  free(image);
  return executable;
}

//---- Helpers ----

static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static inline tern_buffer_t *make_buffer(tern_device_t *device, const void *data, size_t size) {
  tern_buffer_t *buffer = NULL;
  CHECK_OK(tern_buffer_allocate(device, 0, size, &buffer));
  if (data) CHECK_OK(tern_buffer_write(buffer, 0, data, size));
  return buffer;
}

static inline tern_command_buffer_t *begin(tern_device_t *device) {
  tern_command_buffer_t *commands = NULL;
  CHECK_OK(tern_command_buffer_create(device, &commands));
  return commands;
}

static inline void barrier(tern_command_buffer_t *commands) {
  CHECK_OK(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
}

static inline void dispatch(tern_command_buffer_t *commands, tern_executable_t *executable, size_t ordinal,
                            tern_buffer_t *buffer) {
  const tern_buffer_range_t range = tern_buffer_whole(buffer);
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, ordinal, NULL, NULL, 0, &range, 1));
}

static const tern_semaphore_list_t none = {0};

static inline void submit(tern_device_t *device, tern_command_buffer_t *commands) {
  CHECK_OK(tern_device_submit(device, none, &commands, 1, none));
}

#endif  // TERN_TEST_GPU_CUDA_DEVICE_KERNELS_H_
