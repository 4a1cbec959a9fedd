// Old spellings of structured ops: operands without ins and outs, tensor results without an operand to start from, the
// index arguments of linalg.indexed_generic.
//
// All come down to one form, `operands {region} : types -> results`, in which the first args_in operands are inputs,
// the others output buffers, and each result a further output.

#include "dialect/linalg/structured.h"
#include "dialect/arith/arith.h"
#include "dialect/legacy/hooks.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/memref.h"
#include "dialect/tensor/tensor.h"

enum { MAX_SPATIAL_RANK = 3 };

static bool is_container(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_TENSOR;
}

static void set_segments(tern_parser_t *parser, tern_parsed_op_t *op, size_t input_count, size_t output_count) {
  const int32_t segments[] = {(int32_t)input_count, (int32_t)output_count};
  tern_legacy_remove_attr(op, "operand_segment_sizes");
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), segments, 2));
}

// --- attributes of linalg.generic ---

// iterator_types as strings to enum attributes.
static bool convert_iterators(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *iterators = tern_op_parsed_attr(parser, op, "iterator_types");
  if (!iterators || iterators->kind != TERN_ATTR_ARRAY) {
    return tern_parser_error_at(parser, op->pos, "expected \"iterator_types\" array attribute");
  }
  size_t count = tern_array_attr_count(iterators);
  const tern_attr_t **converted = tern_parser_alloc(parser, (count + 1) * sizeof(converted[0]));
  for (size_t i = 0; i < count; ++i) {
    converted[i] = tern_array_attr_at(iterators, i);
    if (!tern_attr_is_string(converted[i])) continue;
    tern_str_t text = tern_string_attr_value(converted[i]);
    int64_t value;
    if (!tern_enum_case_value(TERN_LINALG_ENUM(ITERATOR_TYPE), text, &value)) {
      return tern_parser_error_at(parser, op->pos, "unexpected iterator type \"%.*s\"", (int)text.size, text.data);
    }
    converted[i] = tern_enum_attr_get(tern_parser_context(parser), TERN_LINALG_ENUM(ITERATOR_TYPE), value);
  }
  tern_op_add_attr(parser, op, "iterator_types", tern_array_attr_get(tern_parser_context(parser), converted, count));
  return true;
}

// Takes args_in and args_out (n_views before that) off the op. Without them `*out_count` stays as it is.
static bool take_input_count(tern_parser_t *parser, tern_parsed_op_t *op, size_t *inout_count) {
  const tern_attr_t *input_count = tern_op_parsed_attr(parser, op, "args_in");
  const tern_attr_t *views = tern_op_parsed_attr(parser, op, "n_views");
  if (!input_count && views && views->kind == TERN_ATTR_ARRAY && tern_array_attr_count(views) == 2) {
    input_count = tern_array_attr_at(views, 0);
  }
  tern_legacy_remove_attr(op, "args_in");
  tern_legacy_remove_attr(op, "args_out");
  tern_legacy_remove_attr(op, "n_views");
  if (!input_count) return true;
  size_t operand_count = tern_legacy_operands(op).count;
  if (!tern_attr_is_integer(input_count) || tern_integer_attr_value(input_count) < 0) {
    return tern_parser_error_at(parser, op->pos, "expected the number of inputs as an integer but got %s",
                                tern_attr_text(input_count));
  }
  *inout_count = (size_t)tern_integer_attr_value(input_count);
  return *inout_count <= operand_count ||
         tern_parser_error_at(parser, op->pos, "args_in is %zu but there are only %zu operands", *inout_count,
                              operand_count);
}

// --- outputs ---

// The map of operand `position`, or NULL.
static const tern_affine_map_t *map_at(const tern_attr_t *maps, size_t position) {
  if (!maps || maps->kind != TERN_ATTR_ARRAY || position >= tern_array_attr_count(maps)) return NULL;
  const tern_attr_t *map = tern_array_attr_at(maps, position);
  return map->kind == TERN_ATTR_AFFINE_MAP ? tern_affine_map_attr_value(map) : NULL;
}

