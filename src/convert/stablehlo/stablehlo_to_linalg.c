// --stablehlo-legalize-to-linalg: StableHLO on tensors becomes linalg, tensor, arith, math and complex on tensors without
// signs (upstream: StablehloLegalizeToLinalgPass, and IREE's ConvertStableHloToIreeInputDialects).
//
//   %0 = stablehlo.add %a, %b : tensor<4xui32>
// becomes
//   %e = tensor.empty() : tensor<4xi32>
//   %0 = linalg.generic {...} ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) { arith.addi ... }
//
// Every result is written into a destination: a tensor.empty, or one filled with the initial value of a reduction. What
// ui32 meant is in the ops that were chosen; a public function whose types change says what they were in
// `iree.abi.encoding`, for callers. Tokens go: their order is the order of the ops.
//
// Control flow is --iree-stablehlo-legalize-control-flow's; here it only loses its signs. scatter, sort, fft and others
// that are no loops over elements are left as they are, regions included, for the passes that know them.

#include <stdlib.h>
#include <string.h>

#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/complex/complex.h"
#include "dialect/func/func.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"

int64_t tern_hlo_list_entry(const tern_op_t *op, const char *name, size_t index, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && index < tern_int_list_attr_count(attr) ? tern_int_list_attr_at(attr, index) : otherwise;
}

int64_t tern_hlo_int_entry(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_integer_attr_value(attr) : otherwise;
}

// --- the ops ---

tern_hlo_lower_fn_t tern_hlo_lowering_to_linalg(const tern_op_t *op) {
  static const tern_hlo_lowering_row_t *const tables[] = {
      tern_hlo_movement_lowerings,  tern_hlo_slice_lowerings,  tern_hlo_product_lowerings,
      tern_hlo_reduction_lowerings, tern_hlo_gather_lowerings, tern_hlo_dynamic_lowerings,
      tern_hlo_random_lowerings,    tern_hlo_einsum_lowerings, tern_hlo_batch_norm_lowerings,
      tern_hlo_process_lowerings,
  };
  static const tern_hlo_lowering_row_t *const assertions[] = {tern_hlo_shape_assertion_lowerings};
  if (tern_hlo_is(op, TERN_HLO_CUSTOM_CALL)) {
    return tern_hlo_is_shape_assertion(op) ? tern_hlo_find_lowering(assertions, 1, op) : NULL;
  }
  tern_hlo_lower_fn_t lower = tern_hlo_find_lowering(tables, sizeof tables / sizeof tables[0], op);
  if (lower) return lower;
  return tern_hlo_id(op) != TERN_HLO_NONE && tern_hlo_is_elementwise(op) ? tern_hlo_lower_elementwise : NULL;
}

// Lists of any length that are freed together.
typedef struct lists {
  const tern_type_t **types;
  tern_value_t **values;
} lists_t;

static void *allocate_zeroed(size_t size) { return memset(tern_malloc(size), 0, size); }

static lists_t make_lists(size_t count) {
  return (lists_t){tern_malloc((count + 1) * sizeof(tern_type_t *)),
                   allocate_zeroed((count + 1) * sizeof(tern_value_t *))};
}

static void free_lists(lists_t lists) {
  free(lists.types);
  free(lists.values);
}

static bool lower_op(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_hlo_run_lowering(tern_hlo_lowering_to_linalg(op), op, operands, conversion);
}

// --- what only changes types ---

// The attributes of `op`, with types and typed contents converted.
static const tern_attr_t *convert_attrs(const tern_op_t *op) {
  const tern_attr_t *all = tern_op_attr_dictionary(op), *converted = all;
  for (size_t i = 0; i < tern_dictionary_attr_count(all); ++i) {
    const tern_attr_t *value = tern_dictionary_attr_at(all, i), *changed = tern_hlo_signless_attr(value);
    if (changed == value) continue;
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(all, i));
    converted = tern_dictionary_attr_with(tern_op_context(op), converted, name, changed);
  }
  return converted;
}

