// Devices, buffers, executables, command buffers and semaphores on the Vulkan driver. Without a Vulkan device all tests
// are skipped. Without $VK_DRIVER_FILES they run on lavapipe, so that they are the same on every machine.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/drivers/vulkan/vulkan_buffer.h"
#include "runtime/drivers/vulkan/vulkan_device.h"
#include "runtime/drivers/vulkan/vulkan_staging.h"
#include "tern/dispatch.h"
#include "tern/run.h"
#include "tern/runtime.h"
#include "vulkan_kernels.h"

#define ASSERT_OK(expr)                                                          \
  do {                                                                           \
    tern_status_t status_ = (expr);                                              \
    if (!tern_status_is_ok(status_)) fail_msg("%s: %s", #expr, status_.message); \
  } while (0)

#define ASSERT_FAILS(expr, expected_code, expected_piece)                                     \
  do {                                                                                        \
    tern_status_t status_ = (expr);                                                           \
    if (tern_status_is_ok(status_)) fail_msg("%s succeeds", #expr);                           \
    if (!strstr(status_.message, expected_piece)) fail_msg("%s: %s", #expr, status_.message); \
    assert_int_equal(status_.code, expected_code);                                            \
  } while (0)

// lavapipe leaks a little with every device. The leak checker can tell by the library, if that stays loaded.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libvulkan\nleak:libVkLayer\nleak:libLLVM\nleak:libgallium\n";
}

static void pin_driver(void) {
  void *library = dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_NODELETE);
  if (library) dlclose(library);
}

//---- Descriptions of the kernels ----

enum { READ = TERN_BINDING_ACCESS_READ, WRITE = TERN_BINDING_ACCESS_WRITE };

static const int64_t dynamic_dims[] = {TERN_DIM_DYNAMIC, TERN_DIM_DYNAMIC};
static const int32_t count_carrier[] = {0}, mk_carriers[] = {0, 2}, kn_carriers[] = {2, 1}, mn_carriers[] = {0, 1};
static const tern_binding_info_t add_bindings[] = {
    {0, 0, READ, TERN_ELEMENT_TYPE_F32, "a", 1, 4, dynamic_dims, count_carrier},
    {0, 1, READ, TERN_ELEMENT_TYPE_F32, "b", 1, 4, dynamic_dims, count_carrier},
    {0, 2, WRITE, TERN_ELEMENT_TYPE_F32, "c", 1, 4, dynamic_dims, count_carrier},
};
static const tern_binding_info_t matmul_bindings[] = {
    {0, 0, READ, TERN_ELEMENT_TYPE_F32, "a", 2, 4, dynamic_dims, mk_carriers},
    {0, 1, READ, TERN_ELEMENT_TYPE_F32, "b", 2, 4, dynamic_dims, kn_carriers},
    {1, 0, WRITE, TERN_ELEMENT_TYPE_F32, "c", 2, 4, dynamic_dims, mn_carriers},
};
static const int64_t step_dims[] = {128};
static const tern_binding_info_t step_bindings[] = {
    {0, 0, READ | WRITE, TERN_ELEMENT_TYPE_I32, "a", 1, 4, step_dims, NULL},
};

#define CONSTANT(value) TERN_GRID_CONSTANT, (value), 0
// ceil(word 0 / 64), 1, 1
static const uint32_t add_grid[] = {
    TERN_GRID_PUSH_CONSTANT, 0, 0, CONSTANT(64), TERN_GRID_CEIL_DIV, 0, 1, CONSTANT(1), 2, 3, 3};
// ceil(word 1 / 8), ceil(word 0 / 8), 1
static const uint32_t matmul_grid[] = {TERN_GRID_PUSH_CONSTANT,
                                       1,
                                       0,
                                       TERN_GRID_PUSH_CONSTANT,
                                       0,
                                       0,
                                       CONSTANT(8),
                                       TERN_GRID_CEIL_DIV,
                                       0,
                                       2,
                                       TERN_GRID_CEIL_DIV,
                                       1,
                                       2,
                                       CONSTANT(1),
                                       3,
                                       4,
                                       5};
static const uint32_t two_grid[] = {CONSTANT(2), CONSTANT(1), 0, 1, 1};
static const uint32_t zero_grid[] = {CONSTANT(0), CONSTANT(1), 0, 1, 1};
// word 0, 1, 1
static const uint32_t wide_grid[] = {TERN_GRID_PUSH_CONSTANT, 0, 0, CONSTANT(1), 0, 1, 1};
#define GRID(words) sizeof(words) / sizeof((words)[0]), (words)

static const tern_kernel_info_t add_kernels[] = {{"add", {64, 1, 1}, GRID(add_grid), 0, 0}};
static const tern_kernel_info_t matmul_kernels[] = {{"matmul", {8, 8, 1}, GRID(matmul_grid), 0, 0}};
// Three steps, one of which has nothing to do.
static const tern_kernel_info_t step_kernels[] = {{"first", {64, 1, 1}, GRID(two_grid), 0, 0},
                                                  {"first", {64, 1, 1}, GRID(zero_grid), 0, 0},
                                                  {"second", {64, 1, 1}, GRID(two_grid), 0, 0}};
static const tern_kernel_info_t cyclic_kernels[] = {{"add", {64, 1, 1}, GRID(wide_grid), 0, TERN_KERNEL_FLAG_CYCLIC}};
static const tern_kernel_info_t wide_kernels[] = {{"add", {64, 1, 1}, GRID(wide_grid), 0, 0}};

static const tern_entry_point_t add_entry = {.name = "add",
                                             .push_constant_count = 1,
                                             .binding_count = 3,
                                             .bindings = add_bindings,
                                             .kernel_count = 1,
                                             .kernels = add_kernels};
static const tern_entry_point_t matmul_entry = {.name = "matmul",
                                                .push_constant_count = 3,
                                                .binding_count = 3,
                                                .bindings = matmul_bindings,
                                                .kernel_count = 1,
                                                .kernels = matmul_kernels};
static const tern_entry_point_t step_entries[] = {
    {.name = "steps",
     .push_constant_count = 0,
     .binding_count = 1,
     .bindings = step_bindings,
     .kernel_count = 3,
     .kernels = step_kernels},
    {.name = "first",
     .push_constant_count = 0,
     .binding_count = 1,
     .bindings = step_bindings,
     .kernel_count = 0,
     .kernels = NULL},
};

//---- Fixture ----

static tern_device_t *create_device(tern_device_flags_t flags) {
  tern_device_options_t options = {.flags = flags};
  tern_device_t *device = NULL;
  ASSERT_OK(tern_device_create("vulkan", &options, &device));
  return device;
}

// Every test ends without a word from the validation layers, if they are on.
static void destroy_device(tern_device_t *device) {
  int64_t count = -1;
  char *message = NULL;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_VALIDATION_MESSAGE_COUNT, &count));
  ASSERT_OK(tern_device_validation_message(device, &message));
  if (count) fail_msg("the validation layers say: %s", message);
  free(message);
  tern_device_release(device);
}

