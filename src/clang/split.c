// Split mode, nvcc's model: the source is preprocessed for the device and, once more, for the host. The host's side becomes standard
// C++, which any compiler compiles with a header forced in that has the fatbinary.

#include "clang/plan.h"

static const char *name_of(tern_plan_t *plan, tern_cuda_architecture_t architecture) {
  char name[TERN_CUDA_ARCHITECTURE_NAME_SIZE];
  tern_cuda_architecture_name(architecture, true, name);
  return tern_steps_format(&plan->steps, "%s", name);
}

tern_device_compilation_t tern_plan_split_compilation(tern_plan_t *plan, const tern_source_t *source,
                                                      tern_cuda_architecture_t architecture) {
  const char *ending = tern_steps_format(&plan->steps, ".%s.ii", name_of(plan, architecture));
  const char *output = tern_steps_file(&plan->steps, source->stem, ending);
  const tern_device_compilation_t compilation = {source, source->path, false}, preprocessed = {source, output, true};
  if (!tern_plan_note_made(plan, output)) return preprocessed;
  tern_step_t *step = tern_plan_add_clang(plan, TERN_STAGE_PREPROCESS, &compilation, architecture, true);
  tern_step_say(step, "-E", source->path, "-o", output, NULL);
  return preprocessed;
}

// The host's side, preprocessed: headers of the system stay for the compiler that reads it in the end.
static const char *add_host_text(tern_plan_t *plan, const tern_source_t *source,
                                 tern_cuda_architecture_t architecture) {
  const char *text = tern_steps_file(&plan->steps, source->stem, ".host.ii");
  tern_device_compilation_t compilation = {source, source->path, false};
  tern_step_t *step = tern_plan_add_clang(plan, TERN_STAGE_PREPROCESS, &compilation, architecture, false);
  tern_step_say_all(step, plan->options->rule_options);
  tern_step_say(step, "-E", "-fkeep-system-includes", source->path, "-o", text, NULL);
  // Errors are told of the source as it is, not of what is made of it.
  step = tern_plan_add_clang(plan, TERN_STAGE_PREPROCESS, &compilation, architecture, false);
  tern_step_say(step, "-fsyntax-only", source->path, NULL);
  return text;
}

static const char *add_host_source(tern_plan_t *plan, const tern_source_t *source,
                                   tern_cuda_architecture_t architecture) {
  const char *text = add_host_text(plan, source, architecture);
  const char *plain = tern_steps_file(&plan->steps, source->stem, ".plain.cu");
  const char *dump = tern_steps_file(&plan->steps, source->stem, ".ast");
  const char *output = tern_steps_file(&plan->steps, source->stem, ".host.cpp");
  const char *ptx = tern_steps_file(&plan->steps, source->stem,
                                    tern_steps_format(&plan->steps, ".%s.ptx", name_of(plan, architecture)));
  tern_step_t *step = tern_steps_add_own(&plan->steps, TERN_STAGE_DEVICE, "without-lines", plain);
  tern_step_say(step, text, NULL);
  tern_device_compilation_t compilation = {source, plain, true};
  step = tern_plan_add_clang(plan, TERN_STAGE_ASSEMBLE, &compilation, architecture, false);
  tern_step_say(step, "-w", "-fsyntax-only", "-Xclang", "-ast-dump", plain, NULL);
  step->output_path = dump;
  step = tern_steps_add_own(&plan->steps, TERN_STAGE_EMBED, "host-source", output);
  tern_step_say(step, text, dump, plain, ptx, NULL);
  return output;
}

void tern_plan_add_split_object(tern_plan_t *plan, const tern_source_t *source) {
  const tern_cc_options_t *options = plan->options;
  const char *fatbinary = tern_plan_add_fatbinary(plan, source, tern_plan_split_compilation, NULL);
  const char *cpu = tern_plan_add_cpu_object(plan, source, tern_plan_split_compilation);
  const char *text = add_host_source(plan, source, plan->requests.images.values[0].virtual);
  const char *header = tern_steps_file(&plan->steps, source->stem, ".fatbin.h");
  const char *host = cpu ? tern_steps_file(&plan->steps, source->stem, ".host.o") : source->object;
  tern_step_t *step = tern_steps_add_own(&plan->steps, TERN_STAGE_EMBED, "fatbinary-header", header);
  tern_step_say(step, fatbinary, NULL);
  step = tern_steps_add(&plan->steps, TERN_STAGE_HOST, plan->compiler ? plan->compiler : plan->clang);
  tern_step_say(step, "-x", "c++", "-isystem", plan->headers, "-include", header, NULL);
  if (options->level) tern_step_say(step, options->level, NULL);
  if (options->debugs_host) tern_step_say(step, "-g", NULL);
  tern_step_say_all(step, options->both_options);
  tern_step_say_all(step, options->host_options);
  tern_step_say(step, "-c", text, "-o", host, NULL);
  step->subject = tern_steps_format(&plan->steps, "the host's side of '%s'", source->path);
  if (cpu) tern_plan_add_merge(plan, host, cpu, source->object);
}
