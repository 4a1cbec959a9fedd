// Source buffers, and diagnostics with their source line.

#include "asm/source.h"

#include "base/arena.h"
#include "ir/attr.h"
#include "ir/context.h"

enum {
  LONGEST_LINE = 160,      // bytes shown of a line; of a longer one a part around the column
  LEFT_CONTEXT = 80,       // bytes of such a line shown before the column
  LONGEST_CALL_STACK = 10  // callers shown
};

// A file location's parts.
typedef struct place {
  tern_str_t name;
  uint32_t line, column;
} place_t;

void tern_source_manager_deinitialize(tern_source_manager_t *manager) {
  for (size_t i = 0; i < manager->buffers.count; ++i) free(manager->buffers.values[i].name);
  tern_vec_deinitialize(&manager->buffers);
}

static tern_source_buffer_t *find_buffer(const tern_source_manager_t *manager, tern_str_t name) {
  for (size_t i = 0; i < manager->buffers.count; ++i) {
    if (tern_str_equal_cstr(name, manager->buffers.values[i].name)) return &manager->buffers.values[i];
  }
  return NULL;
}

const tern_source_buffer_t *tern_source_manager_find(const tern_source_manager_t *manager, tern_str_t name) {
  return find_buffer(manager, name);
}

void tern_source_manager_add(tern_source_manager_t *manager, tern_str_t name, tern_str_t text, uint32_t line_offset) {
  tern_source_buffer_t *known = find_buffer(manager, name);
  if (known) {
    known->text = text;
    known->line_offset = line_offset;
    return;
  }
  char *copy = tern_malloc(name.size + 1);
  if (name.size) memcpy(copy, name.data, name.size);
  copy[name.size] = '\0';
  tern_vec_push(&manager->buffers, (tern_source_buffer_t){copy, text, line_offset});
}

const char *tern_severity_name(tern_severity_t severity) {
  static const char *const names[] = {
      [TERN_NOTE] = "note", [TERN_REMARK] = "remark", [TERN_WARNING] = "warning", [TERN_ERROR] = "error"};
  return names[severity];
}

// --- lines ---

// Line `line` (from 1) without its end. False if the text has fewer.
static bool find_line(tern_str_t text, uint32_t line, tern_str_t *out_line) {
  for (uint32_t i = 1; i < line; ++i) {
    size_t end = tern_str_find_char(text, '\n');
    if (end == text.size) return false;
    text = tern_str_drop(text, end + 1);
  }
  *out_line = tern_str_make(text.data, tern_str_find_char(text, '\n'));
  if (out_line->size && out_line->data[out_line->size - 1] == '\r') --out_line->size;
  return line > 0;
}

static bool is_continuation(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

// Bytes of the UTF-8 character at the start of `text`, or 0 if it is malformed.
static size_t character_size(tern_str_t text) {
  unsigned char first = (unsigned char)text.data[0];
  size_t size = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || size > text.size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if (!is_continuation(text.data[i])) return 0;
  }
  return size;
}

// Goes to the start of the character that `position` is in.
static size_t align_to_character(tern_str_t line, size_t position) {
  while (position > 0 && position < line.size && is_continuation(line.data[position])) --position;
  return position;
}

// Appends text as it is, but for control characters and malformed UTF-8, which become '?'. With `is_blank`, appends
// as many columns of blanks; tabs stay tabs in both, so that the caret stands right whatever they are wide.
static void append_columns(tern_str_t text, bool is_blank, tern_string_builder_t *out) {
  while (text.size) {
    size_t size = character_size(text);
    bool is_tab = text.data[0] == '\t';
    bool is_odd = !size || (unsigned char)text.data[0] < 0x20 || text.data[0] == 0x7f;
    if (!size) size = 1;
    if (is_tab) {
      tern_string_builder_append_char(out, '\t');
    } else if (is_blank || is_odd) {
      tern_string_builder_append_char(out, is_blank ? ' ' : '?');
    } else {
      tern_string_builder_append(out, tern_str_make(text.data, size));
    }
    text = tern_str_drop(text, size);
  }
}

static void append_source_line(tern_str_t line, uint32_t column, tern_string_builder_t *out) {
  size_t position = column ? column - 1 : 0;
  if (position > line.size) position = line.size;
  size_t start = 0, end = line.size;
  if (line.size > LONGEST_LINE) {
    start = position > LEFT_CONTEXT ? align_to_character(line, position - LEFT_CONTEXT) : 0;
    end = line.size - start > LONGEST_LINE ? align_to_character(line, start + LONGEST_LINE) : line.size;
  }
  if (start) tern_string_builder_append_cstr(out, "...");
  append_columns(tern_str_make(line.data + start, end - start), false, out);
  if (end < line.size) tern_string_builder_append_cstr(out, "...");
  tern_string_builder_append_char(out, '\n');
  if (!column) return;
  if (start) tern_string_builder_append_cstr(out, "   ");
  append_columns(tern_str_make(line.data + start, position - start), true, out);
  tern_string_builder_append_cstr(out, "^\n");
}