static tern_status_t load(tern_device_t *device, const uint32_t *words, size_t size, const tern_entry_point_t *entries,
                          size_t entry_count, tern_executable_t **out_executable) {
  tern_executable_params_t params = {
      .format = "spirv", .data = words, .data_size = size, .entry_points = entries, .entry_point_count = entry_count};
  return tern_executable_create(device, &params, out_executable);
}

#define LOAD(device, words, entries, count, out) load(device, words, sizeof(words), entries, count, out)

static tern_buffer_t *make_buffer(tern_device_t *device, const void *data, size_t size) {
  tern_buffer_t *buffer = NULL;
  ASSERT_OK(tern_buffer_allocate(device, 0, size, &buffer));
  if (data) ASSERT_OK(tern_buffer_write(buffer, 0, data, size));
  return buffer;
}

static tern_command_buffer_t *begin(tern_device_t *device) {
  tern_command_buffer_t *commands = NULL;
  ASSERT_OK(tern_command_buffer_create(device, &commands));
  return commands;
}

// Ends, runs, and gives back.
static void run(tern_device_t *device, tern_command_buffer_t *commands) {
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_OK(tern_device_execute(device, commands));
  tern_command_buffer_release(commands);
}

// Three buffers of `count` floats and an executable to add them.
typedef struct add_fixture {
  tern_device_t *device;
  tern_executable_t *executable;
  tern_buffer_t *buffers[3];
  tern_buffer_range_t ranges[3];
  uint32_t count;
} add_fixture_t;

static add_fixture_t set_up_add(uint32_t count) {
  add_fixture_t fixture = {.device = create_device(TERN_DEVICE_FLAG_POISON_BUFFERS), .count = count};
  ASSERT_OK(LOAD(fixture.device, add_words, &add_entry, 1, &fixture.executable));
  float *values = calloc((size_t)count + 1, sizeof(*values));
  for (size_t i = 0; i < 3; ++i) {
    for (uint32_t j = 0; j < count; ++j) values[j] = (float)j * (i ? 2.0f : 1.0f);
    fixture.buffers[i] = make_buffer(fixture.device, i < 2 ? values : NULL, count * sizeof(float));
    fixture.ranges[i] = tern_buffer_whole(fixture.buffers[i]);
  }
  free(values);
  return fixture;
}

static void tear_down_add(add_fixture_t *fixture) {
  for (size_t i = 0; i < 3; ++i) tern_buffer_release(fixture->buffers[i]);
  tern_executable_release(fixture->executable);
  destroy_device(fixture->device);
}

static tern_command_buffer_t *record_add(add_fixture_t *fixture) {
  tern_command_buffer_t *commands = begin(fixture->device);
  ASSERT_OK(
      tern_command_buffer_dispatch(commands, fixture->executable, 0, NULL, &fixture->count, 1, fixture->ranges, 3));
  return commands;
}

static void check_sums(add_fixture_t *fixture) {
  float *sums = calloc((size_t)fixture->count + 1, sizeof(*sums));
  ASSERT_OK(tern_buffer_read(fixture->buffers[2], 0, sums, fixture->count * sizeof(*sums)));
  for (uint32_t i = 0; i < fixture->count; ++i) assert_float_equal(sums[i], 3.0f * (float)i, 0);
  free(sums);
}

//---- Devices ----

static void describes_devices(void **state) {
  (void)state;
  size_t count = 0;
  ASSERT_OK(tern_driver_device_count("vulkan", &count));
  assert_true(count > 0);
  tern_device_description_t *description = NULL;
  ASSERT_OK(tern_driver_describe_device("vulkan", 0, &description));
  assert_string_equal(description->uri, "vulkan://0");
  assert_string_equal(description->driver, "vulkan");
  assert_non_null(strstr(description->api_version, "Vulkan 1."));
  bool has_invocations = false, has_matrices = false;
  for (size_t i = 0; i < description->row_count; ++i) {
    has_invocations |= strcmp(description->rows[i].key, "workgroup invocations") == 0;
    has_matrices |= strcmp(description->rows[i].key, "cooperative matrices") == 0;
  }
  assert_true(has_invocations && has_matrices);
  tern_device_description_destroy(description);
  char *text = NULL;
  ASSERT_OK(tern_device_list(NULL, &text));
  assert_non_null(strstr(text, "cpu://0"));
  assert_non_null(strstr(text, "vulkan://0"));
  assert_non_null(strstr(text, "timeline semaphores"));
  free(text);
  ASSERT_FAILS(tern_driver_describe_device("vulkan", 99, &description), TERN_NOT_FOUND, "there is no Vulkan device 99");
  ASSERT_FAILS(tern_device_list("abacus", &text), TERN_NOT_FOUND, "there is no driver 'abacus'");
}

static void names_devices(void **state) {
  (void)state;
  static const char *const names[] = {"vulkan", "vulkan://0", "vulkan:0"};
  for (size_t i = 0; i < 3; ++i) {
    tern_device_t *device = NULL;
    ASSERT_OK(tern_device_create(names[i], NULL, &device));
    assert_string_equal(tern_device_driver_name(device), "vulkan");
    destroy_device(device);
  }
  tern_device_t *device = NULL;
  ASSERT_FAILS(tern_device_create("vulkan:99", NULL, &device), TERN_NOT_FOUND, "there is no Vulkan device 99");
  ASSERT_FAILS(tern_device_create("vulkan:x", NULL, &device), TERN_INVALID_ARGUMENT, "expected the number of a device");
  tern_device_options_t options = {.flags = 1u << 31};
  ASSERT_FAILS(tern_device_create("vulkan", &options, &device), TERN_INVALID_ARGUMENT, "unknown device flags");
}

static void says_what_is_missing_without_a_driver(void **state) {
  (void)state;
  char *saved = strdup(getenv("VK_DRIVER_FILES") ? getenv("VK_DRIVER_FILES") : "");
  setenv("VK_DRIVER_FILES", "/nowhere.json", 1);
  tern_device_t *device = NULL;
  tern_status_t status = tern_device_create("vulkan", NULL, &device);
  assert_int_equal(status.code, TERN_NOT_FOUND);
  setenv("VK_DRIVER_FILES", saved, 1);
  free(saved);
}

static void describes_its_target(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  char *text = NULL;
  ASSERT_OK(tern_device_target_env(device, &text));
  assert_int_equal(strncmp(text, "#spirv.target_env<#spirv.vce<v1.", 32), 0);
  assert_non_null(strstr(text, "Shader"));
  assert_non_null(strstr(text, "#spirv.resource_limits<max_compute_shared_memory_size = "));
  free(text);
  destroy_device(device);
  ASSERT_OK(tern_device_create("cpu", NULL, &device));
  ASSERT_FAILS(tern_device_target_env(device, &text), TERN_UNSUPPORTED, "take no SPIR-V");
  ASSERT_FAILS(tern_device_validation_message(device, &text), TERN_UNSUPPORTED, "have no validation layers");
  tern_device_release(device);
}

