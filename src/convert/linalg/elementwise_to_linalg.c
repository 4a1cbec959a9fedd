// --convert-elementwise-to-linalg: element-wise ops on tensors become linalg.generic (upstream's pass of this name).
//
//   %0 = arith.addf %a, %b : tensor<4xf32>
// becomes a generic op whose body is arith.addf on f32. Operands that are scalars stay what they are.

#include "convert/stablehlo/tensor_build.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"

enum { MAX_OPERANDS = 16 };

static bool is_tensor(const tern_value_t *value) { return value->type->kind == TERN_TYPE_TENSOR; }

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (!tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE) || op->result_count != 1 || op->region_count != 0 ||
      op->operand_count == 0 || op->operand_count > MAX_OPERANDS || !is_tensor(tern_op_result(op, 0)) ||
      tern_type_rank(tern_op_result(op, 0)->type) > TERN_HLO_MAX_LOOPS) {
    return TERN_WALK_ADVANCE;
  }
  bool has_tensor = false;
  for (size_t i = 0; i < op->operand_count; ++i) has_tensor |= is_tensor(tern_op_operand(op, i));
  if (has_tensor) tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_ADVANCE;
}

// The op on the elements that are the body's arguments.
static void fill_with_scalar(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_op_t *op = user;
  tern_value_t *operands[MAX_OPERANDS];
  size_t next = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    operands[i] = is_tensor(operand) ? body->args[next++] : operand;
  }
  tern_op_t *scalar = tern_build(b, op->def->row, .operands = {operands, op->operand_count},
                                 .types = TERN_TYPES(tern_type_element(tern_op_result(op, 0)->type)),
                                 .dictionary = tern_op_attr_dictionary(op));
  tern_build_linalg_yield(b, TERN_VALUES(tern_op_result(scalar, 0)));
}

static void convert(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *inputs[MAX_OPERANDS];
  const tern_affine_map_t *maps[MAX_OPERANDS + 1];
  const tern_type_t *type = tern_op_result(op, 0)->type;
  size_t rank = tern_type_rank(type), count = 0;
  tern_extent_t sizes[TERN_HLO_MAX_LOOPS];
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_tensor(tern_op_operand(op, i))) inputs[count++] = tern_op_operand(op, i);
  }
  for (size_t i = 0; i <= count; ++i) maps[i] = tern_affine_map_identity(b.context, rank);
  tern_build_dims(&b, inputs[0], sizes);
  tern_value_t *empty = tern_build_empty(&b, type, sizes);
  tern_op_t *made = tern_build_tensor_generic(&b, (tern_values_t){inputs, count}, TERN_VALUES(empty), maps, rank, 0,
                                              fill_with_scalar, op);
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(made, 0));
  tern_op_destroy(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = {0};
  tern_op_walk_post(root, collect, &ops);
  for (size_t i = 0; i < ops.count; ++i) convert(ops.values[i]);
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_convert_elementwise_to_linalg_pass = {
    .flag = "convert-elementwise-to-linalg",
    .name = "ConvertElementwiseToLinalgPass",
    .summary = "Convert element-wise ops on tensors to linalg.generic",
    .dialects = (const tern_dialect_t *const[]){&tern_linalg_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
