// What the drivers of tern-opt and tern-translate share: each chunk of a file is processed in a context of its own, and
// its diagnostics are shown or compared with what the source expects.

#ifndef TERN_PIPELINE_DRIVER_CHUNKS_H_
#define TERN_PIPELINE_DRIVER_CHUNKS_H_

#include "ir/context.h"
#include "ir/diagnostic.h"
#include "tern/status.h"

// All pointers are borrowed while tern_chunks_run() runs.
typedef struct tern_chunks {
  tern_str_t name;                  // of the file, for locations
  const char *split_marker;         // NULL: one chunk
  const char *output_split_marker;  // NULL: the default
  bool is_binary;                   // the input is bytes, which have no lines to show
  tern_str_t pipeline_text;         // what locations in <pass-pipeline> point into; may be empty
  bool verify_diagnostics;          // compare diagnostics with expected-* comments instead of showing them
  bool only_expected;               // with it: others than those expected are fine
  bool no_notes;
  tern_severity_t least_severity;  // lesser ones are not shown, nor are their notes
  bool prints_ops;                 // errors of ops have a note with the op
  bool prints_stack;               // diagnostics have a note with the functions that were running
  bool allow_unregistered;
  // Receives diagnostics as text, and mismatches of expectations.
  void (*message)(const char *text, size_t size, void *user);
  void *message_user;
  // Processes a chunk and appends to `out`. The text is padded in front, by `line_offset` lines, so that its lines are
  // those of the file.
  tern_status_t (*process)(tern_context_t *context, tern_str_t text, uint32_t line_offset, tern_string_builder_t *out,
                           void *user);
  void *user;
} tern_chunks_t;

// Processes all chunks of `text`, also after one that failed, and joins their outputs. The status of the last failure;
// where diagnostics are verified, wrong IR is a failure only if it was not expected.
tern_status_t tern_chunks_run(const tern_chunks_t *chunks, tern_str_t text, tern_string_builder_t *out);

#endif  // TERN_PIPELINE_DRIVER_CHUNKS_H_