void tern_source_manager_render_at(const tern_source_manager_t *manager, tern_str_t name, uint32_t line,
                                   uint32_t column, tern_severity_t severity, const char *message,
                                   tern_string_builder_t *out) {
  const tern_source_buffer_t *buffer = find_buffer(manager, name);
  uint32_t shown_line = line + (buffer ? buffer->line_offset : 0);
  tern_string_builder_append(out, name);
  tern_string_builder_append_format(out, ":%u:%u: %s: ", shown_line, column, tern_severity_name(severity));
  tern_string_builder_append_cstr(out, message);
  tern_string_builder_append_char(out, '\n');
  tern_str_t source_line;
  if (buffer && find_line(buffer->text, line, &source_line)) append_source_line(source_line, column, out);
}

// --- locations ---

static bool find_place(const tern_attr_t *loc, place_t *out_place) {
  const tern_attr_t *file = tern_loc_find_file(loc);
  if (!file) return false;
  *out_place = (place_t){
      .name = tern_ident_str((const tern_ident_t *)(uintptr_t)file->params[0]),
      .line = (uint32_t)file->params[1],
      .column = (uint32_t)file->params[2],
  };
  return true;
}

// The first call site inside of names and fused locations, or NULL.
static const tern_attr_t *find_call_site(const tern_attr_t *loc) {
  if (loc->kind == TERN_ATTR_LOC_CALL_SITE) return loc;
  if (loc->kind != TERN_ATTR_LOC_NAME && loc->kind != TERN_ATTR_LOC_FUSED) return NULL;
  for (size_t i = 1; i < loc->param_count; ++i) {
    const tern_attr_t *found = find_call_site((const tern_attr_t *)(uintptr_t)loc->params[i]);
    if (found) return found;
  }
  return NULL;
}

static void render_callers(const tern_source_manager_t *manager, const tern_attr_t *loc, tern_string_builder_t *out) {
  const tern_attr_t *call_site = find_call_site(loc);
  for (size_t i = 0; call_site && i < LONGEST_CALL_STACK; ++i) {
    const tern_attr_t *caller = (const tern_attr_t *)(uintptr_t)call_site->params[1];
    place_t place;
    if (find_place(caller, &place)) {
      tern_source_manager_render_at(manager, place.name, place.line, place.column, TERN_NOTE, "called from", out);
    }
    call_site = find_call_site(caller);
  }
}

// --- texts that passes read ---

static const char remembered_key;

typedef struct remembered {
  char *text;
  tern_source_manager_t sources;  // of the newest text
} remembered_t;

static void forget(void *value) {
  remembered_t *remembered = value;
  tern_source_manager_deinitialize(&remembered->sources);
  free(remembered->text);
  free(remembered);
}

void tern_source_remember(tern_context_t *context, tern_str_t name, tern_str_t text) {
  remembered_t *remembered = tern_malloc(sizeof *remembered);
  *remembered = (remembered_t){.text = tern_malloc(text.size + 1)};
  if (text.size) memcpy(remembered->text, text.data, text.size);
  tern_source_manager_add(&remembered->sources, name, tern_str_make(remembered->text, text.size), 0);
  tern_context_set_extension(context, &remembered_key, remembered, forget);
}

void tern_source_manager_render(const tern_source_manager_t *manager, const tern_diagnostic_t *diagnostic,
                                tern_string_builder_t *out) {
  place_t place;
  if (find_place(diagnostic->loc, &place)) {
    const remembered_t *remembered = tern_context_extension(diagnostic->loc->context, &remembered_key);
    if (remembered && !find_buffer(manager, place.name)) manager = &remembered->sources;
    tern_source_manager_render_at(manager, place.name, place.line, place.column, diagnostic->severity,
                                  diagnostic->message, out);
  } else {
    tern_string_builder_append_format(out, "<unknown>:0: %s: ", tern_severity_name(diagnostic->severity));
    tern_string_builder_append_cstr(out, diagnostic->message);
    tern_string_builder_append_char(out, '\n');
  }
  if (diagnostic->severity != TERN_NOTE) render_callers(manager, diagnostic->loc, out);
}
