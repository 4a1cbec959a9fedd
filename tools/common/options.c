// Reading of command lines.

#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "messages.h"
#include "tern/opt.h"
#include "tern/version.h"

const option_style_t option_style_plain = {
    .unknown = "error: unknown option; see --help: {bare}",
    OPTION_STYLE_PLAIN_BUT_UNKNOWN,
};

const option_style_t option_style_llvm = {
    .unknown = "Unknown command line argument '{option}'.  Try: '{tool} --help'",
    .near = "Did you mean '--{near}'?",
    .missing = "for the --{name} option: requires a value",
    .unexpected = "for the --{name} option: '{value}' is a value, but the option takes none",
    .boolean = "for the --{name} option: '{value}' is no boolean, try true or false",
    .number = "for the --{name} option: '{value}' is no integer",
    .choice = "for the --{name} option: expected {choices} but got '{value}'",
    .repeated = "for the --{name} option: may be given once",
    .second_file = "Too many positional arguments specified: '{argument}' after '{file}'",
};

// --- messages ---

// The command line while it is read.
typedef struct reader {
  const option_set_t *set;
  int argc, next;
  char **argv;
  void *target;
  // The option that is read.
  char *argument;
  const char *name, *value;
  size_t name_size;
  const option_row_t *row;  // NULL: unknown
} reader_t;

// `a|b|c` with `between` and before the last one `before_last`, each with `quote` around it.
static void write_choices(const char *choices, const char *quote, const char *between, const char *before_last) {
  for (const char *at = choices; at;) {
    size_t size = strcspn(at, "|");
    fprintf(stderr, "%s%.*s%s", quote, (int)size, at, quote);
    at = at[size] ? at + size + 1 : NULL;
    if (at) fputs(strchr(at, '|') ? between : before_last, stderr);
  }
}

static void write_place(const reader_t *reader, const char *place, size_t size, const char *near) {
  const struct {
    const char *place, *text;
  } texts[] = {
      {"tool", tool_name},
      {"name", reader->row ? reader->row->name : reader->name},
      {"argument", reader->argument},
      {"bare", reader->name},
      {"value", reader->value ? reader->value : ""},
      {"near", near},
      {"file", *(const char **)((char *)reader->target + reader->set->file_offset)},
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    if (strlen(texts[i].place) == size && strncmp(texts[i].place, place, size) == 0) fputs(texts[i].text, stderr);
  }
  int option_size = (int)(reader->name + reader->name_size - reader->argument);
  if (strncmp(place, "option", size) == 0) fprintf(stderr, "%.*s", option_size, reader->argument);
  if (strncmp(place, "choices", size) == 0) write_choices(reader->row->choices, "'", ", ", " or ");
  if (strncmp(place, "list", size) == 0) write_choices(reader->row->choices, "", ",", ",");
}

// Writes a message of the set. Always false.
static bool tell(const reader_t *reader, const char *message, const char *near) {
  fprintf(stderr, "%s: ", tool_name);
  for (const char *at = message; *at;) {
    const char *end = *at == '{' ? strchr(at, '}') : NULL;
    if (end) write_place(reader, at + 1, (size_t)(end - at - 1), near);
    if (!end) fputc(*at, stderr);
    at = end ? end + 1 : at + 1;
  }
  fputc('\n', stderr);
  return false;
}

static bool tell_wrong(const reader_t *reader, const char *message) {
  return tell(reader, reader->row->wrong ? reader->row->wrong : message, NULL);
}

// The names of all options, each of them owned.
static void collect_names(const option_set_t *set, option_list_t *out_names) {
  char other[OPTION_MAX_NAME];
  for (size_t i = 0;; ++i) {
    const char *name = i < set->row_count ? set->rows[i].name : other;
    if (name == other && (!set->other_at || !set->other_at(i - set->row_count, other, sizeof other))) return;
    option_list_push(out_names, copy_text(name, strlen(name)));
  }
}

