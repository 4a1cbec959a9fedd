// Vectors of the size that matrix units of GPUs take.

#ifndef TERN_TRANSFORM_GPU_UNROLL_FOR_MATRICES_H_
#define TERN_TRANSFORM_GPU_UNROLL_FOR_MATRICES_H_

#include "ir/op.h"

// Cuts vector.contract in `op` into products of an m x k and a k x n matrix, and the transfers and elementwise ops around
// them into what those take (upstream: transform.apply_patterns.gpu.unroll_vectors_subgroup_mma). False if it comes to no
// end.
bool tern_gpu_unroll_for_matrices(tern_op_t *op, int64_t m, int64_t n, int64_t k, int64_t max_iterations);

#endif  // TERN_TRANSFORM_GPU_UNROLL_FOR_MATRICES_H_
