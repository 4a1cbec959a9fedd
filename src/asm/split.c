// Cutting an input file into chunks at markers, as upstream does it (ToolUtilities.cpp): a marker counts wherever it is,
// and its beginning alone is most likely a mistake.

#include "asm/split.h"

enum { MARKER_END = 2 };  // bytes at the end of a marker that a near miss does not have

void tern_source_splitter_initialize(tern_source_splitter_t *splitter, tern_str_t text, tern_str_t marker) {
  *splitter = (tern_source_splitter_t){.rest = text, .marker = tern_str_trim(marker)};
  if (!text.data) splitter->rest = TERN_STR("");
}

static bool is_blank(tern_str_t text) { return tern_str_trim(text).size == 0; }

// The place right behind `position`, for near misses.
static void report_near_miss(const tern_source_splitter_t *splitter, tern_str_t text, size_t position) {
  uint32_t line = splitter->line_offset + 1, column = splitter->column_offset + 1;
  for (size_t i = 0; i < position; ++i) {
    ++column;
    if (text.data[i] != '\n') continue;
    ++line;
    column = 1;
  }
  if (splitter->near_miss) splitter->near_miss(line, column, splitter->user);
}

// Where the next marker is, or `text.size`.
static size_t find_marker(const tern_source_splitter_t *splitter, tern_str_t text) {
  tern_str_t marker = splitter->marker;
  size_t end_size = marker.size > MARKER_END ? MARKER_END : 0;
  tern_str_t stem = tern_str_make(marker.data, marker.size - end_size);
  for (size_t position = 0; marker.size && position < text.size;) {
    const char *found = memmem(text.data + position, text.size - position, stem.data, stem.size);
    if (!found) break;
    position = (size_t)(found - text.data);
    if (tern_str_starts_with(tern_str_drop(text, position), marker)) return position;
    position += stem.size;
    report_near_miss(splitter, text, position);
  }
  return text.size;
}

bool tern_source_splitter_next(tern_source_splitter_t *splitter, tern_source_chunk_t *out_chunk) {
  if (splitter->is_done) return false;
  tern_str_t text = splitter->rest;
  *out_chunk = (tern_source_chunk_t){text, splitter->line_offset, splitter->column_offset};
  size_t position = find_marker(splitter, text);
  splitter->is_done = position == text.size;
  if (splitter->is_done) return true;

  // What is left of the marker's line belongs to the chunks only if it is not blank.
  size_t line_start = position, behind = position + splitter->marker.size;
  while (line_start > 0 && text.data[line_start - 1] != '\n') --line_start;
  bool is_first_line = line_start == 0;
  uint32_t column = (uint32_t)(behind - line_start) + (is_first_line ? splitter->column_offset : 0);
  for (size_t i = 0; i < position; ++i) splitter->line_offset += text.data[i] == '\n';
  if (is_blank(tern_str_make(text.data + line_start, position - line_start))) position = line_start;
  out_chunk->text = tern_str_make(text.data, position);
  size_t line_end = behind + tern_str_find_char(tern_str_drop(text, behind), '\n');
  splitter->column_offset = column;
  if (is_blank(tern_str_make(text.data + behind, line_end - behind))) {
    behind = line_end + (line_end < text.size);
    ++splitter->line_offset;
    splitter->column_offset = 0;
  }
  splitter->rest = tern_str_drop(text, behind);
  return true;
}
