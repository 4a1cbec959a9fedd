// Cutting an input file into chunks at marker lines.

#include "asm/split.h"

void tern_source_splitter_initialize(tern_source_splitter_t *splitter, tern_str_t text, tern_str_t marker) {
  *splitter = (tern_source_splitter_t){.rest = text, .marker = tern_str_trim(marker)};
  if (!text.data) splitter->rest = TERN_STR("");
}

bool tern_source_splitter_next(tern_source_splitter_t *splitter, tern_source_chunk_t *out_chunk) {
  if (splitter->is_done) return false;
  tern_str_t text = splitter->rest;
  uint32_t line_count = 0;
  size_t position = 0;
  out_chunk->line_offset = splitter->line_offset;
  while (splitter->marker.size && position < text.size) {
    tern_str_t from_here = tern_str_drop(text, position);
    tern_str_t line = tern_str_make(from_here.data, tern_str_find_char(from_here, '\n'));
    size_t behind = position + line.size + (line.size < from_here.size);
    ++line_count;
    if (tern_str_equal(tern_str_trim(line), splitter->marker)) {
      out_chunk->text = tern_str_make(text.data, position);
      splitter->rest = tern_str_drop(text, behind);
      splitter->line_offset += line_count;
      return true;
    }
    position = behind;
  }
  out_chunk->text = text;
  splitter->is_done = true;
  return true;
}