static bool tell_unknown(const reader_t *reader) {
  option_list_t names = {0};
  char *word = copy_text(reader->name, reader->name_size);
  tell(reader, reader->set->style->unknown, NULL);
  collect_names(reader->set, &names);
  const char *near = tern_nearest_word(word, names.values, names.count);
  if (near) tell(reader, reader->set->style->near, near);
  for (size_t i = 0; i < names.count; ++i) free((char *)(uintptr_t)names.values[i]);
  free(names.values);
  free(word);
  return false;
}

// --- values ---

void option_list_push(option_list_t *list, const char *value) {
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 8;
    list->values = reallocate(list->values, list->capacity, sizeof *list->values);
  }
  list->values[list->count++] = value;
}

bool option_parse_int(const char *text, int64_t least, int64_t most, int64_t *out_value) {
  char *end;
  size_t sign = *text == '-' || *text == '+';
  bool is_hexadecimal = text[sign] == '0' && (text[sign + 1] | 32) == 'x';
  errno = 0;
  *out_value = strtoll(text, &end, is_hexadecimal ? 16 : 10);
  bool is_bounded = least || most;
  return errno == 0 && end != text && !*end && (!is_bounded || (*out_value >= least && *out_value <= most));
}

size_t option_choice_index(const char *choices, const char *value) {
  size_t index = 0;
  for (const char *at = choices; at; ++index) {
    size_t size = strcspn(at, "|");
    if (strlen(value) == size && strncmp(at, value, size) == 0) return index;
    at = at[size] ? at + size + 1 : NULL;
  }
  return SIZE_MAX;
}

static bool read_real(const char *text, double *out_value) {
  char *end;
  *out_value = strtod(text, &end);
  return end != text && !*end && *out_value >= 0;
}

static bool read_bool(const char *value, bool *out_value) {
  *out_value = !value || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
  return *out_value || strcmp(value, "false") == 0 || strcmp(value, "0") == 0;
}

static option_outcome_t read_custom(const reader_t *reader) {
  const option_row_t *row = reader->row;
  option_outcome_t outcome = row->read(reader->target, row, reader->value);
  if (outcome == OPTIONS_WRONG && row->wrong) tell(reader, row->wrong, NULL);
  return outcome;
}

// Puts the value where it belongs.
static bool store(const reader_t *reader, void *member) {
  const option_row_t *row = reader->row;
  const option_style_t *style = reader->set->style;
  const char *value = reader->value;
  option_list_t *list = member;
  switch (row->kind) {
    case OPTION_SWITCH: return *(bool *)member = true;
    case OPTION_BOOL: return read_bool(value, member) || tell_wrong(reader, style->boolean);
    case OPTION_TEXT:
      if (reader->set->refuses_repeats && *(const char **)member) return tell(reader, style->repeated, NULL);
      *(const char **)member = value ? value : row->implied;
      return true;
    case OPTION_LIST:
      if (row->most && list->count == (size_t)row->most) return fail("too many values", reader->argument);
      option_list_push(list, value);
      return true;
    case OPTION_INT: return option_parse_int(value, row->least, row->most, member) || tell_wrong(reader, style->number);
    case OPTION_REAL: return read_real(value, member) || tell_wrong(reader, style->number);
    case OPTION_EITHER: return *(bool *)member = option_choice_index(row->choices, value) == 1, true;
    default: return true;
  }
}

// --- options ---

static bool has_value(const option_row_t *row) {
  switch (row->kind) {
    case OPTION_SWITCH:
    case OPTION_HELP:
    case OPTION_VERSION:
    case OPTION_MAN_PAGE: return false;
    default: return true;
  }
}

static bool may_lack_value(const option_row_t *row) {
  return row->has_optional_value || row->kind == OPTION_BOOL || row->kind == OPTION_IGNORED || !has_value(row);
}

static option_outcome_t answer(const reader_t *reader) {
  switch (reader->row->kind) {
    case OPTION_HELP: options_print_help(reader->set); return OPTIONS_ANSWERED;
    case OPTION_MAN_PAGE: options_print_man_page(reader->set); return OPTIONS_ANSWERED;
    case OPTION_CUSTOM: return read_custom(reader);
    case OPTION_VERSION: printf("%s %s\n", tool_name, tern_version()); return OPTIONS_ANSWERED;
    case OPTION_COMPLETION: options_print_completion(reader->set, reader->value); return OPTIONS_ANSWERED;
    default: return OPTIONS_READ;
  }
}

