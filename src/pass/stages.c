// Rows of stages to the text of a pipeline.

#include "pass/stages.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "pass/pass_private.h"

// --- values ---

// A value as text, in the form that options take, and whether it counts as true in a condition.
typedef struct value {
  tern_string_builder_t text;
  bool is_true;
} value_t;

// In quotes if it would be cut otherwise, so that blanks, commas and brackets are the value's own.
static void append_quoted(tern_str_t text, tern_string_builder_t *out) {
  bool is_plain = true;
  for (size_t i = 0; i < text.size; ++i) is_plain &= !strchr(" \t\r\n,{}()[]\"'", text.data[i]);
  char quote = tern_str_find_char(text, '"') < text.size ? '\'' : '"';
  if (!is_plain) tern_string_builder_append_char(out, quote);
  tern_string_builder_append(out, text);
  if (!is_plain) tern_string_builder_append_char(out, quote);
}

static bool is_true_text(tern_option_kind_t kind, tern_str_t text) {
  if (kind == TERN_OPTION_BOOL) return tern_str_equal_cstr(text, "true");
  return text.size && (kind != TERN_OPTION_INT || !tern_str_equal_cstr(text, "0"));
}

static void write_member(const tern_stage_value_t *row, const void *user, tern_string_builder_t *out) {
  const char *member = (const char *)user + row->offset;
  if (row->kind == TERN_OPTION_BOOL) {
    tern_string_builder_append_cstr(out, *(const bool *)member ? "true" : "false");
  } else if (row->kind == TERN_OPTION_INT) {
    tern_string_builder_append_int64(out, *(const int64_t *)(const void *)member);
  } else {
    tern_string_builder_append(out, tern_str_from_cstr(*(const char *const *)(const void *)member));
  }
}

static void read_computed(const tern_stage_value_t *row, const tern_stage_scope_t *scope, bool is_raw, value_t *out) {
  tern_string_builder_t text = {0};
  if (row->write) {
    row->write(scope, &text);
  } else {
    write_member(row, scope->user, &text);
  }
  tern_str_t rest = tern_string_builder_view(&text);
  out->is_true = is_true_text(row->kind, rest);
  if (is_raw || row->kind == TERN_OPTION_BOOL || row->kind == TERN_OPTION_INT) {
    tern_string_builder_append(&out->text, rest);
  } else if (row->kind == TERN_OPTION_STRING) {
    append_quoted(rest, &out->text);
  } else {
    while (rest.size) {
      if (out->text.size) tern_string_builder_append_char(&out->text, ',');
      append_quoted(tern_str_split(&rest, ','), &out->text);
    }
  }
  tern_string_builder_deinitialize(&text);
}

static void read_option(const tern_option_def_t *def, const option_value_t *option, bool is_raw, value_t *out) {
  bool is_list = def->kind == TERN_OPTION_INT_LIST || def->kind == TERN_OPTION_STRING_LIST;
  out->is_true = is_list                           ? option->count > 0
                 : def->kind == TERN_OPTION_STRING ? option->text.size > 0
                                                   : option->integer;
  for (size_t i = 0; is_list && i < option->count; ++i) {
    if (i) tern_string_builder_append_char(&out->text, ',');
    if (option->integers) tern_string_builder_append_int64(&out->text, option->integers[i]);
    if (option->strings) append_quoted(option->strings[i], &out->text);
  }
  if (def->kind == TERN_OPTION_BOOL) tern_string_builder_append_cstr(&out->text, option->integer ? "true" : "false");
  if (def->kind == TERN_OPTION_INT) tern_string_builder_append_int64(&out->text, option->integer);
  if (def->kind != TERN_OPTION_STRING) return;
  if (is_raw) {
    tern_string_builder_append(&out->text, option->text);
  } else {
    append_quoted(option->text, &out->text);
  }
}

