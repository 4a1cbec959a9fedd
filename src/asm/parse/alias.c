// Aliases: `#name = attribute` and `!name = type` at the top of a file.
//
// The alias of a definition that failed is remembered: its uses fail without an error of their own.

#include "asm/parser_private.h"

// Stands for a definition that failed. Only its address counts.
static const char failed_mark;

typedef struct alias_kind {
  const char *what;  // for messages
  tern_token_kind_t token;
} alias_kind_t;

static const alias_kind_t attr_kind = {"attribute", TERN_TOKEN_HASH};
static const alias_kind_t type_kind = {"type", TERN_TOKEN_EXCLAIM};

// Reads `#name =`. NULL after an error.
static const tern_ident_t *parse_head(tern_parser_t *parser, const alias_kind_t *kind, const tern_map_t *aliases) {
  tern_str_t name = tern_str_drop(parser->token.text, 1);
  const tern_ident_t *ident = tern_ident_get(parser->context, name);
  if (tern_map_contains(aliases, ident)) {
    tern_parser_error(parser, "redefinition of %s alias id '%s'", kind->what, ident->data);
    return NULL;
  }
  if (tern_str_find_char(name, '.') < name.size) {
    tern_parser_error(parser, "%s names with a '.' are reserved for dialect-defined names", kind->what);
    return NULL;
  }
  tern_parser_advance(parser);
  if (!tern_parser_accept(parser, TERN_TOKEN_EQUAL)) {
    tern_parser_wrong_token(parser, "expected '=' in %s alias definition", kind->what);
    return NULL;
  }
  return ident;
}

static bool finish(tern_map_t *aliases, const tern_ident_t *name, const void *value) {
  tern_map_set(aliases, name, (void *)(uintptr_t)(value ? value : &failed_mark));
  return value != NULL;
}

bool tern_parser_attr_alias_definition(tern_parser_t *parser) {
  const tern_ident_t *name = parse_head(parser, &attr_kind, &parser->attr_aliases);
  if (!name) return false;
  tern_arena_mark_t mark = tern_arena_mark(&parser->scratch);
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  tern_arena_rewind(&parser->scratch, mark);
  return finish(&parser->attr_aliases, name, attr);
}

bool tern_parser_type_alias_definition(tern_parser_t *parser) {
  const tern_ident_t *name = parse_head(parser, &type_kind, &parser->type_aliases);
  if (!name) return false;
  // `!name = type i32` is an old form.
  tern_parse_optional_keyword(parser, "type");
  tern_arena_mark_t mark = tern_arena_mark(&parser->scratch);
  const tern_type_t *type = tern_parse_type(parser);
  tern_arena_rewind(&parser->scratch, mark);
  return finish(&parser->type_aliases, name, type);
}

static const void *find(tern_parser_t *parser, const tern_map_t *aliases, tern_str_t name, tern_source_pos_t pos) {
  const void *value = tern_map_get(aliases, tern_ident_get(parser->context, name));
  if (value == &failed_mark) {
    ++parser->quiet_failure_count;
    return NULL;
  }
  if (!value) {
    tern_parser_error_at(parser, pos, "undefined symbol alias id '%.*s'", (int)name.size, name.data);
  }
  return value;
}

const tern_attr_t *tern_parser_find_attr_alias(tern_parser_t *parser, tern_str_t name, tern_source_pos_t pos) {
  return find(parser, &parser->attr_aliases, name, pos);
}

const tern_type_t *tern_parser_find_type_alias(tern_parser_t *parser, tern_str_t name, tern_source_pos_t pos) {
  return find(parser, &parser->type_aliases, name, pos);
}
