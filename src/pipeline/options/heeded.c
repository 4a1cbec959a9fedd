#include "pipeline/options/heeded.h"

#include <stddef.h>
#include <string.h>

#include "base/string.h"
#include "pipeline/options/targets.h"

// --- targets ---

#define TARGET_OPTION(flag, member, targets) {flag, offsetof(tern_compile_options_t, member), targets}

// Options that are texts, and the targets that they are for.
static const struct {
  const char *flag;
  size_t offset;
  unsigned targets;
} target_options[] = {
    TARGET_OPTION("--target-triple", triple, TERN_TARGET_BIT_CPU),
    TARGET_OPTION("--target-cpu", cpu, TERN_TARGET_BIT_CPU),
    TARGET_OPTION("--target-cpu-features", features, TERN_TARGET_BIT_CPU),
    TARGET_OPTION("--tuning-file", tuning_file, TERN_TARGET_BIT_CPU),
    TARGET_OPTION("--llvm-passes", llvm_passes, TERN_TARGET_BIT_CPU | TERN_TARGET_BIT_CUDA),
    TARGET_OPTION("--vulkan-target", target_env, TERN_TARGET_BIT_VULKAN),
    TARGET_OPTION("--cuda-target", cuda_chip, TERN_TARGET_BIT_CUDA),
};

static tern_status_t refuse_target(const char *flag, unsigned targets) {
  return tern_status_make(
      TERN_INVALID_ARGUMENT,
      "%s is for the target %s, which is not compiled for; add it with --target, or leave the option out", flag,
      tern_target_name(targets));
}

tern_status_t tern_target_options_check(const tern_compile_options_t *options, unsigned targets) {
  for (size_t i = 0; i < sizeof target_options / sizeof target_options[0]; ++i) {
    const char *const *value = (const char *const *)(const void *)((const char *)options + target_options[i].offset);
    if (!*value || (targets & target_options[i].targets)) continue;
    return refuse_target(target_options[i].flag, target_options[i].targets);
  }
  if (options->cuda_cubin != TERN_CUDA_CUBIN_DEFAULT && !(targets & TERN_TARGET_BIT_CUDA)) {
    return refuse_target("--cuda-embed-cubin", TERN_TARGET_BIT_CUDA);
  }
  return tern_ok();
}

// --- phases ---

static size_t phase_number(const char *name) {
  const char *phase;
  size_t i = 0;
  while ((phase = tern_program_phase_at(i, NULL)) && strcmp(phase, name) != 0) ++i;
  return i;
}

#define PHASE_OPTION(flag, member, phase) {flag, offsetof(tern_program_options_t, member), phase}

// Options that are texts, and the phase that looks at them.
static const struct {
  const char *flag;
  size_t offset;
  const char *phase;
} phase_options[] = {
    PHASE_OPTION("--input-type", input_type, "input"),
    PHASE_OPTION("--invocation-model", invocation_model, "abi"),
    PHASE_OPTION("--preprocess", pipeline_options, "preprocessing"),
    PHASE_OPTION("--iree-opt-import-parameters", import_parameters, "preprocessing"),
    PHASE_OPTION("--iree-opt-export-parameters", export_parameters, "preprocessing"),
    PHASE_OPTION("--iree-opt-splat-parameters", splat_parameters, "preprocessing"),
    PHASE_OPTION("--cache-dir", cache_dir, "executable-targets"),
};