// The value called `name`; `is_raw`: as it is, without quotes.
static void read_name(const tern_stage_scope_t *scope, tern_str_t name, bool is_raw, value_t *out) {
  static const tern_option_def_t item = {.kind = TERN_OPTION_STRING};
  if (scope->item.size && tern_str_equal_cstr(name, "item")) {
    read_option(&item, &(option_value_t){.text = scope->item}, is_raw, out);
    return;
  }
  for (size_t i = 0; i < scope->value_count; ++i) {
    if (!tern_str_equal_cstr(name, scope->values[i].name)) continue;
    read_computed(&scope->values[i], scope, is_raw, out);
    return;
  }
  for (size_t i = 0; scope->options && i < scope->options->option_count; ++i) {
    if (!tern_str_equal_cstr(name, scope->options->option_defs[i].name)) continue;
    read_option(&scope->options->option_defs[i], &scope->options->options[i], is_raw, out);
    return;
  }
  assert(false && "rows name options of their pipeline, and values of its owner");
}

// `a|b|c`: the first that is true, else the last.
static void read_names(const tern_stage_scope_t *scope, tern_str_t names, bool is_raw, value_t *out) {
  while (names.size && !out->is_true) {
    tern_string_builder_deinitialize(&out->text);
    *out = (value_t){0};
    read_name(scope, tern_str_split(&names, '|'), is_raw, out);
  }
}

static bool holds(const tern_stage_scope_t *scope, const char *when) {
  tern_str_t words = tern_str_from_cstr(when);
  bool is_true = true;
  while (words.size && is_true) {
    tern_str_t names = tern_str_split(&words, ' ');
    bool is_negated = names.size && names.data[0] == '!';
    value_t value = {0};
    read_names(scope, tern_str_drop(names, is_negated), true, &value);
    is_true = value.is_true != is_negated;
    tern_string_builder_deinitialize(&value.text);
  }
  return is_true;
}

// --- text ---

// Cuts `$names` or `${names}` off the front of a template.
static tern_str_t take_names(tern_str_t *inout_text) {
  tern_str_t text = tern_str_drop(*inout_text, 1);
  bool is_braced = text.size && text.data[0] == '{';
  if (is_braced) text = tern_str_drop(text, 1);
  size_t size = 0;
  while (size < text.size && (isalnum((unsigned char)text.data[size]) || strchr("-|", text.data[size]))) ++size;
  *inout_text = tern_str_drop(text, size + is_braced);
  return tern_str_make(text.data, size);
}

// Appends a template with values in the place of their names.
static void append_filled(const tern_stage_scope_t *scope, tern_str_t text, bool is_raw, tern_string_builder_t *out) {
  while (text.size) {
    if (text.data[0] != '$') {
      tern_string_builder_append_char(out, text.data[0]);
      text = tern_str_drop(text, 1);
      continue;
    }
    value_t value = {0};
    read_names(scope, take_names(&text), is_raw, &value);
    tern_string_builder_append(out, tern_string_builder_view(&value.text));
    tern_string_builder_deinitialize(&value.text);
  }
}

// Appends a word to the options of a pass, unless it comes to nothing.
static void append_option(const tern_stage_scope_t *scope, tern_str_t word, tern_string_builder_t *out) {
  size_t equals = tern_str_find_char(word, '=');
  tern_string_builder_t value = {0};
  bool has_name = equals < word.size;
  append_filled(scope, has_name ? tern_str_drop(word, equals + 1) : word, !has_name, &value);
  if (value.size) {
    if (out->size) tern_string_builder_append_char(out, ' ');
    if (has_name) tern_string_builder_append(out, tern_str_make(word.data, equals + 1));
    tern_string_builder_append(out, tern_string_builder_view(&value));
  }
  tern_string_builder_deinitialize(&value);
}

