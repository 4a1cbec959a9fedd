// The reports of Google Benchmark: tables, JSON and CSV, with its keys and columns.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>

#include "benchmark.h"
#include "common/memory.h"
#include "common/messages.h"
#include "json.h"

//---- What a report says of a run ----

static void name_of(const bench_run_t *run, char out_name[600]) {
  snprintf(out_name, 600, "%s%s%s", run->name, run->aggregate ? "_" : "", run->aggregate ? run->aggregate : "");
}

static double scaled(const bench_run_t *run, double seconds, double per_second) {
  return run->is_percentage ? seconds : seconds * per_second;
}

static double counter_value(const bench_run_t *run, const bench_counter_t *counter, double per_second) {
  return counter->is_time ? scaled(run, counter->value, per_second) : counter->value;
}

static bool is_shown(const bench_options_t *options, const bench_run_t *run, bool is_file) {
  bool has_aggregates = run->repetitions > 1;
  if (run->aggregate || !has_aggregates) return true;
  return !options->reports_aggregates_only && (is_file || !options->displays_aggregates_only);
}

//---- The context ----

typedef struct cache {
  char type[16];
  long level, size, sharing;
} cache_t;

static bool read_line(const char *path, char *out_line, size_t size) {
  FILE *file = fopen(path, "r");
  if (!file) return false;
  bool is_read = fgets(out_line, (int)size, file) != NULL;
  fclose(file);
  if (is_read) out_line[strcspn(out_line, "\n")] = 0;
  return is_read;
}

// Processors in a list such as "0-3,8".
static long count_processors(const char *list) {
  long count = 0;
  while (*list) {
    char *end;
    long first = strtol(list, &end, 10), last = *end == '-' ? strtol(end + 1, &end, 10) : first;
    if (end == list) break;
    count += last - first + 1;
    list = *end == ',' ? end + 1 : end;
  }
  return count;
}

static bool read_cache(int index, cache_t *out_cache) {
  char path[128], text[256];
  static const char *const fields[] = {"type", "level", "size", "shared_cpu_list"};
  for (size_t i = 0; i < 4; ++i) {
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, fields[i]);
    if (!read_line(path, text, sizeof text)) return false;
    if (i == 0) snprintf(out_cache->type, sizeof out_cache->type, "%.15s", text);
    if (i == 1) out_cache->level = strtol(text, NULL, 10);
    if (i == 2) out_cache->size = strtol(text, NULL, 10) * (strchr(text, 'M') ? 1048576 : 1024);
    if (i == 3) out_cache->sharing = count_processors(text);
  }
  return true;
}

static double processor_mhz(void) {
  double mhz = 0;
  char line[256];
  if (read_line("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", line, sizeof line))
    return strtod(line, NULL) / 1000;
  FILE *file = fopen("/proc/cpuinfo", "r");
  while (file && mhz == 0 && fgets(line, sizeof line, file)) {
    if (strncmp(line, "cpu MHz", 7) == 0 && strchr(line, ':')) mhz = strtod(strchr(line, ':') + 1, NULL);
  }
  if (file) fclose(file);
  return mhz;
}

static void now_as_text(char out_text[40]) {
  time_t now = time(NULL);
  struct tm local;
  localtime_r(&now, &local);
  char zone[8];
  strftime(out_text, 40, "%Y-%m-%dT%H:%M:%S", &local);
  strftime(zone, sizeof zone, "%z", &local);  // +hhmm
  size_t size = strlen(out_text);
  snprintf(out_text + size, 40 - size, "%.3s:%.2s", zone, zone + 3);
}

static const char *executable_path(char out_path[512]) {
  ssize_t size = readlink("/proc/self/exe", out_path, 511);
  if (size <= 0) return tool_name;
  out_path[size] = 0;
  return out_path;
}

static bool has_scaling(void) {
  char text[64];
  return read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", text, sizeof text) &&
         strcmp(text, "performance") != 0;
}

