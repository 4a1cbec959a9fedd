// Benchmarks as Google Benchmark runs them: the number of iterations is raised until they take the least time; all
// repetitions have as many.

#include "benchmark.h"

#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "common/memory.h"
#include "common/messages.h"

enum {
  MAX_ITERATIONS = 1000000000,
  MAX_SAMPLES = 1 << 20,  // calls whose times are kept
};

// One function and what is known of it so far.
typedef struct benchmark {
  size_t family;
  char *name;  // owned
  bench_call_t call;
  double cold_seconds;
  uint64_t iterations;  // of each repetition; 0: not known yet
  uint64_t done;        // repetitions
} benchmark_t;

typedef struct bench {
  const bench_subject_t *subject;
  const bench_options_t *options;
  bench_session_t session;
  bench_record_t record;  // of a dispatch, which is measured on the device
  benchmark_t *benchmarks;
  size_t benchmark_count;
  bench_results_t *results;
  double *samples;  // seconds of each call of a repetition
  size_t sample_count;
  FILE *calls_out;
} bench_t;

//---- Time ----

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Of a lone dispatch the device tells the time: its arrays are copied for each call.
static uint64_t real_nanoseconds(const bench_t *bench) {
  return bench->subject->is_dispatch ? bench->record.dispatch_nanoseconds : tern_profile_now();
}

typedef struct times {
  double real, cpu;  // seconds of all iterations
} times_t;

// Every iteration is `batch_size` of what is reported.
static bool run_iterations(bench_t *bench, benchmark_t *benchmark, uint64_t iterations, times_t *out_times) {
  uint64_t real = 0, batch_size = bench->options->batch_size;
  double cpu = cpu_seconds();
  bench->sample_count = 0;
  for (uint64_t done = 0; done < iterations; done += batch_size) {
    uint64_t start = real_nanoseconds(bench);
    if (!bench_call_run(&benchmark->call)) return false;
    uint64_t elapsed = real_nanoseconds(bench) - start;
    real += elapsed;
    if (bench->sample_count < MAX_SAMPLES) bench->samples[bench->sample_count++] = (double)elapsed * 1e-9;
  }
  *out_times = (times_t){(double)real * 1e-9, cpu_seconds() - cpu};
  return true;
}

//---- Counters ----

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

static void add_counter(bench_run_t *run, const char *name, double value, bool is_rate, bool is_time) {
  run->counters[run->counter_count++] = (bench_counter_t){name, value, is_rate, is_time};
}

static double peak_rss(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss * 1024 : 0;
}

static double device_memory_peak(const bench_subject_t *subject) {
  int64_t peak = 0;
  tern_status_t status = tern_device_query(subject->device, TERN_DEVICE_PROPERTY_MEMORY_PEAK, &peak);
  return tern_status_is_ok(status) ? (double)peak : 0;
}

static void add_counters(bench_t *bench, const benchmark_t *benchmark, bench_run_t *run) {
  static const struct {
    const char *name;
    double part;
  } quantiles[] = {{"call_min", 0}, {"call_median", 0.5}, {"call_p90", 0.9}, {"call_p99", 0.99}, {"call_max", 1}};
  add_counter(run, "items_per_second", run->real_seconds > 0 ? 1 / run->real_seconds : 0, true, false);
  add_counter(run, "cold_time", benchmark->cold_seconds, false, true);
  for (size_t i = 0; i < bench->sample_count && bench->calls_out; ++i) {
    fprintf(bench->calls_out, "\"%s\",%llu,%zu,%.9g\n", run->name, (unsigned long long)run->repetition, i,
            bench->samples[i]);
  }
  qsort(bench->samples, bench->sample_count, sizeof(double), compare);
  for (size_t i = 0; i < sizeof quantiles / sizeof quantiles[0] && bench->sample_count; ++i) {
    size_t index = (size_t)(quantiles[i].part * (double)(bench->sample_count - 1) + 0.5);
    add_counter(run, quantiles[i].name, bench->samples[index], false, true);
  }
  add_counter(run, "compile_time", bench->subject->compile_seconds, false, true);
  add_counter(run, "load_time", bench->session.load_seconds, false, true);
  add_counter(run, "host_memory_peak", peak_rss(), false, false);
  add_counter(run, "device_memory_peak", device_memory_peak(bench->subject), false, false);
}

