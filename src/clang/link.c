// The last step: objects, archives and our runtime become a program.

#include <string.h>

#include "clang/plan.h"

// NVIDIA's runtime under its names. Ours is linked in its place.
static bool is_cuda_runtime(const char *word) {
  static const char *const names[] = {"-lcudart", "-lcudart_static", "-lcudadevrt", "-lcuda"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (strcmp(word, names[i]) == 0) return true;
  }
  return false;
}

static void add_runtime(tern_plan_t *plan, tern_step_t *step) {
  const char *runtime = plan->options->runtime;
  if (runtime && strcmp(runtime, "none") == 0) return;
  if (runtime && strcmp(runtime, "static") == 0) {
    tern_step_say(step, tern_steps_format(&plan->steps, "%s/libtern_cudart.a", plan->libraries), NULL);
  } else {
    tern_step_say(step, tern_steps_format(&plan->steps, "-L%s", plan->libraries), "-ltern_cudart",
                  tern_steps_format(&plan->steps, "-Wl,-rpath,%s", plan->libraries), NULL);
  }
  tern_step_say(step, "-lpthread", "-ldl", "-lm", NULL);
}

void tern_plan_add_link(tern_plan_t *plan) {
  const tern_cc_options_t *options = plan->options;
  tern_step_t *step = tern_steps_add(&plan->steps, TERN_STAGE_LINK, plan->compiler ? plan->compiler : plan->clang);
  if (!plan->compiler) tern_step_say(step, "--driver-mode=g++", NULL);
  // As nvcc does: what the host's compiler is told may bring a library with it, as -fopenmp and -fsanitize do.
  if (!plan->compiler) tern_step_say(step, "-Wno-unused-command-line-argument", NULL);
  tern_step_say_all(step, options->host_options);
  tern_step_say_all(step, options->link_options);
  for (size_t i = 0; i < plan->sources.count; ++i) {
    const char *word = plan->sources.values[i].object;
    if (!is_cuda_runtime(word)) tern_step_say(step, word, NULL);
  }
  add_runtime(plan, step);
  tern_step_say(step, "-o", options->output ? options->output : "a.out", NULL);
}
