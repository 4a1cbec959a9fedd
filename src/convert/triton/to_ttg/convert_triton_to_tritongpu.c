// --convert-triton-to-tritongpu: says of each tensor which thread has which elements of it (upstream's pass of the name).
//
//   %s = arith.addf %x, %y : tensor<128xf32>   ->   %s = arith.addf %x, %y : tensor<128xf32, #blocked>
//
// All tensors of a shape get one encoding, by type_converter.h. Ops whose operands or results cannot have that get others, and a
// ttg.convert_layout to or from them: products (operands of a block of sums for each thread), ops that take or add a dimension,
// splits and joins, and rows of descriptors. It is for later passes to find better ones. The ops that the dialects' own types
// do not allow behind it, such as scf.parallel, are refused by name.

#include <stdlib.h>
#include <string.h>

#include "convert/triton/to_ttg/type_converter.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK };

static const tern_ttg_type_converter_t *converter_of(const tern_conversion_t *conversion) {
  return (const tern_ttg_type_converter_t *)(const void *)conversion->converter;
}

static const tern_attr_t *encoding_of(const tern_value_t *value) { return tern_ttg_type_encoding(value->type); }

// --- any op ---

// The op again, with these operands and the same regions; the types of its results are the caller's to change.
static tern_op_t *rebuild(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_op_t *made = tern_op_clone_without_regions(op, NULL);
  for (size_t i = 0; i < operands.count; ++i) tern_op_set_operand(made, i, operands.values[i]);
  tern_builder_insert(&conversion->rewriter.builder, made);
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&made->regions[i], &op->regions[i]);
  return made;
}

static bool replace_with(tern_op_t *op, tern_op_t *made, tern_conversion_t *conversion) {
  tern_value_t **results = tern_malloc((op->result_count + 1) * sizeof *results);
  for (size_t i = 0; i < op->result_count; ++i) results[i] = tern_op_result(made, i);
  tern_conversion_replace(conversion, op, (tern_values_t){results, op->result_count});
  free(results);
  return true;
}

static bool are_convertible(const tern_op_t *op, const tern_type_converter_t *converter) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!tern_convert_type(converter, op->results[i].type)) return false;
  }
  return true;
}

// Types are converted, of regions and of the blocks that a branch goes to as well.
static bool convert_types(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  bool is_illegal = tern_op_is(op, TERN_SCF(EXECUTE_REGION)) || tern_op_is(op, TERN_SCF(PARALLEL)) ||
                    tern_op_is(op, TERN_SCF(REDUCE)) || tern_op_is(op, TERN_SCF(REDUCE_RETURN));
  if (is_illegal || !are_convertible(op, conversion->converter)) return false;
  tern_op_t *made = rebuild(op, operands, conversion);
  for (size_t i = 0; i < op->result_count; ++i)
    made->results[i].type = tern_convert_type(conversion->converter, op->results[i].type);
  bool is_converted = true;
  for (size_t i = 0; i < made->region_count && is_converted; ++i)
    is_converted = tern_conversion_convert_region_types(conversion, &made->regions[i]);
  for (size_t i = 0; i < made->successor_count && is_converted; ++i)
    is_converted = tern_conversion_convert_region_types(conversion, made->successors[i].block->parent);
  return is_converted && replace_with(op, made, conversion);
}

// The numbers of a constant stay, as those of another type.
static bool convert_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *type = tern_convert_type(conversion->converter, op->results[0].type);
  if (!type || value->kind != TERN_ATTR_DENSE_ELEMENTS) return false;
  tern_op_t *made = rebuild(op, operands, conversion);
  made->results[0].type = type;
  tern_op_set_attr(made, "value", tern_dense_elements_attr_reshape(value, type));
  return replace_with(op, made, conversion);
}

