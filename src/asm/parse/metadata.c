// The file's metadata: `{-# dialect_resources: {dialect: {key: "0x..."}}, external_resources: {...} #-}`.
//
// A blob's first four bytes are its alignment, little-endian; external entries may also be strings and booleans.
// Sections of other names are an error, as upstream has it.

#include "asm/hex_blob.h"
#include "asm/parser_private.h"
#include "asm/resource.h"
#include "base/hex.h"

typedef bool (*parse_entry_fn_t)(tern_parser_t *parser, tern_str_t name, void *user);

// `{name: ..., name: ...}`; the callback reads what is behind the colon.
static bool parse_entries(tern_parser_t *parser, tern_token_kind_t close, const char *close_text, const char *what,
                          parse_entry_fn_t parse_entry, void *user) {
  if (tern_parser_accept(parser, close)) return true;
  do {
    tern_str_t name;
    if (!tern_parser_is(parser, TERN_TOKEN_BARE) && !tern_parser_is(parser, TERN_TOKEN_STRING)) {
      return tern_parser_error(parser, "expected identifier key %s", what);
    }
    if (!tern_parse_keyword_or_string(parser, &name)) return false;
    if (!tern_parser_expect(parser, TERN_TOKEN_COLON, "':'")) return false;
    if (!parse_entry(parser, name, user)) return false;
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parser_expect(parser, close, close_text);
}

static bool parse_braced(tern_parser_t *parser, parse_entry_fn_t parse_entry, void *user) {
  return tern_parser_expect(parser, TERN_TOKEN_LEFT_BRACE, "'{'") &&
         parse_entries(parser, TERN_TOKEN_RIGHT_BRACE, "'}'", "for 'resource' entry", parse_entry, user);
}

// Fills the blob's members from `0x...`. False if it is no blob with an alignment; then `*out_alignment` is what was
// found instead of a power of two, or 0.
static bool read_blob(tern_parser_t *parser, tern_str_t text, tern_resource_t *resource, uint32_t *out_alignment) {
  unsigned char bytes[4];
  *out_alignment = 0;
  bool has_prefix =
      text.size >= 2 + 2 * sizeof bytes && text.size % 2 == 0 && text.data[0] == '0' && text.data[1] == 'x';
  if (!has_prefix || !tern_hex_decode(text.data + 2, sizeof bytes, bytes)) return false;
  const tern_blob_t *blob = tern_hex_blob_get(parser->context, tern_str_drop(text, 2 + 2 * sizeof bytes));
  if (!blob) return false;
  uint32_t alignment = 0;
  for (size_t i = 0; i < sizeof bytes; ++i) alignment |= (uint32_t)bytes[i] << (8 * i);
  *out_alignment = alignment;
  if (!alignment || (alignment & (alignment - 1))) return false;
  resource->kind = TERN_RESOURCE_BLOB;
  resource->alignment = alignment;
  resource->blob = blob;
  return true;
}

static bool parse_value(tern_parser_t *parser, tern_resource_t *resource) {
  const char *key = resource->key->data;
  bool is_true = tern_parser_at_word(parser, "true");
  if (is_true || tern_parser_at_word(parser, "false")) {
    if (!resource->is_external) return tern_parser_error(parser, "expected hex string blob for key '%s'", key);
    tern_parser_advance(parser);
    resource->kind = TERN_RESOURCE_BOOL;
    resource->value = is_true;
    return true;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  // Not interned: a blob may be large.
  tern_str_t quoted = parser->token.text;
  if (!tern_parser_is(parser, TERN_TOKEN_STRING)) {
    return tern_parser_error(parser,
                             resource->is_external ? "expected 'true', 'false' or a string for key '%s'"
                                                   : "expected hex string blob for key '%s'",
                             key);
  }
  tern_str_t text = tern_str_make(quoted.data + 1, quoted.size - 2);
  uint32_t alignment;
  if (read_blob(parser, text, resource, &alignment)) {
    tern_parser_advance(parser);
    return true;
  }
  if (resource->is_external) {
    resource->kind = TERN_RESOURCE_STRING;
    return tern_parse_string(parser, &resource->data);
  }
  if (alignment) {
    return tern_parser_error_at(parser, pos,
                                "expected hex string blob for key '%s' to encode alignment in first 4 bytes, but got "
                                "non-power-of-2 value: %u",
                                key, alignment);
  }
  return tern_parser_error_at(parser, pos, "expected hex string blob for key '%s' to encode alignment in first 4 bytes",
                              key);
}

// Of registered dialects only some keep resources.
static bool keeps_resources(const tern_parser_t *parser, tern_str_t name) {
  const tern_dialect_t *dialect = tern_context_find_dialect(parser->context, name);
  return !dialect || dialect->keeps_resources;
}

static bool parse_resource(tern_parser_t *parser, tern_str_t name, void *user) {
  tern_resource_t resource = *(const tern_resource_t *)user;  // section and group
  if (!resource.is_external && !keeps_resources(parser, tern_ident_str(resource.group))) {
    return tern_parser_error(parser, "unknown 'resource' key '%.*s' for dialect '%s'", (int)name.size, name.data,
                             resource.group->data);
  }
  resource.key = tern_ident_get(parser->context, name);
  tern_arena_mark_t mark = tern_arena_mark(&parser->scratch);
  bool is_ok = parse_value(parser, &resource);
  if (is_ok) tern_resource_set(parser->context, &resource);
  tern_arena_rewind(&parser->scratch, mark);
  return is_ok;
}

static bool parse_group(tern_parser_t *parser, tern_str_t name, void *user) {
  tern_resource_t *resource = user;
  if (!resource->is_external && !tern_context_find_dialect(parser->context, name) &&
      !tern_str_equal_cstr(name, "builtin") && !tern_context_allows_unregistered(parser->context)) {
    return tern_parser_error(parser, "dialect '%.*s' is unknown", (int)name.size, name.data);
  }
  resource->group = tern_ident_get(parser->context, name);
  return parse_braced(parser, parse_resource, resource);
}

static bool parse_section(tern_parser_t *parser, tern_str_t name, void *user) {
  (void)user;
  tern_resource_t resource = {.is_external = tern_str_equal_cstr(name, "external_resources")};
  if (!resource.is_external && !tern_str_equal_cstr(name, "dialect_resources")) {
    return tern_parser_error(parser, "unknown key '%.*s' in file metadata dictionary", (int)name.size, name.data);
  }
  return parse_braced(parser, parse_group, &resource);
}

bool tern_parser_file_metadata(tern_parser_t *parser) {
  tern_parser_advance(parser);
  return parse_entries(parser, TERN_TOKEN_METADATA_END, "'#-}' at the end of the file's metadata",
                       "in file metadata dictionary", parse_section, NULL);
}