static bench_run_t *add_run(bench_results_t *results, const bench_run_t *run) {
  results->runs = reallocate(results->runs, results->count + 1, sizeof *results->runs);
  results->runs[results->count] = *run;
  return &results->runs[results->count++];
}

//---- Repetitions ----

static bool warm_up(bench_t *bench, benchmark_t *benchmark) {
  double least = bench->options->is_dry_run ? 0 : bench->options->min_warmup_time;
  uint64_t start = tern_profile_now();
  while ((double)(tern_profile_now() - start) * 1e-9 < least) {
    if (!bench_call_run(&benchmark->call)) return false;
  }
  return true;
}

// The next number to try, after so many took that long.
static uint64_t predict(uint64_t iterations, double seconds, double least) {
  double factor = least * 1.4 / (seconds > 1e-9 ? seconds : 1e-9);
  if (seconds / least <= 0.1 && factor > 10) factor = 10;
  double next = factor * (double)iterations;
  if (next < (double)iterations + 1) next = (double)iterations + 1;
  return next < MAX_ITERATIONS ? (uint64_t)next : MAX_ITERATIONS;
}

static bool measure_first(bench_t *bench, benchmark_t *benchmark, times_t *out_times) {
  double least;
  uint64_t iterations;
  bench_options_min_time(bench->options, &least, &iterations);
  bool is_fixed = iterations > 0 || bench->options->is_dry_run;
  if (bench->options->is_dry_run) iterations = 1;
  if (!iterations) iterations = 1;
  uint64_t batch_size = bench->options->batch_size;
  for (;;) {
    iterations = (iterations + batch_size - 1) / batch_size * batch_size;
    if (bench->options->verbosity)
      fprintf(stderr, "%s: %llu iterations\n", benchmark->name, (unsigned long long)iterations);
    if (!run_iterations(bench, benchmark, iterations, out_times)) return false;
    if (is_fixed || out_times->real >= least || iterations >= MAX_ITERATIONS) break;
    iterations = predict(iterations, out_times->real, least);
  }
  benchmark->iterations = iterations;
  return true;
}

static uint64_t repetitions_of(const bench_options_t *options) {
  return options->is_dry_run ? 1 : options->repetitions;
}

static bool repeat(bench_t *bench, benchmark_t *benchmark) {
  times_t times;
  bool is_first = benchmark->iterations == 0;
  bool is_right = is_first ? warm_up(bench, benchmark) && measure_first(bench, benchmark, &times)
                           : run_iterations(bench, benchmark, benchmark->iterations, &times);
  if (!is_right) return false;
  bench_run_t run = {.family = benchmark->family,
                     .name = benchmark->name,
                     .repetitions = repetitions_of(bench->options),
                     .repetition = benchmark->done++,
                     .iterations = benchmark->iterations,
                     .real_seconds = times.real / (double)benchmark->iterations,
                     .cpu_seconds = times.cpu / (double)benchmark->iterations};
  add_counters(bench, benchmark, &run);
  add_run(bench->results, &run);
  return true;
}

// The first call: what is compiled, allocated or read from files at the first use counts here and not below.
static bool call_cold(benchmark_t *benchmark) {
  uint64_t start = tern_profile_now();
  if (!bench_call_run(&benchmark->call)) return false;
  benchmark->cold_seconds = (double)(tern_profile_now() - start) * 1e-9;
  return true;
}

// One benchmark after the other, or all repetitions in random order.
static bool run_all(bench_t *bench) {
  uint64_t repetitions = repetitions_of(bench->options), total = repetitions * bench->benchmark_count;
  uint64_t *order = allocate(total, sizeof *order), seed = tern_profile_now();
  for (uint64_t i = 0; i < total; ++i) order[i] = i / repetitions;
  for (uint64_t i = total; bench->options->interleaves && i > 1; --i) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t other = (seed >> 33) % i, kept = order[i - 1];
    order[i - 1] = order[other];
    order[other] = kept;
  }
  bool is_right = true;
  for (size_t i = 0; i < bench->benchmark_count && is_right; ++i) is_right = call_cold(&bench->benchmarks[i]);
  for (uint64_t i = 0; i < total && is_right; ++i) is_right = repeat(bench, &bench->benchmarks[order[i]]);
  free(order);
  return is_right;
}

