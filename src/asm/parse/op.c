// One op: results' names, the generic or the pretty form, location.
//
// A pretty form's name is looked up as it stands, then with the default dialect of the region around it, then among the
// legacy spellings (asm/legacy.h).

#include "asm/format/private.h"
#include "asm/legacy.h"
#include "asm/parser_private.h"

// One `%name:count` on the left of the `=`.
typedef struct result_name {
  tern_str_t name;
  uint64_t count;
} result_name_t;

typedef struct result_names {
  result_name_t *values;
  size_t count, capacity;
  uint64_t total;
} result_names_t;

// --- results ---

static bool parse_result_names(tern_parser_t *parser, result_names_t *names) {
  do {
    result_name_t name = {parser->token.text, 1};
    if (!tern_parser_expect(parser, TERN_TOKEN_PERCENT, "valid ssa identifier")) return false;
    if (tern_parser_accept(parser, TERN_TOKEN_COLON)) {
      if (!tern_parser_is(parser, TERN_TOKEN_INTEGER)) {
        return tern_parser_wrong_token(parser, "expected integer number of results");
      }
      if (!tern_token_to_uint64(parser->token, &name.count) || name.count < 1 || name.count > UINT32_MAX) {
        return tern_parser_error(parser, "expected named operation to have at least 1 result");
      }
      tern_parser_advance(parser);
    }
    void *values = names->values;
    tern_parser_grow_list(parser, &values, names->count, &names->capacity, sizeof(name));
    names->values = values;
    names->values[names->count++] = name;
    names->total += name.count;
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parser_expect(parser, TERN_TOKEN_EQUAL, "'=' after SSA name");
}

static bool bind_results(tern_parser_t *parser, const result_names_t *names, tern_op_t *op, tern_source_pos_t pos) {
  if (!names->count) return true;
  if (op->result_count == 0) {
    return tern_parser_error_at(parser, pos, "cannot name an operation with no results");
  }
  if (names->total != op->result_count) {
    return tern_parser_error_at(parser, tern_source_pos_of(names->values[0].name.data),
                                "operation defines %u results but was provided %llu to bind", op->result_count,
                                (unsigned long long)names->total);
  }
  size_t result = 0;
  for (size_t i = 0; i < names->count; ++i) {
    for (uint32_t number = 0; number < names->values[i].count; ++number) {
      tern_str_t name = names->values[i].name;
      if (!tern_parser_define(parser, name, number, name.data, tern_op_result(op, result++))) return false;
    }
  }
  return true;
}

// An old op that is none today: its name is that of a value. The op before it answers for it, or the one around it.
static tern_op_t *bind_stand_in(tern_parser_t *parser, const result_names_t *names, const tern_parsed_op_t *op) {
  tern_op_t *last = op->block->last_op ? op->block->last_op : tern_block_parent_op(op->block);
  if (names->count == 0) return last;
  if (names->total == 1) {
    tern_str_t name = names->values[0].name;
    return tern_parser_define(parser, name, 0, name.data, op->stand_in) ? last : NULL;
  }
  tern_parser_error_at(parser, op->pos, "operation defines 1 results but was provided %llu to bind",
                       (unsigned long long)names->total);
  return NULL;
}

// --- names ---

static bool report_unregistered(tern_parser_t *parser, tern_source_pos_t pos, tern_str_t name, tern_str_t dialect) {
  tern_parser_error_at(parser, pos,
                       "operation being parsed with an unregistered dialect, '%.*s'; if that is intended, use "
                       "--allow-unregistered-dialect",
                       (int)name.size, name.data);
  return tern_parser_note_dialect_failure(parser, pos, dialect);
}

static const tern_op_def_t *report_gone(tern_parser_t *parser, tern_source_pos_t pos, const tern_legacy_row_t *row) {
  tern_parser_error_at(parser, pos, "'%s' is an op of former years that does not exist today", row->old_name);
  tern_parser_note_at(parser, pos, "%s", row->gone);
  return NULL;
}

// The definition of a generic form's name; old names become today's, whose row goes to `out_legacy`.
static const tern_op_def_t *find_generic_def(tern_parser_t *parser, tern_str_t name, tern_source_pos_t pos,
                                             const tern_legacy_row_t **out_legacy) {
  tern_context_t *context = parser->context;
  bool is_known = tern_context_find_op(context, name) != NULL;
  const tern_legacy_row_t *legacy = tern_legacy_find(context, name);
  tern_str_t renamed;
  if (!is_known && !legacy && tern_legacy_rename(context, name, &renamed)) {
    return find_generic_def(parser, renamed, pos, out_legacy);
  }
  if (legacy && legacy->gone && !is_known) return report_gone(parser, pos, legacy);
  if (legacy && (!is_known || legacy->overrides) && (legacy->new_name || legacy->upgrade)) {
    *out_legacy = legacy;
    // Without a name the upgrade chooses the op.
    if (!legacy->new_name) return tern_op_def_get(context, name);
    name = tern_str_from_cstr(legacy->new_name);
    is_known = tern_context_find_op(context, name) != NULL;
  }
  if (!is_known && !tern_context_allows_unregistered(context)) {
    size_t dot = tern_str_find_char(name, '.');
    tern_str_t dialect = tern_str_make(name.data, dot);
    if (!tern_context_find_dialect(context, dialect)) {
      report_unregistered(parser, pos, name, dialect);
      return NULL;
    }
  }
  return tern_op_def_get(context, name);
}

// `dialect.name` in memory of the context.
static tern_str_t qualify(tern_parser_t *parser, const char *dialect, tern_str_t name) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, dialect);
  tern_string_builder_append_char(&text, '.');
  tern_string_builder_append(&text, name);
  const tern_ident_t *ident = tern_ident_get(parser->context, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  return tern_ident_str(ident);
}