static void append_pass(const tern_stage_t *stage, const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_t options = {0}, pipeline = {0};
  tern_str_t words = tern_str_from_cstr(stage->options);
  while (words.size) append_option(scope, tern_str_split(&words, ' '), &options);
  if (stage->rows) {
    tern_stages_expand(stage->rows, scope, &pipeline);
    tern_string_builder_append_cstr(&options, options.size ? " pipeline=" : "pipeline=");
    append_quoted(tern_string_builder_view(&pipeline), &options);
  }
  append_filled(scope, tern_str_from_cstr(stage->pass), true, out);
  if (options.size) {
    tern_string_builder_append_char(out, '{');
    tern_string_builder_append(out, tern_string_builder_view(&options));
    tern_string_builder_append_char(out, '}');
  }
  tern_string_builder_deinitialize(&options);
  tern_string_builder_deinitialize(&pipeline);
}

static void append_rows(const tern_stage_t *rows, const tern_stage_scope_t *scope, tern_string_builder_t *out);

static void append_comma(size_t start, tern_string_builder_t *out) {
  if (out->size > start && out->data[out->size - 1] != ',') tern_string_builder_append_char(out, ',');
}

// The rows once for each part of a value.
static void append_each(const tern_stage_t *stage, const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_stage_scope_t own = *scope;
  value_t value = {0};
  size_t start = out->size;
  read_name(scope, tern_str_from_cstr(stage->each), true, &value);
  tern_str_t rest = tern_string_builder_view(&value.text);
  while (rest.size) {
    own.item = tern_str_trim(tern_str_split(&rest, ';'));
    append_comma(start, out);
    if (own.item.size) append_rows(stage->rows, &own, out);
  }
  tern_string_builder_deinitialize(&value.text);
}

static void append_stage(const tern_stage_t *stage, const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  if (stage->when && !holds(scope, stage->when)) return;
  if (stage->pass) {
    append_pass(stage, scope, out);
  } else if (stage->each) {
    append_each(stage, scope, out);
  } else {
    append_rows(stage->rows, scope, out);
  }
}

// Takes off the last comma, if the stages behind it came to nothing.
static void trim_comma(size_t start, tern_string_builder_t *out) {
  if (out->size > start && out->data[out->size - 1] == ',') out->data[--out->size] = '\0';
}

// Neighbours that are nested for the same ops make one nested pipeline for each kind of these.
static void append_nest(const tern_stage_t *first, const tern_stage_t *end, const tern_stage_scope_t *scope,
                        tern_string_builder_t *out) {
  tern_str_t anchors = tern_str_from_cstr(first->on);
  size_t start = out->size;
  while (anchors.size) {
    append_comma(start, out);
    size_t before = out->size;
    tern_string_builder_append(out, tern_str_split(&anchors, ' '));
    tern_string_builder_append_char(out, '(');
    size_t inside = out->size;
    for (const tern_stage_t *stage = first; stage < end; ++stage) {
      append_comma(inside, out);
      append_stage(stage, scope, out);
    }
    trim_comma(inside, out);
    // What holds nothing is left out.
    bool is_empty = out->size == inside;
    if (is_empty) out->data[out->size = before] = '\0';
    if (!is_empty) tern_string_builder_append_char(out, ')');
  }
}

static bool is_row(const tern_stage_t *stage) { return stage->pass || stage->rows; }

static void append_rows(const tern_stage_t *rows, const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  size_t start = out->size;
  for (const tern_stage_t *stage = rows, *next; is_row(stage); stage = next) {
    next = stage + 1;
    append_comma(start, out);
    if (!stage->on) {
      append_stage(stage, scope, out);
      continue;
    }
    while (is_row(next) && next->on && strcmp(stage->on, next->on) == 0) ++next;
    append_nest(stage, next, scope, out);
  }
  trim_comma(start, out);
}

void tern_stages_expand(const tern_stage_t *stages, const tern_stage_scope_t *scope, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "builtin.module(");
  append_rows(stages, scope, out);
  tern_string_builder_append_char(out, ')');
}
