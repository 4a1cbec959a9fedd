// The parser's entry points, positions and errors, and the loop over what stands at the top of a file.
//
// Grammar: MLIR's LangRef. After an error the parser goes on at the next top-level op: it counts braces from the start
// of the op that failed, and resumes at the first token of a line outside of them that can start an op or an alias.

#include "asm/parser.h"

#include <stdarg.h>

#include "asm/parser_private.h"
#include "asm/printer.h"

tern_context_t *tern_parser_context(const tern_parser_t *parser) { return parser->context; }

void *tern_parser_alloc(tern_parser_t *parser, size_t size) { return tern_arena_alloc(&parser->scratch, size); }

void tern_parser_grow_list(tern_parser_t *parser, void **values, size_t count, size_t *capacity, size_t element_size) {
  if (count < *capacity) return;
  size_t grown = *capacity ? *capacity * 2 : 4;
  void *moved = tern_arena_alloc_array(&parser->scratch, grown, element_size);
  if (count) memcpy(moved, *values, count * element_size);
  *values = moved;
  *capacity = grown;
}

const char *tern_parser_intern(tern_parser_t *parser, tern_str_t text) {
  return tern_ident_get(parser->context, text)->data;
}

// --- tokens ---

void tern_parser_advance(tern_parser_t *parser) {
  parser->last_end = parser->token.text.data + parser->token.text.size;
  parser->token = tern_lexer_next(&parser->lexer);
}

void tern_parser_reset_to(tern_parser_t *parser, const char *pointer) {
  parser->lexer.cursor = pointer;
  parser->token = tern_lexer_next(&parser->lexer);
}

bool tern_parser_expect(tern_parser_t *parser, tern_token_kind_t kind, const char *what) {
  if (tern_parser_accept(parser, kind)) return true;
  return tern_parser_wrong_token(parser, "expected %s", what);
}

bool tern_parser_enter(tern_parser_t *parser) {
  if (parser->depth >= TERN_PARSER_MAX_DEPTH) {
    return tern_parser_error(parser, "types and attributes are nested more than %d levels deep", TERN_PARSER_MAX_DEPTH);
  }
  ++parser->depth;
  return true;
}

// --- positions ---

enum { LINES_STEP = 1 << 20 };  // characters

// The starts of lines are noted as far as someone asks; positions mostly increase, so each byte is looked at once.
static void scan_lines(tern_parser_t *parser, const char *pointer) {
  const char *cursor = parser->lines_scanned_to;
  while (cursor < pointer) {
    size_t size = (size_t)(pointer - cursor) < LINES_STEP ? (size_t)(pointer - cursor) : LINES_STEP;
    const char *newline = memchr(cursor, '\n', size);
    if (!newline) {
      if (size == LINES_STEP) tern_context_touch(parser->context, size);
      cursor += size;
      continue;
    }
    cursor = newline + 1;
    tern_vec_push(&parser->line_starts, cursor);
  }
  parser->lines_scanned_to = cursor;
}

