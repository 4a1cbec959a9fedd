// What is done to a gpu.module before it is converted: gpu ops become simpler gpu ops, vectors of several dimensions are
// made of their rows (upstream: populateGpuRewritePatterns, populateVectorFromElementsUnrollPatterns).

#include "convert/gpu_to_llvm/common/common.h"
#include "dialect/vector/lowering.h"
#include "ir/context.h"
#include "rewrite/greedy.h"

bool tern_gpu_rewrite_module(tern_op_t *module, bool unrolls_vectors) {
  TERN_VEC(tern_pattern_t) patterns = {0};
  for (size_t i = 0; i < tern_gpu_rewrite_count; ++i) tern_vec_push(&patterns, tern_gpu_rewrites[i]);
  if (unrolls_vectors) tern_vec_push(&patterns, tern_vector_from_elements_patterns[0]);
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  bool has_ended = tern_apply_patterns_greedily(module, patterns.values, patterns.count, NULL, &options, NULL);
  tern_vec_deinitialize(&patterns);
  return has_ended;
}
