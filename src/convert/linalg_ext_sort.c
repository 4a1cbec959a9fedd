// iree_linalg_ext.sort as a merge sort.

#include <stdlib.h>

#include "convert/linalg_ext_loops.h"
#include "convert/sort_lines.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"

// A tern_sort_compare_fn_t.
static tern_value_t *compare(tern_builder_t *b, tern_value_t *const *args, void *user) {
  return tern_linalg_ext_build_body(b, user, args);
}

bool tern_linalg_ext_lower_sort(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  size_t count = op->result_count;
  tern_value_t **inputs = tern_malloc((count + 1) * sizeof(*inputs));
  for (size_t i = 0; i < count; ++i) inputs[i] = tern_linalg_ext_output(op, i);
  tern_line_sort_t sort = {
      .inputs = inputs, .count = count, .dim = tern_linalg_ext_dimension(op), .compare = compare, .user = op};
  tern_build_line_sort(b, &sort, out_results);
  free(inputs);
  return true;
}
