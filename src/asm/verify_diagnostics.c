// Diagnostics compared with comments of the source. The comments' language is that of MLIR's testing guide.

#include "asm/verify_diagnostics.h"

#include <regex.h>
#include <stdio.h>

#include "base/arena.h"
#include "ir/attr.h"

enum { MAX_COUNT = 1000000 };  // of one expectation

// One comment.
typedef struct expectation {
  tern_severity_t severity;
  uint32_t line;  // where the diagnostic is to be; 0: at no place
  uint32_t own_line, own_column;
  tern_str_t text;  // in the source
  bool is_regex;
  bool is_at_least;
  bool waits_for_line;  // @below, and no line without expectations has come yet
  uint32_t count;       // how often it is expected
  uint32_t found;
} expectation_t;

struct tern_diagnostic_verifier {
  const tern_source_manager_t *manager;
  tern_str_t name;
  bool only_expected;
  TERN_VEC(expectation_t) expectations;
  tern_string_builder_t report;
  bool has_failed;
};

// --- reading the comments ---

static bool take(tern_str_t *inout_text, tern_str_t prefix) {
  if (!tern_str_starts_with(*inout_text, prefix)) return false;
  *inout_text = tern_str_drop(*inout_text, prefix.size);
  return true;
}

static void skip_blanks(tern_str_t *inout_text) {
  while (inout_text->size && (inout_text->data[0] == ' ' || inout_text->data[0] == '\t')) {
    *inout_text = tern_str_drop(*inout_text, 1);
  }
}

// Leaves `*out_number` alone if there is none.
static bool take_number(tern_str_t *inout_text, uint32_t *out_number) {
  uint64_t number = 0;
  size_t digits = 0;
  while (digits < inout_text->size && inout_text->data[digits] >= '0' && inout_text->data[digits] <= '9') {
    number = number * 10 + (uint64_t)(inout_text->data[digits++] - '0');
    if (number > UINT32_MAX) return false;
  }
  *inout_text = tern_str_drop(*inout_text, digits);
  if (digits) *out_number = (uint32_t)number;
  return digits > 0;
}

static bool take_severity(tern_str_t *inout_text, tern_severity_t *out_severity) {
  static const tern_severity_t severities[] = {TERN_ERROR, TERN_WARNING, TERN_REMARK, TERN_NOTE};
  for (size_t i = 0; i < sizeof(severities) / sizeof(severities[0]); ++i) {
    *out_severity = severities[i];
    if (take(inout_text, tern_str_from_cstr(tern_severity_name(severities[i])))) return true;
  }
  return false;
}

typedef enum place_kind { PLACE_LINE, PLACE_ABOVE, PLACE_BELOW } place_kind_t;

// `@+1`, `@above` and the like. False if it is none of them.
static bool take_place(tern_str_t *inout_text, expectation_t *expectation, place_kind_t *out_kind) {
  *out_kind = PLACE_LINE;
  expectation->line = expectation->own_line;
  if (!take(inout_text, TERN_STR("@"))) return true;
  uint32_t distance;
  if (take(inout_text, TERN_STR("+"))) {
    if (!take_number(inout_text, &distance)) return false;
    expectation->line += distance;
  } else if (take(inout_text, TERN_STR("-"))) {
    if (!take_number(inout_text, &distance)) return false;
    expectation->line = distance < expectation->own_line ? expectation->own_line - distance : UINT32_MAX;
  } else if (take(inout_text, TERN_STR("above"))) {
    *out_kind = PLACE_ABOVE;
  } else if (take(inout_text, TERN_STR("below"))) {
    *out_kind = PLACE_BELOW;
  } else if (take(inout_text, TERN_STR("unknown"))) {
    expectation->line = 0;
  } else {
    return false;
  }
  return true;
}

