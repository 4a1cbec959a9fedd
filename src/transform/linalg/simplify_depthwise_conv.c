// --simplify-depthwise-conv: depthwise convolutions with one filter for each channel as those that know no more of them.
//
//   depthwise_conv_2d_nhwc_hwcm ins(%a, %k : ..., tensor<HxWxCx1>)   ->   collapse %k and the output, nhwc_hwc, expand
//
// Source: upstream's pass of this name.

#include "dialect/common/reassociation.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

enum { KERNEL_RANK = 4, OUTPUT_RANK = 5 };

// Joins the last two dims, of which the last is of size 1.
static tern_value_t *join_last(tern_builder_t *b, tern_value_t *value, size_t rank) {
  size_t ends[OUTPUT_RANK];
  for (size_t i = 0; i + 1 < rank; ++i) ends[i] = i + 2 < rank ? i + 1 : rank;
  const tern_attr_t *groups = tern_reassociation_get(b->context, ends, rank - 1);
  return tern_build_value(b, TERN_TENSOR(COLLAPSE_SHAPE), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_tensor_collapsed_type(value->type, groups)),
                          .attrs = TERN_ATTRS({"reassociation", groups}));
}

// The way back, to `type`.
static tern_value_t *split_last(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  size_t ends[] = {1, 2, 3, OUTPUT_RANK}, count = 1;
  tern_value_t *operands[1 + OUTPUT_RANK] = {value};
  for (size_t i = 0; i < OUTPUT_RANK; ++i)
    if (tern_type_dim(type, i) == TERN_DYNAMIC) operands[count++] = tern_tensor_build_dim(b, value, i);
  const tern_attr_t *groups = tern_reassociation_get(b->context, ends, OUTPUT_RANK - 1);
  const tern_attr_t *shape = tern_dense_i64_array_attr_get(b->context, tern_type_dims(type), OUTPUT_RANK);
  return tern_build_value(b, TERN_TENSOR(EXPAND_SHAPE), .operands = {operands, count}, .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"reassociation", groups}, {"static_output_shape", shape}));
}

static bool simplify(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  bool is_quantized = tern_op_is(op, TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWCM_Q));
  if (!is_quantized && !tern_op_is(op, TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWCM))) return false;
  if (!tern_linalg_has_tensor_semantics(op) || tern_type_dim(tern_linalg_input(op, 1)->type, KERNEL_RANK - 1) != 1)
    return false;
  const tern_type_t *type = op->results[0].type;
  if (tern_type_dim(type, OUTPUT_RANK - 1) != 1) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, op);
  tern_value_t *inputs[] = {tern_linalg_input(op, 0), join_last(b, tern_linalg_input(op, 1), KERNEL_RANK), NULL, NULL};
  for (size_t i = 2; is_quantized && i < 4; ++i) inputs[i] = tern_linalg_input(op, i);
  tern_value_t *output = join_last(b, tern_linalg_output(op, 0), OUTPUT_RANK);
  const tern_op_row_t *row =
      is_quantized ? TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWC_Q) : TERN_LINALG(DEPTHWISE_CONV_2D_NHWC_HWC);
  const tern_named_attr_t attrs[] = {{"strides", tern_op_attr(op, "strides")},
                                     {"dilations", tern_op_attr(op, "dilations")}};
  tern_op_t *made =
      tern_linalg_build_named(b, row, TERN_TYPES(output->type), (tern_values_t){inputs, is_quantized ? 4 : 2},
                              TERN_VALUES(output), (tern_named_attrs_t){attrs, attrs[0].attr && attrs[1].attr ? 2 : 0});
  made->attrs = op->attrs;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(split_last(b, tern_op_result(made, 0), type)));
  return true;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const tern_pattern_t pattern = {"simplify-depthwise", NULL, 1, simplify};
  tern_apply_patterns_greedily(op, &pattern, 1, NULL, &TERN_GREEDY_DEFAULT, NULL);
  return true;
}

const tern_pass_def_t tern_simplify_depthwise_conv_pass = {
    .flag = "simplify-depthwise-conv",
    .name = "SimplifyDepthwiseConvPass",
    .summary = "Simplify depthwise convolutions with one filter for each channel",
    .run = run,
};