static void note_dialects(tern_parser_t *parser, tern_source_pos_t pos) {
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < tern_context_dialect_count(parser->context); ++i) {
    const char *name = tern_context_dialect_name_at(parser->context, i);
    tern_string_builder_append_format(&text, "%s%s", i ? ", " : "", name[0] ? name : "builtin");
  }
  tern_parser_note_at(parser, pos, "Available dialects: %s", text.data ? text.data : "");
  tern_string_builder_deinitialize(&text);
}

// The definition of a pretty form's name, or NULL with `*out_legacy` set, or NULL after an error.
static const tern_op_def_t *find_pretty_def(tern_parser_t *parser, tern_str_t name, tern_source_pos_t pos,
                                            const tern_legacy_row_t **out_legacy) {
  tern_context_t *context = parser->context;
  const tern_legacy_row_t *legacy = tern_legacy_find(context, name);
  tern_str_t full_name = name;
  if (!legacy || !legacy->overrides) {
    if (tern_context_find_op(context, full_name)) return tern_op_def_get(context, full_name);
    if (tern_str_find_char(name, '.') == name.size) {
      full_name = qualify(parser, parser->default_dialect, name);
      if (tern_context_find_op(context, full_name)) return tern_op_def_get(context, full_name);
      tern_str_t builtin_name = qualify(parser, "builtin", name);
      if (tern_context_find_op(context, builtin_name)) return tern_op_def_get(context, builtin_name);
    }
  }
  if (legacy && legacy->gone) return report_gone(parser, pos, legacy);
  *out_legacy = legacy;
  tern_str_t renamed;
  if (!legacy && tern_legacy_rename(context, name, &renamed)) return find_pretty_def(parser, renamed, pos, out_legacy);
  if (legacy) return legacy->new_name ? tern_op_def_get(context, tern_str_from_cstr(legacy->new_name)) : NULL;
  size_t dot = tern_str_find_char(name, '.');
  tern_str_t dialect = tern_str_make(name.data, dot);
  if (dot < name.size && !tern_context_find_dialect(context, dialect)) {
    tern_parser_error_at(parser, pos, "Dialect `%.*s' not found for custom op '%.*s'", (int)dot, name.data,
                         (int)name.size, name.data);
    if (tern_context_dialect_failure(context, dialect)) {
      tern_parser_note_dialect_failure(parser, pos, dialect);
    } else {
      note_dialects(parser, pos);
    }
  } else if (full_name.data == name.data || !parser->default_dialect[0]) {
    tern_parser_error_at(parser, pos, "custom op '%.*s' is unknown", (int)name.size, name.data);
  } else {
    tern_parser_error_at(parser, pos, "custom op '%.*s' is unknown (tried '%.*s' as well)", (int)name.size, name.data,
                         (int)full_name.size, full_name.data);
  }
  return NULL;
}