// Index of the line that holds `pointer`.
static size_t find_line(tern_parser_t *parser, const char *pointer) {
  if (pointer > parser->lines_scanned_to) scan_lines(parser, pointer);
  size_t low = 0, high = parser->line_starts.count - 1;
  if (pointer >= parser->line_starts.values[high]) return high;
  // The last line whose start is not behind `pointer`.
  while (low < high) {
    size_t middle = low + (high - low + 1) / 2;
    if (parser->line_starts.values[middle] <= pointer) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

tern_source_pos_t tern_parser_pos(const tern_parser_t *parser) { return (tern_source_pos_t){parser->token.text.data}; }

const tern_attr_t *tern_parser_loc_at(tern_parser_t *parser, tern_source_pos_t pos) {
  // A position that a hook made up says nothing.
  bool is_in_source = pos.pointer >= parser->lexer.begin && pos.pointer <= parser->lexer.end;
  if (!is_in_source) return tern_unknown_loc_get(parser->context);
  size_t line = find_line(parser, pos.pointer);
  uint32_t column = (uint32_t)(pos.pointer - parser->line_starts.values[line]) + 1;
  return tern_file_loc_get_ident(parser->context, parser->file, (uint32_t)line + 1, column);
}

const tern_attr_t *tern_parser_loc(tern_parser_t *parser) {
  return tern_parser_loc_at(parser, tern_parser_pos(parser));
}

// --- errors ---

size_t tern_parser_failure_mark(const tern_parser_t *parser) {
  return tern_context_diagnostics(parser->context)->error_count + parser->quiet_failure_count;
}

static void emit_error(tern_parser_t *parser, tern_source_pos_t pos, const char *format, va_list args) {
  if (parser->error_count >= TERN_PARSER_MAX_ERRORS) {
    parser->is_over_limit = true;
    ++parser->quiet_failure_count;
    return;
  }
  ++parser->error_count;
  tern_emit(tern_parser_loc_at(parser, pos), TERN_ERROR, format, args);
}

static bool emit_text(tern_parser_t *parser, const char *pointer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  emit_error(parser, tern_source_pos_of(pointer), format, args);
  va_end(args);
  return false;
}

static bool is_at_lexer_error(const tern_parser_t *parser, tern_source_pos_t pos) {
  return parser->token.kind == TERN_TOKEN_ERROR && pos.pointer == parser->token.text.data;
}

// What the lexer could not read is said in its own words, whatever was expected there. The lexer may have gone on, so
// the token is read again for the message and place.
static bool report_lexer_error(tern_parser_t *parser) {
  tern_lexer_t lexer = parser->lexer;
  lexer.cursor = parser->token.text.data;
  tern_lexer_next(&lexer);
  return emit_text(parser, lexer.error_pointer, "%s", lexer.message);
}

bool tern_parser_error_at(tern_parser_t *parser, tern_source_pos_t pos, const char *format, ...) {
  if (is_at_lexer_error(parser, pos)) return report_lexer_error(parser);
  va_list args;
  va_start(args, format);
  emit_error(parser, pos, format, args);
  va_end(args);
  return false;
}

bool tern_parser_error(tern_parser_t *parser, const char *format, ...) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  // What the file's end lacks is lacking behind its last character.
  if (tern_parser_is(parser, TERN_TOKEN_EOF) && pos.pointer > parser->lexer.begin) --pos.pointer;
  if (is_at_lexer_error(parser, pos)) return report_lexer_error(parser);
  va_list args;
  va_start(args, format);
  emit_error(parser, pos, format, args);
  va_end(args);
  return false;
}

bool tern_parser_wrong_token(tern_parser_t *parser, const char *format, ...) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (is_at_lexer_error(parser, pos)) return report_lexer_error(parser);
  // A token that is missing at the end of a line is missed there, not at the next line's first word.
  const char *last_end = parser->last_end;
  if (last_end && pos.pointer > last_end && memchr(last_end, '\n', (size_t)(pos.pointer - last_end))) {
    pos.pointer = last_end;
  }
  va_list args;
  va_start(args, format);
  emit_error(parser, pos, format, args);
  va_end(args);
  return false;
}

void tern_parser_note_at(tern_parser_t *parser, tern_source_pos_t pos, const char *format, ...) {
  if (parser->is_over_limit) return;
  va_list args;
  va_start(args, format);
  tern_emit(tern_parser_loc_at(parser, pos), TERN_NOTE, format, args);
  va_end(args);
}

// --- a whole text ---

static char *copy_terminated(tern_str_t text) {
  char *copy = tern_malloc(text.size + 1);
  if (text.size) memcpy(copy, text.data, text.size);
  copy[text.size] = '\0';
  return copy;
}

// Hooks may look at the terminator when they look at the next token's first character.
static void touch(void *user, size_t size) { tern_context_touch(user, size); }