static void reports_what_the_validation_layers_say(void **state) {
  (void)state;
  if (!getenv("TERN_VULKAN_VALIDATION")) skip();
  tern_device_t *device = create_device(0);
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  // A buffer without any usage is not allowed.
  VkBuffer handle = VK_NULL_HANDLE;
  tern_status_t status = tern_vulkan_raw_buffer_create_handle(context, 64, 0, NULL, &handle);
  if (tern_status_is_ok(status)) context->api.DestroyBuffer(context->device, handle, NULL);
  int64_t count = 0;
  char *message = NULL;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_VALIDATION_MESSAGE_COUNT, &count));
  assert_int_equal(count, 1);
  ASSERT_OK(tern_device_validation_message(device, &message));
  assert_non_null(strstr(message, "VUID-VkBufferCreateInfo-usage"));
  free(message);
  // The next call that looks says so, once.
  tern_semaphore_list_t none = {0};
  ASSERT_FAILS(tern_device_submit(device, none, NULL, 0, none), TERN_INTERNAL, "the Vulkan validation layers say: ");
  ASSERT_OK(tern_device_submit(device, none, NULL, 0, none));
  tern_device_release(device);
}

//---- Dispatches ----

static void adds(void **state) {
  (void)state;
  static const uint32_t counts[] = {1, 63, 64, 1000, 100003};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
    add_fixture_t fixture = set_up_add(counts[i]);
    run(fixture.device, record_add(&fixture));
    check_sums(&fixture);
    tear_down_add(&fixture);
  }
}

static void adds_nothing(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(0);
  run(fixture.device, record_add(&fixture));
  // A grid that is given wins, and the kernel finds nothing to do.
  const uint32_t grid[3] = {2, 1, 1};
  tern_command_buffer_t *commands = begin(fixture.device);
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, 0, grid, &fixture.count, 1, fixture.ranges, 3));
  run(fixture.device, commands);
  tear_down_add(&fixture);
}

static void runs_a_command_buffer_again(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(500);
  tern_command_buffer_t *commands = record_add(&fixture);
  ASSERT_OK(tern_command_buffer_end(commands));
  for (int i = 0; i < 20; ++i) {
    uint32_t poison = 0xFFFFFFFFu;
    ASSERT_OK(tern_buffer_write(fixture.buffers[2], 4 * (size_t)i, &poison, 4));
    ASSERT_OK(tern_device_execute(fixture.device, commands));
    check_sums(&fixture);
  }
  tern_command_buffer_release(commands);
  tear_down_add(&fixture);
}

// Bindings in two sets cannot all be pushed: descriptor sets are allocated, from several pools in the end.
static void multiplies_with_descriptor_sets(void **state) {
  (void)state;
  enum { M = 13, N = 9, K = 21, TIMES = 150 };
  tern_device_t *device = create_device(0);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(device, matmul_words, &matmul_entry, 1, &executable));
  float a[M * K], b[K * N], c[M * N];
  for (int i = 0; i < M * K; ++i) a[i] = (float)(i % 7 - 3);
  for (int i = 0; i < K * N; ++i) b[i] = (float)(i % 5 - 2);
  tern_buffer_t *buffers[] = {make_buffer(device, a, sizeof(a)), make_buffer(device, b, sizeof(b)),
                              make_buffer(device, NULL, sizeof(c))};
  tern_buffer_range_t ranges[3];
  for (size_t i = 0; i < 3; ++i) ranges[i] = tern_buffer_whole(buffers[i]);
  const uint32_t sizes[] = {M, N, K};
  tern_command_buffer_t *commands = begin(device);
  for (int i = 0; i < TIMES; ++i) {
    ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_DISPATCH));
    ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, sizes, 3, ranges, 3));
  }
  run(device, commands);
  ASSERT_OK(tern_buffer_read(buffers[2], 0, c, sizeof(c)));
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += a[i * K + k] * b[k * N + j];
      assert_float_equal(c[i * N + j], sum, 0);
    }
  }
  for (size_t i = 0; i < 3; ++i) tern_buffer_release(buffers[i]);
  tern_executable_release(executable);
  destroy_device(device);
}

static void runs_kernels_in_order(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(device, step_words, step_entries, 2, &executable));
  uint32_t values[128];
  for (uint32_t i = 0; i < 128; ++i) values[i] = i;
  tern_buffer_t *buffer = make_buffer(device, values, sizeof(values));
  tern_buffer_range_t range = tern_buffer_whole(buffer);
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, &range, 1));
  // The entry point without kernels takes the caller's grid: only the first half.
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 1, NULL, NULL, 0, &range, 1));
  run(device, commands);
  ASSERT_OK(tern_buffer_read(buffer, 0, values, sizeof(values)));
  for (uint32_t i = 0; i < 128; ++i) assert_int_equal(values[i], i < 64 ? 8 * i + 7 : 4 * i + 3);
  tern_buffer_release(buffer);
  tern_executable_release(executable);
  destroy_device(device);
}

static void bounds_grids(void **state) {
  (void)state;
  static const tern_entry_point_t entries[] = {{.name = "add",
                                                .push_constant_count = 1,
                                                .binding_count = 3,
                                                .bindings = add_bindings,
                                                .kernel_count = 1,
                                                .kernels = cyclic_kernels},
                                               {.name = "add",
                                                .push_constant_count = 1,
                                                .binding_count = 3,
                                                .bindings = add_bindings,
                                                .kernel_count = 1,
                                                .kernels = wide_kernels}};
  add_fixture_t fixture = set_up_add(70000);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(fixture.device, add_words, entries, 2, &executable));
  const tern_vulkan_profile_t *profile = ((tern_vulkan_device_t *)fixture.device)->context->profile;
  const bool is_beyond = profile->properties.properties.limits.maxComputeWorkGroupCount[0] < 70000;
  tern_command_buffer_t *commands = begin(fixture.device);
  if (is_beyond) {
    ASSERT_FAILS(tern_command_buffer_dispatch(commands, executable, 1, NULL, &fixture.count, 1, fixture.ranges, 3),
                 TERN_UNSUPPORTED, "the device cannot dispatch 70000 workgroups along dimension 0");
  }
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, &fixture.count, 1, fixture.ranges, 3));
  run(fixture.device, commands);
  check_sums(&fixture);
  tern_executable_release(executable);
  tear_down_add(&fixture);
}

