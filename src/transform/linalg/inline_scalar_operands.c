// --linalg-inline-scalar-operands: what a generic op reads at one place, whatever its loops, its body reads itself.
//
//   linalg.generic ins(%a, %s) { ^bb0(%x, %y, %out) ... }   ->   linalg.generic ins(%a) { ^bb0(%x, %out)
//                                                                  %y = tensor.extract %s[] ... }
//
// Source: upstream's pass of this name.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

static bool is_constant_map(const tern_affine_map_t *map) {
  for (size_t i = 0; i < map->result_count; ++i)
    if (!tern_affine_expr_is_constant(map->results[i])) return false;
  return true;
}

// The element at the place that the map names, or the operand itself.
static tern_value_t *build_element(tern_builder_t *b, tern_value_t *operand, const tern_affine_map_t *map) {
  if (operand->type->kind != TERN_TYPE_TENSOR) return operand;
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {operand};
  for (size_t i = 0; i < map->result_count; ++i) operands[1 + i] = tern_build_index(b, map->results[i]->value);
  return tern_build_value(b, TERN_TENSOR(EXTRACT), .operands = {operands, 1 + map->result_count});
}

// A tern_linalg_body_fn_t: the body of `user`, with elements in place of arguments that the new op does not have.
static void fill_body(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_op_t *old = user;
  tern_block_t *source = tern_linalg_body(old);
  tern_map_t values = {0};
  size_t next = body->arg_count, inputs = tern_linalg_input_count(old);
  // Upstream makes the last of them first.
  for (size_t i = source->arg_count; i-- > 0;) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(old, i);
    bool is_inlined = i < inputs && is_constant_map(map);
    tern_builder_set_start(b, body);
    tern_value_t *value = is_inlined ? build_element(b, tern_op_operand(old, i), map) : body->args[--next];
    tern_map_set(&values, source->args[i], value);
  }
  tern_builder_set_end(b, body);
  tern_block_for_each_op(source, op) tern_builder_clone(b, op, &values);
  tern_map_deinitialize(&values);
}

static bool inline_operands(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (!tern_linalg_has_tensor_semantics(op)) return false;
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  TERN_VEC(tern_value_t *) inputs = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  size_t loops = tern_linalg_loop_count(op), input_count = tern_linalg_input_count(op);
  size_t output_count = tern_linalg_output_count(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (i < input_count && is_constant_map(map)) continue;
    tern_vec_push(&maps, map);
    tern_vec_push(&inputs, tern_op_operand(op, i));
  }
  bool is_changed = inputs.count < op->operand_count;
  if (is_changed) {
    for (size_t i = 0; i < loops; ++i) iterators[i] = tern_linalg_iterator(op, i);
    for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, op->results[i].type);
    tern_builder_set_before(&rewriter->builder, op);
    size_t kept = inputs.count - output_count;
    tern_op_t *made = tern_linalg_build_generic(
        &rewriter->builder, (tern_types_t){types.values, types.count}, (tern_values_t){inputs.values, kept},
        (tern_values_t){inputs.values + kept, output_count}, maps.values, iterators, loops, fill_body, op);
    for (size_t i = 0; i < op->result_count; ++i)
      tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), tern_op_result(made, i));
    tern_rewriter_erase(rewriter, op);
  }
  tern_vec_deinitialize(&maps);
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&types);
  return is_changed;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const tern_pattern_t pattern = {"inline-scalar-operands", TERN_LINALG(GENERIC), 1, inline_operands};
  tern_apply_patterns_greedily(op, &pattern, 1, NULL, &TERN_GREEDY_DEFAULT, NULL);
  return true;
}

const tern_pass_def_t tern_linalg_inline_scalar_operands_pass = {
    .flag = "linalg-inline-scalar-operands",
    .name = "LinalgInlineScalarOperandsPass",
    .summary = "Read tensors of one element in the bodies of linalg.generic as values",
    .run = run,
};
