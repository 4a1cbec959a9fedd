// Profiles of Vulkan devices: time stamps around each dispatch.

#include "vulkan_fixture.h"

#include "tern/profile.h"

typedef struct heard {
  size_t submission_count, command_count;
  uint64_t durations[128], begin, end, first, last;
} heard_t;

static void hear(void *user_data, const tern_profile_submission_t *submission) {
  heard_t *heard = user_data;
  ++heard->submission_count;
  heard->command_count = submission->command_count;
  heard->begin = submission->begin;
  heard->end = submission->end;
  heard->first = submission->commands[0].begin;
  heard->last = submission->commands[submission->command_count - 1].end;
  for (size_t i = 0; i < submission->command_count && i < 128; ++i) {
    const tern_profile_command_t *command = &submission->commands[i];
    heard->durations[i] = command->end - command->begin;
    if (i) assert_true(command->begin >= submission->commands[i - 1].end);
  }
}

static void measures_dispatches(void **state) {
  (void)state;
  add_fixture_t fixture = set_up_add(100000);
  heard_t heard = {0};
  tern_status_t status = tern_profile_begin(fixture.device, &(tern_profile_sink_t){hear, &heard});
  if (status.code == TERN_UNSUPPORTED) {
    tear_down_add(&fixture);
    skip();
  }
  ASSERT_OK(status);
  tern_command_buffer_t *commands = begin(fixture.device);
  const uint32_t pattern = 0;
  ASSERT_OK(tern_command_buffer_fill(commands, tern_buffer_whole(fixture.buffers[2]), &pattern, 4));
  // More than one pool of queries holds.
  for (size_t i = 0; i < 70; ++i) {
    ASSERT_OK(
        tern_command_buffer_dispatch(commands, fixture.executable, 0, NULL, &fixture.count, 1, fixture.ranges, 3));
  }
  ASSERT_OK(tern_command_buffer_end(commands));
  for (size_t turn = 1; turn <= 2; ++turn) {
    ASSERT_OK(tern_device_execute(fixture.device, commands));
    assert_int_equal(heard.submission_count, turn);
    assert_int_equal(heard.command_count, 71);
    for (size_t i = 0; i < 71; ++i) assert_true(heard.durations[i] > 0);
    assert_true(heard.last <= heard.end && heard.last - heard.first <= heard.end - heard.begin);
  }
  tern_command_buffer_release(commands);
  uint64_t missed_count;
  ASSERT_OK(tern_profile_end(fixture.device, &missed_count));
  assert_int_equal(missed_count, 0);
  tear_down_add(&fixture);
}

int main(void) {
  if (!begin_tests()) return 0;
  const struct CMUnitTest tests[] = {cmocka_unit_test(measures_dispatches)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
