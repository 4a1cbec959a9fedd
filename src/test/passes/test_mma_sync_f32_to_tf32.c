// --test-nvgpu-mmasync-f32-to-tf32-patterns: products of f32 on matrix units are allowed to round their operands to tf32
// (upstream: MmaSyncTF32Transform).

#include "dialect/nvgpu/nvgpu.h"
#include "ir/context.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

static bool allow_tf32(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  bool is_allowed = tern_op_attr(op, "tf32Enabled") != NULL;
  if (is_allowed || tern_type_element(tern_op_operand(op, 0)->type)->kind != TERN_TYPE_F32) return false;
  tern_op_set_attr(op, "tf32Enabled", tern_unit_attr_get(tern_op_context(op)));
  tern_rewriter_modified(rewriter, op);
  return true;
}

// Three products of halves that make up for the rounding are what upstream has a name for, and no pattern.
static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_pattern_t patterns[] = {{"allow-tf32", TERN_NVGPU(MMA_SYNC), 1, allow_tf32}};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  tern_apply_patterns_greedily(op, patterns, 1, NULL, &options, NULL);
  return true;
}

static const char *const precisions[] = {"tf32", "tf32x3", NULL};
static const tern_option_def_t options[] = {
    {.name = "precision",
     .kind = TERN_OPTION_STRING,
     .default_text = "tf32",
     .help = "Target nvgpu.mma.sync on f32 input with tf32 or tf32x3 precision",
     .choices = precisions},
};

const tern_pass_def_t tern_test_nvgpu_mmasync_f32_to_tf32_patterns_pass = {
    .flag = "test-nvgpu-mmasync-f32-to-tf32-patterns",
    .name = "TestMmaSyncF32ToTF32Patterns",
    .anchor = "func.func",
    .summary = "Test patterns to convert mma.sync on f32 with tf32 precision",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
