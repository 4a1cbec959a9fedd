// A profile as a trace: the JSON of Chrome's trace events, which Perfetto and chrome://tracing show.

#include <inttypes.h>
#include <math.h>

#include "json.h"
#include "profile.h"

// Times are microseconds from the first call on.
static void write_span(FILE *file, const char *name, const char *category, int thread, uint64_t origin, uint64_t begin,
                       uint64_t end) {
  fputs(",\n    {\"name\": ", file);
  bench_json_string(file, name);
  fprintf(file, ", \"cat\": \"%s\", \"ph\": \"X\", \"pid\": 1, \"tid\": %d, \"ts\": %.3f, \"dur\": %.3f", category,
          thread, (double)(int64_t)(begin - origin) * 1e-3, (double)(end - begin) * 1e-3);
}

static void write_thread(FILE *file, int thread, const char *name) {
  fprintf(file,
          ",\n    {\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": 1, \"tid\": %d, \"args\": {\"name\": ", thread);
  bench_json_string(file, name);
  fputs("}}", file);
}

static void write_number(FILE *file, const char *key, double value) {
  if (!isnan(value)) fprintf(file, ", \"%s\": %.6g", key, value);
}

// The numbers of a command, or of all of one name, behind a first key.
static void write_costs(const bench_profile_t *profile, const bench_row_t *row, FILE *file) {
  static const char *const names[] = {"float_ops", "integer_ops", "read_bytes", "written_bytes"};
  for (size_t i = 0; i < TERN_COST_COUNT; ++i) fprintf(file, ", \"%s\": %.0f", names[i], row->costs[i]);
  write_number(file, "gflops", bench_row_gflops(row));
  write_number(file, "gbps", bench_row_gbps(row));
  write_number(file, "percent_of_bound", 100 * bench_row_part_of_bound(profile, row));
  if (row->type != TERN_ELEMENT_TYPE_NONE) fprintf(file, ", \"type\": \"%s\"", tern_element_type_name(row->type));
  fprintf(file, ", \"is_cost_known\": %s, \"is_estimated\": %s", row->is_cost_known ? "true" : "false",
          row->is_estimated ? "true" : "false");
}

static void write_event(const bench_profile_t *profile, const bench_event_t *event, uint64_t origin, FILE *file) {
  const tern_profile_command_t *command = &event->command;
  bench_row_t row = bench_row_of_event(event);
  write_span(file, command->name, command->kind == TERN_PROFILE_DISPATCH ? "dispatch" : "transfer", 2, origin,
             command->begin, command->end);
  fprintf(file, ", \"args\": {\"call\": %zu", event->call);
  write_costs(profile, &row, file);
  fprintf(file, ", \"workgroup_count\": [%u, %u, %u]}}", command->workgroup_count[0], command->workgroup_count[1],
          command->workgroup_count[2]);
}

// What the table says.
static void write_summary(const bench_profile_t *profile, FILE *file) {
  fputs("  \"otherData\": {\"function\": ", file);
  bench_json_string(file, profile->function);
  fprintf(file, ", \"device\": \"%s\", \"calls\": %zu, \"call_us\": %.3f, \"peak_gbps\": %.6g, \"peak_gflops\": {",
          tern_device_driver_name(profile->subject->device), profile->warm_count,
          profile->call_seconds / (double)profile->warm_count * 1e6, profile->bound.bytes * 1e-9);
  const char *separator = "";
  for (size_t i = 1; i < BENCH_TYPE_COUNT; ++i) {
    if (profile->bound.operations[i] <= 0) continue;
    fprintf(file, "%s\"%s\": %.6g", separator, tern_element_type_name((tern_element_type_t)i),
            profile->bound.operations[i] * 1e-9);
    separator = ", ";
  }
  fputs("},\n    \"dispatches\": [", file);
  for (size_t i = 0; i < profile->row_count; ++i) {
    const bench_row_t *row = &profile->rows[i];
    fprintf(file, "%s\n      {\"name\": ", i ? "," : "");
    bench_json_string(file, row->name);
    fprintf(file, ", \"count\": %" PRIu64 ", \"us\": %.3f, \"share\": %.6g", row->count, row->seconds * 1e6,
            profile->command_seconds > 0 ? row->seconds / profile->command_seconds : 0);
    write_costs(profile, row, file);
    fputc('}', file);
  }
  fputs("\n    ]}\n", file);
}

void bench_profile_write_trace(const bench_profile_t *profile, FILE *file) {
  const bench_record_t *record = &profile->record;
  uint64_t origin = record->calls[0].begin;
  fputs(
      "{\n  \"displayTimeUnit\": \"ns\",\n  \"traceEvents\": [\n    {\"name\": \"process_name\", \"ph\": \"M\", "
      "\"pid\": 1, \"args\": {\"name\": ",
      file);
  bench_json_string(file, profile->subject->options->file);
  fputs("}}", file);
  write_thread(file, 1, "host");
  write_thread(file, 2, tern_device_driver_name(profile->subject->device));
  for (size_t i = 0; i < record->call_count; ++i) {
    char name[300];
    snprintf(name, sizeof name, "@%.250s%s", profile->function, i ? "" : " (cold)");
    write_span(file, name, "call", 1, origin, record->calls[i].begin, record->calls[i].end);
    fprintf(file, ", \"args\": {\"call\": %zu}}", i);
  }
  for (size_t i = 0; i < record->submission_count; ++i) {
    write_span(file, "submission", "submission", 1, origin, record->submissions[i].begin, record->submissions[i].end);
    fputc('}', file);
  }
  for (size_t i = 0; i < record->event_count; ++i) write_event(profile, &record->events[i], origin, file);
  fputs("\n  ],\n", file);
  write_summary(profile, file);
  fputs("}\n", file);
}
