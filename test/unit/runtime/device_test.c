// Devices, buffers, executables, command buffers and semaphores on the CPU driver, and the dispatch ABI.

#include <stdatomic.h>

#include <pthread.h>
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
static int32_t scale_rows(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
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

static void count_rows(const uint32_t *push_constants, uint32_t out_count[3]) {
  out_count[0] = push_constants[0];
  out_count[1] = out_count[2] = 1;
}

// inout[x] += 1: finds workgroups that run twice or never.
static int32_t increment(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  uint32_t *inout = params->bindings[0];
  ++inout[x + params->workgroup_count[0] * (y + params->workgroup_count[1] * z)];
  return 0;
}

// Writes only the even elements.
static int32_t write_half(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  (void)y;
  (void)z;
  if (x % 2 == 0) ((float *)params->bindings[0])[x] = 1;
  return 0;
}

// Fails in the workgroups whose x is a multiple of the push constant, but for 0.
static int32_t fail_some(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  (void)z;
  return x && x % params->push_constants[0] == 0 && y == 1 ? 1 : 0;
}

static atomic_int has_begun, may_end;

// Runs until it is told to end.
static int32_t hold(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
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

static fixture_t set_up(uint32_t thread_count) {
  fixture_t fixture = {0};
  tern_device_options_t options = {.thread_count = thread_count, .flags = TERN_DEVICE_FLAG_POISON_BUFFERS};
  ASSERT_OK(tern_device_create("cpu", &options, &fixture.device));
  tern_executable_params_t params = {.format = "entry-points", .entry_points = entry_points, .entry_point_count = 5};
  ASSERT_OK(tern_executable_create(fixture.device, &params, &fixture.executable));
  return fixture;
}

static void tear_down(fixture_t *fixture) {
  tern_executable_release(fixture->executable);
  tern_device_release(fixture->device);
}

static tern_buffer_t *allocate(fixture_t *fixture, size_t size) {
  tern_buffer_t *buffer = NULL;
  ASSERT_OK(tern_buffer_allocate(fixture->device, 0, size, &buffer));
  return buffer;
}

static tern_command_buffer_t *begin(fixture_t *fixture) {
  tern_command_buffer_t *commands = NULL;
  ASSERT_OK(tern_command_buffer_create(fixture->device, &commands));
  return commands;
}

static void run(fixture_t *fixture, tern_command_buffer_t *commands) {
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_OK(tern_device_execute(fixture->device, commands));
  tern_command_buffer_release(commands);
}

//---- Dispatch ----

// Runs scale_rows over `row_count` rows with the given number of threads; the result is owned by the caller.
static float *scale(uint32_t thread_count, uint32_t row_count) {
  fixture_t fixture = set_up(thread_count);
  size_t size = (size_t)row_count * ROW_SIZE * sizeof(float);
  tern_buffer_t *in = allocate(&fixture, size), *out = allocate(&fixture, size);
  float *data = malloc(size + 1);
  for (size_t i = 0; i < size / sizeof(float); ++i) data[i] = (float)i * 0.37f;
  ASSERT_OK(tern_buffer_write(in, 0, data, size));
  tern_command_buffer_t *commands = begin(&fixture);
  tern_buffer_range_t bindings[] = {tern_buffer_whole(in), tern_buffer_whole(out)};
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &row_count, 1, bindings, 2));
  run(&fixture, commands);
  ASSERT_OK(tern_buffer_read(out, 0, data, size));
  tern_buffer_release(in);
  tern_buffer_release(out);
  tear_down(&fixture);
  return data;
}

static void check_thread_counts(uint32_t row_count) {
  size_t size = (size_t)row_count * ROW_SIZE * sizeof(float);
  float *reference = scale(1, row_count);
  for (uint32_t thread_count = 2; thread_count < 9; thread_count += 3) {
    float *result = scale(thread_count, row_count);
    assert_memory_equal(result, reference, size);
    free(result);
  }
  // And the same as with no library at all.
  float *in = malloc(size), *out = malloc(size);
  for (size_t i = 0; i < size / sizeof(float); ++i) in[i] = (float)i * 0.37f;
  void *bindings[] = {in, out};
  assert_int_equal(tern_dispatch_run_serial(&entry_points[SCALE_ROWS], &row_count, bindings, NULL), 0);
  assert_memory_equal(out, reference, size);
  free(in);
  free(out);
  free(reference);
}

