// Runs a compiled assembly format over the text after an op's name.

#include "asm/format/private.h"

static bool parse_list(tern_format_state_t *state, tern_element_list_t list, const tern_element_t *skip, bool in_group);

// --- literals ---

static bool is_word(tern_str_t text) {
  char c = text.data[0];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Literals are views into the row; the parser's calls want C strings.
enum { LITERAL_SIZE = 64 };
static const char *literal_text(const tern_element_t *element, char *buffer) {
  size_t size = element->text.size < LITERAL_SIZE - 1 ? element->text.size : LITERAL_SIZE - 1;
  memcpy(buffer, element->text.data, size);
  buffer[size] = '\0';
  return buffer;
}

static bool parse_literal(tern_format_state_t *state, const tern_element_t *element) {
  char text[LITERAL_SIZE];
  literal_text(element, text);
  return is_word(element->text) ? tern_parse_keyword(state->parser, text) : tern_parse_token(state->parser, text);
}

static bool parse_optional_literal(tern_format_state_t *state, const tern_element_t *element) {
  char text[LITERAL_SIZE];
  literal_text(element, text);
  return is_word(element->text) ? tern_parse_optional_keyword(state->parser, text)
                                : tern_parse_optional_token(state->parser, text);
}

// --- operands ---

// `(a, b), (c)`: the groups of a variadic of variadics.
static bool parse_nested_operands(tern_format_state_t *state, size_t group) {
  enum { MAX_GROUPS = 1 << 20 };
  size_t capacity = 0, count = 0;
  int32_t *sizes = NULL;
  do {
    if (!tern_parse_optional_token(state->parser, "(")) break;
    size_t before = state->operands[group].count;
    if (!tern_parse_operand_list(state->parser, NULL, &state->operands[group])) return false;
    if (!tern_parse_token(state->parser, ")")) return false;
    if (count == capacity) {
      capacity = capacity ? capacity * 2 : 8;
      int32_t *grown = tern_parser_alloc(state->parser, capacity * sizeof(int32_t));
      if (count) memcpy(grown, sizes, count * sizeof(int32_t));
      sizes = grown;
    }
    sizes[count++] = (int32_t)(state->operands[group].count - before);
  } while (count < MAX_GROUPS && tern_parse_optional_token(state->parser, ","));
  state->nested_sizes[group] = sizes;
  state->nested_counts[group] = count;
  return true;
}

static bool parse_operand(tern_format_state_t *state, const tern_element_t *element) {
  size_t group = element->index;
  tern_operand_list_t *list = &state->operands[group];
  tern_unresolved_operand_t operand;
  state->operand_positions[group] = tern_parser_pos(state->parser);
  switch (state->format->def->operands[group].arity) {
    case TERN_ARITY_ONE:
      if (!tern_parse_operand(state->parser, &operand)) return false;
      tern_operand_list_push(state->parser, list, operand);
      return true;
    case TERN_ARITY_OPTIONAL: {
      bool is_present = false;
      if (!tern_parse_optional_operand(state->parser, &operand, &is_present)) return false;
      if (is_present) tern_operand_list_push(state->parser, list, operand);
      return true;
    }
    case TERN_ARITY_VARIADIC: return tern_parse_operand_list(state->parser, NULL, list);
    case TERN_ARITY_NESTED: return parse_nested_operands(state, group);
  }
  return true;
}

// --- types ---

static bool parse_type_sequence(tern_parser_t *parser, tern_type_list_t *list) {
  const tern_type_t *type = NULL;
  if (!tern_parse_optional_type(parser, &type)) return false;
  while (type) {
    tern_type_list_push(parser, list, type);
    if (!tern_parse_optional_token(parser, ",")) return true;
    type = tern_parse_type(parser);
    if (!type) return false;
  }
  return true;
}

static bool parse_nested_types(tern_parser_t *parser, tern_type_list_t *list) {
  do {
    if (!tern_parse_optional_token(parser, "(")) return true;
    if (!parse_type_sequence(parser, list) || !tern_parse_token(parser, ")")) return false;
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

// A type of a known dialect kind may be written as its parameters alone.
static const tern_type_t *parse_one_type(tern_format_state_t *state, const tern_value_def_t *value, bool is_qualified) {
  const char *name = value->constraint->name;
  const tern_type_row_t *row = value->constraint->is_stripped ? value->constraint->type_row : NULL;
  if (!is_qualified && *tern_parser_pos(state->parser).pointer == '<') {
    bool is_dialect = !row && strchr(name, '.') && !strpbrk(name, "<|");
    if (is_dialect) row = tern_context_find_type(tern_parser_context(state->parser), tern_str_from_cstr(name));
    if (row && row->parse) return row->parse(state->parser, row);
  }
  tern_source_pos_t pos = tern_parser_pos(state->parser);
  const tern_type_t *type = tern_parse_type(state->parser);
  const char *class_name;
  if (!type || tern_type_constraint_admits_class(value->constraint, type, &class_name)) return type;
  const char *op_name = state->format->def->name->data, *message = "invalid kind of type specified";
  if (class_name) {
    tern_parser_error_at(state->parser, pos, "custom op '%s' %s: expected %s, but found '%s'", op_name, message,
                         class_name, tern_type_text(type));
  } else {
    tern_parser_error_at(state->parser, pos, "custom op '%s' %s", op_name, message);
  }
  return NULL;
}

// The list that the types of a type directive's child go to.
static tern_type_list_t *type_list_of(tern_format_state_t *state, const tern_element_t *child) {
  if (child->kind == TERN_ELEMENT_OPERANDS) return &state->all_operand_types;
  if (child->kind == TERN_ELEMENT_RESULTS) return &state->all_result_types;
  size_t offset = child->kind == TERN_ELEMENT_RESULT ? state->format->def->operand_count : 0;
  return &state->types[offset + child->index];
}

static bool parse_type(tern_format_state_t *state, const tern_element_t *element) {
  const tern_element_t *child = element->children.values[0];
  tern_type_list_t *list = type_list_of(state, child);
  if (child->kind == TERN_ELEMENT_OPERANDS || child->kind == TERN_ELEMENT_RESULTS) {
    return parse_type_sequence(state->parser, list);
  }
  const tern_op_def_t *def = state->format->def;
  const tern_value_def_t *value =
      child->kind == TERN_ELEMENT_RESULT ? &def->results[child->index] : &def->operands[child->index];
  const tern_type_t *type = NULL;
  switch (value->arity) {
    case TERN_ARITY_ONE:
      type = parse_one_type(state, value, element->is_qualified || child->is_qualified);
      if (!type) return false;
      break;
    case TERN_ARITY_OPTIONAL:
      if (!tern_parse_optional_type(state->parser, &type)) return false;
      break;
    case TERN_ARITY_VARIADIC: return parse_type_sequence(state->parser, list);
    case TERN_ARITY_NESTED: return parse_nested_types(state->parser, list);
  }
  if (type) tern_type_list_push(state->parser, list, type);
  return true;
}

static bool parse_functional_type(tern_format_state_t *state, const tern_element_t *element) {
  tern_source_pos_t pos = tern_parser_pos(state->parser);
  const tern_type_t *type = tern_parse_type(state->parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_FUNCTION) {
    return tern_parser_error_at(state->parser, pos, "expected a function type, but got '%s'", tern_type_text(type));
  }
  tern_types_t parts[2] = {tern_function_type_inputs(type), tern_function_type_results(type)};
  for (size_t i = 0; i < 2; ++i) {
    tern_type_list_t *list = type_list_of(state, element->children.values[i]);
    for (size_t k = 0; k < parts[i].count; ++k) tern_type_list_push(state->parser, list, parts[i].values[k]);
  }
  return true;
}

// --- attributes ---

static const char *attr_name(const tern_format_state_t *state, size_t slot) {
  return state->format->def->attrs[slot].name->data;
}

static bool parse_attr(tern_format_state_t *state, const tern_element_t *element, bool is_optional) {
  const tern_attr_t *attr = NULL;
  const tern_attr_def_t *def = &state->format->def->attrs[element->index];
  tern_source_pos_t pos = tern_parser_pos(state->parser);
  if (!tern_format_parse_attr(state->parser, def, element->is_qualified, is_optional, &attr)) return false;
  if (attr && !tern_format_attr_has_kind(def, attr)) {
    return tern_parser_error_at(state->parser, pos, "custom op '%s' invalid kind of attribute specified",
                                state->format->def->name->data);
  }
  if (attr) tern_op_add_attr(state->parser, state->op, def->name->data, attr);
  return true;
}

// Attributes of a dictionary are told at once if they are not what the op takes, whatever follows.
static bool parse_attr_dict(tern_format_state_t *state, const tern_element_t *element) {
  tern_parser_t *parser = state->parser;
  const tern_op_def_t *def = state->format->def;
  tern_source_pos_t pos = tern_parser_pos(parser);
  bool has_dictionary = tern_parser_at_token(parser, "{") || element->with_keyword;
  if (element->with_keyword ? !tern_op_parse_optional_attr_dict_with_keyword(parser, state->op)
                            : !tern_op_parse_optional_attr_dict(parser, state->op))
    return false;
  for (size_t i = 0; has_dictionary && i < def->attr_count; ++i) {
    const tern_attr_def_t *attr_def = &def->attrs[i];
    const tern_attr_t *attr = tern_op_parsed_attr(parser, state->op, attr_def->name->data);
    if (!attr || attr_def->constraint->is_satisfied(attr, attr_def->constraint)) continue;
    return tern_parser_error_at(parser, pos, "custom op '%s' '%s' op attribute '%s' failed to satisfy constraint: %s",
                                def->name->data, def->name->data, attr_def->name->data,
                                attr_def->constraint->description);
  }
  return true;
}

static bool may_be_absent(const tern_format_state_t *state, const tern_element_t *element) {
  const tern_attr_def_t *def = &state->format->def->attrs[element->index];
  return def->is_optional || def->has_default || strcmp(def->constraint->name, "UnitAttr") == 0;
}

static void add_unit(tern_format_state_t *state, const tern_element_t *element) {
  tern_op_add_attr(state->parser, state->op, attr_name(state, element->index),
                   tern_unit_attr_get(tern_parser_context(state->parser)));
}

bool tern_op_parse_prop_dict(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_optional_token(parser, "<")) return true;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *dictionary = tern_parse_attr(parser, NULL);
  if (!dictionary) return false;
  if (dictionary->kind != TERN_ATTR_DICTIONARY) {
    return tern_parser_error_at(parser, pos, "expected a dictionary of properties");
  }
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    const tern_ident_t *name = tern_dictionary_attr_name(dictionary, i);
    int slot = tern_op_def_slot(op->def, tern_ident_str(name));
    if (slot < 0) {
      return tern_parser_error_at(parser, op->pos, "unknown key '\"%s\"' when parsing properties dictionary",
                                  name->data);
    }
    tern_op_add_attr(parser, op, name->data,
                     tern_format_property_from_attr(&op->def->attrs[slot], tern_dictionary_attr_at(dictionary, i)));
  }
  return tern_parse_token(parser, ">");
}

// --- regions ---

// After a region was added: its terminator, or its one block, may have been left to the row.
static void complete_region(tern_format_state_t *state) {
  const tern_op_row_t *row = state->format->def->row;
  size_t index = tern_op_parsed_region_count(state->parser, state->op) - 1;
  if (row->implicit_terminator) {
    tern_op_ensure_terminator(state->parser, state->op, index);
  } else if (tern_op_def_has_trait(state->format->def, TERN_TRAIT_SINGLE_BLOCK)) {
    tern_region_t *region = tern_op_parsed_region(state->parser, state->op, index);
    if (tern_region_is_empty(region)) {
      tern_block_insert(tern_block_create(tern_parser_context(state->parser)), region, NULL);
    }
  }
}

static bool parse_one_region(tern_format_state_t *state) {
  if (!tern_op_parse_region(state->parser, state->op, NULL)) return false;
  complete_region(state);
  return true;
}

static bool parse_region_list(tern_format_state_t *state) {
  if (!tern_parser_at_token(state->parser, "{")) return true;
  do {
    if (!parse_one_region(state)) return false;
  } while (tern_parse_optional_token(state->parser, ","));
  return true;
}

static bool is_variadic_region(const tern_format_state_t *state, const tern_element_t *element) {
  return state->format->def->regions[element->index].is_variadic;
}

// --- successors ---

static bool parse_one_successor(tern_format_state_t *state) {
  tern_block_t *block;
  return tern_op_parse_successor(state->parser, state->op, &block);
}

static bool parse_successor_list(tern_format_state_t *state) {
  if (*tern_parser_pos(state->parser).pointer != '^') return true;
  do {
    if (!parse_one_successor(state)) return false;
  } while (tern_parse_optional_token(state->parser, ","));
  return true;
}

// --- custom directives ---

static void prepare_arg(tern_format_state_t *state, const tern_element_t *element, tern_format_arg_t *arg) {
  const tern_op_def_t *def = state->format->def;
  memset(arg, 0, sizeof *arg);
  arg->is_ref = element->is_ref;
  arg->name = element->text;
  switch (element->kind) {
    case TERN_ELEMENT_OPERAND:
      arg->kind = TERN_FORMAT_OPERANDS;
      if (arg->is_ref) arg->operands = state->operands[element->index];
      break;
    case TERN_ELEMENT_OPERANDS:
      arg->kind = TERN_FORMAT_OPERANDS;
      if (arg->is_ref) arg->operands = state->all_operands;
      break;
    case TERN_ELEMENT_TYPE: {
      const tern_element_t *child = element->children.values[0];
      arg->kind = TERN_FORMAT_TYPES;
      arg->name = child->text;
      arg->is_result_types = child->kind == TERN_ELEMENT_RESULT || child->kind == TERN_ELEMENT_RESULTS;
      if (arg->is_ref) arg->types = *type_list_of(state, child);
      break;
    }
    case TERN_ELEMENT_REGION:
    case TERN_ELEMENT_REGIONS: arg->kind = TERN_FORMAT_REGION; break;
    case TERN_ELEMENT_SUCCESSOR:
    case TERN_ELEMENT_SUCCESSORS: arg->kind = TERN_FORMAT_SUCCESSOR; break;
    case TERN_ELEMENT_ATTR:
      arg->kind = TERN_FORMAT_ATTR;
      if (arg->is_ref) arg->attr = tern_op_parsed_attr(state->parser, state->op, def->attrs[element->index].name->data);
      break;
    case TERN_ELEMENT_ATTR_DICT: arg->kind = TERN_FORMAT_ATTR; break;
    default: arg->kind = TERN_FORMAT_LITERAL; break;
  }
}

static void keep_arg(tern_format_state_t *state, const tern_element_t *element, const tern_format_arg_t *arg) {
  if (arg->is_ref) return;
  switch (element->kind) {
    case TERN_ELEMENT_OPERAND: state->operands[element->index] = arg->operands; break;
    case TERN_ELEMENT_OPERANDS: state->all_operands = arg->operands; break;
    case TERN_ELEMENT_TYPE: *type_list_of(state, element->children.values[0]) = arg->types; break;
    case TERN_ELEMENT_ATTR:
      if (arg->attr) tern_op_add_attr(state->parser, state->op, attr_name(state, element->index), arg->attr);
      break;
    default: break;
  }
}

static bool parse_custom(tern_format_state_t *state, const tern_element_t *element) {
  size_t count = element->children.count;
  tern_format_arg_t fixed[12];
  tern_format_arg_t *args = fixed;
  if (count > sizeof fixed / sizeof fixed[0]) args = tern_parser_alloc(state->parser, count * sizeof *args);
  for (size_t i = 0; i < count; ++i) {
    prepare_arg(state, element->children.values[i], &args[i]);
    if (args[i].kind == TERN_FORMAT_OPERANDS && element->children.values[i]->kind == TERN_ELEMENT_OPERAND) {
      state->operand_positions[element->children.values[i]->index] = tern_parser_pos(state->parser);
    }
  }
  if (!element->custom.parse(state->parser, state->op, args, count)) return false;
  for (size_t i = 0; i < count; ++i) keep_arg(state, element->children.values[i], &args[i]);
  return true;
}

// --- groups ---

// Parses the element that an optional group starts with, if it is there.
static bool parse_guard(tern_format_state_t *state, const tern_element_t *guard, bool *out_present) {
  tern_source_pos_t before = tern_parser_pos(state->parser);
  switch (guard->kind) {
    case TERN_ELEMENT_LITERAL: *out_present = parse_optional_literal(state, guard); return true;
    case TERN_ELEMENT_ATTR:
      if (!parse_attr(state, guard, true)) return false;
      break;
    case TERN_ELEMENT_OPERAND:
      if (!parse_operand(state, guard)) return false;
      break;
    case TERN_ELEMENT_REGION:
      if (is_variadic_region(state, guard)) {
        if (!parse_region_list(state)) return false;
      } else if (!tern_parser_at_token(state->parser, "{")) {
        tern_op_add_empty_region(state->parser, state->op);
      } else if (!parse_one_region(state)) {
        return false;
      }
      break;
    case TERN_ELEMENT_CUSTOM:
      if (!parse_custom(state, guard)) return false;
      break;
    default: break;
  }
  *out_present = tern_parser_pos(state->parser).pointer != before.pointer;
  return true;
}

// The regions that only stand in the part of a group that was not taken are there all the same, empty.
static void add_absent_regions(tern_format_state_t *state, tern_element_list_t list, const tern_element_t *skip) {
  for (size_t i = 0; i < list.count; ++i) {
    const tern_element_t *element = list.values[i];
    if (element != skip && element->kind == TERN_ELEMENT_REGION && !is_variadic_region(state, element)) {
      tern_op_add_empty_region(state->parser, state->op);
    }
  }
}

static bool parse_optional(tern_format_state_t *state, const tern_element_t *group) {
  const tern_element_t *guard = NULL;
  for (size_t i = 0; i < group->children.count && !guard; ++i) {
    const tern_element_t *element = group->children.values[i];
    if (element->kind != TERN_ELEMENT_SPACE && element->kind != TERN_ELEMENT_NEWLINE) guard = element;
  }
  bool is_present = false;
  if (!parse_guard(state, guard, &is_present)) return false;
  if (is_present) {
    if (!parse_list(state, group->children, guard, true)) return false;
    add_absent_regions(state, group->others, NULL);
    return true;
  }
  add_absent_regions(state, group->children, guard);
  return parse_list(state, group->others, NULL, true);
}

static bool parse_oilist(tern_format_state_t *state, const tern_element_t *oilist) {
  uint64_t seen = 0;
  for (;;) {
    size_t i = 0;
    tern_source_pos_t pos = tern_parser_pos(state->parser);
    while (i < oilist->children.count && !parse_optional_literal(state, oilist->children.values[i])) ++i;
    if (i == oilist->children.count) return true;
    const tern_element_t *clause = oilist->children.values[i];
    if (i < 64 && seen >> i & 1) {
      return tern_parser_error_at(state->parser, pos,
                                  "`%.*s` clause can appear at most once in the expansion of the oilist directive",
                                  (int)clause->text.size, clause->text.data);
    }
    if (i < 64) seen |= UINT64_C(1) << i;
    if (!parse_list(state, clause->children, NULL, true)) return false;
  }
}

static bool parse_element(tern_format_state_t *state, const tern_element_t *element, bool in_group) {
  switch (element->kind) {
    case TERN_ELEMENT_LITERAL: return parse_literal(state, element);
    case TERN_ELEMENT_ATTR:
      if (element->is_elided) {
        add_unit(state, element);
        return true;
      }
      return parse_attr(state, element, !in_group && may_be_absent(state, element));
    case TERN_ELEMENT_OPERAND: return parse_operand(state, element);
    case TERN_ELEMENT_REGION:
      return is_variadic_region(state, element) ? parse_region_list(state) : parse_one_region(state);
    case TERN_ELEMENT_REGIONS: return parse_region_list(state);
    case TERN_ELEMENT_SUCCESSOR:
      return state->format->def->successors[element->index].is_variadic ? parse_successor_list(state)
                                                                        : parse_one_successor(state);
    case TERN_ELEMENT_SUCCESSORS: return parse_successor_list(state);
    case TERN_ELEMENT_ATTR_DICT: return parse_attr_dict(state, element);
    case TERN_ELEMENT_PROP_DICT: return tern_op_parse_prop_dict(state->parser, state->op);
    case TERN_ELEMENT_OPERANDS: return tern_parse_operand_list(state->parser, NULL, &state->all_operands);
    case TERN_ELEMENT_TYPE: return parse_type(state, element);
    case TERN_ELEMENT_FUNCTIONAL_TYPE: return parse_functional_type(state, element);
    case TERN_ELEMENT_CUSTOM: return parse_custom(state, element);
    case TERN_ELEMENT_OPTIONAL: return parse_optional(state, element);
    case TERN_ELEMENT_OILIST: return parse_oilist(state, element);
    default: return true;
  }
}

static bool parse_list(tern_format_state_t *state, tern_element_list_t list, const tern_element_t *skip,
                       bool in_group) {
  for (size_t i = 0; i < list.count; ++i) {
    if (list.values[i] != skip && !parse_element(state, list.values[i], in_group)) return false;
  }
  return true;
}

// --- the whole ---

bool tern_format_parse(tern_parser_t *parser, tern_parsed_op_t *op, const tern_format_t *format) {
  enum { FIXED = 8 };
  const tern_op_def_t *def = format->def;
  size_t operand_count = def->operand_count, value_count = operand_count + def->result_count;
  tern_operand_list_t operands[FIXED];
  tern_source_pos_t positions[FIXED];
  tern_type_list_t types[FIXED];
  int32_t *nested_sizes[FIXED];
  size_t nested_counts[FIXED];
  tern_format_state_t state = {.parser = parser,
                               .op = op,
                               .format = format,
                               .operands = operands,
                               .operand_positions = positions,
                               .types = types,
                               .nested_sizes = nested_sizes,
                               .nested_counts = nested_counts,
                               .start = op->pos};
  if (value_count > FIXED) {
    state.operands = tern_parser_alloc(parser, operand_count * sizeof *operands);
    state.operand_positions = tern_parser_alloc(parser, operand_count * sizeof *positions);
    state.types = tern_parser_alloc(parser, value_count * sizeof *types);
    state.nested_sizes = tern_parser_alloc(parser, operand_count * sizeof *nested_sizes);
    state.nested_counts = tern_parser_alloc(parser, operand_count * sizeof *nested_counts);
  }
  memset(state.types, 0, value_count * sizeof *types);
  for (size_t i = 0; i < operand_count; ++i) {
    state.operands[i] = (tern_operand_list_t){0};
    state.operand_positions[i] = op->pos;
    state.nested_sizes[i] = NULL;
    state.nested_counts[i] = 0;
  }
  return parse_list(&state, format->elements, NULL, false) && tern_format_resolve(&state);
}
