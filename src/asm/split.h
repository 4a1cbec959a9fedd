// Cutting an input file into chunks at marker lines (--split-input-file).

#ifndef TERN_ASM_SPLIT_H_
#define TERN_ASM_SPLIT_H_

#include "base/string.h"

// What stands between two chunks, mostly on a line of its own.
#define TERN_DEFAULT_SPLIT_MARKER "// -----"

// One chunk: a view into the whole text.
typedef struct tern_source_chunk {
  tern_str_t text;
  uint32_t line_offset;    // lines of the file before it
  uint32_t column_offset;  // bytes before it on its line, if it begins behind a marker
} tern_source_chunk_t;

// A cursor over the chunks of a text, which outlives it.
typedef struct tern_source_splitter {
  tern_str_t rest;
  tern_str_t marker;  // empty: the text is one chunk
  uint32_t line_offset, column_offset;
  bool is_done;
  // Hears of each place where all of the marker but its end is, behind what is there; may be NULL.
  void (*near_miss)(uint32_t line, uint32_t column, void *user);
  void *user;
} tern_source_splitter_t;

void tern_source_splitter_initialize(tern_source_splitter_t *splitter, tern_str_t text, tern_str_t marker);
// The next chunk; false after the last one. There is at least one chunk, which may be empty.
bool tern_source_splitter_next(tern_source_splitter_t *splitter, tern_source_chunk_t *out_chunk);

#endif  // TERN_ASM_SPLIT_H_