static void computes_the_same_for_any_thread_count(void **state) {
  (void)state;
  check_thread_counts(3001);  // enough data to be shared out at once
  check_thread_counts(400);   // shared out after a look at the clock
  check_thread_counts(2);     // done where it is submitted
}

static void does_nothing_for_an_empty_grid(void **state) {
  (void)state;
  free(scale(2, 0));
}

static void runs_every_workgroup_once(void **state) {
  (void)state;
  fixture_t fixture = set_up(3);
  const uint32_t grid[] = {2, 3, 4};
  tern_buffer_t *counters = allocate(&fixture, 24 * sizeof(uint32_t));
  tern_buffer_range_t binding = tern_buffer_whole(counters);
  tern_command_buffer_t *commands = begin(&fixture);
  const uint32_t zero = 0;
  ASSERT_OK(tern_command_buffer_fill(commands, binding, &zero, sizeof(zero)));
  for (int i = 0; i < 50; ++i) {
    ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
    ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, INCREMENT, grid, NULL, 0, &binding, 1));
  }
  run(&fixture, commands);
  uint32_t values[24];
  ASSERT_OK(tern_buffer_read(counters, 0, values, sizeof(values)));
  for (size_t i = 0; i < 24; ++i) assert_int_equal(values[i], 50);
  tern_buffer_release(counters);
  tear_down(&fixture);
}

static void shows_what_a_kernel_did_not_write(void **state) {
  (void)state;
  fixture_t fixture = set_up(2);
  const uint32_t grid[] = {8, 1, 1};
  tern_buffer_t *out = allocate(&fixture, 8 * sizeof(float));
  tern_buffer_range_t binding = tern_buffer_whole(out);
  tern_command_buffer_t *commands = begin(&fixture);
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, WRITE_HALF, grid, NULL, 0, &binding, 1));
  run(&fixture, commands);
  float *values = NULL;
  ASSERT_OK(tern_buffer_map(out, TERN_MAP_ACCESS_READ, 0, TERN_WHOLE_BUFFER, (void **)&values));
  for (size_t i = 0; i < 8; ++i) assert_true(i % 2 ? values[i] != values[i] : values[i] == 1);
  ASSERT_OK(tern_buffer_unmap(out, TERN_MAP_ACCESS_READ, 0, TERN_WHOLE_BUFFER));
  tern_buffer_release(out);
  tear_down(&fixture);
}

static void reports_the_first_workgroup_that_fails(void **state) {
  (void)state;
  for (uint32_t thread_count = 1; thread_count < 5; ++thread_count) {
    fixture_t fixture = set_up(thread_count);
    const uint32_t grid[] = {100, 20, 1}, step = 7;
    tern_command_buffer_t *commands = begin(&fixture);
    ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, FAIL_SOME, grid, &step, 1, NULL, 0));
    ASSERT_OK(tern_command_buffer_end(commands));
    for (int i = 0; i < 20; ++i) {
      ASSERT_FAILS_WITH(tern_device_execute(fixture.device, commands), TERN_INTERNAL,
                        "entry point 'fail_some': workgroup (7, 1, 0) failed");
    }
    tern_semaphore_list_t none = {0};
    ASSERT_OK(tern_device_submit(fixture.device, none, &commands, 1, none));
    ASSERT_FAILS_WITH(tern_device_wait_idle(fixture.device), TERN_INTERNAL,
                      "entry point 'fail_some': workgroup (7, 1, 0) failed");
    ASSERT_OK(tern_device_wait_idle(fixture.device));
    tern_command_buffer_release(commands);
    tear_down(&fixture);
  }
}

