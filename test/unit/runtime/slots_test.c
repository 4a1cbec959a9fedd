// Command buffers of programs whose buffers are slots of a table: recorded once, run on the buffers of each table, at once or
// later, and on many threads.

#include <pthread.h>
#include <stdatomic.h>

#include "runtime/hal/hal_commands.h"
#include "status_asserts.h"
#include "tern/dispatch.h"
#include "tern/runtime.h"

enum { COUNT = 16, SIZE = COUNT * 4, ALIGNMENT = 32 };

// out[i] = left[i] + 10 * right[i]
static int32_t add(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  const int32_t *left = params->bindings[0], *right = params->bindings[1];
  int32_t *out = params->bindings[2];
  (void)y;
  (void)z;
  out[x] = left[x] + 10 * right[x];
  return 0;
}

static const int64_t dims[] = {COUNT};
static const tern_binding_info_t bindings[] = {
    {0, 0, TERN_BINDING_ACCESS_READ, TERN_ELEMENT_TYPE_I32, "left", 1, ALIGNMENT, dims, NULL},
    {0, 1, TERN_BINDING_ACCESS_READ, TERN_ELEMENT_TYPE_I32, "right", 1, ALIGNMENT, dims, NULL},
    {0, 2, TERN_BINDING_ACCESS_WRITE, TERN_ELEMENT_TYPE_I32, "out", 1, ALIGNMENT, dims, NULL},
};
static const tern_entry_point_t entry_points[] = {
    {.name = "add", .fn = add, .binding_count = 3, .bindings = bindings},
};

typedef struct fixture {
  tern_device_t *device;
  tern_executable_t *executable;
} fixture_t;

static int set_up(void **state) {
  static fixture_t fixture;
  ASSERT_OK(tern_device_create("cpu", &(tern_device_options_t){.thread_count = 2}, &fixture.device));
  tern_executable_params_t params = {.format = "entry-points", .entry_points = entry_points, .entry_point_count = 1};
  ASSERT_OK(tern_executable_create(fixture.device, &params, &fixture.executable));
  *state = &fixture;
  return 0;
}

static int tear_down(void **state) {
  fixture_t *fixture = *state;
  tern_executable_release(fixture->executable);
  tern_device_release(fixture->device);
  return 0;
}

static tern_hal_binding_t in_slot(uint32_t slot, uint64_t offset, uint64_t size) {
  return (tern_hal_binding_t){NULL, slot, offset, size};
}

static tern_hal_binding_t in_buffer(tern_hal_buffer_t *buffer, uint64_t offset, uint64_t size) {
  return (tern_hal_binding_t){buffer, 0, offset, size};
}

// Slot 2 gets slot 0 + 10 * slot 1, then a second copy of it, then a pattern: 64 bytes each.
static tern_hal_commands_t *record(const fixture_t *fixture, uint32_t slot_count) {
  static const uint32_t grid[] = {COUNT, 1, 1};
  tern_hal_commands_t *commands;
  ASSERT_OK(tern_hal_commands_create(fixture->device, slot_count, &commands));
  const tern_hal_binding_t operands[] = {in_slot(0, 0, SIZE), in_slot(1, 0, SIZE), in_slot(2, 0, SIZE)};
  ASSERT_OK(tern_hal_commands_dispatch(commands, fixture->executable, 0, grid, NULL, 0, operands, 3));
  ASSERT_OK(tern_hal_commands_barrier(commands, TERN_STAGE_DISPATCH, TERN_STAGE_TRANSFER));
  const tern_hal_binding_t result = in_slot(2, 0, SIZE), copy = in_slot(2, SIZE, SIZE), rest = in_slot(2, 2 * SIZE, 8);
  ASSERT_OK(tern_hal_commands_copy(commands, &result, &copy));
  ASSERT_OK(tern_hal_commands_fill(commands, &rest, 77, 4));
  ASSERT_OK(tern_hal_commands_end(commands));
  return commands;
}

static tern_hal_buffer_t *make_buffer(tern_device_t *device, size_t size, int32_t first) {
  tern_buffer_t *buffer;
  tern_hal_buffer_t *hal_buffer;
  ASSERT_OK(tern_buffer_allocate(device, TERN_BUFFER_USAGE_DEFAULT, size, &buffer));
  for (size_t i = 0; i < size / 4; ++i) {
    int32_t value = first + (int32_t)i;
    ASSERT_OK(tern_buffer_write(buffer, 4 * i, &value, 4));
  }
  ASSERT_OK(tern_hal_buffer_wrap(tern_buffer_whole(buffer), device, &hal_buffer));
  tern_buffer_release(buffer);
  return hal_buffer;
}

