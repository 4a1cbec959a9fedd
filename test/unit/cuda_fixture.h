// What the tests of the CUDA driver share: GPUs of the fake library, kernels, and images of them.

#ifndef TERN_TEST_UNIT_CUDA_FIXTURE_H_
#define TERN_TEST_UNIT_CUDA_FIXTURE_H_

#include "base/cuda_image_format.h"
#include "device_fixture.h"
#include "fake_cuda.h"
#include "runtime/device.h"

//---- Kernels ----

static const int64_t word_dims[] = {1};

// add(a, b, c, count): c = a + b. append(log, number): log[++log[0]] = number. step(a, b): b[0] = a[0] + 1.
static const tern_binding_info_t append_bindings[] = {
    {0, 0, READ | WRITE, TERN_ELEMENT_TYPE_I32, "log", 1, 4, word_dims, NULL},
};
static const tern_binding_info_t step_bindings[] = {
    {0, 0, READ, TERN_ELEMENT_TYPE_I32, "a", 1, 4, word_dims, NULL},
    {0, 1, WRITE, TERN_ELEMENT_TYPE_I32, "b", 1, 4, word_dims, NULL},
};

static const tern_kernel_info_t append_kernels[] = {{"append", {1, 1, 1}, 0, NULL, 32, 0}};
static const tern_kernel_info_t step_kernels[] = {{"step", {1, 1, 1}, 0, NULL, 0, 0}};

static const tern_entry_point_t entries[] = {
    {.name = "add",
     .push_constant_count = 1,
     .binding_count = 3,
     .bindings = add_bindings,
     .kernel_count = 1,
     .kernels = add_kernels},
    {.name = "append",
     .push_constant_count = 1,
     .binding_count = 1,
     .bindings = append_bindings,
     .kernel_count = 1,
     .kernels = append_kernels},
    {.name = "step", .binding_count = 2, .bindings = step_bindings, .kernel_count = 1, .kernels = step_kernels},
};
enum { ADD, APPEND, STEP, ENTRY_COUNT };

#define ADD_PTX ".visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)\n"
#define APPEND_PTX ".visible .entry append(.param .u64 log, .param .u32 number)\n"
#define STEP_PTX ".visible .entry step(.param .u64 a, .param .u64 b)\n"
static const char plain_ptx[] = ".version 7.0\n.target sm_50\n" ADD_PTX APPEND_PTX STEP_PTX;

typedef struct add_parameters {
  const float *a, *b;
  float *c;
  uint32_t count;
} add_parameters_t;

static void run_add(const fake_cuda_launch_t *launch) {
  const add_parameters_t *parameters = (const add_parameters_t *)launch->parameters;
  uint32_t most = launch->grid[0] * launch->block[0];
  for (uint32_t i = 0; i < parameters->count && i < most; ++i) parameters->c[i] = parameters->a[i] + parameters->b[i];
}

static void run_append(const fake_cuda_launch_t *launch) {
  int32_t *log;
  memcpy(&log, launch->parameters, sizeof(log));
  memcpy(&log[++log[0]], launch->parameters + sizeof(log), sizeof(*log));
}

static void run_step(const fake_cuda_launch_t *launch) {
  int32_t *const *parameters = (int32_t *const *)(const void *)launch->parameters;
  parameters[1][0] = parameters[0][0] + 1;
}

//---- Devices ----

static const fake_cuda_device_t hopper = {90, 1u << 30, true};

static void begin_test(const fake_cuda_device_t *devices, int count) {
  fake_cuda_reset(devices, count);
  fake_cuda_define("add", run_add);
  fake_cuda_define("append", run_append);
  fake_cuda_define("step", run_step);
}

// Nothing was done that may not be, and nothing is left.
static void end_test(void) {
  if (fake_cuda_violation()) fail_msg("violation: %s", fake_cuda_violation());
  assert_int_equal(fake_cuda_live(), 0);
}

