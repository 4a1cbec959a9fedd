// Profiles of a CPU device: who is told of what, with which times, costs and buffers.

#include <pthread.h>

#include "device_fixture.h"
#include "runtime/hal/hal_commands.h"
#include "tern/profile.h"

enum { COUNT = 1000, SIZE = COUNT * sizeof(float), COMMAND_MAX = 256 };

//---- Kernels ----

static int32_t add(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  const float *a = params->bindings[0], *b = params->bindings[1];
  float *c = params->bindings[2];
  (void)y;
  (void)z;
  for (uint32_t i = 64 * x; i < 64 * x + 64 && i < params->push_constants[0]; ++i) c[i] = a[i] + b[i];
  return 0;
}

static int32_t refuse(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  return params && (x | y | z) == 0;
}

static const tern_entry_point_t entry_points[] = {
    {.name = "add", .fn = add, .push_constant_count = 1, .binding_count = 3, .bindings = add_bindings},
    {.name = "fail", .fn = refuse},
};
// One operation for each element; 8 bytes are read and 4 are written.
static const uint32_t add_cost[] = {TERN_GRID_PUSH_CONSTANT,
                                    0,
                                    0,
                                    CONSTANT(0),
                                    CONSTANT(4),
                                    CONSTANT(8),
                                    TERN_GRID_MUL,
                                    0,
                                    2,
                                    TERN_GRID_MUL,
                                    0,
                                    3,
                                    0,
                                    1,
                                    5,
                                    4};
static const tern_cost_info_t costs[] = {{TERN_ELEMENT_TYPE_F32, 0, GRID(add_cost)}, {0}};

//---- The sink ----

typedef struct heard {
  size_t submission_count, command_count;
  uint64_t begin, end;
  tern_profile_command_t commands[COMMAND_MAX];  // of the last submission
  tern_profile_access_t accesses[COMMAND_MAX][4];
} heard_t;

static void hear(void *user_data, const tern_profile_submission_t *submission) {
  heard_t *heard = user_data;
  ++heard->submission_count;
  heard->command_count = submission->command_count;
  heard->begin = submission->begin;
  heard->end = submission->end;
  for (size_t i = 0; i < submission->command_count && i < COMMAND_MAX; ++i) {
    heard->commands[i] = submission->commands[i];
    memcpy(heard->accesses[i], submission->commands[i].accesses,
           submission->commands[i].access_count * sizeof(tern_profile_access_t));
  }
}

typedef struct fixture {
  tern_device_t *device;
  tern_executable_t *executable;
  tern_buffer_t *buffers[3];
  heard_t heard;
} fixture_t;

static int set_up(void **state) {
  fixture_t *fixture = calloc(1, sizeof(*fixture));
  ASSERT_OK(tern_device_create("cpu", &(tern_device_options_t){.thread_count = 2}, &fixture->device));
  tern_executable_params_t params = {
      .format = "entry-points", .entry_points = entry_points, .entry_point_count = 2, .costs = costs};
  ASSERT_OK(tern_executable_create(fixture->device, &params, &fixture->executable));
  for (size_t i = 0; i < 3; ++i) fixture->buffers[i] = make_buffer(fixture->device, NULL, SIZE);
  ASSERT_OK(tern_profile_begin(fixture->device, &(tern_profile_sink_t){hear, &fixture->heard}));
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  fixture_t *fixture = *state;
  for (size_t i = 0; i < 3; ++i) tern_buffer_release(fixture->buffers[i]);
  tern_executable_release(fixture->executable);
  tern_device_release(fixture->device);
  free(fixture);
  return 0;
}

static void record_add(const fixture_t *fixture, tern_command_buffer_t *commands, uint32_t count) {
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(fixture->buffers[0]), tern_buffer_whole(fixture->buffers[1]),
                                        tern_buffer_whole(fixture->buffers[2])};
  const uint32_t grid[] = {(count + 63) / 64, 1, 1};
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture->executable, 0, grid, &count, 1, ranges, 3));
}

//---- Tests ----

