// Runs the CUDA driver on a real GPU with kernels written by hand as PTX, checks what they computed, and measures what
// a launch, a graph and copies cost the host. Ends with 77, "skipped", where there is no GPU. Needs no compiler for
// kernels and no header of CUDA's:
//
//   gcc -O2 -std=gnu17 -D_GNU_SOURCE -DTERN_HAS_VULKAN=0 -Iinclude -Isrc test/gpu/cuda_device.c
//       $(find src/base src/runtime -name '*.c' -not -path '*/vulkan/*' -not -name hash.c)
//       -lm -lpthread -ldl -o cuda_device && ./cuda_device
//
// With an argument nothing is done that has to go wrong, so that it can run under compute-sanitizer.

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

static tern_status_t load(tern_device_t *device, const void *data, size_t size, const tern_entry_point_t *entries,
                          size_t count, tern_executable_t **out_executable) {
  tern_executable_params_t params = {
      .format = "cuda-nvptx-fb", .data = data, .data_size = size, .entry_points = entries, .entry_point_count = count};
  return tern_executable_create(device, &params, out_executable);
}

// Hopper's kernels with what cannot be said in PTX: 200 KB of workgroup memory, clusters of 4 blocks, a tensor map.
static tern_executable_t *load_hopper(tern_device_t *device) {
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

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static tern_buffer_t *make_buffer(tern_device_t *device, const void *data, size_t size) {
  tern_buffer_t *buffer = NULL;
  CHECK_OK(tern_buffer_allocate(device, 0, size, &buffer));
  if (data) CHECK_OK(tern_buffer_write(buffer, 0, data, size));
  return buffer;
}

static tern_command_buffer_t *begin(tern_device_t *device) {
  tern_command_buffer_t *commands = NULL;
  CHECK_OK(tern_command_buffer_create(device, &commands));
  return commands;
}

static void barrier(tern_command_buffer_t *commands) {
  CHECK_OK(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
}

static void dispatch(tern_command_buffer_t *commands, tern_executable_t *executable, size_t ordinal,
                     tern_buffer_t *buffer) {
  const tern_buffer_range_t range = tern_buffer_whole(buffer);
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, ordinal, NULL, NULL, 0, &range, 1));
}

static const tern_semaphore_list_t none = {0};

static void submit(tern_device_t *device, tern_command_buffer_t *commands) {
  CHECK_OK(tern_device_submit(device, none, &commands, 1, none));
}

//---- What is right ----

static void check_add(tern_device_t *device, tern_executable_t *executable) {
  const uint32_t count = 10000019;
  float *values = malloc(count * sizeof(float));
  for (uint32_t i = 0; i < count; ++i) values[i] = (float)(i % 4099);
  tern_buffer_t *a = make_buffer(device, values, count * 4), *c = make_buffer(device, NULL, count * 4);
  tern_buffer_t *b = make_buffer(device, values, count * 4);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(a), tern_buffer_whole(b), tern_buffer_whole(c)};
  tern_command_buffer_t *commands = begin(device);
  CHECK_OK(tern_command_buffer_timestamp(commands, 0));
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, ADD, NULL, &count, 1, ranges, 3));
  CHECK_OK(tern_command_buffer_timestamp(commands, 1));
  CHECK_OK(tern_command_buffer_end(commands));
  uint64_t elapsed = 0;
  for (size_t i = 0; i < 3; ++i) {
    CHECK_OK(tern_device_execute(device, commands));
    CHECK_OK(tern_command_buffer_elapsed(commands, 0, 1, &elapsed));
  }
  CHECK_OK(tern_buffer_read(c, 0, values, count * 4));
  for (uint32_t i = 0; i < count; ++i) CHECK(values[i] == 2.0f * (float)(i % 4099));
  printf("add: right; %.1f us on the device, %.0f GB/s\n", (double)elapsed / 1e3, 12.0 * count / (double)elapsed);
  free(values);
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_buffer_release(c);
}

typedef struct heard {
  size_t submission_count;
  uint64_t fill, add;  // nanoseconds
  double bytes;        // each nanosecond, of the kernel
} heard_t;

