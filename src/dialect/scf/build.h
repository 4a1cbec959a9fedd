// Building scf loops.

#ifndef TERN_DIALECT_SCF_BUILD_H_
#define TERN_DIALECT_SCF_BUILD_H_

#include "rewrite/builder.h"

// scf.for from `lower` to `upper` by `step` with loop-carried values; its body has the arguments (induction variable,
// carried...) and no terminator yet. The builder moves to the end of the body.
tern_op_t *tern_build_scf_for(tern_builder_t *builder, tern_value_t *lower, tern_value_t *upper, tern_value_t *step,
                              tern_values_t inits);
// Ends the body of `loop` with scf.yield of `values`; the builder moves behind the loop.
void tern_build_scf_for_end(tern_builder_t *builder, tern_op_t *loop, tern_values_t values);
// A loop with the body of `loop` that carries `more` values behind those that it carried, in its place. What they are for the next
// iteration is to be added to the yield.
tern_op_t *tern_scf_for_carry_more(tern_op_t *loop, tern_values_t more);
static inline tern_value_t *tern_scf_for_iv(const tern_op_t *loop) { return loop->regions[0].first_block->args[0]; }
static inline tern_value_t *tern_scf_for_carried(const tern_op_t *loop, size_t index) {
  return loop->regions[0].first_block->args[1 + index];
}

#endif  // TERN_DIALECT_SCF_BUILD_H_
