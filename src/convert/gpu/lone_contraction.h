// A kernel that is one contraction, the fill of its result before it and element-wise ops behind it, on dense memory of
// static shape: what the kernels of CUDA devices that are written as a whole are made from, and what they do with a
// finished sum.

#ifndef TERN_CONVERT_GPU_LONE_CONTRACTION_H_
#define TERN_CONVERT_GPU_LONE_CONTRACTION_H_

#include "dialect/linalg/structured.h"

#define TERN_LONE_MAX_EPILOGUE 8

typedef struct tern_lone_contraction {
  tern_op_t *func, *op;
  tern_op_t *fill;                              // of the result before the op, or NULL: it is added to
  tern_op_t *epilogue[TERN_LONE_MAX_EPILOGUE];  // element-wise; their loops are the result's dimensions
  size_t epilogue_count;
  bool is_result_needed;  // nobody overwrites the op's own result
  tern_contraction_t roles;
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
} tern_lone_contraction_t;

// False if `func` is something else.
bool tern_lone_contraction_match(tern_op_t *func, tern_lone_contraction_t *out);
// Makes a kernel of the contraction's function, or returns false and leaves it as it is.
typedef bool (*tern_lone_rewrite_fn_t)(tern_lone_contraction_t *contraction, bool *out_is_error);
// Calls `rewrite` on each such contraction of the kernels below `root`; it returns whether it has made a kernel.
// Returns how many were made, or -1 after an error.
int64_t tern_lone_contraction_rewrite(tern_op_t *root, tern_lone_rewrite_fn_t rewrite);

// Elements that operand `position` moves by with `loop`; 0: it does not.
int64_t tern_lone_contraction_stride(const tern_op_t *op, size_t position, size_t loop);
// The operand's memory as one row.
tern_value_t *tern_lone_contraction_flat(tern_builder_t *builder, tern_value_t *memref);
// `lanes` if neighbours along the result's innermost dimension may be read and stored as such vectors, in all memory
// that takes part; else 1.
int64_t tern_lone_contraction_lanes(const tern_lone_contraction_t *contraction, int64_t lanes);
// The fill's value that accumulators start with, of `type`; NULL where it is zero, or the memory is added to.
tern_value_t *tern_lone_contraction_initial(tern_builder_t *builder, const tern_lone_contraction_t *contraction,
                                            const tern_type_t *type);
// Stores `value`, of the result's element type or a vector of it along the innermost dimension, which belongs at
// `positions`, after what the element-wise ops make of it.
void tern_lone_contraction_store(tern_builder_t *builder, const tern_lone_contraction_t *contraction,
                                 tern_value_t *value, tern_value_t *const *positions);
// Makes `func` a kernel of so many threads and blocks. Its linalg ops go.
void tern_lone_contraction_finish(const tern_lone_contraction_t *contraction, int64_t threads, const int64_t blocks[3]);

#endif  // TERN_CONVERT_GPU_LONE_CONTRACTION_H_