static option_outcome_t apply(reader_t *reader) {
  const option_row_t *row = reader->row;
  const option_style_t *style = reader->set->style;
  if (reader->set->note) reader->set->note(reader->target, row);
  if (reader->value && !has_value(row)) return tell(reader, style->unexpected, NULL), OPTIONS_WRONG;
  if (!reader->value && row->takes_next && !may_lack_value(row) && reader->next < reader->argc) {
    reader->value = reader->argv[reader->next++];
  }
  bool is_empty = reader->set->refuses_empty && reader->value && !*reader->value;
  if ((!reader->value && !may_lack_value(row)) || (is_empty && row->kind != OPTION_BOOL)) {
    return tell(reader, row->missing ? row->missing : style->missing, NULL), OPTIONS_WRONG;
  }
  if (row->choices && reader->value && option_choice_index(row->choices, reader->value) == SIZE_MAX) {
    return tell_wrong(reader, style->choice), OPTIONS_WRONG;
  }
  if (!store(reader, (char *)reader->target + row->offset)) return OPTIONS_WRONG;
  return answer(reader);
}

static bool is_name(const reader_t *reader, const char *name) {
  if (strlen(name) != reader->name_size) return false;
  for (size_t i = 0; i < reader->name_size; ++i) {
    bool is_dash = reader->set->dash_is_underscore && strchr("-_", name[i]) && strchr("-_", reader->name[i]);
    if (name[i] != reader->name[i] && !is_dash) return false;
  }
  return true;
}

// Finds the row of a name that its value follows with nothing between.
static void find_joined(reader_t *reader) {
  for (size_t i = 0; i < reader->set->row_count && !reader->row; ++i) {
    const option_row_t *row = &reader->set->rows[i];
    size_t size = strlen(row->name);
    if (!row->is_joined || strncmp(reader->name, row->name, size) != 0) continue;
    reader->row = row;
    reader->name_size = size;
    reader->value = reader->name + size;
  }
}

static option_outcome_t read_option(reader_t *reader) {
  const option_set_t *set = reader->set;
  reader->name = reader->argument + (reader->argument[1] == '-' ? 2 : 1);
  const char *equals = strchr(reader->name, '=');
  reader->value = equals ? equals + 1 : NULL;
  reader->name_size = equals ? (size_t)(equals - reader->name) : strlen(reader->name);
  reader->row = NULL;
  for (size_t i = 0; i < set->row_count && !reader->row; ++i) {
    if (is_name(reader, set->rows[i].name)) reader->row = &set->rows[i];
  }
  if (!reader->row) find_joined(reader);
  if (reader->row) return apply(reader);
  option_outcome_t outcome = OPTIONS_READ;
  if (set->other && set->other(reader->target, reader->argument, &outcome)) return outcome;
  return tell_unknown(reader), OPTIONS_WRONG;
}

option_outcome_t options_read(const option_set_t *set, int argc, char **argv, void *target) {
  reader_t reader = {.set = set, .argc = argc, .next = 1, .argv = argv, .target = target};
  const char **file = (const char **)(void *)((char *)target + set->file_offset);
  option_outcome_t outcome = OPTIONS_READ;
  while (reader.next < argc && outcome == OPTIONS_READ) {
    reader.argument = argv[reader.next++];
    reader.name = reader.argument;
    reader.row = NULL;
    if (reader.argument[0] == '-' && reader.argument[1]) {
      outcome = read_option(&reader);
    } else if (set->take_file) {
      set->take_file(target, reader.argument);
    } else if (*file) {
      tell(&reader, set->style->second_file, NULL);
      outcome = OPTIONS_WRONG;
    } else {
      *file = reader.argument;
    }
  }
  return outcome;
}

void options_free(const option_set_t *set, void *target) {
  for (size_t i = 0; i < set->row_count; ++i) {
    option_list_t *list = (option_list_t *)(void *)((char *)target + set->rows[i].offset);
    if (set->rows[i].kind != OPTION_LIST || !list->values) continue;
    free(list->values);
    *list = (option_list_t){0};
  }
}
