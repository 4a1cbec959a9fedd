// Textual pipelines: `cse, func.func(canonicalize{top-down=false}), any(cse)`.

#include <ctype.h>

#include "pass/pass_private.h"

// A pipeline's text being read. Columns count from its start.
typedef struct reader {
  tern_pass_manager_t *manager;
  tern_str_t text;
  size_t position;
} reader_t;

static const tern_attr_t *loc_at(const reader_t *reader, size_t position) {
  return tern_file_loc_get(reader->manager->context, TERN_STR("<pass-pipeline>"), 1, (uint32_t)position + 1);
}

static void skip_space(reader_t *reader) {
  while (reader->position < reader->text.size && isspace((unsigned char)reader->text.data[reader->position])) {
    ++reader->position;
  }
}

static char peek(const reader_t *reader) {
  return reader->position < reader->text.size ? reader->text.data[reader->position] : '\0';
}

// Reads `{...}` with what is nested and quoted in it. False if it is not closed.
static bool read_options(reader_t *reader, tern_str_t *out_options) {
  size_t start = ++reader->position;
  size_t depth = 1;
  char quote = 0;
  for (; reader->position < reader->text.size; ++reader->position) {
    char c = reader->text.data[reader->position];
    if (quote) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) {
      *out_options = tern_str_make(reader->text.data + start, reader->position - start);
      ++reader->position;
      return true;
    }
  }
  return tern_emit_error(loc_at(reader, start - 1), "missing closing '}' while processing pass options");
}

static bool read_list(reader_t *reader, pipeline_t *pipeline, size_t depth);

static bool read_element(reader_t *reader, pipeline_t *pipeline, size_t depth) {
  skip_space(reader);
  size_t start = reader->position;
  while (reader->position < reader->text.size && !strchr(",(){}", reader->text.data[reader->position])) {
    ++reader->position;
  }
  tern_str_t name = tern_str_trim(tern_str_make(reader->text.data + start, reader->position - start));
  tern_str_t options = {0};
  if (peek(reader) == '{' && !read_options(reader, &options)) return false;
  skip_space(reader);
  if (peek(reader) == '(') {
    if (name.size == 0) return tern_emit_error(loc_at(reader, start), "expected an op name before '('");
    if (options.size) return tern_emit_error(loc_at(reader, start), "a nested pipeline has no options");
    if (depth > 64) return tern_emit_error(loc_at(reader, start), "pipelines are nested too deeply");
    ++reader->position;
    pipeline_t *nested = tern_pipeline_nest(reader->manager, pipeline, name);
    skip_space(reader);
    if (peek(reader) != ')' && !read_list(reader, nested, depth + 1)) return false;
    if (peek(reader) != ')') {
      return tern_emit_error(loc_at(reader, reader->position),
                             "encountered unbalanced parentheses while parsing pipeline: expected ')' after pipeline");
    }
    ++reader->position;
    return true;
  }
  return tern_pipeline_add_named(reader->manager, pipeline, name, options, loc_at(reader, start));
}

static bool read_list(reader_t *reader, pipeline_t *pipeline, size_t depth) {
  for (;;) {
    if (!read_element(reader, pipeline, depth)) return false;
    skip_space(reader);
    if (peek(reader) != ',') return true;
    ++reader->position;
  }
}

bool tern_pipeline_parse(tern_pass_manager_t *manager, pipeline_t *pipeline, tern_str_t text) {
  reader_t reader = {.manager = manager, .text = text};
  skip_space(&reader);
  if (reader.position == text.size) return true;
  if (!read_list(&reader, pipeline, 0)) return false;
  if (reader.position == text.size) return true;
  char c = peek(&reader);
  if (c == ')') {
    return tern_emit_error(loc_at(&reader, reader.position),
                           "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline");
  }
  return tern_emit_error(loc_at(&reader, reader.position), "expected ',' after parsing pipeline but got '%c'", c);
}

// `ANCHOR(...)` around the whole text: the text inside.
static bool strip_anchor(tern_str_t text, const char *anchor, tern_str_t *out_body) {
  size_t open = tern_str_find_char(text, '(');
  if (open == text.size || text.data[text.size - 1] != ')') return false;
  if (!tern_str_equal_cstr(tern_str_trim(tern_str_make(text.data, open)), anchor ? anchor : "any")) return false;
  size_t depth = 0;
  for (size_t i = open; i + 1 < text.size; ++i) {
    if (text.data[i] == '(') ++depth;
    if (text.data[i] == ')' && --depth == 0) return false;
  }
  *out_body = tern_str_make(text.data + open + 1, text.size - open - 2);
  return true;
}

bool tern_pass_manager_parse(tern_pass_manager_t *manager, tern_str_t text) {
  text = tern_str_trim(text);
  tern_str_t body = text;
  strip_anchor(text, manager->root->anchor, &body);
  // Columns are those of the whole text: what stands before the body is blanked.
  tern_string_builder_t blanked = {0};
  for (size_t i = 0; i < (size_t)(body.data - text.data); ++i) tern_string_builder_append_char(&blanked, ' ');
  tern_string_builder_append(&blanked, body);
  bool is_parsed = tern_pipeline_parse(manager, manager->root, tern_string_builder_view(&blanked));
  tern_string_builder_deinitialize(&blanked);
  return is_parsed;
}
