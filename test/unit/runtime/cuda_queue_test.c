// Submissions, graphs, semaphores, failures and several GPUs on the CUDA driver, with the fake library in the place of
// NVIDIA's. The fake library runs nothing before somebody waits, so what is not ordered shows.

#include <pthread.h>

#include "cuda_fixture.h"

static const tern_semaphore_list_t none = {0};

static tern_semaphore_t *make_semaphore(tern_device_t *device, uint64_t value) {
  tern_semaphore_t *semaphore = NULL;
  ASSERT_OK(tern_semaphore_create(device, value, &semaphore));
  return semaphore;
}

static void submit(tern_device_t *device, tern_semaphore_t *wait, uint64_t wait_value, tern_command_buffer_t *commands,
                   tern_semaphore_t *signal, uint64_t signal_value) {
  const tern_semaphore_list_t waits = {&wait, &wait_value, 1}, signals = {&signal, &signal_value, 1};
  ASSERT_OK(tern_device_submit(device, wait ? waits : none, &commands, commands ? 1 : 0, signal ? signals : none));
}

//---- Graphs ----

static const int32_t zeros[64];

// What a command buffer does must not depend on how often it was submitted: the second time it is a graph.
static void repeats_command_buffers_as_graphs(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  tern_buffer_t *log = make_buffer(device, zeros, sizeof(zeros)), *copy = make_buffer(device, NULL, 256);
  const tern_buffer_range_t ranges[] = {{log, 4, 32}, {copy, 4, 32}, {copy, 64, 32}, {copy, 96, 32}};
  static const uint64_t pattern = UINT64_C(0x0000000200000001);
  tern_command_buffer_t *commands = begin(device);
  record_barrier(commands);
  for (uint32_t i = 1; i <= 5; ++i) {
    record_append(commands, executable, log, i * 10);
    record_barrier(commands);
    record_barrier(commands);
  }
  ASSERT_OK(tern_command_buffer_copy(commands, ranges[0], ranges[1]));
  ASSERT_OK(tern_command_buffer_fill(commands, ranges[2], &pattern, 8));
  ASSERT_OK(tern_command_buffer_update(commands, "captured by the command buffer!", ranges[3]));
  record_barrier(commands);
  // Behind four nodes, which an empty one joins.
  record_append(commands, executable, log, 60);
  record_barrier(commands);
  ASSERT_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){log, 0, 4}, zeros, 4));
  ASSERT_OK(tern_command_buffer_end(commands));
  for (size_t i = 0; i < 4; ++i) {
    int32_t words[64];
    ASSERT_OK(tern_buffer_write(log, 0, zeros, sizeof(zeros)));
    ASSERT_OK(tern_device_execute(device, commands));
    ASSERT_OK(tern_buffer_read(log, 0, words, sizeof(words)));
    for (int32_t j = 0; j <= 6; ++j) assert_int_equal(words[j], j * 10);
    ASSERT_OK(tern_buffer_read(copy, 0, words, 256));
    for (int32_t j = 1; j <= 5; ++j) assert_int_equal(words[j], j * 10);
    for (int32_t j = 0; j < 8; ++j) assert_int_equal(words[16 + j], 1 + j % 2);
    assert_string_equal((const char *)&words[24], "captured by the command buffer!");
    assert_int_equal(fake_cuda_calls("cuGraphLaunch"), (int)i);
  }
  assert_int_equal(fake_cuda_calls("cuGraphInstantiateWithFlags"), 1);
  assert_int_equal(fake_cuda_calls("cuGraphAddEmptyNode"), 1);
  tern_command_buffer_release(commands);
  tern_buffer_release(log);
  tern_buffer_release(copy);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

// Kernels of one entry point come one after the other, also without barriers.
static void orders_the_kernels_of_an_entry_point(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  const tern_binding_info_t bindings[] = {
      {0, 0, READ | WRITE, TERN_ELEMENT_TYPE_I32, "a", 1, 4, word_dims, NULL},
      {0, 1, READ | WRITE, TERN_ELEMENT_TYPE_I32, "b", 1, 4, word_dims, NULL},
  };
  const tern_kernel_info_t kernels[] = {{"step", {1, 1, 1}, 0, NULL, 0, 0},
                                        {"step", {1, 1, 1}, GRID(zero_grid), 0, 0},
                                        {"back", {1, 1, 1}, 0, NULL, 0, 0},
                                        {"step", {1, 1, 1}, 0, NULL, 0, 0}};
  const tern_entry_point_t entry = {
      .name = "steps", .binding_count = 2, .bindings = bindings, .kernel_count = 4, .kernels = kernels};
  static const char text[] = ".version 7.0\n" STEP_PTX ".entry back(.param .u64 a, .param .u64 b)\n";
  tern_executable_t *executable = NULL;
  ASSERT_OK(load(device, text, strlen(text), &entry, 1, &executable));
  tern_buffer_t *a = make_buffer(device, zeros, 4), *b = make_buffer(device, zeros, 4);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(a), tern_buffer_whole(b)};
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, NULL, NULL, 0, ranges, 2));
  ASSERT_OK(tern_command_buffer_end(commands));
  for (int32_t i = 0; i < 3; ++i) {
    // Nobody defined what "back" does, so the second step does the same as the first.
    ASSERT_OK(tern_device_execute(device, commands));
    assert_int_equal(read_word(b, 0), 1);
  }
  assert_int_equal(fake_cuda_calls("cuGraphLaunch"), 2);
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