static void refuses_dispatches(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(100);
  tern_command_buffer_t *commands = begin(fixture.device);
  tern_buffer_range_t ranges[3] = {fixture.ranges[0], fixture.ranges[1], fixture.ranges[2]};
  ranges[1].size = 396;
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &fixture.count, 1, ranges, 3),
               TERN_OUT_OF_RANGE, "binding 1 ('b'): expected 400 bytes for 100xf32 but got 396");
  const uint32_t few = 10;
  ranges[1] = (tern_buffer_range_t){fixture.buffers[1], 4, 40};
  const tern_vulkan_profile_t *profile = ((tern_vulkan_device_t *)fixture.device)->context->profile;
  if (profile->properties.properties.limits.minStorageBufferOffsetAlignment > 4) {
    ASSERT_FAILS(tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &few, 1, ranges, 3),
                 TERN_INVALID_ARGUMENT, "the device wants offsets to be multiples of");
  }
  // Of two devices.
  add_fixture_t other = set_up_add(100);
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, other.executable, 0, NULL, &few, 1, fixture.ranges, 3),
               TERN_INVALID_ARGUMENT, "the executable belongs to another device");
  ranges[1] = other.ranges[1];
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &few, 1, ranges, 3),
               TERN_INVALID_ARGUMENT, "the buffer belongs to another device");
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS(tern_device_execute(other.device, commands), TERN_INVALID_ARGUMENT, "belongs to another device");
  tern_command_buffer_release(commands);
  tear_down_add(&other);
  tear_down_add(&fixture);
}

static void refuses_executables(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_executable_t *executable = NULL;
  uint32_t words[sizeof(add_words) / sizeof(add_words[0])];
  ASSERT_FAILS(load(device, add_words, 6, &add_entry, 1, &executable), TERN_INVALID_ARGUMENT, "are no SPIR-V module");
  ASSERT_FAILS(load(device, add_words + 1, 64, &add_entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "expected the magic number of SPIR-V");
  ASSERT_FAILS(load(device, add_words, sizeof(add_words) - 4, &add_entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "ends within a function");
  ASSERT_FAILS(load(device, add_words, sizeof(add_words) - 8, &add_entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "ends within a function");
  memcpy(words, add_words, sizeof(words));
  words[5] &= 0xFFFF;
  ASSERT_FAILS(load(device, words, sizeof(words), &add_entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "is cut short or damaged at word 5");
  memcpy(words, add_words, sizeof(words));
  words[1] = 0x00010900;
  ASSERT_FAILS(load(device, words, sizeof(words), &add_entry, 1, &executable), TERN_UNSUPPORTED, "but got 1.9");
  memcpy(words, add_words, sizeof(words));
  words[6] = 6;  // Kernel
  ASSERT_FAILS(load(device, words, sizeof(words), &add_entry, 1, &executable), TERN_UNSUPPORTED,
               "the code needs capability 6, which the device does not have");
  ASSERT_FAILS(LOAD(device, add_words, &matmul_entry, 1, &executable), TERN_NOT_FOUND,
               "has no compute entry point 'matmul'");
  static const tern_kernel_info_t other_size[] = {{"add", {32, 1, 1}, 0, NULL, 0, 0}};
  static const tern_kernel_info_t odd_subgroup[] = {{"add", {64, 1, 1}, 0, NULL, 7, 0}};
  tern_entry_point_t entry = add_entry;
  entry.kernels = other_size;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_INVALID_ARGUMENT,
               "is described with workgroups of 32 x 1 x 1, the code has 64 x 1 x 1");
  entry.kernels = odd_subgroup;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_UNSUPPORTED, "wants subgroups of 7 invocations");
  entry = add_entry;
  entry.push_constant_count = 1 << 20;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_UNSUPPORTED, "push constants, the device takes");
  tern_binding_info_t bindings[] = {add_bindings[0], add_bindings[1], add_bindings[1]};
  entry = add_entry;
  entry.bindings = bindings;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_INVALID_ARGUMENT, "are both (0, 1)");
  bindings[2].set = 1000;
  ASSERT_FAILS(LOAD(device, add_words, &entry, 1, &executable), TERN_UNSUPPORTED, "is in set 1000");
  tern_executable_params_t params = {.format = "entry-points"};
  ASSERT_FAILS(tern_executable_create(device, &params, &executable), TERN_UNSUPPORTED, "as 'spirv', not as");
  destroy_device(device);
}

static void takes_a_subgroup_size(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(1000);
  const tern_vulkan_profile_t *profile = ((tern_vulkan_device_t *)fixture.device)->context->profile;
  const tern_kernel_info_t kernels[] = {{"add", {64, 1, 1}, GRID(add_grid), profile->v11.subgroupSize, 0}};
  tern_entry_point_t entry = add_entry;
  entry.kernels = kernels;
  tern_executable_release(fixture.executable);
  ASSERT_OK(LOAD(fixture.device, add_words, &entry, 1, &fixture.executable));
  run(fixture.device, record_add(&fixture));
  check_sums(&fixture);
  tear_down_add(&fixture);
}

//---- Transfers ----

static void copies_fills_and_updates(void **state) {
  (void)state;
  enum { SIZE = 300000 };
  tern_device_t *device = create_device(0);
  unsigned char *expected = malloc(SIZE), *actual = malloc(SIZE);
  for (size_t i = 0; i < SIZE; ++i) expected[i] = (unsigned char)(i * 31 + i / 256);
  tern_buffer_t *source = make_buffer(device, expected, SIZE), *target = make_buffer(device, NULL, SIZE);
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_copy(commands, tern_buffer_whole(source), tern_buffer_whole(target)));
  static const struct {
    size_t offset, size, pattern_size;
  } fills[] = {{0, 16, 4},        {17, 3, 1},          {22, 6, 2},    {40, 64, 8},   {104, 1, 1},
               {1001, 150001, 1}, {160000, 140000, 8}, {200, 400, 1}, {602, 398, 2}, {0, 0, 4}};
  const unsigned char pattern[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (size_t i = 0; i < sizeof(fills) / sizeof(fills[0]); ++i) {
    ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_TRANSFER));
    tern_buffer_range_t range = {target, fills[i].offset, fills[i].size};
    ASSERT_OK(tern_command_buffer_fill(commands, range, pattern, fills[i].pattern_size));
    for (size_t j = 0; j < fills[i].size; ++j) expected[fills[i].offset + j] = pattern[j % fills[i].pattern_size];
  }
  static const char text[] = "updates of odd places and sizes";
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_TRANSFER));
  ASSERT_OK(tern_command_buffer_update(commands, text, (tern_buffer_range_t){target, 153001, 29}));
  ASSERT_OK(tern_command_buffer_update(commands, pattern, (tern_buffer_range_t){target, 154000, 8}));
  ASSERT_OK(tern_command_buffer_update(commands, NULL, (tern_buffer_range_t){target, 154000, 0}));
  memcpy(expected + 153001, text, 29);
  memcpy(expected + 154000, pattern, 8);
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_TRANSFER));
  ASSERT_OK(tern_command_buffer_copy(commands, (tern_buffer_range_t){target, 153001, 777},
                                     (tern_buffer_range_t){target, 157003, 777}));
  memcpy(expected + 157003, expected + 153001, 777);
  run(device, commands);
  ASSERT_OK(tern_buffer_read(target, 0, actual, SIZE));
  for (size_t i = 0; i < SIZE; ++i) {
    if (actual[i] != expected[i]) fail_msg("byte %zu is %u, not %u", i, actual[i], expected[i]);
  }
  free(expected);
  free(actual);
  tern_buffer_release(source);
  tern_buffer_release(target);
  destroy_device(device);
}

