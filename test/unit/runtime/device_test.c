// Devices, buffers, executables and command buffers on the CPU driver, and the dispatch ABI.

#include <pthread.h>

#include "cpu_device_fixture.h"

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
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
