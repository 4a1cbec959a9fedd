// What the tests of the Vulkan driver share: the device, kernels and their descriptions, buffers. Without a Vulkan device all
// tests are skipped. Without $VK_DRIVER_FILES they run on lavapipe, so that they are the same on every machine.

#ifndef TERN_TEST_UNIT_VULKAN_FIXTURE_H_
#define TERN_TEST_UNIT_VULKAN_FIXTURE_H_

#include <pthread.h>
#include <unistd.h>

#include "device_fixture.h"
#include "pin_lavapipe.h"
#include "runtime/drivers/vulkan/vulkan_buffer.h"
#include "runtime/drivers/vulkan/vulkan_device.h"
#include "runtime/drivers/vulkan/vulkan_staging.h"
#include "vulkan_kernels.h"

//---- Descriptions of the kernels ----

static const int32_t mk_carriers[] = {0, 2}, kn_carriers[] = {2, 1}, mn_carriers[] = {0, 1};
static const tern_binding_info_t matmul_bindings[] = {
    {0, 0, READ, TERN_ELEMENT_TYPE_F32, "a", 2, 4, dynamic_dims, mk_carriers},
    {0, 1, READ, TERN_ELEMENT_TYPE_F32, "b", 2, 4, dynamic_dims, kn_carriers},
    {1, 0, WRITE, TERN_ELEMENT_TYPE_F32, "c", 2, 4, dynamic_dims, mn_carriers},
};
static const int64_t step_dims[] = {128};
static const tern_binding_info_t step_bindings[] = {
    {0, 0, READ | WRITE, TERN_ELEMENT_TYPE_I32, "a", 1, 4, step_dims, NULL},
};

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

static inline tern_device_t *create_device(tern_device_flags_t flags) {
  tern_device_options_t options = {.flags = flags};
  tern_device_t *device = NULL;
  ASSERT_OK(tern_device_create("vulkan", &options, &device));
  return device;
}

// Every test ends without a word from the validation layers, if they are on.
static inline void destroy_device(tern_device_t *device) {
  int64_t count = -1;
  char *message = NULL;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_VALIDATION_MESSAGE_COUNT, &count));
  ASSERT_OK(tern_device_validation_message(device, &message));
  if (count) fail_msg("the validation layers say: %s", message);
  free(message);
  tern_device_release(device);
}

static inline tern_status_t load(tern_device_t *device, const uint32_t *words, size_t size,
                                 const tern_entry_point_t *entries, size_t entry_count,
                                 tern_executable_t **out_executable) {
  tern_executable_params_t params = {
      .format = "spirv", .data = words, .data_size = size, .entry_points = entries, .entry_point_count = entry_count};
  return tern_executable_create(device, &params, out_executable);
}

#define LOAD(device, words, entries, count, out) load(device, words, sizeof(words), entries, count, out)

// Three buffers of `count` floats and an executable to add them.
typedef struct add_fixture {
  tern_device_t *device;
  tern_executable_t *executable;
  tern_buffer_t *buffers[3];
  tern_buffer_range_t ranges[3];
  uint32_t count;
} add_fixture_t;

static inline add_fixture_t set_up_add(uint32_t count) {
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

static inline void tear_down_add(add_fixture_t *fixture) {
  for (size_t i = 0; i < 3; ++i) tern_buffer_release(fixture->buffers[i]);
  tern_executable_release(fixture->executable);
  destroy_device(fixture->device);
}

static inline tern_command_buffer_t *record_add(add_fixture_t *fixture) {
  tern_command_buffer_t *commands = begin(fixture->device);
  ASSERT_OK(
      tern_command_buffer_dispatch(commands, fixture->executable, 0, NULL, &fixture->count, 1, fixture->ranges, 3));
  return commands;
}

static inline void check_sums(add_fixture_t *fixture) {
  float *sums = calloc((size_t)fixture->count + 1, sizeof(*sums));
  ASSERT_OK(tern_buffer_read(fixture->buffers[2], 0, sums, fixture->count * sizeof(*sums)));
  for (uint32_t i = 0; i < fixture->count; ++i) assert_float_equal(sums[i], 3.0f * (float)i, 0);
  free(sums);
}

//---- Running the tests ----

static inline bool has_device(void) {
  size_t count = 0;
  tern_status_t status = tern_driver_device_count("vulkan", &count);
  if (!tern_status_is_ok(status)) print_message("%s\n", status.message);
  if (tern_status_is_ok(status) && !count) print_message("there is no Vulkan device\n");
  return count > 0;
}

// The validation layers check every test, where they are installed.
static inline void turn_validation_on(void) {
  tern_device_t *device = NULL;
  setenv("TERN_VULKAN_VALIDATION", "1", 1);
  tern_status_t status = tern_device_create("vulkan", NULL, &device);
  if (status.code == TERN_NOT_FOUND) {
    print_message("%s\n", status.message);
    unsetenv("TERN_VULKAN_VALIDATION");
  }
  tern_device_release(device);
}

// Makes the machine ready. False: there is no device, and all tests are skipped.
static inline bool begin_tests(void) {
  setenv("VK_DRIVER_FILES", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", 0);
  setenv("TERN_CACHE_DIR", "", 0);
  pin_driver();
  if (!has_device()) {
    print_message("all tests of the Vulkan driver are skipped\n");
    return false;
  }
  if (!getenv("TERN_VULKAN_VALIDATION")) turn_validation_on();
  return true;
}

#endif  // TERN_TEST_UNIT_VULKAN_FIXTURE_H_
