// iree_linalg_ext.sort as a merge sort. It is stable for comparators that are true of equal elements, too, as PyTorch's are: one element
// comes before another if the comparator says so and does not say the opposite as well.

#include <stdlib.h>

#include "convert/linalg_ext/loops.h"
#include "convert/linalg_ext/sort_lines.h"
#include "dialect/arith/arith.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"

// Is the comparator a < b or a > b of elements of one tensor, so that it is never true both ways?
static bool is_strict(const tern_op_t *sort) {
  const tern_block_t *body = tern_op_body(sort, 0);
  const tern_op_t *comparison = tern_value_defining_op(tern_op_operand(body->last_op, 0));
  if (!comparison) return false;
  bool is_float = tern_op_is(comparison, TERN_ARITH(CMPF));
  if (!is_float && !tern_op_is(comparison, TERN_ARITH(CMPI))) return false;
  int64_t predicate = tern_integer_attr_value(tern_op_attr(comparison, "predicate"));
  bool is_less_or_greater = is_float ? predicate == TERN_CMPF_OLT || predicate == TERN_CMPF_OGT
                                     : predicate == TERN_CMPI_SLT || predicate == TERN_CMPI_SGT ||
                                           predicate == TERN_CMPI_ULT || predicate == TERN_CMPI_UGT;
  const tern_value_t *x = tern_op_operand(comparison, 0), *y = tern_op_operand(comparison, 1);
  for (size_t i = 0; i + 1 < body->arg_count; i += 2) {
    const tern_value_t *first = body->args[i], *second = body->args[i + 1];
    if ((x == first && y == second) || (x == second && y == first)) return is_less_or_greater;
  }
  return false;
}

// A tern_sort_compare_fn_t.
static tern_value_t *compare(tern_builder_t *b, tern_value_t *const *args, void *user) {
  const tern_op_t *sort = user;
  tern_value_t *is_before = tern_linalg_ext_build_body(b, sort, args);
  if (is_strict(sort)) return is_before;
  size_t count = 2 * sort->result_count;
  tern_value_t **turned = tern_malloc(count * sizeof(*turned));
  for (size_t i = 0; i < count; ++i) turned[i] = args[i ^ 1];
  tern_value_t *is_behind = tern_linalg_ext_build_body(b, sort, turned);
  free(turned);
  tern_value_t *is_true = tern_build_scalar_constant(b, is_before->type, tern_bool_attr_get(b->context, true));
  return tern_build_binary(b, TERN_ARITH(ANDI), is_before, tern_build_binary(b, TERN_ARITH(XORI), is_behind, is_true));
}

static bool lower_sort(tern_builder_t *b, tern_op_t *op, bool in_tiles, tern_value_t **out_results) {
  size_t count = op->result_count;
  tern_value_t **inputs = tern_malloc((count + 1) * sizeof(*inputs));
  for (size_t i = 0; i < count; ++i) inputs[i] = tern_linalg_ext_output(op, i);
  tern_line_sort_t sort = {
      .inputs = inputs, .count = count, .dim = tern_linalg_ext_dimension(op), .compare = compare, .user = op};
  if (!in_tiles || !tern_build_tile_sort(b, &sort, out_results)) tern_build_line_sort(b, &sort, out_results);
  free(inputs);
  return true;
}

bool tern_linalg_ext_lower_sort(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  return lower_sort(b, op, false, out_results);
}

bool tern_linalg_ext_lower_sort_in_tiles(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  return lower_sort(b, op, true, out_results);
}