static void refuses_wrong_dispatches(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_command_buffer_t *commands = begin(&fixture);
  tern_buffer_t *a = allocate(&fixture, 96), *b = allocate(&fixture, 96), *transfer = NULL;
  ASSERT_OK(tern_buffer_allocate(fixture.device, TERN_BUFFER_USAGE_TRANSFER, 96, &transfer));
  const uint32_t rows = 3;
  tern_buffer_range_t good[] = {tern_buffer_whole(a), tern_buffer_whole(b)};
  ASSERT_FAILS_WITH(tern_command_buffer_dispatch(commands, fixture.executable, 9, NULL, &rows, 1, good, 2),
                    TERN_OUT_OF_RANGE, "entry point 9 does not exist, the executable has 5");
  ASSERT_FAILS_WITH(tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, NULL, 0, good, 2),
                    TERN_INVALID_ARGUMENT, "entry point 'scale_rows' takes 1 push constants but got 0");
  ASSERT_FAILS_WITH(tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &rows, 1, good, 1),
                    TERN_INVALID_ARGUMENT, "entry point 'scale_rows' takes 2 bindings but got 1");
  const uint32_t many_rows = 4;
  ASSERT_FAILS_WITH(
      tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &many_rows, 1, good, 2),
      TERN_OUT_OF_RANGE, "entry point 'scale_rows', binding 0 ('in'): expected 128 bytes for 4x8xf32 but got 96");
  tern_buffer_range_t shifted[] = {tern_buffer_whole(a), {b, 4, 64}};
  const uint32_t two_rows = 2;
  ASSERT_FAILS_WITH(
      tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &two_rows, 1, shifted, 2),
      TERN_INVALID_ARGUMENT, "entry point 'scale_rows', binding 1 ('out'): expected an address aligned to 16 bytes");
  tern_buffer_range_t outside[] = {tern_buffer_whole(a), {b, 64, 64}};
  ASSERT_FAILS_WITH(
      tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &two_rows, 1, outside, 2),
      TERN_OUT_OF_RANGE,
      "entry point 'scale_rows', binding 1 ('out'): 64 bytes at offset 64 lie outside the buffer of 96 bytes");
  tern_buffer_range_t overlapping[] = {{a, 0, 64}, {a, 32, 64}};
  ASSERT_FAILS_WITH(
      tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &two_rows, 1, overlapping, 2),
      TERN_INVALID_ARGUMENT, "entry point 'scale_rows': bindings 0 ('in') and 1 ('out') overlap");
  tern_buffer_range_t beside[] = {{a, 0, 96}, {a, 32, 64}};
  const uint32_t one_row = 1;
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &one_row, 1, beside, 2));
  tern_buffer_range_t unusable[] = {tern_buffer_whole(a), tern_buffer_whole(transfer)};
  ASSERT_FAILS_WITH(tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &rows, 1, unusable, 2),
                    TERN_FAILED_PRECONDITION,
                    "entry point 'scale_rows', binding 1 ('out'): the buffer was not made for dispatch");
  tern_buffer_range_t missing[] = {tern_buffer_whole(a), {NULL, 0, 0}};
  ASSERT_FAILS_WITH(tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &rows, 1, missing, 2),
                    TERN_INVALID_ARGUMENT,
                    "entry point 'scale_rows', binding 1 ('out'): expected a buffer but got NULL");
  const uint32_t huge[] = {UINT32_MAX, UINT32_MAX, 2};
  ASSERT_FAILS_WITH(tern_command_buffer_dispatch(commands, fixture.executable, FAIL_SOME, huge, &rows, 1, NULL, 0),
                    TERN_OUT_OF_RANGE,
                    "entry point 'fail_some': a grid of 4294967295 x 4294967295 x 2 workgroups is too large");
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS_WITH(tern_command_buffer_dispatch(commands, fixture.executable, SCALE_ROWS, NULL, &rows, 1, good, 2),
                    TERN_FAILED_PRECONDITION, "the command buffer has ended");
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_buffer_release(transfer);
  tear_down(&fixture);
}