// A command buffer with two slots, and buffers to put into them.
typedef struct slots_fixture {
  tern_device_t *device;
  tern_executable_t *executable;
  tern_command_buffer_t *commands;
  tern_buffer_t *fixed;
} slots_fixture_t;

// fixed = slot 0 + 1; slot 1 = fixed + 1; slot 1 [1] = slot 1; slot 1 [2] = 7.
static slots_fixture_t set_up_slots(tern_device_t *device) {
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

static void tear_down_slots(slots_fixture_t *fixture) {
  tern_command_buffer_release(fixture->commands);
  tern_buffer_release(fixture->fixed);
  tern_executable_release(fixture->executable);
  tern_device_release(fixture->device);
}

static void submit_bound(slots_fixture_t *fixture, tern_buffer_t *input, tern_buffer_t *output) {
  const tern_buffer_range_t table[] = {{input, 0, 64}, {output, 0, 64}};
  tern_status_t status;
  assert_true(tern_device_submit_bound(fixture->device, none, fixture->commands, table, 2, none, &status));
  ASSERT_OK(status);
}

static void check_output(tern_buffer_t *output, int32_t expected) {
  assert_int_equal(read_word(output, 0), expected);
  assert_int_equal(read_word(output, 1), expected);
  assert_int_equal(read_word(output, 2), 7);
}

static void changes_the_buffers_of_a_graph(void **state) {
  (void)state;
  slots_fixture_t fixture = set_up_slots(begin_device());
  enum { COUNT = 4 };
  tern_buffer_t *inputs[COUNT], *outputs[COUNT];
  for (int32_t i = 0; i < COUNT; ++i) {
    inputs[i] = make_buffer(fixture.device, zeros, 64);
    outputs[i] = make_buffer(fixture.device, NULL, 64);
    const int32_t value = 100 * i;
    ASSERT_OK(tern_buffer_write(inputs[i], 0, &value, 4));
  }
  // All of them before anything runs: a graph that is changed must not change what was submitted.
  for (int32_t i = 0; i < COUNT; ++i) submit_bound(&fixture, inputs[i], outputs[i]);
  for (int32_t i = 0; i < COUNT; ++i) check_output(outputs[i], 100 * i + 2);
  assert_int_equal(fake_cuda_calls("cuGraphLaunch"), 3);
  assert_int_equal(fake_cuda_calls("cuGraphExecKernelNodeSetParams_v2"), 4);
  // The same buffers: nothing to change. Another input: one kernel.
  submit_bound(&fixture, inputs[3], outputs[3]);
  submit_bound(&fixture, inputs[2], outputs[3]);
  check_output(outputs[3], 202);
  assert_int_equal(fake_cuda_calls("cuGraphExecKernelNodeSetParams_v2"), 5);
  assert_int_equal(fake_cuda_calls("cuGraphExecMemcpyNodeSetParams"), 2);
  assert_int_equal(fake_cuda_calls("cuGraphExecMemsetNodeSetParams"), 2);
  // A change that the API refuses: the graph is made anew.
  fake_cuda_fail("cuGraphExecKernelNodeSetParams_v2", 0, CUDA_ERROR_NOT_SUPPORTED);
  submit_bound(&fixture, inputs[1], outputs[1]);
  check_output(outputs[1], 102);
  assert_int_equal(fake_cuda_calls("cuGraphInstantiateWithFlags"), 2);
  // And one that cannot be made at all: the commands go one by one.
  fake_cuda_fail("cuGraphExecKernelNodeSetParams_v2", 0, CUDA_ERROR_NOT_SUPPORTED);
  fake_cuda_fail("cuGraphInstantiateWithFlags", 0, CUDA_ERROR_NOT_SUPPORTED);
  for (int32_t i = 0; i < COUNT; ++i) {
    submit_bound(&fixture, inputs[i], outputs[i]);
    check_output(outputs[i], 100 * i + 2);
  }
  for (int32_t i = 0; i < COUNT; ++i) {
    tern_buffer_release(inputs[i]);
    tern_buffer_release(outputs[i]);
  }
  tear_down_slots(&fixture);
  end_test();
}

static void refuses_tables_that_do_not_fit(void **state) {
  (void)state;
  const fake_cuda_device_t devices[] = {hopper, hopper};
  begin_test(devices, 2);
  slots_fixture_t fixture = set_up_slots(create_device("cuda", 0));
  tern_device_t *other_device = create_device("cuda:1", 0), *cpu = NULL;
  ASSERT_OK(tern_device_create("cpu", NULL, &cpu));
  tern_buffer_t *a = make_buffer(fixture.device, zeros, 64), *b = make_buffer(fixture.device, zeros, 64);
  tern_buffer_t *foreign = make_buffer(other_device, zeros, 64), *host = make_buffer(cpu, zeros, 64), *mapped = NULL;
  ASSERT_OK(tern_buffer_allocate(fixture.device, TERN_BUFFER_USAGE_MAPPING, 64, &mapped));
  const tern_buffer_range_t tables[][2] = {{{a, 0, 64}, {NULL, 0, 0}},  {{a, 0, 64}, {b, 0, 8}},
                                           {{a, 2, 32}, {b, 0, 64}},    {{a, 0, 64}, {a, 0, 64}},
                                           {{a, 0, 64}, {b, 60, 64}},   {{a, 0, 64}, {foreign, 0, 64}},
                                           {{host, 0, 64}, {b, 0, 64}}, {{mapped, 0, 64}, {b, 0, 64}}};
  tern_status_t status;
  for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); ++i) {
    assert_false(tern_device_submit_bound(fixture.device, none, fixture.commands, tables[i], 2, none, &status));
  }
  assert_false(tern_device_submit_bound(fixture.device, none, fixture.commands, tables[0], 1, none, &status));
  // Parts of one buffer that do not meet are right.
  tern_buffer_range_t apart[] = {{a, 0, 4}, {a, 16, 32}};
  assert_true(tern_device_submit_bound(fixture.device, none, fixture.commands, apart, 2, none, &status));
  assert_int_equal(read_word(a, 4), 2);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_buffer_release(foreign);
  tern_buffer_release(host);
  tern_buffer_release(mapped);
  tear_down_slots(&fixture);
  tern_device_release(other_device);
  tern_device_release(cpu);
  end_test();
}