// Options of pipelines: by what they begin with, the longest first.
static const struct {
  const char *prefix, *phase;
} switch_phases[] = {
    {"iree-flow-", "flow"},
    {"iree-dispatch-creation-", "flow"},
    {"iree-stream-", "stream"},
    {"iree-hal-substitute-executable-source", "executable-sources"},
    {"iree-hal-dump-executable-sources-to", "executable-sources"},
    {"iree-hal-preprocess-executables-with", "executable-sources"},
    {"iree-hal-default-device", "executable-sources"},
    {"iree-hal-substitute-executable-configuration", "executable-configurations"},
    {"iree-hal-dump-executable-configurations-to", "executable-configurations"},
    {"iree-hal-dump-executable-benchmarks-to", "executable-configurations"},
    {"iree-hal-substitute-executable-object", "executable-targets"},
    {"iree-hal-executable-object-search-path", "executable-targets"},
    {"iree-hal-dump-executable-intermediates-to", "executable-targets"},
    {"iree-hal-link-executables", "executable-targets"},
    {"iree-hal-cache-dir", "executable-targets"},
    {"iree-hal-compile-budget", "executable-targets"},
    {"iree-hal-dump-executable-files-to", NULL},  // of several phases
    {"iree-hal-", "hal"},
};

static tern_status_t check_phase(const char *flag, const char *phase, size_t from, size_t to) {
  size_t number = phase_number(phase);
  if (from <= number && number < to) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "%s is looked at in the phase %s, which is not run", flag, phase);
}

static tern_status_t check_switch(const char *text, size_t from, size_t to) {
  for (size_t i = 0; i < sizeof switch_phases / sizeof switch_phases[0]; ++i) {
    const char *name = text + strspn(text, "-");
    if (strncmp(name, switch_phases[i].prefix, strlen(switch_phases[i].prefix)) != 0) continue;
    return switch_phases[i].phase ? check_phase(text, switch_phases[i].phase, from, to) : tern_ok();
  }
  return tern_ok();
}

// Options that are nothing without another.
static tern_status_t check_companions(const tern_program_options_t *o) {
  const struct {
    bool is_wrong;
    const char *what;
  } rules[] = {
      {o->import_parameter_keys && !o->import_parameters,
       "--iree-opt-import-parameter-keys needs --iree-opt-import-parameters"},
      {o->import_parameter_size_max && !o->import_parameters,
       "--iree-opt-import-parameter-maximum-size needs --iree-opt-import-parameters"},
      {o->import_parameters && !o->import_parameter_keys && !o->import_parameter_size_max,
       "--iree-opt-import-parameters needs --iree-opt-import-parameter-keys or "
       "--iree-opt-import-parameter-maximum-size"},
      {o->export_parameter_size_min && !o->export_parameters,
       "--iree-opt-export-parameter-minimum-size needs --iree-opt-export-parameters"},
      {o->devices && o->targets, "devices and targets are given, but they say the same"},
  };
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (rules[i].is_wrong) return tern_status_make(TERN_INVALID_ARGUMENT, "%s", rules[i].what);
  }
  return tern_ok();
}

tern_status_t tern_program_options_check(const tern_program_options_t *options, size_t from, size_t to) {
  TERN_RETURN_IF_ERROR(check_companions(options));
  if (options->compile_from && from >= to) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the phase %s is not behind %s, so there is nothing to do",
                            options->compile_to ? options->compile_to : "end", options->compile_from);
  }
  for (size_t i = 0; i < sizeof phase_options / sizeof phase_options[0]; ++i) {
    const char *const *value = (const char *const *)(const void *)((const char *)options + phase_options[i].offset);
    if (*value) TERN_RETURN_IF_ERROR(check_phase(phase_options[i].flag, phase_options[i].phase, from, to));
  }
  if (options->allow_nondeterminism) TERN_RETURN_IF_ERROR(check_phase("--allow-nondeterminism", "input", from, to));
  if (options->compile_budget) TERN_RETURN_IF_ERROR(check_phase("--compile-budget", "executable-targets", from, to));
  for (size_t i = 0; i < options->switch_count; ++i) {
    TERN_RETURN_IF_ERROR(check_switch(options->switches[i], from, to));
  }
  // Earlier phases prepare for the targets, and what they decided is kept in the module.
  bool has_target = options->targets || options->devices;
  if (has_target && from > phase_number("executable-sources")) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT,
        "the devices of the program are decided in the phase executable-sources, which is not run; leave --target out");
  }
  return from > phase_number("executable-targets") ? tern_target_options_check(&options->target, 0) : tern_ok();
}