static void refuses_wrong_executables(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_executable_t *executable = NULL;
  const int64_t dims[] = {TERN_DIM_DYNAMIC};
  const int32_t carriers[] = {1};
  tern_binding_info_t binding = {0, 0, TERN_BINDING_ACCESS_READ, TERN_ELEMENT_TYPE_F32, "a", 1, 4, dims, carriers};
  tern_entry_point_t entry = {
      .name = "f", .fn = scale_rows, .push_constant_count = 1, .binding_count = 1, .bindings = &binding};
  tern_executable_params_t params = {.format = "entry-points", .entry_points = &entry, .entry_point_count = 1};
  ASSERT_FAILS_WITH(tern_executable_create(fixture.device, &params, &executable), TERN_INVALID_ARGUMENT,
                    "binding 0 of entry point 'f' has a dynamic dimension that no push constant carries");
  binding.alignment = 3;
  ASSERT_FAILS_WITH(tern_executable_create(fixture.device, &params, &executable), TERN_INVALID_ARGUMENT,
                    "binding 0 of entry point 'f' has an alignment that is no power of two");
  binding.element_type = 77777;
  ASSERT_FAILS_WITH(tern_executable_create(fixture.device, &params, &executable), TERN_INVALID_ARGUMENT,
                    "binding 0 of entry point 'f' has an unknown element type");
  entry = (tern_entry_point_t){.name = "f"};
  ASSERT_FAILS_WITH(tern_executable_create(fixture.device, &params, &executable), TERN_INVALID_ARGUMENT,
                    "entry point 'f' has no code");
  params.format = "spirv";
  ASSERT_FAILS_WITH(tern_executable_create(fixture.device, &params, &executable), TERN_UNSUPPORTED,
                    "a CPU device takes executables as 'entry-points' or as objects of its processor, not as 'spirv'");
  assert_null(executable);
  size_t ordinal = 0;
  ASSERT_OK(tern_executable_find(fixture.executable, "write_half", &ordinal));
  assert_int_equal(ordinal, WRITE_HALF);
  ASSERT_FAILS_WITH(tern_executable_find(fixture.executable, "nothing", &ordinal), TERN_NOT_FOUND,
                    "the executable has no entry point 'nothing'");
  assert_int_equal(tern_executable_entry_point_count(fixture.executable), 5);
  assert_null(tern_executable_entry_point_at(fixture.executable, 5));
  tear_down(&fixture);
}

//---- Transfers ----

static void runs_commands_in_order(void **state) {
  (void)state;
  fixture_t fixture = set_up(2);
  tern_buffer_t *a = allocate(&fixture, 32), *b = allocate(&fixture, 32);
  tern_command_buffer_t *commands = begin(&fixture);
  const uint8_t one = 1;
  const uint64_t wide = 0x0807060504030201;
  const char text[] = "update";
  ASSERT_OK(tern_command_buffer_fill(commands, tern_buffer_whole(a), &one, 1));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_TRANSFER));
  ASSERT_OK(tern_command_buffer_copy(commands, tern_buffer_whole(a), tern_buffer_whole(b)));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_TRANSFER));
  ASSERT_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){a, 8, 24}, &wide, 8));
  ASSERT_OK(tern_command_buffer_update(commands, text, (tern_buffer_range_t){b, 26, sizeof(text) - 1}));
  ASSERT_OK(tern_command_buffer_barrier(commands, TERN_STAGE_TRANSFER, TERN_STAGE_HOST));
  ASSERT_OK(tern_command_buffer_copy(commands, (tern_buffer_range_t){a, 8, 3}, (tern_buffer_range_t){a, 0, 3}));
  run(&fixture, commands);
  char values[32];
  ASSERT_OK(tern_buffer_read(a, 0, values, sizeof(values)));
  assert_memory_equal(values, "\1\2\3\1\1\1\1\1\1\2\3\4\5\6\7\10\1\2\3\4\5\6\7\10\1\2\3\4\5\6\7\10", 32);
  ASSERT_OK(tern_buffer_read(b, 0, values, sizeof(values)));
  assert_memory_equal(values, "\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1update", 32);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tear_down(&fixture);
}