// The size of loop `loop`, from an operand that has it as a plain dimension. NULL if there is none.
static tern_value_t *build_loop_size(const tern_parsed_op_t *op, const tern_attr_t *maps, tern_values_t operands,
                                     size_t loop) {
  tern_builder_t builder = tern_legacy_builder(op);
  const tern_type_t *index = tern_index_type_get(builder.context);
  for (size_t i = 0; i < operands.count; ++i) {
    const tern_affine_map_t *map = map_at(maps, i);
    const tern_type_t *type = operands.values[i]->type;
    if (!map || !is_container(type) || tern_type_rank(type) != map->result_count) continue;
    for (size_t j = 0; j < map->result_count; ++j) {
      if (!tern_affine_expr_is_dim(map->results[j], loop)) continue;
      const tern_op_row_t *row = type->kind == TERN_TYPE_TENSOR ? TERN_TENSOR(DIM) : TERN_MEMREF(DIM);
      tern_value_t *position = tern_build_value(
          &builder, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", tern_integer_attr_get(index, (int64_t)j)}));
      return tern_build_value(&builder, row, .operands = TERN_VALUES(operands.values[i], position),
                              .types = TERN_TYPES(index));
    }
  }
  return NULL;
}

// tensor.empty for a result whose map is number `position`. NULL after an error.
static tern_value_t *build_empty(tern_parser_t *parser, const tern_parsed_op_t *op, const tern_type_t *type,
                                 const tern_attr_t *maps, tern_values_t operands, size_t position) {
  tern_value_t *sizes[TERN_LINALG_MAX_LOOPS];
  size_t size_count = 0;
  const tern_affine_map_t *map = map_at(maps, position);
  size_t rank = type->kind == TERN_TYPE_TENSOR ? tern_type_rank(type) : SIZE_MAX;
  if (rank > TERN_LINALG_MAX_LOOPS) {
    tern_parser_error_at(parser, op->pos, "expected ranked tensors of at most %d dimensions as results, not '%s'",
                         TERN_LINALG_MAX_LOOPS, tern_type_text(type));
    return NULL;
  }
  for (size_t i = 0; i < rank; ++i) {
    if (tern_type_dim(type, i) != TERN_DYNAMIC) continue;
    bool is_loop = map && map->result_count == rank && map->results[i]->kind == TERN_AFFINE_DIM;
    sizes[size_count] = is_loop ? build_loop_size(op, maps, operands, (size_t)map->results[i]->value) : NULL;
    if (!sizes[size_count++]) {
      tern_parser_error_at(parser, op->pos,
                           "the size of dimension %zu of the result '%s' does not follow from the operands; make the "
                           "result's start by tensor.empty and give it in outs",
                           i, tern_type_text(type));
      return NULL;
    }
  }
  tern_builder_t builder = tern_legacy_builder(op);
  return tern_build_value(&builder, TERN_TENSOR(EMPTY), .operands = {sizes, size_count}, .types = TERN_TYPES(type));
}

// Gives each result beyond the outputs on tensors that are there an output of its own, with a body argument.
static bool add_outputs(tern_parser_t *parser, tern_parsed_op_t *op, size_t input_count) {
  tern_values_t operands = tern_legacy_operands(op);
  tern_types_t results = tern_legacy_result_types(op);
  const tern_attr_t *maps = tern_op_parsed_attr(parser, op, "indexing_maps");
  size_t tied_count = 0;
  for (size_t i = input_count; i < operands.count; ++i) {
    tied_count += operands.values[i]->type->kind == TERN_TYPE_TENSOR;
  }
  size_t output_count = operands.count - input_count;
  tern_block_t *body =
      tern_op_parsed_region_count(parser, op) > 0 ? tern_op_parsed_region(parser, op, 0)->first_block : NULL;
  for (size_t i = tied_count; i < results.count; ++i, ++output_count) {
    const tern_type_t *type = results.values[i];
    tern_value_t *empty = build_empty(parser, op, type, maps, tern_legacy_operands(op), input_count + output_count);
    if (!empty) return false;
    tern_op_add_operand_value(parser, op, empty);
    if (body) tern_block_add_arg(body, tern_type_element(type), op->loc);
  }
  set_segments(parser, op, input_count, output_count);
  return true;
}

// --- linalg.indexed_generic ---

// The leading arguments of the body, one index per loop, become linalg.index ops.
static bool lower_index_args(tern_parser_t *parser, tern_parsed_op_t *op) {
  size_t loop_count = tern_array_attr_count(tern_op_parsed_attr(parser, op, "iterator_types"));
  tern_context_t *context = tern_parser_context(parser);
  tern_block_t *body =
      tern_op_parsed_region_count(parser, op) > 0 ? tern_op_parsed_region(parser, op, 0)->first_block : NULL;
  bool is_right = body && body->arg_count >= loop_count;
  for (size_t i = 0; is_right && i < loop_count; ++i) is_right = tern_type_is_index(body->args[i]->type);
  if (!is_right) {
    return tern_parser_error_at(parser, op->pos, "expected a body that starts with %zu arguments of type index",
                                loop_count);
  }
  tern_op_t *first = body->first_op;
  for (size_t i = 0; i < loop_count; ++i) {
    tern_builder_t builder = {.context = context, .block = body, .before = first, .loc = body->args[0]->arg_loc};
    if (tern_value_has_uses(body->args[0])) {
      tern_value_replace_all_uses(body->args[0], tern_linalg_build_index(&builder, i));
    }
    tern_block_erase_arg(body, 0);
  }
  return true;
}

// --- linalg.generic ---

static bool upgrade(tern_parser_t *parser, tern_parsed_op_t *op, bool is_indexed) {
  size_t input_count = SIZE_MAX;
  const tern_attr_t *segments = tern_op_parsed_attr(parser, op, "operand_segment_sizes");
  if (!segments) segments = tern_op_parsed_attr(parser, op, "operandSegmentSizes");
  if (!convert_iterators(parser, op) || !take_input_count(parser, op, &input_count)) return false;
  if (is_indexed && !lower_index_args(parser, op)) return false;
  if (segments) {
    if (!tern_legacy_upgrade_segments(parser, op)) return false;
    int64_t first = tern_int_list_attr_count(segments) ? tern_int_list_attr_at(segments, 0) : -1;
    bool is_valid = first >= 0 && (size_t)first <= tern_legacy_operands(op).count;
    // Wrong sizes are for the verifier to say.
    return !is_valid || add_outputs(parser, op, (size_t)first);
  }
  if (input_count == SIZE_MAX) {
    return tern_parser_error_at(parser, op->pos, "expected args_in, the number of inputs, or operandSegmentSizes");
  }
  return add_outputs(parser, op, input_count);
}

// `%a, %b {region} attr-dict : types -> results`, behind the attributes.
static bool parse_positional_generic(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0}, results = {0};
  if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (!tern_op_parse_region(parser, op, NULL) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types) ||
      !tern_parse_optional_arrow_type_list(parser, &results)) {
    return false;
  }
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return tern_op_resolve_operands_each(parser, op, &operands, &types);
}

