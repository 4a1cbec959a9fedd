// Options of passes: reading them from text, asking for them, printing them back (upstream: PassOptions).

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>

#include "ir/diagnostic.h"
#include "pass/pass_private.h"

// --- asking ---

static const option_value_t *find_option(const tern_pass_t *pass, const char *name, tern_option_kind_t kind) {
  for (size_t i = 0; i < pass->option_count; ++i) {
    if (strcmp(pass->option_defs[i].name, name) != 0) continue;
    assert(pass->option_defs[i].kind == kind && "an option is asked for as what its row says");
    (void)kind;
    return &pass->options[i];
  }
  assert(false && "a pass asks only for options of its row");
  return NULL;
}

bool tern_pass_bool(const tern_pass_t *pass, const char *option) {
  return find_option(pass, option, TERN_OPTION_BOOL)->integer != 0;
}

int64_t tern_pass_int(const tern_pass_t *pass, const char *option) {
  return find_option(pass, option, TERN_OPTION_INT)->integer;
}

tern_str_t tern_pass_string(const tern_pass_t *pass, const char *option) {
  return find_option(pass, option, TERN_OPTION_STRING)->text;
}

size_t tern_pass_int_list(const tern_pass_t *pass, const char *option, const int64_t **out_values) {
  const option_value_t *value = find_option(pass, option, TERN_OPTION_INT_LIST);
  *out_values = value->integers;
  return value->count;
}

size_t tern_pass_string_list(const tern_pass_t *pass, const char *option, const tern_str_t **out_values) {
  const option_value_t *value = find_option(pass, option, TERN_OPTION_STRING_LIST);
  *out_values = value->strings;
  return value->count;
}

bool tern_pass_is_given(const tern_pass_t *pass, const char *option) {
  for (size_t i = 0; i < pass->option_count; ++i) {
    if (strcmp(pass->option_defs[i].name, option) == 0) return pass->options[i].is_given;
  }
  return false;
}

void tern_pass_count(tern_pass_t *pass, size_t statistic, int64_t increment) {
  if (statistic < pass->statistic_count) pass->statistics[statistic] += increment;
}

tern_arena_t *tern_pass_scratch(tern_pass_t *pass) { return pass->scratch; }

const tern_pass_registry_t *tern_pass_known_passes(const tern_pass_t *pass) { return pass->registry; }

const char *tern_pass_display_name(const tern_pass_def_t *def) { return def->name ? def->name : def->flag; }

// --- reading ---

// The bytes of `text` up to the first of `stops` that stands outside of quotes and brackets.
static size_t find_stop(tern_str_t text, const char *stops) {
  size_t depth = 0;
  char quote = 0;
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    if (quote) {
      if (c == quote) quote = 0;
      continue;
    }
    if (depth == 0 && strchr(stops, c)) return i;
    if (c == '"' || c == '\'') quote = c;
    if (c == '{' || c == '[' || c == '(') ++depth;
    if ((c == '}' || c == ']' || c == ')') && depth > 0) --depth;
  }
  return text.size;
}

// Takes off one pair of quotes or braces that holds the whole value.
static tern_str_t strip_wrapping(tern_str_t text) {
  if (text.size < 2) return text;
  char first = text.data[0], last = text.data[text.size - 1];
  bool is_quoted = (first == '"' || first == '\'') && last == first && !memchr(text.data + 1, first, text.size - 2);
  bool is_braced =
      first == '{' && last == '}' && find_stop(tern_str_make(text.data + 1, text.size - 1), "}") == text.size - 2;
  return is_quoted || is_braced ? tern_str_make(text.data + 1, text.size - 2) : text;
}

static bool read_bool(tern_str_t text, int64_t *out_value) {
  static const char *const words[] = {"false", "true", "0", "1", "FALSE", "TRUE", "False", "True"};
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
    if (!tern_str_equal_cstr(text, words[i])) continue;
    *out_value = i % 2;
    return true;
  }
  return false;
}

// Cuts the next item of a comma list off its text. What stands behind the last comma is an item even if it is empty.
static bool next_item(tern_str_t *inout_text, bool *inout_is_done, tern_str_t *out_item) {
  if (*inout_is_done) return false;
  size_t stop = find_stop(*inout_text, ",");
  *out_item = tern_str_trim(tern_str_make(inout_text->data, stop));
  *inout_is_done = stop == inout_text->size;
  if (!*inout_is_done) *inout_text = tern_str_drop(*inout_text, stop + 1);
  return true;
}

static size_t count_items(tern_str_t text) {
  size_t count = 0;
  bool is_done = text.size == 0;
  for (tern_str_t item; next_item(&text, &is_done, &item);) ++count;
  return count;
}

