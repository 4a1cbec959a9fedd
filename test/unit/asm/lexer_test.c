// The lexer: kinds and texts of tokens, what it refuses, and escapes.

#include "asm/lexer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static tern_lexer_t lexer_over(const char *text) {
  tern_lexer_t lexer;
  tern_lexer_initialize(&lexer, tern_str_from_cstr(text));
  return lexer;
}

static void assert_token(tern_lexer_t *lexer, tern_token_kind_t kind, const char *text) {
  tern_token_t token = tern_lexer_next(lexer);
  assert_int_equal(token.kind, kind);
  if (!tern_str_equal_cstr(token.text, text))
    fail_msg("'%.*s' is not '%s'", (int)token.text.size, token.text.data, text);
}

static void reads_an_op(void **state) {
  (void)state;
  tern_lexer_t lexer =
      lexer_over("%a:2, %b-1$.x = scf.for ^bb1 #map !llvm.ptr<3> // comment -> x\n @f @\"g h\" \"s\\\"\"");
  assert_token(&lexer, TERN_TOKEN_PERCENT, "%a");
  assert_token(&lexer, TERN_TOKEN_COLON, ":");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "2");
  assert_token(&lexer, TERN_TOKEN_COMMA, ",");
  assert_token(&lexer, TERN_TOKEN_PERCENT, "%b-1$.x");
  assert_token(&lexer, TERN_TOKEN_EQUAL, "=");
  assert_token(&lexer, TERN_TOKEN_BARE, "scf.for");
  assert_token(&lexer, TERN_TOKEN_CARET, "^bb1");
  assert_token(&lexer, TERN_TOKEN_HASH, "#map");
  assert_token(&lexer, TERN_TOKEN_EXCLAIM, "!llvm.ptr");
  assert_token(&lexer, TERN_TOKEN_LESS, "<");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "3");
  assert_token(&lexer, TERN_TOKEN_GREATER, ">");
  assert_token(&lexer, TERN_TOKEN_AT, "@f");
  assert_token(&lexer, TERN_TOKEN_AT, "@\"g h\"");
  assert_token(&lexer, TERN_TOKEN_STRING, "\"s\\\"\"");
  assert_token(&lexer, TERN_TOKEN_EOF, "");
  assert_token(&lexer, TERN_TOKEN_EOF, "");
}

static void reads_punctuation(void **state) {
  (void)state;
  static const struct {
    const char *text;
    tern_token_kind_t kind;
  } rows[] = {
      {"->", TERN_TOKEN_ARROW},
      {":", TERN_TOKEN_COLON},
      {",", TERN_TOKEN_COMMA},
      {"...", TERN_TOKEN_ELLIPSIS},
      {"=", TERN_TOKEN_EQUAL},
      {">", TERN_TOKEN_GREATER},
      {"{", TERN_TOKEN_LEFT_BRACE},
      {"(", TERN_TOKEN_LEFT_PAREN},
      {"[", TERN_TOKEN_LEFT_SQUARE},
      {"<", TERN_TOKEN_LESS},
      {"{-#", TERN_TOKEN_METADATA_BEGIN},
      {"#-}", TERN_TOKEN_METADATA_END},
      {"-", TERN_TOKEN_MINUS},
      {"+", TERN_TOKEN_PLUS},
      {"?", TERN_TOKEN_QUESTION},
      {"}", TERN_TOKEN_RIGHT_BRACE},
      {")", TERN_TOKEN_RIGHT_PAREN},
      {"]", TERN_TOKEN_RIGHT_SQUARE},
      {"/", TERN_TOKEN_SLASH},
      {"*", TERN_TOKEN_STAR},
      {"|", TERN_TOKEN_VERTICAL_BAR},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    tern_lexer_t lexer = lexer_over(rows[i].text);
    assert_token(&lexer, rows[i].kind, rows[i].text);
    assert_token(&lexer, TERN_TOKEN_EOF, "");
    assert_int_equal(tern_token_kind_of_punctuation(rows[i].text), rows[i].kind);
  }
  assert_int_equal(tern_token_kind_of_punctuation("@"), TERN_TOKEN_ERROR);
  assert_int_equal(tern_token_kind_of_punctuation("=="), TERN_TOKEN_ERROR);
}

static void reads_numbers(void **state) {
  (void)state;
  tern_lexer_t lexer = lexer_over("0 42 0x1F 0xi32 4x8xf32 1. 1.5e-3 1.5e 1e5 -2");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "0");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "42");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "0x1F");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "0");
  assert_token(&lexer, TERN_TOKEN_BARE, "xi32");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "4");
  assert_token(&lexer, TERN_TOKEN_BARE, "x8xf32");
  assert_token(&lexer, TERN_TOKEN_FLOAT, "1.");
  assert_token(&lexer, TERN_TOKEN_FLOAT, "1.5e-3");
  assert_token(&lexer, TERN_TOKEN_FLOAT, "1.5");
  assert_token(&lexer, TERN_TOKEN_BARE, "e");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "1");
  assert_token(&lexer, TERN_TOKEN_BARE, "e5");
  assert_token(&lexer, TERN_TOKEN_MINUS, "-");
  assert_token(&lexer, TERN_TOKEN_INTEGER, "2");
}

