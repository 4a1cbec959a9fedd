// Syntax of structured ops: `ins` and `outs`, and a body that named ops make by themselves.

#include "dialect/linalg/syntax.h"

#include <inttypes.h>

#include "dialect/linalg/body.h"
#include "dialect/linalg/build.h"
#include "dialect/linalg/hooks.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SEGMENTS "operandSegmentSizes"
#define MEMOIZED "linalg.memoized_indexing_maps"

// --- shared parts ---

// `KEYWORD(operands : types)`, or nothing.
static bool parse_group(tern_parser_t *parser, const char *keyword, tern_operand_list_t *out_operands,
                        tern_type_list_t *out_types) {
  if (!tern_parse_optional_keyword(parser, keyword)) return true;
  return tern_parse_token(parser, "(") && tern_parse_operand_list(parser, NULL, out_operands) &&
         tern_parse_token(parser, ":") && tern_parse_type_list(parser, out_types) && tern_parse_token(parser, ")");
}

static bool add_dictionary(tern_parser_t *parser, tern_parsed_op_t *op, const tern_attr_t *dictionary) {
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); i++)
    tern_op_add_attr(parser, op, tern_dictionary_attr_name(dictionary, i)->data,
                     tern_dictionary_attr_at(dictionary, i));
  return true;
}

static bool resolve_group(tern_parser_t *parser, tern_parsed_op_t *op, tern_source_pos_t pos,
                          const tern_operand_list_t *operands, const tern_type_list_t *types) {
  if (operands->count != types->count)
    return tern_parser_error_at(
        parser, pos, "custom op '%s' number of operands and types do not match: got %zu operands and %zu types",
        op->def->name->data, operands->count, types->count);
  return tern_op_resolve_operands_each(parser, op, operands, types);
}

// Strides and dilations are integers. Others are refused before the op is made, as properties that cannot be.
static bool check_windows(tern_parser_t *parser, tern_parsed_op_t *op, tern_source_pos_t pos,
                          const tern_attr_t *properties, const tern_attr_t *segments) {
  static const char *const names[] = {"strides", "dilations"};
  for (size_t i = 0; i < COUNT(names); i++) {
    const tern_attr_t *attr = tern_dictionary_attr_lookup(properties, tern_str_from_cstr(names[i]));
    const tern_type_t *type = attr ? tern_attr_type(attr) : NULL;
    if (!type || !tern_type_is_shaped(type) || !tern_type_is_float(tern_type_element(type))) continue;
    tern_context_t *context = tern_parser_context(parser);
    const tern_attr_t *all = tern_dictionary_attr_with(context, properties, TERN_STR(SEGMENTS), segments);
    return tern_parser_error_at(parser, pos,
                                "invalid properties %s for op %s: Invalid attribute `%s` in property conversion: %s",
                                tern_attr_text(all), op->def->name->data, names[i], tern_attr_text(attr));
  }
  return true;
}

bool tern_linalg_parse_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_type_list_t *out_inputs,
                                tern_type_list_t *out_outputs) {
  tern_operand_list_t inputs = {0}, outputs = {0};
  const tern_attr_t *properties = NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parse_optional_token(parser, "<")) {
    properties = tern_parse_attr(parser, NULL);
    if (!properties || !tern_parse_token(parser, ">")) return false;
    if (properties->kind != TERN_ATTR_DICTIONARY)
      return tern_parser_error_at(parser, pos, "expected a dictionary of properties");
    add_dictionary(parser, op, properties);
  }
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  tern_source_pos_t inputs_pos = tern_parser_pos(parser);
  if (!parse_group(parser, "ins", &inputs, out_inputs)) return false;
  tern_source_pos_t outputs_pos = tern_parser_pos(parser);
  if (!parse_group(parser, "outs", &outputs, out_outputs)) return false;
  if (!resolve_group(parser, op, inputs_pos, &inputs, out_inputs) ||
      !resolve_group(parser, op, outputs_pos, &outputs, out_outputs))
    return false;
  if (op->def->traits & TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS) {
    const int32_t segments[] = {(int32_t)inputs.count, (int32_t)outputs.count};
    const tern_attr_t *sizes = tern_dense_i32_array_attr_get(tern_parser_context(parser), segments, COUNT(segments));
    tern_op_add_attr(parser, op, SEGMENTS, sizes);
    return check_windows(parser, op, pos, properties, sizes);
  }
  return true;
}