// The same op on converted types: calls, returns, branches, structured control flow, selects.
static bool convert_types_of(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  lists_t ins = make_lists(op->operand_count), outs = make_lists(op->result_count);
  size_t in_count = 0, out_count = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_hlo_signless_type(tern_op_operand(op, i)->type)) ins.values[in_count++] = operands.values[i];
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    outs.types[out_count] = tern_hlo_signless_type(tern_op_result(op, i)->type);
    if (outs.types[out_count]) ++out_count;
  }
  bool has_token = in_count != op->operand_count || out_count != op->result_count;
  if (has_token && (op->def->operand_segments_slot >= 0 || op->def->result_segments_slot >= 0)) {
    free_lists(ins);
    free_lists(outs);
    return tern_op_error(op, "has tokens among its operands or results");
  }
  tern_block_t **successors = tern_malloc((op->successor_count + 1) * sizeof(*successors));
  for (size_t i = 0; i < op->successor_count; ++i) successors[i] = op->successors[i].block;
  tern_op_state_t state = {.def = op->def,
                           .loc = op->loc,
                           .operands = {ins.values, in_count},
                           .result_types = {outs.types, out_count},
                           .dictionary = convert_attrs(op),
                           .successors = successors,
                           .successor_count = op->successor_count,
                           .region_count = op->region_count};
  tern_op_t *converted = tern_op_create(tern_op_context(op), &state);
  free(successors);
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&converted->regions[i], &op->regions[i]);
  tern_builder_insert(&conversion->rewriter.builder, converted);
  bool is_converted = true;
  for (size_t i = 0; i < op->region_count; ++i) {
    is_converted = is_converted && tern_conversion_convert_region_types(conversion, &converted->regions[i]);
  }
  tern_values_t *values = allocate_zeroed((op->result_count + 1) * sizeof(*values));
  for (size_t i = 0, next = 0; i < op->result_count; ++i) {
    if (!tern_hlo_signless_type(tern_op_result(op, i)->type)) continue;
    outs.values[next] = tern_op_result(converted, next);
    values[i] = (tern_values_t){&outs.values[next++], 1};
  }
  tern_conversion_replace_multi(conversion, op, values);
  free(values);
  free_lists(ins);
  free_lists(outs);
  return is_converted;
}

tern_value_t *tern_hlo_build_written(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(b, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

// Casts that only said what a type was (tern_hlo_build_written).
static bool convert_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (op->operand_count != 1 || op->result_count != 1) return false;
  if (operands.values[0]->type != tern_hlo_signless_type(tern_op_result(op, 0)->type)) return false;
  tern_conversion_replace(conversion, op, operands);
  return true;
}

// --- functions ---

// The attributes of arguments or results, with what their types were. An entry of the list is a dictionary or unit-like
// nothing.
static const tern_attr_t *encode_types(tern_context_t *context, const tern_attr_t *attrs, tern_types_t types) {
  const tern_attr_t **entries = tern_malloc((types.count + 1) * sizeof(*entries));
  const tern_attr_t *nothing = tern_dictionary_attr_get(context, NULL, 0);
  size_t count = 0;
  bool is_changed = false;
  for (size_t i = 0; i < types.count; ++i) {
    const tern_type_t *converted = tern_hlo_signless_type(types.values[i]);
    if (!converted) {
      is_changed = true;
      continue;
    }
    const tern_attr_t *entry = attrs ? tern_array_attr_at(attrs, i) : nothing;
    // Bounds are the program's own: its callers give sizes.
    const tern_type_t *written = tern_hlo_unbounded_type(types.values[i]);
    if (converted != written) {
      is_changed = true;
      entry = tern_dictionary_attr_with(context, entry, TERN_STR("iree.abi.encoding"), tern_type_attr_get(written));
    }
    entries[count++] = entry;
  }
  const tern_attr_t *encoded = is_changed ? tern_array_attr_get(context, entries, count) : attrs;
  free(entries);
  return encoded;
}

static bool convert_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_context_t *context = tern_op_context(op);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  const tern_type_t *converted = tern_hlo_signless_type(type);
  if (tern_symbol_visibility(op) == TERN_PUBLIC || converted->param_count != type->param_count) {
    const tern_attr_t *args = tern_op_attr(op, "arg_attrs"), *results = tern_op_attr(op, "res_attrs");
    tern_op_set_attr(op, "arg_attrs", encode_types(context, args, tern_function_type_inputs(type)));
    tern_op_set_attr(op, "res_attrs", encode_types(context, results, tern_function_type_results(type)));
  }
  tern_op_set_attr(op, "function_type", tern_type_attr_get(converted));
  if (!tern_conversion_convert_region_types(conversion, &op->regions[0])) return false;
  tern_rewriter_modified(&conversion->rewriter, op);
  return true;
}

// --- legality ---

// Left to other passes, with all that is inside.
static const tern_hlo_t untouched[] = {
    TERN_HLO_SCATTER, TERN_HLO_SORT,     TERN_HLO_SELECT_AND_SCATTER,
    TERN_HLO_FFT,     TERN_HLO_CHOLESKY, TERN_HLO_TRIANGULAR_SOLVE,
    TERN_HLO_TOPK,    TERN_HLO_INFEED,   TERN_HLO_OUTFEED,
    TERN_HLO_SEND,    TERN_HLO_RECV,
};
enum { UNTOUCHED_COUNT = sizeof untouched / sizeof untouched[0] };