static void refuses_wrong_transfers(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_command_buffer_t *commands = begin(&fixture);
  tern_buffer_t *a = allocate(&fixture, 32);
  const uint32_t pattern = 0;
  tern_buffer_range_t whole = tern_buffer_whole(a);
  ASSERT_FAILS_WITH(tern_command_buffer_fill(commands, whole, &pattern, 3), TERN_INVALID_ARGUMENT,
                    "expected a pattern of 1, 2, 4 or 8 bytes but got 3");
  ASSERT_FAILS_WITH(tern_command_buffer_fill(commands, (tern_buffer_range_t){a, 2, 4}, &pattern, 4),
                    TERN_INVALID_ARGUMENT,
                    "expected offset and size to be multiples of the pattern's 4 bytes but got 2 and 4");
  ASSERT_FAILS_WITH(tern_command_buffer_fill(commands, (tern_buffer_range_t){a, 33, TERN_WHOLE_BUFFER}, &pattern, 1),
                    TERN_OUT_OF_RANGE, "18446744073709551615 bytes at offset 33 lie outside the buffer of 32 bytes");
  ASSERT_FAILS_WITH(tern_command_buffer_copy(commands, (tern_buffer_range_t){a, 0, 8}, (tern_buffer_range_t){a, 16, 9}),
                    TERN_INVALID_ARGUMENT, "expected ranges of the same size but got 8 and 9 bytes");
  ASSERT_FAILS_WITH(tern_command_buffer_copy(commands, (tern_buffer_range_t){a, 0, 8}, (tern_buffer_range_t){a, 7, 8}),
                    TERN_INVALID_ARGUMENT, "the ranges of the copy overlap");
  ASSERT_FAILS_WITH(tern_command_buffer_update(commands, NULL, whole), TERN_INVALID_ARGUMENT,
                    "expected data but got NULL");
  ASSERT_FAILS_WITH(tern_command_buffer_barrier(commands, 64, 0), TERN_INVALID_ARGUMENT, "unknown stage bits 0x40");
  tern_semaphore_list_t none = {0};
  ASSERT_FAILS_WITH(tern_device_submit(fixture.device, none, &commands, 1, none), TERN_FAILED_PRECONDITION,
                    "command buffer 0 has not ended");
  ASSERT_FAILS_WITH(tern_device_execute(fixture.device, commands), TERN_FAILED_PRECONDITION,
                    "command buffer 0 has not ended");
  void *data;
  ASSERT_FAILS_WITH(tern_buffer_map(a, TERN_MAP_ACCESS_READ, 30, 3, &data), TERN_OUT_OF_RANGE,
                    "3 bytes at offset 30 lie outside the buffer of 32 bytes");
  ASSERT_FAILS_WITH(tern_buffer_map(a, 0, 0, 3, &data), TERN_INVALID_ARGUMENT,
                    "expected to map for reading or writing but got access 0x0");
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tear_down(&fixture);
}

//---- Buffers and devices ----

static void count_release(void *user_data, void *data) {
  assert_non_null(data);
  ++*(int *)user_data;
}

static void keeps_what_was_recorded(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  static float memory[8];
  int release_count = 0;
  tern_buffer_t *buffer = NULL;
  ASSERT_OK(tern_buffer_wrap(fixture.device, 0, memory, sizeof(memory), count_release, &release_count, &buffer));
  assert_int_equal(tern_buffer_size(buffer), sizeof(memory));
  tern_buffer_range_t binding = tern_buffer_whole(buffer);
  const uint32_t grid[] = {8, 1, 1};
  tern_command_buffer_t *commands = begin(&fixture);
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture.executable, WRITE_HALF, grid, NULL, 0, &binding, 1));
  ASSERT_OK(tern_command_buffer_end(commands));
  tern_buffer_release(buffer);
  tern_executable_release(fixture.executable);
  fixture.executable = NULL;
  assert_int_equal(release_count, 0);
  ASSERT_OK(tern_device_execute(fixture.device, commands));
  ASSERT_OK(tern_device_execute(fixture.device, commands));
  assert_true(memory[6] == 1 && memory[7] == 0);
  tern_command_buffer_release(commands);
  assert_int_equal(release_count, 1);
  tear_down(&fixture);
}