static void print_group(tern_printer_t *printer, const tern_op_t *op, const char *keyword, size_t start, size_t count) {
  if (count == 0) return;
  tern_printer_char(printer, ' ');
  tern_printer_text(printer, keyword);
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, start, count);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, start, count);
  tern_printer_char(printer, ')');
}

void tern_linalg_print_operands(tern_printer_t *printer, const tern_op_t *op) {
  size_t input_count = tern_linalg_input_count(op);
  print_group(printer, op, "ins", 0, input_count);
  print_group(printer, op, "outs", input_count, op->operand_count - input_count);
}

static bool parse_results(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_type_list_t types = {0};
  if (!tern_parse_optional_arrow_type_list(parser, &types)) return false;
  for (size_t i = 0; i < types.count; i++) tern_op_add_result_type(parser, op, types.values[i]);
  return true;
}

static void print_results(tern_printer_t *printer, const tern_op_t *op) {
  const tern_type_t *types[64];
  size_t count = op->result_count < COUNT(types) ? op->result_count : COUNT(types);
  for (size_t i = 0; i < count; i++) types[i] = op->results[i].type;
  tern_printer_optional_arrow_types(printer, (tern_types_t){types, count});
}

// Adds the region of a named op: one block with the elements of the operands, filled by `program`.
static bool add_named_body(tern_parser_t *parser, tern_parsed_op_t *op, tern_source_pos_t pos, const char *program,
                           const tern_type_list_t *inputs, const tern_type_list_t *outputs) {
  tern_type_list_t elements = {0};
  for (size_t i = 0; i < inputs->count; i++)
    tern_type_list_push(parser, &elements, tern_linalg_element_of(inputs->values[i]));
  for (size_t i = 0; i < outputs->count; i++)
    tern_type_list_push(parser, &elements, tern_linalg_element_of(outputs->values[i]));
  tern_block_t *body = tern_op_add_region_with_block(parser, op, (tern_types_t){elements.values, elements.count});
  tern_builder_t builder = tern_builder_at_end(body, tern_unknown_loc_get(tern_parser_context(parser)));
  const tern_attr_t *cast = tern_op_parsed_attr(parser, op, "cast");
  bool is_unsigned = cast && (cast->kind == TERN_ATTR_ENUM || cast->kind == TERN_ATTR_INTEGER) &&
                     tern_enum_attr_value(cast) == TERN_LINALG_CAST_UNSIGNED;
  const char *message;
  const tern_type_t *about[2];
  if (tern_linalg_fill_body(&builder, body, program, is_unsigned, &message, about)) return true;
  if (about[0])
    return tern_parser_error_at(parser, pos, "custom op '%s' %s'%s' and '%s'", op->def->name->data, message,
                                tern_type_text(about[0]), tern_type_text(about[1]));
  return tern_parser_error_at(parser, pos, "custom op '%s' %s", op->def->name->data, message);
}

// What follows the maps or kind of an op with `input_count` inputs and one output.
static bool parse_named_rest(tern_parser_t *parser, tern_parsed_op_t *op, const char *program, size_t input_count,
                             tern_type_list_t *out_outputs) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_type_list_t inputs = {0}, *outputs = out_outputs;
  if (!tern_linalg_parse_operands(parser, op, &inputs, outputs) || !parse_results(parser, op)) return false;
  if (inputs.count + outputs->count != input_count + 1 || outputs->count == 0)
    return tern_parser_error(parser,
                             "custom op '%s' [parseNamedStructuredOpRegion] ods-gen generated region expects %zu args, "
                             "got %zu",
                             op->def->name->data, input_count + 1, inputs.count + outputs->count);
  return add_named_body(parser, op, pos, program, &inputs, outputs);
}

