// The tool: what to measure, in which order.

#include "bench.h"

#include <string.h>

#include "benchmark.h"
#include "profile.h"

bool bench_is_asked_for(int argc, char **argv) {
  static const char *const names[] = {"benchmark", "profile"};
  for (int i = 1; i < argc; ++i) {
    const char *name = argv[i];
    if (*name != '-') continue;
    while (*name == '-') ++name;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; ++n) {
      size_t size = strlen(names[n]);
      if (strncmp(name, names[n], size) == 0 && (!name[size] || name[size] == '=' || name[size] == '_')) return true;
    }
  }
  return false;
}

static bool run(const bench_options_t *options) {
  bench_subject_t subject;
  bool is_right = bench_subject_open(options, &subject);
  if (is_right && options->has_benchmark) {
    bench_results_t results;
    is_right = bench_measure(&subject, &results);
    if (is_right && !options->lists_tests) is_right = bench_write_reports(options, &results);
    bench_results_destroy(&results);
    if (is_right && options->prints_statistics) bench_show_statistics(&subject);
  }
  if (is_right && options->has_profile && !options->lists_tests) is_right = bench_profile_all(&subject);
  bench_subject_close(&subject);
  return is_right;
}

int bench_main(int argc, char **argv) {
  bench_options_t options = {.repetitions = 1, .batch_size = 1, .batch_concurrency = 1, .profile_calls = 5};
  option_outcome_t outcome = bench_options_read(argc, argv, &options);
  bool is_right = outcome == OPTIONS_ANSWERED || (outcome == OPTIONS_READ && run(&options));
  bench_options_deinitialize(&options);
  return is_right ? 0 : 1;
}
