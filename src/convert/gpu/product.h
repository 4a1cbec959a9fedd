// A dispatch that is one product of matrices: a fill with zeros, a contraction, and element-wise ops on its result.
// What kernels for matrix instructions are made from, and their epilogue: convert a finished accumulator, run the
// element-wise ops on it, and store.
//
// Kernels hold a few neighbours of a row of the result in each invocation; how many is `lanes`.

#ifndef TERN_CONVERT_GPU_PRODUCT_H_
#define TERN_CONVERT_GPU_PRODUCT_H_

#include "dialect/linalg/structured.h"

enum { TERN_GPU_PRODUCT_MAX_CONSUMERS = 8, TERN_GPU_PRODUCT_MAX_OUTPUTS = 9, TERN_GPU_PRODUCT_MAX_RANK = 3 };

// C[batch, m, n] = sum over k of A[batch, m, k] * B[batch, k, n]; an operand without the batch is the same for all. Where
// the op has the dimensions of C the other way round, A and B have changed places.
typedef struct tern_gpu_product {
  tern_op_t *func, *op;
  tern_value_t *a, *b, *c;  // memrefs
  bool has_batch, a_has_batch, b_has_batch;
  bool is_exchanged;                      // what is computed is the transpose of C: see tern_gpu_product_exchange
  bool is_a_transposed, is_b_transposed;  // A has m as its innermost dimension; B has k
  int64_t batch, m, n, k;                 // extents, TERN_DYNAMIC where unknown; batch is 1 where there is none
  tern_op_t *fill;
  tern_op_t *consumers[TERN_GPU_PRODUCT_MAX_CONSUMERS];
  size_t consumer_count;
  tern_value_t *outputs[TERN_GPU_PRODUCT_MAX_OUTPUTS];  // memrefs that are written, C first
  bool is_temporary[TERN_GPU_PRODUCT_MAX_OUTPUTS];  // an allocation that only these ops use: nothing is stored in it
  size_t output_count;
  const char *refusal;  // why there is no match, if there is an op that might be one
} tern_gpu_product_t;

// Is the function such a dispatch? False with a reason where it is something else.
bool tern_gpu_product_match(tern_op_t *func, tern_gpu_product_t *out_product);

// The iree.placeholder of the binding that a factor is, or the first elements of whose rows, by a subview of static shape; NULL: it is
// something else.
tern_op_t *tern_gpu_product_source(const tern_value_t *memref);

// Goes over to the transpose, C^T = B^T * A^T: m and n, A and B change places, while C stays as it is.
void tern_gpu_product_exchange(tern_gpu_product_t *product);

// The extent of dimension `dim` of C.
tern_value_t *tern_gpu_product_build_extent(tern_builder_t *builder, const tern_gpu_product_t *product, size_t dim);

// 2 where neighbours of a row of C, as it lies in memory, may be loaded and stored as pairs, in all buffers that take
// part; else 1.
int64_t tern_gpu_product_lanes(const tern_gpu_product_t *product);
// The element-wise ops on `sum`, a vector of `lanes` elements of the accumulator's type (a scalar where lanes is 1) that
// belongs at `indices`, one per dimension of C. `out_values` gets what is to be stored in each output.
void tern_gpu_product_build_results(tern_builder_t *builder, const tern_gpu_product_t *product, int64_t lanes,
                                    tern_value_t *const *indices, tern_value_t *sum, tern_value_t **out_values);
// Stores such a value in output `output`, unless that is temporary.
void tern_gpu_product_build_store(tern_builder_t *builder, const tern_gpu_product_t *product, size_t output,
                                  tern_value_t *const *indices, tern_value_t *value);
// Erases the ops that the kernel has taken the place of.
void tern_gpu_product_erase(const tern_gpu_product_t *product);

#endif  // TERN_CONVERT_GPU_PRODUCT_H_
