// One invocation's share of a structured op: some points of its parallel loops, all of its reduction loops.
//
// The points are unrolled, those along the vector loop taken `lanes` at a time; each input is loaded once however many
// points share it, and the outputs stay in registers while the reduction runs. One element per invocation is the case of
// one point and one lane; a register tile of a matrix product has many (Volkov, Demmel: Benchmarking GPUs to Tune Dense
// Linear Algebra).

#ifndef TERN_CONVERT_GPU_NEST_H_
#define TERN_CONVERT_GPU_NEST_H_

#include "convert/gpu/kernel.h"

#define TERN_GPU_MAX_POINTS 64  // along one loop
#define TERN_GPU_MAX_TILE 1024  // vectors or elements of one output, per invocation
#define TERN_GPU_MAX_OPERANDS 32

// Points base, base + stride, ... of one parallel loop. Zero count: one point at `base`.
typedef struct tern_gpu_points {
  tern_value_t *base;
  int64_t count, stride;
} tern_gpu_points_t;

// Set the members, then load and finish (or emit, which is both). Several nests may be loaded before the first is
// finished, so that their loads are under way together.
typedef struct tern_gpu_nest {
  tern_builder_t *builder;
  tern_op_t *op;
  tern_gpu_points_t points[TERN_LINALG_MAX_LOOPS];  // of parallel loops (and of any other that the caller walks)
  int64_t lanes;                                    // 1: scalars
  size_t vector_loop;                               // with lanes > 1; its stride is that of vectors, in elements
  int64_t reduction_unroll;                         // of the innermost reduction loop, whose extent it divides; 0: 1
  // The rest is private.
  size_t loop_count, reduction_count;
  size_t reductions[TERN_LINALG_MAX_LOOPS];
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  tern_value_t **ivs[TERN_LINALG_MAX_LOOPS];  // owned: of each point
  tern_value_t **cache;                       // owned: inputs, by operand and point
  tern_value_t **accumulators;                // owned: by output and point
  size_t tile;                                // points of all loops together
} tern_gpu_nest_t;

void tern_gpu_nest_deinitialize(tern_gpu_nest_t *nest);
// False if a loop has no extent, which the op's plan has reported.
bool tern_gpu_nest_load(tern_gpu_nest_t *nest);
void tern_gpu_nest_finish(tern_gpu_nest_t *nest);
bool tern_gpu_nest_emit(tern_gpu_nest_t *nest);

// How many lanes (4, 2 or 1) accesses may have along the parallel loop `loop`: all operands move along it by unit
// strides from aligned places, or not at all; outputs do move. `covered` is the number of elements that must be whole
// vectors (the loop's extent).
int64_t tern_gpu_choose_lanes(const tern_op_t *op, size_t loop, int64_t covered);
// The same with up to 16 lanes, as many as 16 bytes of the narrowest element take, and elements of whole bytes.
int64_t tern_gpu_choose_wide_lanes(const tern_op_t *op, size_t loop, int64_t covered);
// By how many the innermost reduction loop is to be unrolled so that inputs can be loaded as vectors along it; 1: not.
int64_t tern_gpu_choose_reduction_unroll(const tern_op_t *op, size_t vector_loop, int64_t lanes);

// --- one element, for reductions that are spread over invocations ---

// Operands that an op of a body may have for the body to be built on vectors.
#define TERN_GPU_MAX_BODY_OPERANDS 8

// base and indices of operand `position` for these loop positions; returns how many values they are.
size_t tern_gpu_build_access(tern_builder_t *builder, const tern_op_t *op, size_t position, tern_value_t *const *ivs,
                             tern_value_t **out_operands);
// The element of operand `position`.
tern_value_t *tern_gpu_build_load(tern_builder_t *builder, const tern_op_t *op, size_t position,
                                  tern_value_t *const *ivs);
void tern_gpu_build_store(tern_builder_t *builder, const tern_op_t *op, size_t position, tern_value_t *const *ivs,
                          tern_value_t *value);
// Loads the inputs that the body uses into `out_args` (the others are NULL).
void tern_gpu_build_input_loads(tern_builder_t *builder, const tern_op_t *op, tern_value_t *const *ivs,
                                tern_value_t **out_args);
// The body on `args` (elements, or vectors of `lanes` where lanes > 1) at these loop positions; `out_values` gets what
// it yields.
void tern_gpu_build_body(tern_builder_t *builder, const tern_op_t *op, tern_value_t *const *args,
                         tern_value_t *const *ivs, int64_t lanes, size_t vector_loop, tern_value_t **out_values);
// Clones `inner`, an op of a body with one result, on `operands`, of which some may be vectors of `lanes`: a vector op if
// any of them is. Scalars among them become vectors, also in `operands`.
tern_value_t *tern_gpu_build_lanewise(tern_builder_t *builder, const tern_op_t *inner, tern_value_t **operands,
                                      size_t count, int64_t lanes);

#endif  // TERN_CONVERT_GPU_NEST_H_
