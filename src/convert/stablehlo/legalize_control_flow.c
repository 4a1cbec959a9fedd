// --iree-stablehlo-legalize-control-flow: while, if and case become scf.while, scf.if and scf.index_switch
// (upstream: LegalizeControlFlow). Conditions are read from their tensors.
//
//   %r = stablehlo.while(%x = %a) : tensor<i32> cond { ... stablehlo.return %c : tensor<i1> } do { ... }
// becomes
//   %r = scf.while (%x = %a) : (tensor<i32>) -> tensor<i32> {
//     ... %p = tensor.extract %c[] : tensor<i1>   scf.condition(%p) %x : tensor<i32>
//   } do { ^bb0(%x: tensor<i32>): ... scf.yield ... }

#include <stdlib.h>

#include "convert/stablehlo/tensor_build.h"
#include "dialect/scf/scf.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/rewriter.h"

static void list_types(const tern_op_t *op, const tern_type_t **out_types) {
  for (size_t i = 0; i < op->result_count; ++i) out_types[i] = tern_op_result(op, i)->type;
}

// Hands over a region whose `stablehlo.return` becomes scf.yield.
static void move_region(tern_region_t *source, tern_op_t *target, size_t index) {
  tern_region_take_blocks(&target->regions[index], source);
  tern_region_for_each_block(&target->regions[index], block) {
    tern_op_t *last = block->last_op;
    if (!last || !(tern_hlo_is(last, TERN_HLO_RETURN))) continue;
    tern_builder_t b = tern_builder_before(last);
    tern_value_t **values = tern_malloc((last->operand_count + 1) * sizeof(*values));
    for (size_t i = 0; i < last->operand_count; ++i) values[i] = tern_op_operand(last, i);
    tern_build(&b, TERN_SCF(YIELD), .operands = {values, last->operand_count});
    tern_op_destroy(last);
    free(values);
  }
}

// The condition's region ends with the carried values handed on.
static void end_condition(tern_block_t *block) {
  tern_op_t *last = block->last_op;
  tern_builder_t b = tern_builder_before(last);
  tern_value_t **values = tern_malloc((block->arg_count + 1) * sizeof(*values));
  values[0] = tern_build_only_element(&b, tern_op_operand(last, 0));
  for (size_t i = 0; i < block->arg_count; ++i) values[i + 1] = block->args[i];
  tern_build(&b, TERN_SCF(CONDITION), .operands = {values, block->arg_count + 1});
  tern_op_destroy(last);
  free(values);
}

static tern_op_t *rewrite_while(tern_builder_t *b, tern_op_t *op, tern_types_t types) {
  tern_value_t **inits = tern_malloc((op->operand_count + 1) * sizeof(*inits));
  for (size_t i = 0; i < op->operand_count; ++i) inits[i] = tern_op_operand(op, i);
  tern_op_t *loop =
      tern_build(b, TERN_SCF(WHILE), .operands = {inits, op->operand_count}, .types = types, .regions = 2);
  tern_region_take_blocks(&loop->regions[0], &op->regions[0]);
  end_condition(loop->regions[0].first_block);
  move_region(&op->regions[1], loop, 1);
  free(inits);
  return loop;
}

static tern_op_t *rewrite_if(tern_builder_t *b, tern_op_t *op, tern_types_t types) {
  tern_value_t *condition = tern_build_only_element(b, tern_op_operand(op, 0));
  tern_op_t *choice = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = types, .regions = 2);
  for (size_t i = 0; i < 2; ++i) move_region(&op->regions[i], choice, i);
  return choice;
}

// An index that is out of range means the last branch: that is the default.
static tern_op_t *rewrite_case(tern_builder_t *b, tern_op_t *op, tern_types_t types) {
  tern_value_t *index = tern_op_operand(op, 0);
  index = tern_build_index_from(b, tern_build_only_element(b, index), tern_type_element(index->type));
  size_t count = op->region_count;
  int64_t *numbers = tern_malloc((count + 1) * sizeof(*numbers));
  for (size_t i = 0; i < count; ++i) numbers[i] = (int64_t)i;
  const tern_attr_t *cases = tern_dense_i64_array_attr_get(b->context, numbers, count - 1);
  tern_op_t *choice = tern_build(b, TERN_SCF(INDEX_SWITCH), .operands = TERN_VALUES(index), .types = types,
                                 .attrs = TERN_ATTRS({"cases", cases}), .regions = count);
  for (size_t i = 0; i < count; ++i) move_region(&op->regions[i], choice, (i + 1) % count);
  free(numbers);
  return choice;
}

static bool is_control_flow(const tern_op_t *op) {
  tern_hlo_t id = tern_hlo_id(op);
  return id == TERN_HLO_WHILE || id == TERN_HLO_IF || (id == TERN_HLO_CASE && op->region_count > 0);
}

// From the inside out.
static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, is_control_flow);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    tern_builder_t b = tern_builder_before(op);
    const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
    list_types(op, types);
    tern_types_t result_types = {types, op->result_count};
    tern_op_t *rewritten = tern_hlo_is(op, TERN_HLO_WHILE) ? rewrite_while(&b, op, result_types)
                           : tern_hlo_is(op, TERN_HLO_IF)  ? rewrite_if(&b, op, result_types)
                                                           : rewrite_case(&b, op, result_types);
    for (size_t r = 0; r < op->result_count; ++r) {
      tern_value_replace_all_uses(tern_op_result(op, r), tern_op_result(rewritten, r));
    }
    tern_op_destroy(op);
    free(types);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_scf_dialect, &tern_tensor_dialect, NULL};

const tern_pass_def_t tern_stablehlo_legalize_control_flow_pass = {
    .name = "LegalizeControlFlow",
    .flag = "iree-stablehlo-legalize-control-flow",
    .alias = "stablehlo-legalize-control-flow",
    .summary = "Convert StableHLO control flow to scf",
    .dialects = dialects,
    .run = run,
};
