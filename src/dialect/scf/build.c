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

tern_op_t *tern_scf_for_carry_more(tern_op_t *loop, tern_values_t more) {
  size_t count = loop->result_count;
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < loop->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(loop, i));
  for (size_t i = 0; i < count; ++i) tern_vec_push(&types, loop->results[i].type);
  for (size_t i = 0; i < more.count; ++i) {
    tern_vec_push(&operands, more.values[i]);
    tern_vec_push(&types, more.values[i]->type);
  }
  tern_builder_t b = tern_builder_before(loop);
  tern_op_t *made =
      tern_build(&b, TERN_SCF(FOR), .operands = {operands.values, operands.count}, .types = {types.values, types.count},
                 .dictionary = tern_op_attr_dictionary(loop), .regions = 1);
  tern_region_take_blocks(&made->regions[0], &loop->regions[0]);
  for (size_t i = 0; i < more.count; ++i) tern_block_add_arg(tern_op_body(made, 0), more.values[i]->type, loop->loc);
  for (size_t i = 0; i < count; ++i) tern_value_replace_all_uses(&loop->results[i], &made->results[i]);
  tern_op_destroy(loop);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return made;
}
