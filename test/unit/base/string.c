// String views, string builders and statuses.

#include "base/string.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "tern/status.h"

#include <cmocka.h>

static void assert_str(tern_str_t text, const char *expected) {
  assert_int_equal(text.size, strlen(expected));
  assert_true(tern_str_equal_cstr(text, expected));
}

static void compares_by_bytes(void **state) {
  (void)state;
  assert_true(tern_str_compare(TERN_STR("a"), TERN_STR("b")) < 0);
  assert_true(tern_str_compare(TERN_STR("ab"), TERN_STR("a")) > 0);
  assert_true(tern_str_compare(TERN_STR("\x80"), TERN_STR("a")) > 0);
  assert_int_equal(tern_str_compare(TERN_STR("x\0y"), TERN_STR("x\0y")), 0);
  assert_int_equal(tern_str_compare((tern_str_t){0}, TERN_STR("")), 0);
  assert_true(tern_str_starts_with(TERN_STR("tern"), TERN_STR("te")));
  assert_false(tern_str_starts_with(TERN_STR("t"), TERN_STR("te")));
  assert_true(tern_str_ends_with(TERN_STR("tern"), TERN_STR("rn")));
}

static void trims_and_splits(void **state) {
  (void)state;
  assert_str(tern_str_trim(TERN_STR(" \t a b\r\n")), "a b");
  assert_str(tern_str_trim(TERN_STR(" \n")), "");
  tern_str_t rest = TERN_STR("a,,b");
  assert_str(tern_str_split(&rest, ','), "a");
  assert_str(tern_str_split(&rest, ','), "");
  assert_str(tern_str_split(&rest, ','), "b");
  assert_int_equal(rest.size, 0);
  assert_str(tern_str_split(&rest, ','), "");
  assert_int_equal(tern_str_find_char(TERN_STR("abc"), 'z'), 3);
  assert_true(tern_str_lists(TERN_STR("+a,+bc,-d"), ',', TERN_STR("+b")));
  assert_false(tern_str_lists(TERN_STR("+a,x+bc"), ',', TERN_STR("+b")));
  assert_false(tern_str_lists((tern_str_t){0}, ',', TERN_STR("+b")));
  assert_int_equal(tern_str_find_char((tern_str_t){0}, 'z'), 0);
}

static void reads_integers(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t value;
  } good[] = {
      {"0", 0},
      {"-0", 0},
      {"42", 42},
      {"0x2A", 42},
      {"-0x2a", -42},
      {"007", 7},
      {"9223372036854775807", INT64_MAX},
      {"-9223372036854775808", INT64_MIN},
      {"0x7fffffffffffffff", INT64_MAX},
  };
  for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); ++i) {
    int64_t value = 99;
    assert_true(tern_str_to_int64(tern_str_from_cstr(good[i].text), &value));
    assert_int_equal(value, good[i].value);
  }
  static const char *const bad[] = {"",
                                    "-",
                                    "+1",
                                    " 1",
                                    "1 ",
                                    "0x",
                                    "-0x",
                                    "1a",
                                    "0xg",
                                    "9223372036854775808",
                                    "-9223372036854775809",
                                    "0x8000000000000000",
                                    "99999999999999999999999999"};
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
    int64_t value = 99;
    assert_false(tern_str_to_int64(tern_str_from_cstr(bad[i]), &value));
    assert_int_equal(value, 0);
  }
}

static void hashes_content(void **state) {
  (void)state;
  assert_int_equal(tern_hash_bytes("abc", 3, 0), tern_hash_bytes("abcd", 3, 0));
  assert_int_not_equal(tern_hash_bytes("abc", 3, 0), tern_hash_bytes("abd", 3, 0));
  assert_int_not_equal(tern_hash_bytes("abc", 3, 0), tern_hash_bytes("abc", 3, 1));
  assert_int_equal(tern_hash_bytes(NULL, 0, 5), tern_hash_bytes("", 0, 5));
}

static void builds_strings(void **state) {
  (void)state;
  tern_string_builder_t sb = {0};
  assert_str(tern_string_builder_view(&sb), "");
  tern_string_builder_append_cstr(&sb, "x");
  tern_string_builder_append_char(&sb, '=');
  tern_string_builder_append_int64(&sb, INT64_MIN);
  tern_string_builder_append_char(&sb, ';');
  tern_string_builder_append_int64(&sb, INT64_MAX);
  tern_string_builder_append(&sb, TERN_STR(";"));
  tern_string_builder_append_int64(&sb, 0);
  assert_str(tern_string_builder_view(&sb), "x=-9223372036854775808;9223372036854775807;0");
  char *taken = tern_string_builder_take(&sb);
  assert_string_equal(taken, "x=-9223372036854775808;9223372036854775807;0");
  free(taken);
  taken = tern_string_builder_take(&sb);
  assert_string_equal(taken, "");
  free(taken);
}

static void formats_past_the_room_it_has(void **state) {
  (void)state;
  tern_string_builder_t sb = {0};
  for (int i = 0; i < 1000; ++i) tern_string_builder_append_format(&sb, "%d,%*s|", i, i % 130, "");
  assert_int_equal(sb.size, strlen(sb.data));
  assert_true(tern_str_ends_with(tern_string_builder_view(&sb), TERN_STR(" |")));
  assert_true(tern_str_starts_with(tern_string_builder_view(&sb), TERN_STR("0,|1, |2,  |")));
  tern_string_builder_deinitialize(&sb);
}

static void formats_statuses(void **state) {
  (void)state;
  assert_true(tern_status_is_ok(tern_ok()));
  tern_status_t inner = tern_status_make(TERN_NOT_FOUND, "no pass '%s'", "x");
  assert_int_equal(inner.code, TERN_NOT_FOUND);
  assert_string_equal(inner.message, "no pass 'x'");
  tern_status_t outer = tern_status_make(inner.code, "while loading: %s", inner.message);
  assert_string_equal(outer.message, "while loading: no pass 'x'");
  char text[3000];
  memset(text, 'a', sizeof(text) - 1);
  text[sizeof(text) - 1] = '\0';
  assert_int_equal(strlen(tern_status_make(TERN_INTERNAL, "%s", text).message), 1023);
}

static void names_every_status_code(void **state) {
  (void)state;
  for (int code = TERN_OK; code <= TERN_INTERNAL; ++code) {
    assert_string_not_equal(tern_status_code_name((tern_status_code_t)code), "unknown status");
  }
  assert_string_equal(tern_status_code_name(TERN_NOT_FOUND), "not found");
  assert_string_equal(tern_status_code_name((tern_status_code_t)99), "unknown status");
  assert_string_equal(tern_status_code_name((tern_status_code_t)-1), "unknown status");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(compares_by_bytes), cmocka_unit_test(trims_and_splits),
      cmocka_unit_test(reads_integers),    cmocka_unit_test(hashes_content),
      cmocka_unit_test(builds_strings),    cmocka_unit_test(formats_past_the_room_it_has),
      cmocka_unit_test(formats_statuses),  cmocka_unit_test(names_every_status_code),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
