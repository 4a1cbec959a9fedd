// Command buffers of the CUDA driver that are submitted again and again, as graphs, with the fake library in the place of
// NVIDIA's.

#include "cuda_fixture.h"

//---- Graphs ----

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(repeats_command_buffers_as_graphs),
      cmocka_unit_test(orders_the_kernels_of_an_entry_point),
      cmocka_unit_test(changes_the_buffers_of_a_graph),
      cmocka_unit_test(refuses_tables_that_do_not_fit),
      cmocka_unit_test(reuses_memory_in_order),
      cmocka_unit_test(tells_the_time),
      cmocka_unit_test(launches_what_is_launched_often_as_a_graph),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
