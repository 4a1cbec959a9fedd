// Steps of the device's side: PTX, machine code, fatbinaries, and code for the CPU.

#include <string.h>

#include "clang/plan.h"

// The version of CUDA that clang is told: it decides how launches are configured.
#define SDK_VERSION "-target-sdk-version=12.9"
// The latest architecture whose code kernels on the CPU are made of: what is later has instructions as assembly.
enum { CPU_ARCHITECTURE = 80 };

static const char *name_of(tern_plan_t *plan, tern_cuda_architecture_t architecture, bool is_virtual) {
  char name[TERN_CUDA_ARCHITECTURE_NAME_SIZE];
  tern_cuda_architecture_name(architecture, is_virtual, name);
  return tern_steps_format(&plan->steps, "%s", name);
}

static const char *file(tern_plan_t *plan, const tern_source_t *source, const char *architecture, const char *ending) {
  return tern_steps_file(&plan->steps, source->stem, tern_steps_format(&plan->steps, ".%s%s", architecture, ending));
}

bool tern_plan_note_made(tern_plan_t *plan, const char *path) {
  for (size_t i = 0; i < plan->made.count; ++i) {
    if (strcmp(plan->made.values[i], path) == 0) return false;
  }
  tern_vec_push(&plan->made, path);
  return true;
}

tern_step_t *tern_plan_add_clang(tern_plan_t *plan, tern_stage_t stage, const tern_device_compilation_t *compilation,
                                 tern_cuda_architecture_t architecture, bool is_device) {
  const tern_cc_options_t *options = plan->options;
  const char *chip = name_of(plan, architecture, false);
  tern_step_t *step = tern_steps_add(&plan->steps, stage, plan->clang);
  tern_step_say(step, "-x", "cuda", is_device ? "--cuda-device-only" : "--cuda-host-only",
                tern_steps_format(&plan->steps, "--cuda-gpu-arch=%s", chip), "-nocudainc", "-nocudalib", "-Xclang",
                SDK_VERSION, "-Wno-unknown-cuda-version", NULL);
  if (is_device) {
    unsigned version = tern_cuda_ptx_version(architecture);
    tern_step_say(step, tern_steps_format(&plan->steps, "--cuda-feature=+ptx%u", version), NULL);
    if (options->debugs_device) tern_step_say(step, "--cuda-noopt-device-debug", NULL);
    tern_step_say(step, options->debugs_device ? "-g" : "-O3", NULL);
    if (options->has_lines && !options->debugs_device) tern_step_say(step, "-gline-tables-only", NULL);
    tern_step_say_all(step, options->device_options);
  } else {
    if (options->level) tern_step_say(step, options->level, NULL);
    if (options->debugs_host) tern_step_say(step, "-g", NULL);
  }
  tern_step_say(step, "-isystem", plan->headers, NULL);
  if (!compilation->is_preprocessed) tern_step_say(step, "-include", "tern_cuda.h", NULL);
  tern_step_say_all(step, options->both_options);
  if (!is_device) tern_step_say_all(step, options->host_options);
  step->subject = tern_steps_format(&plan->steps, is_device ? "'%s' for the device (%s)" : "'%s' for the host",
                                    compilation->source->path, chip);
  return step;
}

const char *tern_plan_add_bitcode(tern_plan_t *plan, const tern_device_compilation_t *compilation,
                                  tern_cuda_architecture_t architecture) {
  const char *output = file(plan, compilation->source, name_of(plan, architecture, true), ".bc");
  if (!tern_plan_note_made(plan, output)) return output;
  tern_step_t *step = tern_plan_add_clang(plan, TERN_STAGE_DEVICE, compilation, architecture, true);
  if (plan->options->is_checked && !plan->options->has_lines) tern_step_say(step, "-gline-tables-only", NULL);
  tern_step_say(step, "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-c", compilation->input, "-o", output, NULL);
  return output;
}

const char *tern_plan_add_ptx(tern_plan_t *plan, const tern_device_compilation_t *compilation,
                              tern_cuda_architecture_t architecture, const char *output) {
  const tern_cc_words_t *words = &plan->options->device_options;
  const char *bitcode = tern_plan_add_bitcode(plan, compilation, architecture);
  const char *chip = name_of(plan, architecture, false);
  if (!output) output = file(plan, compilation->source, name_of(plan, architecture, true), ".ptx");
  tern_step_t *step = tern_steps_add(&plan->steps, TERN_STAGE_PTX, plan->clang);
  tern_step_say(step, "-cc1", "-triple", "nvptx64-nvidia-cuda", "-target-cpu", chip, "-target-feature",
                tern_steps_format(&plan->steps, "+ptx%u", tern_cuda_ptx_version(architecture)),
                plan->options->debugs_device ? "-O0" : "-O3", "-mlink-builtin-bitcode", plan->device_library, NULL);
  // What the back end has to know; the rest is in the bitcode.
  for (size_t i = 0; i + 1 < words->count; ++i) {
    if (strcmp(words->values[i], "-mllvm") == 0) tern_step_say(step, "-mllvm", words->values[i + 1], NULL);
  }
  tern_step_say(step, "-S", "-x", "ir", bitcode, "-o", output, NULL);
  step->subject = tern_steps_format(&plan->steps, "'%s' to PTX (%s)", compilation->source->path, chip);
  return output;
}