static void hear(void *user_data, const tern_profile_submission_t *submission) {
  heard_t *heard = user_data;
  ++heard->submission_count;
  CHECK(submission->command_count == 2);
  const tern_profile_command_t *fill = &submission->commands[0], *add = &submission->commands[1];
  heard->fill = fill->end - fill->begin;
  heard->add = add->end - add->begin;
  CHECK(fill->end <= add->begin && heard->fill > 0 && heard->add > 0);
  CHECK(submission->begin <= fill->begin && add->end <= submission->end);
  heard->bytes = (double)(add->costs[TERN_COST_READ_BYTES] + add->costs[TERN_COST_WRITTEN_BYTES]) / (double)heard->add;
}

// Kernels are timed one by one, also when the command buffer would be a graph.
static void check_profile(tern_device_t *device, tern_executable_t *executable) {
  const uint32_t count = 10000019, zero = 0;
  heard_t heard = {0};
  uint64_t missed_count;
  CHECK_OK(tern_profile_begin(device, &(tern_profile_sink_t){hear, &heard}));
  tern_buffer_t *a = make_buffer(device, NULL, count * 4), *c = make_buffer(device, NULL, count * 4);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(a), tern_buffer_whole(a), tern_buffer_whole(c)};
  tern_command_buffer_t *commands = begin(device);
  CHECK_OK(tern_command_buffer_fill(commands, ranges[0], &zero, 4));
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, ADD, NULL, &count, 1, ranges, 3));
  CHECK_OK(tern_command_buffer_end(commands));
  for (size_t i = 1; i <= 5; ++i) {
    CHECK_OK(tern_device_execute(device, commands));
    CHECK(heard.submission_count == i);
  }
  printf("profile: fill %.1f us, add %.1f us, %.0f GB/s\n", (double)heard.fill / 1e3, (double)heard.add / 1e3,
         heard.bytes);
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(c);
  CHECK_OK(tern_profile_end(device, &missed_count));
  CHECK(missed_count == 0);
}

// The same commands alone and as a graph, with everything that a command buffer can hold.
static void check_graph(tern_device_t *device, tern_executable_t *executable) {
  static const uint32_t zeros[64];
  static const uint64_t pattern = UINT64_C(0x0000000200000001);
  static const uint16_t half = 0x1234;
  tern_buffer_t *log = make_buffer(device, zeros, 256), *other = make_buffer(device, zeros, 256);
  tern_command_buffer_t *commands = begin(device);
  for (size_t i = 0; i < 10; ++i) {
    dispatch(commands, executable, COUNT, log);
    barrier(commands);
  }
  CHECK_OK(tern_command_buffer_copy(commands, (tern_buffer_range_t){log, 0, 4}, (tern_buffer_range_t){other, 0, 4}));
  CHECK_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){other, 16, 32}, &pattern, 8));
  CHECK_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){other, 50, 6}, &half, 2));
  CHECK_OK(tern_command_buffer_update(commands, "captured", (tern_buffer_range_t){other, 65, 9}));
  CHECK_OK(tern_command_buffer_end(commands));
  for (uint32_t i = 1; i <= 5; ++i) {
    uint32_t words[64];
    CHECK_OK(tern_buffer_write(other, 0, zeros, 256));
    CHECK_OK(tern_device_execute(device, commands));
    CHECK_OK(tern_buffer_read(other, 0, words, 256));
    CHECK(words[0] == 10 * i && words[4] == 1 && words[5] == 2 && words[10] == 1 && words[11] == 2 &&
          words[12] == 0x12340000);
    CHECK(words[13] == 0x12341234 && words[14] == 0 && strcmp((const char *)words + 65, "captured") == 0);
  }
  printf("graph: right\n");
  tern_command_buffer_release(commands);
  tern_buffer_release(log);
  tern_buffer_release(other);
}

