// Measuring calls: how many iterations, repetitions, and what they come to.

#ifndef TERN_TOOLS_BENCH_BENCHMARK_H_
#define TERN_TOOLS_BENCH_BENCHMARK_H_

#include "record.h"
#include "subject.h"

#define BENCH_MAX_COUNTERS 16

// A number beside the times of a run.
typedef struct bench_counter {
  const char *name;
  double value;
  bool is_rate;  // of items or bytes each second
  bool is_time;  // seconds
} bench_counter_t;

// A repetition, or what several come to.
typedef struct bench_run {
  size_t family;          // number of the benchmark
  const char *name;       // of the benchmark: "BM_main/process_time/real_time"
  const char *aggregate;  // "mean" ..; NULL: a repetition
  bool is_percentage;     // `aggregate` is a part of the mean, not a time
  uint64_t repetitions, repetition;
  uint64_t iterations;
  double real_seconds, cpu_seconds;  // of an iteration
  bench_counter_t counters[BENCH_MAX_COUNTERS];
  size_t counter_count;
} bench_run_t;

typedef struct bench_results {
  bench_run_t *runs;  // owned
  size_t count;
} bench_results_t;

// Measures what the options ask for; `*out_results` is to be given to bench_results_destroy(), also after a failure.
bool bench_measure(const bench_subject_t *subject, bench_results_t *out_results);
void bench_results_destroy(bench_results_t *results);

// Prints the memory that was used so far, to standard error.
void bench_show_statistics(const bench_subject_t *subject);

// Writes the reports that the options ask for.
bool bench_write_reports(const bench_options_t *options, const bench_results_t *results);

#endif  // TERN_TOOLS_BENCH_BENCHMARK_H_