const char *tern_plan_add_cubin(tern_plan_t *plan, const tern_source_t *source, const char *ptx,
                                tern_cuda_architecture_t architecture, const char *output) {
  const tern_cc_options_t *options = plan->options;
  const char *chip = name_of(plan, architecture, false);
  if (!output) output = file(plan, source, chip, ".cubin");
  tern_step_t *step = tern_steps_add(&plan->steps, TERN_STAGE_ASSEMBLE, plan->assembler);
  tern_step_say(step, tern_steps_format(&plan->steps, "-arch=%s", chip), options->debugs_device ? "-g" : "-O3", NULL);
  if (options->has_lines && !options->debugs_device) tern_step_say(step, "-lineinfo", NULL);
  tern_step_say_all(step, options->assembler_options);
  tern_step_say(step, ptx, "-o", output, NULL);
  step->subject = tern_steps_format(&plan->steps, "'%s' to machine code of %s", source->path, chip);
  step->hint = tern_steps_format(
      &plan->steps,
      "'%s' may be too new or too old for %s; -code=%s makes PTX alone, which the driver of the GPU compiles",
      plan->assembler, chip, name_of(plan, architecture, true));
  return output;
}

// --- fatbinaries ---

// PTX of one virtual architecture, which several images may be made of.
static const char *ptx_of(tern_plan_t *plan, const tern_source_t *source, tern_compilation_fn_t compilation_of,
                          size_t index, const char **made) {
  const tern_cuda_image_request_t *requests = plan->requests.images.values;
  for (size_t i = 0; i < index; ++i) {
    if (tern_cuda_architecture_equal(requests[i].virtual, requests[index].virtual)) return made[i];
  }
  tern_device_compilation_t compilation = compilation_of(plan, source, requests[index].virtual);
  return tern_plan_add_ptx(plan, &compilation, requests[index].virtual, NULL);
}

const char *tern_plan_add_fatbinary(tern_plan_t *plan, const tern_source_t *source,
                                    tern_compilation_fn_t compilation_of, const char *output) {
  size_t count = plan->requests.images.count;
  const char **made = tern_arena_alloc_array(&plan->steps.arena, count, sizeof *made);
  TERN_VEC(const char *) images = {0};
  for (size_t i = 0; i < count; ++i) {
    const tern_cuda_image_request_t *request = &plan->requests.images.values[i];
    made[i] = ptx_of(plan, source, compilation_of, i, made);
    const char *code = request->is_ptx ? made[i] : tern_plan_add_cubin(plan, source, made[i], request->real, NULL);
    const char *name = name_of(plan, request->real, request->is_ptx);
    tern_vec_push(&images, tern_steps_format(&plan->steps, "%s:%s", name, code));
  }
  if (!output) output = tern_steps_file(&plan->steps, source->stem, ".fatbin");
  tern_step_t *step = tern_steps_add_own(&plan->steps, TERN_STAGE_BUNDLE, "fatbinary", output);
  tern_step_say_all(step, (tern_cc_words_t){images.values, images.count});
  tern_vec_deinitialize(&images);
  return output;
}

// --- the CPU ---

// An architecture whose bitcode is made anyway and has no instructions that only some GPUs have, if there is one.
static tern_cuda_architecture_t cpu_architecture(const tern_plan_t *plan) {
  for (size_t i = 0; i < plan->requests.images.count; ++i) {
    tern_cuda_architecture_t architecture = plan->requests.images.values[i].virtual;
    if (architecture.number <= CPU_ARCHITECTURE && !architecture.suffix) return architecture;
  }
  return (tern_cuda_architecture_t){.number = CPU_ARCHITECTURE};
}

const char *tern_plan_add_cpu_object(tern_plan_t *plan, const tern_source_t *source,
                                     tern_compilation_fn_t compilation_of) {
  const tern_cc_options_t *options = plan->options;
  if (options->lacks_cpu_kernels) return NULL;
  tern_cuda_architecture_t architecture = cpu_architecture(plan);
  tern_device_compilation_t compilation = compilation_of(plan, source, architecture);
  const char *bitcode = tern_plan_add_bitcode(plan, &compilation, architecture);
  const char *object = tern_steps_file(&plan->steps, source->stem, ".cpu.o");
  tern_step_t *step =
      tern_steps_add(&plan->steps, TERN_STAGE_PTX, tern_steps_format(&plan->steps, "%s/tern-kernels", plan->tools));
  tern_step_say(step, bitcode, "-o", object, NULL);
  if (options->debugs_device) tern_step_say(step, "--no-optimize", NULL);
  if (options->is_checked) tern_step_say(step, "--checks", NULL);
  step->subject = tern_steps_format(&plan->steps, "kernels of '%s' for the CPU", source->path);
  return object;
}

void tern_plan_add_merge(tern_plan_t *plan, const char *host, const char *cpu, const char *output) {
  tern_step_t *step = tern_steps_add(&plan->steps, TERN_STAGE_MERGE, plan->clang);
  tern_step_say(step, "-r", "-nostdlib", host, cpu, "-o", output, NULL);
}
