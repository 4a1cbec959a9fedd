// The function by which a reduction's body combines what there is with what is new, so that the reduction can be split:
// partial results of any parts of the elements combine to the whole one.
//
// The body has the form yield g(acc, x), where x depends on the inputs alone and g is associative. Of any other body
// nothing is assumed. g has a neutral element, or it is of the kind of argmax: made of comparisons and choices, where
// combining a value with itself changes nothing.

#ifndef TERN_CONVERT_GPU_COMBINER_H_
#define TERN_CONVERT_GPU_COMBINER_H_

#include "base/map.h"
#include "convert/linalg/vector_plan.h"

#define TERN_GPU_MAX_OUTPUTS 8

// yield g(acc, x), for all outputs together.
typedef struct tern_gpu_combiner {
  tern_op_t *op;
  size_t output_count;
  tern_map_t slice;                            // the ops of g
  tern_value_t *leaves[TERN_GPU_MAX_OUTPUTS];  // x
  bool has_neutral;
  tern_combiner_t known[TERN_GPU_MAX_OUTPUTS];  // with has_neutral
} tern_gpu_combiner_t;

// False if the body has no such form. `slice` is to be deinitialized in any case.
bool tern_gpu_combiner_match(const tern_op_t *op, tern_gpu_combiner_t *out_combiner);
// The body's argument that holds the old value of an output.
tern_value_t *tern_gpu_combiner_accumulator(const tern_gpu_combiner_t *combiner, size_t output);
// The neutral element, of `type`.
tern_value_t *tern_gpu_combiner_build_neutral(tern_builder_t *builder, const tern_combiner_t *known,
                                              const tern_type_t *type);
// g(lhs, rhs) on scalars or, lane by lane, on vectors of `lanes`; the results go to `out`, which may be either.
void tern_gpu_combiner_build(tern_builder_t *builder, const tern_gpu_combiner_t *combiner, int64_t lanes,
                             tern_value_t *const *lhs, tern_value_t *const *rhs, tern_value_t **out);

#endif  // TERN_CONVERT_GPU_COMBINER_H_