static const tern_linalg_description_t *describe(const tern_parsed_op_t *op) { return op->def->row->extra; }

// --- named ops ---

bool tern_linalg_parse_named(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_type_list_t outputs = {0};
  return parse_named_rest(parser, op, describe(op)->body, describe(op)->input_count, &outputs);
}

void tern_linalg_print_named(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {SEGMENTS, MEMOIZED};
  tern_printer_attr_dict(printer, op, elided, COUNT(elided));
  tern_linalg_print_operands(printer, op);
  print_results(printer, op);
}

// `indexing_maps = [...]`, if there.
static bool parse_maps(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_keyword(parser, "indexing_maps")) return true;
  if (!tern_parse_token(parser, "=")) return false;
  pos = tern_parser_pos(parser);
  const tern_attr_t *maps = tern_parse_attr(parser, NULL);
  if (!maps) return false;
  if (maps->kind != TERN_ATTR_ARRAY)
    return tern_parser_error_at(parser, pos, "custom op '%s' expected an array of affine maps", op->def->name->data);
  for (size_t i = 0; i < tern_array_attr_count(maps); i++)
    if (tern_array_attr_at(maps, i)->kind != TERN_ATTR_AFFINE_MAP)
      return tern_parser_error_at(parser, pos, "custom op '%s' expected affine map attribute", op->def->name->data);
  tern_op_add_attr(parser, op, "indexing_maps", maps);
  return true;
}

static void print_maps(tern_printer_t *printer, const tern_attr_t *maps) {
  tern_printer_text(printer, " indexing_maps = ");
  tern_printer_attr(printer, maps);
}

bool tern_linalg_parse_with_maps(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_linalg_description_t *description = describe(op);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!parse_maps(parser, op)) return false;
  if (!tern_op_parsed_attr(parser, op, "indexing_maps")) {
    if (!description->maps)
      return tern_parser_error_at(parser, pos, "custom op '%s' expected 'indexing_maps' attribute",
                                  op->def->name->data);
    tern_op_add_attr(parser, op, "indexing_maps", tern_linalg_default_maps(tern_parser_context(parser), description));
  }
  tern_type_list_t outputs = {0};
  return parse_named_rest(parser, op, description->body, description->input_count, &outputs);
}

void tern_linalg_print_with_maps(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {SEGMENTS, MEMOIZED, "indexing_maps"};
  const tern_linalg_description_t *description = tern_linalg_describe(op);
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
  bool is_default = description->maps && maps == tern_linalg_default_maps(tern_op_context(op), description);
  if (maps && !is_default) print_maps(printer, maps);
  tern_printer_attr_dict(printer, op, elided, COUNT(elided));
  tern_linalg_print_operands(printer, op);
  print_results(printer, op);
}

// `<add>`
static const tern_attr_t *parse_short_kind(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_enum_row_t *row = TERN_LINALG_ENUM(ELEMENTWISE_KIND);
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  if (!tern_parse_token(parser, "<") || !tern_parse_any_keyword(parser, &name) || !tern_parse_token(parser, ">"))
    return NULL;
  for (size_t i = 0; i < row->case_count; ++i) {
    if (!tern_str_equal_cstr(name, row->cases[i].name)) continue;
    return tern_enum_attr_get(tern_parser_context(parser), row, row->cases[i].value);
  }
  tern_parser_error_at(parser, pos, "custom op '%s' has no kind '%.*s'", op->def->name->data, (int)name.size,
                       name.data);
  return NULL;
}