static inline tern_device_t *create_device(const char *uri, tern_device_flags_t flags) {
  tern_device_options_t options = {.flags = flags};
  tern_device_t *device = NULL;
  ASSERT_OK(tern_device_create(uri, &options, &device));
  return device;
}

// A device for a test that has one.
static inline tern_device_t *begin_device(void) {
  begin_test(&hopper, 1);
  return create_device("cuda", 0);
}

static inline tern_status_t load(tern_device_t *device, const void *data, size_t size,
                                 const tern_entry_point_t *entry_points, size_t count,
                                 tern_executable_t **out_executable) {
  tern_executable_params_t params = {.format = "cuda-nvptx-fb",
                                     .data = data,
                                     .data_size = size,
                                     .entry_points = entry_points,
                                     .entry_point_count = count};
  return tern_executable_create(device, &params, out_executable);
}

static inline tern_executable_t *load_plain(tern_device_t *device) {
  tern_executable_t *executable = NULL;
  ASSERT_OK(load(device, plain_ptx, strlen(plain_ptx), entries, ENTRY_COUNT, &executable));
  return executable;
}

static inline int32_t read_word(tern_buffer_t *buffer, size_t index) {
  int32_t word = -1;
  ASSERT_OK(tern_buffer_read(buffer, index * sizeof(word), &word, sizeof(word)));
  return word;
}

//---- Commands ----

static inline void record_barrier(tern_command_buffer_t *commands) {
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
}

static inline void record_append(tern_command_buffer_t *commands, tern_executable_t *executable, tern_buffer_t *log,
                                 uint32_t number) {
  tern_buffer_range_t range = tern_buffer_whole(log);
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, APPEND, NULL, &number, 1, &range, 1));
}

static inline void record_step(tern_command_buffer_t *commands, tern_executable_t *executable, tern_buffer_t *a,
                               tern_buffer_t *b) {
  const tern_buffer_range_t ranges[] = {{a, 0, sizeof(int32_t)}, {b, 0, sizeof(int32_t)}};
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, STEP, NULL, NULL, 0, ranges, 2));
}

//---- Images ----

typedef struct image_module {
  uint32_t kind, architecture, suffix;
  const char *text;
} image_module_t;

// An image of one variant with modules and rows of kernels and tensor maps; `kernels` and `tensor_maps` are words as the format has
// them but for the names of kernels. Owned by the caller.
static inline uint32_t *make_image(const image_module_t *modules, size_t module_count, const char *const *names,
                                   const uint32_t (*kernels)[7], size_t kernel_count,
                                   const uint32_t (*maps)[TERN_CUDA_IMAGE_TENSOR_MAP_WORDS], size_t map_count,
                                   size_t *out_size) {
  size_t words = TERN_CUDA_IMAGE_HEADER_WORDS + module_count * TERN_CUDA_IMAGE_MODULE_WORDS +
                 kernel_count * TERN_CUDA_IMAGE_KERNEL_WORDS + map_count * TERN_CUDA_IMAGE_TENSOR_MAP_WORDS;
  size_t size = words * 4;
  for (size_t i = 0; i < module_count; ++i) size += strlen(modules[i].text) + 16;
  for (size_t i = 0; i < kernel_count; ++i) size += strlen(names[i]) + 8;
  uint32_t *image = calloc(1, size), *row = image + TERN_CUDA_IMAGE_HEADER_WORDS;
  size_t at = (words * 4 + 7) / 8 * 8;
  const uint32_t header[] = {TERN_CUDA_IMAGE_MAGIC,  TERN_CUDA_IMAGE_VERSION, (uint32_t)module_count,
                             (uint32_t)kernel_count, (uint32_t)map_count,     0};
  memcpy(image, header, sizeof(header));
  for (size_t i = 0; i < module_count; ++i, row += TERN_CUDA_IMAGE_MODULE_WORDS) {
    size_t length = strlen(modules[i].text);
    const uint32_t values[] = {modules[i].kind, modules[i].architecture, modules[i].suffix, 0,
                               (uint32_t)at,    (uint32_t)length};
    memcpy(row, values, sizeof(values));
    memcpy((char *)image + at, modules[i].text, length);
    at += (length + 7) / 8 * 8;
  }
  for (size_t i = 0; i < kernel_count; ++i, row += TERN_CUDA_IMAGE_KERNEL_WORDS) {
    row[1] = (uint32_t)at;
    row[2] = (uint32_t)strlen(names[i]);
    memcpy(row + 3, kernels[i], sizeof(kernels[i]));
    memcpy((char *)image + at, names[i], row[2]);
    at += row[2];
  }
  if (map_count) memcpy(row, maps, map_count * sizeof(maps[0]));
  *out_size = at;
  return image;
}

