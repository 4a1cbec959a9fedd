// The ready-made pipelines for Triton's programs.

#include "analysis/machine/machine.h"
#include "pass/stages.h"

#include "pipeline/stages/triton.def"

static const tern_option_def_t options[] = {
    {"target", TERN_OPTION_STRING, "cuda:90",
     "The chip: cuda: and its compute capability, or hip: and its architecture", NULL},
    {"rewrite-descriptors", TERN_OPTION_BOOL, "false",
     "Read and write blocks through pointers on chips that have tensor maps, too", NULL},
};
static const tern_option_def_t ttgir_options[] = {
    {"target", TERN_OPTION_STRING, "cuda:90", "The chip: cuda: and its compute capability", NULL},
    {"num-warps", TERN_OPTION_INT, "4", "Warps of a program", NULL},
    {"num-ctas", TERN_OPTION_INT, "1", "Blocks of a program's cluster", NULL},
    {"num-stages", TERN_OPTION_INT, "3", "Iterations of a loop that are under way at a time", NULL},
};
static const tern_option_def_t specialization_options[] = {
    {"num-stages", TERN_OPTION_INT, "3", "Buffers that loads of a partition fill in turn", NULL},
};
static const tern_option_def_t llir_options[] = {
    {"target", TERN_OPTION_STRING, "cuda:90", "The chip: cuda: and its compute capability", NULL},
    {"ptx-version", TERN_OPTION_INT, "83", "The version of PTX: 83 is 8.3", NULL},
    {"shared-memory", TERN_OPTION_INT, "0", "Bytes that a block of the chip has; 0: any number", NULL},
};

#define AMD_TARGET {"target", TERN_OPTION_STRING, "hip:gfx942", "The chip: hip: and its architecture", NULL}
static const tern_option_def_t amd_ttgir_options[] = {
    AMD_TARGET,
    {"num-warps", TERN_OPTION_INT, "4", "Warps of a program", NULL},
    {"num-ctas", TERN_OPTION_INT, "1", "Blocks of a program's cluster", NULL},
    {"num-stages", TERN_OPTION_INT, "2", "Iterations of a loop that are under way at a time", NULL},
    {"schedule-hint", TERN_OPTION_STRING, "none", "How LLVM orders instructions of loops: attention, or none", NULL},
};
static const tern_option_def_t amd_llir_options[] = {AMD_TARGET};

static bool is_hip(const tern_stage_scope_t *scope) {
  return tern_str_starts_with(tern_pass_string(scope->options, "target"), TERN_STR("hip"));
}

// 90 of cuda:90; 0: another chip.
static int64_t read_capability(const tern_stage_scope_t *scope) {
  tern_str_t target = tern_pass_string(scope->options, "target");
  int64_t capability = 0;
  if (!tern_str_equal_cstr(tern_str_split(&target, ':'), "cuda")) return 0;
  for (size_t i = 0; i < target.size && target.data[i] >= '0' && target.data[i] <= '9' && capability < 1000; ++i)
    capability = 10 * capability + (target.data[i] - '0');
  return capability;
}

static void write_flag(bool is_set, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, is_set ? "true" : "false");
}

static void write_is_hip(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_flag(is_hip(scope), out);
}

// Chips of NVIDIA read blocks of arrays by descriptors from Hopper on.
static void write_has_descriptors(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_flag(read_capability(scope) >= 90, out);
}

static void write_takes_descriptors_apart(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_flag(read_capability(scope) < 90 || tern_pass_bool(scope->options, "rewrite-descriptors"), out);
}

static void write_capability(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "%lld", (long long)read_capability(scope));
}

static void write_has_tensor_cores(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_flag(read_capability(scope) >= 80, out);
}

// Ampere and Hopper copy to shared memory while they compute, and have registers to compute from.
static void write_has_pipelines(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_flag(read_capability(scope) / 10 == 8 || read_capability(scope) / 10 == 9, out);
}

