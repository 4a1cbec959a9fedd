// --stablehlo-legalize-quant-to-math: quantized types and the ops on them become integers and arithmetic (upstream:
// StablehloLegalizeQuantToMathPass).
//
//   %r = stablehlo.multiply %a, %b : tensor<4x!quant.uniform<i8:f32, 0.5:1>>
// becomes
//   floats of %a and %b, their product, divided by the scale, limited, rounded, as integers: tensor<4xi8>
//
// Signatures have what is stored: i8, or ui8 where that is unsigned. An op is lowered in one of four ways (the table
// `rows`): it moves elements, and moves integers; it computes, and is computed on floats; it is a product, which is
// computed on integers; or its region says what it does, and is lowered itself.
//
// Upstream adds numbers after each was given the result's scale and rounded, and multiplies by one scale that stands
// for three; here every op has the result that the specification gives it.

#include <stdlib.h>

#include "convert/stablehlo/quant/build.h"
#include "dialect/chlo/chlo.h"
#include "dialect/func/func.h"
#include "dialect/quant/quant.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }
static const tern_type_t *result_type(const tern_op_t *op, size_t index) { return op->results[index].type; }

static bool has_quantized(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_hlo_has_quantized(operand_type(op, i))) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_hlo_has_quantized(result_type(op, i))) return true;
  }
  return false;
}

// --- the same op on what is stored ---

static const tern_attr_t *stored_attr(const tern_op_t *op, const tern_attr_t *attr) {
  if (attr->kind == TERN_ATTR_TYPE) return tern_type_attr_get(tern_hlo_stored_type(tern_type_attr_value(attr)));
  // The elements of a quantized constant are signless.
  if (attr->kind != TERN_ATTR_DENSE_ELEMENTS || op->result_count != 1 || !tern_hlo_has_quantized(result_type(op, 0))) {
    return attr;
  }
  const tern_type_t *stored = tern_hlo_stored_type(result_type(op, 0));
  return tern_type_element(tern_attr_type(attr)) == tern_type_element(stored) || tern_op_attr(op, "value") != attr
             ? attr
             : tern_dense_elements_attr_retype(attr, stored);
}

static const tern_attr_t *stored_attrs(const tern_op_t *op) {
  const tern_attr_t *all = tern_op_attr_dictionary(op), *stored = all;
  for (size_t i = 0; i < tern_dictionary_attr_count(all); ++i) {
    const tern_attr_t *value = tern_dictionary_attr_at(all, i), *made = stored_attr(op, value);
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(all, i));
    if (made != value) stored = tern_dictionary_attr_with(tern_op_context(op), stored, name, made);
  }
  return stored;
}

static bool store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
  for (size_t i = 0; i < op->result_count; ++i) types[i] = tern_hlo_stored_type(result_type(op, i));
  tern_block_t **successors = tern_malloc((op->successor_count + 1) * sizeof(*successors));
  for (size_t i = 0; i < op->successor_count; ++i) successors[i] = op->successors[i].block;
  tern_op_state_t state = {.def = op->def,
                           .loc = op->loc,
                           .operands = operands,
                           .result_types = {types, op->result_count},
                           .dictionary = stored_attrs(op),
                           .successors = successors,
                           .successor_count = op->successor_count,
                           .region_count = op->region_count};
  tern_op_t *made = tern_op_create(tern_op_context(op), &state);
  free(types);
  free(successors);
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&made->regions[i], &op->regions[i]);
  tern_builder_insert(&conversion->rewriter.builder, made);
  bool is_converted = true;
  for (size_t i = 0; i < op->region_count; ++i) {
    is_converted = is_converted && tern_conversion_convert_region_types(conversion, &made->regions[i]);
  }
  tern_value_t **values = tern_malloc((op->result_count + 1) * sizeof(*values));
  for (size_t i = 0; i < op->result_count; ++i) values[i] = tern_op_result(made, i);
  tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
  free(values);
  return is_converted;
}

