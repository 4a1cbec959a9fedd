// A text that diagnostics point into, and how they are shown.

#ifndef TERN_PIPELINE_SOURCE_H_
#define TERN_PIPELINE_SOURCE_H_

#include "base/string.h"
#include "ir/diagnostic.h"

// A named text. Borrowed.
typedef struct tern_source {
  tern_str_t name;  // as locations call it
  tern_str_t text;
} tern_source_t;

// Where a diagnostic points: `file` is "<unknown>" and the numbers are 0 if it points nowhere.
typedef struct tern_place {
  tern_str_t file;
  uint32_t line, column;  // from 1
} tern_place_t;
tern_place_t tern_diagnostic_place(const tern_diagnostic_t *diagnostic);

// Appends `file:line:column: error: message`, and below it the source line and a caret if the place is in one of the
// sources.
void tern_diagnostic_render(const tern_diagnostic_t *diagnostic, const tern_source_t *sources, size_t source_count,
                            tern_string_builder_t *out);

// The parts of `text` between lines that hold nothing but `marker`. Each part is preceded by as many newlines as lines
// come before it in `text`, so that its line numbers are those of the whole.
//
//   tern_splitter_t splitter = tern_splitter_make(text, marker);
//   while (tern_splitter_next(&splitter, &part)) ...
//   tern_splitter_deinitialize(&splitter);
typedef struct tern_splitter {
  tern_str_t rest;
  tern_str_t marker;
  bool is_done;
  tern_string_builder_t part;  // owned: the part handed out last
  size_t line_count;           // lines before `rest`
} tern_splitter_t;
tern_splitter_t tern_splitter_make(tern_str_t text, tern_str_t marker);
// `*out_part` lives until the next call.
bool tern_splitter_next(tern_splitter_t *splitter, tern_str_t *out_part);
void tern_splitter_deinitialize(tern_splitter_t *splitter);

#endif  // TERN_PIPELINE_SOURCE_H_
