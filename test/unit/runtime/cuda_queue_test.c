// Submissions, semaphores, failures and several GPUs on the CUDA driver, with the fake library in the place of
// NVIDIA's. The fake library runs nothing before somebody waits, so what is not ordered shows.

#include <pthread.h>

#include "cuda_fixture.h"

//---- Semaphores ----

static void orders_submissions(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  tern_buffer_t *log = make_buffer(device, zeros, sizeof(zeros));
  tern_semaphore_t *semaphore = make_semaphore(device, 5);
  tern_command_buffer_t *commands[3];
  for (uint32_t i = 0; i < 3; ++i) {
    commands[i] = begin(device);
    record_append(commands[i], executable, log, i + 1);
    ASSERT_OK(tern_command_buffer_end(commands[i]));
  }
  uint64_t value = 0;
  bool is_reached = true;
  // The last first: each waits for the one before, and the first for the host.
  submit(device, semaphore, 8, commands[2], semaphore, 9);
  submit(device, semaphore, 7, commands[1], semaphore, 8);
  submit(device, semaphore, 6, commands[0], semaphore, 7);
  ASSERT_OK(tern_semaphore_query(semaphore, &value));
  assert_int_equal(value, 5);
  ASSERT_OK(tern_semaphore_wait(semaphore, 9, 1000000, &is_reached));
  assert_false(is_reached);
  ASSERT_FAILS(tern_semaphore_signal(semaphore, 5), TERN_INVALID_ARGUMENT, "expected a value above the semaphore's 5");
  ASSERT_OK(tern_semaphore_signal(semaphore, 6));
  ASSERT_FAILS(tern_semaphore_signal(semaphore, 9), TERN_INVALID_ARGUMENT,
               "expected a value below 9, which a submission is going to signal, but got 9");
  ASSERT_OK(tern_semaphore_wait(semaphore, 9, 0, &is_reached));
  assert_false(is_reached);
  ASSERT_OK(tern_semaphore_wait(semaphore, 9, UINT64_C(10000000000), &is_reached));
  assert_true(is_reached);
  ASSERT_OK(tern_semaphore_query(semaphore, &value));
  assert_int_equal(value, 9);
  for (size_t i = 0; i <= 3; ++i) assert_int_equal(read_word(log, i), i ? (int)i : 3);
  // A value that is not above the present one is a failure of the semaphore.
  submit(device, NULL, 0, NULL, semaphore, 9);
  ASSERT_FAILS(tern_semaphore_wait(semaphore, 10, TERN_TIMEOUT_INFINITE, NULL), TERN_INVALID_ARGUMENT,
               "expected a value above the semaphore's 9 but got 9");
  for (size_t i = 0; i < 3; ++i) tern_command_buffer_release(commands[i]);
  tern_semaphore_release(semaphore);
  tern_buffer_release(log);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

static void hands_failures_on(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_semaphore_t *first = make_semaphore(device, 0), *second = make_semaphore(device, 0);
  submit(device, first, 1, NULL, second, 1);
  submit(device, second, 1, NULL, NULL, 0);
  tern_semaphore_fail(first, tern_status_make(TERN_IO_ERROR, "the disk is gone"));
  ASSERT_FAILS(tern_semaphore_wait(second, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_IO_ERROR, "the disk is gone");
  ASSERT_FAILS(tern_device_wait_idle(device), TERN_IO_ERROR, "the disk is gone");
  ASSERT_OK(tern_device_wait_idle(device));
  ASSERT_FAILS(tern_semaphore_signal(first, 1), TERN_FAILED_PRECONDITION, "the semaphore has failed");
  uint64_t value;
  ASSERT_FAILS(tern_semaphore_query(first, &value), TERN_IO_ERROR, "the disk is gone");
  // What still waits when the device goes fails.
  tern_semaphore_t *never = make_semaphore(device, 0), *third = make_semaphore(device, 0);
  submit(device, never, 1, NULL, third, 1);
  tern_device_release(device);
  ASSERT_FAILS(tern_semaphore_wait(third, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_FAILED_PRECONDITION,
               "the device was released before the submission could run");
  tern_semaphore_release(first);
  tern_semaphore_release(second);
  tern_semaphore_release(third);
  tern_semaphore_release(never);
  end_test();
}

// Buffers of a table are kept while a submission waits for the host.
static void keeps_what_waits(void **state) {
  (void)state;
  slots_fixture_t fixture = set_up_slots(begin_device());
  tern_semaphore_t *semaphore = make_semaphore(fixture.device, 0);
  tern_buffer_t *input = make_buffer(fixture.device, zeros, 64), *output = make_buffer(fixture.device, zeros, 64);
  const tern_buffer_range_t table[] = {{input, 0, 64}, {output, 0, 64}};
  const uint64_t one = 1;
  const tern_semaphore_list_t wait = {&semaphore, &one, 1};
  tern_status_t status;
  assert_true(tern_device_submit_bound(fixture.device, wait, fixture.commands, table, 2, none, &status));
  ASSERT_OK(status);
  tern_buffer_release(input);
  assert_int_equal(read_word(output, 0), 0);
  ASSERT_OK(tern_semaphore_signal(semaphore, 1));
  check_output(output, 2);
  tern_buffer_release(output);
  tern_semaphore_release(semaphore);
  tear_down_slots(&fixture);
  end_test();
}

//---- Failures ----

static void tells_what_broke(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  tern_buffer_t *log = make_buffer(device, zeros, sizeof(zeros));
  tern_semaphore_t *semaphore = make_semaphore(device, 0);
  tern_command_buffer_t *commands = begin(device);
  record_append(commands, executable, log, 1);
  ASSERT_OK(tern_command_buffer_end(commands));
  fake_cuda_break_kernel(CUDA_ERROR_ILLEGAL_ADDRESS);
  submit(device, NULL, 0, commands, semaphore, 1);
  ASSERT_FAILS(tern_semaphore_wait(semaphore, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_INTERNAL,
               "running kernels: another error (CUDA_ERROR_OTHER, 700); a kernel went wrong: run the program under "
               "compute-sanitizer to see where");
  // From now on nothing works, and everything says why.
  ASSERT_FAILS(tern_device_execute(device, commands), TERN_INTERNAL, "compute-sanitizer");
  char text[4];
  ASSERT_FAILS(tern_buffer_read(log, 0, text, 4), TERN_INTERNAL, "compute-sanitizer");
  submit(device, NULL, 0, commands, NULL, 0);
  ASSERT_FAILS(tern_device_wait_idle(device), TERN_INTERNAL, "700");
  tern_command_buffer_release(commands);
  tern_semaphore_release(semaphore);
  tern_buffer_release(log);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

static void tells_which_kernel_cannot_be_launched(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  tern_buffer_t *log = make_buffer(device, zeros, sizeof(zeros));
  tern_command_buffer_t *commands = begin(device);
  record_append(commands, executable, log, 1);
  ASSERT_OK(tern_command_buffer_end(commands));
  fake_cuda_fail("cuLaunchKernel", 0, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  ASSERT_FAILS(
      tern_device_execute(device, commands), TERN_UNSUPPORTED,
      "kernel 'append': launching: another error (CUDA_ERROR_OTHER, 701); the kernel takes too many registers");
  ASSERT_OK(tern_device_execute(device, commands));
  assert_int_equal(read_word(log, 0), 1);
  // More submissions at a time than there are events so far.
  submit(device, NULL, 0, commands, NULL, 0);
  for (int32_t i = 0; i < 2; ++i) {
    fake_cuda_fail("cuEventCreate", 0, CUDA_ERROR_UNKNOWN);
    submit(device, NULL, 0, commands, NULL, 0);
  }
  ASSERT_FAILS(tern_device_wait_idle(device), TERN_OUT_OF_MEMORY, "the CUDA driver gives no event");
  tern_command_buffer_release(commands);
  tern_buffer_release(log);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

// Records and submits a kernel so often that it is launched as a graph of its own.
static bool launch_often(tern_device_t *device, tern_executable_t *executable, tern_buffer_t *buffer) {
  const tern_buffer_range_t ranges[] = {{buffer, 0, sizeof(int32_t)}, {buffer, 32, sizeof(int32_t)}};
  bool is_right = true;
  for (size_t i = 0; i < 20 && is_right; ++i) {
    tern_command_buffer_t *commands = NULL;
    is_right = tern_status_is_ok(tern_command_buffer_create(device, &commands));
    is_right = is_right &&
               tern_status_is_ok(tern_command_buffer_dispatch(commands, executable, STEP, NULL, NULL, 0, ranges, 2));
    is_right = is_right && tern_status_is_ok(tern_command_buffer_end(commands));
    is_right = is_right && tern_status_is_ok(tern_device_submit(device, (tern_semaphore_list_t){0}, &commands, 1,
                                                                (tern_semaphore_list_t){0}));
    tern_command_buffer_release(commands);
  }
  return is_right && tern_status_is_ok(tern_device_wait_idle(device));
}

// All that a program does with a device. False after the first failure.
static bool use_device(tern_device_t *device) {
  tern_executable_t *executable = NULL;
  tern_buffer_t *a = NULL, *b = NULL;
  tern_command_buffer_t *commands = NULL;
  tern_semaphore_t *semaphore = NULL;
  int32_t word = 1;
  bool is_right = tern_status_is_ok(load(device, plain_ptx, strlen(plain_ptx), entries, ENTRY_COUNT, &executable));
  is_right = is_right && tern_status_is_ok(tern_buffer_allocate(device, 0, 64, &a));
  is_right = is_right && tern_status_is_ok(tern_buffer_allocate(device, TERN_BUFFER_USAGE_TRANSFER, 64, &b));
  is_right = is_right && tern_status_is_ok(tern_buffer_write(a, 0, &word, sizeof(word)));
  is_right = is_right && tern_status_is_ok(tern_command_buffer_create(device, &commands));
  is_right = is_right && tern_status_is_ok(tern_semaphore_create(device, 0, &semaphore));
  const uint32_t number = 3;
  const tern_buffer_range_t range = tern_buffer_whole(a);
  for (size_t i = 0; i < 3 && is_right; ++i) {
    is_right =
        tern_status_is_ok(tern_command_buffer_dispatch(commands, executable, APPEND, NULL, &number, 1, &range, 1));
    is_right = is_right && tern_status_is_ok(tern_command_buffer_barrier(commands, TERN_STAGE_ALL, TERN_STAGE_ALL));
  }
  is_right = is_right && tern_status_is_ok(tern_command_buffer_update(commands, &word, (tern_buffer_range_t){b, 0, 4}));
  is_right = is_right && tern_status_is_ok(tern_command_buffer_timestamp(commands, 0));
  is_right = is_right && tern_status_is_ok(tern_command_buffer_copy(commands, (tern_buffer_range_t){a, 0, 8},
                                                                    (tern_buffer_range_t){b, 8, 8}));
  is_right =
      is_right && tern_status_is_ok(tern_command_buffer_fill(commands, (tern_buffer_range_t){b, 32, 8}, &number, 4));
  is_right = is_right && tern_status_is_ok(tern_command_buffer_end(commands));
  for (size_t i = 0; i < 3 && is_right; ++i) is_right = tern_status_is_ok(tern_device_execute(device, commands));
  is_right = is_right && tern_status_is_ok(tern_buffer_read(a, 0, &word, sizeof(word)));
  is_right = is_right && word == 10;
  is_right = is_right && launch_often(device, executable, a);
  tern_semaphore_release(semaphore);
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_executable_release(executable);
  return is_right;
}

// Every call of the API fails once: there is a failure or a way round it, nothing is lost and nothing is used that is
// gone.
static void survives_failures_of_every_call(void **state) {
  (void)state;
  static const char *const symbols[] = {"cuInit",
                                        "cuDriverGetVersion",
                                        "cuDeviceGetCount",
                                        "cuDeviceGet",
                                        "cuDeviceGetAttribute",
                                        "cuDeviceTotalMem_v2",
                                        "cuDevicePrimaryCtxRetain",
                                        "cuMemAlloc_v2",
                                        "cuMemHostAlloc",
                                        "cuMemHostGetDevicePointer_v2",
                                        "cuMemcpyAsync",
                                        "cuMemcpyHtoDAsync_v2",
                                        "cuMemcpyDtoHAsync_v2",
                                        "cuMemsetD32Async",
                                        "cuStreamCreate",
                                        "cuStreamWaitEvent",
                                        "cuEventCreate",
                                        "cuEventRecord",
                                        "cuEventQuery",
                                        "cuEventSynchronize",
                                        "cuModuleLoadDataEx",
                                        "cuModuleGetFunction",
                                        "cuFuncGetAttribute",
                                        "cuLaunchKernel",
                                        "cuGraphCreate",
                                        "cuGraphAddKernelNode_v2",
                                        "cuGraphAddMemcpyNode",
                                        "cuGraphAddMemsetNode",
                                        "cuGraphAddEventRecordNode",
                                        "cuGraphInstantiateWithFlags",
                                        "cuGraphLaunch"};
  begin_test(&hopper, 1);
  tern_device_t *whole = create_device("cuda", 0);
  assert_true(use_device(whole));
  tern_device_release(whole);
  int counts[sizeof(symbols) / sizeof(symbols[0])];
  for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); ++i) counts[i] = fake_cuda_calls(symbols[i]);
  end_test();
  for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); ++i) {
    if (!counts[i]) fail_msg("%s is never called", symbols[i]);
    for (int skip = 0; skip < counts[i]; ++skip) {
      begin_test(&hopper, 1);
      fake_cuda_fail(symbols[i], skip, CUDA_ERROR_UNKNOWN);
      tern_device_t *device = NULL;
      tern_status_t status = tern_device_create("cuda", NULL, &device);
      if (tern_status_is_ok(status)) use_device(device);
      tern_device_release(device);
      if (fake_cuda_violation()) fail_msg("call %d of %s: %s", skip, symbols[i], fake_cuda_violation());
      if (fake_cuda_live()) fail_msg("call %d of %s: %d objects are left", skip, symbols[i], fake_cuda_live());
    }
  }
}

//---- Several GPUs ----

static void copies_between_devices(void **state) {
  (void)state;
  for (size_t mode = 0; mode < 2; ++mode) {
    const fake_cuda_device_t row = {90, 1u << 28, mode == 0};
    const fake_cuda_device_t rows[] = {row, row};
    begin_test(rows, 2);
    tern_device_t *devices[] = {create_device("cuda:0", 0), create_device("cuda:1", 0)};
    tern_executable_t *executable = load_plain(devices[1]);
    const int32_t value = 7;
    tern_buffer_t *here = make_buffer(devices[0], &value, 4), *there = make_buffer(devices[1], zeros, 4);
    tern_buffer_t *result = make_buffer(devices[1], zeros, 4), *back = make_buffer(devices[0], zeros, 4);
    tern_semaphore_t *first = make_semaphore(devices[0], 0), *second = make_semaphore(devices[1], 0);
    // The first device sends, the second computes and sends back; semaphores are waited for across devices.
    tern_command_buffer_t *send = begin(devices[0]), *compute = begin(devices[1]);
    ASSERT_OK(tern_command_buffer_copy(send, tern_buffer_whole(here), tern_buffer_whole(there)));
    ASSERT_OK(tern_command_buffer_end(send));
    record_step(compute, executable, there, result);
    record_barrier(compute);
    ASSERT_OK(tern_command_buffer_copy(compute, tern_buffer_whole(result), tern_buffer_whole(back)));
    record_barrier(compute);
    ASSERT_OK(tern_command_buffer_fill(compute, tern_buffer_whole(result), &value, 4));
    ASSERT_OK(tern_command_buffer_end(compute));
    for (uint64_t i = 1; i <= 3; ++i) {
      // Also in the order that has to be put right.
      if (i == 2) submit(devices[1], first, i, compute, second, i);
      submit(devices[0], i > 1 ? second : NULL, i - 1, send, first, i);
      if (i != 2) submit(devices[1], first, i, compute, second, i);
    }
    ASSERT_OK(tern_semaphore_wait(second, 3, TERN_TIMEOUT_INFINITE, NULL));
    assert_int_equal(read_word(back, 0), 8);
    assert_int_equal(fake_cuda_calls("cuCtxEnablePeerAccess"), mode == 0 ? 2 : 0);
    tern_command_buffer_release(send);
    tern_command_buffer_release(compute);
    tern_semaphore_release(first);
    tern_semaphore_release(second);
    tern_buffer_release(here);
    tern_buffer_release(there);
    tern_buffer_release(result);
    tern_buffer_release(back);
    tern_executable_release(executable);
    tern_device_release(devices[0]);
    tern_device_release(devices[1]);
    end_test();
  }
}

static void hands_failures_to_other_devices(void **state) {
  (void)state;
  const fake_cuda_device_t rows[] = {hopper, hopper};
  begin_test(rows, 2);
  tern_device_t *devices[] = {create_device("cuda:0", 0), create_device("cuda:1", 0)};
  tern_semaphore_t *first = make_semaphore(devices[0], 0), *second = make_semaphore(devices[1], 0);
  submit(devices[1], first, 1, NULL, second, 1);
  tern_semaphore_fail(first, tern_status_make(TERN_IO_ERROR, "the wire is cut"));
  ASSERT_FAILS(tern_semaphore_wait(second, 1, TERN_TIMEOUT_INFINITE, NULL), TERN_IO_ERROR, "the wire is cut");
  // A semaphore that nobody signals any more keeps no device.
  tern_semaphore_t *never = make_semaphore(devices[0], 0);
  submit(devices[1], never, 1, NULL, NULL, 0);
  tern_device_release(devices[1]);
  tern_semaphore_release(never);
  tern_semaphore_release(first);
  tern_semaphore_release(second);
  tern_device_release(devices[0]);
  end_test();
}

static void refuses_objects_of_other_devices(void **state) {
  (void)state;
  const fake_cuda_device_t rows[] = {hopper, hopper, hopper};
  begin_test(rows, 3);
  tern_device_t *devices[] = {create_device("cuda:0", 0), create_device("cuda:1", 0), create_device("cuda:2", 0)};
  tern_executable_t *executable = load_plain(devices[1]), *own = load_plain(devices[0]);
  tern_buffer_t *a = make_buffer(devices[1], zeros, 64), *b = make_buffer(devices[2], zeros, 64),
                *c = make_buffer(devices[0], zeros, 64);
  tern_command_buffer_t *commands = begin(devices[0]);
  const uint32_t number = 1;
  const tern_buffer_range_t foreign = tern_buffer_whole(a), range = tern_buffer_whole(c);
  ASSERT_FAILS(tern_command_buffer_copy(commands, tern_buffer_whole(a), tern_buffer_whole(b)), TERN_INVALID_ARGUMENT,
               "both buffers of the copy belong to other devices");
  ASSERT_FAILS(tern_command_buffer_fill(commands, tern_buffer_whole(a), zeros, 4), TERN_INVALID_ARGUMENT,
               "the buffer belongs to another device");
  ASSERT_FAILS(tern_command_buffer_update(commands, zeros, tern_buffer_whole(a)), TERN_INVALID_ARGUMENT,
               "the buffer belongs to another device");
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, own, APPEND, NULL, &number, 1, &foreign, 1),
               TERN_INVALID_ARGUMENT, "the buffer belongs to another device");
  ASSERT_FAILS(tern_command_buffer_dispatch(commands, executable, APPEND, NULL, &number, 1, &range, 1),
               TERN_INVALID_ARGUMENT, "the executable belongs to another device");
  ASSERT_OK(tern_command_buffer_end(commands));
  tern_semaphore_t *semaphore = make_semaphore(devices[1], 0);
  const uint64_t one = 1;
  const tern_semaphore_list_t signal = {&semaphore, &one, 1};
  ASSERT_FAILS(tern_device_submit(devices[0], none, &commands, 1, signal), TERN_INVALID_ARGUMENT,
               "semaphore 0 to be signalled belongs to another device");
  ASSERT_FAILS(tern_device_submit(devices[1], none, &commands, 1, none), TERN_INVALID_ARGUMENT,
               "command buffer 0 belongs to another device");
  tern_semaphore_release(semaphore);
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_buffer_release(c);
  tern_executable_release(executable);
  tern_executable_release(own);
  for (size_t i = 0; i < 3; ++i) tern_device_release(devices[i]);
  end_test();
}

//---- Threads ----

typedef struct worker {
  tern_device_t *device;
  tern_executable_t *executable;
  tern_command_buffer_t *shared;
  tern_semaphore_t *gate;
  bool is_right;
} worker_t;

static void *work(void *user_data) {
  worker_t *worker = user_data;
  tern_device_t *device = worker->device;
  worker->is_right = true;
  for (int32_t i = 0; i < 20 && worker->is_right; ++i) {
    tern_buffer_t *input = make_buffer(device, &i, 4), *output = make_buffer(device, NULL, 4);
    tern_semaphore_t *semaphore = make_semaphore(device, 0);
    tern_command_buffer_t *commands = begin(device);
    record_step(commands, worker->executable, input, output);
    ASSERT_OK(tern_command_buffer_end(commands));
    submit(device, worker->gate, 1, commands, semaphore, 1);
    submit(device, NULL, 0, worker->shared, NULL, 0);
    ASSERT_OK(tern_semaphore_wait(semaphore, 1, TERN_TIMEOUT_INFINITE, NULL));
    worker->is_right = read_word(output, 0) == i + 1;
    tern_command_buffer_release(commands);
    tern_semaphore_release(semaphore);
    tern_buffer_release(input);
    tern_buffer_release(output);
  }
  return NULL;
}

static void serves_threads(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  tern_buffer_t *log = make_buffer(device, zeros, sizeof(zeros));
  tern_command_buffer_t *shared = begin(device);
  for (uint32_t i = 0; i < 4; ++i) {
    const tern_buffer_range_t range = {log, 16 * i, 16};
    ASSERT_OK(tern_command_buffer_fill(shared, range, &i, 4));
  }
  ASSERT_OK(tern_command_buffer_end(shared));
  tern_semaphore_t *gate = make_semaphore(device, 0);
  enum { COUNT = 4 };
  pthread_t threads[COUNT];
  worker_t workers[COUNT];
  for (size_t i = 0; i < COUNT; ++i) {
    workers[i] = (worker_t){device, executable, shared, gate, false};
    assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
  }
  ASSERT_OK(tern_semaphore_signal(gate, 1));
  for (size_t i = 0; i < COUNT; ++i) {
    pthread_join(threads[i], NULL);
    assert_true(workers[i].is_right);
  }
  ASSERT_OK(tern_device_wait_idle(device));
  for (size_t i = 0; i < 16; ++i) assert_int_equal(read_word(log, i), i / 4);
  tern_semaphore_release(gate);
  tern_command_buffer_release(shared);
  tern_buffer_release(log);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_submissions),
      cmocka_unit_test(hands_failures_on),
      cmocka_unit_test(keeps_what_waits),
      cmocka_unit_test(tells_what_broke),
      cmocka_unit_test(tells_which_kernel_cannot_be_launched),
      cmocka_unit_test(survives_failures_of_every_call),
      cmocka_unit_test(copies_between_devices),
      cmocka_unit_test(hands_failures_to_other_devices),
      cmocka_unit_test(refuses_objects_of_other_devices),
      cmocka_unit_test(serves_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
