// The lexer of MLIR's text. The token grammar is that of MLIR's LangRef, "Common syntax".

#include "asm/lexer.h"

#include <string.h>

enum {
  SHORT_STRING_SIZE = 64,  // characters that are looked at one by one
  PLAIN_TEXT_STEP = 64,    // characters that are looked at together
};

enum {
  IS_SPACE = 1,    // white space, and NUL
  IS_LETTER = 2,   // [a-zA-Z_]: what a bare word starts with
  IS_DIGIT = 4,    // [0-9]
  IS_HEX = 8,      // [0-9a-fA-F]
  IS_BARE = 16,    // [a-zA-Z0-9_$.]: what a bare word goes on with
  IS_SUFFIX = 32,  // [a-zA-Z0-9_$.-]: what follows %, #, ! or ^
};

#define LETTER (IS_LETTER | IS_BARE | IS_SUFFIX)
#define HEX_LETTER (LETTER | IS_HEX)
#define DIGIT (IS_DIGIT | IS_HEX | IS_BARE | IS_SUFFIX)

static const unsigned char classes[256] = {
    [0] = IS_SPACE,
    [' '] = IS_SPACE,
    ['\t'] = IS_SPACE,
    ['\n'] = IS_SPACE,
    ['\r'] = IS_SPACE,
    ['0' ... '9'] = DIGIT,
    ['a' ... 'f'] = HEX_LETTER,
    ['g' ... 'z'] = LETTER,
    ['A' ... 'F'] = HEX_LETTER,
    ['G' ... 'Z'] = LETTER,
    ['_'] = LETTER,
    ['$'] = IS_BARE | IS_SUFFIX,
    ['.'] = IS_BARE | IS_SUFFIX,
    ['-'] = IS_SUFFIX,
};

// Tokens of one character that start no longer token.
static const unsigned char single_kinds[256] = {
    [':'] = TERN_TOKEN_COLON,       [','] = TERN_TOKEN_COMMA,        ['='] = TERN_TOKEN_EQUAL,
    ['>'] = TERN_TOKEN_GREATER,     ['('] = TERN_TOKEN_LEFT_PAREN,   ['['] = TERN_TOKEN_LEFT_SQUARE,
    ['<'] = TERN_TOKEN_LESS,        ['+'] = TERN_TOKEN_PLUS,         ['?'] = TERN_TOKEN_QUESTION,
    ['}'] = TERN_TOKEN_RIGHT_BRACE, [')'] = TERN_TOKEN_RIGHT_PAREN,  [']'] = TERN_TOKEN_RIGHT_SQUARE,
    ['*'] = TERN_TOKEN_STAR,        ['|'] = TERN_TOKEN_VERTICAL_BAR,
};

static const struct {
  tern_token_kind_t kind;
  const char *message;
} prefixed_kinds[256] = {
    ['#'] = {TERN_TOKEN_HASH, "invalid attribute name"},
    ['!'] = {TERN_TOKEN_EXCLAIM, "invalid type identifier"},
    ['%'] = {TERN_TOKEN_PERCENT, "invalid SSA name"},
    ['^'] = {TERN_TOKEN_CARET, "invalid block name"},
};

static bool is_class(const tern_lexer_t *lexer, const char *cursor, int class) {
  return cursor < lexer->end && (classes[(unsigned char)*cursor] & class);
}

static bool is_char(const tern_lexer_t *lexer, const char *cursor, char c) {
  return cursor < lexer->end && *cursor == c;
}

static const char *skip_class(const tern_lexer_t *lexer, const char *cursor, int class) {
  while (is_class(lexer, cursor, class)) ++cursor;
  return cursor;
}

static tern_token_t make_token(tern_lexer_t *lexer, tern_token_kind_t kind, const char *start, const char *end) {
  lexer->cursor = end;
  return (tern_token_t){kind, tern_str_make(start, (size_t)(end - start))};
}

// An error token reaches from its start to where the lexer gave up, so that it is never lexed twice.
static tern_token_t make_error(tern_lexer_t *lexer, const char *start, const char *at, const char *message) {
  lexer->message = message;
  lexer->error_pointer = at;
  const char *end = at > start ? at : start + 1;
  return make_token(lexer, TERN_TOKEN_ERROR, start, end < lexer->end ? end : lexer->end);
}

// A byte in each place of a word.
#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

// True if one of eight characters may end a string or start an escape: quotes and ends of lines are below '#', as blanks are.
// In a word without such a byte nothing is borrowed between bytes; with one the answer is right whatever was borrowed.
static uint64_t may_be_special(const char *text) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
  uint64_t escape = word ^ EACH('\\');
  return (((word - EACH('#')) & ~word) | ((escape - EACH(1)) & ~escape)) & EACH(0x80);
}

