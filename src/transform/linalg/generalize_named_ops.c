// --linalg-generalize-named-ops and --iree-global-opt-generalize-linalg-named-ops: named structured ops become linalg.generic.
//
//   %1 = linalg.add ins(%a, %b) outs(%0)   ->   %1 = linalg.generic {maps, iterators} ins(%a, %b) outs(%0) { addf; yield }
//
// Source: upstream's pass of the first name, which takes all of them; IREE's takes those that only move or combine elements, so
// that element-wise fusion sees them, and keeps what later passes know by name: contractions, convolutions, pooling, fills.

#include "base/vec.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/linalg/generalize.h"

static bool is_wanted(const tern_op_t *op) { return tern_is_linalg(op) && !tern_op_is(op, TERN_LINALG(GENERIC)); }

tern_op_t *tern_linalg_generalize(tern_op_t *op) {
  size_t loops = tern_linalg_loop_count(op), inputs = tern_linalg_input_count(op),
         outputs = tern_linalg_output_count(op);
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  TERN_VEC(tern_value_t *) values = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < loops; ++i) iterators[i] = tern_linalg_iterator(op, i);
  for (size_t i = 0; i < inputs; ++i) {
    tern_vec_push(&maps, tern_linalg_indexing_map(op, i));
    tern_vec_push(&values, tern_linalg_input(op, i));
  }
  for (size_t i = 0; i < outputs; ++i) {
    tern_vec_push(&maps, tern_linalg_output_map(op, i));
    tern_vec_push(&values, tern_linalg_output(op, i));
  }
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, op->results[i].type);
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *generic = tern_linalg_build_generic(
      &b, (tern_types_t){types.values, types.count}, (tern_values_t){values.values, inputs},
      (tern_values_t){values.values + inputs, outputs}, maps.values, iterators, loops, tern_linalg_clone_body, op);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(generic, i));
  }
  tern_op_destroy(op);
  tern_vec_deinitialize(&maps);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&types);
  return generic;
}

static bool generalize_all(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) tern_linalg_generalize(ops.values[i]);
  tern_vec_deinitialize(&ops);
  // Bodies may hold constants and casts of them.
  tern_apply_patterns_greedily(root, NULL, 0, NULL, &TERN_GREEDY_DEFAULT, NULL);
  return true;
}

static bool generalize_elementwise(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    bool is_reduction = tern_op_is(op, TERN_LINALG(REDUCE));
    if (!is_reduction && (!tern_linalg_is_all_parallel(op) || tern_op_is(op, TERN_LINALG(FILL)))) continue;
    tern_linalg_generalize(op);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_generalize_named_ops_pass = {
    .flag = "linalg-generalize-named-ops",
    .name = "LinalgGeneralizeNamedOpsPass",
    .summary = "Make linalg.generic of ops with names",
    .run = generalize_all,
};

const tern_pass_def_t tern_generalize_elementwise_ops_pass = {
    .flag = "iree-global-opt-generalize-linalg-named-ops",
    .name = "GeneralizeLinalgNamedOpsPass",
    .summary = "Convert named ops that move or combine elements into generic ops",
    .run = generalize_elementwise,
};
