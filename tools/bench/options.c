// The options, as a table. A dash in a name is as good as an underscore.

#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/messages.h"

static option_outcome_t read_profile(void *target, const option_row_t *row, const char *value) {
  (void)row;
  bench_options_t *options = target;
  const char *ending = value ? strrchr(value, '.') : NULL;
  options->has_profile = true;
  if (!value || strcmp(value, "true") == 0) return OPTIONS_READ;
  if (ending && strcmp(ending, ".json") == 0) return options->trace = value, OPTIONS_READ;
  if (ending && strcmp(ending, ".html") == 0) return options->html = value, OPTIONS_READ;
  return OPTIONS_WRONG;
}

// What is said of benchmarks asks for them.
static void note_benchmark(void *target, const option_row_t *row) {
  bool is_of_benchmarks = strncmp(row->name, "benchmark_", 10) == 0 || strcmp(row->name, "calls_out") == 0;
  if (is_of_benchmarks) ((bench_options_t *)target)->has_benchmark = true;
}

#define AT(member) offsetof(bench_options_t, member)
#define ROW(NAME, KIND, MEMBER, VALUE, HELP) \
  .name = NAME, .kind = KIND, .offset = AT(MEMBER), .value = VALUE, .help = HELP
#define TEXT(NAME, MEMBER, VALUE, HELP) {ROW(NAME, OPTION_TEXT, MEMBER, VALUE, HELP)}
#define CHOICE(NAME, MEMBER, CHOICES, HELP) {ROW(NAME, OPTION_TEXT, MEMBER, NULL, HELP), .choices = CHOICES}
#define LIST(NAME, MEMBER, VALUE, HELP) {ROW(NAME, OPTION_LIST, MEMBER, VALUE, HELP), .most = BENCH_MAX_VALUES}
#define SWITCH(NAME, MEMBER, HELP) {ROW(NAME, OPTION_BOOL, MEMBER, NULL, HELP)}
#define BOUNDED(NAME, MEMBER, VALUE, LEAST, HELP)                                 \
  {ROW(NAME, OPTION_INT, MEMBER, VALUE, HELP), .least = LEAST, .most = INT64_MAX, \
   .wrong = "error: expected a number from " #LEAST " on: {argument}"}
#define COUNT(NAME, MEMBER, VALUE, HELP) BOUNDED(NAME, MEMBER, VALUE, 1, HELP)
#define NUMBER(NAME, MEMBER, VALUE, HELP) BOUNDED(NAME, MEMBER, VALUE, 0, HELP)
#define REAL(NAME, MEMBER, VALUE, HELP) \
  {ROW(NAME, OPTION_REAL, MEMBER, VALUE, HELP), .wrong = "error: expected a number of at least 0: {argument}"}

static const option_row_t rows[] = {
    TEXT("device", device, "URI", "device to run on: cpu (default), vulkan, cuda, or cuda:N for the N-th"),
    TEXT("module", file, "FILE", "the same as FILE"),
    TEXT("function", function, "NAME",
         "function to call; default: each one that takes as many arguments as there are inputs"),
    LIST("input", inputs, "VALUE", "value of the next argument: 2x3xf32=1,2,3,4,5,6  or  @file.npy (repeated)"),
    LIST("parameters", parameters, "[SCOPE=]FILE", "parameters of a program: .safetensors, .npz or .irpa (repeated)"),
    LIST("push_constant", push_constants, "N", "value of the next push constant of a lone dispatch (repeated)"),
    TEXT("iree-input-type", input_type, "TYPE", "the same as --input-type"),
    TEXT("iree-vulkan-target", vulkan_target, "TARGET", "the same as --vulkan-target"),
    TEXT("input-type", input_type, "TYPE", "dialect of a program: auto (default), stablehlo, tosa, tm_tensor or none"),
    TEXT("vulkan-target", vulkan_target, "TARGET", "compile for this and not for the device at hand"),
    NUMBER("threads", thread_count, "N", "threads of the cpu device; 0: one per processor (default)"),
    TEXT("cpu-ids", cpu_ids, "LIST", "pin threads to these processors"),
    NUMBER("task_topology_group_count", thread_count, "N", "the same as --threads"),
    TEXT("task_topology_cpu_ids", cpu_ids, "LIST", "the same as --cpu-ids"),
    TEXT("task_topology_nodes", numa_nodes, "LIST", "the same as --numa-nodes"),
    TEXT("numa-nodes", numa_nodes, "LIST", "pin threads to the processors of NUMA nodes"),
    TEXT("cpu-variant", cpu_variant, "NAME", "of modules with code for several processors, run that for NAME"),
    TEXT("cache-dir", cache_dir, "DIR", "keep a program's compiled executables in DIR"),
    SWITCH("benchmark", has_benchmark, "measure calls: the default but for a profile without options of benchmarks"),
    SWITCH("benchmark_list_tests", lists_tests, "print the names of the benchmarks, and end"),
    TEXT("benchmark_filter", filter, "REGEX", "run those whose name matches; -REGEX: the others"),
    TEXT("benchmark_min_time", min_time, "SECONDSs|Nx", "measure for that long (default 0.5s), or N iterations"),
    REAL("benchmark_min_warmup_time", min_warmup_time, "SECONDS", "call for that long before anything is measured"),
    COUNT("benchmark_repetitions", repetitions, "N", "measure N times, and report mean, median, stddev and cv"),
    SWITCH("benchmark_dry_run", is_dry_run, "one iteration of one repetition, without warm-up"),
    SWITCH("benchmark_enable_random_interleaving", interleaves, "repetitions of all benchmarks in random order"),
    SWITCH("benchmark_report_aggregates_only", reports_aggregates_only, "leave out single repetitions"),
    SWITCH("benchmark_display_aggregates_only", displays_aggregates_only, "the same, but in the file"),
    CHOICE("benchmark_format", format, "console|json|csv", "form of what is printed"),
    TEXT("benchmark_out", out, "FILE", "write the report to FILE as well"),
    CHOICE("benchmark_out_format", out_format, "json|console|csv", "form of that file (default json)"),
    CHOICE("benchmark_color", color, "auto|true|false", "colors on a terminal"),
    SWITCH("benchmark_counters_tabular", is_tabular, "a column for each counter"),
    LIST("benchmark_context", context, "KEY=VALUE,...", "more lines for the context of the report"),
    CHOICE("benchmark_time_unit", time_unit, "ns|us|ms|s", "unit of times (default ms)"),
    CHOICE("time_unit", time_unit, "ns|us|ms|s", "the same"),
    NUMBER("v", verbosity, "N", "1: tell how many iterations are tried"),
    COUNT("batch_size", batch_size, "N",
          "calls in an iteration: a synchronous function does the work of N itself, an asynchronous one is called N "
          "times"),
    COUNT("batch_concurrency", batch_concurrency, "N", "of those, so many asynchronous calls run at the same time"),
    SWITCH("print_statistics", prints_statistics, "print the memory that was used, to standard error"),
    TEXT("calls_out", calls_out, "FILE", "write the time of each call to FILE, as csv"),
    {.name = "profile",
     .kind = OPTION_CUSTOM,
     .read = read_profile,
     .value = "FILE",
     .wrong = "error: a profile is written to a file that ends in .json or .html: {value}",
     .has_optional_value = true,
     .help =
         "measure each dispatch, and print a table; FILE.json is a trace for Perfetto, FILE.html a page (repeated)"},
    COUNT("profile_calls", profile_calls, "N", "warm calls that are profiled (default 5)"),
    REAL("peak_gflops", peak_gflops, "N", "the machine's bound for all types, in place of what is measured"),
    REAL("peak_gbps", peak_gbps, "N", "the same of its memory"),
    OPTION_ROWS_OF_ALL_TOOLS,
};

// As the other tools, but unknown options are shown with their dashes.
static const option_style_t style = {
    .unknown = "error: unknown option; see --help: {argument}",
    OPTION_STYLE_PLAIN_BUT_UNKNOWN,
};

static const option_set_t set = {
    .tool = tool_name,
    .summary = "measures tensor programs",
    .synopsis = "FILE [options]",
    .description =
        "Measures the functions of the program in FILE, or the dispatch in it; FILE is compiled, or a module (.tern).\n"
        "Options have the names of iree-benchmark-module, and --benchmark_* those of Google Benchmark.\n",
    .ending = "Exit status: 0 if all was measured, 1 for anything else.\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .style = &style,
    .file_offset = AT(file),
    .help_column = 45,
    .refuses_empty = true,
    .dash_is_underscore = true,
    .note = note_benchmark,
};

static bool check_min_time(const bench_options_t *options) {
  char *end;
  const char *text = options->min_time;
  if (!text) return true;
  double value = strtod(text, &end);
  bool is_count = *end == 'x' && value >= 1 && value == (double)(uint64_t)value;
  if (*end == 's' || is_count) ++end;
  return (end != text && !*end && value > 0) ||
         fail("--benchmark_min_time takes seconds (0.5s) or a number of iterations (100x)", text);
}

static bool check(bench_options_t *options) {
  if (options->thread_count > 1024) return fail("--threads takes a number up to 1024", NULL);
  if (options->batch_concurrency > options->batch_size) {
    return fail("--batch_concurrency is at most --batch_size", NULL);
  }
  if (!options->has_profile) options->has_benchmark = true;
  if (!options->file) return fail("no file is given; see --help", NULL);
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

option_outcome_t bench_options_read(int argc, char **argv, bench_options_t *options) {
  option_outcome_t outcome = options_read(&set, argc, argv, options);
  return outcome == OPTIONS_READ && !check(options) ? OPTIONS_WRONG : outcome;
}

void bench_options_deinitialize(bench_options_t *options) { options_free(&set, options); }