static void orders_transfers_and_dispatches(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(device, step_words, step_entries, 2, &executable));
  tern_buffer_t *buffers[2] = {make_buffer(device, NULL, 512), make_buffer(device, NULL, 512)};
  tern_buffer_range_t range = tern_buffer_whole(buffers[0]);
  const uint32_t value = 5;
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
  ASSERT_OK(tern_command_buffer_fill(commands, range, &value, 4));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_DISPATCH));
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, &range, 1));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_TRANSFER));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_HOST));
  ASSERT_OK(tern_command_buffer_copy(commands, range, tern_buffer_whole(buffers[1])));
  run(device, commands);
  uint32_t values[128];
  ASSERT_OK(tern_buffer_read(buffers[1], 0, values, sizeof(values)));
  for (size_t i = 0; i < 128; ++i) assert_int_equal(values[i], 23);
  tern_buffer_release(buffers[0]);
  tern_buffer_release(buffers[1]);
  tern_executable_release(executable);
  destroy_device(device);
}

//---- Buffers ----

static void allocates_from_blocks(void **state) {
  (void)state;
  enum { COUNT = 600 };
  tern_device_t *device = create_device(TERN_DEVICE_FLAG_POISON_BUFFERS);
  tern_buffer_t *buffers[COUNT];
  int64_t count = 0;
  for (uint32_t round = 0; round < 3; ++round) {
    for (uint32_t i = 0; i < COUNT; ++i) {
      buffers[i] = make_buffer(device, NULL, 1 + i * 37 % 5000);
      unsigned char first = 0, mark = (unsigned char)i;
      ASSERT_OK(tern_buffer_read(buffers[i], i * 37 % 5000, &first, 1));
      assert_int_equal(first, 0xFF);
      ASSERT_OK(tern_buffer_write(buffers[i], i * 37 % 5000, &mark, 1));
    }
    ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT, &count));
    assert_true(count < 8);
    for (uint32_t i = 0; i < COUNT; ++i) {
      unsigned char mark = 0;
      ASSERT_OK(tern_buffer_read(buffers[i], i * 37 % 5000, &mark, 1));
      assert_int_equal(mark, (unsigned char)i);
    }
    // In an order that leaves holes.
    for (uint32_t i = 0; i < COUNT; ++i) tern_buffer_release(buffers[i * 7 % COUNT]);
  }
  int64_t after = 0;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_MEMORY_ALLOCATION_COUNT, &after));
  assert_true(after <= count);
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_BUFFER_ALIGNMENT, &after));
  assert_int_equal(after, 256);
  destroy_device(device);
}

static void refuses_buffers(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_buffer_t *buffer = NULL;
  ASSERT_FAILS(tern_buffer_allocate(device, 0, (size_t)1 << 50, &buffer), TERN_OUT_OF_MEMORY,
               "is larger than the device's memory");
  ASSERT_FAILS(tern_buffer_allocate(device, 0, SIZE_MAX - 8, &buffer), TERN_OUT_OF_RANGE, "is too large");
  ASSERT_OK(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DISPATCH, 64, &buffer));
  void *data = NULL;
  ASSERT_FAILS(tern_buffer_map(buffer, TERN_MAP_ACCESS_READ, 0, 64, &data), TERN_FAILED_PRECONDITION, "mapping");
  tern_buffer_release(buffer);
  destroy_device(device);
}

static void count_release(void *user_data, void *data) {
  (void)data;
  ++*(int *)user_data;
}

static void wraps_host_memory(void **state) {
  (void)state;
  enum { COUNT = 3000 };
  add_fixture_t fixture = set_up_add(COUNT);
  int release_count = 0;
  float *memory = aligned_alloc(4096, 16384);
  for (int i = 0; i < COUNT; ++i) memory[i] = (float)i;
  tern_buffer_t *buffer = NULL;
  tern_status_t status =
      tern_buffer_wrap(fixture.device, 0, memory, COUNT * sizeof(float), count_release, &release_count, &buffer);
  if (status.code == TERN_UNSUPPORTED) {
    assert_null(buffer);
  } else {
    ASSERT_OK(status);
    tern_buffer_release(fixture.buffers[0]);
    fixture.buffers[0] = buffer;
    fixture.ranges[0] = tern_buffer_whole(buffer);
    run(fixture.device, record_add(&fixture));
    check_sums(&fixture);
    assert_int_equal(release_count, 0);
  }
  ASSERT_FAILS(tern_buffer_wrap(fixture.device, 0, NULL, 0, NULL, NULL, &buffer), TERN_UNSUPPORTED,
               "the device cannot see memory of the host's");
  bool was_wrapped = tern_status_is_ok(status);
  tear_down_add(&fixture);
  assert_int_equal(release_count, was_wrapped);
  free(memory);
}

static void maps(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  // With every usage: the memory may be of the host's or of the device's.
  static const tern_buffer_usage_t usages[] = {
      TERN_BUFFER_USAGE_DEFAULT, TERN_BUFFER_USAGE_MAPPING | TERN_BUFFER_USAGE_TRANSFER, TERN_BUFFER_USAGE_MAPPING};
  for (size_t i = 0; i < 3; ++i) {
    tern_buffer_t *buffer = NULL;
    ASSERT_OK(tern_buffer_allocate(device, usages[i], 1000, &buffer));
    unsigned char *data = NULL, *other = NULL;
    ASSERT_OK(tern_buffer_map(buffer, TERN_MAP_ACCESS_WRITE, 0, 1000, (void **)&data));
    for (size_t j = 0; j < 1000; ++j) data[j] = (unsigned char)j;
    ASSERT_OK(tern_buffer_unmap(buffer, TERN_MAP_ACCESS_WRITE, 0, 1000));
    // Two maps at once, which keep what they do not touch.
    const tern_map_access_t both = TERN_MAP_ACCESS_READ | TERN_MAP_ACCESS_WRITE;
    ASSERT_OK(tern_buffer_map(buffer, both, 100, 50, (void **)&data));
    ASSERT_OK(tern_buffer_map(buffer, both, 500, TERN_WHOLE_BUFFER, (void **)&other));
    assert_int_equal(data[0], 100);
    data[1] = 7;
    other[0] = 8;
    ASSERT_OK(tern_buffer_unmap(buffer, both, 500, TERN_WHOLE_BUFFER));
    ASSERT_OK(tern_buffer_unmap(buffer, both, 100, 50));
    unsigned char bytes[1000];
    ASSERT_OK(tern_buffer_read(buffer, 0, bytes, 1000));
    for (size_t j = 0; j < 1000; ++j) assert_int_equal(bytes[j], j == 101 ? 7 : j == 500 ? 8 : (unsigned char)j);
    tern_buffer_release(buffer);
  }
  destroy_device(device);
}

