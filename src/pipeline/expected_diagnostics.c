// Comparing diagnostics with what comments in the source expect (upstream: SourceMgrDiagnosticVerifierHandler).

#include "pipeline/expected_diagnostics.h"

#include <regex.h>

static const struct {
  const char *name;
  tern_severity_t severity;
} severities[] = {
    {"error", TERN_ERROR},
    {"warning", TERN_WARNING},
    {"remark", TERN_REMARK},
    {"note", TERN_NOTE},
};

// --- reading ---

typedef enum target { TARGET_OWN, TARGET_ABOVE, TARGET_BELOW, TARGET_OFFSET, TARGET_UNKNOWN } target_t;

static bool take(tern_str_t *inout_text, const char *prefix) {
  tern_str_t wanted = tern_str_from_cstr(prefix);
  if (!tern_str_starts_with(*inout_text, wanted)) return false;
  *inout_text = tern_str_drop(*inout_text, wanted.size);
  return true;
}

static void take_blanks(tern_str_t *inout_text) {
  while (inout_text->size && inout_text->data[0] == ' ') *inout_text = tern_str_drop(*inout_text, 1);
}

// `@above`, `@below`, `@unknown`, `@+2`, `@-1`, or nothing.
static bool take_target(tern_str_t *inout_text, target_t *out_target, int64_t *out_offset) {
  *out_target = TARGET_OWN;
  *out_offset = 0;
  if (!take(inout_text, "@")) return true;
  if (take(inout_text, "above")) {
    *out_target = TARGET_ABOVE;
  } else if (take(inout_text, "below")) {
    *out_target = TARGET_BELOW;
  } else if (take(inout_text, "unknown")) {
    *out_target = TARGET_UNKNOWN;
  } else {
    *out_target = TARGET_OFFSET;
    int sign = take(inout_text, "-") ? -1 : take(inout_text, "+") ? 1 : 0;
    size_t count = 0;
    while (count < inout_text->size && inout_text->data[count] >= '0' && inout_text->data[count] <= '9') ++count;
    if (sign == 0 || !tern_str_to_int64(tern_str_make(inout_text->data, count), out_offset)) return false;
    *out_offset *= sign;
    *inout_text = tern_str_drop(*inout_text, count);
  }
  return true;
}

// Reads what follows `expected-`. False if it is no expectation after all.
static bool read_expectation(tern_str_t text, tern_expectation_t *out_expectation, target_t *out_target,
                             int64_t *out_offset) {
  size_t i = 0;
  while (i < 4 && !take(&text, severities[i].name)) ++i;
  if (i == 4) return false;
  out_expectation->severity = severities[i].severity;
  out_expectation->is_regex = take(&text, "-re");
  take_blanks(&text);
  if (!take_target(&text, out_target, out_offset)) return false;
  take_blanks(&text);
  text = tern_str_trim(text);
  if (!take(&text, "{{") || !tern_str_ends_with(text, TERN_STR("}}"))) return false;
  out_expectation->text = tern_str_make(text.data, text.size - 2);
  return true;
}

// The place of `expected-` in a line, or the line's size.
static size_t find_designator(tern_str_t line) {
  tern_str_t word = TERN_STR("expected-");
  for (size_t i = 0; i + word.size <= line.size; ++i) {
    if (memcmp(line.data + i, word.data, word.size) == 0) return i;
  }
  return line.size;
}

void tern_expectations_read(tern_expectations_t *expectations, tern_source_t source) {
  expectations->source = source;
  tern_str_t rest = source.text;
  uint32_t last_plain_line = 0;  // the last line without an expectation
  size_t first_below = 0;        // expectations from here on may wait for the next plain line
  for (uint32_t line_number = 1; rest.size; ++line_number) {
    size_t size = tern_str_find_char(rest, '\n');
    tern_str_t line = tern_str_make(rest.data, size);
    rest = tern_str_drop(rest, size + (size < rest.size));
    size_t start = find_designator(line);
    tern_expectation_t expectation = {.own_line = line_number, .own_column = (uint32_t)start + 1};
    target_t target;
    int64_t offset;
    bool is_expectation =
        start < line.size && read_expectation(tern_str_drop(line, start + 9), &expectation, &target, &offset);
    if (!is_expectation) {
      last_plain_line = line_number;
      for (; first_below < expectations->values.count; ++first_below) {
        tern_expectation_t *waiting = &expectations->values.values[first_below];
        if (waiting->line == UINT32_MAX) waiting->line = line_number;
      }
      continue;
    }
    if (target == TARGET_OWN) expectation.line = line_number;
    if (target == TARGET_ABOVE) expectation.line = last_plain_line;
    if (target == TARGET_BELOW) expectation.line = UINT32_MAX;
    if (target == TARGET_OFFSET) expectation.line = (uint32_t)((int64_t)line_number + offset);
    tern_vec_push(&expectations->values, expectation);
  }
}