// ins(...), outs(...) and init(...), the outputs of late 2020 that were tensors.
static bool parse_grouped_generic(tern_parser_t *parser, tern_parsed_op_t *op, size_t *out_input_count) {
  static const char *const keywords[] = {"ins", "outs", "init"};
  tern_type_list_t results = {0};
  *out_input_count = 0;
  for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); ++i) {
    tern_operand_list_t operands = {0};
    tern_type_list_t types = {0};
    if (!tern_parse_optional_keyword(parser, keywords[i])) continue;
    if (!tern_parse_token(parser, "(") || !tern_parse_operand_list(parser, NULL, &operands) ||
        !tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types) || !tern_parse_token(parser, ")") ||
        !tern_op_resolve_operands_each(parser, op, &operands, &types)) {
      return false;
    }
    if (i == 0) *out_input_count = operands.count;
  }
  if (tern_parse_optional_keyword(parser, "attrs") &&
      (!tern_parse_token(parser, "=") || !tern_op_parse_optional_attr_dict(parser, op))) {
    return false;
  }
  if (!tern_op_parse_region(parser, op, NULL) || !tern_parse_optional_arrow_type_list(parser, &results)) return false;
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

// Today's syntax, in which results on tensors may still lack their outs.
static bool parse_current_generic(tern_parser_t *parser, tern_parsed_op_t *op, tern_source_pos_t start,
                                  const tern_attr_t *trait) {
  for (size_t i = 0; i < tern_dictionary_attr_count(trait); ++i) {
    tern_legacy_remove_attr(op, tern_dictionary_attr_name(trait, i)->data);
  }
  tern_legacy_rewind(parser, start);
  if (!tern_legacy_parse_current(parser, op)) return false;
  const tern_attr_t *segments = tern_op_parsed_attr(parser, op, "operandSegmentSizes");
  bool is_old = tern_int_list_attr_count(segments) == 2 && tern_int_list_attr_at(segments, 1) == 0;
  return !is_old || add_outputs(parser, op, (size_t)tern_int_list_attr_at(segments, 0));
}

