// What the tests of all drivers of GPUs share: the description of a kernel that adds, buffers, and command buffers.

#ifndef TERN_TEST_UNIT_DEVICE_FIXTURE_H_
#define TERN_TEST_UNIT_DEVICE_FIXTURE_H_

#include "status_asserts.h"
#include "tern/dispatch.h"
#include "tern/run.h"
#include "tern/runtime.h"

//---- Descriptions of kernels ----

enum { READ = TERN_BINDING_ACCESS_READ, WRITE = TERN_BINDING_ACCESS_WRITE };

static const int64_t dynamic_dims[] = {TERN_DIM_DYNAMIC, TERN_DIM_DYNAMIC};
static const int32_t count_carrier[] = {0};

// add(a, b, c, count): c = a + b.
static const tern_binding_info_t add_bindings[] = {
    {0, 0, READ, TERN_ELEMENT_TYPE_F32, "a", 1, 4, dynamic_dims, count_carrier},
    {0, 1, READ, TERN_ELEMENT_TYPE_F32, "b", 1, 4, dynamic_dims, count_carrier},
    {0, 2, WRITE, TERN_ELEMENT_TYPE_F32, "c", 1, 4, dynamic_dims, count_carrier},
};

#define CONSTANT(value) TERN_GRID_CONSTANT, (value), 0
// ceil(word 0 / 64), 1, 1
static const uint32_t add_grid[] = {
    TERN_GRID_PUSH_CONSTANT, 0, 0, CONSTANT(64), TERN_GRID_CEIL_DIV, 0, 1, CONSTANT(1), 2, 3, 3};
// word 0, 1, 1
static const uint32_t wide_grid[] = {TERN_GRID_PUSH_CONSTANT, 0, 0, CONSTANT(1), 0, 1, 1};
static const uint32_t zero_grid[] = {CONSTANT(0), CONSTANT(1), 0, 1, 1};
#define GRID(words) sizeof(words) / sizeof((words)[0]), (words)

static const tern_kernel_info_t add_kernels[] = {{"add", {64, 1, 1}, GRID(add_grid), 0, 0}};

//---- Buffers and commands ----

static inline tern_buffer_t *make_buffer(tern_device_t *device, const void *data, size_t size) {
  tern_buffer_t *buffer = NULL;
  ASSERT_OK(tern_buffer_allocate(device, 0, size, &buffer));
  if (data) ASSERT_OK(tern_buffer_write(buffer, 0, data, size));
  return buffer;
}

static inline tern_command_buffer_t *begin(tern_device_t *device) {
  tern_command_buffer_t *commands = NULL;
  ASSERT_OK(tern_command_buffer_create(device, &commands));
  return commands;
}

// Ends, runs, and gives back.
static inline void run(tern_device_t *device, tern_command_buffer_t *commands) {
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_OK(tern_device_execute(device, commands));
  tern_command_buffer_release(commands);
}

#endif  // TERN_TEST_UNIT_DEVICE_FIXTURE_H_