static void refuses_misaligned_wrapped_memory(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  _Alignas(16) static char memory[64];
  tern_buffer_t *buffer = NULL;
  ASSERT_OK(tern_buffer_wrap(fixture.device, 0, memory + 2, 40, NULL, NULL, &buffer));
  tern_buffer_range_t binding = tern_buffer_whole(buffer);
  tern_command_buffer_t *commands = begin(&fixture);
  ASSERT_FAILS_WITH(tern_command_buffer_dispatch(commands, fixture.executable, WRITE_HALF, NULL, NULL, 0, &binding, 1),
                    TERN_INVALID_ARGUMENT,
                    "entry point 'write_half', binding 0 ('out'): expected an address aligned to 4 bytes");
  tern_command_buffer_release(commands);
  tern_buffer_release(buffer);
  ASSERT_FAILS_WITH(tern_buffer_wrap(fixture.device, 0, NULL, 4, NULL, NULL, &buffer), TERN_INVALID_ARGUMENT,
                    "expected the address of 4 bytes but got NULL");
  tear_down(&fixture);
}

static void finds_devices_by_uri(void **state) {
  (void)state;
  tern_device_t *device = NULL;
  // The list goes on with the other drivers of the build.
  const char *expected = tern_driver_name_at(2) ? "there is no driver 'gpu', only 'cpu', 'vulkan', 'cuda'"
                                                : "there is no driver 'gpu', only 'cpu', 'cuda'";
  ASSERT_FAILS_WITH(tern_device_create("gpu", NULL, &device), TERN_NOT_FOUND, expected);
  ASSERT_FAILS_WITH(tern_device_create("cpu://1", NULL, &device), TERN_NOT_FOUND, "there is no CPU device 1, only 0");
  ASSERT_FAILS_WITH(tern_device_create("cpu://x", NULL, &device), TERN_INVALID_ARGUMENT,
                    "expected the number of a device after '://' but got 'x'");
  assert_null(device);
  tern_device_options_t options = {.thread_count = 3};
  ASSERT_OK(tern_device_create("cpu://0", &options, &device));
  assert_string_equal(tern_device_driver_name(device), "cpu");
  int64_t value = 0;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_THREAD_COUNT, &value));
  assert_int_equal(value, 3);
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_BUFFER_ALIGNMENT, &value));
  assert_int_equal(value, 64);
  tern_device_release(device);
  assert_string_equal(tern_driver_name_at(0), "cpu");
  size_t driver_count = 0;
  while (tern_driver_name_at(driver_count)) ++driver_count;
  assert_in_range(driver_count, 2, 3);
  assert_null(tern_driver_name_at(99));
}

//---- Semaphores ----

