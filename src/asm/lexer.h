// The lexer of MLIR's text: bytes to tokens, without memory of its own.
//
// Words are not told apart here: keywords, type names such as `i32` and op names are all TERN_TOKEN_BARE, and whoever
// expects one compares its spelling. A NUL byte between tokens is white space, as upstream has it.

#ifndef TERN_ASM_LEXER_H_
#define TERN_ASM_LEXER_H_

#include "base/string.h"

typedef enum tern_token_kind {
  TERN_TOKEN_EOF,
  TERN_TOKEN_ERROR,    // see tern_lexer_t.message
  TERN_TOKEN_BARE,     // name, scf.for, i32, affine_map
  TERN_TOKEN_AT,       // @name, @"name"
  TERN_TOKEN_HASH,     // #name
  TERN_TOKEN_EXCLAIM,  // !name
  TERN_TOKEN_PERCENT,  // %name
  TERN_TOKEN_CARET,    // ^name
  TERN_TOKEN_STRING,
  TERN_TOKEN_INTEGER,
  TERN_TOKEN_FLOAT,
  TERN_TOKEN_ARROW,
  TERN_TOKEN_COLON,
  TERN_TOKEN_COMMA,
  TERN_TOKEN_ELLIPSIS,
  TERN_TOKEN_EQUAL,
  TERN_TOKEN_GREATER,
  TERN_TOKEN_LEFT_BRACE,
  TERN_TOKEN_LEFT_PAREN,
  TERN_TOKEN_LEFT_SQUARE,
  TERN_TOKEN_LESS,
  TERN_TOKEN_METADATA_BEGIN,  // {-#
  TERN_TOKEN_METADATA_END,    // #-}
  TERN_TOKEN_MINUS,
  TERN_TOKEN_PLUS,
  TERN_TOKEN_QUESTION,
  TERN_TOKEN_RIGHT_BRACE,
  TERN_TOKEN_RIGHT_PAREN,
  TERN_TOKEN_RIGHT_SQUARE,
  TERN_TOKEN_SLASH,
  TERN_TOKEN_STAR,
  TERN_TOKEN_VERTICAL_BAR,
  TERN_TOKEN_KIND_COUNT
} tern_token_kind_t;

// One token; the text is a view into the source.
typedef struct tern_token {
  tern_token_kind_t kind;
  tern_str_t text;
} tern_token_t;

// A cursor over a source that outlives it. Thread-compatible.
typedef struct tern_lexer {
  const char *cursor;
  const char *begin;
  const char *end;
  const char *message;        // what was wrong with the last TERN_TOKEN_ERROR; static
  const char *error_pointer;  // where
  // Told how many bytes of a long token were read; NULL: nobody wants to know. Stays as it is when a lexer goes elsewhere.
  void (*touch)(void *user, size_t size);
  void *user;
} tern_lexer_t;

void tern_lexer_initialize(tern_lexer_t *lexer, tern_str_t text);
// The token at the cursor, which moves behind it. At the end it is TERN_TOKEN_EOF again and again.
tern_token_t tern_lexer_next(tern_lexer_t *lexer);
// The kind of a punctuation by its text, or TERN_TOKEN_ERROR.
tern_token_kind_t tern_token_kind_of_punctuation(const char *punctuation);
// Resolves the escapes of a string's inside (between the quotes) into `out`, which has room for `text.size` bytes.
// Returns how many were written. The text is one the lexer has accepted.
size_t tern_string_unescape(tern_str_t text, char *out);

#endif  // TERN_ASM_LEXER_H_
