// --torch-iree-tm-tensor-to-linalg-ext: tm_tensor, in which torch-mlir hands over sorts, prefix sums, scatters and attention, as
// iree_linalg_ext.
//
//   %r = tm_tensor.sort dimension(1) outs(%x : tensor<8x4xf32>) {...} -> tensor<8x4xf32>
// becomes
//   %r = iree_linalg_ext.sort dimension(1) outs(%x : tensor<8x4xf32>) {...} -> tensor<8x4xf32>
//
// Updates of a scatter lose the dims of size 1 that they have for the dims of coordinates. Attention is scaled by 1 / sqrt of its depth.

#include <math.h>

#include "base/vec.h"
#include "convert/stablehlo/tensor_build.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/math/math.h"
#include "dialect/tensor/tensor.h"
#include "dialect/tm_tensor/tm_tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// The op's operands may be others than those it has, its attributes are the same, and its body moves.
static tern_op_t *build_like(tern_builder_t *b, tern_op_t *op, const tern_op_row_t *row, tern_values_t operands) {
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, tern_op_result(op, i)->type);
  tern_op_t *made = tern_build(b, row, .operands = operands, .types = {types.values, types.count}, .regions = 1,
                               .dictionary = tern_op_attr_dictionary(op));
  tern_region_clone_into(&op->regions[0], &made->regions[0], NULL);
  tern_op_t *end = made->regions[0].first_block->last_op;
  tern_builder_t inside = tern_builder_before(end);
  tern_build(&inside, TERN_IREE_LINALG_EXT(YIELD), .operands = TERN_VALUES(tern_op_operand(end, 0)));
  tern_op_destroy(end);
  tern_vec_deinitialize(&types);
  return made;
}

static tern_op_t *convert_scatter(tern_builder_t *b, tern_op_t *op) {
  tern_value_t *updates = tern_linalg_ext_input(op, 0), *output = tern_linalg_ext_output(op, 0);
  size_t rank = tern_type_rank(output->type), depth = tern_int_list_attr_count(tern_op_attr(op, "dimension_map"));
  if (tern_type_rank(updates->type) == 1 + rank) {
    int64_t dims[MAX_RANK] = {tern_type_dim(updates->type, 0)};
    size_t ends[MAX_RANK] = {1 + depth};
    for (size_t d = 1; d <= rank - depth; ++d) {
      dims[d] = tern_type_dim(updates->type, depth + d);
      ends[d] = 1 + depth + d;
    }
    updates = tern_build_collapse(b, updates, tern_type_with_shape(updates->type, dims, 1 + rank - depth), ends);
  }
  return build_like(b, op, TERN_IREE_LINALG_EXT(SCATTER), TERN_VALUES(updates, tern_linalg_ext_input(op, 1), output));
}

static tern_value_t *build_scale(tern_builder_t *b, tern_value_t *query) {
  const tern_type_t *element = tern_type_element(query->type);
  tern_extent_t depth = tern_build_dim(b, query, tern_type_rank(query->type) - 1);
  if (!depth.value) return tern_build_number(b, element, 1 / sqrt((double)depth.constant));
  tern_value_t *number = tern_build_number_from_index(b, depth.value, element);
  return tern_build_value(b, TERN_MATH(RSQRT), .operands = TERN_VALUES(number), .types = TERN_TYPES(element));
}

// Of loops (batches, row, column, depth, key).
static const tern_attr_t *make_maps(tern_context_t *context, size_t batches, bool has_mask) {
  enum { ROW, COLUMN, DEPTH, KEY, LOOPS };
  static const size_t dims[][2] = {{ROW, DEPTH}, {KEY, DEPTH}, {KEY, COLUMN}, {ROW, KEY}, {ROW, COLUMN}};
  const tern_attr_t *maps[6];
  size_t count = 0, places[MAX_RANK];
  for (size_t d = 0; d < batches; ++d) places[d] = d;
  for (size_t i = 0; i < sizeof dims / sizeof dims[0]; ++i) {
    if (i == 3) maps[count++] = tern_affine_map_attr_get(tern_affine_map_select(context, batches + LOOPS, NULL, 0));
    if (i == 3 && !has_mask) continue;
    for (size_t d = 0; d < 2; ++d) places[batches + d] = batches + dims[i][d];
    maps[count++] = tern_affine_map_attr_get(tern_affine_map_select(context, batches + LOOPS, places, batches + 2));
  }
  return tern_array_attr_get(context, maps, count);
}

