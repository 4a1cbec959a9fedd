// --tosa-to-scf: cond_if and while_loop become scf.if and scf.while (upstream: TosaToSCF).
//
//   %0 = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<f32>) -> tensor<f32> {...} else {...}
// becomes
//   %p = tensor.extract %c[] : tensor<i1>
//   %0 = scf.if %p -> (tensor<f32>) {... scf.yield ...} else {...}

#include <stdlib.h>

#include "convert/stablehlo/tensor_build.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "dialect/tosa/tosa.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_wanted(const tern_op_t *op) {
  return tern_op_is(op, TERN_TOSA(COND_IF)) || tern_op_is(op, TERN_TOSA(WHILE_LOOP));
}

static const tern_type_t **list_types(const tern_op_t *op) {
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
  for (size_t i = 0; i < op->result_count; ++i) types[i] = tern_op_result(op, i)->type;
  return types;
}

// tosa.yield becomes scf.yield, or scf.condition with the block's arguments handed on.
static void end_block(tern_block_t *block, const tern_op_t *results, bool is_condition) {
  tern_op_t *last = block->last_op;
  tern_builder_t b = tern_builder_before(last);
  size_t count = is_condition ? block->arg_count + 1 : last->operand_count;
  tern_value_t **values = tern_malloc((count + 1) * sizeof(*values));
  if (is_condition) {
    values[0] = tern_build_only_element(&b, tern_op_operand(last, 0));
    for (size_t i = 0; i < block->arg_count; ++i) values[i + 1] = block->args[i];
    tern_build(&b, TERN_SCF(CONDITION), .operands = {values, count});
  } else {
    for (size_t i = 0; i < count; ++i) {
      values[i] = tern_build_tensor_cast(&b, tern_op_operand(last, i), tern_op_result(results, i)->type);
    }
    tern_build(&b, TERN_SCF(YIELD), .operands = {values, count});
  }
  tern_op_destroy(last);
  free(values);
}

static tern_op_t *rewrite_if(tern_builder_t *b, tern_op_t *op, tern_types_t types) {
  tern_value_t *condition = tern_build_only_element(b, tern_op_operand(op, 0));
  tern_op_t *choice = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = types, .regions = 2);
  for (size_t i = 0; i < 2; ++i) {
    tern_region_take_blocks(&choice->regions[i], &op->regions[i]);
    tern_block_t *block = choice->regions[i].first_block;
    for (size_t a = block->arg_count; a-- > 0;) {
      tern_value_replace_all_uses(block->args[a], tern_op_operand(op, a + 1));
      tern_block_erase_arg(block, a);
    }
    end_block(block, choice, false);
  }
  return choice;
}

static tern_op_t *rewrite_while(tern_builder_t *b, tern_op_t *op, tern_types_t types) {
  tern_value_t **inits = tern_malloc((op->operand_count + 1) * sizeof(*inits));
  for (size_t i = 0; i < op->operand_count; ++i) inits[i] = tern_op_operand(op, i);
  tern_op_t *loop =
      tern_build(b, TERN_SCF(WHILE), .operands = {inits, op->operand_count}, .types = types, .regions = 2);
  for (size_t i = 0; i < 2; ++i) {
    tern_region_take_blocks(&loop->regions[i], &op->regions[i]);
    end_block(loop->regions[i].first_block, loop, i == 0);
  }
  free(inits);
  return loop;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    tern_builder_t b = tern_builder_before(op);
    const tern_type_t **types = list_types(op);
    const tern_types_t list = {types, op->result_count};
    tern_op_t *made = tern_op_is(op, TERN_TOSA(COND_IF)) ? rewrite_if(&b, op, list) : rewrite_while(&b, op, list);
    for (size_t r = 0; r < op->result_count; ++r)
      tern_value_replace_all_uses(tern_op_result(op, r), tern_op_result(made, r));
    tern_op_destroy(op);
    free(types);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_tosa_to_scf_pass = {
    .flag = "tosa-to-scf",
    .name = "TosaToSCF",
    .summary = "Lower TOSA's control flow to the scf dialect",
    .dialects = (const tern_dialect_t *const[]){&tern_scf_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
