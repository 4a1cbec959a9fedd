// Semaphores, queues and threads on the Vulkan driver.

#include "vulkan_fixture.h"

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

int main(void) {
  if (!begin_tests()) return 0;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signals_and_waits),
      cmocka_unit_test(waits_for_threads),
      cmocka_unit_test(passes_failures_on),
      cmocka_unit_test(cancels_what_waits_when_released),
      cmocka_unit_test(refuses_foreign_semaphores),
      cmocka_unit_test(chains_over_queues),
      cmocka_unit_test(serves_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
