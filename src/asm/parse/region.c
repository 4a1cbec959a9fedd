// Regions, blocks, their arguments, and successors.

#include "asm/parser_private.h"

// --- arguments ---

static bool report_result_number(tern_parser_t *parser, tern_unresolved_operand_t name) {
  return tern_parser_error_at(parser, name.pos, "result number not allowed in argument list");
}

bool tern_parse_argument(tern_parser_t *parser, bool with_type, bool with_attrs, tern_parsed_arg_t *out_arg) {
  *out_arg = (tern_parsed_arg_t){0};
  if (!tern_parse_operand(parser, &out_arg->name)) return false;
  // A name ends in the source, where its number would follow.
  if (out_arg->name.name.data[out_arg->name.name.size] == '#') return report_result_number(parser, out_arg->name);
  if (with_type && !tern_parse_colon_type(parser, &out_arg->type)) return false;
  if (with_attrs && tern_parser_is(parser, TERN_TOKEN_LEFT_BRACE)) {
    out_arg->attrs = tern_parse_attr(parser, NULL);
    if (!out_arg->attrs) return false;
  }
  return tern_parse_optional_location(parser, &out_arg->loc);
}

typedef struct delimiter_pair {
  tern_token_kind_t open, close;
  const char *open_text, *close_text;
} delimiter_pair_t;

// Kinds of a pair such as "()"; no pair gives two TERN_TOKEN_ERROR.
static delimiter_pair_t delimiter_pair(const char *delimiters) {
  static const delimiter_pair_t pairs[] = {
      {TERN_TOKEN_LEFT_PAREN, TERN_TOKEN_RIGHT_PAREN, "'('", "')'"},
      {TERN_TOKEN_LEFT_SQUARE, TERN_TOKEN_RIGHT_SQUARE, "'['", "']'"},
      {TERN_TOKEN_LESS, TERN_TOKEN_GREATER, "'<'", "'>'"},
      {TERN_TOKEN_LEFT_BRACE, TERN_TOKEN_RIGHT_BRACE, "'{'", "'}'"},
  };
  for (size_t i = 0; delimiters && delimiters[0] && i < sizeof(pairs) / sizeof(pairs[0]); ++i) {
    if (pairs[i].open_text[1] == delimiters[0]) return pairs[i];
  }
  return (delimiter_pair_t){TERN_TOKEN_ERROR, TERN_TOKEN_ERROR, "", ""};
}

