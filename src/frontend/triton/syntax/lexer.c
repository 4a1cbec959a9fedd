// Text to tokens: Python's rules for lines, indentation, numbers and strings.

#include <stdio.h>
#include <stdlib.h>

#include "base/vec.h"
#include "frontend/triton/syntax/token.h"
#include "ir/attr.h"
#include "ir/diagnostic.h"

static const char *const punctuators[] = {
#define PUNCTUATOR(ID, TEXT) TEXT,
#include "frontend/triton/syntax/punctuators.def"
#undef PUNCTUATOR
};

enum { INDENTS_MAX = 100, BRACKETS_MAX = 200, TAB_SIZE = 8 };

typedef struct lexer {
  const tl_source_t *source;
  const char *at, *end, *line_start;
  uint32_t line;
  uint32_t first_column;  // of line_start
  TERN_VEC(tl_token_t) tokens;
  uint32_t indents[INDENTS_MAX];
  size_t indent_count;
  tl_token_t brackets[BRACKETS_MAX];
  size_t bracket_count;
} lexer_t;

const tern_attr_t *tern_tl_place(const tl_source_t *source, uint32_t line, uint32_t column) {
  return tern_file_loc_get(source->context, source->path, line, column + 1);
}

static uint32_t column_of(const lexer_t *lexer, const char *at) {
  return lexer->first_column + (uint32_t)(at - lexer->line_start);
}

static bool error_at(const lexer_t *lexer, uint32_t line, uint32_t column, const char *message) {
  return tern_emit_error(tern_tl_place(lexer->source, line, column), "%s", message);
}

static bool error_here(const lexer_t *lexer, const char *message) {
  return error_at(lexer, lexer->line, column_of(lexer, lexer->at), message);
}

static char peek(const lexer_t *lexer, size_t offset) {
  return (size_t)(lexer->end - lexer->at) > offset ? lexer->at[offset] : '\0';
}

static void begin_line(lexer_t *lexer) {
  ++lexer->line;
  lexer->line_start = lexer->at;
  lexer->first_column = 0;
}

static void push(lexer_t *lexer, tl_token_kind_t kind, tl_punctuator_t punctuator, const char *start) {
  tern_vec_push(&lexer->tokens, (tl_token_t){kind, punctuator, tern_str_make(start, (size_t)(lexer->at - start)),
                                             lexer->line, start >= lexer->line_start ? column_of(lexer, start) : 0});
}

// --- characters ---

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}

static bool is_alphanumeric(char c) { return starts_name(c) || is_digit(c); }

static bool is_end_of_line(char c) { return c == '\n' || c == '\r'; }

static void skip_end_of_line(lexer_t *lexer) {
  if (peek(lexer, 0) == '\r' && peek(lexer, 1) == '\n') ++lexer->at;
  ++lexer->at;
  begin_line(lexer);
}

// Blanks, comments, and line breaks behind a backslash.
static bool skip_blanks(lexer_t *lexer) {
  for (;;) {
    char c = peek(lexer, 0);
    if (c == ' ' || c == '\t' || c == '\f') {
      ++lexer->at;
    } else if (c == '#') {
      while (lexer->at < lexer->end && !is_end_of_line(*lexer->at)) ++lexer->at;
    } else if (c == '\\' && is_end_of_line(peek(lexer, 1))) {
      ++lexer->at;
      skip_end_of_line(lexer);
    } else if (c == '\\') {
      return error_here(lexer, "unexpected character after line continuation character");
    } else {
      return true;
    }
  }
}

// --- indentation ---

// The width of what a line begins with; blank lines and those of comments alone are skipped.
static uint32_t measure_indent(lexer_t *lexer) {
  for (;;) {
    uint32_t width = 0;
    for (;; ++lexer->at) {
      char c = peek(lexer, 0);
      if (c == ' ') {
        ++width;
      } else if (c == '\t') {
        width = (width / TAB_SIZE + 1) * TAB_SIZE;
      } else if (c == '\f') {
        width = 0;
      } else {
        break;
      }
    }
    if (peek(lexer, 0) == '#') {
      while (lexer->at < lexer->end && !is_end_of_line(*lexer->at)) ++lexer->at;
    }
    if (lexer->at == lexer->end || !is_end_of_line(*lexer->at)) return width;
    skip_end_of_line(lexer);
  }
}

static bool indent(lexer_t *lexer) {
  uint32_t width = measure_indent(lexer);
  if (lexer->at == lexer->end) return true;
  uint32_t top = lexer->indents[lexer->indent_count - 1];
  if (width > top) {
    if (lexer->indent_count == INDENTS_MAX) return error_here(lexer, "too many levels of indentation");
    lexer->indents[lexer->indent_count++] = width;
    push(lexer, TL_TOKEN_INDENT, 0, lexer->at);
    return true;
  }
  while (width < lexer->indents[lexer->indent_count - 1]) {
    --lexer->indent_count;
    push(lexer, TL_TOKEN_DEDENT, 0, lexer->at);
  }
  if (width == lexer->indents[lexer->indent_count - 1]) return true;
  return error_here(lexer, "unindent does not match any outer indentation level");
}

