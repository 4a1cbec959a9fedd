// Lowering scf.forall without shared outputs, which works on buffers.

#ifndef TERN_TRANSFORM_SCF_FORALL_H_
#define TERN_TRANSFORM_SCF_FORALL_H_

#include "rewrite/builder.h"

#define TERN_FORALL_MAX_DIMS 32

typedef struct tern_forall_space {
  size_t count;
  tern_value_t *lowers[TERN_FORALL_MAX_DIMS], *steps[TERN_FORALL_MAX_DIMS];
  tern_value_t *trips[TERN_FORALL_MAX_DIMS];  // number of iterations
  tern_value_t *total;                        // of all dimensions together
} tern_forall_space_t;

// Does the loop have shared outputs, or insert something at its end?
bool tern_forall_is_on_buffers(const tern_op_t *forall);
// The loop, if it is all that the function does; else NULL.
tern_op_t *tern_forall_only_one(const tern_op_t *func);
// Builds the iteration space.
void tern_forall_build_space(tern_builder_t *builder, const tern_op_t *forall, tern_forall_space_t *out_space);
// Builds the induction variables of iteration number `linear`, the last dimension fastest.
void tern_forall_build_ivs(tern_builder_t *builder, const tern_forall_space_t *space, tern_value_t *linear,
                           tern_value_t **out_ivs);
// Moves the body to the builder with these induction variables, and erases the loop.
void tern_forall_inline(tern_builder_t *builder, tern_op_t *forall, tern_value_t *const *ivs);
// Turns the loop into an scf.parallel with its mapping as an attribute, which is returned.
tern_op_t *tern_forall_to_parallel(tern_op_t *forall);
// Turns an scf.parallel without results into nested scf.for loops; returns the outermost.
tern_op_t *tern_parallel_to_nested_fors(tern_op_t *parallel);
// Turns the loop into nested scf.for loops.
void tern_forall_to_for(tern_op_t *forall);

#endif  // TERN_TRANSFORM_SCF_FORALL_H_