//---- What repetitions come to ----

typedef double (*statistic_fn_t)(const double *values, size_t count);

static double mean(const double *values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += values[i];
  return count ? sum / (double)count : 0;
}

static double median(const double *values, size_t count) {
  if (!count) return 0;
  double *sorted = allocate(count, sizeof *sorted);
  memcpy(sorted, values, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, compare);
  double middle = count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
  free(sorted);
  return middle;
}

static double deviation(const double *values, size_t count) {
  double center = mean(values, count), sum = 0;
  for (size_t i = 0; i < count; ++i) sum += (values[i] - center) * (values[i] - center);
  return count > 1 ? sqrt(sum / (double)(count - 1)) : 0;
}

static double variation(const double *values, size_t count) {
  double center = mean(values, count);
  return center != 0 ? deviation(values, count) / center : 0;
}

static const struct {
  const char *name;
  statistic_fn_t compute;
  bool is_percentage;
} statistics[] = {
    {"mean", mean, false}, {"median", median, false}, {"stddev", deviation, false}, {"cv", variation, true}};

// `runs` are the repetitions of one benchmark.
static bench_run_t aggregate(const bench_run_t *runs, size_t count, size_t statistic) {
  bench_run_t result = runs[0];
  double *values = allocate(count, sizeof *values);
  for (size_t i = 0; i < count; ++i) values[i] = runs[i].real_seconds;
  result.real_seconds = statistics[statistic].compute(values, count);
  for (size_t i = 0; i < count; ++i) values[i] = runs[i].cpu_seconds;
  result.cpu_seconds = statistics[statistic].compute(values, count);
  for (size_t c = 0; c < result.counter_count; ++c) {
    for (size_t i = 0; i < count; ++i) values[i] = runs[i].counters[c].value;
    result.counters[c].value = statistics[statistic].compute(values, count);
  }
  free(values);
  result.aggregate = statistics[statistic].name;
  result.is_percentage = statistics[statistic].is_percentage;
  result.iterations = count;
  return result;
}

static int compare_runs(const void *left, const void *right) {
  const bench_run_t *l = left, *r = right;
  if (l->family != r->family) return l->family < r->family ? -1 : 1;
  return (l->repetition > r->repetition) - (l->repetition < r->repetition);
}

// Repetitions in order, each benchmark's with its aggregates behind them.
static void add_aggregates(bench_results_t *results) {
  bench_results_t all = {0};
  if (results->count) qsort(results->runs, results->count, sizeof *results->runs, compare_runs);
  for (size_t i = 0; i < results->count;) {
    size_t end = i;
    while (end < results->count && results->runs[end].family == results->runs[i].family) {
      add_run(&all, &results->runs[end++]);
    }
    for (size_t s = 0; s < sizeof statistics / sizeof statistics[0] && end - i > 1; ++s) {
      bench_run_t run = aggregate(&results->runs[i], end - i, s);
      add_run(&all, &run);
    }
    i = end;
  }
  free(results->runs);
  *results = all;
}

//---- Benchmarks ----

// `-REGEX` stands for what does not match.
static bool matches(const bench_options_t *options, const char *name, bool *out_matches) {
  const char *filter = options->filter;
  *out_matches = true;
  if (!filter || strcmp(filter, "all") == 0) return true;
  regex_t regex;
  bool is_negative = *filter == '-';
  if (regcomp(&regex, filter + is_negative, REG_EXTENDED | REG_NOSUB) != 0) {
    return fail("--benchmark_filter is no regular expression", filter);
  }
  *out_matches = (regexec(&regex, name, 0, NULL, 0) == 0) != is_negative;
  regfree(&regex);
  return true;
}