// What follows the name, in any spelling.
static bool parse_any_generic(tern_parser_t *parser, tern_parsed_op_t *op, bool is_indexed) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *trait = tern_parse_attr(parser, NULL);
  if (!trait) return false;
  if (trait->kind != TERN_ATTR_DICTIONARY) return tern_parser_error_at(parser, pos, "expected a dictionary attribute");
  for (size_t i = 0; i < tern_dictionary_attr_count(trait); ++i) {
    tern_op_add_attr(parser, op, tern_dictionary_attr_name(trait, i)->data, tern_dictionary_attr_at(trait, i));
  }
  bool is_positional = *tern_parser_pos(parser).pointer == '%';
  bool is_old = is_positional || is_indexed || tern_op_parsed_attr(parser, op, "args_in") ||
                tern_op_parsed_attr(parser, op, "n_views");
  if (!is_old) return parse_current_generic(parser, op, pos, trait);
  if (is_positional) return parse_positional_generic(parser, op) && upgrade(parser, op, is_indexed);
  size_t input_count;
  if (!parse_grouped_generic(parser, op, &input_count)) return false;
  set_segments(parser, op, input_count, tern_legacy_operands(op).count - input_count);
  return upgrade(parser, op, is_indexed);
}

bool tern_legacy_parse_generic(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_any_generic(parser, op, false);
}
bool tern_legacy_upgrade_generic(tern_parser_t *parser, tern_parsed_op_t *op) { return upgrade(parser, op, false); }
bool tern_legacy_parse_indexed_generic(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_any_generic(parser, op, true);
}
bool tern_legacy_upgrade_indexed_generic(tern_parser_t *parser, tern_parsed_op_t *op) {
  return upgrade(parser, op, true);
}

// --- named ops ---

// Makes the body that today's named ops have, by making the op on the side and taking its region.
static bool add_named_body(tern_parser_t *parser, tern_parsed_op_t *op, size_t input_count) {
  tern_values_t operands = tern_legacy_operands(op);
  tern_builder_t builder = {.context = op->loc->context, .loc = op->loc};
  tern_types_t results = tern_legacy_result_types(op);
  tern_op_t *model = tern_linalg_build_named(
      &builder, op->def->row, results, (tern_values_t){operands.values, input_count},
      (tern_values_t){operands.values + input_count, operands.count - input_count}, (tern_named_attrs_t){0});
  const tern_attr_t *maps = tern_op_attr(model, "indexing_maps");
  if (maps) tern_op_add_attr(parser, op, "indexing_maps", maps);
  tern_block_t *body = tern_linalg_body(model);
  bool is_ok = body->last_op && tern_op_is(body->last_op, TERN_LINALG(YIELD));
  tern_op_add_empty_region(parser, op);
  size_t region = tern_op_parsed_region_count(parser, op) - 1;
  tern_region_take_blocks(tern_op_parsed_region(parser, op, region), &model->regions[0]);
  tern_op_destroy(model);
  return is_ok;
}

// linalg.fill had its output first, then its value first.
static bool order_fill(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  bool is_first = is_container(operands.values[0]->type), is_second = is_container(operands.values[1]->type);
  if (is_first == is_second) {
    return tern_parser_error_at(parser, op->pos,
                                "expected a scalar and a memref or tensor, in any order, but got "
                                "'%s' and '%s'",
                                tern_type_text(operands.values[0]->type), tern_type_text(operands.values[1]->type));
  }
  if (is_first) tern_legacy_set_operands(op, TERN_VALUES(operands.values[1], operands.values[0]));
  return true;
}

