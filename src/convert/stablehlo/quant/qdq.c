// --stablehlo-legalize-quantized-op-to-qdq and --stablehlo-legalize-qdq-to-quantized-op: an op on quantized tensors
// as a dequantize, an op on floats and a quantize, and the way back (upstream:
// StablehloLegalizeQuantizedOpToQDQPass, StablehloLegalizeQDQToQuantizedOpPass).
//
//   %r = stablehlo.tanh %q : tensor<4x!quant.uniform<i8:f32, 0.1>>
// and
//   %x = stablehlo.uniform_dequantize %q : ... -> tensor<4xf32>
//   %y = stablehlo.tanh %x : tensor<4xf32>
//   %r = stablehlo.uniform_quantize %y : (tensor<4xf32>) -> ...

#include <stdlib.h>

#include "dialect/quant/quant.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

static bool any_operand_is_quantized(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_quant_is_quantized(tern_op_operand(op, i)->type)) return true;
  }
  return false;
}

static bool any_result_is_quantized(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_quant_is_quantized(op->results[i].type)) return true;
  }
  return false;
}

// The ops that the specification gives a meaning through floats. Products are not among them.
static bool is_computed_on_floats(tern_hlo_t id) {
  static const tern_hlo_t ids[] = {
      TERN_HLO_ABS,
      TERN_HLO_ADD,
      TERN_HLO_ATAN2,
      TERN_HLO_BATCH_NORM_GRAD,
      TERN_HLO_BATCH_NORM_INFERENCE,
      TERN_HLO_BATCH_NORM_TRAINING,
      TERN_HLO_CBRT,
      TERN_HLO_CEIL,
      TERN_HLO_CHOLESKY,
      TERN_HLO_CLAMP,
      TERN_HLO_COMPARE,
      TERN_HLO_COSINE,
      TERN_HLO_DIVIDE,
      TERN_HLO_EXPONENTIAL,
      TERN_HLO_EXPONENTIAL_MINUS_ONE,
      TERN_HLO_FLOOR,
      TERN_HLO_LOG,
      TERN_HLO_LOGISTIC,
      TERN_HLO_LOG_PLUS_ONE,
      TERN_HLO_MAXIMUM,
      TERN_HLO_MINIMUM,
      TERN_HLO_MULTIPLY,
      TERN_HLO_NEGATE,
      TERN_HLO_POWER,
      TERN_HLO_REDUCE_PRECISION,
      TERN_HLO_REMAINDER,
      TERN_HLO_ROUND_NEAREST_AFZ,
      TERN_HLO_ROUND_NEAREST_EVEN,
      TERN_HLO_RSQRT,
      TERN_HLO_SELECT,
      TERN_HLO_SIGN,
      TERN_HLO_SINE,
      TERN_HLO_SQRT,
      TERN_HLO_SUBTRACT,
      TERN_HLO_TAN,
      TERN_HLO_TANH,
      TERN_HLO_TRIANGULAR_SOLVE,
  };
  for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); ++i) {
    if (ids[i] == id) return true;
  }
  return false;
}

static bool split(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (!is_computed_on_floats(tern_hlo_id(op))) return false;
  if (!any_operand_is_quantized(op) && !any_result_is_quantized(op)) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t **values = tern_malloc((op->operand_count + op->result_count + 1u) * sizeof(*values));
  const tern_type_t **types = tern_malloc((op->result_count + 1u) * sizeof(*types));
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    values[i] = value;
    if (!tern_quant_is_quantized(value->type)) continue;
    values[i] = tern_build_value(b, TERN_STABLEHLO(UNIFORM_DEQUANTIZE), .operands = TERN_VALUES(value),
                                 .types = TERN_TYPES(tern_quant_expressed_type(value->type)));
  }
  for (size_t i = 0; i < op->result_count; ++i) types[i] = tern_quant_expressed_type(op->results[i].type);
  tern_op_t *made = tern_build(b, op->def->row, .operands = {values, op->operand_count},
                               .types = {types, op->result_count}, .dictionary = tern_op_attr_dictionary(op));
  tern_value_t **results = values + op->operand_count;
  for (size_t i = 0; i < op->result_count; ++i) {
    results[i] = tern_op_result(made, i);
    if (!tern_quant_is_quantized(op->results[i].type)) continue;
    results[i] = tern_build_value(b, TERN_STABLEHLO(UNIFORM_QUANTIZE), .operands = TERN_VALUES(results[i]),
                                  .types = TERN_TYPES(op->results[i].type));
  }
  tern_rewriter_replace(rewriter, op, (tern_values_t){results, op->result_count});
  free(types);
  free(values);
  return true;
}

// An op without regions and with one result, all of whose operands were dequantized, becomes one on quantized tensors.
// The ops that it replaces may have other users: those that have none are dead.
static bool join(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *computation = tern_value_defining_op(tern_op_operand(op, 0));
  if (!computation || computation->region_count != 0 || computation->result_count != 1) return false;
  if (any_operand_is_quantized(computation) || computation->operand_count == 0) return false;
  for (size_t i = 0; i < computation->operand_count; ++i) {
    tern_op_t *source = tern_value_defining_op(tern_op_operand(computation, i));
    if (!source || !tern_op_is(source, TERN_STABLEHLO(UNIFORM_DEQUANTIZE))) return false;
  }
  tern_value_t **values = tern_malloc(computation->operand_count * sizeof(*values));
  for (size_t i = 0; i < computation->operand_count; ++i) {
    values[i] = tern_op_operand(tern_value_defining_op(tern_op_operand(computation, i)), 0);
  }
  tern_builder_set_after(&rewriter->builder, computation);
  rewriter->builder.loc = computation->loc;
  tern_value_t *value =
      tern_build_value(&rewriter->builder, computation->def->row, .operands = {values, computation->operand_count},
                       .types = TERN_TYPES(op->results[0].type), .dictionary = tern_op_attr_dictionary(computation));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  free(values);
  return true;
}

static bool run_patterns(tern_op_t *op, const tern_pattern_t *pattern) {
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_apply_patterns_greedily(op, pattern, 1, NULL, &options, NULL);
  return true;
}

static bool run_split(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  return run_patterns(op, &(tern_pattern_t){.name = "quantized-op-to-qdq", .rewrite = split});
}

static bool run_join(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  return run_patterns(
      op, &(tern_pattern_t){.name = "qdq-to-quantized-op", .row = TERN_STABLEHLO(UNIFORM_QUANTIZE), .rewrite = join});
}

static const tern_dialect_t *const dialects[] = {&tern_stablehlo_dialect, NULL};

const tern_pass_def_t tern_stablehlo_legalize_quantized_op_to_qdq_pass = {
    .name = "StablehloLegalizeQuantizedOpToQDQPass",
    .flag = "stablehlo-legalize-quantized-op-to-qdq",
    .summary = "Decompose quantized StableHLO operations using uniform quantize/dequantize operations",
    .anchor = "func.func",
    .dialects = dialects,
    .run = run_split,
};

const tern_pass_def_t tern_stablehlo_legalize_qdq_to_quantized_op_pass = {
    .name = "StablehloLegalizeQDQToQuantizedOpPass",
    .flag = "stablehlo-legalize-qdq-to-quantized-op",
    .summary = "Make one quantized op of an op on floats between dequantized inputs and a quantized result",
    .anchor = "func.func",
    .dialects = dialects,
    .run = run_join,
};
