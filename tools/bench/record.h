// What a profile tells: calls, and the commands in them.

#ifndef TERN_TOOLS_BENCH_RECORD_H_
#define TERN_TOOLS_BENCH_RECORD_H_

#include <stddef.h>

#include "tern/profile.h"

// A stretch of time, in nanoseconds of tern_profile_now().
typedef struct bench_span {
  uint64_t begin, end;
} bench_span_t;

// A command with what it points to. `name` and `accesses` are owned.
typedef struct bench_event {
  tern_profile_command_t command;
  size_t call;        // that it belongs to
  size_t submission;  // number in all of the record
} bench_event_t;

// Zero-initialise; ended by bench_record_deinitialize().
typedef struct bench_record {
  bool keeps_events;              // else only the times are summed up
  uint64_t dispatch_nanoseconds;  // of all dispatches so far
  bench_span_t *calls;            // the first is the cold one
  size_t call_count;
  bench_span_t *submissions;
  size_t submission_count;
  bench_event_t *events;
  size_t event_count;
  uint64_t missed_count;  // submissions that nothing is known of
} bench_record_t;

// The sink of a profile that writes to `record`.
tern_profile_sink_t bench_record_sink(bench_record_t *record);
// What is recorded from now on belongs to a call that begins; and its end.
void bench_record_begin_call(bench_record_t *record);
void bench_record_end_call(bench_record_t *record);
void bench_record_deinitialize(bench_record_t *record);

static inline uint64_t bench_event_duration(const bench_event_t *event) {
  return event->command.end - event->command.begin;
}

#endif  // TERN_TOOLS_BENCH_RECORD_H_
