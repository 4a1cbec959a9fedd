// --test-nvgpu-mmasync-f32-to-tf32-patterns: products of f32 on matrix units are allowed to round their operands to tf32
// (upstream: MmaSyncTF32Transform).

#include "dialect/nvgpu/nvgpu.h"
#include "ir/context.h"
#include "pass/pass.h"

static tern_walk_result_t allow_tf32(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_NVGPU(MMA_SYNC)) || tern_op_attr(op, "tf32Enabled")) return TERN_WALK_ADVANCE;
  if (tern_type_element(tern_op_operand(op, 0)->type)->kind == TERN_TYPE_F32) {
    tern_op_set_attr(op, "tf32Enabled", tern_unit_attr_get(tern_op_context(op)));
  }
  return TERN_WALK_ADVANCE;
}

// Three products of halves that make up for the rounding are what upstream has a name for, and no pattern.
static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(op, allow_tf32, NULL);
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
