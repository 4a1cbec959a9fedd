// What tern-bench was asked for.

#ifndef TERN_TOOLS_BENCH_OPTIONS_H_
#define TERN_TOOLS_BENCH_OPTIONS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/options.h"

#define BENCH_MAX_VALUES 1024

// Unset texts are NULL.
typedef struct bench_options {
  const char *file;
  // What is run, and where.
  const char *device, *vulkan_target, *input_type, *function, *cpu_variant, *cpu_ids, *numa_nodes, *cache_dir;
  option_list_t inputs, parameters, push_constants;
  uint64_t thread_count;
  // Benchmarks.
  bool has_benchmark, lists_tests, reports_aggregates_only, displays_aggregates_only, is_dry_run, interleaves,
      is_tabular, prints_statistics;
  const char *filter, *format, *out, *out_format, *color, *min_time, *time_unit, *calls_out;
  option_list_t context;
  double min_warmup_time;  // seconds
  uint64_t repetitions, batch_size, batch_concurrency, verbosity;
  // Profiles.
  bool has_profile;
  const char *trace, *html;
  uint64_t profile_calls;
  double peak_gflops, peak_gbps;  // 0: measured
} bench_options_t;

// Reads the command line; what was not given is left as it is. `options` is to be deinitialized whatever comes out.
option_outcome_t bench_options_read(int argc, char **argv, bench_options_t *options);
void bench_options_deinitialize(bench_options_t *options);

// `--benchmark_min_time`: seconds, or a number of iterations ("100x"), which are 0 if the other is given.
void bench_options_min_time(const bench_options_t *options, double *out_seconds, uint64_t *out_iterations);
// The unit of times in reports, and how many of them a second has.
const char *bench_options_time_unit(const bench_options_t *options, double *out_per_second);

#endif  // TERN_TOOLS_BENCH_OPTIONS_H_
