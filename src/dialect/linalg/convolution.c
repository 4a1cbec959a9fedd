// What loops of structured ops do in convolutions.

#include "dialect/linalg/convolution.h"

static tern_loops_t bit(size_t loop) { return (tern_loops_t)1 << loop; }

// --- the window ---

// `d`, `d * factor`; false if it is neither, or the loop is used already.
static bool add_summand(tern_window_t *window, const tern_affine_expr_t *expr, size_t *out_loop) {
  const tern_affine_expr_t *dim = expr, *factor = NULL;
  if (expr->kind == TERN_AFFINE_MUL) {
    dim = expr->lhs;
    factor = expr->rhs;
    if (factor->kind != TERN_AFFINE_CONSTANT && factor->kind != TERN_AFFINE_SYMBOL) return false;
  }
  if (dim->kind != TERN_AFFINE_DIM || dim->value >= TERN_LINALG_MAX_LOOPS) return false;
  size_t loop = (size_t)dim->value;
  if ((window->single | window->summed) & bit(loop)) return false;
  window->summed |= bit(loop);
  window->factor[loop] = factor;
  *out_loop = loop;
  return true;
}

bool tern_window_add(tern_window_t *window, const tern_affine_expr_t *expr) {
  if (expr->kind == TERN_AFFINE_DIM) {
    if (expr->value >= TERN_LINALG_MAX_LOOPS || (window->single | window->summed) & bit((size_t)expr->value))
      return false;
    window->single |= bit((size_t)expr->value);
    return true;
  }
  size_t left, right;
  if (expr->kind != TERN_AFFINE_ADD || !add_summand(window, expr->lhs, &left) ||
      !add_summand(window, expr->rhs, &right))
    return false;
  window->partner[left] = right;
  window->partner[right] = left;
  return true;
}

// How many results of `map` use the loop.
static size_t count_uses(const tern_affine_map_t *map, size_t loop) {
  size_t count = 0;
  for (size_t i = 0; i < map->result_count; i++) count += tern_affine_expr_uses_dim(map->results[i], loop);
  return count;
}

// Loops that several results use say nothing, and their partners neither.
static void forget_loops_used_twice(tern_window_t *window, const tern_affine_map_t *map) {
  for (size_t loop = 0; loop < map->dim_count; loop++) {
    if (count_uses(map, loop) < 2) continue;
    tern_loops_t gone = bit(loop);
    if (window->summed & bit(loop)) gone |= bit(window->partner[loop]);
    window->single &= ~gone;
    window->summed &= ~gone;
  }
}

// --- roles ---

// The loops of a map whose results are loops.
static tern_loops_t loops_of(const tern_affine_map_t *map) {
  tern_loops_t loops = 0;
  for (size_t i = 0; i < map->result_count; i++) loops |= bit((size_t)map->results[i]->value);
  return loops;
}

// What upstream says of a loop that runs over the output, `is_parallel` or not; NULL: nothing.
static const char *output_loop_problem(const tern_window_t *window, tern_loops_t filter, tern_loops_t loop,
                                       bool is_parallel) {
  bool is_known = window->single & loop || (window->summed & loop) != (filter & loop);
  if (!is_known) return "unexpected loop dimension for convolution op";
  return is_parallel ? NULL : "expected all iterators used to access outputs to be parallel";
}

static const char *filter_loop_problem(const tern_window_t *window, tern_loops_t output, tern_loops_t loop,
                                       bool is_reduction) {
  tern_loops_t input = window->single | window->summed;
  if (output & loop) return input & loop & ~window->single ? "unexpected loop dimension for convolution op" : NULL;
  if (!(input & loop)) return "unexpected loop dimension for convolution op";
  return is_reduction ? NULL : "expected all iterators not used to access outputs to be reduction";
}

