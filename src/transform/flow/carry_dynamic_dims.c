// --iree-flow-carry-dynamic-dims: loops and conditionals carry the sizes of the tensors that they carry.
//
//   %r = scf.while (%x = %a) : (tensor<?xf32>) -> tensor<?xf32> { ... }
//     ->
//   %n = tensor.dim %a, %c0 : tensor<?xf32>
//   %r:2 = scf.while (%x = %a, %m = %n) : (tensor<?xf32>, index) -> (tensor<?xf32>, index) { ... }
//   %t = flow.tensor.tie_shape %r#0 : tensor<?xf32>{%r#1}
//
// This is ours: nothing that makes an argument of a loop says what its sizes are, and they may change from one iteration to the
// next. Sizes that do not change are values from outside of the loop again, once it is canonicalized.

#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

static size_t count_dynamic(const tern_type_t *type) {
  size_t count = 0;
  if (type->kind != TERN_TYPE_TENSOR) return 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) count += tern_type_dim(type, d) == TERN_DYNAMIC;
  return count;
}

// The sizes of the operands from `first` on, as further operands.
static void append_sizes(tern_op_t *op, size_t first) {
  tern_builder_t b = tern_builder_before(op);
  value_list_t sizes = {0};
  size_t count = op->operand_count;
  for (size_t i = first; i < count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (!count_dynamic(value->type)) continue;
    for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
      if (tern_type_dim(value->type, d) == TERN_DYNAMIC) tern_vec_push(&sizes, tern_tensor_build_dim(&b, value, d));
    }
  }
  tern_op_insert_operands(op, count, (tern_values_t){sizes.values, sizes.count});
  tern_vec_deinitialize(&sizes);
}

static void tie(tern_builder_t *b, tern_value_t *value, tern_value_t *const *sizes) {
  value_list_t operands = {0};
  tern_vec_push(&operands, value);
  for (size_t i = 0; i < count_dynamic(value->type); ++i) tern_vec_push(&operands, sizes[i]);
  tern_op_t *made = tern_build(b, TERN_FLOW(TENSOR_TIE_SHAPE), .operands = {operands.values, operands.count},
                               .types = TERN_TYPES(value->type));
  tern_value_replace_all_uses(value, tern_op_result(made, 0));
  tern_op_set_operand(made, 0, value);
  tern_vec_deinitialize(&operands);
}

// The sizes of a block's arguments, as further arguments.
static void append_args(tern_block_t *block, const tern_op_t *loop) {
  size_t count = block->arg_count, place = count;
  const tern_type_t *index = tern_index_type_get(tern_op_context(loop));
  for (size_t i = 0; i < count; ++i) {
    for (size_t d = 0; d < count_dynamic(block->args[i]->type); ++d) tern_block_add_arg(block, index, loop->loc);
  }
  tern_builder_t b = tern_builder_at_start(block, loop->loc);
  for (size_t i = 0; i < count; ++i) {
    size_t dynamic = count_dynamic(block->args[i]->type);
    if (dynamic) tie(&b, block->args[i], block->args + place);
    place += dynamic;
  }
}

// The op once more, with the sizes of its results as further results.
static void append_results(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  type_list_t types = {0};
  value_list_t operands = {0}, sizes = {0};
  size_t count = op->result_count, place = 0;
  for (size_t i = 0; i < count; ++i) tern_vec_push(&types, op->results[i].type);
  for (size_t i = 0; i < count; ++i) {
    for (size_t d = 0; d < count_dynamic(op->results[i].type); ++d) {
      tern_vec_push(&types, tern_index_type_get(b.context));
    }
  }
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  tern_op_t *made =
      tern_build(&b, op->def->row, .operands = {operands.values, operands.count}, .types = {types.values, types.count},
                 .dictionary = op->attrs, .regions = op->region_count);
  for (size_t i = 0; i < op->def->attr_count; ++i) made->slots[i] = op->slots[i];
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&made->regions[i], &op->regions[i]);
  for (size_t i = 0; i < count; ++i) tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(made, i));
  for (size_t i = count; i < made->result_count; ++i) tern_vec_push(&sizes, tern_op_result(made, i));
  tern_builder_set_after(&b, made);
  for (size_t i = 0; i < count; ++i) {
    size_t dynamic = count_dynamic(made->results[i].type);
    if (dynamic) tie(&b, tern_op_result(made, i), sizes.values + place);
    place += dynamic;
  }
  tern_op_destroy(op);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&sizes);
}

static void carry(tern_op_t *op) {
  bool is_while = tern_op_is(op, TERN_SCF(WHILE)), is_for = tern_op_is(op, TERN_SCF(FOR));
  if (is_while) append_sizes(op, 0);
  if (is_for) append_sizes(op, 3);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_block_t *block = op->regions[i].first_block;
    if (!block) continue;
    if (is_while || is_for) append_args(block, op);
    // scf.condition hands on what stands behind its condition.
    append_sizes(block->last_op, is_while && i == 0 ? 1 : 0);
  }
  append_results(op);
}

static bool has_dynamic(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (count_dynamic(op->results[i].type)) return true;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_is(op, TERN_SCF(WHILE)) && count_dynamic(tern_op_operand(op, i)->type)) return true;
  }
  return false;
}

static bool is_wanted(const tern_op_t *op) {
  bool is_carrier = tern_op_is(op, TERN_SCF(WHILE)) || tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(IF)) ||
                    tern_op_is(op, TERN_SCF(INDEX_SWITCH));
  return is_carrier && has_dynamic(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_visit(root, TERN_POSTORDER, is_wanted, carry);
  return true;
}

const tern_pass_def_t tern_carry_dynamic_dims_pass = {
    .flag = "iree-flow-carry-dynamic-dims",
    .name = "CarryDynamicDimsPass",
    .summary = "Let loops and conditionals carry the sizes of their tensors",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