static tern_status_t run(const fixture_t *fixture, tern_hal_commands_t *commands, const tern_hal_binding_t *table,
                         size_t table_size) {
  tern_semaphore_t *semaphore;
  TERN_RETURN_IF_ERROR(tern_semaphore_create(fixture->device, 0, &semaphore));
  const uint64_t one = 1;
  tern_semaphore_list_t none = {0}, signal = {&semaphore, &one, 1};
  tern_status_t status = tern_hal_commands_submit(commands, none, signal, table, table_size);
  if (tern_status_is_ok(status)) status = tern_semaphore_wait(semaphore, 1, TERN_TIMEOUT_INFINITE, NULL);
  tern_semaphore_release(semaphore);
  return status;
}

// What record() leaves at `offset` for operands that count from `left` and `right` on.
static bool is_right(const tern_hal_buffer_t *out, size_t offset, int32_t left, int32_t right) {
  int32_t values[2 * COUNT + 2];
  ASSERT_OK(tern_hal_buffer_read(out, offset, values, sizeof(values)));
  for (int32_t i = 0; i < 2 * COUNT; ++i) {
    if (values[i] != left + i % COUNT + 10 * (right + i % COUNT)) return false;
  }
  return values[2 * COUNT] == 77 && values[2 * COUNT + 1] == 77;
}

static void runs_on_each_table(void **state) {
  const fixture_t *fixture = *state;
  tern_hal_commands_t *commands = record(fixture, 3);
  tern_hal_buffer_t *a = make_buffer(fixture->device, 256, 0), *b = make_buffer(fixture->device, 256, 1000);
  tern_hal_buffer_t *out = make_buffer(fixture->device, 512, 0);
  const struct {
    tern_hal_binding_t table[3];
    int32_t left, right;
  } rows[] = {
      {{in_buffer(a, 0, 256), in_buffer(b, 0, 256), in_buffer(out, 0, 512)}, 0, 1000},
      {{in_buffer(b, 64, 64), in_buffer(a, 128, UINT64_MAX), in_buffer(out, 256, 256)}, 1016, 32},
      // What is only read may overlap.
      {{in_buffer(a, 0, 64), in_buffer(a, 32, 64), in_buffer(out, 64, 200)}, 0, 8},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    ASSERT_OK(run(fixture, commands, rows[i].table, 3));
    assert_true(is_right(out, (size_t)rows[i].table[2].offset, rows[i].left, rows[i].right));
  }
  tern_hal_buffer_release(a);
  tern_hal_buffer_release(b);
  tern_hal_buffer_release(out);
  tern_hal_commands_release(commands);
}

static void refuses_tables(void **state) {
  const fixture_t *fixture = *state;
  tern_hal_commands_t *commands = record(fixture, 3);
  tern_hal_buffer_t *a = make_buffer(fixture->device, 256, 0), *out = make_buffer(fixture->device, 512, 0);
  tern_hal_binding_t table[] = {in_buffer(a, 0, 64), in_buffer(a, 64, 64), in_buffer(out, 0, 512)};
  ASSERT_FAILS_WITH(run(fixture, commands, table, 2), TERN_OUT_OF_RANGE, "there is no buffer in slot 2");
  table[1].buffer = NULL;
  ASSERT_FAILS_WITH(run(fixture, commands, table, 3), TERN_OUT_OF_RANGE, "there is no buffer in slot 1");
  table[1] = in_buffer(a, 64, 60);
  ASSERT_FAILS_WITH(run(fixture, commands, table, 3), TERN_OUT_OF_RANGE,
                    "64 bytes at offset 0 are outside of the 60 bytes in slot 1");
  table[1] = in_buffer(a, 68, 64);
  ASSERT_FAILS_WITH(run(fixture, commands, table, 3), TERN_INVALID_ARGUMENT,
                    "entry point 'add', binding 1 ('right'): expected an address aligned to 32 bytes");
  table[1] = in_buffer(a, 256, 64);
  ASSERT_FAILS_WITH(run(fixture, commands, table, 3), TERN_OUT_OF_RANGE,
                    "64 bytes at offset 256 are outside of a buffer of 256 bytes");
  table[1] = in_buffer(out, 32, 64);
  ASSERT_FAILS_WITH(run(fixture, commands, table, 3), TERN_INVALID_ARGUMENT,
                    "entry point 'add': bindings 1 ('right') and 2 ('out') overlap");
  // Not in the same command: the dispatch reads what the copy writes afterwards.
  table[1] = in_buffer(out, 64, 64);
  ASSERT_OK(run(fixture, commands, table, 3));
  assert_true(is_right(out, 0, 0, 16));
  tern_hal_buffer_release(a);
  tern_hal_buffer_release(out);
  tern_hal_commands_release(commands);
}