// --- names met before ---

static tern_known_name_t *known_name_place(tern_parser_t *parser, tern_str_t text) {
  size_t last = (unsigned char)text.data[text.size - 1], middle = (unsigned char)text.data[text.size / 2];
  size_t before_last = (unsigned char)text.data[text.size > 1 ? text.size - 2 : 0];
  size_t hash = text.size + last * 7 + middle * 31 + before_last * 13;
  return &parser->known_names[hash % TERN_PARSER_KNOWN_NAME_COUNT];
}

// The definition that `text` had the last time, or NULL. Legacy spellings are not among them.
static const tern_op_def_t *find_known_name(tern_parser_t *parser, tern_str_t text) {
  const tern_known_name_t *known = known_name_place(parser, text);
  bool is_same = known->default_dialect == parser->default_dialect && tern_str_equal(known->text, text);
  return is_same ? known->def : NULL;
}

static void remember_name(tern_parser_t *parser, tern_str_t text, const tern_op_def_t *def) {
  *known_name_place(parser, text) = (tern_known_name_t){text, parser->default_dialect, def};
}

// --- the pretty form ---

// Today's syntax of `op->def`, behind the name.
static bool parse_current_syntax(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  const char *name = op->def->name->data;
  if (row && row->parse) return row->parse(parser, op);
  if (!row || !row->format) {
    return tern_parser_error_at(parser, op->pos, "op '%s' has no pretty form; write it as \"%s\"(...)", name, name);
  }
  const char *message = NULL;
  const tern_format_t *format = op->def->format ? op->def->format : tern_format_get(parser->context, op->def, &message);
  if (!format) {
    return tern_parser_error_at(parser, op->pos, "the assembly format of '%s' is wrong: %s", name,
                                message ? message : "it does not compile");
  }
  return tern_format_parse(parser, op, format);
}

bool tern_legacy_parse_current(tern_parser_t *parser, tern_parsed_op_t *op) { return parse_current_syntax(parser, op); }

bool tern_legacy_choose_op(tern_parser_t *parser, tern_parsed_op_t *op, const char *name) {
  tern_str_t text = tern_str_from_cstr(name);
  bool is_known = tern_context_find_op(parser->context, text) || tern_context_allows_unregistered(parser->context);
  const tern_op_def_t *def = is_known ? tern_op_def_get(parser->context, text) : NULL;
  if (!def) return tern_parser_error_at(parser, op->pos, "the op is '%s' today, whose dialect is not registered", name);
  op->def = def;
  return true;
}

static bool parse_pretty_form(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name = parser->token.text;
  const tern_legacy_row_t *legacy = NULL;
  op->def = find_known_name(parser, name);
  if (!op->def) {
    op->def = find_pretty_def(parser, name, op->pos, &legacy);
    if (!op->def && (!legacy || !legacy->parse)) return false;
    if (!legacy) remember_name(parser, name, op->def);
  }
  tern_parser_advance(parser);
  size_t mark = tern_parser_failure_mark(parser);
  bool is_ok = legacy && legacy->parse ? legacy->parse(parser, op) : parse_current_syntax(parser, op);
  if (is_ok && op->def) return true;
  if (tern_parser_failure_mark(parser) == mark) {
    tern_parser_error_at(parser, op->pos, "'%.*s' op could not be parsed", (int)name.size, name.data);
  }
  return false;
}

// --- the generic form ---