// Buffers may go while the device is going to use them: their memory comes back in the order of the stream.
static void reuses_memory_in_order(void **state) {
  (void)state;
  slots_fixture_t fixture = set_up_slots(begin_device());
  tern_buffer_t *results[8];
  for (int32_t i = 0; i < 8; ++i) {
    const int32_t value = 10 * i;
    tern_buffer_t *input = make_buffer(fixture.device, zeros, 64), *output = make_buffer(fixture.device, NULL, 64);
    ASSERT_OK(tern_buffer_write(input, 0, &value, 4));
    submit_bound(&fixture, input, output);
    tern_command_buffer_t *keep = begin(fixture.device);
    results[i] = make_buffer(fixture.device, NULL, 16);
    ASSERT_OK(tern_command_buffer_copy(keep, (tern_buffer_range_t){output, 0, 16}, tern_buffer_whole(results[i])));
    ASSERT_OK(tern_command_buffer_end(keep));
    submit(fixture.device, NULL, 0, keep, NULL, 0);
    tern_command_buffer_release(keep);
    tern_buffer_release(input);
    tern_buffer_release(output);
  }
  ASSERT_OK(tern_device_wait_idle(fixture.device));
  for (int32_t i = 0; i < 8; ++i) {
    check_output(results[i], 10 * i + 2);
    tern_buffer_release(results[i]);
  }
  assert_int_equal(fake_cuda_calls("cuMemAlloc_v2"), 1);
  tear_down_slots(&fixture);
  end_test();
}

