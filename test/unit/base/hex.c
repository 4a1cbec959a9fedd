// Hexadecimal digits: every byte, every character at every place of a word and behind the last one.

#include "base/hex.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void reads_all_bytes(void **state) {
  (void)state;
  for (int is_upper = 0; is_upper < 2; ++is_upper) {
    char digits[513];
    unsigned char bytes[256];
    for (unsigned i = 0; i < 256; ++i) sprintf(digits + 2 * i, is_upper ? "%02X" : "%02x", i);
    // Of each length, so that the last bytes are no whole word.
    for (size_t size = 0; size <= 256; ++size) {
      assert_true(tern_hex_decode(digits, size, bytes));
      for (size_t i = 0; i < size; ++i) assert_int_equal(bytes[i], i);
    }
  }
}

static void refuses_what_is_no_digit(void **state) {
  (void)state;
  for (size_t place = 0; place < 22; ++place) {
    for (int c = 0; c < 256; ++c) {
      char digits[] = "0123456789abcdefABCDEF";
      unsigned char bytes[11];
      digits[place] = (char)c;
      assert_int_equal(tern_hex_decode(digits, sizeof bytes, bytes), isxdigit(c) != 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_all_bytes),
      cmocka_unit_test(refuses_what_is_no_digit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
