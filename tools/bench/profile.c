// Making profiles.

#include "profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark.h"
#include "common/memory.h"
#include "common/messages.h"

//---- Rows ----

bench_row_t bench_row_of_event(const bench_event_t *event) {
  const tern_profile_command_t *command = &event->command;
  bench_row_t row = {.name = command->name,
                     .kind = command->kind,
                     .type = command->element_type,
                     .count = 1,
                     .seconds = (double)bench_event_duration(event) * 1e-9,
                     .is_cost_known = command->is_cost_known,
                     .is_estimated = command->is_estimated};
  for (size_t i = 0; i < TERN_COST_COUNT; ++i) row.costs[i] = (double)command->costs[i];
  return row;
}

static void add_to_rows(bench_profile_t *profile, const bench_row_t *row) {
  profile->command_seconds += row->seconds;
  for (size_t i = 0; i < profile->row_count; ++i) {
    bench_row_t *known = &profile->rows[i];
    if (known->kind != row->kind || strcmp(known->name, row->name) != 0) continue;
    known->count += row->count;
    known->seconds += row->seconds;
    known->is_cost_known &= row->is_cost_known;
    known->is_estimated |= row->is_estimated;
    for (size_t c = 0; c < TERN_COST_COUNT; ++c) known->costs[c] += row->costs[c];
    return;
  }
  profile->rows = reallocate(profile->rows, profile->row_count + 1, sizeof *profile->rows);
  profile->rows[profile->row_count++] = *row;
}

static int compare_rows(const void *left, const void *right) {
  double difference = ((const bench_row_t *)right)->seconds - ((const bench_row_t *)left)->seconds;
  return (difference > 0) - (difference < 0);
}

static void make_rows(bench_profile_t *profile) {
  const bench_record_t *record = &profile->record;
  profile->warm_count = record->call_count - 1;
  for (size_t i = 1; i < record->call_count; ++i) {
    profile->call_seconds += (double)(record->calls[i].end - record->calls[i].begin) * 1e-9;
  }
  for (size_t i = 0; i < record->event_count; ++i) {
    if (record->events[i].call == 0) continue;
    bench_row_t row = bench_row_of_event(&record->events[i]);
    add_to_rows(profile, &row);
  }
  if (profile->row_count) qsort(profile->rows, profile->row_count, sizeof *profile->rows, compare_rows);
}

// Operations of the kind that the row computes in.
static double operations_of(const bench_row_t *row) {
  double float_ops = row->costs[TERN_COST_FLOAT_OPS];
  return float_ops > 0 ? float_ops : row->costs[TERN_COST_INTEGER_OPS];
}

double bench_row_gflops(const bench_row_t *row) {
  bool is_known = row->kind == TERN_PROFILE_DISPATCH && row->is_cost_known && row->seconds > 0;
  return is_known ? operations_of(row) / row->seconds * 1e-9 : NAN;
}

double bench_row_gbps(const bench_row_t *row) {
  double bytes = row->costs[TERN_COST_READ_BYTES] + row->costs[TERN_COST_WRITTEN_BYTES];
  return row->seconds > 0 ? bytes / row->seconds * 1e-9 : NAN;
}

double bench_row_part_of_bound(const bench_profile_t *profile, const bench_row_t *row) {
  const bench_bound_t *bound = &profile->bound;
  double operations = bound->operations[(size_t)row->type < BENCH_TYPE_COUNT ? row->type : 0];
  double bytes = row->costs[TERN_COST_READ_BYTES] + row->costs[TERN_COST_WRITTEN_BYTES];
  if (bound->bytes <= 0 || row->seconds <= 0 || (!row->is_cost_known && row->kind == TERN_PROFILE_DISPATCH)) return NAN;
  double least = bytes / bound->bytes;
  if (operations > 0 && operations_of(row) / operations > least) least = operations_of(row) / operations;
  return least / row->seconds;
}

//---- Calls ----