static bool add_benchmark(bench_t *bench, const char *function) {
  char name[512];
  bool is_chosen;
  snprintf(name, sizeof name, "BM_%s/process_time/%s", function,
           bench->subject->is_dispatch ? "manual_time" : "real_time");
  if (!matches(bench->options, name, &is_chosen)) return false;
  if (!is_chosen) return true;
  bench->benchmarks = reallocate(bench->benchmarks, bench->benchmark_count + 1, sizeof *bench->benchmarks);
  benchmark_t *benchmark = &bench->benchmarks[bench->benchmark_count];
  *benchmark = (benchmark_t){.family = bench->benchmark_count, .name = copy_text(name, strlen(name))};
  ++bench->benchmark_count;
  if (bench->options->lists_tests) return puts(name) >= 0;
  return bench_call_open(&bench->session, function, &benchmark->call);
}

static bool find_benchmarks(bench_t *bench) {
  const char *function;
  bool has_any = false;
  for (size_t i = 0; (function = bench_session_function(&bench->session, i)); ++i) {
    has_any = true;
    if (!add_benchmark(bench, function)) return false;
  }
  if (!has_any && bench->options->function) return fail("there is no such function", bench->options->function);
  if (!has_any) {
    return fail("no function takes as many arguments as there are inputs; give them with --input", NULL);
  }
  if (bench->benchmark_count == 0) return fail("no benchmark matches", bench->options->filter);
  return true;
}

void bench_show_statistics(const bench_subject_t *subject) {
  int64_t live = 0;
  tern_status_t status = tern_device_query(subject->device, TERN_DEVICE_PROPERTY_MEMORY_LIVE, &live);
  fprintf(stderr, "[[ memory ]]\n  host:   %.0fB peak\n  %s: %.0fB peak / %lldB live\n", peak_rss(),
          tern_device_driver_name(subject->device), device_memory_peak(subject),
          tern_status_is_ok(status) ? (long long)live : 0);
}

static bool open_calls_out(bench_t *bench) {
  const char *path = bench->options->calls_out;
  if (!path) return true;
  bench->calls_out = fopen(path, "w");
  if (!bench->calls_out) return fail("cannot write", path);
  return fputs("name,repetition,call,seconds\n", bench->calls_out) >= 0;
}

bool bench_measure(const bench_subject_t *subject, bench_results_t *out_results) {
  bench_t bench = {.subject = subject, .options = subject->options, .results = out_results};
  *out_results = (bench_results_t){0};
  bench.samples = allocate(MAX_SAMPLES, sizeof(double));
  tern_profile_sink_t sink = bench_record_sink(&bench.record);
  bool has_profile = subject->is_dispatch && !bench.options->lists_tests;
  bool is_right = !has_profile || report(tern_profile_begin(subject->device, &sink));
  bool is_open = is_right;
  is_right = is_right && bench_session_open(subject, &bench.session) && find_benchmarks(&bench);
  if (is_right && !bench.options->lists_tests) is_right = open_calls_out(&bench) && run_all(&bench);
  if (is_right) add_aggregates(out_results);
  // Names go on in the results.
  for (size_t i = 0; i < bench.benchmark_count; ++i) {
    bench_call_close(&bench.benchmarks[i].call);
    bool is_used = false;
    for (size_t r = 0; r < out_results->count; ++r) is_used |= out_results->runs[r].name == bench.benchmarks[i].name;
    if (!is_used) free(bench.benchmarks[i].name);
  }
  free(bench.benchmarks);
  free(bench.samples);
  if (is_open) bench_session_close(&bench.session);
  if (has_profile && is_open) is_right &= report(tern_profile_end(subject->device, NULL));
  bench_record_deinitialize(&bench.record);
  if (bench.calls_out) is_right &= fclose(bench.calls_out) == 0;
  return is_right;
}

void bench_results_destroy(bench_results_t *results) {
  for (size_t i = 0; i < results->count; ++i) {
    bool is_last = i + 1 == results->count || results->runs[i + 1].name != results->runs[i].name;
    if (is_last) free((char *)(uintptr_t)results->runs[i].name);
  }
  free(results->runs);
  *results = (bench_results_t){0};
}