static void copy_element(tern_builder_t *builder, tern_block_t *body) {
  tern_build(builder, TERN_LINALG(YIELD), .operands = TERN_VALUES(body->args[0]));
}

// linalg.copy could permute: that is a linalg.generic today.
static bool permute_copy(tern_parser_t *parser, tern_parsed_op_t *op, const tern_attr_t *input,
                         const tern_attr_t *output) {
  tern_context_t *context = tern_parser_context(parser);
  tern_values_t operands = tern_legacy_operands(op);
  const tern_attr_t *maps[] = {input, output};
  size_t rank = 0;
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = operands.values[i]->type;
    rank = is_container(type) ? tern_type_rank(type) : 0;
    if (!maps[i]) maps[i] = tern_affine_map_attr_get(tern_affine_map_identity(context, rank));
    bool is_right = maps[i]->kind == TERN_ATTR_AFFINE_MAP && rank <= TERN_LINALG_MAX_LOOPS &&
                    tern_affine_map_is_permutation(tern_affine_map_attr_value(maps[i]));
    if (!is_right)
      return tern_parser_error_at(parser, op->pos, "expected a permutation but got %s", tern_attr_text(maps[i]));
  }
  if (!tern_legacy_choose_op(parser, op, "linalg.generic")) return false;
  tern_legacy_remove_attr(op, "inputPermutation");
  tern_legacy_remove_attr(op, "outputPermutation");
  const tern_attr_t *iterators[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < rank; ++i) {
    iterators[i] = tern_enum_attr_get(context, TERN_LINALG_ENUM(ITERATOR_TYPE), TERN_ITERATOR_PARALLEL);
  }
  tern_op_add_attr(parser, op, "indexing_maps", tern_array_attr_get(context, maps, 2));
  tern_op_add_attr(parser, op, "iterator_types", tern_array_attr_get(context, iterators, rank));
  tern_block_t *body = tern_op_add_region_with_block(
      parser, op, TERN_TYPES(tern_type_element(operands.values[0]->type), tern_type_element(operands.values[1]->type)));
  tern_builder_t builder = tern_builder_at_end(body, op->loc);
  copy_element(&builder, body);
  set_segments(parser, op, 1, 1);
  return true;
}

// Inputs, then one output; no body yet.
static bool finish_named(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  tern_values_t operands = tern_legacy_operands(op);
  bool is_unary = row == TERN_LINALG(FILL) || row == TERN_LINALG(COPY);
  size_t expected = is_unary ? 2 : 3, result_count = tern_legacy_result_types(op).count;
  if (operands.count != expected) {
    return tern_parser_error_at(parser, op->pos, "expected %zu operands but got %zu", expected, operands.count);
  }
  if (row == TERN_LINALG(FILL) && !order_fill(parser, op)) return false;
  const tern_attr_t *input = tern_op_parsed_attr(parser, op, "inputPermutation");
  const tern_attr_t *output = tern_op_parsed_attr(parser, op, "outputPermutation");
  if (row == TERN_LINALG(COPY) && (input || output)) return permute_copy(parser, op, input, output);
  operands = tern_legacy_operands(op);
  const tern_type_t *type = operands.values[expected - 1]->type;
  if (!is_container(type)) {
    return tern_parser_error_at(parser, op->pos, "expected a memref or tensor as the output but got '%s'",
                                tern_type_text(type));
  }
  if (type->kind == TERN_TYPE_TENSOR && result_count == 0) tern_op_add_result_type(parser, op, type);
  set_segments(parser, op, expected - 1, 1);
  return add_named_body(parser, op, expected - 1);
}