// The first call is cold; the others come behind one that nobody looks at.
static bool record_calls(bench_profile_t *profile, bench_call_t *call) {
  uint64_t count = profile->subject->options->profile_calls;
  for (uint64_t i = 0; i <= count; ++i) {
    if (i == 1) {
      profile->record.keeps_events = false;
      if (!bench_call_run(call)) return false;
    }
    profile->record.keeps_events = true;
    bench_record_begin_call(&profile->record);
    bool is_right = bench_call_run(call);
    bench_record_end_call(&profile->record);
    if (!is_right) return false;
  }
  return true;
}

static bool record_function(bench_profile_t *profile) {
  const bench_subject_t *subject = profile->subject;
  bench_session_t session;
  bench_call_t call = {0};
  tern_profile_sink_t sink = bench_record_sink(&profile->record);
  if (!report(tern_profile_begin(subject->device, &sink))) return false;
  bool is_right = bench_session_open(subject, &session) && bench_call_open(&session, profile->function, &call) &&
                  record_calls(profile, &call);
  bench_call_close(&call);
  bench_session_close(&session);
  profile->record.keeps_events = false;
  make_rows(profile);
  // Before the arrays for the bound are there.
  if (is_right && subject->options->prints_statistics && !subject->options->has_benchmark)
    bench_show_statistics(subject);
  for (size_t i = 0; i < profile->row_count && is_right; ++i) {
    bench_bound_measure(subject, &profile->record, profile->rows[i].type, &profile->bound);
  }
  return is_right & report(tern_profile_end(subject->device, &profile->record.missed_count));
}

//---- Files ----

// `path` with the function's name in it, if there are several: out.html becomes out-main.html.
static bool write_file(const bench_profile_t *profile, const char *path, bool is_one,
                       void (*write)(const bench_profile_t *profile, FILE *file)) {
  char name[1024];
  const char *ending = strrchr(path, '.');
  snprintf(name, sizeof name, "%.*s%s%s%s", (int)(ending - path), path, is_one ? "" : "-",
           is_one ? "" : profile->function, ending);
  FILE *file = fopen(name, "w");
  if (!file) return fail("cannot write", name);
  write(profile, file);
  bool is_written = !ferror(file);
  is_written &= fclose(file) == 0;
  return is_written || fail("cannot write", name);
}

static bool profile_function(const bench_subject_t *subject, const char *function, bool is_one) {
  const bench_options_t *options = subject->options;
  bench_profile_t profile = {.subject = subject, .function = function};
  bool is_right = record_function(&profile);
  // What another program reads is left alone.
  bool is_data = options->has_benchmark && options->format && strcmp(options->format, "console") != 0;
  if (is_right) bench_profile_write_table(&profile, is_data ? stderr : stdout);
  if (is_right && profile.record.missed_count) {
    complain("warning: %llu submissions were not measured", (unsigned long long)profile.record.missed_count);
  }
  if (is_right && options->trace) is_right = write_file(&profile, options->trace, is_one, bench_profile_write_trace);
  if (is_right && options->html) is_right = write_file(&profile, options->html, is_one, bench_profile_write_page);
  free(profile.rows);
  bench_record_deinitialize(&profile.record);
  return is_right;
}

bool bench_profile_all(const bench_subject_t *subject) {
  char *names[BENCH_MAX_VALUES];
  const char *name;
  size_t count = 0;
  bench_session_t session;
  bool is_right = bench_session_open(subject, &session);
  while (is_right && count < BENCH_MAX_VALUES && (name = bench_session_function(&session, count)))
    names[count++] = copy_text(name, strlen(name));
  bench_session_close(&session);
  if (is_right && !count) {
    is_right = fail("there is no function that can be called with these inputs", subject->options->function);
  }
  for (size_t i = 0; i < count && is_right; ++i) is_right = profile_function(subject, names[i], count == 1);
  for (size_t i = 0; i < count; ++i) free(names[i]);
  return is_right;
}