// --- dequantize, compute, quantize ---

static bool compute(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t **values = tern_malloc((operands.count + op->result_count + 1) * sizeof(*values));
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
  for (size_t i = 0; i < operands.count; ++i) {
    bool is_quantized = tern_quant_is_quantized(operand_type(op, i));
    values[i] =
        is_quantized ? tern_hlo_build_dequantized(b, operands.values[i], operand_type(op, i)) : operands.values[i];
  }
  for (size_t i = 0; i < op->result_count; ++i) types[i] = tern_quant_expressed_type(result_type(op, i));
  tern_op_state_t state = {.def = op->def,
                           .loc = op->loc,
                           .operands = {values, operands.count},
                           .result_types = {types, op->result_count},
                           .dictionary = tern_op_attr_dictionary(op)};
  tern_op_t *made = tern_op_create(tern_op_context(op), &state);
  tern_builder_insert(b, made);
  // Floats are compared as floats.
  if (tern_hlo_is(op, TERN_HLO_COMPARE)) tern_op_set_attr(made, "compare_type", NULL);
  tern_value_t **results = values + operands.count;
  for (size_t i = 0; i < op->result_count; ++i) {
    results[i] = tern_op_result(made, i);
    if (!tern_quant_is_quantized(result_type(op, i))) continue;
    results[i] = tern_hlo_build_quantized(b, results[i], result_type(op, i));
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, op->result_count});
  free(types);
  free(values);
  return true;
}

// Are all quantized types of the op's operands and results one?
static bool is_of_one_type(const tern_op_t *op) {
  const tern_type_t *type = tern_quant_element(result_type(op, 0));
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *other = tern_quant_element(operand_type(op, i));
    if (other && other != type) return false;
  }
  return type != NULL;
}

// Choosing among numbers of one type is choosing among what is stored, if no two of them round to one float.
static bool choose(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_quant_params_t params;
  if (!is_of_one_type(op)) return compute(op, operands, conversion);
  tern_quant_read(result_type(op, 0), &params);
  bool is_select = tern_hlo_is(op, TERN_HLO_SELECT);
  bool is_exact = (params.expressed->kind == TERN_TYPE_F32 && tern_integer_type_width(params.storage) <= 16) ||
                  params.expressed->kind == TERN_TYPE_F64;
  return (is_select || is_exact ? store : compute)(op, operands, conversion);
}

// Sums of numbers of one type: (l - z) * s + (r - z) * s = (l + r - z - z) * s.
static bool add(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (!is_of_one_type(op)) return compute(op, operands, conversion);
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = result_type(op, 0);
  tern_quant_params_t params;
  tern_quant_read(type, &params);
  const tern_type_t *wide = tern_i_type_get(b->context, tern_integer_type_width(params.storage) == 32 ? 64 : 32);
  tern_value_t *lhs = tern_hlo_build_convert(b, operands.values[0], wide);
  tern_value_t *rhs = tern_hlo_build_convert(b, operands.values[1], wide);
  tern_value_t *sum = tern_build_value(b, TERN_STABLEHLO(ADD), .operands = TERN_VALUES(lhs, rhs),
                                       .types = TERN_TYPES(tern_type_with_element(type, wide)));
  sum = tern_hlo_build_centered(b, sum, &params, wide);
  const tern_type_t *limit_type = tern_tensor_type_get(wide, NULL, 0, NULL);
  const tern_attr_t *limits[2] = {tern_integer_attr_get(wide, params.storage_min),
                                  tern_integer_attr_get(wide, params.storage_max)};
  tern_value_t *bounds[2];
  for (size_t i = 0; i < 2; ++i) {
    bounds[i] =
        tern_build_value(b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(limit_type),
                         .attrs = TERN_ATTRS({"value", tern_dense_elements_attr_get_splat(limit_type, limits[i])}));
  }
  sum = tern_build_value(b, TERN_STABLEHLO(CLAMP), .operands = TERN_VALUES(bounds[0], sum, bounds[1]),
                         .types = TERN_TYPES(sum->type));
  sum = tern_hlo_build_convert(b, sum, tern_type_element(tern_hlo_stored_type(type)));
  return tern_conversion_replace_value(conversion, op, sum);
}