// gfx942 of hip:gfx942.
static void write_arch(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_str_t target = tern_pass_string(scope->options, "target");
  tern_str_split(&target, ':');
  tern_string_builder_append(out, target);
}

static void write_threads_per_warp(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_str_t target = tern_pass_string(scope->options, "target");
  tern_machine_t chip;
  tern_str_split(&target, ':');
  tern_machine_read_amd(target, &chip);
  tern_string_builder_append_format(out, "%lld", (long long)tern_amd_wave(chip.family));
}

static const tern_stage_value_t values[] = {
    {.name = "is-hip", .kind = TERN_OPTION_BOOL, .write = write_is_hip},
    {.name = "has-descriptors", .kind = TERN_OPTION_BOOL, .write = write_has_descriptors},
    {.name = "takes-descriptors-apart", .kind = TERN_OPTION_BOOL, .write = write_takes_descriptors_apart},
    {.name = "capability", .kind = TERN_OPTION_INT, .write = write_capability},
    {.name = "has-tensor-cores", .kind = TERN_OPTION_BOOL, .write = write_has_tensor_cores},
    {.name = "has-pipelines", .kind = TERN_OPTION_BOOL, .write = write_has_pipelines},
    {.name = "arch", .kind = TERN_OPTION_STRING, .write = write_arch},
    {.name = "threads-per-warp", .kind = TERN_OPTION_INT, .write = write_threads_per_warp},
};

const tern_pipeline_def_t tern_triton_ttir_pipeline = {
    .flag = "triton-ttir-pipeline",
    .summary = "Simplify programs of Triton's front end: no calls, no block pointers, loops unrolled that ask for it",
    .stages = triton_ttir,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .values = values,
    .value_count = sizeof values / sizeof values[0],
};

const tern_pipeline_def_t tern_triton_ttgir_pipeline = {
    .flag = "triton-ttgir-pipeline",
    .summary = "Deal out programs of tt to the warps of a GPU of NVIDIA's, and schedule their loops",
    .stages = triton_ttgir,
    .options = ttgir_options,
    .option_count = sizeof ttgir_options / sizeof ttgir_options[0],
    .values = values,
    .value_count = sizeof values / sizeof values[0],
};

const tern_pipeline_def_t tern_triton_llir_pipeline = {
    .flag = "triton-llir-pipeline",
    .summary = "Lower programs of ttg to functions of the llvm and nvvm dialects, for one thread",
    .stages = triton_llir,
    .options = llir_options,
    .option_count = sizeof llir_options / sizeof llir_options[0],
    .values = values,
    .value_count = sizeof values / sizeof values[0],
};

const tern_pipeline_def_t tern_triton_amd_ttgir_pipeline = {
    .flag = "triton-amd-ttgir-pipeline",
    .summary = "Deal out programs of tt to the waves of a GPU of AMD's",
    .stages = triton_amd_ttgir,
    .options = amd_ttgir_options,
    .option_count = sizeof amd_ttgir_options / sizeof amd_ttgir_options[0],
    .values = values,
    .value_count = sizeof values / sizeof values[0],
};

const tern_pipeline_def_t tern_triton_amd_llir_pipeline = {
    .flag = "triton-amd-llir-pipeline",
    .summary = "Lower programs of ttg to functions of the llvm and rocdl dialects, for one thread",
    .stages = triton_amd_llir,
    .options = amd_llir_options,
    .option_count = sizeof amd_llir_options / sizeof amd_llir_options[0],
    .values = values,
    .value_count = sizeof values / sizeof values[0],
};

const tern_pipeline_def_t tern_triton_warp_specialization_pipeline = {
    .flag = "tritongpu-automatic-warp-specialization",
    .summary = "Divide loops with tt.warp_specialize among groups of warps that load, multiply and compute",
    .stages = triton_warp_specialization,
    .options = specialization_options,
    .option_count = sizeof specialization_options / sizeof specialization_options[0],
};