// Buffers of a table that change from call to call.
static void check_slots(tern_device_t *device, tern_executable_t *executable) {
  enum { KERNELS = 8, TABLES = 4 };
  tern_buffer_t *slot = NULL, *buffers[TABLES];
  static const uint32_t zero;
  CHECK_OK(device->vtable->create_slot(device, 0, &slot));
  tern_command_buffer_t *commands = begin(device);
  const tern_buffer_range_t range = {slot, 0, 4};
  for (size_t i = 0; i < KERNELS; ++i) {
    CHECK_OK(tern_command_buffer_dispatch(commands, executable, COUNT, NULL, NULL, 0, &range, 1));
    barrier(commands);
  }
  CHECK_OK(tern_command_buffer_copy(commands, range, (tern_buffer_range_t){slot, 4, 4}));
  CHECK_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){slot, 8, 8}, &zero, 4));
  CHECK_OK(tern_command_buffer_end(commands));
  tern_buffer_release(slot);
  for (size_t i = 0; i < TABLES; ++i) {
    buffers[i] = make_buffer(device, NULL, 64);
    CHECK_OK(tern_buffer_write(buffers[i], 0, &zero, 4));
  }
  tern_status_t status;
  double changed = 0, same = 0;
  enum { ROUNDS = 500 };
  for (size_t i = 0; i < ROUNDS; ++i) {
    const tern_buffer_range_t table = {buffers[i % TABLES], 0, 64};
    double start = now();
    CHECK(tern_device_submit_bound(device, none, commands, &table, 1, none, &status));
    changed += now() - start;
    CHECK_OK(status);
    start = now();
    CHECK(tern_device_submit_bound(device, none, commands, &table, 1, none, &status));
    same += now() - start;
  }
  for (size_t i = 0; i < TABLES; ++i) {
    uint32_t words[2];
    CHECK_OK(tern_buffer_read(buffers[i], 0, words, 8));
    CHECK(words[0] == 2 * KERNELS * (ROUNDS / TABLES) && words[1] == words[0]);
    tern_buffer_release(buffers[i]);
  }
  CHECK_OK(tern_device_wait_idle(device));
  printf("slots: right; %d commands in %.2f us with the same buffers, %.2f us with others\n", KERNELS + 2,
         same / ROUNDS * 1e6, changed / ROUNDS * 1e6);
  tern_command_buffer_release(commands);
}

static void check_hopper(tern_device_t *device) {
  tern_executable_t *executable = load_hopper(device);
  enum { ROWS = 64, BLOCKS = ROWS / 8, FLOATS = ROWS * 64 };
  static float values[FLOATS], result[FLOATS];
  for (size_t i = 0; i < FLOATS; ++i) values[i] = (float)i;
  tern_buffer_t *in = make_buffer(device, values, sizeof(values)), *out = make_buffer(device, NULL, sizeof(values));
  tern_buffer_t *sizes = make_buffer(device, NULL, 4 * BLOCKS);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(in), tern_buffer_whole(out)},
                            words = tern_buffer_whole(sizes);
  const uint32_t grid[] = {BLOCKS, 1, 1}, rows = ROWS;
  tern_command_buffer_t *commands = begin(device);
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, CLUSTERS, grid, NULL, 0, &words, 1));
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, TILES, grid, &rows, 1, ranges, 2));
  barrier(commands);
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, TILES, grid, &rows, 1, ranges, 2));
  CHECK_OK(tern_command_buffer_end(commands));
  for (size_t i = 0; i < 3; ++i) {
    uint32_t counts[BLOCKS];
    CHECK_OK(tern_device_execute(device, commands));
    CHECK_OK(tern_buffer_read(sizes, 0, counts, sizeof(counts)));
    for (size_t j = 0; j < BLOCKS; ++j) CHECK(counts[j] == 4);
    CHECK_OK(tern_buffer_read(out, 0, result, sizeof(result)));
    CHECK(memcmp(values, result, sizeof(values)) == 0);
  }
  printf("clusters, dynamic workgroup memory, tensor maps: right\n");
  tern_command_buffer_release(commands);
  tern_buffer_release(in);
  tern_buffer_release(out);
  tern_buffer_release(sizes);
  tern_executable_release(executable);
}

//---- What fails ----

