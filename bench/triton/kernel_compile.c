// Times what a first launch waits for: reading a kernel of Triton's and compiling it to PTX, in a process that has compiled
// nothing before.
//
//   kernel_compile KERNEL.ttir CHIP WARPS STAGES [shown]
//
// Prints one line of JSON with milliseconds of processors, all threads together: `read`, then `ttgir`, `llir` (tern's passes) and `ptx` (LLVM). Where tern's passes end
// is known of a process only that shows the IR behind them, which takes time itself: with `shown` only `ptx` is right, else `llir` has
// `ptx` in it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tern/compile_kernels.h"

typedef struct times {
  double begin, read, ttgir, llir, shown, end;
} times_t;

// Of processors: what else runs on the machine does not count.
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void check(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "kernel_compile: error: %s\n", status.message);
  exit(1);
}

static void show(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

// Is called before the passes of each stage.
static void begin_stage(const char *stage, const char *pipeline, void *user) {
  times_t *times = user;
  (void)pipeline;
  if (strcmp(stage, "ttir") == 0) times->ttgir = now();
  if (strcmp(stage, "nvvm") == 0) times->llir = now();
}

// Is called behind them.
static void end_stage(const char *stage, const char *text, void *user) {
  times_t *times = user;
  (void)text;
  if (strcmp(stage, "nvvm") == 0) times->shown = now();
}

int main(int argc, char **argv) {
  if (argc < 5) return fprintf(stderr, "usage: kernel_compile KERNEL.ttir CHIP WARPS STAGES [shown]\n"), 1;
  times_t times = {.begin = now()};
  const tern_compile_options_t options = {.target = "cuda",
                                          .cuda_chip = argv[2],
                                          .pipeline = begin_stage,
                                          .pipeline_user = &times,
                                          .stage = argc > 5 ? end_stage : NULL,
                                          .user = &times};
  const tern_kernel_options_t launch = {.num_warps = atoi(argv[3]), .num_stages = atoi(argv[4])};
  tern_compiler_t *compiler;
  char *data;
  size_t size;
  check(tern_compiler_create(&compiler));
  tern_compiler_set_diagnostic_handler(compiler, show, NULL);
  check(tern_compiler_load_file(compiler, argv[1]));
  check(tern_compiler_emit_kernels(compiler, &options, &launch, TERN_ARTIFACT_ASSEMBLY, &data, &size));
  times.end = now();
  printf("{\"read\": %.4f, \"ttgir\": %.4f, \"llir\": %.4f, \"ptx\": %.4f}\n", times.ttgir - times.begin,
         times.llir - times.ttgir, times.end - times.llir, times.shown > 0 ? times.end - times.shown : 0);
  free(data);
  tern_compiler_destroy(compiler);
  return 0;
}
