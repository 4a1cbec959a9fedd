// Chunks of a file, each in a context of its own.

#include "pipeline/driver/chunks.h"

#include <execinfo.h>
#include <stdlib.h>

#include "asm/printer.h"
#include "asm/source.h"
#include "asm/split.h"
#include "asm/verify_diagnostics.h"
#include "bytecode/bytecode.h"
#include "ir/op_notes.h"
#include "pipeline/registry.h"

enum { STACK_DEPTH = 64, NOTE_ELEMENTS = 16 };

// Where the diagnostics of a chunk go.
typedef struct sink {
  const tern_chunks_t *chunks;
  const tern_source_manager_t *sources;
  bool is_hiding;  // the last diagnostic was not shown, so its notes are not either
} sink_t;

static void send(const tern_chunks_t *chunks, const tern_string_builder_t *text) {
  if (chunks->message && text->size) chunks->message(text->data, text->size, chunks->message_user);
}

static void append_stack(const sink_t *sink, const tern_attr_t *loc, tern_string_builder_t *out) {
  void *frames[STACK_DEPTH];
  int count = backtrace(frames, STACK_DEPTH);
  char **names = backtrace_symbols(frames, count);
  if (!names) return;
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "diagnostic emitted with trace:");
  for (int i = 0; i < count; ++i) tern_string_builder_append_format(&text, "\n #%d %s", i, names[i]);
  tern_diagnostic_t note = {TERN_NOTE, loc, text.data};
  tern_source_manager_render(sink->sources, &note, out);
  tern_string_builder_deinitialize(&text);
  free(names);
}

static void show(const tern_diagnostic_t *diagnostic, void *user) {
  sink_t *sink = user;
  bool is_note = diagnostic->severity == TERN_NOTE;
  if (!is_note) sink->is_hiding = diagnostic->severity < sink->chunks->least_severity;
  if (sink->is_hiding || (is_note && sink->chunks->no_notes)) return;
  tern_string_builder_t text = {0};
  tern_source_manager_render(sink->sources, diagnostic, &text);
  if (sink->chunks->prints_stack && !is_note) append_stack(sink, diagnostic->loc, &text);
  send(sink->chunks, &text);
  tern_string_builder_deinitialize(&text);
}

static void print_op(const tern_op_t *op, tern_string_builder_t *out) {
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.generic = options.local_scope = true;
  options.elide_elements_above = NOTE_ELEMENTS;
  tern_print_op((tern_op_t *)op, &options, out);
  out->size = tern_str_trim(tern_string_builder_view(out)).size;
  out->data[out->size] = '\0';
}

// Processes a chunk and compares its diagnostics with the comments.
static tern_status_t process_and_verify(const tern_chunks_t *chunks, tern_context_t *context,
                                        const tern_source_manager_t *sources, tern_str_t text, uint32_t line_offset,
                                        tern_string_builder_t *out) {
  tern_diagnostic_verifier_t *verifier = tern_diagnostic_verifier_create(sources, chunks->name, chunks->only_expected);
  tern_diagnostics_set_handler(context, tern_diagnostic_verifier_handle, verifier);
  tern_status_t status = chunks->process(context, text, line_offset, out, chunks->user);
  tern_string_builder_t report = {0};
  bool agrees = tern_diagnostic_verifier_finish(verifier, &report);
  send(chunks, &report);
  tern_string_builder_deinitialize(&report);
  tern_diagnostic_verifier_destroy(verifier);
  bool is_told = status.code == TERN_OK || status.code == TERN_INVALID_IR || status.code == TERN_INVALID_ARGUMENT;
  if (!is_told) return status;
  return agrees ? tern_ok() : tern_status_make(TERN_INVALID_IR, "diagnostics differ");
}

static tern_status_t run_chunk(const tern_chunks_t *chunks, tern_str_t text, uint32_t line_offset,
                               tern_string_builder_t *out) {
  tern_source_manager_t sources = {0};
  tern_source_manager_add(&sources, chunks->name, chunks->is_binary ? TERN_STR("") : tern_source_text(text), 0);
  if (chunks->pipeline_text.size) {
    tern_source_manager_add(&sources, TERN_STR("<pass-pipeline>"), chunks->pipeline_text, 0);
  }
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_context_allow_unregistered(context, chunks->allow_unregistered);
  tern_status_t status;
  sink_t sink = {.chunks = chunks, .sources = &sources};
  tern_op_notes_t notes = {print_op, chunks->prints_ops && !chunks->verify_diagnostics};
  tern_context_set_extension(context, &tern_op_notes_key, &notes, NULL);
  if (chunks->verify_diagnostics) {
    status = process_and_verify(chunks, context, &sources, text, line_offset, out);
  } else {
    tern_diagnostics_set_handler(context, show, &sink);
    status = chunks->process(context, text, line_offset, out, chunks->user);
  }
  tern_context_destroy(context);
  tern_source_manager_deinitialize(&sources);
  return status;
}

// Where a near miss of a marker is told.
typedef struct near_miss_sink {
  const tern_chunks_t *chunks;
  tern_source_manager_t sources;
} near_miss_sink_t;

static void warn_of_near_miss(uint32_t line, uint32_t column, void *user) {
  near_miss_sink_t *sink = user;
  tern_string_builder_t text = {0};
  tern_source_manager_render_at(&sink->sources, sink->chunks->name, line, column, TERN_WARNING,
                                "near miss with file split marker", &text);
  send(sink->chunks, &text);
  tern_string_builder_deinitialize(&text);
}

tern_status_t tern_chunks_run(const tern_chunks_t *chunks, tern_str_t text, tern_string_builder_t *out) {
  if (!chunks->split_marker || tern_is_bytecode(text)) return run_chunk(chunks, text, 0, out);
  tern_source_splitter_t splitter;
  tern_source_splitter_initialize(&splitter, text, tern_str_from_cstr(chunks->split_marker));
  near_miss_sink_t near_misses = {.chunks = chunks};
  tern_source_manager_add(&near_misses.sources, chunks->name, tern_source_text(text), 0);
  splitter.near_miss = warn_of_near_miss;
  splitter.user = &near_misses;
  tern_status_t status = tern_ok();
  tern_source_chunk_t chunk;
  for (bool is_first = true; tern_source_splitter_next(&splitter, &chunk); is_first = false) {
    const char *marker = chunks->output_split_marker ? chunks->output_split_marker : TERN_DEFAULT_SPLIT_MARKER;
    if (!is_first) tern_string_builder_append_format(out, "%s\n", marker);
    tern_string_builder_t padded = {0};
    for (uint32_t i = 0; i < chunk.line_offset; ++i) tern_string_builder_append_char(&padded, '\n');
    for (uint32_t i = 0; i < chunk.column_offset; ++i) tern_string_builder_append_char(&padded, ' ');
    tern_string_builder_append(&padded, chunk.text);
    tern_status_t chunk_status = run_chunk(chunks, tern_string_builder_view(&padded), chunk.line_offset, out);
    if (!tern_status_is_ok(chunk_status)) status = chunk_status;
    tern_string_builder_deinitialize(&padded);
  }
  tern_source_manager_deinitialize(&near_misses.sources);
  return status;
}
