// Merged mode, clang's own model: each compilation reads all of the source, so that an error on either side is one on both. The
// fatbinary is embedded by the host's.

#include "clang/plan.h"

tern_device_compilation_t tern_plan_merged_compilation(tern_plan_t *plan, const tern_source_t *source,
                                                       tern_cuda_architecture_t architecture) {
  (void)plan;
  (void)architecture;
  return (tern_device_compilation_t){source, source->path, false};
}

void tern_plan_add_merged_object(tern_plan_t *plan, const tern_source_t *source) {
  const char *fatbinary = tern_plan_add_fatbinary(plan, source, tern_plan_merged_compilation, NULL);
  const char *cpu = tern_plan_add_cpu_object(plan, source, tern_plan_merged_compilation);
  const char *host = cpu ? tern_steps_file(&plan->steps, source->stem, ".host.o") : source->object;
  tern_device_compilation_t compilation = {source, source->path, false};
  tern_cuda_architecture_t architecture = plan->requests.images.values[0].virtual;
  tern_step_t *step = tern_plan_add_clang(plan, TERN_STAGE_HOST, &compilation, architecture, false);
  tern_step_say(step, "-Xclang", "-fcuda-include-gpubinary", "-Xclang", fatbinary, NULL);
  tern_step_say_all(step, plan->options->rule_options);
  tern_step_say(step, "-c", source->path, "-o", host, NULL);
  if (cpu) tern_plan_add_merge(plan, host, cpu, source->object);
}