static bool convert_func(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  size_t input_count = 0, result_count = 0;
  const tern_type_t **types = tern_malloc((inputs.count + results.count + 1) * sizeof *types);
  bool is_converted =
      tern_convert_types(conversion->converter, inputs, types, inputs.count, &input_count) &&
      tern_convert_types(conversion->converter, results, types + inputs.count, results.count, &result_count);
  if (is_converted) {
    tern_op_t *made = rebuild(op, operands, conversion);
    type = tern_function_type_get(type->context, (tern_types_t){types, input_count},
                                  (tern_types_t){types + inputs.count, result_count});
    tern_op_set_attr(made, "function_type", tern_type_attr_get(type));
    is_converted =
        tern_conversion_convert_region_types(conversion, &made->regions[0]) && replace_with(op, made, conversion);
  }
  free(types);
  return is_converted;
}

// --- ops whose results' encoding follows from that of their operands ---

// The op with one operand, and results of these encodings.
static bool replace_encoded(tern_op_t *op, tern_values_t operands, const tern_attr_t *encoding,
                            tern_conversion_t *conversion) {
  if (!encoding) return false;
  tern_op_t *made = rebuild(op, operands, conversion);
  for (size_t i = 0; i < made->result_count; ++i) {
    const tern_type_t *type = op->results[i].type;
    if (type->kind == TERN_TYPE_TENSOR) made->results[i].type = tern_ttg_with_encoding(type, encoding);
  }
  return replace_with(op, made, conversion);
}

static bool convert_broadcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return replace_encoded(op, operands, encoding_of(operands.values[0]), conversion);
}

static bool convert_trans(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const char *error;
  const tern_value_t *source = operands.values[0];
  if (!encoding_of(source)) return false;
  return replace_encoded(
      op, operands,
      tern_ttg_infer_trans(encoding_of(source), tern_type_dims(source->type), tern_op_attr(op, "order"), &error),
      conversion);
}

static bool convert_join(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const char *error;
  const tern_value_t *source = operands.values[0];
  if (!encoding_of(source)) return false;
  return replace_encoded(op, operands, tern_ttg_infer_join(encoding_of(source), tern_type_dims(source->type), &error),
                         conversion);
}

static bool convert_reduce(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  size_t axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  for (size_t i = 0; i < operands.count; ++i) {
    if (!encoding_of(operands.values[i])) return false;
  }
  return replace_encoded(op, operands, tern_ttg_infer_reduce(encoding_of(operands.values[0]), axis), conversion);
}

// --- lists of encodings ---

// A list of an encoding in lines of `rank` numbers, with one more number in each line, at `place`.
static tern_ttg_value_t with_more(const tern_attr_t *encoding, tern_ttg_field_t field, size_t place, int64_t number) {
  int64_t values[TERN_LAYOUT_MAX_BITS * MAX_RANK];
  size_t rank = tern_ttg_rank(encoding), count = 0, old_count = tern_ttg_count(encoding, field);
  for (size_t i = 0; i < old_count; ++i) {
    if (i % rank == place) values[count++] = number;
    values[count++] = tern_ttg_at(encoding, field, i);
    if (i % rank == rank - 1 && place == rank) values[count++] = number;
  }
  return (tern_ttg_value_t){field, tern_ttg_list(encoding->context, values, count)};
}

static tern_ttg_value_t order_value(tern_context_t *context, const int64_t *order, size_t rank) {
  return (tern_ttg_value_t){TERN_TTG_FIELD_ORDER, tern_ttg_list(context, order, rank)};
}

// A blocked encoding with one more dimension, of which each thread has `size` elements.
static const tern_attr_t *with_dimension(const tern_attr_t *blocked, size_t place, int64_t size, const int64_t *order) {
  tern_ttg_value_t values[] = {with_more(blocked, TERN_TTG_FIELD_SIZE_PER_THREAD, place, size),
                               with_more(blocked, TERN_TTG_FIELD_THREADS_PER_WARP, place, 1),
                               with_more(blocked, TERN_TTG_FIELD_WARPS_PER_CTA, place, 1),
                               with_more(blocked, TERN_TTG_FIELD_CGA_LAYOUT, place, 0),
                               order_value(blocked->context, order, tern_ttg_rank(blocked) + 1)};
  return tern_ttg_encoding_with(blocked, values, 5);
}

// --- dimensions come and go ---