// The text between the outer double braces; inner pairs belong to it. Where they do not pair up, the text goes on to
// the line's last double brace. False if there is none.
static bool take_text(tern_str_t *inout_text, tern_str_t *out_text) {
  if (!take(inout_text, TERN_STR("{{"))) return false;
  size_t depth = 1, last_close = SIZE_MAX, end = SIZE_MAX;
  for (size_t i = 0; i + 1 < inout_text->size && end == SIZE_MAX; ++i) {
    bool is_open = inout_text->data[i] == '{' && inout_text->data[i + 1] == '{';
    bool is_close = inout_text->data[i] == '}' && inout_text->data[i + 1] == '}';
    // `}}}` closes at its end: the first brace is the text's.
    if (is_close && depth == 1 && i + 2 < inout_text->size && inout_text->data[i + 2] == '}') continue;
    if (is_open) ++depth;
    if (is_close) last_close = i;
    if (is_close && --depth == 0) end = i;
    if (is_open || is_close) ++i;
  }
  if (end == SIZE_MAX) end = last_close;
  if (end == SIZE_MAX) return false;
  *out_text = tern_str_make(inout_text->data, end);
  *inout_text = tern_str_drop(*inout_text, end + 2);
  return true;
}

// What follows `expected-`. False if it is not well formed.
static bool read_expectation(tern_str_t *inout_text, expectation_t *out_expectation, place_kind_t *out_kind) {
  if (!take_severity(inout_text, &out_expectation->severity)) return false;
  out_expectation->is_regex = take(inout_text, TERN_STR("-re"));
  skip_blanks(inout_text);
  if (!take_place(inout_text, out_expectation, out_kind)) return false;
  skip_blanks(inout_text);
  out_expectation->count = 1;
  if (take_number(inout_text, &out_expectation->count)) {
    if (out_expectation->count > MAX_COUNT) return false;
    out_expectation->is_at_least = take(inout_text, TERN_STR("+"));
    skip_blanks(inout_text);
  }
  return take_text(inout_text, &out_expectation->text);
}

// Reports at a place of the chunk.
static void report(tern_diagnostic_verifier_t *verifier, uint32_t line, uint32_t column, const char *message) {
  verifier->has_failed = true;
  tern_source_manager_render_at(verifier->manager, verifier->name, line, column, TERN_ERROR, message,
                                &verifier->report);
}

// --- patterns ---

// Where two braces are in `text`, or `text.size`.
static size_t find_pair(tern_str_t text, const char *braces) {
  size_t at = 0;
  while (at < text.size && !tern_str_starts_with(tern_str_drop(text, at), tern_str_from_cstr(braces))) ++at;
  return at;
}

static void append_escaped(tern_string_builder_t *pattern, tern_str_t text) {
  for (size_t i = 0; i < text.size; ++i) {
    if (strchr("^$.[]|()*+?{}\\", text.data[i])) tern_string_builder_append_char(pattern, '\\');
    tern_string_builder_append_char(pattern, text.data[i]);
  }
}

// Literal text with `{{pattern}}` parts, as one extended regular expression.
static char *make_pattern(tern_str_t text) {
  tern_string_builder_t pattern = {0};
  while (text.size) {
    size_t open = find_pair(text, "{{");
    append_escaped(&pattern, tern_str_make(text.data, open));
    text = tern_str_drop(text, open);
    if (!text.size) break;
    text = tern_str_drop(text, 2);
    size_t close = find_pair(text, "}}");
    tern_string_builder_append_char(&pattern, '(');
    tern_string_builder_append(&pattern, tern_str_make(text.data, close));
    tern_string_builder_append_char(&pattern, ')');
    text = tern_str_drop(text, close + 2 < text.size ? close + 2 : text.size);
  }
  return tern_string_builder_take(&pattern);
}

static bool matches_regex(tern_str_t text, const char *message) {
  char *pattern = make_pattern(text);
  regex_t regex;
  bool is_match = false;
  if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) == 0) {
    is_match = regexec(&regex, message, 0, NULL, 0) == 0;
    regfree(&regex);
  }
  free(pattern);
  return is_match;
}