bool tern_linalg_parse_elementwise(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *kind;
  if (tern_parser_at_token(parser, "<")) {  // as upstream writes it since version 23
    kind = parse_short_kind(parser, op);
  } else {
    if (!tern_parse_keyword(parser, "kind") || !tern_parse_token(parser, "=")) return false;
    pos = tern_parser_pos(parser);
    kind = tern_parse_attr(parser, NULL);
    if (!kind) tern_parser_error(parser, "custom op '%s' expected operation 'kind' attribute", op->def->name->data);
  }
  if (!kind) return false;
  if (kind->kind != TERN_ATTR_ENUM || kind->row != TERN_LINALG_ENUM(ELEMENTWISE_KIND))
    return tern_parser_error_at(parser, pos, "custom op '%s' expected ElementwiseKind attribute", op->def->name->data);
  tern_op_add_attr(parser, op, "kind", kind);
  if (!parse_maps(parser, op)) return false;
  int64_t value = tern_enum_attr_value(kind);
  tern_type_list_t outputs = {0};
  if (!parse_named_rest(parser, op, tern_linalg_elementwise_program(value), tern_linalg_elementwise_arity(value),
                        &outputs))
    return tern_parser_error(parser, "custom op '%s' unable to parse elemwise op", op->def->name->data);
  if (tern_op_parsed_attr(parser, op, "indexing_maps")) return true;
  const tern_type_t *type = outputs.values[0];
  if (!tern_type_is_ranked(type))
    return tern_parser_error(parser, "custom op '%s' return type needs to be shaped", op->def->name->data);
  tern_op_add_attr(parser, op, "indexing_maps",
                   tern_linalg_identity_maps(tern_parser_context(parser), tern_type_rank(type),
                                             tern_linalg_elementwise_arity(value) + 1));
  return true;
}

void tern_linalg_print_elementwise(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {SEGMENTS, MEMOIZED, "indexing_maps", "kind"};
  tern_printer_text(printer, " kind=");
  tern_printer_attr(printer, tern_op_attr(op, "kind"));
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
  size_t loops = tern_linalg_loop_count(op);
  if (maps && maps != tern_linalg_identity_maps(tern_op_context(op), loops, op->operand_count))
    print_maps(printer, maps);
  tern_printer_attr_dict(printer, op, elided, COUNT(elided));
  tern_linalg_print_operands(printer, op);
  print_results(printer, op);
}

// --- linalg.generic ---

// `["parallel", ...]` to an array of enum attributes.
static const tern_attr_t *convert_iterators(tern_parser_t *parser, tern_parsed_op_t *op, const tern_attr_t *names) {
  tern_context_t *context = tern_parser_context(parser);
  size_t count = tern_array_attr_count(names);
  const tern_attr_t **iterators = tern_parser_alloc(parser, (count + 1) * sizeof(*iterators));
  for (size_t i = 0; i < count; i++) {
    const tern_attr_t *name = tern_array_attr_at(names, i);
    int64_t value = 0;
    if (name->kind == TERN_ATTR_ENUM && name->row == TERN_LINALG_ENUM(ITERATOR_TYPE)) {
      iterators[i] = name;
      continue;
    }
    if (!tern_attr_is_string(name)) {
      tern_parser_error(parser, "custom op '%s' expected iterator types as strings", op->def->name->data);
      return NULL;
    }
    tern_str_t text = tern_string_attr_value(name);
    if (!tern_enum_case_value(TERN_LINALG_ENUM(ITERATOR_TYPE), text, &value)) {
      tern_parser_error(parser, "custom op '%s' unexpected iterator_type (%.*s)", op->def->name->data, (int)text.size,
                        text.data);
      return NULL;
    }
    iterators[i] = tern_enum_attr_get(context, TERN_LINALG_ENUM(ITERATOR_TYPE), value);
  }
  return tern_array_attr_get(context, iterators, count);
}

