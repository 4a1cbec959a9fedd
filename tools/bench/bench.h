// tern-bench, for the tools that are it by another name.

#ifndef TERN_TOOLS_BENCH_BENCH_H_
#define TERN_TOOLS_BENCH_BENCH_H_

#include <stdbool.h>

// The whole tool. Returns the exit status.
int bench_main(int argc, char **argv);

// Does the command line ask for a benchmark or a profile?
bool bench_is_asked_for(int argc, char **argv);

#endif  // TERN_TOOLS_BENCH_BENCH_H_