// The operand gets a slice of what the result has.
static bool convert_expand_dims(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_attr_t *encoding = encoding_of(operands.values[0]);
  size_t axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  int64_t order[MAX_RANK];
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED) || tern_ttg_rank(encoding) + 1 > MAX_RANK) return false;
  for (size_t d = 0; d <= tern_ttg_rank(encoding); ++d) order[d] = (int64_t)d;
  const tern_attr_t *result = with_dimension(encoding, axis, 1, order);
  tern_value_t *source =
      tern_ttg_build_convert(&conversion->rewriter.builder, operands.values[0], tern_ttg_infer_reduce(result, axis));
  return replace_encoded(op, TERN_VALUES(source), result, conversion);
}

// Each thread needs both halves of what it splits, side by side.
static bool convert_split(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const char *error;
  tern_value_t *source = operands.values[0];
  const tern_attr_t *encoding = encoding_of(source);
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) return false;
  size_t rank = tern_ttg_rank(encoding);
  bool is_right = tern_ttg_at(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, rank - 1) == 2 &&
                  tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, 0) == (int64_t)rank - 1;
  if (!is_right) {
    const tern_type_t *half = tern_convert_type(conversion->converter, op->results[0].type);
    if (!half) return false;
    const tern_attr_t *halved = tern_tensor_type_encoding(half);
    int64_t order[MAX_RANK] = {(int64_t)rank - 1};
    for (size_t d = 0; d + 1 < rank; ++d) order[d + 1] = tern_ttg_at(halved, TERN_TTG_FIELD_ORDER, d);
    encoding = with_dimension(halved, rank - 1, 2, order);
    source = tern_ttg_build_convert(&conversion->rewriter.builder, source, encoding);
  }
  const tern_attr_t *result = tern_ttg_infer_split(encoding, tern_type_dims(source->type), &error);
  return replace_encoded(op, TERN_VALUES(source), result, conversion);
}

static int64_t elements_of(const tern_type_t *type) {
  tern_ttg_share_t share;
  return tern_ttg_share_of(tern_tensor_type_encoding(type), tern_type_dims(type), &share) ? share.elements : 0;
}

// A thread keeps what it has of both, so its part of the result may have to be larger than usual.
static bool convert_cat(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_convert_type(conversion->converter, op->results[0].type);
  if (!type || !encoding_of(operands.values[0]) || !encoding_of(operands.values[1])) return false;
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  int64_t needed = elements_of(operands.values[0]->type) + elements_of(operands.values[1]->type), sizes[MAX_RANK];
  int64_t power = 1, has = elements_of(type);
  while (power < needed) power *= 2;
  if (!needed || !has || !tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) return false;
  size_t rank = tern_ttg_rank(encoding);
  for (size_t d = 0; d < rank; ++d) sizes[d] = tern_ttg_at(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, d);
  sizes[tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, 0)] *= power / has;
  tern_ttg_value_t value = {TERN_TTG_FIELD_SIZE_PER_THREAD, tern_ttg_list(type->context, sizes, rank)};
  return replace_encoded(op, operands, tern_ttg_encoding_with(encoding, &value, 1), conversion);
}

// --- products ---

// A thread has a square of sums, as large as there are enough of.
static const tern_attr_t *sums_encoding(const tern_type_t *type, tern_ttg_machine_t machine) {
  int64_t sizes[MAX_RANK], order[MAX_RANK];
  size_t rank = tern_type_rank(type);
  const int64_t *shape = tern_type_dims(type);
  int64_t each = tern_type_element_count(type) / (machine.warps * machine.threads);
  int64_t side = each >= 16 ? 4 : each >= 4 ? 2 : 1;
  for (size_t d = 0; d < rank; ++d) {
    sizes[d] = d + 2 < rank ? 1 : side < shape[d] ? side : shape[d];
    order[d] = (int64_t)(rank - 1 - d);
  }
  uint64_t cga = tern_ttg_deal_ctas(type->context, shape, sizes, order, rank, machine.ctas);
  return tern_ttg_blocked_for(type->context, shape, sizes, order, rank, machine, cga);
}

