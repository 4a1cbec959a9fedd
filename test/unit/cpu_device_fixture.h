// What the tests of devices share: the CPU's device, and kernels as the compiler would emit them.

#ifndef TERN_TEST_UNIT_CPU_DEVICE_FIXTURE_H_
#define TERN_TEST_UNIT_CPU_DEVICE_FIXTURE_H_

#include <stdatomic.h>

#include <unistd.h>

#include "status_asserts.h"
#include "tern/dispatch.h"
#include "tern/runtime.h"

_Static_assert(offsetof(tern_dispatch_params_t, push_constant_count) == 12, "ABI");
_Static_assert(offsetof(tern_dispatch_params_t, push_constants) == 16, "ABI");
_Static_assert(sizeof(void *) != 8 || offsetof(tern_dispatch_params_t, bindings) == 24, "ABI");
_Static_assert(sizeof(void *) != 8 || offsetof(tern_dispatch_params_t, binding_sizes) == 32, "ABI");
_Static_assert(sizeof(void *) != 8 || offsetof(tern_dispatch_params_t, binding_count) == 40, "ABI");
_Static_assert(sizeof(void *) != 8 || offsetof(tern_dispatch_params_t, data) == 48, "ABI");
_Static_assert(sizeof(void *) != 8 || sizeof(tern_dispatch_params_t) == 56, "ABI");

//---- Kernels, as the compiler would emit them ----

enum { ROW_SIZE = 8, WORK = 200 };

// out[row][i] = in[row][i] * 2 + row, one workgroup per row. The loop makes a workgroup long enough to be shared out.
static inline int32_t scale_rows(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  const float *in = params->bindings[0];
  float *out = params->bindings[1];
  uint32_t row = x + params->workgroup_count[0] * (y + params->workgroup_count[1] * z);
  for (uint32_t i = 0; i < ROW_SIZE; ++i) {
    float value = in[row * ROW_SIZE + i];
    for (int j = 0; j < WORK; ++j) value = value * 0.5f + 1;
    out[row * ROW_SIZE + i] = value + (float)row;
  }
  return 0;
}

static inline void count_rows(const uint32_t *push_constants, uint32_t out_count[3]) {
  out_count[0] = push_constants[0];
  out_count[1] = out_count[2] = 1;
}

// inout[x] += 1: finds workgroups that run twice or never.
static inline int32_t increment(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  uint32_t *inout = params->bindings[0];
  ++inout[x + params->workgroup_count[0] * (y + params->workgroup_count[1] * z)];
  return 0;
}

// Writes only the even elements.
static inline int32_t write_half(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  (void)y;
  (void)z;
  if (x % 2 == 0) ((float *)params->bindings[0])[x] = 1;
  return 0;
}

// Fails in the workgroups whose x is a multiple of the push constant, but for 0.
static inline int32_t fail_some(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  (void)z;
  return x && x % params->push_constants[0] == 0 && y == 1 ? 1 : 0;
}

static atomic_int has_begun, may_end;

// Runs until it is told to end.
static inline int32_t hold(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  (void)params;
  (void)x;
  (void)y;
  (void)z;
  atomic_store(&has_begun, 1);
  while (!atomic_load(&may_end)) usleep(100);
  atomic_store(&may_end, 2);
  return 0;
}

static const int64_t rows_dims[] = {TERN_DIM_DYNAMIC, ROW_SIZE};
static const int32_t rows_carriers[] = {0, -1};
static const tern_binding_info_t scale_bindings[] = {
    {0, 0, TERN_BINDING_ACCESS_READ, TERN_ELEMENT_TYPE_F32, "in", 2, 16, rows_dims, rows_carriers},
    {0, 1, TERN_BINDING_ACCESS_WRITE | TERN_BINDING_ACCESS_DISCARD, TERN_ELEMENT_TYPE_F32, "out", 2, 16, rows_dims,
     rows_carriers},
};
static const int64_t counters_dims[] = {24};
static const tern_binding_info_t increment_bindings[] = {
    {0, 0, TERN_BINDING_ACCESS_READ | TERN_BINDING_ACCESS_WRITE, TERN_ELEMENT_TYPE_I32, "counters", 1, 4, counters_dims,
     NULL},
};
static const int64_t half_dims[] = {8};
static const tern_binding_info_t half_bindings[] = {
    {0, 0, TERN_BINDING_ACCESS_WRITE, TERN_ELEMENT_TYPE_F32, "out", 1, 4, half_dims, NULL},
};
static const tern_entry_point_t entry_points[] = {
    {.name = "scale_rows",
     .fn = scale_rows,
     .workgroup_count = count_rows,
     .push_constant_count = 1,
     .binding_count = 2,
     .bindings = scale_bindings},
    {.name = "increment",
     .fn = increment,
     .workgroup_count = NULL,
     .push_constant_count = 0,
     .binding_count = 1,
     .bindings = increment_bindings},
    {.name = "write_half",
     .fn = write_half,
     .workgroup_count = NULL,
     .push_constant_count = 0,
     .binding_count = 1,
     .bindings = half_bindings},
    {.name = "fail_some",
     .fn = fail_some,
     .workgroup_count = NULL,
     .push_constant_count = 1,
     .binding_count = 0,
     .bindings = NULL},
    {.name = "hold",
     .fn = hold,
     .workgroup_count = NULL,
     .push_constant_count = 0,
     .binding_count = 0,
     .bindings = NULL},
};

enum { SCALE_ROWS, INCREMENT, WRITE_HALF, FAIL_SOME, HOLD };

//---- Fixture ----

typedef struct fixture_t {
  tern_device_t *device;
  tern_executable_t *executable;
} fixture_t;

static inline fixture_t set_up(uint32_t thread_count) {
  fixture_t fixture = {0};
  tern_device_options_t options = {.thread_count = thread_count, .flags = TERN_DEVICE_FLAG_POISON_BUFFERS};
  ASSERT_OK(tern_device_create("cpu", &options, &fixture.device));
  tern_executable_params_t params = {.format = "entry-points", .entry_points = entry_points, .entry_point_count = 5};
  ASSERT_OK(tern_executable_create(fixture.device, &params, &fixture.executable));
  return fixture;
}

static inline void tear_down(fixture_t *fixture) {
  tern_executable_release(fixture->executable);
  tern_device_release(fixture->device);
}

static inline tern_buffer_t *allocate(fixture_t *fixture, size_t size) {
  tern_buffer_t *buffer = NULL;
  ASSERT_OK(tern_buffer_allocate(fixture->device, 0, size, &buffer));
  return buffer;
}

static inline tern_command_buffer_t *begin(fixture_t *fixture) {
  tern_command_buffer_t *commands = NULL;
  ASSERT_OK(tern_command_buffer_create(fixture->device, &commands));
  return commands;
}

static inline void run(fixture_t *fixture, tern_command_buffer_t *commands) {
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_OK(tern_device_execute(fixture->device, commands));
  tern_command_buffer_release(commands);
}

#endif  // TERN_TEST_UNIT_CPU_DEVICE_FIXTURE_H_