// The way of memory that the host cannot see, also where all memory is the host's.
static void stages(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  tern_buffer_t *buffer = make_buffer(device, NULL, 100000);
  VkBuffer handle = tern_vulkan_buffer_handle(buffer);
  for (unsigned round = 0; round < 4; ++round) {
    tern_vulkan_raw_buffer_t up, down;
    ASSERT_OK(tern_vulkan_staging_take(context, 70000, &up));
    ASSERT_OK(tern_vulkan_staging_take(context, 100, &down));
    for (size_t i = 0; i < 70000; ++i) up.allocation.mapped[i] = (char)(i + round);
    ASSERT_OK(tern_vulkan_staging_copy(context, up.handle, 0, handle, 30000, 70000));
    ASSERT_OK(tern_vulkan_staging_copy(context, handle, 40001, down.handle, 3, 97));
    for (size_t i = 0; i < 97; ++i) assert_int_equal(down.allocation.mapped[3 + i], (char)(10001 + i + round));
    tern_vulkan_staging_give_back(context, &up);
    tern_vulkan_staging_give_back(context, &down);
  }
  tern_buffer_release(buffer);
  destroy_device(device);
}

//---- Semaphores ----

static void signals_and_waits(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_semaphore_t *semaphore = NULL;
  uint64_t value = 0;
  bool is_reached = true;
  ASSERT_OK(tern_semaphore_create(device, 3, &semaphore));
  ASSERT_OK(tern_semaphore_query(semaphore, &value));
  assert_int_equal(value, 3);
  ASSERT_OK(tern_semaphore_wait(semaphore, 3, 0, &is_reached));
  assert_true(is_reached);
  ASSERT_OK(tern_semaphore_wait(semaphore, 4, 1000000, &is_reached));
  assert_false(is_reached);
  ASSERT_FAILS(tern_semaphore_signal(semaphore, 3), TERN_INVALID_ARGUMENT, "expected a value above the semaphore's 3");
  ASSERT_OK(tern_semaphore_signal(semaphore, 9));
  ASSERT_OK(tern_semaphore_wait(semaphore, 8, TERN_TIMEOUT_INFINITE, NULL));
  tern_semaphore_fail(semaphore, tern_status_make(TERN_IO_ERROR, "broken"));
  ASSERT_FAILS(tern_semaphore_query(semaphore, &value), TERN_IO_ERROR, "broken");
  ASSERT_FAILS(tern_semaphore_wait(semaphore, 1, 0, NULL), TERN_IO_ERROR, "broken");
  ASSERT_FAILS(tern_semaphore_signal(semaphore, 99), TERN_FAILED_PRECONDITION, "the semaphore has failed");
  tern_semaphore_release(semaphore);
  destroy_device(device);
}

typedef struct signaller {
  tern_semaphore_t *semaphore;
  uint64_t value;
  useconds_t delay;
} signaller_t;

static void *signal_later(void *argument) {
  const signaller_t *signaller = argument;
  usleep(signaller->delay);
  tern_status_t status = tern_semaphore_signal(signaller->semaphore, signaller->value);
  return tern_status_is_ok(status) ? NULL : argument;
}

// A submission that waits for a thread, and one that waits for that one.
static void waits_for_threads(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(300);
  tern_semaphore_t *gate = NULL, *done = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &gate));
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &done));
  tern_command_buffer_t *commands = record_add(&fixture);
  ASSERT_OK(tern_command_buffer_end(commands));
  const uint64_t one = 1, two = 2;
  tern_semaphore_list_t gate_one = {&gate, &one, 1}, done_one = {&done, &one, 1}, done_two = {&done, &two, 1};
  // The later one is submitted first.
  ASSERT_OK(tern_device_submit(fixture.device, done_one, &commands, 1, done_two));
  ASSERT_OK(tern_device_submit(fixture.device, gate_one, &commands, 1, done_one));
  bool is_reached = true;
  ASSERT_OK(tern_semaphore_wait(done, 1, 1000000, &is_reached));
  assert_false(is_reached);
  signaller_t signaller = {gate, 1, 20000};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, signal_later, &signaller), 0);
  ASSERT_OK(tern_semaphore_wait(done, 2, TERN_TIMEOUT_INFINITE, NULL));
  void *failure = &thread;
  pthread_join(thread, &failure);
  assert_null(failure);
  check_sums(&fixture);
  ASSERT_OK(tern_device_wait_idle(fixture.device));
  tern_command_buffer_release(commands);
  tern_semaphore_release(gate);
  tern_semaphore_release(done);
  tear_down_add(&fixture);
}

static void passes_failures_on(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_semaphore_t *semaphores[3];
  for (size_t i = 0; i < 3; ++i) ASSERT_OK(tern_semaphore_create(device, 0, &semaphores[i]));
  const uint64_t one = 1;
  tern_semaphore_list_t lists[3], none = {0};
  for (size_t i = 0; i < 3; ++i) lists[i] = (tern_semaphore_list_t){&semaphores[i], &one, 1};
  ASSERT_OK(tern_device_submit(device, lists[0], NULL, 0, lists[1]));
  ASSERT_OK(tern_device_submit(device, lists[1], NULL, 0, lists[2]));
  ASSERT_OK(tern_device_submit(device, lists[2], NULL, 0, none));
  tern_semaphore_fail(semaphores[0], tern_status_make(TERN_IO_ERROR, "the reader gave up"));
  ASSERT_FAILS(tern_semaphore_wait(semaphores[2], 1, TERN_TIMEOUT_INFINITE, NULL), TERN_IO_ERROR, "the reader gave up");
  ASSERT_FAILS(tern_device_wait_idle(device), TERN_IO_ERROR, "the reader gave up");
  ASSERT_OK(tern_device_wait_idle(device));
  for (size_t i = 0; i < 3; ++i) tern_semaphore_release(semaphores[i]);
  // A value that does not grow.
  ASSERT_OK(tern_semaphore_create(device, 5, &semaphores[0]));
  ASSERT_OK(tern_device_submit(device, none, NULL, 0, lists[0]));
  ASSERT_FAILS(tern_semaphore_wait(semaphores[0], 6, TERN_TIMEOUT_INFINITE, NULL), TERN_INVALID_ARGUMENT,
               "expected a value above the semaphore's 5 but got 1");
  tern_semaphore_release(semaphores[0]);
  destroy_device(device);
}