// What is wrong with the pattern, or NULL. Its two commonest faults have upstream's names.
static char *explain_bad_regex(tern_str_t text) {
  static const struct {
    int code;
    const char *words;
  } names[] = {{REG_EPAREN, "parentheses not balanced"}, {REG_EBRACK, "brackets ([ ]) not balanced"}};
  char *pattern = make_pattern(text);
  regex_t regex;
  int code = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);
  free(pattern);
  if (code == 0) {
    regfree(&regex);
    return NULL;
  }
  char words[128];
  regerror(code, &regex, words, sizeof(words));
  tern_string_builder_t message = {0};
  tern_string_builder_append_cstr(&message, "invalid regex: ");
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (names[i].code == code) snprintf(words, sizeof(words), "%s", names[i].words);
  }
  tern_string_builder_append_cstr(&message, words);
  return tern_string_builder_take(&message);
}

// False, after a report, if the text of an expectation is no pattern.
static bool check_regex(tern_diagnostic_verifier_t *verifier, const expectation_t *expectation) {
  for (tern_str_t text = expectation->text; text.size;) {
    size_t open = find_pair(text, "{{");
    if (open == text.size) break;
    text = tern_str_drop(text, open + 2);
    size_t close = find_pair(text, "}}");
    if (close == text.size) {
      report(verifier, expectation->own_line, expectation->own_column, "found start of regex with no end '}}'");
      return false;
    }
    text = tern_str_drop(text, close + 2);
  }
  char *message = explain_bad_regex(expectation->text);
  if (message) report(verifier, expectation->own_line, expectation->own_column, message);
  free(message);
  return !message;
}

// --- lines ---

// The position behind the next `expected-` followed by a severity, or `line.size`.
static size_t find_expectation(tern_str_t line, size_t from) {
  tern_str_t word = TERN_STR("expected-");
  for (size_t i = from; i + word.size <= line.size; ++i) {
    tern_str_t here = tern_str_drop(line, i);
    tern_severity_t severity;
    if (take(&here, word) && take_severity(&here, &severity)) return i + word.size;
  }
  return line.size;
}

// Expectations of one line whose comment starts at `comment`. `last_plain_line`: the last one before without any.
static size_t read_line(tern_diagnostic_verifier_t *verifier, tern_str_t line, uint32_t number, size_t comment,
                        uint32_t last_plain_line) {
  size_t count = 0;
  for (size_t at = find_expectation(line, comment); at < line.size; ++count) {
    expectation_t expectation = {.own_line = number, .own_column = (uint32_t)at + 1 - (uint32_t)strlen("expected-")};
    tern_str_t rest = tern_str_drop(line, at);
    place_kind_t kind;
    if (!read_expectation(&rest, &expectation, &kind)) {
      report(verifier, number, expectation.own_column, "expectation is not well formed");
      return count + 1;
    }
    if (kind == PLACE_ABOVE) expectation.line = last_plain_line ? last_plain_line : UINT32_MAX;
    expectation.waits_for_line = kind == PLACE_BELOW;
    if (!expectation.is_regex || check_regex(verifier, &expectation)) {
      tern_vec_push(&verifier->expectations, expectation);
    }
    at = find_expectation(line, (size_t)(rest.data - line.data));
  }
  return count;
}

// Gives the expectations that wait for a line this one. They are the last of the list, or among the last.
static void settle_below(tern_diagnostic_verifier_t *verifier, size_t first, uint32_t line) {
  for (size_t i = first; i < verifier->expectations.count; ++i) {
    expectation_t *expectation = &verifier->expectations.values[i];
    if (expectation->waits_for_line) expectation->line = line;
    expectation->waits_for_line = false;
  }
}

static size_t find_comment(tern_str_t line) {
  for (size_t i = 0; i + 1 < line.size; ++i) {
    if (line.data[i] == '/' && line.data[i + 1] == '/') return i;
  }
  return line.size;
}

static void read_expectations(tern_diagnostic_verifier_t *verifier, tern_str_t text) {
  uint32_t last_plain_line = 0, number = 0;
  size_t settled_count = 0;
  while (text.size) {
    tern_str_t line = tern_str_split(&text, '\n');
    ++number;
    size_t comment = find_comment(line);
    if (comment < line.size && read_line(verifier, line, number, comment, last_plain_line)) continue;
    last_plain_line = number;
    settle_below(verifier, settled_count, number);
    settled_count = verifier->expectations.count;
  }
  settle_below(verifier, settled_count, UINT32_MAX);
}