static void check_failures(tern_device_t *device) {
  tern_executable_t *executable = NULL;
  static const char bad[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry add() { nonsense; }\n";
  tern_status_t status = load(device, bad, strlen(bad), base_entries, 1, &executable);
  CHECK(!tern_status_is_ok(status));
  printf("bad PTX: %s\n", status.message);
  tern_entry_point_t entry = base_entries[COUNT];
  entry.binding_count = 2;
  status = load(device, base_ptx, strlen(base_ptx), &entry, 1, &executable);
  printf("too few parameters: %s\n", tern_status_is_ok(status) ? "not noticed" : status.message);
  if (tern_status_is_ok(status)) tern_executable_release(executable);
  tern_buffer_t *buffer = NULL;
  status = tern_buffer_allocate(device, 0, (size_t)1 << 42, &buffer);
  CHECK(status.code == TERN_OUT_OF_MEMORY);
  printf("too large: %s\n", status.message);
}

// A kernel that goes wrong takes the whole context with it: in a process of its own.
static void check_stray_kernel(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    tern_device_t *device = NULL;
    tern_executable_t *executable = NULL;
    CHECK_OK(tern_device_create("cuda", NULL, &device));
    CHECK_OK(load(device, base_ptx, strlen(base_ptx), base_entries, BASE_COUNT, &executable));
    tern_buffer_t *buffer = make_buffer(device, NULL, 64);
    tern_command_buffer_t *commands = begin(device);
    dispatch(commands, executable, STRAY, buffer);
    CHECK_OK(tern_command_buffer_end(commands));
    tern_status_t status = tern_device_execute(device, commands);
    CHECK(!tern_status_is_ok(status));
    printf("stray kernel: %s\n", status.message);
    CHECK(!tern_status_is_ok(tern_device_execute(device, commands)));
    tern_command_buffer_release(commands);
    tern_buffer_release(buffer);
    tern_executable_release(executable);
    tern_device_release(device);
    fflush(stdout);
    _exit(0);
  }
  int result = 1;
  waitpid(child, &result, 0);
  CHECK(result == 0);
}

//---- What it costs ----

// Microseconds of the host for one submission of `commands`, without waiting.
static double measure_submission(tern_device_t *device, tern_command_buffer_t *commands, bool signals) {
  enum { ROUNDS = 20, PER_ROUND = 200 };
  double best = 1e9;
  tern_semaphore_t *semaphore = NULL;
  CHECK_OK(tern_semaphore_create(device, 0, &semaphore));
  uint64_t value = 0;
  for (size_t round = 0; round < ROUNDS; ++round) {
    double start = now();
    for (size_t i = 0; i < PER_ROUND; ++i) {
      const uint64_t before = value++;
      const tern_semaphore_list_t wait = {&semaphore, &before, 1}, signal = {&semaphore, &value, 1};
      CHECK_OK(tern_device_submit(device, signals ? wait : none, &commands, 1, signals ? signal : none));
    }
    double elapsed = (now() - start) / PER_ROUND * 1e6;
    if (elapsed < best) best = elapsed;
    CHECK_OK(tern_device_wait_idle(device));
  }
  tern_semaphore_release(semaphore);
  return best;
}

static void measure_launches(tern_device_t *device, tern_executable_t *executable) {
  tern_buffer_t *buffer = make_buffer(device, NULL, 64);
  static const size_t counts[] = {1, 2, 3, 10, 100};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
    tern_command_buffer_t *commands = begin(device);
    for (size_t j = 0; j < counts[i]; ++j) {
      dispatch(commands, executable, NOTHING, buffer);
      barrier(commands);
    }
    CHECK_OK(tern_command_buffer_end(commands));
    for (size_t j = 0; j < 3; ++j) submit(device, commands);
    double plain = measure_submission(device, commands, false), ordered = measure_submission(device, commands, true);
    double start = now();
    for (size_t j = 0; j < 100; ++j) CHECK_OK(tern_device_execute(device, commands));
    printf("%zu kernels: %.2f us a submission, %.2f us with semaphores, %.2f us with waiting\n", counts[i], plain,
           ordered, (now() - start) / 100 * 1e6);
    tern_command_buffer_release(commands);
  }
  double start = now();
  for (size_t i = 0; i < 1000; ++i) {
    tern_command_buffer_t *commands = begin(device);
    dispatch(commands, executable, NOTHING, buffer);
    CHECK_OK(tern_command_buffer_end(commands));
    submit(device, commands);
    tern_command_buffer_release(commands);
  }
  printf("1 kernel recorded each time: %.2f us\n", (now() - start) / 1000 * 1e6);
  CHECK_OK(tern_device_wait_idle(device));
  tern_buffer_release(buffer);
}

