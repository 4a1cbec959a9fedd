// The ready-made pipelines of GPUs: kernels, which all targets share, and SPIR-V.

#include "pass/stages.h"
#include "transform/hal/translate.h"

#include "pipeline/stages/gpu.def"
#include "pipeline/stages/vulkan.def"

#define SINGLE_PASS \
  {"single-pass", TERN_OPTION_BOOL, "false", "Make kernels of linalg in one pass, so that no marker is seen", NULL}

static const tern_option_def_t options[] = {
    {"unsupported-floats", TERN_OPTION_STRING_LIST, "bf16",
     "Floating-point types that the target has no arithmetic for: computed in f32, kept as integers", NULL},
    {"unsupported-ints", TERN_OPTION_INT_LIST, NULL,
     "Widths of integers that the target has no arithmetic for: 8 and 16 are computed in 32 bits, 64 in two halves",
     NULL},
    SINGLE_PASS,
};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };
static const tern_option_def_t single_pass[] = {SINGLE_PASS};

// Integers that are wider than words; and those that are narrower than the target's.
static void write_wide(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  const int64_t *widths;
  size_t count = tern_pass_int_list(scope->options, "unsupported-ints", &widths);
  bool is_wide = false;
  for (size_t i = 0; i < count; ++i) is_wide |= widths[i] > 32;
  tern_string_builder_append_cstr(out, is_wide ? "true" : "false");
}

static void write_narrow(const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  const int64_t *widths;
  size_t count = tern_pass_int_list(scope->options, "unsupported-ints", &widths);
  for (size_t i = 0; i < count; ++i) {
    if (widths[i] <= 32) tern_string_builder_append_format(out, "%s%lld", out->size ? "," : "", (long long)widths[i]);
  }
}

static const tern_stage_value_t values[] = {
    {"wide-ints", TERN_OPTION_BOOL, .write = write_wide},
    {"narrow-ints", TERN_OPTION_INT_LIST, .write = write_narrow},
};
enum { VALUE_COUNT = sizeof values / sizeof values[0] };

// --iree-codegen-linalg-to-gpu: the same in one pass. What its first pass tells the last by markers on ops
// (__internal_linalg_transform__) is seen by nobody outside.
static bool run_tiles(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_stage_scope_t scope = {0};
  tern_string_builder_t text = {0};
  tern_stages_expand(tiles, &scope, &text);
  bool is_right = tern_hal_run_pipeline(op, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return is_right;
}

const tern_pass_def_t tern_linalg_to_gpu_pass = {
    .flag = "iree-codegen-linalg-to-gpu",
    .name = "LinalgToGPUPass",
    .anchor = "builtin.module",
    .summary = "Tile linalg on buffers and make kernels of it, in one pass",
    .run = run_tiles,
};

const tern_pipeline_def_t tern_linalg_to_gpu_pipeline = {
    .flag = "iree-codegen-linalg-to-gpu-pipeline",
    .summary = "Tile linalg on buffers and deal it to the workgroups and invocations of a GPU",
    .stages = linalg_to_gpu,
    .options = single_pass,
    .option_count = 1,
};

const tern_pipeline_def_t tern_gpu_to_spirv_pipeline = {
    .flag = "iree-codegen-gpu-to-spirv-pipeline",
    .summary = "Lower kernels at the gpu level to the spirv dialect",
    .stages = gpu_to_spirv,
    .options = options,
    .option_count = OPTION_COUNT - 1,  // a kernel is there already
    .values = values,
    .value_count = VALUE_COUNT,
};

const tern_pipeline_def_t tern_linalg_to_spirv_pipeline = {
    .flag = "iree-codegen-linalg-to-spirv-pipeline",
    .summary = "Lower linalg on buffers to the spirv dialect: both of the above",
    .stages = linalg_to_spirv,
    .options = options,
    .option_count = OPTION_COUNT,
    .values = values,
    .value_count = VALUE_COUNT,
};