static tern_value_t *convert_operand(tern_builder_t *builder, tern_value_t *value, uint64_t index,
                                     const tern_attr_t *sums) {
  if (tern_attr_is_ttg(encoding_of(value), TERN_TTG_ATTR_DOT_OP)) return value;
  return tern_ttg_build_convert(
      builder, value,
      tern_ttg_encoding_get(
          builder->context, TERN_TTG_ATTR_DOT_OP,
          TERN_TTG_VALUES({TERN_TTG_FIELD_OP_IDX, index}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)sums})));
}

static bool convert_dot(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = op->results[0].type;
  size_t rank = tern_type_rank(type);
  bool is_right = rank >= 2 && rank <= MAX_RANK && encoding_of(operands.values[0]) && encoding_of(operands.values[1]);
  if (!is_right) return false;
  const tern_attr_t *sums = sums_encoding(type, converter_of(conversion)->machine);
  tern_value_t *x = convert_operand(b, operands.values[0], 0, sums);
  tern_value_t *y = convert_operand(b, operands.values[1], 1, sums);
  tern_value_t *z = tern_ttg_build_convert(b, operands.values[2], sums);
  return replace_encoded(op, TERN_VALUES(x, y, z), sums, conversion);
}

// --- rows of descriptors ---

static bool convert_rows(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_attr_t *encoding = tern_ttg_rows_encoding(b->context, converter_of(conversion)->machine);
  tern_value_t *values[4];
  if (!encoding_of(operands.values[1]) || !are_convertible(op, conversion->converter)) return false;
  memcpy(values, operands.values, operands.count * sizeof *values);
  if (encoding_of(values[1]) != encoding) values[1] = tern_ttg_build_convert(b, values[1], encoding);
  tern_op_t *made = rebuild(op, (tern_values_t){values, operands.count}, conversion);
  for (size_t i = 0; i < made->result_count; ++i)
    made->results[i].type = tern_convert_type(conversion->converter, op->results[i].type);
  return replace_with(op, made, conversion);
}

// --- the pass ---

static const tern_conversion_pattern_t patterns[] = {
    {"constant", TERN_ARITH(CONSTANT), 1, convert_constant},
    {"broadcast", TERN_TT(BROADCAST), 1, convert_broadcast},
    {"trans", TERN_TT(TRANS), 1, convert_trans},
    {"join", TERN_TT(JOIN), 1, convert_join},
    {"split", TERN_TT(SPLIT), 1, convert_split},
    {"cat", TERN_TT(CAT), 1, convert_cat},
    {"reduce", TERN_TT(REDUCE), 1, convert_reduce},
    {"expand_dims", TERN_TT(EXPAND_DIMS), 1, convert_expand_dims},
    {"dot", TERN_TT(DOT), 1, convert_dot},
    {"gather", TERN_TT(DESCRIPTOR_GATHER), 1, convert_rows},
    {"scatter", TERN_TT(DESCRIPTOR_SCATTER), 1, convert_rows},
    {"func", TERN_TT(FUNC), 1, convert_func},
    {"types", NULL, 0, convert_types},
};

// Ops of other dialects keep their types, so they may not meet those that get encodings.
static bool is_converted_dialect(const tern_op_t *op) {
  static const char *const names[] = {"arith", "math", "tt", "cf", "scf", "ub", "ttg"};
  for (size_t i = 0; op->def->dialect && i < sizeof names / sizeof names[0]; ++i) {
    if (strcmp(op->def->dialect->name, names[i]) == 0) return true;
  }
  return false;
}

static bool is_converted_value(const tern_ttg_type_converter_t *converter, const tern_value_t *value) {
  return !tern_type_is_legal(&converter->base, value->type);
}