static void tells_the_time(void **state) {
  (void)state;
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  tern_buffer_t *log = make_buffer(device, zeros, sizeof(zeros));
  tern_command_buffer_t *commands = begin(device);
  uint64_t first = 0, second = 0;
  ASSERT_OK(tern_command_buffer_timestamp(commands, 3));
  record_append(commands, executable, log, 1);
  ASSERT_OK(tern_command_buffer_timestamp(commands, 4));
  for (uint32_t i = 0; i < 3; ++i) {
    record_append(commands, executable, log, 1);
    record_barrier(commands);
  }
  ASSERT_OK(tern_command_buffer_timestamp(commands, 5));
  ASSERT_FAILS(tern_command_buffer_timestamp(commands, 3), TERN_INVALID_ARGUMENT, "time stamp 3 is recorded already");
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_FAILS(tern_command_buffer_elapsed(commands, 3, 4, &first), TERN_FAILED_PRECONDITION, "was not written");
  for (size_t i = 0; i < 3; ++i) {
    ASSERT_OK(tern_device_execute(device, commands));
    ASSERT_OK(tern_command_buffer_elapsed(commands, 3, 4, &first));
    ASSERT_OK(tern_command_buffer_elapsed(commands, 4, 5, &second));
    assert_true(first > 0 && second > first);
  }
  ASSERT_FAILS(tern_command_buffer_elapsed(commands, 3, 6, &first), TERN_FAILED_PRECONDITION,
               "time stamp 6 was not written");
  tern_command_buffer_release(commands);
  tern_buffer_release(log);
  tern_executable_release(executable);
  tern_device_release(device);
  end_test();
}

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

// A kernel that is recorded anew again and again is launched as a graph of its own, whose parameters are changed.
static void launches_what_is_launched_often_as_a_graph(void **state) {
  (void)state;
  enum { PLAIN = 16, COUNT = 40 };
  tern_device_t *device = begin_device();
  tern_executable_t *executable = load_plain(device);
  tern_buffer_t *log = make_buffer(device, NULL, 4 * (COUNT + 8)), *other = make_buffer(device, zeros, 64);
  ASSERT_OK(tern_buffer_write(log, 0, zeros, 4));
  for (uint32_t i = 0; i < COUNT; ++i) {
    tern_command_buffer_t *commands = begin(device);
    record_append(commands, executable, log, 100 + i);
    ASSERT_OK(tern_command_buffer_end(commands));
    submit(device, NULL, 0, commands, NULL, 0);
    tern_command_buffer_release(commands);
  }
  ASSERT_OK(tern_device_wait_idle(device));
  assert_int_equal(read_word(log, 0), COUNT);
  for (uint32_t i = 0; i < COUNT; ++i) assert_int_equal(read_word(log, 1 + i), 100 + i);
  assert_int_equal(fake_cuda_calls("cuLaunchKernel"), PLAIN);
  assert_int_equal(fake_cuda_calls("cuGraphLaunch"), COUNT - PLAIN);
  assert_int_equal(fake_cuda_calls("cuGraphExecKernelNodeSetParams_v2"), COUNT - PLAIN - 1);
  // The same again: nothing to change. Another buffer: something to change.
  for (size_t i = 0; i < 3; ++i) {
    tern_command_buffer_t *commands = begin(device);
    record_append(commands, executable, i < 2 ? log : other, 100 + COUNT - 1);
    run(device, commands);
    assert_int_equal(fake_cuda_calls("cuGraphExecKernelNodeSetParams_v2"), COUNT - PLAIN - 1 + i / 2);
  }
  assert_int_equal(read_word(log, COUNT + 2), 100 + COUNT - 1);
  assert_int_equal(read_word(other, 1), 100 + COUNT - 1);
  // A change that the API refuses: the kernel is launched as it is, from then on.
  fake_cuda_fail("cuGraphExecKernelNodeSetParams_v2", 0, CUDA_ERROR_NOT_SUPPORTED);
  for (size_t i = 0; i < 2; ++i) {
    tern_command_buffer_t *commands = begin(device);
    record_append(commands, executable, other, 7);
    run(device, commands);
    assert_int_equal(read_word(other, 2 + i), 7);
  }
  assert_int_equal(fake_cuda_calls("cuLaunchKernel"), PLAIN + 2);
  tern_buffer_release(log);
  tern_buffer_release(other);
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
      cmocka_unit_test(repeats_command_buffers_as_graphs),
      cmocka_unit_test(orders_the_kernels_of_an_entry_point),
      cmocka_unit_test(changes_the_buffers_of_a_graph),
      cmocka_unit_test(refuses_tables_that_do_not_fit),
      cmocka_unit_test(reuses_memory_in_order),
      cmocka_unit_test(tells_the_time),
      cmocka_unit_test(orders_submissions),
      cmocka_unit_test(hands_failures_on),
      cmocka_unit_test(keeps_what_waits),
      cmocka_unit_test(tells_what_broke),
      cmocka_unit_test(tells_which_kernel_cannot_be_launched),
      cmocka_unit_test(launches_what_is_launched_often_as_a_graph),
      cmocka_unit_test(survives_failures_of_every_call),
      cmocka_unit_test(copies_between_devices),
      cmocka_unit_test(hands_failures_to_other_devices),
      cmocka_unit_test(refuses_objects_of_other_devices),
      cmocka_unit_test(serves_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