static void stops_a_numeric_suffix_at_a_letter(void **state) {
  (void)state;
  tern_lexer_t lexer = lexer_over("%12ab");
  assert_token(&lexer, TERN_TOKEN_PERCENT, "%12");
  assert_token(&lexer, TERN_TOKEN_BARE, "ab");
}

static void skips_nul_between_tokens(void **state) {
  (void)state;
  tern_lexer_t lexer;
  tern_lexer_initialize(&lexer, tern_str_make("a\0b", 3));
  assert_token(&lexer, TERN_TOKEN_BARE, "a");
  assert_token(&lexer, TERN_TOKEN_BARE, "b");
  assert_token(&lexer, TERN_TOKEN_EOF, "");
}

static void refuses_what_is_no_token(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *message;
    size_t position;
  } rows[] = {
      {"\"ab\n\"", "expected '\"' in string literal", 3},
      {"\"ab", "expected '\"' in string literal", 3},
      {"\"a\\q\"", "unknown escape in string literal", 2},
      {"\"a\\0g\"", "unknown escape in string literal", 2},
      {"@\"ab", "expected '\"' in string literal", 4},
      {"@1", "@ identifier expected to start with letter or '_'", 1},
      {"@", "@ identifier expected to start with letter or '_'", 1},
      {"#", "invalid attribute name", 0},
      {"! ", "invalid type identifier", 0},
      {"%", "invalid SSA name", 0},
      {"^:", "invalid block name", 0},
      {"..", "expected three consecutive dots for an ellipsis", 1},
      {"\xc3\xa9", "unexpected character", 0},
      {"~", "unexpected character", 0},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    tern_lexer_t lexer = lexer_over(rows[i].text);
    assert_int_equal(tern_lexer_next(&lexer).kind, TERN_TOKEN_ERROR);
    assert_string_equal(lexer.message, rows[i].message);
    assert_int_equal(lexer.error_pointer - lexer.begin, rows[i].position);
    // Whatever follows, the end is reached.
    for (size_t steps = 0; tern_lexer_next(&lexer).kind != TERN_TOKEN_EOF; ++steps) assert_true(steps < 8);
  }
}

// What a string of 'a's with one other character is, told without looking at several characters at once.
static void assert_long_string(size_t size, size_t place, int c) {
  char text[512];
  tern_lexer_t lexer;
  memset(text, 'a', sizeof text);
  text[0] = text[size + 1] = '"';
  text[1 + place] = (char)c;
  tern_lexer_initialize(&lexer, tern_str_make(text, size + 2));
  tern_token_t token = tern_lexer_next(&lexer);
  bool is_end = c == '\n' || c == '\v' || c == '\f';
  // Behind the last character but one there are no two digits, and a quote behind an escape ends nothing.
  bool is_bad_escape = c == '\\' && place + 2 == size;
  bool has_no_end = c == '\\' && place + 1 == size;
  if (is_end || is_bad_escape || has_no_end) {
    assert_int_equal(token.kind, TERN_TOKEN_ERROR);
    assert_int_equal(lexer.error_pointer - text, has_no_end ? size + 2 : 1 + place);
    assert_string_equal(lexer.message,
                        is_bad_escape ? "unknown escape in string literal" : "expected '\"' in string literal");
  } else {
    assert_int_equal(token.kind, TERN_TOKEN_STRING);
    assert_int_equal(token.text.size, c == '"' ? place + 2 : size + 2);
  }
}

static void finds_the_end_of_long_strings(void **state) {
  (void)state;
  for (size_t place = 0; place < 290; ++place) {
    for (int c = 0; c < 256; ++c) assert_long_string(290, place, c);
  }
  for (size_t size = 60; size < 290; ++size) assert_long_string(size, size - 1, '"');
}

static void resolves_escapes(void **state) {
  (void)state;
  char out[32];
  tern_str_t text = TERN_STR("a\\\"b\\\\\\n\\t\\00\\fF\\41");
  size_t size = tern_string_unescape(text, out);
  assert_int_equal(size, 9);
  assert_memory_equal(out,
                      "a\"b\\\n\t\0\xff"
                      "A",
                      9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_an_op),
      cmocka_unit_test(reads_punctuation),
      cmocka_unit_test(reads_numbers),
      cmocka_unit_test(stops_a_numeric_suffix_at_a_letter),
      cmocka_unit_test(skips_nul_between_tokens),
      cmocka_unit_test(refuses_what_is_no_token),
      cmocka_unit_test(finds_the_end_of_long_strings),
      cmocka_unit_test(resolves_escapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