static bool parse_successors(tern_parser_t *parser, tern_parsed_op_t *op) {
  bool may_end_block = !op->def->row || tern_op_def_has_trait(op->def, TERN_TRAIT_TERMINATOR);
  if (tern_parser_is(parser, TERN_TOKEN_LEFT_SQUARE) && !may_end_block) {
    return tern_parser_error(parser, "successors in non-terminator");
  }
  if (!tern_parser_accept(parser, TERN_TOKEN_LEFT_SQUARE)) return true;
  do {
    if (!tern_op_parse_successor(parser, op, NULL)) return false;
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parse_token(parser, "]");
}

static bool report_properties(tern_parser_t *parser, const tern_parsed_op_t *op, const tern_attr_t *properties,
                              const char *reason, const char *name, const tern_attr_t *attr) {
  const char *colon = name ? " in property conversion: " : "";
  return tern_parser_error_at(parser, op->pos, "invalid properties %s for op %s: %s%s%s%s%s",
                              tern_attr_text(properties), op->def->name->data, reason, name ? name : "",
                              name ? "`" : "", colon, attr ? tern_attr_text(attr) : "");
}

// Properties of ops without a row are taken as they are; else names that the row does not have are dropped.
static bool take_properties(tern_parser_t *parser, tern_parsed_op_t *op, const tern_attr_t *properties,
                            bool keeps_unknown) {
  for (size_t i = 0; i < tern_dictionary_attr_count(properties); ++i) {
    const tern_ident_t *name = tern_dictionary_attr_name(properties, i);
    const tern_attr_t *attr = tern_dictionary_attr_at(properties, i);
    int slot = op->def->row ? tern_op_def_slot(op->def, tern_ident_str(name)) : -1;
    if (slot >= 0) attr = tern_format_property_from_attr(&op->def->attrs[slot], attr);
    if (slot < 0 && op->def->row && !keeps_unknown) continue;
    if (slot >= 0 && !keeps_unknown && !tern_format_attr_has_kind(&op->def->attrs[slot], attr)) {
      return report_properties(parser, op, properties, "Invalid attribute `", name->data, attr);
    }
    tern_vec_push(&tern_op_builder_of(op)->attrs, (tern_named_attr_t){name->data, attr});
  }
  return true;
}

// `<{name = value, ...}>`
static bool parse_properties(tern_parser_t *parser, tern_parsed_op_t *op, bool is_legacy) {
  if (!tern_parser_accept(parser, TERN_TOKEN_LESS)) return true;
  const tern_attr_t *properties = tern_parse_attr(parser, NULL);
  if (!properties) return false;
  if (properties->kind != TERN_ATTR_DICTIONARY) {
    return report_properties(parser, op, properties, "expected DictionaryAttr to set properties", NULL, NULL);
  }
  return take_properties(parser, op, properties, is_legacy) &&
         tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' to close properties");
}

static bool parse_regions(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parser_accept(parser, TERN_TOKEN_LEFT_PAREN)) return true;
  do {
    if (!tern_op_parse_region(parser, op, NULL)) return false;
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' to end region list");
}

static bool parse_generic_type(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands) {
  if (!tern_parser_expect(parser, TERN_TOKEN_COLON, "':' followed by operation type")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_type_list_t inputs = {0}, results = {0};
  if (tern_parser_is(parser, TERN_TOKEN_LEFT_PAREN)) {
    if (!tern_parser_function_types(parser, &inputs, &results)) return false;
  } else {
    const tern_type_t *type = tern_parse_type(parser);
    if (!type) return false;
    if (type->kind != TERN_TYPE_FUNCTION) return tern_parser_error_at(parser, pos, "expected function type");
    tern_types_t types = tern_function_type_inputs(type);
    for (size_t i = 0; i < types.count; ++i) tern_type_list_push(parser, &inputs, types.values[i]);
    types = tern_function_type_results(type);
    for (size_t i = 0; i < types.count; ++i) tern_type_list_push(parser, &results, types.values[i]);
  }
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  if (inputs.count != operands->count) {
    return tern_parser_error_at(parser, pos, "expected %zu operand type%s but had %zu", operands->count,
                                operands->count == 1 ? "" : "s", inputs.count);
  }
  return tern_op_resolve_operands_each(parser, op, operands, &inputs);
}

// What follows the operands.
static bool parse_generic_rest(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands,
                               bool is_legacy) {
  return parse_successors(parser, op) && parse_properties(parser, op, is_legacy) && parse_regions(parser, op) &&
         tern_op_parse_optional_attr_dict(parser, op) && parse_generic_type(parser, op, operands);
}

bool tern_op_parse_generic_rest(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands) {
  return parse_generic_rest(parser, op, operands, false);
}

// Sizes of groups that are left out are 0: what an op without operands may do.
static void add_empty_segments(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands) {
  static const int32_t zeros[16];
  size_t count = op->def->operand_count;
  if (op->def->operand_segments_slot < 0 || operands->count > 0 || count > sizeof zeros / sizeof zeros[0]) return;
  if (tern_op_parsed_attr(parser, op, "operandSegmentSizes")) return;
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), zeros, count));
}

