// Canonicalization of counted loops (upstream: SimplifyTrivialLoops, ForOpTensorCastFolder).

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/scf_hooks.h"
#include "ir/context.h"

static tern_value_t *init_of(const tern_op_t *op, size_t index) { return tern_op_operand(op, 3 + index); }
static tern_op_t *yield_of(const tern_op_t *op) { return tern_op_body(op, 0)->last_op; }
static bool is_unsigned(const tern_op_t *op) { return tern_op_attr(op, "unsignedCmp") != NULL; }

static bool is_defined_inside(const tern_value_t *value, const tern_op_t *op) {
  const tern_block_t *block = tern_value_block(value);
  return block && block->parent && tern_region_is_within(block->parent, &op->regions[0]);
}

// A loop like `op` with other initial values; its body has arguments and no ops.
static tern_op_t *make_loop(const tern_op_t *op, tern_rewriter_t *rewriter, tern_values_t inits) {
  tern_value_list_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < 3; i++) tern_vec_push(&operands, tern_op_operand(op, i));
  tern_vec_push(&types, tern_op_body(op, 0)->args[0]->type);
  for (size_t i = 0; i < inits.count; i++) {
    tern_vec_push(&operands, inits.values[i]);
    tern_vec_push(&types, inits.values[i]->type);
  }
  tern_op_t *loop = tern_build(&rewriter->builder, TERN_SCF(FOR), .operands = tern_value_list_view(&operands),
                               .types = {types.values + 1, inits.count}, .dictionary = op->attrs, .regions = 1);
  if (is_unsigned(op)) tern_op_set_attr(loop, "unsignedCmp", tern_unit_attr_get(tern_op_context(op)));
  tern_block_t *body = tern_region_add_block(&loop->regions[0]);
  for (size_t i = 0; i < types.count; i++) tern_block_add_arg(body, types.values[i], op->loc);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return loop;
}

// --- loops that run never, once, or for nothing ---

static void replace_with_inits(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_list_t values = {0};
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&values, init_of(op, i));
  tern_rewriter_replace(rewriter, op, tern_value_list_view(&values));
  tern_vec_deinitialize(&values);
}

static void inline_body_once(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_list_t args = {0};
  tern_vec_push(&args, tern_op_operand(op, 0));
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&args, init_of(op, i));
  tern_scf_inline_region(op, rewriter, &op->regions[0], tern_value_list_view(&args));
  tern_vec_deinitialize(&args);
}

static bool simplify_trivial(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t count;
  if (!tern_scf_trip_count(tern_op_operand(op, 0), tern_op_operand(op, 1), tern_op_operand(op, 2), is_unsigned(op),
                           &count))
    return false;
  if (count == 0) {
    replace_with_inits(op, rewriter);
    return true;
  }
  if (count == 1) {
    inline_body_once(op, rewriter);
    return true;
  }
  // A body that only yields what it did not make runs once as well as often.
  const tern_op_t *yield = yield_of(op);
  if (tern_op_body(op, 0)->first_op != yield) return false;
  for (size_t i = 0; i < yield->operand_count; i++)
    if (is_defined_inside(tern_op_operand(yield, i), op)) return false;
  tern_value_list_t values = {0};
  for (size_t i = 0; i < op->result_count; i++) tern_vec_push(&values, tern_op_operand(yield, i));
  tern_rewriter_replace(rewriter, op, tern_value_list_view(&values));
  tern_vec_deinitialize(&values);
  return true;
}

// --- tensor.cast on the way in ---

// Does `precise` say all that `general` says about shape? Both are ranked tensors of one element type.
static bool is_at_least_as_static(const tern_type_t *precise, const tern_type_t *general) {
  if (precise->kind != TERN_TYPE_TENSOR || general->kind != TERN_TYPE_TENSOR) return false;
  if (tern_type_element(precise) != tern_type_element(general) || tern_type_rank(precise) != tern_type_rank(general) ||
      tern_tensor_type_encoding(precise) != tern_tensor_type_encoding(general))
    return false;
  for (size_t i = 0; i < tern_type_rank(precise); i++)
    if (tern_type_dim(precise, i) == TERN_DYNAMIC && tern_type_dim(general, i) != TERN_DYNAMIC) return false;
  return true;
}

tern_op_t *tern_scf_static_cast_of(const tern_value_t *value) {
  tern_op_t *cast = tern_value_defining_op(value);
  if (!cast || !cast->def->row || !tern_str_equal(tern_op_name(cast), TERN_STR("tensor.cast"))) return NULL;
  const tern_type_t *source = tern_op_operand(cast, 0)->type, *target = cast->results[0].type;
  return source != target && is_at_least_as_static(source, target) ? cast : NULL;
}

// The cast that makes initial value `index` less static, if the loop can carry its source instead.
static tern_op_t *find_incoming_cast(const tern_op_t *op, size_t index) {
  tern_op_t *cast = tern_scf_static_cast_of(init_of(op, index));
  if (!cast) return NULL;
  return tern_value_has_one_use(tern_op_result(op, index)) ? cast : NULL;
}

static tern_value_t *build_cast(tern_rewriter_t *rewriter, const tern_op_t *like, tern_value_t *value,
                                const tern_type_t *type) {
  return tern_build_value(&rewriter->builder, like->def->row, .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

// Carries the more static tensor; casts stand at the start and the end of the body, and behind the loop.
static bool carry_cast_source(tern_op_t *op, tern_rewriter_t *rewriter) {
  for (size_t i = 0; i < op->result_count; i++) {
    tern_op_t *cast = find_incoming_cast(op, i);
    if (!cast) continue;
    const tern_type_t *source = tern_op_operand(cast, 0)->type, *target = cast->results[0].type;
    tern_value_list_t inits = {0}, args = {0}, results = {0};
    for (size_t j = 0; j < op->result_count; j++)
      tern_vec_push(&inits, j == i ? tern_op_operand(cast, 0) : init_of(op, j));
    tern_op_t *loop = make_loop(op, rewriter, tern_value_list_view(&inits));
    tern_block_t *body = tern_op_body(loop, 0);
    for (size_t j = 0; j < body->arg_count; j++) tern_vec_push(&args, body->args[j]);
    tern_builder_set_start(&rewriter->builder, body);
    args.values[1 + i] = build_cast(rewriter, cast, body->args[1 + i], target);
    tern_op_t *yield = yield_of(op);
    tern_builder_set_before(&rewriter->builder, yield);
    tern_op_set_operand(yield, i, build_cast(rewriter, cast, tern_op_operand(yield, i), source));
    tern_rewriter_merge_block_end(rewriter, tern_op_body(op, 0), body, tern_value_list_view(&args));
    tern_builder_set_before(&rewriter->builder, op);
    for (size_t j = 0; j < op->result_count; j++) tern_vec_push(&results, tern_op_result(loop, j));
    results.values[i] = build_cast(rewriter, cast, results.values[i], target);
    tern_rewriter_replace(rewriter, op, tern_value_list_view(&results));
    tern_vec_deinitialize(&inits);
    tern_vec_deinitialize(&args);
    tern_vec_deinitialize(&results);
    return true;
  }
  return false;
}

bool tern_scf_canonicalize_for(tern_op_t *op, tern_rewriter_t *rewriter) {
  return tern_scf_canonicalize_carried(op, rewriter) || simplify_trivial(op, rewriter) ||
         carry_cast_source(op, rewriter);
}