// `-> t`, `-> (t)`, or nothing.
static bool parse_results(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_type_list_t results = {0};
  if (!tern_parse_optional_arrow_type_list(parser, &results)) return false;
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

// `(%a, %b) attr-dict : t, u`, or `attr-dict %a, %b attr-dict : (t, u)`, or today's.
static bool parse_positional_operands(tern_parser_t *parser, tern_parsed_op_t *op, bool *out_is_current) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  tern_source_pos_t start = tern_parser_pos(parser);
  *out_is_current = false;
  if (tern_parser_at_token(parser, "(")) {
    if (!tern_parse_operand_list(parser, "()", &operands)) return false;
  } else {
    bool has_attrs = tern_parser_at_token(parser, "{");
    if (has_attrs && !tern_parse_attr(parser, NULL)) return false;
    *out_is_current = *tern_parser_pos(parser).pointer != '%';
    tern_legacy_rewind(parser, start);
    if (*out_is_current) return true;
    if (has_attrs && !tern_op_parse_optional_attr_dict(parser, op)) return false;
    if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  }
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":")) return false;
  bool has_parens = tern_parse_optional_token(parser, "(");
  if (!tern_parse_type_list(parser, &types) || (has_parens && !tern_parse_token(parser, ")"))) return false;
  return parse_results(parser, op) && tern_op_resolve_operands_each(parser, op, &operands, &types);
}

bool tern_legacy_parse_named(tern_parser_t *parser, tern_parsed_op_t *op) {
  bool is_current;
  if (!parse_positional_operands(parser, op, &is_current)) return false;
  return is_current ? tern_legacy_parse_current(parser, op) : finish_named(parser, op);
}

// The generic form had neither a body nor segment sizes.
bool tern_legacy_upgrade_named(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (tern_op_parsed_region_count(parser, op) == 0) return finish_named(parser, op);
  return tern_legacy_upgrade_segments(parser, op);
}

// --- linalg.conv ---

// strides and dilations were arrays, absent ones are all one.
static bool convert_window(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, size_t spatial_rank) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *list = tern_op_parsed_attr(parser, op, name);
  int64_t values[MAX_SPATIAL_RANK] = {1, 1, 1};
  bool is_list = !list || (list->kind == TERN_ATTR_ARRAY && tern_array_attr_count(list) == spatial_rank);
  for (size_t i = 0; is_list && list && i < spatial_rank; ++i) {
    is_list = tern_attr_is_integer(tern_array_attr_at(list, i));
    if (is_list) values[i] = tern_integer_attr_value(tern_array_attr_at(list, i));
  }
  if (!is_list) return tern_parser_error_at(parser, op->pos, "expected '%s' as %zu integers", name, spatial_rank);
  const int64_t dims[] = {(int64_t)spatial_rank};
  const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(context, 64), dims, 1, NULL);
  tern_op_add_attr(parser, op, name, tern_dense_elements_attr_get_i64(type, values, spatial_rank));
  return true;
}

// `(%filter, %input, %output) {strides, dilations} : types`, of any number of spatial dimensions.
bool tern_legacy_parse_conv(tern_parser_t *parser, tern_parsed_op_t *op) {
  static const char *const names[] = {"linalg.conv_1d_nwc_wcf", "linalg.conv_2d_nhwc_hwcf",
                                      "linalg.conv_3d_ndhwc_dhwcf"};
  if (!tern_legacy_choose_op(parser, op, names[0])) return false;
  bool is_current;
  if (!parse_positional_operands(parser, op, &is_current)) return false;
  tern_values_t operands = tern_legacy_operands(op);
  if (is_current || operands.count != 3 || !is_container(operands.values[0]->type)) {
    return tern_parser_error_at(parser, op->pos, "expected a filter, an input and an output");
  }
  size_t rank = tern_type_rank(operands.values[0]->type);
  if (rank < 3 || rank > MAX_SPATIAL_RANK + 2) {
    return tern_parser_error_at(parser, op->pos, "a convolution of %zu dimensions has no op today", rank);
  }
  if (tern_op_parsed_attr(parser, op, "padding")) {
    return tern_parser_error_at(parser, op->pos, "a convolution does not pad any more; pad its input before");
  }
  if (!tern_legacy_choose_op(parser, op, names[rank - 3]) || !convert_window(parser, op, "strides", rank - 2) ||
      !convert_window(parser, op, "dilations", rank - 2)) {
    return false;
  }
  tern_legacy_set_operands(op, TERN_VALUES(operands.values[1], operands.values[0], operands.values[2]));
  return finish_named(parser, op);
}