static void tells_of_each_command(void **state) {
  fixture_t *fixture = *state;
  tern_command_buffer_t *commands = begin(fixture->device);
  const uint32_t pattern = 0x3f800000, data[4] = {0};
  const tern_buffer_range_t head = {fixture->buffers[1], 16, sizeof(data)};
  const tern_buffer_range_t none = {fixture->buffers[1], 16, 0};
  ASSERT_OK(tern_command_buffer_fill(commands, tern_buffer_whole(fixture->buffers[0]), &pattern, 4));
  ASSERT_OK(tern_command_buffer_copy(commands, tern_buffer_whole(fixture->buffers[0]),
                                     tern_buffer_whole(fixture->buffers[1])));
  ASSERT_OK(tern_command_buffer_fill(commands, none, &pattern, 4));  // none at all
  ASSERT_OK(tern_command_buffer_update(commands, data, head));
  record_add(fixture, commands, 100);
  uint64_t before = tern_profile_now();
  run(fixture->device, commands);
  const heard_t *heard = &fixture->heard;
  assert_int_equal(heard->submission_count, 1);
  assert_int_equal(heard->command_count, 4);
  static const char *const names[] = {"fill", "copy", "update", "add"};
  static const tern_profile_kind_t kinds[] = {TERN_PROFILE_FILL, TERN_PROFILE_COPY, TERN_PROFILE_UPDATE,
                                              TERN_PROFILE_DISPATCH};
  static const uint64_t expected[4][TERN_COST_COUNT] = {
      {0, 0, 0, SIZE}, {0, 0, SIZE, SIZE}, {0, 0, 16, 16}, {100, 0, 800, 400}};
  uint64_t time = before;
  for (size_t i = 0; i < 4; ++i) {
    const tern_profile_command_t *command = &heard->commands[i];
    assert_string_equal(command->name, names[i]);
    assert_int_equal(command->kind, kinds[i]);
    assert_memory_equal(command->costs, expected[i], sizeof(expected[i]));
    assert_true(command->is_cost_known && !command->is_estimated);
    assert_true(command->begin >= time && command->end >= command->begin);
    time = command->end;
  }
  assert_true(heard->begin >= before && heard->commands[0].begin >= heard->begin && time <= heard->end);
  assert_int_equal(heard->commands[3].element_type, TERN_ELEMENT_TYPE_F32);
  assert_int_equal(heard->commands[3].workgroup_count[0], 2);
  assert_int_equal(heard->commands[3].access_count, 3);
  for (size_t i = 0; i < 3; ++i) {
    const tern_profile_access_t *access = &heard->accesses[3][i];
    assert_true(access->buffer == fixture->buffers[i] && access->offset == 0 && access->size == 400);
    assert_int_equal(access->access, i == 2 ? WRITE : READ);
  }
  assert_true(heard->accesses[1][1].buffer == fixture->buffers[0]);
}

// More time stamps than a command buffer of the public API has, and those are still there.
static void holds_many_commands(void **state) {
  fixture_t *fixture = *state;
  tern_command_buffer_t *commands = begin(fixture->device);
  uint64_t elapsed;
  ASSERT_OK(tern_command_buffer_timestamp(commands, 0));
  for (uint32_t i = 0; i < 200; ++i) record_add(fixture, commands, i);
  ASSERT_OK(tern_command_buffer_timestamp(commands, 63));
  ASSERT_OK(tern_command_buffer_end(commands));
  for (size_t i = 1; i <= 3; ++i) {
    ASSERT_OK(tern_device_execute(fixture->device, commands));
    assert_int_equal(fixture->heard.submission_count, i);
    // One of them has nothing to do.
    assert_int_equal(fixture->heard.command_count, 199);
    assert_int_equal(fixture->heard.commands[198].costs[TERN_COST_FLOAT_OPS], 199);
  }
  ASSERT_OK(tern_command_buffer_elapsed(commands, 0, 63, &elapsed));
  tern_command_buffer_release(commands);
}