static void cancels_what_waits_when_released(void **state) {
  (void)state;
  tern_device_t *device = create_device(0);
  tern_semaphore_t *gate = NULL, *done = NULL;
  ASSERT_OK(tern_semaphore_create(device, 0, &gate));
  ASSERT_OK(tern_semaphore_create(device, 0, &done));
  const uint64_t one = 1;
  tern_semaphore_list_t wait = {&gate, &one, 1}, signal = {&done, &one, 1};
  ASSERT_OK(tern_device_submit(device, wait, NULL, 0, signal));
  destroy_device(device);
  ASSERT_FAILS(tern_semaphore_wait(done, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_FAILED_PRECONDITION,
               "the device was released before the submission could run");
  tern_semaphore_release(gate);
  tern_semaphore_release(done);
}

static void refuses_foreign_semaphores(void **state) {
  (void)state;
  tern_device_t *device = create_device(0), *other = create_device(0);
  tern_semaphore_t *semaphore = NULL;
  ASSERT_OK(tern_semaphore_create(other, 0, &semaphore));
  const uint64_t one = 1;
  tern_semaphore_list_t list = {&semaphore, &one, 1}, none = {0};
  ASSERT_FAILS(tern_device_submit(device, list, NULL, 0, none), TERN_INVALID_ARGUMENT,
               "semaphore 0 belongs to another device");
  tern_semaphore_release(semaphore);
  destroy_device(device);
  destroy_device(other);
}

//---- Queues and threads ----

// Submissions that go round the queues, each behind the one before.
static void chains_over_queues(void **state) {
  (void)state;
  enum { LENGTH = 24 };
  tern_device_t *device = create_device(0);
  int64_t queue_count = 0;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_QUEUE_COUNT, &queue_count));
  assert_in_range(queue_count, 1, TERN_VULKAN_COMPUTE_QUEUE_MAX);
  tern_executable_t *executable = NULL;
  ASSERT_OK(LOAD(device, step_words, step_entries, 2, &executable));
  tern_semaphore_t *semaphores[2] = {NULL, NULL};
  tern_buffer_t *buffers[2];
  tern_command_buffer_t *commands[2];
  const uint32_t zeroes[128] = {0};
  for (size_t i = 0; i < 2; ++i) {
    ASSERT_OK(tern_semaphore_create(device, 0, &semaphores[i]));
    buffers[i] = make_buffer(device, zeroes, sizeof(zeroes));
    tern_buffer_range_t range = tern_buffer_whole(buffers[i]);
    commands[i] = begin(device);
    ASSERT_OK(
        tern_command_buffer_dispatch(commands[i], executable, 1, (const uint32_t[]){2, 1, 1}, NULL, 0, &range, 1));
    ASSERT_OK(tern_command_buffer_end(commands[i]));
  }
  for (uint64_t i = 0; i < LENGTH; ++i) {
    for (size_t j = 0; j < 2; ++j) {
      const uint64_t next = i + 1;
      tern_semaphore_list_t wait = {&semaphores[j], &i, i > 0}, signal = {&semaphores[j], &next, 1};
      ASSERT_OK(tern_device_submit(device, wait, &commands[j], 1, signal));
    }
  }
  ASSERT_OK(tern_device_wait_idle(device));
  for (size_t i = 0; i < 2; ++i) {
    uint32_t values[128];
    ASSERT_OK(tern_buffer_read(buffers[i], 0, values, sizeof(values)));
    for (size_t j = 0; j < 128; ++j) assert_int_equal(values[j], (1u << LENGTH) - 1);
    tern_semaphore_release(semaphores[i]);
    tern_buffer_release(buffers[i]);
    tern_command_buffer_release(commands[i]);
  }
  tern_executable_release(executable);
  destroy_device(device);
}

static void *add_in_thread(void *argument) {
  add_fixture_t *fixture = argument;
  for (int i = 0; i < 10; ++i) {
    tern_command_buffer_t *commands = NULL;
    tern_status_t status = tern_command_buffer_create(fixture->device, &commands);
    if (!tern_status_is_ok(status)) return argument;
    status =
        tern_command_buffer_dispatch(commands, fixture->executable, 0, NULL, &fixture->count, 1, fixture->ranges, 3);
    if (tern_status_is_ok(status)) status = tern_command_buffer_end(commands);
    if (tern_status_is_ok(status)) status = tern_device_execute(fixture->device, commands);
    tern_command_buffer_release(commands);
    if (!tern_status_is_ok(status)) return argument;
  }
  return NULL;
}

static void serves_threads(void **state) {
  (void)state;
  enum { THREADS = 4 };
  add_fixture_t fixture = set_up_add(2000), copies[THREADS];
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; ++i) {
    copies[i] = fixture;
    copies[i].buffers[2] = make_buffer(fixture.device, NULL, fixture.count * sizeof(float));
    copies[i].ranges[2] = tern_buffer_whole(copies[i].buffers[2]);
    assert_int_equal(pthread_create(&threads[i], NULL, add_in_thread, &copies[i]), 0);
  }
  for (size_t i = 0; i < THREADS; ++i) {
    void *failure = &threads;
    pthread_join(threads[i], &failure);
    assert_null(failure);
    check_sums(&copies[i]);
    tern_buffer_release(copies[i].buffers[2]);
  }
  tear_down_add(&fixture);
}

//---- Time ----

static void measures_time(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(100000);
  tern_command_buffer_t *commands = begin(fixture.device);
  uint64_t elapsed = 0;
  tern_status_t status = tern_command_buffer_timestamp(commands, 0);
  if (status.code == TERN_UNSUPPORTED) skip();
  ASSERT_OK(status);
  ASSERT_FAILS(tern_command_buffer_timestamp(commands, 0), TERN_INVALID_ARGUMENT, "time stamp 0 is recorded already");
  ASSERT_FAILS(tern_command_buffer_timestamp(commands, TERN_TIMESTAMP_COUNT_MAX), TERN_OUT_OF_RANGE,
               "time stamp 64 does not exist");
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &fixture.count, 1, fixture.ranges, 3));
  ASSERT_OK(tern_command_buffer_timestamp(commands, 63));
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS(tern_command_buffer_elapsed(commands, 0, 63, &elapsed), TERN_FAILED_PRECONDITION,
               "time stamp 0 was not written");
  for (int i = 0; i < 3; ++i) {
    ASSERT_OK(tern_device_execute(fixture.device, commands));
    ASSERT_OK(tern_command_buffer_elapsed(commands, 0, 63, &elapsed));
    assert_in_range(elapsed, 1, UINT64_C(10000000000));
  }
  ASSERT_FAILS(tern_command_buffer_elapsed(commands, 0, 5, &elapsed), TERN_FAILED_PRECONDITION,
               "time stamp 5 was not written");
  tern_command_buffer_release(commands);
  tear_down_add(&fixture);
}

