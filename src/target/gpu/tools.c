// Programs of a GPU's vendor on temporary files, with diagnostics.

#include "target/gpu/tools.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "ir/diagnostic.h"
#include "target/programs.h"

// --- commands ---

static char *format_text(const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int size = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = tern_malloc((size_t)size + 1);
  vsnprintf(text, (size_t)size + 1, format, args);
  return text;
}

static char *make_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *make_text(const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = format_text(format, args);
  va_end(args);
  return text;
}

void tern_tool_add(tern_tool_command_t *command, const char *format, ...) {
  va_list args;
  va_start(args, format);
  tern_vec_push(&command->words, format_text(format, args));
  va_end(args);
}

void tern_tool_add_words(tern_tool_command_t *command, const tern_attr_t *words) {
  for (size_t i = 0; words && i < tern_array_attr_count(words); ++i) {
    const tern_attr_t *word = tern_array_attr_at(words, i);
    if (!tern_attr_is_string(word)) continue;
    tern_str_t text = tern_string_attr_value(word);
    tern_tool_add(command, "%.*s", (int)text.size, text.data);
  }
}

void tern_tool_deinitialize(tern_tool_command_t *command) {
  for (size_t i = 0; i < command->words.count; ++i) free(command->words.values[i]);
  tern_vec_deinitialize(&command->words);
}

// --- files ---

bool tern_tool_file_create(const char *suffix, const tern_attr_t *loc, tern_tool_file_t *out_file) {
  const char *directory = getenv("TMPDIR");
  out_file->path = make_text("%s/tern-XXXXXX%s", directory && *directory ? directory : "/tmp", suffix);
  int file = mkstemps(out_file->path, (int)strlen(suffix));
  if (file >= 0) {
    close(file);
    return true;
  }
  tern_emit_error(loc, "Couldn't create the temp file: `%s`, error message: %s", out_file->path, strerror(errno));
  free(out_file->path);
  out_file->path = NULL;
  return false;
}

bool tern_tool_file_write(const tern_tool_file_t *file, tern_str_t data, const tern_attr_t *loc) {
  tern_status_t status = tern_file_write(file->path, data);
  return tern_status_is_ok(status) || tern_emit_error(loc, "%s", status.message);
}

bool tern_tool_file_read(const tern_tool_file_t *file, const tern_attr_t *loc, tern_string_builder_t *out_data) {
  char *data;
  size_t size;
  tern_status_t status = tern_file_read(file->path, &data, &size);
  if (!tern_status_is_ok(status)) return tern_emit_error(loc, "%s", status.message);
  tern_string_builder_append(out_data, tern_str_make(data, size));
  free(data);
  return true;
}

void tern_tool_file_destroy(tern_tool_file_t *file) {
  if (!file->path) return;
  unlink(file->path);
  free(file->path);
  file->path = NULL;
}

// --- running ---

bool tern_tool_run(const tern_tool_command_t *command, const char *name, const tern_attr_t *loc,
                   tern_string_builder_t *out_log) {
  tern_tool_file_t log = {0};
  TERN_VEC(char *) words = {0};
  bool has_succeeded;
  if (!tern_tool_file_create(".log", loc, &log)) return false;
  for (size_t i = 0; i < command->words.count; ++i) tern_vec_push(&words, command->words.values[i]);
  tern_vec_push(&words, NULL);
  tern_status_t status = tern_program_run(words.values, log.path, &has_succeeded);
  tern_vec_deinitialize(&words);
  bool is_right = tern_tool_file_read(&log, loc, out_log);
  tern_tool_file_destroy(&log);
  if (!tern_status_is_ok(status)) {
    return tern_emit_error(loc, "`%s` invocation failed, error message: '%s' cannot be run", name,
                           command->words.values[0]);
  }
  if (!has_succeeded) {
    tern_str_t text = tern_str_trim(tern_string_builder_view(out_log));
    return tern_emit_error(loc, "`%s` invocation failed. Log:\n%.*s", name, (int)text.size, text.data);
  }
  return is_right;
}
