// --scf-for-to-while: counted loops become loops with a condition, which carry the induction variable as their first value.
//
//   %r = scf.for %i = %lb to %ub step %s iter_args(%a = %x) -> (f32) { ...; scf.yield %y }
//   ->
//   %r:2 = scf.while (%i = %lb, %a = %x) : (index, f32) -> (index, f32) {
//     %c = arith.cmpi slt, %i, %ub
//     scf.condition(%c) %i, %a
//   } do {
//   ^bb0(%i: index, %a: f32):
//     %next = arith.addi %i, %s
//     ...; scf.yield %next, %y
//   }
//
// Source: upstream's pass of the same name.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

static tern_values_t view(const value_list_t *list) { return (tern_values_t){list->values, list->count}; }

// A block with the arguments of the loop's body.
static tern_block_t *add_block(const tern_op_t *loop, tern_region_t *region) {
  const tern_block_t *body = tern_op_body(loop, 0);
  tern_block_t *block = tern_region_add_block(region);
  tern_block_add_arg(block, body->args[0]->type, body->args[0]->arg_loc);
  for (size_t i = 1; i < body->arg_count; ++i) {
    tern_value_t *init = tern_op_operand(loop, 2 + i);
    tern_block_add_arg(block, init->type, tern_value_loc(init));
  }
  return block;
}

static void build_condition(tern_rewriter_t *rewriter, const tern_op_t *loop, tern_block_t *before) {
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_start(b, before);
  bool is_unsigned = tern_op_attr(loop, "unsignedCmp") != NULL;
  value_list_t operands = {0};
  tern_vec_push(&operands, tern_arith_cmpi(b, is_unsigned ? TERN_CMPI_ULT : TERN_CMPI_SLT, before->args[0],
                                           tern_op_operand(loop, 1)));
  for (size_t i = 0; i < before->arg_count; ++i) tern_vec_push(&operands, before->args[i]);
  tern_build(b, TERN_SCF(CONDITION), .operands = view(&operands));
  tern_vec_deinitialize(&operands);
}

static void move_body(tern_rewriter_t *rewriter, tern_op_t *loop, tern_block_t *after) {
  tern_block_t *body = tern_op_body(loop, 0);
  tern_builder_set_end(&rewriter->builder, after);
  tern_value_t *next = tern_build_value(&rewriter->builder, TERN_ARITH(ADDI),
                                        .operands = TERN_VALUES(after->args[0], tern_op_operand(loop, 2)));
  value_list_t args = {0};
  for (size_t i = 0; i < after->arg_count; ++i) tern_vec_push(&args, after->args[i]);
  tern_rewriter_merge_block_end(rewriter, body, after, view(&args));
  tern_op_insert_operands(after->last_op, 0, TERN_VALUES(next));
  tern_rewriter_modified(rewriter, after->last_op);
  tern_vec_deinitialize(&args);
}

static bool rewrite_for(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  value_list_t inits = {0};
  type_list_t types = {0};
  tern_vec_push(&inits, tern_op_operand(op, 0));
  for (size_t i = 3; i < op->operand_count; ++i) tern_vec_push(&inits, tern_op_operand(op, i));
  for (size_t i = 0; i < inits.count; ++i) tern_vec_push(&types, inits.values[i]->type);
  tern_op_t *loop =
      tern_build(&rewriter->builder, TERN_SCF(WHILE), .operands = view(&inits), .types = {types.values, types.count},
                 .dictionary = tern_op_attr_dictionary(op), .regions = 2);
  build_condition(rewriter, op, add_block(op, &loop->regions[0]));
  move_body(rewriter, op, add_block(op, &loop->regions[1]));
  for (size_t i = 0; i < op->result_count; ++i)
    tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), tern_op_result(loop, 1 + i));
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&inits);
  tern_vec_deinitialize(&types);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  const tern_pattern_t patterns[] = {{"for-to-while", TERN_SCF(FOR), 1, rewrite_for}};
  tern_apply_patterns_greedily(root, patterns, 1, NULL, &TERN_GREEDY_DEFAULT, NULL);
  return true;
}

const tern_pass_def_t tern_scf_for_to_while_pass = {
    .flag = "scf-for-to-while",
    .name = "SCFForToWhileLoop",
    .summary = "Make scf.while of scf.for",
    .run = run,
};