static void measures_time_on_the_cpu(void **state) {
  (void)state;
  tern_device_t *device = NULL;
  ASSERT_OK(tern_device_create("cpu", NULL, &device));
  tern_command_buffer_t *commands = begin(device);
  uint64_t elapsed = 0;
  ASSERT_OK(tern_command_buffer_timestamp(commands, 0));
  ASSERT_OK(tern_command_buffer_timestamp(commands, 1));
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS(tern_command_buffer_elapsed(commands, 0, 1, &elapsed), TERN_FAILED_PRECONDITION, "was not written");
  ASSERT_OK(tern_device_execute(device, commands));
  ASSERT_OK(tern_command_buffer_elapsed(commands, 0, 1, &elapsed));
  tern_command_buffer_release(commands);
  tern_device_release(device);
}

//---- The file of the pipeline cache ----

// The path of the only file in `folder`, or an empty text.
static void find_file(const char *folder, char *out_path, size_t capacity) {
  *out_path = 0;
  DIR *directory = opendir(folder);
  if (!directory) return;
  for (struct dirent *entry; (entry = readdir(directory));) {
    if (entry->d_name[0] != '.') snprintf(out_path, capacity, "%s/%s", folder, entry->d_name);
  }
  closedir(directory);
}

static void add_once(void) {
  add_fixture_t fixture = set_up_add(100);
  run(fixture.device, record_add(&fixture));
  check_sums(&fixture);
  tear_down_add(&fixture);
}

static void keeps_pipelines(void **state) {
  (void)state;
  char root[] = "/tmp/tern-cache-XXXXXX", folder[64], path[512];
  char *saved = strdup(getenv("TERN_CACHE_DIR"));
  assert_non_null(mkdtemp(root));
  snprintf(folder, sizeof(folder), "%s/of/vulkan", root);
  setenv("TERN_CACHE_DIR", folder, 1);
  add_once();
  find_file(folder, path, sizeof(path));
  if (*path) {
    struct stat first, second;
    assert_int_equal(stat(path, &first), 0);
    // Used again; what is the same is not written.
    add_once();
    assert_int_equal(stat(path, &second), 0);
    assert_int_equal(first.st_ino, second.st_ino);
    // Damaged in the middle, cut short, empty: ignored, and written anew.
    for (int damage = 0; damage < 3; ++damage) {
      FILE *file = fopen(path, damage == 2 ? "wb" : "r+b");
      if (damage == 0) {
        fseek(file, 60, SEEK_SET);
        fputc(0x5A, file);
      }
      if (damage == 1) assert_int_equal(ftruncate(fileno(file), 40), 0);
      fclose(file);
      add_once();
      assert_int_equal(stat(path, &second), 0);
      assert_int_equal(second.st_size, first.st_size);
    }
    unlink(path);
  }
  // A folder that cannot be made is no failure.
  setenv("TERN_CACHE_DIR", "/proc/nothing/here", 1);
  add_once();
  rmdir(folder);
  snprintf(folder, sizeof(folder), "%s/of", root);
  rmdir(folder);
  rmdir(root);
  setenv("TERN_CACHE_DIR", saved, 1);
  free(saved);
}

//---- Through tern/run.h ----

static void runs_an_entry_point(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(0);
  float a[] = {1, 2, 3}, b[] = {10, 20, 30};
  const int64_t dims[] = {3};
  tern_tensor_t inputs[2] = {0}, *outputs = NULL;
  size_t output_count = 0;
  for (size_t i = 0; i < 2; ++i) {
    ASSERT_OK(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 1, dims, &inputs[i]));
    memcpy(inputs[i].data, i ? b : a, sizeof(a));
  }
  tern_run_params_t params = {.inputs = inputs, .input_count = 2};
  ASSERT_OK(tern_run_entry_point(fixture.device, fixture.executable, 0, &params, &outputs, &output_count));
  assert_int_equal(output_count, 1);
  const float expected[] = {11, 22, 33};
  assert_memory_equal(outputs[0].data, expected, sizeof(expected));
  tern_run_free_outputs(outputs, output_count);
  for (size_t i = 0; i < 2; ++i) tern_tensor_deinitialize(&inputs[i]);
  tear_down_add(&fixture);
}

static bool has_device(void) {
  size_t count = 0;
  tern_status_t status = tern_driver_device_count("vulkan", &count);
  if (!tern_status_is_ok(status)) print_message("%s\n", status.message);
  if (tern_status_is_ok(status) && !count) print_message("there is no Vulkan device\n");
  return count > 0;
}

// The validation layers check every test, where they are installed.
static void turn_validation_on(void) {
  tern_device_t *device = NULL;
  setenv("TERN_VULKAN_VALIDATION", "1", 1);
  tern_status_t status = tern_device_create("vulkan", NULL, &device);
  if (status.code == TERN_NOT_FOUND) {
    print_message("%s\n", status.message);
    unsetenv("TERN_VULKAN_VALIDATION");
  }
  tern_device_release(device);
}

int main(void) {
  setenv("VK_DRIVER_FILES", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", 0);
  setenv("TERN_CACHE_DIR", "", 0);
  pin_driver();
  if (!has_device()) {
    print_message("all tests of the Vulkan driver are skipped\n");
    return 0;
  }
  if (!getenv("TERN_VULKAN_VALIDATION")) turn_validation_on();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(describes_devices),
      cmocka_unit_test(names_devices),
      cmocka_unit_test(says_what_is_missing_without_a_driver),
      cmocka_unit_test(describes_its_target),
      cmocka_unit_test(reports_what_the_validation_layers_say),
      cmocka_unit_test(adds),
      cmocka_unit_test(adds_nothing),
      cmocka_unit_test(runs_a_command_buffer_again),
      cmocka_unit_test(multiplies_with_descriptor_sets),
      cmocka_unit_test(runs_kernels_in_order),
      cmocka_unit_test(bounds_grids),
      cmocka_unit_test(refuses_dispatches),
      cmocka_unit_test(refuses_executables),
      cmocka_unit_test(takes_a_subgroup_size),
      cmocka_unit_test(copies_fills_and_updates),
      cmocka_unit_test(orders_transfers_and_dispatches),
      cmocka_unit_test(allocates_from_blocks),
      cmocka_unit_test(refuses_buffers),
      cmocka_unit_test(wraps_host_memory),
      cmocka_unit_test(maps),
      cmocka_unit_test(stages),
      cmocka_unit_test(signals_and_waits),
      cmocka_unit_test(waits_for_threads),
      cmocka_unit_test(passes_failures_on),
      cmocka_unit_test(cancels_what_waits_when_released),
      cmocka_unit_test(refuses_foreign_semaphores),
      cmocka_unit_test(chains_over_queues),
      cmocka_unit_test(serves_threads),
      cmocka_unit_test(measures_time),
      cmocka_unit_test(measures_time_on_the_cpu),
      cmocka_unit_test(keeps_pipelines),
      cmocka_unit_test(runs_an_entry_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