static void counts_upwards_only(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_semaphore_t *semaphore = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 5, &semaphore));
  uint64_t value = 0;
  bool is_reached = true;
  ASSERT_OK(tern_semaphore_query(semaphore, &value));
  assert_int_equal(value, 5);
  ASSERT_FAILS_WITH(tern_semaphore_signal(semaphore, 5), TERN_INVALID_ARGUMENT,
                    "expected a value above the semaphore's 5 but got 5");
  ASSERT_OK(tern_semaphore_wait(semaphore, 6, 0, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_semaphore_wait(semaphore, 6, 1000000, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_semaphore_signal(semaphore, 7));
  ASSERT_OK(tern_semaphore_wait(semaphore, 6, TERN_TIMEOUT_INFINITE, &is_reached));
  assert_true(is_reached);
  tern_semaphore_fail(semaphore, tern_status_make(TERN_IO_ERROR, "broken"));
  tern_semaphore_fail(semaphore, tern_status_make(TERN_INTERNAL, "again"));
  ASSERT_FAILS_WITH(tern_semaphore_wait(semaphore, 6, 0, NULL), TERN_IO_ERROR, "broken");
  ASSERT_FAILS_WITH(tern_semaphore_query(semaphore, &value), TERN_IO_ERROR, "broken");
  ASSERT_FAILS_WITH(tern_semaphore_signal(semaphore, 9), TERN_FAILED_PRECONDITION, "the semaphore has failed");
  tern_semaphore_release(semaphore);
  tear_down(&fixture);
}

static void submits_before_it_is_signaled(void **state) {
  (void)state;
  fixture_t fixture = set_up(2);
  tern_semaphore_t *start = NULL, *done = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &start));
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &done));
  tern_buffer_t *a = allocate(&fixture, 4);
  const uint8_t patterns[] = {1, 2, 3};
  // The last to run is submitted first.
  for (size_t i = 3; i > 0; --i) {
    tern_command_buffer_t *commands = begin(&fixture);
    ASSERT_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){a, 0, i}, &patterns[3 - i], 1));
    ASSERT_OK(tern_command_buffer_end(commands));
    const uint64_t wait_value = 3 - i, signal_value = 4 - i;
    tern_semaphore_t *wait_semaphores[] = {start, done};
    const uint64_t wait_values[] = {1, wait_value};
    tern_semaphore_list_t wait = {wait_semaphores, wait_values, 2}, signal = {&done, &signal_value, 1};
    ASSERT_OK(tern_device_submit(fixture.device, wait, &commands, 1, signal));
    tern_command_buffer_release(commands);
  }
  bool is_reached = true;
  ASSERT_OK(tern_semaphore_wait(done, 1, 2000000, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_semaphore_signal(start, 1));
  ASSERT_OK(tern_semaphore_wait(done, 3, TERN_TIMEOUT_INFINITE, &is_reached));
  ASSERT_OK(tern_device_wait_idle(fixture.device));
  uint8_t values[4];
  ASSERT_OK(tern_buffer_read(a, 0, values, sizeof(values)));
  assert_memory_equal(values, "\3\2\1\xff", 4);
  tern_buffer_release(a);
  tern_semaphore_release(start);
  tern_semaphore_release(done);
  tear_down(&fixture);
}

typedef struct execution_t {
  fixture_t *fixture;
  tern_command_buffer_t *commands;
} execution_t;

static void *execute_on_thread(void *argument) {
  execution_t *execution = argument;
  run(execution->fixture, execution->commands);
  return NULL;
}

static void *end_soon(void *argument) {
  (void)argument;
  usleep(3000);
  atomic_store(&may_end, 1);
  return NULL;
}

// Also one that another thread executes, without semaphores.
static void waits_until_nothing_runs(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  atomic_store(&has_begun, 0);
  atomic_store(&may_end, 0);
  const uint32_t grid[] = {1, 1, 1};
  execution_t execution = {&fixture, begin(&fixture)};
  ASSERT_OK(tern_command_buffer_dispatch(execution.commands, fixture.executable, HOLD, grid, NULL, 0, NULL, 0));
  pthread_t runner, ender;
  assert_int_equal(pthread_create(&runner, NULL, execute_on_thread, &execution), 0);
  while (!atomic_load(&has_begun)) usleep(100);
  assert_int_equal(pthread_create(&ender, NULL, end_soon, NULL), 0);
  ASSERT_OK(tern_device_wait_idle(fixture.device));
  assert_int_equal(atomic_load(&may_end), 2);
  pthread_join(runner, NULL);
  pthread_join(ender, NULL);
  tear_down(&fixture);
}

static void passes_failures_on(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_semaphore_t *first = NULL, *second = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &first));
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &second));
  const uint64_t value = 1;
  tern_semaphore_list_t wait = {&first, &value, 1}, signal = {&second, &value, 1};
  ASSERT_OK(tern_device_submit(fixture.device, wait, NULL, 0, signal));
  tern_semaphore_fail(first, tern_status_make(TERN_IO_ERROR, "broken"));
  ASSERT_FAILS_WITH(tern_semaphore_wait(second, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_IO_ERROR, "broken");
  tern_semaphore_release(first);
  tern_semaphore_release(second);
  tear_down(&fixture);
}

