// A text that diagnostics point into, and how they are shown (upstream: SourceMgrDiagnosticHandler).

#include "pipeline/source.h"

#include "ir/attr.h"

static const char *const severity_names[] = {
    [TERN_NOTE] = "note",
    [TERN_REMARK] = "remark",
    [TERN_WARNING] = "warning",
    [TERN_ERROR] = "error",
};

tern_place_t tern_diagnostic_place(const tern_diagnostic_t *diagnostic) {
  const tern_attr_t *loc = tern_loc_find_file(diagnostic->loc);
  if (!loc) return (tern_place_t){.file = TERN_STR("<unknown>")};
  return (tern_place_t){
      .file = tern_ident_str((const tern_ident_t *)(uintptr_t)loc->params[0]),
      .line = (uint32_t)loc->params[1],
      .column = (uint32_t)loc->params[2],
  };
}

// Line `number` (from 1) without its end. False if there is none.
static bool find_line(tern_str_t text, uint32_t number, tern_str_t *out_line) {
  if (number == 0) return false;
  for (uint32_t i = 1; i < number; ++i) {
    size_t end = tern_str_find_char(text, '\n');
    if (end == text.size) return false;
    text = tern_str_drop(text, end + 1);
  }
  if (text.size == 0) return false;
  *out_line = tern_str_make(text.data, tern_str_find_char(text, '\n'));
  if (out_line->size && out_line->data[out_line->size - 1] == '\r') --out_line->size;
  return true;
}

// The line, and a caret below the column. Tabs stay tabs above and below, so that both lines agree on any terminal.
static void append_excerpt(tern_str_t line, uint32_t column, tern_string_builder_t *out) {
  for (size_t i = 0; i < line.size; ++i) {
    unsigned char c = (unsigned char)line.data[i];
    tern_string_builder_append_char(out, c < ' ' && c != '\t' ? ' ' : (char)c);
  }
  tern_string_builder_append_char(out, '\n');
  for (size_t i = 0; i + 1 < column; ++i) {
    unsigned char c = i < line.size ? (unsigned char)line.data[i] : ' ';
    if ((c & 0xc0) == 0x80) continue;  // a further byte of one character
    tern_string_builder_append_char(out, c == '\t' ? '\t' : ' ');
  }
  tern_string_builder_append_cstr(out, "^\n");
}

void tern_diagnostic_render(const tern_diagnostic_t *diagnostic, const tern_source_t *sources, size_t source_count,
                            tern_string_builder_t *out) {
  tern_place_t place = tern_diagnostic_place(diagnostic);
  tern_string_builder_append(out, place.file);
  tern_string_builder_append_format(out, ":%u", place.line);
  if (place.line || place.column) tern_string_builder_append_format(out, ":%u", place.column);
  tern_string_builder_append_format(out, ": %s: %s\n", severity_names[diagnostic->severity], diagnostic->message);
  for (size_t i = 0; i < source_count; ++i) {
    tern_str_t line;
    if (!tern_str_equal(sources[i].name, place.file) || !find_line(sources[i].text, place.line, &line)) continue;
    append_excerpt(line, place.column, out);
    return;
  }
}

// --- splitting ---

tern_splitter_t tern_splitter_make(tern_str_t text, tern_str_t marker) {
  return (tern_splitter_t){.rest = text, .marker = marker};
}

bool tern_splitter_next(tern_splitter_t *splitter, tern_str_t *out_part) {
  if (splitter->is_done) return false;
  splitter->part.size = 0;
  for (size_t i = 0; i < splitter->line_count; ++i) tern_string_builder_append_char(&splitter->part, '\n');
  tern_str_t rest = splitter->rest;
  size_t size = 0;  // of the part
  splitter->is_done = true;
  while (size < rest.size) {
    tern_str_t line = tern_str_drop(rest, size);
    size_t line_size = tern_str_find_char(line, '\n');
    size_t next = size + line_size + (line_size < line.size);
    ++splitter->line_count;
    if (tern_str_equal(tern_str_trim(tern_str_make(line.data, line_size)), splitter->marker)) {
      splitter->rest = tern_str_drop(rest, next);
      splitter->is_done = false;
      break;
    }
    size = next;
  }
  tern_string_builder_append(&splitter->part, tern_str_make(rest.data, size));
  *out_part = tern_string_builder_view(&splitter->part);
  return true;
}

void tern_splitter_deinitialize(tern_splitter_t *splitter) { tern_string_builder_deinitialize(&splitter->part); }