static bool is_untouched(tern_hlo_t id) {
  for (size_t i = 0; i < UNTOUCHED_COUNT; ++i) {
    if (untouched[i] == id) return true;
  }
  return false;
}

// Ops that stay ops of StableHLO but lose their signs.
static bool is_structure(tern_hlo_t id) {
  return id == TERN_HLO_WHILE || id == TERN_HLO_IF || id == TERN_HLO_CASE || id == TERN_HLO_RETURN ||
         id == TERN_HLO_TUPLE || id == TERN_HLO_CUSTOM_CALL || id == TERN_HLO_GET_TUPLE_ELEMENT ||
         id == TERN_HLO_COMPOSITE;
}

static bool is_signless(const tern_type_t *type) { return tern_hlo_signless_type(type) == type; }

static bool has_legal_types(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_signless(tern_op_operand(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_signless(tern_op_result(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t a = 0; a < block->arg_count; ++a) {
        if (!is_signless(block->args[a]->type)) return false;
      }
    }
  }
  return true;
}

static bool is_legal(const tern_op_t *op, void *user) {
  (void)user;
  tern_hlo_t id = tern_hlo_id(op);
  if (id == TERN_HLO_CUSTOM_CALL && tern_hlo_is_shape_assertion(op)) return false;
  if (id != TERN_HLO_NONE && !is_structure(id)) return is_untouched(id);
  if (tern_op_is(op, TERN_FUNC(FUNC))) {
    const tern_attr_t *type = tern_op_attr(op, "function_type");
    return has_legal_types(op) && (!type || is_signless(tern_type_attr_value(type)));
  }
  return has_legal_types(op);
}

// The generic pattern must not take over what a lowering has refused.
static bool convert_other(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return !tern_hlo_lowering_to_linalg(op) && convert_types_of(op, operands, conversion);
}

static const tern_conversion_pattern_t patterns[] = {
    {"cast", TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), 3, convert_cast},
    {"func", TERN_FUNC(FUNC), 3, convert_function},
    {"lower-hlo", NULL, 2, lower_op},
    {"types", NULL, 1, convert_other},
};

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  static const tern_type_rule_fn_t rules[] = {tern_hlo_signless_rule};
  uint32_t random_count = 0;  // of rng ops so far: see random.c
  tern_type_converter_t converter = {.rules = rules, .rule_count = 1};
  tern_legality_entry_t entries[2 * UNTOUCHED_COUNT];
  for (size_t i = 0; i < UNTOUCHED_COUNT; ++i) {
    tern_legality_entry_t entry = {.legality = TERN_LEGAL, .is_recursively_legal = true};
    entry.row = &tern_stablehlo_ops[untouched[i]];
    entries[2 * i] = entry;
    entry.row = &tern_mhlo_ops[untouched[i]];
    entries[2 * i + 1] = entry;
  }
  tern_conversion_target_t target = {
      .entries = entries, .entry_count = 2 * UNTOUCHED_COUNT, .is_unknown_legal = is_legal};
  return tern_apply_partial_conversion(root, &target, patterns, sizeof patterns / sizeof patterns[0], &converter,
                                       &random_count);
}

static const tern_dialect_t *const dialects[] = {
    &tern_arith_dialect,
    &tern_complex_dialect,
    &tern_linalg_dialect,
    &tern_math_dialect,
    &tern_scf_dialect,
    &tern_tensor_dialect,
    NULL,
};

#define DESCRIPTION                                                                                             \
  "Signs go with it, also from signatures; `iree.abi.encoding` keeps what the types of public functions were. " \
  "Control "                                                                                                    \
  "flow, scatter, sort, fft and the like are left to other passes."

const tern_pass_def_t tern_stablehlo_to_linalg_pass = {
    .name = "StablehloLegalizeToLinalgPass",
    .flag = "stablehlo-legalize-to-linalg",
    .alias = "iree-stablehlo-to-linalg",
    .summary = "Convert StableHLO ops to linalg on tensors",
    .description = DESCRIPTION,
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run,
};

const tern_pass_def_t tern_stablehlo_to_iree_input_pass = {
    .name = "ConvertStableHloToIreeInputDialects",
    .flag = "iree-stablehlo-to-iree-input",
    .summary = "Convert StableHLO ops to linalg, tensor, arith, math and complex",
    .description = DESCRIPTION,
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run,
};
