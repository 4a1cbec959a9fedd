// Applying the lowering patterns of vector.

#include "dialect/vector/lowering.h"
#include "rewrite/greedy.h"

bool tern_vector_lower(tern_op_t *root, const tern_pattern_t *const *tables,
                       const tern_vector_lowering_options_t *options) {
  tern_vector_pattern_list_t list = {0};
  for (size_t i = 0; tables[i]; ++i) tern_vector_add_patterns(&list, tables[i]);
  tern_greedy_options_t greedy = TERN_GREEDY_DEFAULT;
  greedy.top_down = false;
  greedy.merge_blocks = true;
  bool has_converged = tern_apply_patterns_greedily(root, list.values, list.count, (void *)options, &greedy, NULL);
  tern_vec_deinitialize(&list);
  return has_converged;
}
