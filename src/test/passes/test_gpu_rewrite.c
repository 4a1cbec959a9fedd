// --test-gpu-rewrite: all rewrites of gpu ops into simpler ones.

#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/memref/memref.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/gpu/rewrite_patterns.h"

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_pattern_t patterns[] = {TERN_GPU_REWRITE_PATTERNS};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(op, patterns, sizeof(patterns) / sizeof(patterns[0]), NULL, &options, NULL);
  return true;
}

const tern_pass_def_t tern_test_gpu_rewrite_pass = {
    .flag = "test-gpu-rewrite",
    .name = "(anonymous namespace)::TestGpuRewritePass",
    .anchor = "builtin.module",
    .summary = "Applies all rewrite patterns within the GPU dialect.",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_cf_dialect, &tern_memref_dialect, NULL},
    .run = run,
};
