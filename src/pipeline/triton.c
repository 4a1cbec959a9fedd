// The ready-made pipelines for Triton's programs.

#include "pass/stages.h"

#include "pipeline/stages/triton.def"

static const tern_option_def_t options[] = {
    {"target", TERN_OPTION_STRING, "cuda:90",
     "The chip: cuda: and its compute capability, or hip: and its architecture", NULL},
};

static bool is_hip(const tern_stage_scope_t *scope) {
  return tern_str_starts_with(tern_pass_string(scope->options, "target"), TERN_STR("hip"));
}

static void write_flag(bool is_set, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, is_set ? "true" : "false");
}

static void write_is_hip(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  write_flag(is_hip(scope), out);
}

// Chips of NVIDIA read blocks of arrays by descriptors from Hopper on.
static void write_has_descriptors(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_str_t target = tern_pass_string(scope->options, "target");
  tern_str_split(&target, ':');
  int64_t capability = 0;
  for (size_t i = 0; i < target.size && target.data[i] >= '0' && target.data[i] <= '9' && capability < 1000; ++i)
    capability = 10 * capability + (target.data[i] - '0');
  write_flag(!is_hip(scope) && capability >= 90, out);
}

static const tern_stage_value_t values[] = {
    {.name = "is-hip", .kind = TERN_OPTION_BOOL, .write = write_is_hip},
    {.name = "has-descriptors", .kind = TERN_OPTION_BOOL, .write = write_has_descriptors},
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