// PTX for an older GPU becomes machine code of just the GPU that is here.
static void check_machine_code(void) {
  tern_cuda_api_t api;
  CUdevice gpu;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  int major, minor, written_for, compiled_for;
  CHECK_OK(tern_cuda_api_open(&api));
  CHECK(!api.DeviceGet(&gpu, 0) && !api.DevicePrimaryCtxRetain(&context, gpu) && !api.CtxSetCurrent(context));
  CHECK(!api.DeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, gpu) &&
        !api.DeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, gpu));
  CHECK(!api.ModuleLoadDataEx(&module, base_ptx, 0, NULL, NULL) && !api.ModuleGetFunction(&function, module, "add"));
  CHECK(!api.FuncGetAttribute(&written_for, CU_FUNC_ATTRIBUTE_PTX_VERSION, function) &&
        !api.FuncGetAttribute(&compiled_for, CU_FUNC_ATTRIBUTE_BINARY_VERSION, function));
  CHECK(written_for == 70);
  CHECK(compiled_for == 10 * major + minor);
  printf("PTX for sm_%d became code for sm_%d\n", written_for, compiled_for);
  api.ModuleUnload(module);
  api.DevicePrimaryCtxRelease(gpu);
  tern_cuda_api_close(&api);
}

// What the API itself takes for a launch and for a record of an event: the floor.
static void measure_floor(void) {
  enum { ROUNDS = 20, PER_ROUND = 200 };
  tern_cuda_api_t api;
  CUdevice gpu;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUstream stream;
  CUevent event;
  CHECK_OK(tern_cuda_api_open(&api));
  CHECK(!api.DeviceGet(&gpu, 0) && !api.DevicePrimaryCtxRetain(&context, gpu) && !api.CtxSetCurrent(context));
  CHECK(!api.ModuleLoadDataEx(&module, base_ptx, 0, NULL, NULL) &&
        !api.ModuleGetFunction(&function, module, "nothing"));
  CHECK(!api.StreamCreate(&stream, CU_STREAM_NON_BLOCKING) && !api.EventCreate(&event, CU_EVENT_DISABLE_TIMING));
  CUdeviceptr address = 0;
  void *parameters[] = {&address};
  double launch = 1e9, record = 1e9;
  for (size_t round = 0; round < ROUNDS; ++round) {
    double start = now();
    for (size_t i = 0; i < PER_ROUND; ++i) {
      CHECK(!api.LaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, parameters, NULL));
    }
    double elapsed = (now() - start) / PER_ROUND * 1e6;
    if (elapsed < launch) launch = elapsed;
    start = now();
    for (size_t i = 0; i < PER_ROUND; ++i) CHECK(!api.EventRecord(event, stream));
    elapsed = (now() - start) / PER_ROUND * 1e6;
    if (elapsed < record) record = elapsed;
    CHECK(!api.StreamSynchronize(stream));
  }
  printf("the API's floor: %.2f us a launch, %.2f us a record of an event\n", launch, record);
  api.EventDestroy(event);
  api.StreamDestroy(stream);
  api.ModuleUnload(module);
  api.DevicePrimaryCtxRelease(gpu);
  tern_cuda_api_close(&api);
}

static void measure_copies(tern_device_t *device) {
  static const size_t sizes[] = {4, 4096, 1 << 20, 64 << 20};
  char *data = malloc(64 << 20);
  memset(data, 1, 64 << 20);
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    tern_buffer_t *buffer = make_buffer(device, data, sizes[i]);
    size_t rounds = sizes[i] > 1 << 20 ? 5 : 100;
    double start = now();
    for (size_t j = 0; j < rounds; ++j) CHECK_OK(tern_buffer_write(buffer, 0, data, sizes[i]));
    CHECK_OK(tern_device_wait_idle(device));
    double to = (now() - start) / (double)rounds;
    start = now();
    for (size_t j = 0; j < rounds; ++j) CHECK_OK(tern_buffer_read(buffer, 0, data, sizes[i]));
    double from = (now() - start) / (double)rounds;
    printf("%zu bytes: %.1f us to the device (%.1f GB/s), %.1f us from it (%.1f GB/s)\n", sizes[i], to * 1e6,
           (double)sizes[i] / to / 1e9, from * 1e6, (double)sizes[i] / from / 1e9);
    tern_buffer_release(buffer);
  }
  free(data);
  double start = now();
  for (size_t i = 0; i < 1000; ++i) tern_buffer_release(make_buffer(device, NULL, 1 + (i * 7919) % 1000000));
  printf("a buffer, made and released: %.2f us\n", (now() - start) / 1000 * 1e6);
}

