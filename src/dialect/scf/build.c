// Building scf loops.

#include "dialect/scf/build.h"

#include "base/vec.h"
#include "dialect/scf/scf.h"

tern_op_t *tern_build_scf_for(tern_builder_t *builder, tern_value_t *lower, tern_value_t *upper, tern_value_t *step,
                              tern_values_t inits) {
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  tern_vec_push(&operands, lower);
  tern_vec_push(&operands, upper);
  tern_vec_push(&operands, step);
  tern_vec_push(&types, lower->type);
  for (size_t i = 0; i < inits.count; ++i) {
    tern_vec_push(&operands, inits.values[i]);
    tern_vec_push(&types, inits.values[i]->type);
  }
  tern_op_t *loop = tern_build(builder, TERN_SCF(FOR), .operands = {operands.values, operands.count},
                               .types = {types.values + 1, inits.count}, .regions = 1);
  tern_builder_add_block(builder, &loop->regions[0], (tern_types_t){types.values, types.count});
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return loop;
}

void tern_build_scf_for_end(tern_builder_t *builder, tern_op_t *loop, tern_values_t values) {
  tern_build(builder, TERN_SCF(YIELD), .operands = values);
  tern_builder_set_after(builder, loop);
}
