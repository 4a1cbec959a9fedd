// Locations: `loc(unknown)`, `loc("file":1:2)`, ranges, names, call sites, fused ones, and aliases.
//
// `loc(#alias)` behind an op or block argument may stand before the alias, which the printer puts at the end of the
// file. Until then a stand-in is there: a name location that is unique to the use.

#include "asm/parser_private.h"

static const tern_attr_t *parse_instance(tern_parser_t *parser);

static bool parse_position_number(tern_parser_t *parser, const char *what, uint32_t *out_value) {
  uint64_t value;
  if (!tern_parser_is(parser, TERN_TOKEN_INTEGER)) {
    return tern_parser_wrong_token(parser, "expected integer %s number in location", what);
  }
  if (!tern_token_to_uint64(parser->token, &value) || value > UINT32_MAX) {
    return tern_parser_error(parser, "expected integer %s number in location", what);
  }
  *out_value = (uint32_t)value;
  tern_parser_advance(parser);
  return true;
}

// `:1`, `:1:2`, `:1:2 to 3:4` and `:1:2 to :4`, behind the file's name.
static const tern_attr_t *parse_file(tern_parser_t *parser, tern_str_t file) {
  uint32_t line, column = 0, end_line, end_column;
  tern_parser_advance(parser);
  if (!parse_position_number(parser, "line", &line)) return NULL;
  if (!tern_parser_accept(parser, TERN_TOKEN_COLON)) return tern_file_loc_get(parser->context, file, line, 0);
  if (!parse_position_number(parser, "column", &column)) return NULL;
  if (!tern_parse_optional_keyword(parser, "to")) return tern_file_loc_get(parser->context, file, line, column);
  end_line = line;
  if (!tern_parser_is(parser, TERN_TOKEN_COLON) && !parse_position_number(parser, "line", &end_line)) return NULL;
  if (!tern_parse_token(parser, ":") || !parse_position_number(parser, "column", &end_column)) return NULL;
  return tern_file_range_loc_get(parser->context, file, line, column, end_line, end_column);
}

static const tern_attr_t *parse_file_or_name(tern_parser_t *parser) {
  tern_str_t text;
  if (!tern_parse_string(parser, &text)) return NULL;
  if (tern_parser_is(parser, TERN_TOKEN_COLON)) return parse_file(parser, text);
  const tern_attr_t *child = tern_unknown_loc_get(parser->context);
  if (tern_parser_accept(parser, TERN_TOKEN_LEFT_PAREN)) {
    child = parse_instance(parser);
    if (!child || !tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' after child location of NameLoc")) {
      return NULL;
    }
  }
  return tern_name_loc_get(text, child);
}

static const tern_attr_t *parse_call_site(tern_parser_t *parser) {
  tern_parser_advance(parser);
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_PAREN, "'(' in callsite location")) return NULL;
  const tern_attr_t *callee = parse_instance(parser);
  if (!callee) return NULL;
  if (!tern_parse_optional_keyword(parser, "at")) {
    tern_parser_wrong_token(parser, "expected 'at' in callsite location");
    return NULL;
  }
  const tern_attr_t *caller = parse_instance(parser);
  if (!caller || !tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' in callsite location")) return NULL;
  return tern_call_site_loc_get(callee, caller);
}

static const tern_attr_t *parse_fused(tern_parser_t *parser) {
  tern_parser_advance(parser);
  const tern_attr_t *metadata = NULL;
  if (tern_parser_accept(parser, TERN_TOKEN_LESS)) {
    metadata = tern_parse_attr(parser, NULL);
    if (!metadata) return NULL;
    if (!tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' after fused location metadata")) return NULL;
  }
  const tern_attr_t **locs = NULL;
  size_t count = 0, capacity = 0;
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_SQUARE, "'[' in fused location")) return NULL;
  bool is_empty = tern_parser_is(parser, TERN_TOKEN_RIGHT_SQUARE);
  while (!is_empty) {
    const tern_attr_t *loc = parse_instance(parser);
    if (!loc) return NULL;
    void *values = locs;
    tern_parser_grow_list(parser, &values, count, &capacity, sizeof(loc));
    locs = values;
    locs[count++] = loc;
    if (!tern_parser_accept(parser, TERN_TOKEN_COMMA)) break;
  }
  if (!tern_parser_expect(parser, TERN_TOKEN_RIGHT_SQUARE, "']' in fused location")) return NULL;
  return tern_fused_loc_get(parser->context, locs, count, metadata);
}

