// Profiles of CUDA devices, on the fake library: events around each kernel, and no graphs.

#include "cuda_fixture.h"
#include "runtime/hal/hal_commands.h"
#include "tern/profile.h"

typedef struct heard {
  size_t submission_count, command_count;
  char names[8][8];
  uint64_t durations[8], gaps[8];
  const tern_buffer_t *buffers[8];
} heard_t;

static void hear(void *user_data, const tern_profile_submission_t *submission) {
  heard_t *heard = user_data;
  ++heard->submission_count;
  heard->command_count = submission->command_count;
  for (size_t i = 0; i < submission->command_count && i < 8; ++i) {
    const tern_profile_command_t *command = &submission->commands[i];
    snprintf(heard->names[i], sizeof(heard->names[i]), "%s", command->name);
    heard->durations[i] = command->end - command->begin;
    if (i) assert_true(command->begin >= submission->commands[i - 1].end);
    heard->buffers[i] = command->accesses[0].buffer;
  }
}

static tern_device_t *begin_profile(heard_t *heard) {
  tern_device_t *device = begin_device();
  *heard = (heard_t){0};
  ASSERT_OK(tern_profile_begin(device, &(tern_profile_sink_t){hear, heard}));
  return device;
}

static void measures_kernels_one_by_one(void **state) {
  (void)state;
  heard_t heard;
  tern_device_t *device = begin_profile(&heard);
  tern_executable_t *executable = load_plain(device);
  const int32_t zeros[16] = {0}, pattern = 0;
  tern_buffer_t *log = make_buffer(device, zeros, sizeof(zeros));
  tern_command_buffer_t *commands = begin(device);
  ASSERT_OK(tern_command_buffer_fill(commands, tern_buffer_whole(log), &pattern, 4));
  // Nothing orders these two.
  record_append(commands, executable, log, 7);
  record_append(commands, executable, log, 8);
  ASSERT_OK(tern_command_buffer_end(commands));
  // From the second time on it would be a graph.
  for (size_t i = 1; i <= 4; ++i) {
    ASSERT_OK(tern_device_execute(device, commands));
    assert_int_equal(heard.submission_count, i);
    assert_int_equal(heard.command_count, 3);
    assert_string_equal(heard.names[0], "fill");
    assert_string_equal(heard.names[2], "append");
    for (size_t c = 0; c < 3; ++c) assert_true(heard.durations[c] > 0 && heard.buffers[c] == log);
    assert_int_equal(read_word(log, 0), 2);
    assert_int_equal(read_word(log, 1), 7);
    assert_int_equal(read_word(log, 2), 8);
  }
  assert_int_equal(fake_cuda_calls("cuGraphInstantiateWithFlags"), 0);
  assert_int_equal(fake_cuda_calls("cuGraphLaunch"), 0);
  tern_command_buffer_release(commands);
  tern_buffer_release(log);
  tern_executable_release(executable);
  uint64_t missed_count;
  ASSERT_OK(tern_profile_end(device, &missed_count));
  assert_int_equal(missed_count, 0);
  tern_device_release(device);
  end_test();
}

static void measures_programs(void **state) {
  (void)state;
  heard_t heard;
  tern_device_t *device = begin_profile(&heard);
  tern_executable_t *executable = load_plain(device);
  const int32_t words[2] = {4, 0};
  tern_buffer_t *a = make_buffer(device, words, 4), *b = make_buffer(device, words, 4);
  tern_hal_commands_t *commands;
  ASSERT_OK(tern_hal_commands_create(device, 2, &commands));
  const tern_hal_binding_t operands[] = {{NULL, 0, 0, 4}, {NULL, 1, 0, 4}};
  ASSERT_OK(tern_hal_commands_dispatch(commands, executable, STEP, NULL, NULL, 0, operands, 2));
  ASSERT_OK(tern_hal_commands_end(commands));
  for (size_t turn = 0; turn < 3; ++turn) {
    tern_hal_binding_t table[2];
    for (size_t i = 0; i < 2; ++i) {
      tern_hal_buffer_t *buffer;
      tern_buffer_range_t range = {(i + turn) % 2 ? b : a, 0, 4};
      ASSERT_OK(tern_hal_buffer_wrap(range, device, &buffer));
      table[i] = (tern_hal_binding_t){buffer, 0, 0, 4};
    }
    const tern_semaphore_list_t none = {0};
    ASSERT_OK(tern_hal_commands_submit(commands, none, none, table, 2));
    assert_int_equal(heard.submission_count, turn + 1);
    assert_true(heard.buffers[0] == (turn % 2 ? b : a) && heard.durations[0] > 0);
    for (size_t i = 0; i < 2; ++i) tern_hal_buffer_release(table[i].buffer);
  }
  assert_int_equal(read_word(b, 0), 7);
  tern_hal_commands_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_executable_release(executable);
  tern_device_release(device);  // which ends the profile
  end_test();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(measures_kernels_one_by_one),
                                     cmocka_unit_test(measures_programs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