static tern_walk_result_t check_stranger(tern_op_t *op, void *user) {
  const tern_ttg_type_converter_t *converter = user;
  const char *what = NULL;
  if (is_converted_dialect(op)) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count && !what; ++i) {
    if (is_converted_value(converter, tern_op_operand(op, i)))
      what = "takes a tensor that gets an encoding: source rematerialization should not happen";
  }
  for (size_t i = 0; i < op->result_count && !what; ++i) {
    if (is_converted_value(converter, tern_op_result(op, i)))
      what = "makes a tensor that gets no encoding: argument rematerialization should not happen";
  }
  if (!what) return TERN_WALK_ADVANCE;
  tern_op_error(op, "%s", what);
  tern_emit_note(op->loc,
                 "only ops of arith, math, tt, cf, scf and ub are converted; give the tensors of others encodings, or "
                 "lower them before");
  return TERN_WALK_INTERRUPT;
}

static bool is_count(int64_t value) { return value > 0 && value <= 1024 && (value & (value - 1)) == 0; }

static bool check_count(const tern_op_t *module, const tern_pass_t *pass, const char *option, int64_t *out) {
  *out = tern_pass_int(pass, option);
  if (is_count(*out)) return true;
  return tern_emit_error(module->loc, "'convert-triton-to-tritongpu' takes a power of two as '%s', but got %lld",
                         option, (long long)*out);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_ttg_machine_t machine;
  tern_str_t target_text = tern_pass_string(pass, "target");
  if (target_text.size == 0) {
    tern_emit_error(module->loc, "'convert-triton-to-tritongpu' requires 'target' option to be set");
    tern_emit_note(module->loc, "such as target=cuda:90 or target=hip:gfx942");
    return false;
  }
  if (!check_count(module, pass, "num-warps", &machine.warps) ||
      !check_count(module, pass, "threads-per-warp", &machine.threads) ||
      !check_count(module, pass, "num-ctas", &machine.ctas)) {
    return false;
  }
  tern_ttg_type_converter_t converter;
  tern_ttg_type_converter_initialize(machine, tern_pass_bool(pass, "enable-source-remat"), &converter);
  if (!converter.keeps_sources && tern_op_walk_pre(module, check_stranger, &converter) == TERN_WALK_INTERRUPT)
    return false;
  const tern_conversion_target_t target = {.entries = tern_ttg_legality,
                                           .entry_count = tern_ttg_legality_count,
                                           .user = &converter,
                                           .replaces_at_end = true};
  if (!tern_apply_partial_conversion(module, &target, patterns, sizeof patterns / sizeof patterns[0], &converter.base,
                                     NULL)) {
    return false;
  }
  tern_context_t *context = tern_op_context(module);
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  tern_op_set_attr(module, "ttg.num-warps", tern_integer_attr_get(i32, machine.warps));
  tern_op_set_attr(module, "ttg.threads-per-warp", tern_integer_attr_get(i32, machine.threads));
  tern_op_set_attr(module, "ttg.num-ctas", tern_integer_attr_get(i32, machine.ctas));
  tern_op_set_attr(module, "ttg.target", tern_string_attr_get(context, target_text));
  return true;
}

static const tern_option_def_t options[] = {
    {"target", TERN_OPTION_STRING, NULL, "The GPU, such as cuda:90 or hip:gfx942", NULL},
    {"num-warps", TERN_OPTION_INT, "4", "Warps of a block", NULL},
    {"threads-per-warp", TERN_OPTION_INT, "32", "Threads of a warp", NULL},
    {"num-ctas", TERN_OPTION_INT, "1", "Blocks of a cluster", NULL},
    {"enable-source-remat", TERN_OPTION_BOOL, "false",
     "Leave casts to the old type where an op that is not converted uses a converted tensor", NULL},
};

static const tern_dialect_t *const dialects[] = {
    &tern_arith_dialect, &tern_math_dialect, &tern_scf_dialect, &tern_tt_dialect, &tern_ttg_dialect, NULL,
};

const tern_pass_def_t tern_convert_triton_to_tritongpu_pass = {
    .flag = "convert-triton-to-tritongpu",
    .name = "ConvertTritonToTritonGPU",
    .anchor = "builtin.module",
    .summary = "Say of each tensor which thread has which elements of it",
    .description =
        "Tensors, and the blocks of block pointers, get an encoding by their shape; the module gets the numbers of "
        "warps, "
        "threads and blocks, and the target.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
