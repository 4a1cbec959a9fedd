// Roles of loops, and sizes of tiles.

#include "transform/linalg/blocking/convolution_loops.h"

#include <string.h>

#include "dialect/memref/type_inference.h"
#include "transform/linalg/tile_structured.h"

bool tern_window_op_is(const tern_op_t *op) {
  tern_convolution_t roles;
  return tern_is_linalg(op) && tern_linalg_infer_convolution(op, &roles) && roles.filter_loop;
}

// The only loop of the set; false if there are none or more.
static bool only_loop(tern_loops_t loops, size_t *out_loop) {
  if (!loops || loops & (loops - 1)) return false;
  *out_loop = (size_t)__builtin_ctz(loops);
  return true;
}

// Elements of a window that panels of weights can be made for: with 16 channels they take a quarter of a MiB.
#define LARGEST_WINDOW 64
// Elements of the innermost dimension, or of the channels of a dense convolution, that a small tile has; and its bytes.
#define SMALL_WIDTH 64
#define SMALL_DEPTH 16
#define SMALL_PART (64 * 1024)

bool tern_dense_convolution_find(const tern_op_t *op, tern_dense_convolution_t *out) {
  tern_convolution_t roles;
  if (!tern_is_linalg(op) || !tern_linalg_infer_convolution(op, &roles) || !roles.filter_loop) return false;
  *out = (tern_dense_convolution_t){.window = roles.filter_loop};
  if (!only_loop(roles.output_channel, &out->features) || !only_loop(roles.input_channel, &out->channels)) return false;
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0);
  if (!tern_affine_expr_is_dim(output->results[output->result_count - 1], out->features)) return false;
  for (size_t r = 0; r < output->result_count; ++r) {
    const tern_affine_expr_t *expr = output->results[r];
    if (expr->kind == TERN_AFFINE_DIM && roles.output_image >> expr->value & 1) out->pixels = (size_t)expr->value;
  }
  // Nothing else is summed over.
  tern_loops_t reduced = roles.filter_loop | roles.input_channel;
  int64_t ranges[TERN_LINALG_MAX_LOOPS], window = 1;
  if (!tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (!(roles.filter_loop >> loop & 1)) continue;
    window = ranges[loop] == TERN_DYNAMIC ? INT64_MAX : tern_saturated_mul(window, ranges[loop]);
  }
  return window <= LARGEST_WINDOW &&
         tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) == (size_t)__builtin_popcount(reduced);
}

bool tern_window_op_has_small_parts(const tern_op_t *op) {
  tern_dense_convolution_t dense;
  int64_t sizes[TERN_LINALG_MAX_LOOPS];
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0);
  if (!tern_window_op_is(op) || !tern_linalg_static_loop_ranges(op, sizes)) return false;
  bool is_dense = tern_dense_convolution_find(op, &dense);
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (sizes[loop] == TERN_DYNAMIC) return false;
    bool is_innermost = tern_affine_expr_is_dim(output->results[output->result_count - 1], loop);
    int64_t limit = is_dense && loop == dense.channels                          ? SMALL_DEPTH
                    : tern_linalg_iterator(op, loop) == TERN_ITERATOR_REDUCTION ? sizes[loop]
                    : is_innermost                                              ? SMALL_WIDTH
                                                                                : 1;
    if (sizes[loop] > limit) sizes[loop] = limit;
  }
  const tern_type_t *element = tern_type_element(tern_op_operand(op, 0)->type);
  return tern_saturated_mul(tern_linalg_count_touched(op, 0, sizes), (int64_t)tern_dense_element_size(element)) <=
         SMALL_PART;
}

int64_t tern_window_op_padded_bytes(const tern_op_t *op, const int64_t *sizes) {
  tern_convolution_t roles;
  int64_t elements = 0, one[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_infer_convolution(op, &roles)) return INT64_MAX;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (!(roles.output_image >> loop & 1)) continue;
    memcpy(one, sizes, tern_linalg_loop_count(op) * sizeof one[0]);
    one[loop] = 1;
    elements = tern_saturated_add(elements, tern_linalg_count_touched(op, 0, one));
  }
  const tern_type_t *element = tern_type_element(tern_op_operand(op, 0)->type);
  return tern_saturated_mul(elements, (int64_t)tern_dense_element_size(element));
}