static bool multiply_and_add(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_value_t *value = tern_hlo_build_quantized_product(&conversion->rewriter.builder, op, operands);
  return tern_conversion_replace_value(conversion, op, value);
}

// --- casts ---

static bool quantize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *from = operand_type(op, 0), *to = result_type(op, 0);
  tern_value_t *value = tern_quant_is_quantized(from) ? tern_hlo_build_requantized(b, operands.values[0], from, to)
                                                      : tern_hlo_build_quantized(b, operands.values[0], to);
  return tern_conversion_replace_value(conversion, op, value);
}

static bool dequantize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_value_t *value = tern_hlo_build_dequantized(b, operands.values[0], operand_type(op, 0));
  return tern_conversion_replace_value(conversion, op, value);
}

// quant.scast: signless integers and what is stored, which may be unsigned.
static bool cast_storage(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_hlo_stored_type(result_type(op, 0));
  tern_value_t *value = operands.values[0];
  if (value->type != type) {
    value = tern_build_value(&conversion->rewriter.builder, TERN_STABLEHLO(BITCAST_CONVERT),
                             .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
  }
  return tern_conversion_replace_value(conversion, op, value);
}

// --- regions ---

// What a region combines has the type of its arguments, to which the operands are promoted.
static bool combine(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  bool is_scatter = tern_hlo_is(op, TERN_HLO_SCATTER) || tern_hlo_is(op, TERN_HLO_SELECT_AND_SCATTER);
  const tern_block_t *body = tern_op_body(op, op->region_count - 1u);
  if (!body || body->arg_count == 0) return false;
  tern_value_t **values = tern_malloc((operands.count + 1) * sizeof(*values));
  size_t count = body->arg_count / 2;
  for (size_t i = 0; i < operands.count; ++i) {
    values[i] = operands.values[i];
    if (!tern_quant_is_quantized(operand_type(op, i))) continue;
    // Of scatter, indices stand between the inputs and the updates.
    size_t arg = tern_hlo_is(op, TERN_HLO_SELECT_AND_SCATTER) ? 0
                 : is_scatter && i > count                    ? (i - 1) % count
                                                              : i % count;
    values[i] = tern_hlo_build_requantized(b, values[i], operand_type(op, i), body->args[arg]->type);
  }
  bool is_right = store(op, (tern_values_t){values, operands.count}, conversion);
  free(values);
  return is_right;
}

// --- the table ---

static const struct {
  tern_hlo_t id;
  bool (*lower)(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
} rows[] = {
    {TERN_HLO_ABS, compute},
    {TERN_HLO_ADD, add},
    {TERN_HLO_ADD_DEPENDENCY, store},
    {TERN_HLO_ALL_GATHER, store},
    {TERN_HLO_ALL_REDUCE, combine},
    {TERN_HLO_ALL_TO_ALL, store},
    {TERN_HLO_ATAN2, compute},
    {TERN_HLO_BATCH_NORM_GRAD, compute},
    {TERN_HLO_BATCH_NORM_INFERENCE, compute},
    {TERN_HLO_BATCH_NORM_TRAINING, compute},
    {TERN_HLO_BITCAST_CONVERT, store},
    {TERN_HLO_BROADCAST, store},
    {TERN_HLO_BROADCAST_IN_DIM, store},
    {TERN_HLO_CASE, store},
    {TERN_HLO_CBRT, compute},
    {TERN_HLO_CEIL, compute},
    {TERN_HLO_CHOLESKY, compute},
    {TERN_HLO_CLAMP, choose},
    {TERN_HLO_COLLECTIVE_BROADCAST, store},
    {TERN_HLO_COLLECTIVE_PERMUTE, store},
    {TERN_HLO_COMPARE, compute},
    {TERN_HLO_COMPOSITE, store},
    {TERN_HLO_CONCATENATE, store},
    {TERN_HLO_CONSTANT, store},
    {TERN_HLO_CONVOLUTION, multiply_and_add},
    {TERN_HLO_COSINE, compute},
    {TERN_HLO_CUSTOM_CALL, store},
    {TERN_HLO_DIVIDE, compute},
    {TERN_HLO_DOT, multiply_and_add},
    {TERN_HLO_DOT_GENERAL, multiply_and_add},
    {TERN_HLO_DYNAMIC_BROADCAST_IN_DIM, store},
    {TERN_HLO_DYNAMIC_CONV, multiply_and_add},
    {TERN_HLO_DYNAMIC_GATHER, store},
    {TERN_HLO_DYNAMIC_IOTA, compute},
    {TERN_HLO_DYNAMIC_PAD, store},
    {TERN_HLO_DYNAMIC_RESHAPE, store},
    {TERN_HLO_DYNAMIC_SLICE, store},
    {TERN_HLO_DYNAMIC_UPDATE_SLICE, store},
    {TERN_HLO_EXPONENTIAL, compute},
    {TERN_HLO_EXPONENTIAL_MINUS_ONE, compute},
    {TERN_HLO_FLOOR, compute},
    {TERN_HLO_GATHER, store},
    {TERN_HLO_GET_DIMENSION_SIZE, store},
    {TERN_HLO_GET_TUPLE_ELEMENT, store},
    {TERN_HLO_IF, store},
    {TERN_HLO_INFEED, store},
    {TERN_HLO_IOTA, compute},
    {TERN_HLO_LOG, compute},
    {TERN_HLO_LOGISTIC, compute},
    {TERN_HLO_LOG_PLUS_ONE, compute},
    {TERN_HLO_MAP, store},
    {TERN_HLO_MAXIMUM, choose},
    {TERN_HLO_MINIMUM, choose},
    {TERN_HLO_MULTIPLY, compute},
    {TERN_HLO_NEGATE, compute},
    {TERN_HLO_OPTIMIZATION_BARRIER, store},
    {TERN_HLO_OUTFEED, store},
    {TERN_HLO_PAD, store},
    {TERN_HLO_POWER, compute},
    {TERN_HLO_REAL_DYNAMIC_SLICE, store},
    {TERN_HLO_RECV, store},
    {TERN_HLO_REDUCE, combine},
    {TERN_HLO_REDUCE_PRECISION, compute},
    {TERN_HLO_REDUCE_SCATTER, combine},
    {TERN_HLO_REDUCE_WINDOW, combine},
    {TERN_HLO_REMAINDER, compute},
    {TERN_HLO_RESHAPE, store},
    {TERN_HLO_RETURN, store},
    {TERN_HLO_REVERSE, store},
    {TERN_HLO_ROUND_NEAREST_AFZ, compute},
    {TERN_HLO_ROUND_NEAREST_EVEN, compute},
    {TERN_HLO_RSQRT, compute},
    {TERN_HLO_SCATTER, combine},
    {TERN_HLO_SELECT, choose},
    {TERN_HLO_SELECT_AND_SCATTER, combine},
    {TERN_HLO_SEND, store},
    {TERN_HLO_SET_DIMENSION_SIZE, store},
    {TERN_HLO_SIGN, compute},
    {TERN_HLO_SINE, compute},
    {TERN_HLO_SLICE, store},
    {TERN_HLO_SORT, store},
    {TERN_HLO_SQRT, compute},
    {TERN_HLO_SUBTRACT, compute},
    {TERN_HLO_TAN, compute},
    {TERN_HLO_TANH, compute},
    {TERN_HLO_TORCH_INDEX_SELECT, store},
    {TERN_HLO_TRANSPOSE, store},
    {TERN_HLO_TRIANGULAR_SOLVE, compute},
    {TERN_HLO_TUPLE, store},
    {TERN_HLO_UNIFORM_DEQUANTIZE, dequantize},
    {TERN_HLO_UNIFORM_QUANTIZE, quantize},
    {TERN_HLO_WHILE, store},
};

static bool is_in_blocks(const tern_type_t *type) {
  tern_quant_params_t params;
  return tern_quant_read(type, &params) && params.kind == TERN_QUANT_SUB_CHANNEL;
}

static bool lower(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_hlo_t id = tern_hlo_id(op);
  if (id == TERN_HLO_NONE) return false;
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    if (rows[i].id == id) return rows[i].lower(op, operands, conversion);
  }
  return tern_op_error(op, "has quantized types, which are not lowered for it");
}

// Functions, calls, branches, structured control flow.
static bool lower_other(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (tern_hlo_id(op) != TERN_HLO_NONE) return false;
  bool computes = op->def->dialect == &tern_chlo_dialect || op->def->dialect == &tern_quant_dialect;
  if (computes || !op->def->row) return tern_op_error(op, "has quantized types, which are not lowered for it");
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_in_blocks(result_type(op, i))) return tern_op_error(op, "has a result with scales in blocks");
  }
  return store(op, operands, conversion);
}