const char *tern_linalg_convolution_problem(const tern_op_t *op) {
  size_t loops = tern_linalg_loop_count(op);
  if (tern_linalg_input_count(op) < 2 || tern_linalg_output_count(op) != 1)
    return "expected op with 2 inputs and 1 output";
  const tern_affine_map_t *input = tern_linalg_indexing_map(op, 0), *filter = tern_linalg_indexing_map(op, 1),
                          *output = tern_linalg_indexing_map(op, tern_linalg_output_position(op, 0));
  tern_window_t window = {0};
  for (size_t i = 0; i < input->result_count; i++)
    if (!tern_window_add(&window, input->results[i])) return "unexpected input index map for convolutions";
  if (!tern_affine_map_is_projected_permutation(filter, false) ||
      !tern_affine_map_is_projected_permutation(output, false))
    return "expected output/filter indexing maps to be projected permutations";
  tern_loops_t of_output = loops_of(output), of_filter = loops_of(filter);
  for (size_t i = 0; i < output->result_count; i++) {
    size_t loop = (size_t)output->results[i]->value;
    const char *problem =
        output_loop_problem(&window, of_filter, bit(loop), tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL);
    if (problem) return problem;
  }
  for (size_t i = 0; i < filter->result_count; i++) {
    size_t loop = (size_t)filter->results[i]->value;
    const char *problem =
        filter_loop_problem(&window, of_output, bit(loop), tern_linalg_iterator(op, loop) == TERN_ITERATOR_REDUCTION);
    if (problem) return problem;
  }
  for (size_t loop = 0; loop < loops; loop++)
    if (!((of_output | of_filter) & bit(loop))) return "unexpected loop dimension for convolution op";
  return window.summed ? NULL : "expected convolved dim to be non-empty";
}

// Loops with `iterator` that are a result of the map, and in no other of its results.
static tern_loops_t plain_loops(const tern_op_t *op, size_t position, tern_iterator_t iterator) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  tern_loops_t loops = 0;
  for (size_t i = 0; i < map->result_count; i++) {
    if (map->results[i]->kind != TERN_AFFINE_DIM) continue;
    size_t loop = (size_t)map->results[i]->value;
    if (tern_linalg_iterator(op, loop) == iterator && count_uses(map, loop) == 1) loops |= bit(loop);
  }
  return loops;
}

// Factors of `loops` in order, or those of the attribute.
static bool read_factors(const tern_op_t *op, const char *name, const tern_window_t *window, tern_loops_t loops,
                         int64_t *out_factors) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  size_t count = 0;
  for (size_t loop = 0; loop < TERN_LINALG_MAX_LOOPS; loop++) {
    if (!(loops & bit(loop))) continue;
    const tern_affine_expr_t *factor = window->factor[loop];
    if (attr && count < tern_int_list_attr_count(attr)) {
      out_factors[count] = tern_int_list_attr_at(attr, count);
    } else {
      if (factor && factor->kind != TERN_AFFINE_CONSTANT) return false;
      out_factors[count] = factor ? factor->value : 1;
    }
    ++count;
  }
  return true;
}

bool tern_linalg_infer_convolution(const tern_op_t *op, tern_convolution_t *out_convolution) {
  if (tern_linalg_input_count(op) != 2 || tern_linalg_output_count(op) != 1) return false;
  const tern_affine_map_t *input = tern_linalg_indexing_map(op, 0);
  tern_window_t window = {0};
  for (size_t i = 0; i < input->result_count; i++) tern_window_add(&window, input->results[i]);
  forget_loops_used_twice(&window, input);
  tern_loops_t filter = plain_loops(op, 1, TERN_ITERATOR_PARALLEL), output = plain_loops(op, 2, TERN_ITERATOR_PARALLEL);
  tern_loops_t reduced = plain_loops(op, 1, TERN_ITERATOR_REDUCTION);
  *out_convolution = (tern_convolution_t){
      .batch = window.single & output & ~filter,
      .output_image = window.summed & output,
      .output_channel = filter & output & ~window.single,
      .depth = filter & output & window.single,
      .filter_loop = window.summed & reduced,
      .input_channel = window.single & reduced,
  };
  return out_convolution->output_image &&
         read_factors(op, "strides", &window, out_convolution->output_image, out_convolution->strides) &&
         read_factors(op, "dilations", &window, out_convolution->filter_loop, out_convolution->dilations);
}

bool tern_linalg_infer_product_loops(const tern_op_t *op, tern_product_loops_t *out_loops) {
  if (tern_linalg_input_count(op) != 2 || tern_linalg_output_count(op) != 1) return false;
  tern_loops_t a = plain_loops(op, 0, TERN_ITERATOR_PARALLEL), b = plain_loops(op, 1, TERN_ITERATOR_PARALLEL),
               c = plain_loops(op, 2, TERN_ITERATOR_PARALLEL);
  *out_loops = (tern_product_loops_t){
      .batch = a & b & c,
      .m = a & c & ~b,
      .n = b & c & ~a,
      .k = plain_loops(op, 0, TERN_ITERATOR_REDUCTION) & plain_loops(op, 1, TERN_ITERATOR_REDUCTION),
  };
  return true;
}