// --- tokens ---

static void lex_number(lexer_t *lexer) {
  const char *start = lexer->at;
  bool is_hexadecimal = *start == '0' && (peek(lexer, 1) == 'x' || peek(lexer, 1) == 'X');
  for (; lexer->at < lexer->end; ++lexer->at) {
    char c = *lexer->at, before = lexer->at > start ? lexer->at[-1] : '0';
    bool is_sign =
        (c == '+' || c == '-') && !is_hexadecimal && (before == 'e' || before == 'E') && is_digit(peek(lexer, 1));
    if (!is_alphanumeric(c) && c != '.' && !is_sign) break;
  }
  push(lexer, TL_TOKEN_NUMBER, 0, start);
}

// How many characters before a quote are a string's prefix; SIZE_MAX: these are no string.
static size_t measure_prefix(const lexer_t *lexer) {
  for (size_t i = 0; i < 3; ++i) {
    char c = peek(lexer, i);
    if (c == '\'' || c == '"') return i;
    if (c == '\0' || !strchr("rRbBuUfF", c)) break;
  }
  return SIZE_MAX;
}

static bool lex_string(lexer_t *lexer, size_t prefix) {
  const char *start = lexer->at;
  uint32_t line = lexer->line, column = column_of(lexer, start);
  lexer->at += prefix;
  char quote = *lexer->at;
  bool is_long = peek(lexer, 1) == quote && peek(lexer, 2) == quote;
  for (lexer->at += is_long ? 3 : 1;;) {
    char c = peek(lexer, 0);
    if (lexer->at >= lexer->end || (!is_long && is_end_of_line(c))) {
      return error_at(lexer, line, column,
                      is_long ? "unterminated triple-quoted string literal" : "unterminated string literal");
    }
    if (c == '\\' && lexer->at + 1 < lexer->end) {
      ++lexer->at;
      if (is_end_of_line(*lexer->at)) {
        skip_end_of_line(lexer);
      } else {
        ++lexer->at;
      }
    } else if (is_end_of_line(c)) {
      skip_end_of_line(lexer);
    } else if (c == quote && (!is_long || (peek(lexer, 1) == quote && peek(lexer, 2) == quote))) {
      lexer->at += is_long ? 3 : 1;
      break;
    } else {
      ++lexer->at;
    }
  }
  tern_vec_push(&lexer->tokens,
                (tl_token_t){TL_TOKEN_STRING, 0, tern_str_make(start, (size_t)(lexer->at - start)), line, column});
  return true;
}

// Brackets are matched here, so that a line break within them is a blank.
static bool match_bracket(lexer_t *lexer, const tl_token_t *token) {
  static const char closing[] = ")]}";
  char c = token->text.data[0];
  if (token->text.size != 1 || !strchr("([{)]}", c)) return true;
  if (strchr("([{", c)) {
    if (lexer->bracket_count == BRACKETS_MAX) {
      return error_at(lexer, token->line, token->column, "too many nested parentheses");
    }
    lexer->brackets[lexer->bracket_count++] = *token;
    return true;
  }
  char message[96];
  if (lexer->bracket_count == 0) {
    snprintf(message, sizeof message, "unmatched '%c'", c);
    return error_at(lexer, token->line, token->column, message);
  }
  char open = lexer->brackets[--lexer->bracket_count].text.data[0];
  if (closing[strchr("([{", open) - "([{"] == c) return true;
  snprintf(message, sizeof message, "closing parenthesis '%c' does not match opening parenthesis '%c'", c, open);
  return error_at(lexer, token->line, token->column, message);
}

static bool lex_punctuator(lexer_t *lexer) {
  const char *start = lexer->at;
  size_t left = (size_t)(lexer->end - start);
  for (size_t i = 0; i < TL_PUNCTUATOR_COUNT; ++i) {
    size_t size = strlen(punctuators[i]);
    if (size > left || memcmp(start, punctuators[i], size) != 0) continue;
    lexer->at += size;
    push(lexer, TL_TOKEN_PUNCTUATOR, (tl_punctuator_t)i, start);
    return match_bracket(lexer, &lexer->tokens.values[lexer->tokens.count - 1]);
  }
  return error_here(lexer, "invalid character");
}