// `visit` is called with each KEY=VALUE of --benchmark_context.
static void for_each_context(const bench_options_t *options,
                             void (*visit)(FILE *file, const char *key, const char *value), FILE *file) {
  for (size_t i = 0; i < options->context.count; ++i) {
    const char *text = options->context.values[i];
    char *copy = copy_text(text, strlen(text)), *rest = copy;
    for (char *pair = strtok_r(copy, ",", &rest); pair; pair = strtok_r(NULL, ",", &rest)) {
      char *value = strchr(pair, '=');
      if (value) *value++ = 0;
      visit(file, pair, value ? value : "");
    }
    free(copy);
  }
}

//---- JSON ----

static void write_context_pair(FILE *file, const char *key, const char *value) {
  fputs("    ", file);
  bench_json_string(file, key);
  fputs(": ", file);
  bench_json_string(file, value);
  fputs(",\n", file);
}

static void write_json_context(FILE *file, const bench_options_t *options) {
  char date[40], host[256] = "", path[512];
  double load[3] = {0};
  now_as_text(date);
  gethostname(host, sizeof host - 1);
  int load_count = getloadavg(load, 3);
  fputs("{\n  \"context\": {\n", file);
  write_context_pair(file, "date", date);
  write_context_pair(file, "host_name", host);
  write_context_pair(file, "executable", executable_path(path));
  fprintf(file, "    \"num_cpus\": %ld,\n    \"mhz_per_cpu\": %.0f,\n    \"cpu_scaling_enabled\": %s,\n",
          sysconf(_SC_NPROCESSORS_ONLN), processor_mhz(), has_scaling() ? "true" : "false");
  fprintf(file, "    \"aslr_enabled\": %s,\n    \"caches\": [",
          (personality(0xffffffff) & ADDR_NO_RANDOMIZE) ? "false" : "true");
  cache_t cache;
  for (int i = 0; read_cache(i, &cache); ++i) {
    fprintf(file, "%s\n      {\"type\": \"%s\", \"level\": %ld, \"size\": %ld, \"num_sharing\": %ld}", i ? "," : "",
            cache.type, cache.level, cache.size, cache.sharing);
  }
  fputs("\n    ],\n    \"load_avg\": [", file);
  for (int i = 0; i < load_count; ++i) fprintf(file, "%s%g", i ? "," : "", load[i]);
  fputs("],\n", file);
  write_context_pair(file, "device", options->device ? options->device : "cpu");
  for_each_context(options, write_context_pair, file);
  fputs(
      "    \"library_version\": \"tern\",\n    \"library_build_type\": \"release\",\n    \"json_schema_version\": 1\n  "
      "},\n",
      file);
}

static void write_json_run(FILE *file, const bench_options_t *options, const bench_run_t *run) {
  char name[600];
  double per_second;
  const char *unit = bench_options_time_unit(options, &per_second);
  name_of(run, name);
  fputs("    {\n      \"name\": ", file);
  bench_json_string(file, name);
  fprintf(file, ",\n      \"family_index\": %zu,\n      \"per_family_instance_index\": 0,\n      \"run_name\": ",
          run->family);
  bench_json_string(file, run->name);
  fprintf(file, ",\n      \"run_type\": \"%s\",\n      \"repetitions\": %llu,\n",
          run->aggregate ? "aggregate" : "iteration", (unsigned long long)run->repetitions);
  if (!run->aggregate) fprintf(file, "      \"repetition_index\": %llu,\n", (unsigned long long)run->repetition);
  fputs("      \"threads\": 1,\n", file);
  if (run->aggregate) {
    fprintf(file, "      \"aggregate_name\": \"%s\",\n      \"aggregate_unit\": \"%s\",\n", run->aggregate,
            run->is_percentage ? "percentage" : "time");
  }
  fprintf(file,
          "      \"iterations\": %llu,\n      \"real_time\": %.16e,\n      \"cpu_time\": %.16e,\n      \"time_unit\": "
          "\"%s\"",
          (unsigned long long)run->iterations, scaled(run, run->real_seconds, per_second),
          scaled(run, run->cpu_seconds, per_second), unit);
  for (size_t i = 0; i < run->counter_count; ++i) {
    fprintf(file, ",\n      \"%s\": %.16e", run->counters[i].name, counter_value(run, &run->counters[i], per_second));
  }
  fputs("\n    }", file);
}