// Goes over text in which a string neither ends nor has anything special: strings of digits are most of some files.
static const char *skip_plain_text(const tern_lexer_t *lexer, const char *cursor) {
  for (size_t count = 0; (size_t)(lexer->end - cursor) >= PLAIN_TEXT_STEP; cursor += PLAIN_TEXT_STEP) {
    uint64_t special = 0;
    for (size_t i = 0; i < PLAIN_TEXT_STEP; i += sizeof special) special |= may_be_special(cursor + i);
    if (special) break;
    if (lexer->touch && ++count % (1 << 14) == 0) lexer->touch(lexer->user, (size_t)PLAIN_TEXT_STEP << 14);
  }
  return cursor;
}

// The end of the string whose opening quote is right before `cursor`, or NULL with an error noted.
static const char *find_string_end(tern_lexer_t *lexer, const char *cursor) {
  const char *long_from = cursor + SHORT_STRING_SIZE;
  for (; cursor < lexer->end; ++cursor) {
    if (cursor >= long_from) {
      cursor = skip_plain_text(lexer, cursor);
      if (cursor == lexer->end) break;
      long_from = cursor + PLAIN_TEXT_STEP;
    }
    if (*cursor == '"') return cursor + 1;
    if (*cursor == '\n' || *cursor == '\v' || *cursor == '\f') break;
    if (*cursor != '\\') continue;
    const char *escaped = cursor + 1;
    bool is_plain = escaped < lexer->end && (*escaped == '"' || *escaped == '\\' || *escaped == 'n' || *escaped == 't');
    bool is_code = is_class(lexer, escaped, IS_HEX) && is_class(lexer, escaped + 1, IS_HEX);
    if (!is_plain && !is_code) {
      lexer->message = "unknown escape in string literal";
      lexer->error_pointer = cursor;
      return NULL;
    }
    cursor += is_plain ? 1 : 2;
  }
  lexer->message = "expected '\"' in string literal";
  lexer->error_pointer = cursor;
  return NULL;
}

static tern_token_t lex_string(tern_lexer_t *lexer, tern_token_kind_t kind, const char *start, const char *cursor) {
  const char *end = find_string_end(lexer, cursor);
  if (end) return make_token(lexer, kind, start, end);
  return make_error(lexer, start, lexer->error_pointer, lexer->message);
}

static tern_token_t lex_symbol(tern_lexer_t *lexer, const char *start) {
  if (is_char(lexer, start + 1, '"')) return lex_string(lexer, TERN_TOKEN_AT, start, start + 2);
  if (!is_class(lexer, start + 1, IS_LETTER)) {
    return make_error(lexer, start, start + 1, "@ identifier expected to start with letter or '_'");
  }
  return make_token(lexer, TERN_TOKEN_AT, start, skip_class(lexer, start + 1, IS_BARE));
}

// suffix-id: digits alone, or a word that starts with no digit.
static tern_token_t lex_prefixed(tern_lexer_t *lexer, const char *start) {
  unsigned char prefix = (unsigned char)*start;
  const char *suffix = start + 1;
  if (!is_class(lexer, suffix, IS_SUFFIX)) return make_error(lexer, start, start, prefixed_kinds[prefix].message);
  int class = is_class(lexer, suffix, IS_DIGIT) ? IS_DIGIT : IS_SUFFIX;
  return make_token(lexer, prefixed_kinds[prefix].kind, start, skip_class(lexer, suffix, class));
}

// The end of an exponent `e+1` at `cursor`, or `cursor`.
static const char *skip_exponent(const tern_lexer_t *lexer, const char *cursor) {
  if (!is_char(lexer, cursor, 'e') && !is_char(lexer, cursor, 'E')) return cursor;
  const char *digits = cursor + 1;
  if (is_char(lexer, digits, '+') || is_char(lexer, digits, '-')) ++digits;
  return is_class(lexer, digits, IS_DIGIT) ? skip_class(lexer, digits, IS_DIGIT) : cursor;
}

// `0x` without a hexadecimal digit behind it is a 0 and a word: the `0xi32` of a shape.
static tern_token_t lex_number(tern_lexer_t *lexer, const char *start) {
  if (*start == '0' && is_char(lexer, start + 1, 'x')) {
    const char *digits = start + 2;
    const char *end = is_class(lexer, digits, IS_HEX) ? skip_class(lexer, digits, IS_HEX) : start + 1;
    return make_token(lexer, TERN_TOKEN_INTEGER, start, end);
  }
  const char *end = skip_class(lexer, start, IS_DIGIT);
  if (!is_char(lexer, end, '.')) return make_token(lexer, TERN_TOKEN_INTEGER, start, end);
  end = skip_exponent(lexer, skip_class(lexer, end + 1, IS_DIGIT));
  return make_token(lexer, TERN_TOKEN_FLOAT, start, end);
}