// Reads a comma list and appends it to what the option holds already.
static bool read_list(tern_option_kind_t kind, tern_str_t text, tern_arena_t *arena, option_value_t *value) {
  size_t capacity = value->count + count_items(text);
  int64_t *integers = tern_arena_alloc_array(arena, capacity + 1, sizeof(*integers));
  tern_str_t *strings = tern_arena_alloc_array(arena, capacity + 1, sizeof(*strings));
  for (size_t i = 0; i < value->count; ++i) {
    if (kind == TERN_OPTION_INT_LIST) {
      integers[i] = value->integers[i];
    } else {
      strings[i] = value->strings[i];
    }
  }
  size_t count = value->count;
  bool is_done = text.size == 0;
  for (tern_str_t item; next_item(&text, &is_done, &item);) {
    if (kind == TERN_OPTION_INT_LIST && !tern_str_to_int64(item, &integers[count])) return false;
    strings[count++] = strip_wrapping(item);
  }
  value->count = count;
  value->integers = kind == TERN_OPTION_INT_LIST ? integers : NULL;
  value->strings = kind == TERN_OPTION_STRING_LIST ? strings : NULL;
  return true;
}

static bool is_choice(const tern_option_def_t *def, tern_str_t text) {
  if (!def->choices) return true;
  for (const char *const *choice = def->choices; *choice; ++choice) {
    if (tern_str_equal_cstr(text, *choice)) return true;
  }
  return false;
}

static bool report_wrong_choice(const tern_option_def_t *def, tern_str_t text, const tern_attr_t *loc) {
  tern_string_builder_t choices = {0};
  for (const char *const *choice = def->choices; *choice; ++choice) {
    tern_string_builder_append_format(&choices, "%s'%s'", choice == def->choices ? "" : ", ", *choice);
  }
  tern_emit_error(loc, "for option '%s': expected one of %s but got '%.*s'", def->name, choices.data, (int)text.size,
                  text.data);
  tern_string_builder_deinitialize(&choices);
  return false;
}

static bool read_value(const tern_option_def_t *def, tern_str_t text, tern_arena_t *arena, const tern_attr_t *loc,
                       option_value_t *value) {
  text = strip_wrapping(text);
  switch (def->kind) {
    case TERN_OPTION_BOOL:
      if (read_bool(text, &value->integer)) return true;
      return tern_emit_error(loc, "for option '%s': expected a boolean (true or false) but got '%.*s'", def->name,
                             (int)text.size, text.data);
    case TERN_OPTION_INT:
      if (tern_str_to_int64(text, &value->integer)) return true;
      return tern_emit_error(loc, "for option '%s': expected an integer but got '%.*s'", def->name, (int)text.size,
                             text.data);
    case TERN_OPTION_STRING: value->text = text; return is_choice(def, text) || report_wrong_choice(def, text, loc);
    case TERN_OPTION_INT_LIST:
      if (read_list(def->kind, text, arena, value)) return true;
      return tern_emit_error(loc, "for option '%s': expected integers separated by commas but got '%.*s'", def->name,
                             (int)text.size, text.data);
    case TERN_OPTION_STRING_LIST: return read_list(def->kind, text, arena, value);
  }
  return false;
}

// Options that upstream has as variables of the environment: those stand where the option is not given.
static const struct {
  const char *flag, *option, *variable;
} variables[] = {
    {"tritongpu-accelerate-matmul", "prefer-16x256", "TRITON_PREFER_TMEM_16x256_LAYOUT"},
};

static const char *initial_text(const tern_pass_t *pass, const tern_option_def_t *def) {
  for (size_t i = 0; pass->def && i < sizeof variables / sizeof variables[0]; ++i) {
    if (strcmp(variables[i].flag, pass->def->flag) != 0 || strcmp(variables[i].option, def->name) != 0) continue;
    const char *text = getenv(variables[i].variable);
    if (text && *text) return text;
  }
  return def->default_text;
}

static bool set_defaults(tern_pass_t *pass, tern_arena_t *arena, const tern_attr_t *loc) {
  pass->options = tern_arena_alloc_zeroed(arena, (pass->option_count + 1) * sizeof(*pass->options));
  for (size_t i = 0; i < pass->option_count; ++i) {
    const tern_option_def_t *def = &pass->option_defs[i];
    pass->options[i].text = TERN_STR("");
    const char *text = initial_text(pass, def);
    if (text && !read_value(def, tern_str_from_cstr(text), arena, loc, &pass->options[i])) return false;
  }
  return true;
}

static bool set_option(tern_pass_t *pass, tern_str_t name, tern_str_t text, bool has_value, tern_arena_t *arena,
                       const tern_attr_t *loc, const char *owner_name) {
  for (size_t i = 0; i < pass->option_count; ++i) {
    const tern_option_def_t *def = &pass->option_defs[i];
    if (!tern_str_equal_cstr(name, def->name)) continue;
    option_value_t *value = &pass->options[i];
    if (!has_value) {
      if (def->kind != TERN_OPTION_BOOL) {
        return tern_emit_error(loc, "option '%s' of '%s' needs a value: '%s=...'", def->name, owner_name, def->name);
      }
      text = TERN_STR("true");
    }
    if (!value->is_given) value->count = 0;  // a list's default gives way; further mentions add to it
    value->is_given = true;
    return read_value(def, text, arena, loc, value);
  }
  return tern_emit_error(loc, "no such option %.*s of '%s'", (int)name.size, name.data, owner_name);
}