// The commands of both, and how the second follows the first.
static void joins_command_buffers(void **state) {
  fixture_t *fixture = *state;
  tern_command_buffer_t *both[] = {begin(fixture->device), begin(fixture->device)};
  record_add(fixture, both[0], 10);
  record_add(fixture, both[0], 20);
  record_add(fixture, both[1], 30);
  for (size_t i = 0; i < 2; ++i) ASSERT_OK(tern_command_buffer_end(both[i]));
  ASSERT_OK(tern_device_submit(fixture->device, (tern_semaphore_list_t){0}, both, 2, (tern_semaphore_list_t){0}));
  assert_int_equal(fixture->heard.command_count, 3);
  for (uint64_t i = 0; i < 3; ++i) {
    assert_int_equal(fixture->heard.commands[i].costs[TERN_COST_FLOAT_OPS], 10 * (i + 1));
    if (i) assert_true(fixture->heard.commands[i].begin >= fixture->heard.commands[i - 1].end);
  }
  for (size_t i = 0; i < 2; ++i) tern_command_buffer_release(both[i]);
}

// What waits for the host is not waited for.
static void tells_later_of_what_waits(void **state) {
  fixture_t *fixture = *state;
  tern_command_buffer_t *commands = begin(fixture->device);
  tern_semaphore_t *semaphore;
  const uint64_t value = 1;
  record_add(fixture, commands, 10);
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_OK(tern_semaphore_create(fixture->device, 0, &semaphore));
  const tern_semaphore_list_t wait = {&semaphore, &value, 1}, none = {0};
  ASSERT_OK(tern_device_submit(fixture->device, wait, &commands, 1, none));
  assert_int_equal(fixture->heard.submission_count, 0);
  // Whose time stamps these would be, nobody knows.
  ASSERT_OK(tern_device_submit(fixture->device, none, &commands, 1, none));
  assert_int_equal(fixture->heard.submission_count, 0);
  ASSERT_OK(tern_semaphore_signal(semaphore, 1));
  ASSERT_OK(tern_device_wait_idle(fixture->device));
  assert_int_equal(fixture->heard.submission_count, 1);
  uint64_t missed_count;
  ASSERT_OK(tern_profile_end(fixture->device, &missed_count));
  assert_int_equal(missed_count, 1);
  tern_semaphore_release(semaphore);
  tern_command_buffer_release(commands);
}

static void counts_what_it_missed(void **state) {
  fixture_t *fixture = *state;
  uint64_t missed_count;
  ASSERT_FAILS(tern_profile_begin(fixture->device, &(tern_profile_sink_t){hear, &fixture->heard}),
               TERN_FAILED_PRECONDITION, "has a profile already");
  ASSERT_OK(tern_profile_end(fixture->device, &missed_count));
  assert_int_equal(missed_count, 0);
  ASSERT_FAILS(tern_profile_end(fixture->device, NULL), TERN_FAILED_PRECONDITION, "has no profile");
  tern_command_buffer_t *early = begin(fixture->device);
  record_add(fixture, early, 10);
  ASSERT_OK(tern_command_buffer_end(early));
  ASSERT_OK(tern_profile_begin(fixture->device, &(tern_profile_sink_t){hear, &fixture->heard}));
  ASSERT_OK(tern_device_execute(fixture->device, early));
  tern_command_buffer_release(early);
  ASSERT_OK(tern_profile_end(fixture->device, &missed_count));
  assert_int_equal(missed_count, 1);
  assert_int_equal(fixture->heard.submission_count, 0);
}

static void reports_failures(void **state) {
  fixture_t *fixture = *state;
  tern_command_buffer_t *commands = begin(fixture->device);
  ASSERT_OK(tern_command_buffer_dispatch(commands, fixture->executable, 1, NULL, NULL, 0, NULL, 0));
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS(tern_device_execute(fixture->device, commands), TERN_INTERNAL, "entry point 'fail'");
  const tern_semaphore_list_t none = {0};
  ASSERT_OK(tern_device_submit(fixture->device, none, &commands, 1, none));
  ASSERT_FAILS(tern_device_wait_idle(fixture->device), TERN_INTERNAL, "entry point 'fail'");
  ASSERT_OK(tern_device_wait_idle(fixture->device));
  assert_int_equal(fixture->heard.submission_count, 0);
  tern_command_buffer_release(commands);
}

