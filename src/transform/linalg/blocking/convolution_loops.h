// What the passes that cut convolutions and poolings to fit caches and registers have in common.

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_CONVOLUTION_LOOPS_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_CONVOLUTION_LOOPS_H_

#include "dialect/linalg/convolution.h"

// Bytes of a padded image that are padded at a time, at most: they stay in the second cache, on the stack.
#define TERN_PADDED_PART_BYTES (144 * 1024)

// A window moves over the first input: a convolution, or a pooling.
bool tern_window_op_is(const tern_op_t *op);

// A convolution that is products of matrices: features are the innermost loop of the output and are not in the image,
// each is a sum over channels and a window of few elements. Such a one is taken apart by --linalg-block-convolutions.
typedef struct tern_dense_convolution {
  size_t pixels, features, channels;  // loops: the innermost one of the image, and one each
  tern_loops_t window;
} tern_dense_convolution_t;
bool tern_dense_convolution_find(const tern_op_t *op, tern_dense_convolution_t *out_convolution);

// Is it known that what a small tile of a window op reads of the image is small: some channels, one pixel of the
// output?
bool tern_window_op_has_small_parts(const tern_op_t *op);

// Bytes that are padded at a time where a tile of a window op that is not dense reads a padded image: for one row, and
// for one column, of its output.
int64_t tern_window_op_padded_bytes(const tern_op_t *op, const int64_t *sizes);

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_CONVOLUTION_LOOPS_H_
