// A profile as a table.

#include <math.h>
#include <string.h>

#include "profile.h"

// A number with a sign for guesses; `-` if it is not known.
static void format_number(double value, int digits, bool is_estimated, char out_text[32]) {
  if (isnan(value)) {
    strcpy(out_text, "-");
  } else {
    snprintf(out_text, 32, "%s%.*f", is_estimated ? "~" : "", digits, value);
  }
}

static const char *type_name(tern_element_type_t type) {
  return type == TERN_ELEMENT_TYPE_NONE ? "-" : tern_element_type_name(type);
}

static void write_row(const bench_profile_t *profile, const bench_row_t *row, int width, FILE *file) {
  char gflops[32], gbps[32], part[32];
  double calls = (double)profile->warm_count;
  format_number(bench_row_gflops(row), 2, row->is_estimated, gflops);
  format_number(bench_row_gbps(row), 2, row->is_estimated, gbps);
  format_number(100 * bench_row_part_of_bound(profile, row), 1, row->is_estimated, part);
  fprintf(file, "%-*s %7.0f %12.2f %6.1f%% %6s %12s %10s %8s\n", width, row->name, (double)row->count / calls,
          row->seconds / calls * 1e6, profile->command_seconds > 0 ? 100 * row->seconds / profile->command_seconds : 0,
          type_name(row->type), gflops, gbps, part);
}

static void write_bounds(const bench_profile_t *profile, FILE *file) {
  const bench_bound_t *bound = &profile->bound;
  const char *separator = "";
  fputs("bound: ", file);
  for (size_t i = 1; i < BENCH_TYPE_COUNT; ++i) {
    if (bound->operations[i] <= 0) continue;
    fprintf(file, "%s%.1f GF/s in %s", separator, bound->operations[i] * 1e-9, type_name((tern_element_type_t)i));
    separator = ", ";
  }
  if (bound->bytes > 0) fprintf(file, "%s%.1f GB/s", separator, bound->bytes * 1e-9), separator = ", ";
  fputs(*separator ? "\n" : "not known\n", file);
}

void bench_profile_write_table(const bench_profile_t *profile, FILE *file) {
  const bench_record_t *record = &profile->record;
  double calls = (double)profile->warm_count, cold = (double)(record->calls[0].end - record->calls[0].begin) * 1e-9;
  int width = 10;
  for (size_t i = 0; i < profile->row_count; ++i) {
    int size = (int)strlen(profile->rows[i].name);
    if (size > width) width = size;
  }
  fprintf(file, "@%s on %s: %.2f us a call (cold %.2f us), of which %.2f us are commands of the device; %zu calls\n",
          profile->function, tern_device_driver_name(profile->subject->device), profile->call_seconds / calls * 1e6,
          cold * 1e6, profile->command_seconds / calls * 1e6, profile->warm_count);
  write_bounds(profile, file);
  fprintf(file, "%-*s %7s %12s %7s %6s %12s %10s %8s\n", width, "dispatch", "a call", "time (us)", "share", "type",
          "GF/s", "GB/s", "% bound");
  for (size_t i = 0; i < profile->row_count; ++i) write_row(profile, &profile->rows[i], width, file);
}