static void write_json(FILE *file, const bench_options_t *options, const bench_results_t *results, bool is_file) {
  bool is_first = true;
  write_json_context(file, options);
  fputs("  \"benchmarks\": [\n", file);
  for (size_t i = 0; i < results->count; ++i) {
    if (!is_shown(options, &results->runs[i], is_file)) continue;
    if (!is_first) fputs(",\n", file);
    is_first = false;
    write_json_run(file, options, &results->runs[i]);
  }
  fputs("\n  ]\n}\n", file);
}

//---- CSV ----

static void write_csv(FILE *file, const bench_options_t *options, const bench_results_t *results, bool is_file) {
  double per_second;
  const char *unit = bench_options_time_unit(options, &per_second);
  const bench_run_t *first = results->count ? &results->runs[0] : NULL;
  fputs(
      "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_"
      "message",
      file);
  for (size_t c = 1; first && c < first->counter_count; ++c) fprintf(file, ",\"%s\"", first->counters[c].name);
  fputc('\n', file);
  for (size_t i = 0; i < results->count; ++i) {
    const bench_run_t *run = &results->runs[i];
    char name[600];
    if (!is_shown(options, run, is_file)) continue;
    name_of(run, name);
    fprintf(file, "\"%s\",%llu,%g,%g,%s,,%g,,,", name, (unsigned long long)run->iterations,
            scaled(run, run->real_seconds, per_second), scaled(run, run->cpu_seconds, per_second),
            run->is_percentage ? "" : unit, run->counters[0].value);
    for (size_t c = 1; c < run->counter_count; ++c)
      fprintf(file, ",%g", counter_value(run, &run->counters[c], per_second));
    fputc('\n', file);
  }
}

//---- Tables ----

// Three digits before or behind the point, as many as are of use.
static void format_time(double value, char out_text[32]) {
  int digits = value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0;
  snprintf(out_text, 32, "%.*f", digits, value);
}

static void format_count(double value, bool is_rate, char out_text[40]) {
  static const char *const units[] = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  while (fabs(value) >= 1000 && unit < 4) value /= 1000, ++unit;
  snprintf(out_text, 40, "%g%s%s", round(value * 1e4) / 1e4, units[unit], is_rate ? "/s" : "");
}

static void format_counter(const bench_run_t *run, const bench_counter_t *counter, double per_second, const char *unit,
                           char out_text[40]) {
  if (run->is_percentage) {
    snprintf(out_text, 40, "%.2f%%", counter->value * 100);
  } else if (counter->is_time) {
    char time[32];
    format_time(counter->value * per_second, time);
    snprintf(out_text, 40, "%s%s", time, unit);
  } else {
    format_count(counter->value, counter->is_rate, out_text);
  }
}

static void write_row(FILE *file, const bench_options_t *options, const bench_run_t *run, int width, bool has_color) {
  char name[600], real[32], cpu[32], text[40];
  double per_second;
  const char *unit = bench_options_time_unit(options, &per_second);
  name_of(run, name);
  format_time(run->is_percentage ? run->real_seconds * 100 : run->real_seconds * per_second, real);
  format_time(run->is_percentage ? run->cpu_seconds * 100 : run->cpu_seconds * per_second, cpu);
  if (run->is_percentage) unit = "%";
  fprintf(file, "%s%-*s%s %s%13s %-2s %12s %-2s%s %s%12llu%s", has_color ? "\033[32m" : "", width, name,
          has_color ? "\033[m" : "", has_color ? "\033[33m" : "", real, unit, cpu, unit, has_color ? "\033[m" : "",
          has_color ? "\033[36m" : "", (unsigned long long)run->iterations, has_color ? "\033[m" : "");
  for (size_t i = 0; i < run->counter_count; ++i) {
    format_counter(run, &run->counters[i], per_second, unit, text);
    if (options->is_tabular) {
      fprintf(file, " %*s", (int)(strlen(run->counters[i].name) > 10 ? strlen(run->counters[i].name) : 10), text);
    } else {
      fprintf(file, " %s=%s", run->counters[i].name, text);
    }
  }
  fputc('\n', file);
}

