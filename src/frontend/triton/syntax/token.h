// Tokens of Python's text, for files that hold kernels of Triton.

#ifndef TERN_FRONTEND_TRITON_SYNTAX_TOKEN_H_
#define TERN_FRONTEND_TRITON_SYNTAX_TOKEN_H_

#include "base/arena.h"
#include "ir/types_fwd.h"

// Operators and delimiters. A longer one goes before those that it begins with.
typedef enum tl_punctuator {
#define PUNCTUATOR(ID, TEXT) TL_P_##ID,
#include "frontend/triton/syntax/punctuators.def"
#undef PUNCTUATOR
  TL_PUNCTUATOR_COUNT
} tl_punctuator_t;

typedef enum tl_token_kind {
  TL_TOKEN_END,
  TL_TOKEN_NEWLINE,
  TL_TOKEN_INDENT,
  TL_TOKEN_DEDENT,
  TL_TOKEN_NAME,  // keywords, too
  TL_TOKEN_NUMBER,
  TL_TOKEN_STRING,  // with prefix and quotes
  TL_TOKEN_PUNCTUATOR,
} tl_token_kind_t;

typedef struct tl_token {
  tl_token_kind_t kind;
  tl_punctuator_t punctuator;
  tern_str_t text;  // borrowed from the source
  uint32_t line;    // from 1
  uint32_t column;  // bytes from 0, as Python counts them
} tl_token_t;

typedef struct tl_tokens {
  tl_token_t *values;  // in the arena; the last one is TL_TOKEN_END
  size_t count;
} tl_tokens_t;

// A source, or a part of one: the expression in an f-string. Errors are reported at its places.
typedef struct tl_source {
  tern_context_t *context;
  tern_arena_t *arena;
  tern_str_t path;
  tern_str_t text;
  uint32_t line, column;  // where the text begins
  bool is_expression;     // line breaks and indentation mean nothing
} tl_source_t;

// The place of an error: columns from 1, as diagnostics count them.
const tern_attr_t *tern_tl_place(const tl_source_t *source, uint32_t line, uint32_t column);
// False after an error.
bool tern_tl_tokenize(const tl_source_t *source, tl_tokens_t *out_tokens);

// The number that a token of digits is. `*out_is_float`: a floating-point one; integers that do not fit are INT128_MAX and no error.
typedef struct tl_number {
  bool is_float, is_imaginary, is_huge;
  __int128 integer;
  double real;
} tl_number_t;
bool tern_tl_read_number(tern_str_t text, tl_number_t *out_number);

#endif  // TERN_FRONTEND_TRITON_SYNTAX_TOKEN_H_