tern_diagnostic_verifier_t *tern_diagnostic_verifier_create(const tern_source_manager_t *manager, tern_str_t name,
                                                            bool only_expected) {
  tern_diagnostic_verifier_t *verifier = tern_malloc(sizeof(*verifier));
  *verifier = (tern_diagnostic_verifier_t){.manager = manager, .name = name, .only_expected = only_expected};
  const tern_source_buffer_t *buffer = tern_source_manager_find(manager, name);
  if (!buffer) return verifier;
  verifier->name = tern_str_from_cstr(buffer->name);
  read_expectations(verifier, buffer->text);
  return verifier;
}

void tern_diagnostic_verifier_destroy(tern_diagnostic_verifier_t *verifier) {
  if (!verifier) return;
  tern_vec_deinitialize(&verifier->expectations);
  tern_string_builder_deinitialize(&verifier->report);
  free(verifier);
}

// --- comparing ---

static bool contains(const char *message, tern_str_t text) {
  return text.size == 0 || memmem(message, strlen(message), text.data, text.size) != NULL;
}

static bool matches(const expectation_t *expectation, uint32_t line, const tern_diagnostic_t *diagnostic) {
  if (expectation->line != line || expectation->severity != diagnostic->severity) return false;
  return expectation->is_regex ? matches_regex(expectation->text, diagnostic->message)
                               : contains(diagnostic->message, expectation->text);
}

void tern_diagnostic_verifier_handle(const tern_diagnostic_t *diagnostic, void *user) {
  tern_diagnostic_verifier_t *verifier = user;
  const tern_attr_t *file = tern_loc_find_file(diagnostic->loc);
  bool is_here =
      file && tern_str_equal(tern_ident_str((const tern_ident_t *)(uintptr_t)file->params[0]), verifier->name);
  uint32_t line = is_here ? (uint32_t)file->params[1] : 0;
  expectation_t *met = NULL;
  for (size_t i = 0; i < verifier->expectations.count; ++i) {
    expectation_t *expectation = &verifier->expectations.values[i];
    if (!matches(expectation, line, diagnostic)) continue;
    if (expectation->found < expectation->count || expectation->is_at_least) {
      ++expectation->found;
      return;
    }
    if (expectation->count == 1) met = expectation;
  }
  // As upstream does it, one comment without a number stands for any number of diagnostics with its text.
  if (met) return;
  if (verifier->only_expected) return;
  verifier->has_failed = true;
  tern_string_builder_t message = {0};
  tern_string_builder_append_format(&message, "unexpected %s: ", tern_severity_name(diagnostic->severity));
  tern_string_builder_append_cstr(&message, diagnostic->message);
  tern_diagnostic_t unexpected = {.severity = TERN_ERROR, .loc = diagnostic->loc, .message = message.data};
  tern_source_manager_render(verifier->manager, &unexpected, &verifier->report);
  tern_string_builder_deinitialize(&message);
}

bool tern_diagnostic_verifier_finish(tern_diagnostic_verifier_t *verifier, tern_string_builder_t *out) {
  for (size_t i = 0; i < verifier->expectations.count; ++i) {
    const expectation_t *expectation = &verifier->expectations.values[i];
    if (expectation->found >= expectation->count) continue;
    tern_string_builder_t message = {0};
    tern_string_builder_append_format(&message, "expected %s \"%.*s\" was not produced",
                                      tern_severity_name(expectation->severity), (int)expectation->text.size,
                                      expectation->text.data);
    if (expectation->count > 1) {
      tern_string_builder_append_format(&message, " %u times, but %u times", expectation->count, expectation->found);
    }
    report(verifier, expectation->own_line, expectation->own_column, message.data);
    tern_string_builder_deinitialize(&message);
  }
  tern_string_builder_append(out, tern_string_builder_view(&verifier->report));
  return !verifier->has_failed;
}