//---- Submissions ----

static const tern_semaphore_list_t none = {0};

static inline tern_semaphore_t *make_semaphore(tern_device_t *device, uint64_t value) {
  tern_semaphore_t *semaphore = NULL;
  ASSERT_OK(tern_semaphore_create(device, value, &semaphore));
  return semaphore;
}

static inline void submit(tern_device_t *device, tern_semaphore_t *wait, uint64_t wait_value,
                          tern_command_buffer_t *commands, tern_semaphore_t *signal, uint64_t signal_value) {
  const tern_semaphore_list_t waits = {&wait, &wait_value, 1}, signals = {&signal, &signal_value, 1};
  ASSERT_OK(tern_device_submit(device, wait ? waits : none, &commands, commands ? 1 : 0, signal ? signals : none));
}

static const int32_t zeros[64];

// A command buffer with two slots, and buffers to put into them.
typedef struct slots_fixture {
  tern_device_t *device;
  tern_executable_t *executable;
  tern_command_buffer_t *commands;
  tern_buffer_t *fixed;
} slots_fixture_t;

// fixed = slot 0 + 1; slot 1 = fixed + 1; slot 1 [1] = slot 1; slot 1 [2] = 7.
static inline slots_fixture_t set_up_slots(tern_device_t *device) {
  slots_fixture_t fixture = {device, load_plain(device), begin(device), make_buffer(device, NULL, 4)};
  tern_buffer_t *slots[2];
  for (uint32_t i = 0; i < 2; ++i) ASSERT_OK(device->vtable->create_slot(device, i, &slots[i]));
  static const int32_t seven = 7;
  record_step(fixture.commands, fixture.executable, slots[0], fixture.fixed);
  record_barrier(fixture.commands);
  record_step(fixture.commands, fixture.executable, fixture.fixed, slots[1]);
  record_barrier(fixture.commands);
  ASSERT_OK(tern_command_buffer_copy(fixture.commands, (tern_buffer_range_t){slots[1], 0, 4},
                                     (tern_buffer_range_t){slots[1], 4, 4}));
  ASSERT_OK(tern_command_buffer_fill(fixture.commands, (tern_buffer_range_t){slots[1], 8, 4}, &seven, 4));
  ASSERT_OK(tern_command_buffer_end(fixture.commands));
  for (uint32_t i = 0; i < 2; ++i) tern_buffer_release(slots[i]);
  return fixture;
}

static inline void tear_down_slots(slots_fixture_t *fixture) {
  tern_command_buffer_release(fixture->commands);
  tern_buffer_release(fixture->fixed);
  tern_executable_release(fixture->executable);
  tern_device_release(fixture->device);
}

static inline void submit_bound(slots_fixture_t *fixture, tern_buffer_t *input, tern_buffer_t *output) {
  const tern_buffer_range_t table[] = {{input, 0, 64}, {output, 0, 64}};
  tern_status_t status;
  assert_true(tern_device_submit_bound(fixture->device, none, fixture->commands, table, 2, none, &status));
  ASSERT_OK(status);
}

static inline void check_output(tern_buffer_t *output, int32_t expected) {
  assert_int_equal(read_word(output, 0), expected);
  assert_int_equal(read_word(output, 1), expected);
  assert_int_equal(read_word(output, 2), 7);
}

#endif  // TERN_TEST_UNIT_CUDA_FIXTURE_H_
