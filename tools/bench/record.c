// Keeping copies of what a profile tells.

#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

// Room for one more element.
static void *grow(void *values, size_t count, size_t element_size) {
  if (count & (count - 1)) return values;  // grown at powers of two
  return reallocate(values, count ? 2 * count : 1, element_size);
}

static void hear(void *user_data, const tern_profile_submission_t *submission) {
  bench_record_t *record = user_data;
  for (size_t i = 0; i < submission->command_count; ++i) {
    const tern_profile_command_t *command = &submission->commands[i];
    if (command->kind == TERN_PROFILE_DISPATCH) record->dispatch_nanoseconds += command->end - command->begin;
    if (!record->keeps_events) continue;
    record->events = grow(record->events, record->event_count, sizeof *record->events);
    bench_event_t *event = &record->events[record->event_count++];
    *event = (bench_event_t){*command, record->call_count, record->submission_count};
    size_t size = command->access_count * sizeof *command->accesses;
    void *accesses = allocate(size, 1);
    if (size) memcpy(accesses, command->accesses, size);
    event->command.accesses = accesses;
    event->command.name = copy_text(command->name, strlen(command->name));
  }
  if (!record->keeps_events) return;
  record->submissions = grow(record->submissions, record->submission_count, sizeof *record->submissions);
  record->submissions[record->submission_count++] = (bench_span_t){submission->begin, submission->end};
}

tern_profile_sink_t bench_record_sink(bench_record_t *record) { return (tern_profile_sink_t){hear, record}; }

void bench_record_begin_call(bench_record_t *record) {
  record->calls = grow(record->calls, record->call_count, sizeof *record->calls);
  record->calls[record->call_count] = (bench_span_t){tern_profile_now(), 0};
}

void bench_record_end_call(bench_record_t *record) { record->calls[record->call_count++].end = tern_profile_now(); }

void bench_record_deinitialize(bench_record_t *record) {
  for (size_t i = 0; i < record->event_count; ++i) {
    free((void *)(uintptr_t)record->events[i].command.name);
    free((void *)(uintptr_t)record->events[i].command.accesses);
  }
  free(record->events);
  free(record->calls);
  free(record->submissions);
  *record = (bench_record_t){0};
}