static void initialize(tern_parser_t *parser, tern_context_t *context, tern_str_t name, tern_str_t text) {
  *parser = (tern_parser_t){
      .context = context,
      .file = tern_ident_get(context, name),
      .default_dialect = "builtin",
  };
  tern_arena_initialize(&parser->arena);
  tern_arena_initialize(&parser->scratch);
  tern_lexer_initialize(&parser->lexer, text);
  parser->lexer.touch = touch;
  parser->lexer.user = context;
  parser->lines_scanned_to = parser->lexer.begin;
  tern_vec_push(&parser->line_starts, parser->lexer.begin);
  tern_diagnostics_set_printers(context, tern_print_type, tern_print_attr);
  parser->token = tern_lexer_next(&parser->lexer);
}

static void deinitialize(tern_parser_t *parser) {
  tern_parser_free_builders(parser);
  tern_parser_free_names(parser);
  tern_map_deinitialize(&parser->attr_aliases);
  tern_map_deinitialize(&parser->type_aliases);
  tern_map_deinitialize(&parser->distincts);
  tern_vec_deinitialize(&parser->deferred_locations);
  tern_vec_deinitialize(&parser->line_starts);
  tern_arena_deinitialize(&parser->scratch);
  tern_arena_deinitialize(&parser->arena);
}

// The column of a token, from 0.
static size_t column_of(const tern_parser_t *parser, const char *pointer) {
  size_t column = 0;
  while (pointer > parser->lexer.begin && pointer[-1] != '\n') {
    --pointer;
    ++column;
  }
  return column;
}

static bool is_first_of_line(const tern_parser_t *parser, const char *pointer) {
  while (pointer > parser->lexer.begin) {
    char c = *--pointer;
    if (c == '\n') return true;
    if (c != ' ' && c != '\t' && c != '\r') return false;
  }
  return true;
}

static bool may_start_top_level(tern_token_kind_t kind) {
  return kind == TERN_TOKEN_PERCENT || kind == TERN_TOKEN_STRING || kind == TERN_TOKEN_BARE ||
         kind == TERN_TOKEN_HASH || kind == TERN_TOKEN_EXCLAIM || kind == TERN_TOKEN_METADATA_BEGIN;
}

// Goes to the next thing at the top after an error in one that began at `start`: it is indented no further.
static void recover(tern_parser_t *parser, const char *start) {
  const char *failed_at = parser->token.text.data;
  size_t depth = 0, column = column_of(parser, start);
  for (tern_parser_reset_to(parser, start); !tern_parser_is(parser, TERN_TOKEN_EOF); tern_parser_advance(parser)) {
    const char *pointer = parser->token.text.data;
    if (depth == 0 && pointer > start && pointer >= failed_at && may_start_top_level(parser->token.kind) &&
        is_first_of_line(parser, pointer) && column_of(parser, pointer) <= column) {
      return;
    }
    if (tern_parser_is(parser, TERN_TOKEN_LEFT_BRACE)) ++depth;
    if (tern_parser_is(parser, TERN_TOKEN_RIGHT_BRACE) && depth > 0) --depth;
  }
}

static bool parse_top_level_thing(tern_parser_t *parser, tern_block_t *block) {
  switch (parser->token.kind) {
    case TERN_TOKEN_HASH: return tern_parser_attr_alias_definition(parser);
    case TERN_TOKEN_EXCLAIM: return tern_parser_type_alias_definition(parser);
    case TERN_TOKEN_METADATA_BEGIN: return tern_parser_file_metadata(parser);
    default: return tern_parser_parse_op(parser, block) != NULL;
  }
}