bool tern_pass_parse_options(tern_pass_t *pass, tern_str_t text, tern_arena_t *arena, const tern_attr_t *loc,
                             const char *owner_name) {
  if (!set_defaults(pass, arena, loc)) return false;
  text.data = tern_arena_copy(arena, text.data, text.size);
  for (text = tern_str_trim(text); text.size; text = tern_str_trim(text)) {
    size_t name_size = 0;
    while (name_size < text.size && text.data[name_size] != '=' && !isspace((unsigned char)text.data[name_size])) {
      ++name_size;
    }
    tern_str_t name = tern_str_make(text.data, name_size);
    text = tern_str_drop(text, name_size);
    bool has_value = text.size && text.data[0] == '=';
    tern_str_t value = {0};
    if (has_value) {
      text = tern_str_drop(text, 1);
      value = tern_str_make(text.data, find_stop(text, " \t\r\n"));
      text = tern_str_drop(text, value.size);
    }
    if (!set_option(pass, name, value, has_value, arena, loc, owner_name)) return false;
  }
  return true;
}

// --- printing ---

// A value that would be cut, or lose its wrapping, needs braces to come back as it is.
static void print_text(tern_str_t text, tern_string_builder_t *out) {
  bool needs_braces = find_stop(text, " \t\r\n,") < text.size || strip_wrapping(text).size < text.size;
  if (needs_braces) tern_string_builder_append_char(out, '{');
  tern_string_builder_append(out, text);
  if (needs_braces) tern_string_builder_append_char(out, '}');
}

static void print_list(const option_value_t *value, tern_string_builder_t *out) {
  tern_string_builder_append_char(out, '{');
  for (size_t i = 0; i < value->count; ++i) {
    if (i) tern_string_builder_append_char(out, ',');
    if (value->integers) {
      tern_string_builder_append_int64(out, value->integers[i]);
    } else if (find_stop(value->strings[i], ", \t\n") == value->strings[i].size) {
      tern_string_builder_append(out, value->strings[i]);
    } else {
      print_text(value->strings[i], out);
    }
  }
  tern_string_builder_append_char(out, '}');
}

static void print_option(const tern_option_def_t *def, const option_value_t *value, tern_string_builder_t *out) {
  bool is_list = def->kind == TERN_OPTION_INT_LIST || def->kind == TERN_OPTION_STRING_LIST;
  if (is_list && value->count == 0) return;
  tern_string_builder_append_format(out, "%s=", def->name);
  if (is_list) {
    print_list(value, out);
  } else if (def->kind == TERN_OPTION_BOOL) {
    tern_string_builder_append_cstr(out, value->integer ? "true" : "false");
  } else if (def->kind == TERN_OPTION_INT) {
    tern_string_builder_append_int64(out, value->integer);
  } else {
    print_text(value->text, out);
  }
}

void tern_pass_print_given_options(const tern_pass_t *pass, tern_string_builder_t *out) {
  size_t start = out->size;
  for (size_t i = 0; i < pass->option_count; ++i) {
    bool is_list =
        pass->option_defs[i].kind == TERN_OPTION_INT_LIST || pass->option_defs[i].kind == TERN_OPTION_STRING_LIST;
    if (!pass->options[i].is_given) continue;
    tern_string_builder_append_char(out, out->size > start ? ' ' : '{');
    // An empty list that was given is not the default.
    if (is_list && pass->options[i].count == 0)
      tern_string_builder_append_format(out, "%s=", pass->option_defs[i].name);
    print_option(&pass->option_defs[i], &pass->options[i], out);
  }
  if (out->size > start) tern_string_builder_append_char(out, '}');
}

void tern_pass_print_options(const tern_pass_t *pass, tern_string_builder_t *out) {
  if (pass->option_count == 0) return;
  tern_string_builder_append_char(out, '{');
  // In the order of their names: the next name after the last one printed. An empty list leaves its blank, as upstream.
  const char *last = "";
  for (size_t printed = 0; printed < pass->option_count; ++printed) {
    size_t next = pass->option_count;
    for (size_t i = 0; i < pass->option_count; ++i) {
      const char *name = pass->option_defs[i].name;
      if (strcmp(name, last) <= 0) continue;
      if (next == pass->option_count || strcmp(name, pass->option_defs[next].name) < 0) next = i;
    }
    if (next == pass->option_count) break;
    if (printed) tern_string_builder_append_char(out, ' ');
    print_option(&pass->option_defs[next], &pass->options[next], out);
    last = pass->option_defs[next].name;
  }
  tern_string_builder_append_char(out, '}');
}