static bool convert_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_op_set_attr(op, "function_type", tern_type_attr_get(tern_hlo_stored_type(type)));
  if (!tern_conversion_convert_region_types(conversion, &op->regions[0])) return false;
  tern_rewriter_modified(&conversion->rewriter, op);
  return true;
}

static const tern_conversion_pattern_t patterns[] = {
    {"func", TERN_FUNC(FUNC), 3, convert_function},
    {"dcast", TERN_QUANT(DCAST), 3, dequantize},
    {"qcast", TERN_QUANT(QCAST), 3, quantize},
    {"scast", TERN_QUANT(SCAST), 3, cast_storage},
    {"lower-hlo", NULL, 2, lower},
    {"types", NULL, 1, lower_other},
};

// --- legality ---

static bool is_legal(const tern_op_t *op, void *user) {
  (void)user;
  if (has_quantized(op)) return false;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t a = 0; a < block->arg_count; ++a) {
        if (tern_hlo_has_quantized(block->args[a]->type)) return false;
      }
    }
  }
  const tern_attr_t *type = tern_op_is(op, TERN_FUNC(FUNC)) ? tern_op_attr(op, "function_type") : NULL;
  return !type || !tern_hlo_has_quantized(tern_type_attr_value(type));
}

static int convert_type(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  out_types[(*out_count)++] = tern_hlo_stored_type(type);
  return 1;
}

static tern_walk_result_t find_quantized(tern_op_t *op, void *user) {
  return is_legal(op, user) ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  static const tern_type_rule_fn_t rules[] = {convert_type};
  // Most programs have none: they are not copied.
  if (tern_op_walk_pre(root, find_quantized, NULL) != TERN_WALK_INTERRUPT) return true;
  tern_type_converter_t converter = {.rules = rules, .rule_count = 1};
  tern_conversion_target_t target = {.is_unknown_legal = is_legal};
  return tern_apply_partial_conversion(root, &target, patterns, sizeof(patterns) / sizeof(patterns[0]), &converter,
                                       NULL);
}

static const tern_dialect_t *const dialects[] = {&tern_chlo_dialect, &tern_stablehlo_dialect, NULL};

const tern_pass_def_t tern_stablehlo_legalize_quant_to_math_pass = {
    .name = "StablehloLegalizeQuantToMathPass",
    .flag = "stablehlo-legalize-quant-to-math",
    .alias = "stablehlo-legalize-quant-to-int",
    .summary = "Compute on quantized numbers with integers and floats",
    .description =
        "Quantized types become the integers that are stored, also in signatures. What ops compute is the "
        "specification's: dequantized, computed, quantized.",
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run,
};
