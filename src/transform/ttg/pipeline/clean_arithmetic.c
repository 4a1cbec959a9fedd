// See parts.h.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "rewrite/greedy.h"
#include "transform/ttg/pipeline/parts.h"

void tern_pipeline_clean_arithmetic(tern_op_t *module) {
  tern_str_t names[TERN_ARITH_OP_COUNT];
  for (size_t i = 0; i < TERN_ARITH_OP_COUNT; ++i) names[i] = tern_str_from_cstr(tern_arith_ops[i].name);
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.merge_blocks = true;
  options.use_canonicalizers = true;
  options.enabled = (tern_pattern_labels_t){names, TERN_ARITH_OP_COUNT};
  tern_apply_patterns_greedily(module, NULL, 0, NULL, &options, NULL);
}