static bool parse_generic_form(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_legacy_row_t *legacy = NULL;
  tern_str_t quoted_name = parser->token.text;
  op->def = find_known_name(parser, quoted_name);
  if (op->def) {
    tern_parser_advance(parser);
  } else {
    tern_str_t name = {0};
    tern_parse_optional_string(parser, &name);
    if (!name.size) return tern_parser_error_at(parser, op->pos, "empty operation name is invalid");
    if (memchr(name.data, 0, name.size)) {
      return tern_parser_error_at(parser, op->pos, "null character not allowed in operation name");
    }
    op->def = find_generic_def(parser, name, op->pos, &legacy);
    if (!op->def) return false;
    if (!legacy) remember_name(parser, quoted_name, op->def);
  }
  tern_operand_list_t operands = {0};
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_PAREN, "'(' to start operand list")) return false;
  if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (!tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' to end operand list")) return false;
  if (!parse_generic_rest(parser, op, &operands, legacy != NULL)) return false;
  if (!legacy) add_empty_segments(parser, op, &operands);
  return !legacy || !legacy->upgrade || legacy->upgrade(parser, op);
}

// --- an op ---

static bool parse_either_form(tern_parser_t *parser, tern_op_builder_t *builder) {
  tern_parsed_op_t *op = &builder->op;
  op->pos = tern_parser_pos(parser);
  op->loc = tern_parser_loc_at(parser, op->pos);
  if (tern_parser_is(parser, TERN_TOKEN_STRING)) return parse_generic_form(parser, op);
  bool is_word = tern_parser_is(parser, TERN_TOKEN_BARE) && !tern_parser_is_integer_type_word(parser->token.text);
  if (is_word) return parse_pretty_form(parser, op);
  return tern_parser_wrong_token(parser, "expected operation name in quotes");
}

tern_str_t tern_op_result_name(const tern_parsed_op_t *op, size_t index) {
  const result_names_t *names = ((const tern_op_builder_t *)op)->result_names;
  for (size_t i = 0; i < names->count; ++i) {
    if (index < names->values[i].count) return tern_str_drop(names->values[i].name, 1);
    index -= names->values[i].count;
  }
  return TERN_STR("");
}

static tern_op_t *parse_named_op(tern_parser_t *parser, tern_block_t *block, tern_op_builder_t *builder) {
  result_names_t names = {0};
  if (tern_parser_is(parser, TERN_TOKEN_PERCENT) && !parse_result_names(parser, &names)) return NULL;
  builder->result_names = &names;
  builder->op.declared_result_count = (size_t)names.total;
  builder->op.block = block;
  if (!parse_either_form(parser, builder)) return NULL;
  const tern_attr_t *loc;
  if (!tern_parse_optional_location(parser, &loc)) return NULL;
  if (loc) builder->op.loc = loc;
  if (builder->op.stand_in) return bind_stand_in(parser, &names, &builder->op);
  tern_op_t *op = tern_op_builder_finish(parser, builder, block);
  if (!op) return NULL;
  // An op whose results could not be named stays where it is: names may stand for them already.
  return bind_results(parser, &names, op, builder->op.pos) ? op : NULL;
}

enum { SCRATCH_ROOM = 4096 };  // bytes that most ops do with

tern_op_t *tern_parser_parse_op(tern_parser_t *parser, tern_block_t *block) {
  // Rewinding to the end of a full block of memory would give back and take a new one with each op.
  tern_arena_t *scratch = &parser->scratch;
  if (!scratch->cursor || scratch->limit - scratch->cursor < SCRATCH_ROOM) tern_arena_alloc(scratch, SCRATCH_ROOM);
  tern_arena_mark_t mark = tern_arena_mark(scratch);
  tern_op_builder_t *builder = tern_op_builder_open(parser);
  tern_op_t *op = parse_named_op(parser, block, builder);
  tern_op_builder_close(parser, builder);
  tern_arena_rewind(scratch, mark);
  return op;
}

tern_op_t *tern_parse_op_into(tern_parser_t *parser, tern_block_t *block) {
  return tern_parser_parse_op(parser, block);
}