bool tern_parse_argument_list(tern_parser_t *parser, const char *delimiters, bool with_type, bool with_attrs,
                              tern_arg_list_t *inout_list) {
  delimiter_pair_t pair = delimiter_pair(delimiters);
  bool is_delimited = pair.open != TERN_TOKEN_ERROR;
  if (is_delimited && !tern_parser_expect(parser, pair.open, pair.open_text)) return false;
  if (is_delimited && tern_parser_accept(parser, pair.close)) return true;
  if (!is_delimited && !tern_parser_is(parser, TERN_TOKEN_PERCENT)) return true;
  do {
    tern_parsed_arg_t arg;
    if (!tern_parse_argument(parser, with_type, with_attrs, &arg)) return false;
    tern_arg_list_push(parser, inout_list, arg);
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return !is_delimited || tern_parser_expect(parser, pair.close, pair.close_text);
}

bool tern_parse_operand_list(tern_parser_t *parser, const char *delimiters, tern_operand_list_t *inout_list) {
  delimiter_pair_t pair = delimiter_pair(delimiters);
  bool is_delimited = pair.open != TERN_TOKEN_ERROR;
  if (is_delimited && !tern_parser_expect(parser, pair.open, pair.open_text)) return false;
  if (is_delimited && tern_parser_accept(parser, pair.close)) return true;
  if (!is_delimited && !tern_parser_is(parser, TERN_TOKEN_PERCENT)) return true;
  do {
    tern_unresolved_operand_t operand;
    if (!tern_parse_operand(parser, &operand)) return false;
    tern_operand_list_push(parser, inout_list, operand);
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return !is_delimited || tern_parser_expect(parser, pair.close, pair.close_text);
}

bool tern_parse_assignment_list(tern_parser_t *parser, tern_arg_list_t *inout_args,
                                tern_operand_list_t *inout_operands) {
  if (!tern_parse_token(parser, "(")) return false;
  if (tern_parser_accept(parser, TERN_TOKEN_RIGHT_PAREN)) return true;
  do {
    tern_parsed_arg_t arg;
    tern_unresolved_operand_t operand;
    if (!tern_parse_argument(parser, false, false, &arg) || !tern_parse_token(parser, "=") ||
        !tern_parse_operand(parser, &operand)) {
      return false;
    }
    tern_arg_list_push(parser, inout_args, arg);
    tern_operand_list_push(parser, inout_operands, operand);
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parse_token(parser, ")");
}

// --- blocks ---

// `(%a: t loc(...), ...)`: into a block that has no arguments yet.
static bool parse_block_args(tern_parser_t *parser, tern_block_t *block) {
  if (!tern_parser_accept(parser, TERN_TOKEN_LEFT_PAREN)) return true;
  if (tern_parser_accept(parser, TERN_TOKEN_RIGHT_PAREN)) return true;
  do {
    tern_unresolved_operand_t name;
    const tern_type_t *type;
    const tern_attr_t *loc;
    if (!tern_parse_operand(parser, &name) ||
        !tern_parser_expect(parser, TERN_TOKEN_COLON, "':' and type for SSA operand")) {
      return false;
    }
    type = tern_parse_type(parser);
    if (!type || !tern_parse_optional_location(parser, &loc)) return false;
    if (name.number) return report_result_number(parser, name);
    if (!loc) loc = tern_parser_loc_at(parser, name.pos);
    tern_value_t *value = tern_block_add_arg(block, type, loc);
    if (!tern_parser_define(parser, name.name, name.number, name.pos.pointer, value)) return false;
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parse_token(parser, ")");
}

// `^name(args):`. The block that uses before have made, or a new one, is put at the end of `region`.
static tern_block_t *parse_block_label(tern_parser_t *parser, tern_region_t *region) {
  tern_str_t text = parser->token.text;
  if (!tern_parser_is(parser, TERN_TOKEN_CARET)) {
    tern_parser_wrong_token(parser, "expected block name");
    return NULL;
  }
  tern_block_name_t *name = tern_parser_block_name(parser, text);
  if (name->is_defined) {
    tern_parser_error(parser, "redefinition of block '%.*s'", (int)text.size, text.data);
    return NULL;
  }
  tern_parser_advance(parser);
  name->pointer = text.data;
  name->is_defined = true;
  if (!name->block) name->block = tern_block_create(parser->context);
  tern_block_insert(name->block, region, NULL);
  if (!parse_block_args(parser, name->block)) return NULL;
  if (!tern_parser_expect(parser, TERN_TOKEN_COLON, "':' after block name")) return NULL;
  return name->block;
}

static bool parse_block_body(tern_parser_t *parser, tern_block_t *block) {
  while (!tern_parser_is(parser, TERN_TOKEN_CARET) && !tern_parser_is(parser, TERN_TOKEN_RIGHT_BRACE)) {
    if (!tern_parser_parse_op(parser, block)) return false;
  }
  return true;
}

// --- regions ---

// The entry block that syntax outside of the region gives arguments.
static tern_block_t *make_entry_block(tern_parser_t *parser, tern_region_t *region, const tern_arg_list_t *args) {
  tern_block_t *block = tern_block_create(parser->context);
  tern_block_insert(block, region, NULL);
  for (size_t i = 0; i < args->count; ++i) {
    const tern_parsed_arg_t *arg = &args->values[i];
    const tern_attr_t *loc = arg->loc ? arg->loc : tern_parser_loc_at(parser, arg->name.pos);
    const tern_type_t *type = arg->type;
    if (!type) {
      tern_parser_error_at(parser, arg->name.pos, "block argument '%.*s' has no type", (int)arg->name.name.size,
                           arg->name.name.data);
      return NULL;
    }
    tern_value_t *value = tern_block_add_arg(block, type, loc);
    if (!arg->name.name.size) continue;
    if (!tern_parser_define_entry_arg(parser, arg->name, value)) return NULL;
  }
  return block;
}

static bool parse_region_body(tern_parser_t *parser, tern_region_t *region, const tern_arg_list_t *args) {
  bool has_args = args && args->count;
  if (has_args) {
    tern_block_t *entry = make_entry_block(parser, region, args);
    if (!entry) return false;
    if (tern_parser_is(parser, TERN_TOKEN_CARET)) {
      return tern_parser_error(parser, "invalid block name in region with named arguments");
    }
    if (!parse_block_body(parser, entry)) return false;
  } else if (!tern_parser_is(parser, TERN_TOKEN_CARET) && !tern_parser_is(parser, TERN_TOKEN_RIGHT_BRACE)) {
    tern_block_t *entry = tern_block_create(parser->context);
    tern_block_insert(entry, region, NULL);
    if (!parse_block_body(parser, entry)) return false;
  }
  while (!tern_parser_is(parser, TERN_TOKEN_RIGHT_BRACE)) {
    tern_block_t *block = parse_block_label(parser, region);
    if (!block || !parse_block_body(parser, block)) return false;
  }
  tern_parser_advance(parser);
  return true;
}

static bool parse_region(tern_parser_t *parser, tern_parsed_op_t *op, tern_region_t *region,
                         const tern_arg_list_t *args) {
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_BRACE, "'{' to begin a region")) return false;
  if (parser->region_depth >= TERN_PARSER_MAX_REGION_DEPTH) {
    return tern_parser_error(parser, "regions are nested more than %d levels deep", TERN_PARSER_MAX_REGION_DEPTH);
  }
  ++parser->region_depth;
  uint32_t depth = parser->depth;
  parser->depth = 0;
  const char *default_dialect = parser->default_dialect;
  // A legacy syntax may not have chosen its op yet.
  const tern_op_row_t *row = op->def ? op->def->row : NULL;
  parser->default_dialect = "";
  if (row && row->accepted_dialect) parser->default_dialect = row->accepted_dialect;
  if (row && row->default_dialect) parser->default_dialect = row->default_dialect;
  tern_name_scope_t scope;
  tern_parser_push_scope(parser, &scope, op->def && tern_op_def_has_trait(op->def, TERN_TRAIT_ISOLATED_FROM_ABOVE));
  bool is_ok = parse_region_body(parser, region, args);
  is_ok = tern_parser_pop_scope(parser, !is_ok);
  parser->default_dialect = default_dialect;
  parser->depth = depth;
  --parser->region_depth;
  return is_ok;
}

bool tern_op_parse_region(tern_parser_t *parser, tern_parsed_op_t *op, const tern_arg_list_t *args) {
  tern_region_t *region = tern_op_builder_add_region(parser, tern_op_builder_of(op));
  return region && parse_region(parser, op, region, args);
}

bool tern_op_parse_optional_region(tern_parser_t *parser, tern_parsed_op_t *op, const tern_arg_list_t *args,
                                   bool *out_present) {
  bool is_present = tern_parser_is(parser, TERN_TOKEN_LEFT_BRACE);
  if (out_present) *out_present = is_present;
  if (is_present) return tern_op_parse_region(parser, op, args);
  return tern_op_builder_add_region(parser, tern_op_builder_of(op)) != NULL;
}

// --- successors ---

bool tern_op_parse_successor(tern_parser_t *parser, tern_parsed_op_t *op, tern_block_t **out_block) {
  if (!tern_parser_is(parser, TERN_TOKEN_CARET)) return tern_parser_wrong_token(parser, "expected block name");
  tern_block_name_t *name = tern_parser_block_name(parser, parser->token.text);
  if (!name->block) {
    name->block = tern_block_create(parser->context);
    name->pointer = parser->token.text.data;
  }
  tern_parser_advance(parser);
  tern_vec_push(&tern_op_builder_of(op)->successors, name->block);
  if (out_block) *out_block = name->block;
  return true;
}

bool tern_op_parse_successor_and_operands(tern_parser_t *parser, tern_parsed_op_t *op, size_t *out_operand_count) {
  *out_operand_count = 0;
  if (!tern_op_parse_successor(parser, op, NULL)) return false;
  if (!tern_parser_accept(parser, TERN_TOKEN_LEFT_PAREN)) return true;
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (operands.count) {
    if (!tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types)) return false;
    if (!tern_op_resolve_operands_each(parser, op, &operands, &types)) return false;
  }
  *out_operand_count = operands.count;
  return tern_parse_token(parser, ")");
}