// True if nothing was wrong.
static bool parse_top_level(tern_parser_t *parser, tern_block_t *block) {
  bool is_ok = true;
  while (!tern_parser_is(parser, TERN_TOKEN_EOF) && parser->error_count < TERN_PARSER_MAX_ERRORS) {
    const char *start = parser->token.text.data;
    size_t mark = tern_parser_failure_mark(parser);
    size_t deferred_count = parser->deferred_locations.count;
    if (parse_top_level_thing(parser, block)) continue;
    is_ok = false;
    parser->depth = 0;
    parser->region_depth = 0;
    parser->deferred_locations.count = deferred_count;
    if (tern_parser_failure_mark(parser) == mark) {
      tern_parser_error_at(parser, tern_source_pos_of(start), "cannot be parsed");
    }
    recover(parser, start);
  }
  return is_ok;
}

// The wrapper itself, or the only module in it.
static tern_op_t *unwrap(tern_op_t *wrapper) {
  tern_block_t *block = tern_op_body(wrapper, 0);
  tern_op_t *only = block->first_op;
  if (!only || only->next || !tern_str_equal_cstr(tern_op_name(only), "builtin.module")) return wrapper;
  tern_op_remove(only);
  tern_op_destroy(wrapper);
  return only;
}

tern_op_t *tern_parse_terminated_module(tern_context_t *context, tern_str_t name, tern_str_t text) {
  tern_parser_t parser;
  initialize(&parser, context, name, text);
  tern_op_t *wrapper = tern_op_create(context, &(tern_op_state_t){
                                                   .def = tern_op_def_get(context, TERN_STR("builtin.module")),
                                                   .loc = tern_file_loc_get_ident(context, parser.file, 0, 0),
                                                   .region_count = 1,
                                               });
  tern_block_t *block = tern_region_add_block(&wrapper->regions[0]);
  tern_name_scope_t scope;
  tern_parser_push_scope(&parser, &scope, true);
  bool is_ok = parse_top_level(&parser, block);
  is_ok = tern_parser_pop_scope(&parser, !is_ok) && is_ok;
  is_ok = is_ok && tern_parser_resolve_locations(&parser, wrapper);
  // Placeholders that stand for undefined values are the parser's: ops that use them go first.
  if (!is_ok) tern_op_destroy(wrapper);
  deinitialize(&parser);
  return is_ok ? unwrap(wrapper) : NULL;
}

tern_op_t *tern_parse_module(tern_context_t *context, tern_str_t name, tern_str_t text) {
  const tern_lent_memory_t *lent = tern_context_lender(context, text.data, text.size);
  if (lent && lent->is_view && lent->data + lent->size == text.data + text.size) {
    return tern_parse_terminated_module(context, name, text);
  }
  char *copy = copy_terminated(text);
  tern_op_t *module = tern_parse_terminated_module(context, name, tern_str_make(copy, text.size));
  free(copy);
  return module;
}

static bool expect_end(tern_parser_t *parser) {
  if (tern_parser_is(parser, TERN_TOKEN_EOF)) return true;
  const char *rest = parser->token.text.data;
  int size = (int)(parser->lexer.end - rest < 80 ? parser->lexer.end - rest : 80);
  return tern_parser_error(parser, "found trailing characters: '%.*s'", size, rest);
}

const tern_type_t *tern_parse_type_text(tern_context_t *context, tern_str_t text) {
  tern_parser_t parser;
  char *copy = copy_terminated(text);
  initialize(&parser, context, text, tern_str_make(copy, text.size));
  const tern_type_t *type = tern_parse_type(&parser);
  if (type && !expect_end(&parser)) type = NULL;
  deinitialize(&parser);
  free(copy);
  return type;
}

const tern_attr_t *tern_parse_attr_text(tern_context_t *context, tern_str_t text) {
  tern_parser_t parser;
  char *copy = copy_terminated(text);
  initialize(&parser, context, text, tern_str_make(copy, text.size));
  const tern_attr_t *attr = tern_parse_attr(&parser, NULL);
  if (attr && !expect_end(&parser)) attr = NULL;
  deinitialize(&parser);
  free(copy);
  return attr;
}