// With several GPUs: a word goes round all of them.
static void check_peers(size_t count) {
  tern_device_t *devices[16];
  tern_buffer_t *words[16];
  tern_executable_t *executables[16];
  tern_semaphore_t *semaphores[16];
  static const uint32_t zero;
  if (count > 16) count = 16;
  for (size_t i = 0; i < count; ++i) {
    char uri[32];
    snprintf(uri, sizeof(uri), "cuda:%zu", i);
    CHECK_OK(tern_device_create(uri, NULL, &devices[i]));
    CHECK_OK(load(devices[i], base_ptx, strlen(base_ptx), base_entries, BASE_COUNT, &executables[i]));
    CHECK_OK(tern_semaphore_create(devices[i], 0, &semaphores[i]));
    words[i] = make_buffer(devices[i], &zero, 4);
  }
  for (size_t i = 0; i < count; ++i) {
    tern_command_buffer_t *commands = begin(devices[i]);
    if (i) CHECK_OK(tern_command_buffer_copy(commands, tern_buffer_whole(words[i - 1]), tern_buffer_whole(words[i])));
    barrier(commands);
    dispatch(commands, executables[i], COUNT, words[i]);
    CHECK_OK(tern_command_buffer_end(commands));
    const uint64_t one = 1;
    const tern_semaphore_list_t wait = {&semaphores[i ? i - 1 : 0], &one, 1}, signal = {&semaphores[i], &one, 1};
    CHECK_OK(tern_device_submit(devices[i], i ? wait : none, &commands, 1, signal));
    tern_command_buffer_release(commands);
  }
  CHECK_OK(tern_semaphore_wait(semaphores[count - 1], 1, TERN_TIMEOUT_INFINITE, NULL));
  uint32_t result = 0;
  CHECK_OK(tern_buffer_read(words[count - 1], 0, &result, 4));
  CHECK(result == count);
  for (size_t i = 0; i < count; ++i) {
    tern_buffer_release(words[i]);
    tern_executable_release(executables[i]);
    tern_semaphore_release(semaphores[i]);
    tern_device_release(devices[i]);
  }
  printf("%zu GPUs: right\n", count);
}

// Where there is a GPU is asked for in a process of its own, too: what was forked from a process that uses CUDA cannot
// use it.
static bool has_gpu(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    size_t count = 0;
    tern_status_t status = tern_driver_device_count("cuda", &count);
    _exit(!tern_status_is_ok(status) || !count);
  }
  int result = 1;
  waitpid(child, &result, 0);
  return result == 0;
}

int main(int argument_count, char **arguments) {
  (void)arguments;
  bool is_clean = argument_count > 1;
  size_t count = 0;
  if (!is_clean && has_gpu()) check_stray_kernel();
  tern_status_t status = tern_driver_device_count("cuda", &count);
  if (!tern_status_is_ok(status) || !count) {
    printf("skipped: %s\n", tern_status_is_ok(status) ? "no GPU" : status.message);
    return SKIPPED;
  }
  char *text = NULL;
  CHECK_OK(tern_device_list("cuda", &text));
  printf("%s", text);
  bool is_hopper = strstr(text, "sm_90") != NULL;
  free(text);
  double start = now();
  tern_device_t *device = NULL;
  tern_executable_t *executable = NULL;
  CHECK_OK(tern_device_create("cuda", NULL, &device));
  printf("the device: %.1f ms\n", (now() - start) * 1e3);
  start = now();
  CHECK_OK(load(device, base_ptx, strlen(base_ptx), base_entries, BASE_COUNT, &executable));
  printf("the kernels: %.1f ms\n", (now() - start) * 1e3);
  check_add(device, executable);
  check_profile(device, executable);
  check_graph(device, executable);
  check_slots(device, executable);
  if (is_hopper) check_hopper(device);
  if (!is_clean) check_failures(device);
  check_machine_code();
  measure_floor();
  measure_launches(device, executable);
  measure_copies(device);
  if (count > 1) check_peers(count);
  tern_executable_release(executable);
  tern_device_release(device);
  printf("all right\n");
  return 0;
}