bool tern_linalg_parse_generic(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *trait = tern_parse_attr(parser, NULL);
  if (!trait) return false;
  if (trait->kind != TERN_ATTR_DICTIONARY)
    return tern_parser_error_at(parser, pos, "custom op '%s' invalid kind of attribute specified", op->def->name->data);
  const tern_attr_t *iterators = tern_dictionary_attr_lookup(trait, TERN_STR("iterator_types"));
  if (!iterators || iterators->kind != TERN_ATTR_ARRAY)
    return tern_parser_error_at(parser, pos, "custom op '%s' expected \"iterator_types\" array attribute",
                                op->def->name->data);
  iterators = convert_iterators(parser, op, iterators);
  if (!iterators) return false;
  add_dictionary(parser, op,
                 tern_dictionary_attr_with(tern_parser_context(parser), trait, TERN_STR("iterator_types"), iterators));
  tern_type_list_t inputs = {0}, outputs = {0};
  if (!tern_linalg_parse_operands(parser, op, &inputs, &outputs)) return false;
  if (tern_parse_optional_keyword(parser, "attrs") &&
      (!tern_parse_token(parser, "=") || !tern_op_parse_optional_attr_dict(parser, op)))
    return false;
  return tern_op_parse_region(parser, op, NULL) && parse_results(parser, op);
}

// The iterators as strings.
static const tern_attr_t *iterator_names(const tern_op_t *op, const tern_attr_t *iterators) {
  const tern_attr_t *names[TERN_LINALG_MAX_LOOPS];
  size_t count = tern_array_attr_count(iterators);
  if (count > COUNT(names)) return iterators;
  for (size_t i = 0; i < count; i++) {
    const tern_attr_t *iterator = tern_array_attr_at(iterators, i);
    if (iterator->kind != TERN_ATTR_ENUM) return iterators;
    const char *name = tern_enum_case_name(TERN_LINALG_ENUM(ITERATOR_TYPE), tern_enum_attr_value(iterator));
    names[i] = tern_string_attr_get(tern_op_context(op), tern_str_from_cstr(name));
  }
  return tern_array_attr_get(tern_op_context(op), names, count);
}

void tern_linalg_print_generic(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"doc", "indexing_maps", "library_call", "iterator_types", SEGMENTS};
  tern_named_attr_t entries[4];
  size_t count = 0;
  for (size_t i = 0; i < COUNT(entries); i++) {
    const tern_attr_t *attr = tern_op_attr(op, elided[i]);
    if (!attr) continue;
    if (i == 3 && attr->kind == TERN_ATTR_ARRAY) attr = iterator_names(op, attr);
    entries[count++] = (tern_named_attr_t){elided[i], attr};
  }
  tern_printer_char(printer, ' ');
  if (count > 0) tern_printer_attr(printer, tern_dictionary_attr_get(tern_op_context(op), entries, count));
  tern_linalg_print_operands(printer, op);
  if (tern_dictionary_attr_count(op->attrs) > 0) {
    tern_printer_text(printer, " attrs = ");
    tern_printer_attr_dict(printer, op, elided, COUNT(elided));
  }
  if (!tern_region_is_empty(&op->regions[0])) {
    tern_printer_char(printer, ' ');
    tern_printer_region(printer, &op->regions[0], true, true);
  }
  print_results(printer, op);
}

bool tern_linalg_name_generic_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size) {
  (void)region;
  const char *name = index < tern_linalg_input_count(op) ? "in" : "out";
  if (size <= strlen(name)) return false;
  memcpy(out_name, name, strlen(name) + 1);
  return true;
}

// --- linalg.yield ---

bool tern_linalg_parse_yield(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, NULL, &operands) || !tern_op_parse_optional_attr_dict(parser, op)) return false;
  if (operands.count == 0) return true;
  return tern_parse_token(parser, ":") && tern_parse_type_list(parser, &types) &&
         resolve_group(parser, op, pos, &operands, &types);
}

void tern_linalg_print_yield(tern_printer_t *printer, const tern_op_t *op) {
  if (op->operand_count > 0) {
    tern_printer_char(printer, ' ');
    tern_printer_operands(printer, op, 0, op->operand_count);
  }
  tern_printer_attr_dict(printer, op, NULL, 0);
  if (op->operand_count > 0) {
    tern_printer_text(printer, " : ");
    tern_printer_operand_types(printer, op, 0, op->operand_count);
  }
}
