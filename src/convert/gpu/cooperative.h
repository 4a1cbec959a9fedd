// Shared by the parts of cooperative contractions: convert/gpu/cooperative.c (fragments and their products) and
// convert/gpu/cooperative_results.c (the epilogue).

#ifndef TERN_CONVERT_GPU_COOPERATIVE_H_
#define TERN_CONVERT_GPU_COOPERATIVE_H_

#include "convert/gpu/distribute.h"

// Where a subgroup's fragments of the result are.
typedef struct tern_gpu_fragments {
  tern_builder_t *b;
  const tern_gpu_plan_t *plan;
  tern_value_t *subgroup;      // its number
  tern_value_t *row, *column;  // where its part begins in the tile
  int64_t rows, columns;       // of fragments
} tern_gpu_fragments_t;

// Gives the plan of a contraction its scratch memory. False: the workgroup has no room for it, or the shapes do not fit.
bool tern_gpu_cooperative_take_scratch(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel);
// The value, or vector, in another floating-point type.
tern_value_t *tern_gpu_build_float_cast(tern_builder_t *builder, tern_value_t *value, const tern_type_t *element);
// Fragments of what the buffer holds, row by row, through the scratch memory.
void tern_gpu_cooperative_build_loads(const tern_gpu_fragments_t *fragments, tern_value_t **out_values);
// The fragments through the scratch memory, the epilogue on them, and the stores of what it yields.
void tern_gpu_cooperative_build_stores(const tern_gpu_fragments_t *fragments, tern_value_t *const *values);

#endif  // TERN_CONVERT_GPU_COOPERATIVE_H_
