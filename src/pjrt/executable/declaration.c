// Reads the declaration of a function.

#include "pjrt/executable/declaration.h"

#include <string.h>

// Behind the text in quotes that begins at `text`.
static const char *skip_quoted(const char *text) {
  for (++text; *text && *text != '"'; ++text) {
    if (*text == '\\' && text[1]) ++text;
  }
  return *text ? text + 1 : text;
}

// Behind the argument that begins at `text`: at its comma, at the end of the list, or at the end of the text. `*out_has` tells whether
// it has the attribute.
static const char *skip_argument(const char *text, const char *name, bool *out_has) {
  size_t size = strlen(name);
  int depth = 0;
  *out_has = false;
  while (*text) {
    char c = *text;
    if (c == '"') {
      text = skip_quoted(text);
      continue;
    }
    bool is_open = c == '<' || c == '(' || c == '{' || c == '[';
    bool is_close = (c == '>' && text[-1] != '-') || c == ')' || c == '}' || c == ']';
    if (depth == 0 && (c == ',' || c == ')')) return text;
    depth += is_open - is_close;
    char before = text[-1];
    bool is_start = before == '{' || before == ' ' || before == ',';
    if (depth > 0 && is_start && strncmp(text, name, size) == 0) {
      char after = text[size];
      *out_has |= after == ' ' || after == ',' || after == '}' || after == '=';
    }
    ++text;
  }
  return text;
}

bool tern_pjrt_argument_has(const char *declaration, size_t index, const char *name) {
  const char *text = strchr(declaration, '(');
  bool has = false;
  for (size_t i = 0; text && *text && i <= index; ++i) {
    text = skip_argument(text + 1, name, &has);
    if (*text == ')' && i < index) return false;
  }
  return has;
}