static tern_op_t *convert_attention(tern_builder_t *b, tern_op_t *op) {
  tern_value_t *query = tern_linalg_ext_input(op, 0), *mask = tern_linalg_ext_input(op, 3);
  tern_value_t *operands[6] = {query, tern_linalg_ext_input(op, 1), tern_linalg_ext_input(op, 2),
                               build_scale(b, query)};
  size_t inputs = 4;
  if (mask) operands[inputs++] = mask;
  operands[inputs] = tern_linalg_ext_output(op, 0);
  const int32_t segments[] = {(int32_t)inputs, 1};
  const tern_attr_t *maps = make_maps(b->context, tern_type_rank(query->type) - 2, mask != NULL);
  tern_op_t *made = tern_build(b, TERN_IREE_LINALG_EXT(ATTENTION), .operands = {operands, inputs + 1},
                               .types = TERN_TYPES(tern_op_result(op, 0)->type), .segments = segments, .regions = 1,
                               .attrs = TERN_ATTRS({"indexing_maps", maps}));
  tern_builder_t inside = *b;
  tern_block_t *block =
      tern_builder_add_block(&inside, &made->regions[0], TERN_TYPES(tern_float_type_get(b->context, TERN_TYPE_F32)));
  tern_build(&inside, TERN_IREE_LINALG_EXT(YIELD), .operands = TERN_VALUES(block->args[0]));
  return made;
}

static tern_op_t *convert(tern_builder_t *b, tern_op_t *op) {
  if (tern_op_is(op, TERN_TM_TENSOR(SCATTER))) return convert_scatter(b, op);
  if (tern_op_is(op, TERN_TM_TENSOR(ATTENTION))) return convert_attention(b, op);
  const tern_op_row_t *row = tern_op_is(op, TERN_TM_TENSOR(SCAN))   ? TERN_IREE_LINALG_EXT(SCAN)
                             : tern_op_is(op, TERN_TM_TENSOR(SORT)) ? TERN_IREE_LINALG_EXT(SORT)
                                                                    : TERN_IREE_LINALG_EXT(TOPK);
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  tern_op_t *made = build_like(b, op, row, (tern_values_t){operands.values, operands.count});
  tern_vec_deinitialize(&operands);
  return made;
}

// --- the pass ---

static bool is_wanted(const tern_op_t *op) {
  bool is_one = op->def->row >= tern_tm_tensor_ops && op->def->row < tern_tm_tensor_ops + TERN_TM_TENSOR_OP_COUNT;
  return is_one && !tern_op_is(op, TERN_TM_TENSOR(YIELD));
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  // What is within comes first: bodies are copied.
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    tern_builder_t b = tern_builder_before(op);
    tern_op_t *made = convert(&b, op);
    for (size_t r = 0; r < op->result_count; ++r) {
      tern_value_replace_all_uses(tern_op_result(op, r), tern_op_result(made, r));
    }
    tern_op_destroy(op);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_torch_iree_tm_tensor_to_linalg_ext_pass = {
    .name = "ConvertTMTensorToLinalgExtPass",
    .flag = "torch-iree-tm-tensor-to-linalg-ext",
    .summary = "Convert tm_tensor to iree_linalg_ext",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_iree_linalg_ext_dialect, &tern_math_dialect,
                                                &tern_tensor_dialect, NULL},
    .run = run,
};