void tern_expectations_deinitialize(tern_expectations_t *expectations) {
  tern_vec_deinitialize(&expectations->values);
  tern_string_builder_deinitialize(&expectations->report);
}

// --- matching ---

static bool contains(tern_str_t text, tern_str_t part) {
  for (size_t i = 0; i + part.size <= text.size; ++i) {
    if (memcmp(text.data + i, part.data, part.size) == 0) return true;
  }
  return false;
}

// Literal text with regular expressions in {{...}}, as one extended regular expression.
static void translate_regex(tern_str_t text, tern_string_builder_t *out) {
  bool is_literal = true;
  while (text.size) {
    if (take(&text, is_literal ? "{{" : "}}")) {
      tern_string_builder_append_char(out, is_literal ? '(' : ')');
      is_literal = !is_literal;
      continue;
    }
    if (is_literal && strchr(".[]{}()*+?^$|\\", text.data[0])) tern_string_builder_append_char(out, '\\');
    tern_string_builder_append_char(out, text.data[0]);
    text = tern_str_drop(text, 1);
  }
}

static bool matches(const tern_expectation_t *expectation, const char *message) {
  if (!expectation->is_regex) return contains(tern_str_from_cstr(message), expectation->text);
  tern_string_builder_t pattern = {0};
  translate_regex(expectation->text, &pattern);
  regex_t regex;
  bool is_match = false;
  if (regcomp(&regex, pattern.data ? pattern.data : "", REG_EXTENDED | REG_NOSUB) == 0) {
    is_match = regexec(&regex, message, 0, NULL, 0) == 0;
    regfree(&regex);
  }
  tern_string_builder_deinitialize(&pattern);
  return is_match;
}

static const char *name_of(tern_severity_t severity) {
  size_t i = 0;
  while (severities[i].severity != severity) ++i;
  return severities[i].name;
}

void tern_expectations_meet(tern_expectations_t *expectations, const tern_diagnostic_t *diagnostic) {
  tern_place_t place = tern_diagnostic_place(diagnostic);
  bool is_here = tern_str_equal(place.file, expectations->source.name);
  uint32_t line = is_here ? place.line : 0;
  for (size_t i = 0; i < expectations->values.count; ++i) {
    tern_expectation_t *expectation = &expectations->values.values[i];
    if (expectation->is_met || expectation->line != line || expectation->severity != diagnostic->severity) continue;
    if (!matches(expectation, diagnostic->message)) continue;
    expectation->is_met = true;
    return;
  }
  if (expectations->allows_others) return;
  tern_string_builder_append(&expectations->report, place.file);
  tern_string_builder_append_format(&expectations->report, ":%u:%u: error: unexpected %s: %s\n", place.line,
                                    place.column, name_of(diagnostic->severity), diagnostic->message);
}

bool tern_expectations_finish(tern_expectations_t *expectations) {
  for (size_t i = 0; i < expectations->values.count; ++i) {
    const tern_expectation_t *expectation = &expectations->values.values[i];
    if (expectation->is_met) continue;
    tern_string_builder_append(&expectations->report, expectations->source.name);
    tern_string_builder_append_format(&expectations->report, ":%u:%u: error: expected %s \"%.*s\" was not produced\n",
                                      expectation->own_line, expectation->own_column, name_of(expectation->severity),
                                      (int)expectation->text.size, expectation->text.data);
  }
  return expectations->report.size == 0;
}
