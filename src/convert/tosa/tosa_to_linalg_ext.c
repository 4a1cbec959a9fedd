// --iree-tosa-to-linalg-ext: scatter becomes iree_linalg_ext.scatter (upstream: TosaToLinalgExtPass).
//
//   %0 = tosa.scatter %v, %i, %u : (tensor<2x4x5xf32>, tensor<2x3xi32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
// becomes a scatter whose indices are pairs of (batch, row): tensor<2x3x2xi32>.

#include "convert/tosa/lowering.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "pass/pass.h"

static void fill_with_pair(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)user;
  tern_value_t *row = body->args[0], *index = tern_linalg_build_index(b, 2);
  tern_value_t *is_batch = tern_build_compared(b, TERN_CMPI_EQ, index, tern_build_index(b, 0));
  tern_value_t *batch = tern_tosa_build_cast(b, TERN_ARITH(INDEX_CAST), tern_linalg_build_index(b, 0), row->type);
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_select(b, is_batch, batch, row)));
}

static bool lower_scatter(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *values = l->operands[0], *indices = l->operands[1], *updates = l->operands[2];
  tern_context_t *context = b->context;
  const int64_t dims[] = {tern_type_dim(indices->type, 0), tern_type_dim(indices->type, 1), 2}, places[] = {0, 1};
  tern_extent_t sizes[] = {tern_build_dim(b, indices, 0), tern_build_dim(b, indices, 1), tern_extent_of(2)};
  tern_value_t *empty = tern_build_empty(b, tern_type_with_shape(indices->type, dims, 3), sizes);
  const tern_affine_expr_t *exprs[] = {tern_affine_dim(context, 0), tern_affine_dim(context, 1)};
  const tern_affine_map_t *maps[] = {tern_affine_map_get(context, 3, 0, exprs, 2),
                                     tern_affine_map_identity(context, 3)};
  tern_op_t *pairs =
      tern_build_tensor_generic(b, TERN_VALUES(indices), TERN_VALUES(empty), maps, 3, 0, fill_with_pair, NULL);
  const int32_t segments[] = {2, 1};
  tern_op_t *scatter =
      tern_build(b, TERN_IREE_LINALG_EXT(SCATTER), .operands = TERN_VALUES(updates, tern_op_result(pairs, 0), values),
                 .types = TERN_TYPES(values->type), .segments = segments, .regions = 1,
                 .attrs = TERN_ATTRS({"dimension_map", tern_dense_i64_array_attr_get(context, places, 2)},
                                     {"unique_indices", tern_bool_attr_get(context, true)}));
  const tern_type_t *element = tern_type_element(values->type);
  tern_builder_t inner = *b;
  tern_block_t *block = tern_builder_add_block(&inner, &scatter->regions[0], TERN_TYPES(element, element));
  tern_build(&inner, TERN_IREE_LINALG_EXT(YIELD), .operands = TERN_VALUES(block->args[0]));
  l->results[0] = tern_op_result(scatter, 0);
  return true;
}

static const tern_tosa_lowering_row_t lowerings[] = {{TERN_TOSA(SCATTER), lower_scatter}, {NULL, NULL}};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_tosa_lowering_row_t *const tables[] = {lowerings, NULL};
  return tern_tosa_lower_all(op, tables, NULL);
}

const tern_pass_def_t tern_iree_tosa_to_linalg_ext_pass = {
    .flag = "iree-tosa-to-linalg-ext",
    .name = "TosaToLinalgExtPass",
    .summary = "Lower TOSA's scatter to iree_linalg_ext",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_iree_linalg_ext_dialect,
                                                &tern_linalg_dialect, &tern_tensor_dialect, NULL},
    .run = run,
};
