// The options, as a table. A dash in a name is as good as an underscore, and an option may begin with one or two of them.

#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum kind {
  TEXT,
  LIST,
  SWITCH,   // --name, --name=true, --name=false
  COUNT,    // a whole number from 1 on
  NUMBER0,  // a whole number from 0 on
  REAL,     // a number of at least 0
  PROFILE,  // --profile
} kind_t;

typedef struct row {
  const char *name;
  kind_t kind;
  size_t offset;  // in bench_options_t
  const char *value, *summary;
  const char *choices;  // of a TEXT, with commas between them; NULL: any
} row_t;

#define AT(field) offsetof(bench_options_t, field)

static const row_t rows[] = {
    {"device", TEXT, AT(device), "URI", "device to run on: cpu (default), vulkan, cuda, or cuda:N for the N-th", NULL},
    {"module", TEXT, AT(file), "FILE", "the same as FILE", NULL},
    {"function", TEXT, AT(function), "NAME",
     "function to call; default: each one that takes as many arguments as there are inputs", NULL},
    {"input", LIST, AT(inputs), "VALUE", "value of the next argument: 2x3xf32=1,2,3,4,5,6  or  @file.npy (repeated)",
     NULL},
    {"parameters", LIST, AT(parameters), "[SCOPE=]FILE",
     "parameters of a program: .safetensors, .npz or .irpa (repeated)", NULL},
    {"push_constant", LIST, AT(push_constants), "N", "value of the next push constant of a lone dispatch (repeated)",
     NULL},
    {"iree-input-type", TEXT, AT(input_type), "TYPE", "the same as --input-type", NULL},
    {"iree-vulkan-target", TEXT, AT(vulkan_target), "TARGET", "the same as --vulkan-target", NULL},
    {"input-type", TEXT, AT(input_type), "TYPE",
     "dialect of a program: auto (default), stablehlo, tosa, tm_tensor or none", NULL},
    {"vulkan-target", TEXT, AT(vulkan_target), "TARGET", "compile for this and not for the device at hand", NULL},
    {"threads", NUMBER0, AT(thread_count), "N", "threads of the cpu device; 0: one per processor (default)", NULL},
    {"cpu-ids", TEXT, AT(cpu_ids), "LIST", "pin threads to these processors", NULL},
    {"task_topology_group_count", NUMBER0, AT(thread_count), "N", "the same as --threads", NULL},
    {"task_topology_cpu_ids", TEXT, AT(cpu_ids), "LIST", "the same as --cpu-ids", NULL},
    {"task_topology_nodes", TEXT, AT(numa_nodes), "LIST", "the same as --numa-nodes", NULL},
    {"numa-nodes", TEXT, AT(numa_nodes), "LIST", "pin threads to the processors of NUMA nodes", NULL},
    {"cpu-variant", TEXT, AT(cpu_variant), "NAME", "of modules with code for several processors, run that for NAME",
     NULL},
    {"cache-dir", TEXT, AT(cache_dir), "DIR", "keep a program's compiled executables in DIR", NULL},
    {"benchmark", SWITCH, AT(has_benchmark), NULL,
     "measure calls: the default but for a profile without options of benchmarks", NULL},
    {"benchmark_list_tests", SWITCH, AT(lists_tests), NULL, "print the names of the benchmarks, and end", NULL},
    {"benchmark_filter", TEXT, AT(filter), "REGEX", "run those whose name matches; -REGEX: the others", NULL},
    {"benchmark_min_time", TEXT, AT(min_time), "SECONDSs|Nx", "measure for that long (default 0.5s), or N iterations",
     NULL},
    {"benchmark_min_warmup_time", REAL, AT(min_warmup_time), "SECONDS",
     "call for that long before anything is measured", NULL},
    {"benchmark_repetitions", COUNT, AT(repetitions), "N", "measure N times, and report mean, median, stddev and cv",
     NULL},
    {"benchmark_dry_run", SWITCH, AT(is_dry_run), NULL, "one iteration of one repetition, without warm-up", NULL},
    {"benchmark_enable_random_interleaving", SWITCH, AT(interleaves), NULL,
     "repetitions of all benchmarks in random order", NULL},
    {"benchmark_report_aggregates_only", SWITCH, AT(reports_aggregates_only), NULL, "leave out single repetitions",
     NULL},
    {"benchmark_display_aggregates_only", SWITCH, AT(displays_aggregates_only), NULL, "the same, but in the file",
     NULL},
    {"benchmark_format", TEXT, AT(format), "console|json|csv", "form of what is printed", "console,json,csv"},
    {"benchmark_out", TEXT, AT(out), "FILE", "write the report to FILE as well", NULL},
    {"benchmark_out_format", TEXT, AT(out_format), "json|console|csv", "form of that file (default json)",
     "console,json,csv"},
    {"benchmark_color", TEXT, AT(color), "auto|true|false", "colors on a terminal", "auto,true,false"},
    {"benchmark_counters_tabular", SWITCH, AT(is_tabular), NULL, "a column for each counter", NULL},
    {"benchmark_context", LIST, AT(context), "KEY=VALUE,...", "more lines for the context of the report", NULL},
    {"benchmark_time_unit", TEXT, AT(time_unit), "ns|us|ms|s", "unit of times (default ms)", "ns,us,ms,s"},
    {"time_unit", TEXT, AT(time_unit), "ns|us|ms|s", "the same", "ns,us,ms,s"},
    {"v", NUMBER0, AT(verbosity), "N", "1: tell how many iterations are tried", NULL},
    {"batch_size", COUNT, AT(batch_size), "N",
     "calls in an iteration: a synchronous function does the work of N itself, an asynchronous one is called N times",
     NULL},
    {"batch_concurrency", COUNT, AT(batch_concurrency), "N",
     "of those, so many asynchronous calls run at the same time", NULL},
    {"print_statistics", SWITCH, AT(prints_statistics), NULL, "print the memory that was used, to standard error",
     NULL},
    {"calls_out", TEXT, AT(calls_out), "FILE", "write the time of each call to FILE, as csv", NULL},
    {"profile", PROFILE, AT(has_profile), "FILE",
     "measure each dispatch, and print a table; FILE.json is a trace for Perfetto, FILE.html a page (repeated)", NULL},
    {"profile_calls", COUNT, AT(profile_calls), "N", "warm calls that are profiled (default 5)", NULL},
    {"peak_gflops", REAL, AT(peak_gflops), "N", "the machine's bound for all types, in place of what is measured",
     NULL},
    {"peak_gbps", REAL, AT(peak_gbps), "N", "the same of its memory", NULL},
    {"help", SWITCH, AT(shows_help), NULL, "print this", NULL},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

bool bench_fail(const bench_options_t *options, const char *message, const char *detail) {
  fprintf(stderr, "%s: error: %s%s%s\n", options->tool, message, detail ? ": " : "", detail ? detail : "");
  return false;
}

static bool is_name(const char *text, size_t size, const char *name) {
  if (strlen(name) != size) return false;
  for (size_t i = 0; i < size; ++i) {
    if ((text[i] == '-' ? '_' : text[i]) != (name[i] == '-' ? '_' : name[i])) return false;
  }
  return true;
}

static bool is_choice(const char *choices, const char *value) {
  size_t size = strlen(value);
  for (const char *choice = choices; choice; choice = strchr(choice, ',') ? strchr(choice, ',') + 1 : NULL) {
    if (strncmp(choice, value, size) == 0 && (choice[size] == ',' || choice[size] == 0) && size) return true;
  }
  return false;
}

static bool read_whole(const char *text, uint64_t least, uint64_t *out_value) {
  char *end;
  errno = 0;
  *out_value = strtoull(text, &end, 10);
  return errno == 0 && *text >= '0' && *text <= '9' && !*end && *out_value >= least;
}

static bool read_real(const char *text, double *out_value) {
  char *end;
  *out_value = strtod(text, &end);
  return end != text && !*end && *out_value >= 0;
}

static bool read_profile(bench_options_t *options, const char *value) {
  const char *ending = value ? strrchr(value, '.') : NULL;
  options->has_profile = true;
  if (!value || strcmp(value, "true") == 0) return true;
  if (ending && strcmp(ending, ".json") == 0) return options->trace = value, true;
  if (ending && strcmp(ending, ".html") == 0) return options->html = value, true;
  return bench_fail(options, "a profile is written to a file that ends in .json or .html", value);
}

static bool read_value(bench_options_t *options, const row_t *row, const char *argument, const char *value) {
  void *field = (char *)options + row->offset;
  bool is_true = !value || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
  bench_list_t *list = field;
  if (row->kind == PROFILE) return read_profile(options, value);
  if (row->kind == SWITCH) {
    *(bool *)field = is_true;
    bool is_false = value && (strcmp(value, "false") == 0 || strcmp(value, "0") == 0);
    return is_true || is_false || bench_fail(options, "expected true or false", argument);
  }
  if (!value || !*value) return bench_fail(options, "the option needs a value; see --help", argument);
  switch (row->kind) {
    case LIST:
      if (list->count == BENCH_MAX_VALUES) return bench_fail(options, "too many values", argument);
      return list->values[list->count++] = value, true;
    case COUNT: return read_whole(value, 1, field) || bench_fail(options, "expected a number from 1 on", argument);
    case NUMBER0: return read_whole(value, 0, field) || bench_fail(options, "expected a number from 0 on", argument);
    case REAL: return read_real(value, field) || bench_fail(options, "expected a number of at least 0", argument);
    default: break;
  }
  if (row->choices && !is_choice(row->choices, value)) {
    fprintf(stderr, "%s: error: %s: expected one of %s\n", options->tool, argument, row->choices);
    return false;
  }
  return *(const char **)field = value, true;
}

static bool read_argument(bench_options_t *options, const char *argument) {
  if (argument[0] != '-' || !argument[1]) {
    if (options->file) return bench_fail(options, "more than one file", argument);
    return options->file = argument, true;
  }
  const char *name = argument + (argument[1] == '-' ? 2 : 1), *value = strchr(name, '=');
  size_t size = value ? (size_t)(value - name) : strlen(name);
  for (size_t i = 0; i < ROW_COUNT; ++i) {
    if (!is_name(name, size, rows[i].name)) continue;
    // What is said of benchmarks asks for them.
    if (strncmp(rows[i].name, "benchmark_", 10) == 0 || strcmp(rows[i].name, "calls_out") == 0)
      options->has_benchmark = true;
    return read_value(options, &rows[i], argument, value ? value + 1 : NULL);
  }
  return bench_fail(options, "unknown option; see --help", argument);
}

static bool check_min_time(const bench_options_t *options) {
  char *end;
  const char *text = options->min_time;
  if (!text) return true;
  double value = strtod(text, &end);
  bool is_count = *end == 'x' && value >= 1 && value == (double)(uint64_t)value;
  if (*end == 's' || is_count) ++end;
  return (end != text && !*end && value > 0) ||
         bench_fail(options, "--benchmark_min_time takes seconds (0.5s) or a number of iterations (100x)", text);
}

bool bench_options_read(int argc, char **argv, bench_options_t *options) {
  for (int i = 1; i < argc; ++i) {
    if (!read_argument(options, argv[i])) return false;
  }
  if (options->shows_help) return true;
  if (options->thread_count > 1024) return bench_fail(options, "--threads takes a number up to 1024", NULL);
  if (options->batch_concurrency > options->batch_size) {
    return bench_fail(options, "--batch_concurrency is at most --batch_size", NULL);
  }
  if (!options->has_profile) options->has_benchmark = true;
  if (!options->file) return bench_fail(options, "no file is given; see --help", NULL);
  return check_min_time(options);
}

void bench_options_min_time(const bench_options_t *options, double *out_seconds, uint64_t *out_iterations) {
  char *end = NULL;
  double value = options->min_time ? strtod(options->min_time, &end) : 0.5;
  bool is_count = end && *end == 'x';
  *out_seconds = is_count ? 0 : value;
  *out_iterations = is_count ? (uint64_t)value : 0;
}

const char *bench_options_time_unit(const bench_options_t *options, double *out_per_second) {
  static const struct {
    const char *name;
    double per_second;
  } units[] = {{"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}, {"s", 1}};
  size_t index = 0;
  for (size_t i = 0; options->time_unit && i < 4; ++i) {
    if (strcmp(units[i].name, options->time_unit) == 0) index = i;
  }
  *out_per_second = units[index].per_second;
  return units[index].name;
}

void bench_options_show_help(const bench_options_t *options) {
  printf(
      "usage: %s FILE [options]\n\nMeasures the functions of the program in FILE, or the dispatch in it; FILE is "
      "compiled, "
      "or a module (.tern).\nOptions have the names of iree-benchmark-module, and --benchmark_* those of Google "
      "Benchmark.\n\n",
      options->tool);
  for (size_t i = 0; i < ROW_COUNT; ++i) {
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s%s%s", rows[i].name, rows[i].kind == PROFILE ? "[" : "",
             rows[i].value ? "=" : "", rows[i].value ? rows[i].value : "", rows[i].kind == PROFILE ? "]" : "");
    printf("  %-42s %s\n", left, rows[i].summary);
  }
  printf("\nExit status: 0 if all was measured, 1 for anything else.\n");
}