// More slots than there is room for on the stack, most of them unused.
static void takes_many_slots(void **state) {
  const fixture_t *fixture = *state;
  enum { MANY = 100 };
  for (uint32_t count = 3; count <= MANY; count += MANY - 3) {
    tern_hal_commands_t *commands = record(fixture, count);
    tern_hal_buffer_t *a = make_buffer(fixture->device, 128, 5), *out = make_buffer(fixture->device, 256, 0);
    tern_hal_binding_t table[MANY] = {in_buffer(a, 0, 64), in_buffer(a, 64, 64), in_buffer(out, 0, 256)};
    ASSERT_OK(run(fixture, commands, table, MANY));
    assert_true(is_right(out, 0, 5, 21));
    tern_hal_buffer_release(a);
    tern_hal_buffer_release(out);
    tern_hal_commands_release(commands);
  }
}

// What a submission that waits needs stays, whoever lets go of it.
static void runs_later(void **state) {
  const fixture_t *fixture = *state;
  tern_semaphore_t *semaphore;
  ASSERT_OK(tern_semaphore_create(fixture->device, 0, &semaphore));
  tern_hal_commands_t *commands = record(fixture, 3);
  tern_hal_buffer_t *a = make_buffer(fixture->device, 128, 3), *out = make_buffer(fixture->device, 256, 0);
  const tern_hal_binding_t table[] = {in_buffer(a, 0, 64), in_buffer(a, 64, 64), in_buffer(out, 0, 256)};
  const uint64_t one = 1, two = 2;
  tern_semaphore_list_t wait = {&semaphore, &one, 1}, signal = {&semaphore, &two, 1};
  ASSERT_OK(tern_hal_commands_submit(commands, wait, signal, table, 3));
  tern_hal_commands_release(commands);
  tern_hal_buffer_release(a);
  ASSERT_OK(tern_semaphore_signal(semaphore, 1));
  ASSERT_OK(tern_semaphore_wait(semaphore, 2, TERN_TIMEOUT_INFINITE, NULL));
  assert_true(is_right(out, 0, 3, 19));
  tern_hal_buffer_release(out);
  tern_semaphore_release(semaphore);
}

// Semaphores of nobody's are refused as they are without slots.
static void refuses_missing_semaphores(void **state) {
  const fixture_t *fixture = *state;
  tern_hal_commands_t *commands = record(fixture, 3);
  tern_hal_buffer_t *a = make_buffer(fixture->device, 128, 3), *out = make_buffer(fixture->device, 256, 0);
  const tern_hal_binding_t table[] = {in_buffer(a, 0, 64), in_buffer(a, 64, 64), in_buffer(out, 0, 256)};
  tern_semaphore_t *nothing = NULL;
  const uint64_t one = 1;
  tern_semaphore_list_t none = {0}, wrong = {&nothing, &one, 1};
  ASSERT_FAILS_WITH(tern_hal_commands_submit(commands, wrong, none, table, 3), TERN_INVALID_ARGUMENT,
                    "semaphore 0 is not one of driver 'cpu'");
  ASSERT_FAILS_WITH(tern_hal_commands_submit(commands, none, wrong, table, 3), TERN_INVALID_ARGUMENT,
                    "semaphore 0 is not one of driver 'cpu'");
  tern_hal_buffer_release(a);
  tern_hal_buffer_release(out);
  tern_hal_commands_release(commands);
}

typedef struct shared {
  const fixture_t *fixture;
  tern_hal_commands_t *commands;
  atomic_int next, wrong_count;
} shared_t;

static void *run_many(void *user_data) {
  shared_t *shared = user_data;
  int32_t first = 1000 * atomic_fetch_add(&shared->next, 1);
  tern_device_t *device = shared->fixture->device;
  tern_hal_buffer_t *a = make_buffer(device, 128, first), *out = make_buffer(device, 256, 0);
  const tern_hal_binding_t table[] = {in_buffer(a, 0, 64), in_buffer(a, 64, 64), in_buffer(out, 0, 256)};
  for (int i = 0; i < 200; ++i) {
    tern_status_t status = run(shared->fixture, shared->commands, table, 3);
    if (!tern_status_is_ok(status) || !is_right(out, 0, first, first + 16)) atomic_fetch_add(&shared->wrong_count, 1);
  }
  tern_hal_buffer_release(a);
  tern_hal_buffer_release(out);
  return NULL;
}

static void runs_on_many_threads(void **state) {
  enum { THREAD_COUNT = 4 };
  shared_t shared = {.fixture = *state, .commands = record(*state, 3)};
  pthread_t threads[THREAD_COUNT];
  for (int i = 0; i < THREAD_COUNT; ++i) assert_int_equal(pthread_create(&threads[i], NULL, run_many, &shared), 0);
  for (int i = 0; i < THREAD_COUNT; ++i) pthread_join(threads[i], NULL);
  assert_int_equal(atomic_load(&shared.wrong_count), 0);
  tern_hal_commands_release(shared.commands);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_on_each_table),         cmocka_unit_test(refuses_tables),
      cmocka_unit_test(takes_many_slots),           cmocka_unit_test(runs_later),
      cmocka_unit_test(refuses_missing_semaphores), cmocka_unit_test(runs_on_many_threads),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
