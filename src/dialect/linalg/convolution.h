// The roles of loops in convolutions (upstream: ConvolutionOpInterface, inferConvolutionDims).

#ifndef TERN_DIALECT_LINALG_CONVOLUTION_H_
#define TERN_DIALECT_LINALG_CONVOLUTION_H_

#include "dialect/linalg/structured.h"

// A set of loops: bit i stands for loop i.
typedef uint32_t tern_loops_t;

// How the results of an input's map use loops: `d0` alone, or sums `d0 * 2 + d1` of a window that moves.
typedef struct tern_window {
  tern_loops_t single, summed;
  size_t partner[TERN_LINALG_MAX_LOOPS];                    // of summed loops: the other one of the sum
  const tern_affine_expr_t *factor[TERN_LINALG_MAX_LOOPS];  // of summed loops: what it is multiplied by; NULL: 1
} tern_window_t;

// Adds what `expr` uses to `window`; false if it is something else, or a loop comes twice.
bool tern_window_add(tern_window_t *window, const tern_affine_expr_t *expr);

typedef struct tern_convolution {
  tern_loops_t batch, output_image, output_channel, filter_loop, input_channel, depth;
  int64_t strides[TERN_LINALG_MAX_LOOPS];    // one for each loop of output_image
  int64_t dilations[TERN_LINALG_MAX_LOOPS];  // one for each loop of filter_loop
} tern_convolution_t;

// What keeps a structured op, whose maps and iterators are right, from being a convolution of its first input with its
// second one, in upstream's words; NULL: it is one. Its body is not looked at.
const char *tern_linalg_convolution_problem(const tern_op_t *op);
// The loops of a structured op that act as those of a convolution do, whatever others it has. False if it has no
// window, not two inputs and an output, or factors that are not known.
bool tern_linalg_infer_convolution(const tern_op_t *op, tern_convolution_t *out_convolution);

// The same for products of two inputs: loops of all three operands, of the first input and the output, of the second and the output,
// and those that are summed over. False if there are not two inputs and an output.
typedef struct tern_product_loops {
  tern_loops_t batch, m, n, k;
} tern_product_loops_t;
bool tern_linalg_infer_product_loops(const tern_op_t *op, tern_product_loops_t *out_loops);

#endif  // TERN_DIALECT_LINALG_CONVOLUTION_H_