// A command buffer of a program is recorded once, with stand-ins: the sink sees the buffers of the table.
static void sees_the_buffers_of_tables(void **state) {
  fixture_t *fixture = *state;
  tern_hal_commands_t *commands;
  const uint32_t count = 50, grid[] = {1, 1, 1};
  ASSERT_OK(tern_hal_commands_create(fixture->device, 3, &commands));
  const tern_hal_binding_t operands[] = {{NULL, 0, 64, 400}, {NULL, 1, 0, 400}, {NULL, 2, 0, 400}};
  ASSERT_OK(tern_hal_commands_dispatch(commands, fixture->executable, 0, grid, &count, 1, operands, 3));
  ASSERT_OK(tern_hal_commands_end(commands));
  for (size_t turn = 0; turn < 2; ++turn) {
    tern_hal_binding_t table[3];
    for (size_t i = 0; i < 3; ++i) {
      tern_hal_buffer_t *buffer;
      tern_buffer_range_t range = {fixture->buffers[(i + turn) % 3], 128, 1024};
      ASSERT_OK(tern_hal_buffer_wrap(range, fixture->device, &buffer));
      table[i] = (tern_hal_binding_t){buffer, 0, 0, 1024};
    }
    const tern_semaphore_list_t none = {0};
    ASSERT_OK(tern_hal_commands_submit(commands, none, none, table, 3));
    assert_int_equal(fixture->heard.submission_count, turn + 1);
    for (size_t i = 0; i < 3; ++i) {
      assert_true(fixture->heard.accesses[0][i].buffer == fixture->buffers[(i + turn) % 3]);
      assert_int_equal(fixture->heard.accesses[0][i].offset, i ? 128 : 192);
      assert_int_equal(fixture->heard.accesses[0][i].size, 200);
      tern_hal_buffer_release(table[i].buffer);
    }
  }
  tern_hal_commands_release(commands);
}

static void *run_often(void *user_data) {
  fixture_t *fixture = user_data;
  tern_command_buffer_t *commands = begin(fixture->device);
  record_add(fixture, commands, 100);
  ASSERT_OK(tern_command_buffer_end(commands));
  for (size_t i = 0; i < 100; ++i) ASSERT_OK(tern_device_execute(fixture->device, commands));
  tern_command_buffer_release(commands);
  return NULL;
}

static void tells_one_after_the_other(void **state) {
  fixture_t *fixture = *state;
  pthread_t threads[4];
  for (size_t i = 0; i < 4; ++i) assert_int_equal(pthread_create(&threads[i], NULL, run_often, fixture), 0);
  for (size_t i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  assert_int_equal(fixture->heard.submission_count, 400);
}

static void refuses_costs_that_are_none(void **state) {
  fixture_t *fixture = *state;
  static const uint32_t program[] = {TERN_GRID_PUSH_CONSTANT, 1, 0, 0, 0, 0, 0};
  static const tern_cost_info_t wrong[] = {{TERN_ELEMENT_TYPE_F32, 0, GRID(program)}, {0}};
  tern_executable_params_t params = {
      .format = "entry-points", .entry_points = entry_points, .entry_point_count = 2, .costs = wrong};
  tern_executable_t *executable;
  ASSERT_FAILS(tern_executable_create(fixture->device, &params, &executable), TERN_INVALID_ARGUMENT,
               "reads a push constant that does not exist");
}

static void counts_memory(void **state) {
  fixture_t *fixture = *state;
  int64_t live, peak;
  tern_buffer_t *more = make_buffer(fixture->device, NULL, 10000);
  tern_buffer_release(more);
  ASSERT_OK(tern_device_query(fixture->device, TERN_DEVICE_PROPERTY_MEMORY_LIVE, &live));
  ASSERT_OK(tern_device_query(fixture->device, TERN_DEVICE_PROPERTY_MEMORY_PEAK, &peak));
  assert_int_equal(live, 3 * SIZE);
  assert_int_equal(peak, 3 * SIZE + 10000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
      TEST(tells_of_each_command),       TEST(holds_many_commands),
      TEST(joins_command_buffers),       TEST(tells_later_of_what_waits),
      TEST(counts_what_it_missed),       TEST(reports_failures),
      TEST(sees_the_buffers_of_tables),  TEST(tells_one_after_the_other),
      TEST(refuses_costs_that_are_none), TEST(counts_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