// Skips white space and comments.
static const char *skip_blank(const tern_lexer_t *lexer, const char *cursor) {
  for (;;) {
    cursor = skip_class(lexer, cursor, IS_SPACE);
    if (!is_char(lexer, cursor, '/') || !is_char(lexer, cursor + 1, '/')) return cursor;
    while (cursor < lexer->end && *cursor != '\n' && *cursor != '\r') ++cursor;
  }
}

static tern_token_t lex_punctuation(tern_lexer_t *lexer, const char *start) {
  bool is_marked = false;  // `{-#`, `#-}`
  switch (*start) {
    case '{':
      is_marked = is_char(lexer, start + 1, '-') && is_char(lexer, start + 2, '#');
      return make_token(lexer, is_marked ? TERN_TOKEN_METADATA_BEGIN : TERN_TOKEN_LEFT_BRACE, start,
                        start + (is_marked ? 3 : 1));
    case '-':
      if (is_char(lexer, start + 1, '>')) return make_token(lexer, TERN_TOKEN_ARROW, start, start + 2);
      return make_token(lexer, TERN_TOKEN_MINUS, start, start + 1);
    case '.':
      if (is_char(lexer, start + 1, '.') && is_char(lexer, start + 2, '.')) {
        return make_token(lexer, TERN_TOKEN_ELLIPSIS, start, start + 3);
      }
      return make_error(lexer, start, start + 1, "expected three consecutive dots for an ellipsis");
    case '/': return make_token(lexer, TERN_TOKEN_SLASH, start, start + 1);
    default: return make_error(lexer, start, start, "unexpected character");
  }
}

void tern_lexer_initialize(tern_lexer_t *lexer, tern_str_t text) {
  const char *begin = text.data ? text.data : "";
  *lexer = (tern_lexer_t){.cursor = begin, .begin = begin, .end = begin + text.size};
}

tern_token_t tern_lexer_next(tern_lexer_t *lexer) {
  const char *start = skip_blank(lexer, lexer->cursor);
  if (start == lexer->end) return make_token(lexer, TERN_TOKEN_EOF, start, start);
  unsigned char first = (unsigned char)*start;
  if (single_kinds[first]) return make_token(lexer, (tern_token_kind_t)single_kinds[first], start, start + 1);
  if (classes[first] & IS_LETTER) {
    return make_token(lexer, TERN_TOKEN_BARE, start, skip_class(lexer, start, IS_BARE));
  }
  if (classes[first] & IS_DIGIT) return lex_number(lexer, start);
  if (first == '#' && is_char(lexer, start + 1, '-') && is_char(lexer, start + 2, '}')) {
    return make_token(lexer, TERN_TOKEN_METADATA_END, start, start + 3);
  }
  if (prefixed_kinds[first].kind) return lex_prefixed(lexer, start);
  if (first == '@') return lex_symbol(lexer, start);
  if (first == '"') return lex_string(lexer, TERN_TOKEN_STRING, start, start + 1);
  return lex_punctuation(lexer, start);
}

tern_token_kind_t tern_token_kind_of_punctuation(const char *punctuation) {
  if (punctuation[0] && !punctuation[1]) {
    unsigned char c = (unsigned char)punctuation[0];
    if (single_kinds[c]) return (tern_token_kind_t)single_kinds[c];
    if (c == '{') return TERN_TOKEN_LEFT_BRACE;
    if (c == '-') return TERN_TOKEN_MINUS;
    if (c == '/') return TERN_TOKEN_SLASH;
    return TERN_TOKEN_ERROR;
  }
  if (!strcmp(punctuation, "->")) return TERN_TOKEN_ARROW;
  if (!strcmp(punctuation, "...")) return TERN_TOKEN_ELLIPSIS;
  if (!strcmp(punctuation, "{-#")) return TERN_TOKEN_METADATA_BEGIN;
  if (!strcmp(punctuation, "#-}")) return TERN_TOKEN_METADATA_END;
  return TERN_TOKEN_ERROR;
}

static unsigned hex_value(char c) {
  if (c <= '9') return (unsigned)(c - '0');
  return (unsigned)((c | 0x20) - 'a' + 10);
}

size_t tern_string_unescape(tern_str_t text, char *out) {
  size_t size = 0;
  for (size_t i = 0; i < text.size; ++i) {
    char c = text.data[i];
    if (c != '\\' || i + 1 >= text.size) {
      out[size++] = c;
      continue;
    }
    char escaped = text.data[++i];
    switch (escaped) {
      case '"':
      case '\\': out[size++] = escaped; break;
      case 'n': out[size++] = '\n'; break;
      case 't': out[size++] = '\t'; break;
      default:
        if (i + 1 >= text.size) return size;
        out[size++] = (char)(hex_value(escaped) << 4 | hex_value(text.data[++i]));
    }
  }
  return size;
}