static bool lex_token(lexer_t *lexer) {
  char c = *lexer->at;
  size_t prefix = measure_prefix(lexer);
  if (prefix != SIZE_MAX) return lex_string(lexer, prefix);
  if (is_digit(c) || (c == '.' && is_digit(peek(lexer, 1)))) {
    lex_number(lexer);
    return true;
  }
  if (!starts_name(c)) return lex_punctuator(lexer);
  const char *start = lexer->at;
  while (lexer->at < lexer->end && is_alphanumeric(*lexer->at)) ++lexer->at;
  push(lexer, TL_TOKEN_NAME, 0, start);
  return true;
}

// The tokens of a line, with those of the lines that brackets and backslashes add to it.
static bool lex_line(lexer_t *lexer) {
  if (!lexer->source->is_expression && !indent(lexer)) return false;
  size_t before = lexer->tokens.count;
  for (;;) {
    if (!skip_blanks(lexer)) return false;
    if (lexer->at == lexer->end) break;
    if (!is_end_of_line(*lexer->at)) {
      if (!lex_token(lexer)) return false;
      continue;
    }
    if (lexer->bracket_count == 0 && !lexer->source->is_expression) break;
    skip_end_of_line(lexer);
  }
  if (lexer->tokens.count > before && !lexer->source->is_expression) {
    push(lexer, TL_TOKEN_NEWLINE, 0, lexer->at);
  }
  if (lexer->at < lexer->end) skip_end_of_line(lexer);
  return true;
}

static bool lex_all(lexer_t *lexer) {
  while (lexer->at < lexer->end) {
    if (!lex_line(lexer)) return false;
  }
  if (lexer->bracket_count > 0) {
    const tl_token_t *open = &lexer->brackets[lexer->bracket_count - 1];
    char message[32];
    snprintf(message, sizeof message, "'%c' was never closed", open->text.data[0]);
    return error_at(lexer, open->line, open->column, message);
  }
  for (; lexer->indent_count > 1; --lexer->indent_count) push(lexer, TL_TOKEN_DEDENT, 0, lexer->at);
  push(lexer, TL_TOKEN_END, 0, lexer->at);
  return true;
}

bool tern_tl_tokenize(const tl_source_t *source, tl_tokens_t *out_tokens) {
  lexer_t lexer = {.source = source, .at = source->text.data, .end = source->text.data + source->text.size};
  if (tern_str_starts_with(source->text, TERN_STR("\xef\xbb\xbf"))) lexer.at += 3;
  lexer.line = source->line;
  lexer.line_start = lexer.at;
  lexer.first_column = source->column;
  lexer.indent_count = 1;
  bool is_right = lex_all(&lexer);
  *out_tokens = (tl_tokens_t){0};
  if (is_right) {
    out_tokens->values =
        tern_arena_copy(source->arena, lexer.tokens.values, lexer.tokens.count * sizeof lexer.tokens.values[0]);
    out_tokens->count = lexer.tokens.count;
  }
  tern_vec_deinitialize(&lexer.tokens);
  return is_right;
}

// --- numbers ---

static int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

// Digits of a base, with single underscores between them.
static bool read_integer(const char *text, size_t size, int base, tl_number_t *out_number) {
  const __int128 limit = (__int128)(((unsigned __int128)1 << 127) - 1);
  bool is_after_digit = base != 10;  // 0x_1 is a number
  for (size_t i = 0; i < size; ++i) {
    if (text[i] == '_') {
      if (!is_after_digit || i + 1 == size) return false;
      is_after_digit = false;
      continue;
    }
    int digit = digit_value(text[i]);
    if (digit >= base) return false;
    is_after_digit = true;
    out_number->is_huge |= out_number->integer > (limit - digit) / base;
    out_number->integer = out_number->is_huge ? limit : out_number->integer * base + digit;
  }
  return size > 0;
}

bool tern_tl_read_number(tern_str_t text, tl_number_t *out_number) {
  *out_number = (tl_number_t){0};
  char digits[128];
  size_t count = 0;
  if (text.size > 1 && text.data[0] == '0' && strchr("xXoObB", text.data[1])) {
    int base = strchr("xX", text.data[1]) ? 16 : strchr("oO", text.data[1]) ? 8 : 2;
    return read_integer(text.data + 2, text.size - 2, base, out_number);
  }
  if (text.size > 0 && (text.data[text.size - 1] == 'j' || text.data[text.size - 1] == 'J')) {
    out_number->is_imaginary = true;
    --text.size;
  }
  bool is_integer = !out_number->is_imaginary;
  for (size_t i = 0; i < text.size; ++i) is_integer &= is_digit(text.data[i]) || text.data[i] == '_';
  if (is_integer) return read_integer(text.data, text.size, 10, out_number);
  out_number->is_float = true;
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    if (!is_digit(c) && !strchr("_.eE+-", c)) return false;
    if (c != '_' && count + 1 < sizeof digits) digits[count++] = c;
  }
  digits[count] = '\0';
  char *rest;
  out_number->real = strtod(digits, &rest);
  return count > 0 && *rest == '\0';
}