static void fails_what_waits_when_the_device_goes(void **state) {
  (void)state;
  fixture_t fixture = set_up(1);
  tern_semaphore_t *never = NULL, *done = NULL;
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &never));
  ASSERT_OK(tern_semaphore_create(fixture.device, 0, &done));
  const uint64_t value = 1;
  tern_semaphore_list_t wait = {&never, &value, 1}, signal = {&done, &value, 1};
  ASSERT_OK(tern_device_submit(fixture.device, wait, NULL, 0, signal));
  tear_down(&fixture);
  ASSERT_FAILS_WITH(tern_semaphore_wait(done, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_FAILED_PRECONDITION,
                    "the device was released before the submission could run");
  tern_semaphore_release(never);
  tern_semaphore_release(done);
}

static void refuses_semaphores_of_another_device(void **state) {
  (void)state;
  fixture_t fixture = set_up(1), other = set_up(1);
  tern_semaphore_t *semaphore = NULL;
  ASSERT_OK(tern_semaphore_create(other.device, 0, &semaphore));
  const uint64_t value = 1;
  tern_semaphore_list_t list = {&semaphore, &value, 1}, none = {0};
  ASSERT_FAILS_WITH(tern_device_submit(fixture.device, list, NULL, 0, none), TERN_INVALID_ARGUMENT,
                    "semaphore 0 belongs to another device");
  tern_semaphore_release(semaphore);
  tear_down(&fixture);
  tear_down(&other);
}

typedef struct submitter_t {
  fixture_t *fixture;
  tern_buffer_t *counters;
} submitter_t;

static void *submit_repeatedly(void *argument) {
  submitter_t *submitter = argument;
  const uint32_t grid[] = {24, 1, 1};
  tern_buffer_range_t binding = tern_buffer_whole(submitter->counters);
  for (int i = 0; i < 100; ++i) {
    tern_command_buffer_t *commands = begin(submitter->fixture);
    ASSERT_OK(
        tern_command_buffer_dispatch(commands, submitter->fixture->executable, INCREMENT, grid, NULL, 0, &binding, 1));
    run(submitter->fixture, commands);
  }
  return NULL;
}

static void serves_several_threads(void **state) {
  (void)state;
  fixture_t fixture = set_up(3);
  submitter_t submitters[4];
  pthread_t threads[4];
  for (size_t i = 0; i < 4; ++i) {
    submitters[i] = (submitter_t){&fixture, allocate(&fixture, 24 * sizeof(uint32_t))};
    assert_int_equal(pthread_create(&threads[i], NULL, submit_repeatedly, &submitters[i]), 0);
  }
  for (size_t i = 0; i < 4; ++i) {
    pthread_join(threads[i], NULL);
    uint32_t values[24];
    ASSERT_OK(tern_buffer_read(submitters[i].counters, 0, values, sizeof(values)));
    for (size_t j = 0; j < 24; ++j) assert_int_equal(values[j], UINT32_MAX + 100u);  // poison plus 100
    tern_buffer_release(submitters[i].counters);
  }
  tear_down(&fixture);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(computes_the_same_for_any_thread_count),
      cmocka_unit_test(does_nothing_for_an_empty_grid),
      cmocka_unit_test(runs_every_workgroup_once),
      cmocka_unit_test(shows_what_a_kernel_did_not_write),
      cmocka_unit_test(reports_the_first_workgroup_that_fails),
      cmocka_unit_test(refuses_wrong_dispatches),
      cmocka_unit_test(refuses_wrong_executables),
      cmocka_unit_test(runs_commands_in_order),
      cmocka_unit_test(refuses_wrong_transfers),
      cmocka_unit_test(keeps_what_was_recorded),
      cmocka_unit_test(refuses_misaligned_wrapped_memory),
      cmocka_unit_test(finds_devices_by_uri),
      cmocka_unit_test(counts_upwards_only),
      cmocka_unit_test(submits_before_it_is_signaled),
      cmocka_unit_test(waits_until_nothing_runs),
      cmocka_unit_test(passes_failures_on),
      cmocka_unit_test(fails_what_waits_when_the_device_goes),
      cmocka_unit_test(refuses_semaphores_of_another_device),
      cmocka_unit_test(serves_several_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