static const tern_attr_t *parse_alias_use(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *attr = tern_parser_extended_attr(parser, NULL);
  if (!attr || tern_attr_is_location(attr)) return attr;
  tern_parser_error_at(parser, pos, "expected location attribute, but got: %s", tern_attr_text(attr));
  return NULL;
}

static const tern_attr_t *parse_instance_body(tern_parser_t *parser) {
  if (tern_parser_is(parser, TERN_TOKEN_HASH)) return parse_alias_use(parser);
  if (tern_parser_is(parser, TERN_TOKEN_STRING)) return parse_file_or_name(parser);
  if (tern_parser_at_word(parser, "callsite")) return parse_call_site(parser);
  if (tern_parser_at_word(parser, "fused")) return parse_fused(parser);
  if (tern_parse_optional_keyword(parser, "unknown")) return tern_unknown_loc_get(parser->context);
  tern_parser_wrong_token(parser, "expected location instance");
  return NULL;
}

static const tern_attr_t *parse_instance(tern_parser_t *parser) {
  if (!tern_parser_enter(parser)) return NULL;
  const tern_attr_t *loc = parse_instance_body(parser);
  tern_parser_leave(parser);
  return loc;
}

// --- uses before the definition ---

static const tern_attr_t *defer(tern_parser_t *parser, tern_str_t alias) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *stand_in = tern_name_loc_get(parser->token.text, tern_parser_loc_at(parser, pos));
  tern_vec_push(&parser->deferred_locations,
                (tern_deferred_location_t){stand_in, tern_ident_get(parser->context, alias), pos.pointer});
  tern_parser_advance(parser);
  return stand_in;
}

// A name without dot and without a body, that is not known yet.
static bool is_at_unknown_alias(const tern_parser_t *parser) {
  if (!tern_parser_is(parser, TERN_TOKEN_HASH)) return false;
  tern_str_t name = tern_str_drop(parser->token.text, 1);
  if (tern_str_find_char(name, '.') < name.size) return false;
  const char *end = name.data + name.size;
  if (end < parser->lexer.end && *end == '<') return false;
  return !tern_map_contains(&parser->attr_aliases, tern_ident_get(parser->context, name));
}

const tern_attr_t *tern_parser_location(tern_parser_t *parser, bool may_defer) {
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_PAREN, "'(' in location")) return NULL;
  const tern_attr_t *loc = may_defer && is_at_unknown_alias(parser)
                               ? defer(parser, tern_str_drop(parser->token.text, 1))
                               : parse_instance(parser);
  if (!loc || !tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' in location")) return NULL;
  return loc;
}

bool tern_parse_optional_location(tern_parser_t *parser, const tern_attr_t **out_loc) {
  *out_loc = NULL;
  if (!tern_parse_optional_keyword(parser, "loc")) return true;
  *out_loc = tern_parser_location(parser, true);
  return *out_loc != NULL;
}

static void replace_in_op(tern_op_t *op, const tern_map_t *locations) {
  const tern_attr_t *loc = tern_map_get(locations, op->loc);
  if (loc) op->loc = loc;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t j = 0; j < block->arg_count; ++j) {
        loc = tern_map_get(locations, block->args[j]->arg_loc);
        if (loc) block->args[j]->arg_loc = loc;
      }
    }
  }
}

static tern_walk_result_t replace_in_walk(tern_op_t *op, void *user) {
  replace_in_op(op, user);
  return TERN_WALK_ADVANCE;
}

bool tern_parser_resolve_locations(tern_parser_t *parser, tern_op_t *root) {
  if (!parser->deferred_locations.count) return true;
  tern_map_t locations = {0};
  bool is_ok = true;
  for (size_t i = 0; i < parser->deferred_locations.count; ++i) {
    const tern_deferred_location_t *deferred = &parser->deferred_locations.values[i];
    tern_source_pos_t pos = tern_source_pos_of(deferred->pointer);
    const tern_attr_t *loc = tern_map_get(&parser->attr_aliases, deferred->alias);
    if (!loc) {
      is_ok = tern_parser_error_at(parser, pos, "operation location alias was never defined");
    } else if (!tern_attr_is_location(loc)) {
      is_ok = tern_parser_error_at(parser, pos, "expected location, but found '%s'", tern_attr_text(loc));
    } else {
      tern_map_set(&locations, deferred->stand_in, (void *)(uintptr_t)loc);
    }
  }
  if (is_ok) tern_op_walk_pre(root, replace_in_walk, &locations);
  tern_map_deinitialize(&locations);
  return is_ok;
}