static void write_table(FILE *file, const bench_options_t *options, const bench_results_t *results, bool is_file) {
  int width = 10;
  bool wants_color = options->color ? strcmp(options->color, "true") == 0 : false;
  bool is_terminal = (!options->color || strcmp(options->color, "auto") == 0) && isatty(fileno(file));
  for (size_t i = 0; i < results->count; ++i) {
    char name[600];
    name_of(&results->runs[i], name);
    if ((int)strlen(name) > width) width = (int)strlen(name);
  }
  char line[700];
  int size = width + 47 < 699 ? width + 47 : 699;
  memset(line, '-', (size_t)size);
  line[size] = 0;
  fprintf(file, "%s\n%-*s %16s %15s %12s", line, width, "Benchmark", "Time", "CPU", "Iterations");
  for (size_t i = 0; options->is_tabular && results->count && i < results->runs[0].counter_count; ++i) {
    fprintf(file, " %10s", results->runs[0].counters[i].name);
  }
  fprintf(file, "%s\n%s\n", options->is_tabular ? "" : " UserCounters...", line);
  for (size_t i = 0; i < results->count; ++i) {
    if (!is_shown(options, &results->runs[i], is_file)) continue;
    write_row(file, options, &results->runs[i], width, !is_file && (wants_color || is_terminal));
  }
}

static void show_context_pair(FILE *file, const char *key, const char *value) { fprintf(file, "%s: %s\n", key, value); }

static void show_context(const bench_options_t *options) {
  char date[40], path[512];
  cache_t cache;
  double load[3] = {0};
  now_as_text(date);
  fprintf(stderr, "%s\nRunning %s\nRun on (%ld X %.0f MHz CPU s)\nCPU Caches:\n", date, executable_path(path),
          sysconf(_SC_NPROCESSORS_ONLN), processor_mhz());
  for (int i = 0; read_cache(i, &cache); ++i) {
    fprintf(stderr, "  L%ld %s %ld KiB (x%ld)\n", cache.level, cache.type, cache.size / 1024,
            cache.sharing ? sysconf(_SC_NPROCESSORS_ONLN) / cache.sharing : 1);
  }
  if (getloadavg(load, 3) == 3) fprintf(stderr, "Load Average: %.2f, %.2f, %.2f\n", load[0], load[1], load[2]);
  for_each_context(options, show_context_pair, stderr);
  if (has_scaling())
    fputs("***WARNING*** CPU scaling is enabled, the benchmark real time measurements may be noisy.\n", stderr);
}

//---- All ----

static void write_report(FILE *file, const char *format, const bench_options_t *options, const bench_results_t *results,
                         bool is_file) {
  if (format && strcmp(format, "json") == 0) {
    write_json(file, options, results, is_file);
  } else if (format && strcmp(format, "csv") == 0) {
    write_csv(file, options, results, is_file);
  } else {
    write_table(file, options, results, is_file);
  }
}

bool bench_write_reports(const bench_options_t *options, const bench_results_t *results) {
  bool is_json = options->format && strcmp(options->format, "json") == 0;
  if (!is_json) show_context(options);
  write_report(stdout, options->format, options, results, false);
  fflush(stdout);
  if (!options->out) return true;
  FILE *file = fopen(options->out, "w");
  if (!file) return fail("cannot write", options->out);
  write_report(file, options->out_format ? options->out_format : "json", options, results, true);
  bool is_written = !ferror(file);
  is_written &= fclose(file) == 0;
  return is_written || fail("cannot write", options->out);
}
