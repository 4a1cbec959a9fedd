// Fatbinaries: what is written is read, and what is damaged is refused.

#include "clang/fatbinary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const char ptx[] = ".version 8.7\n.target sm_90a\n";
static const char elf[] = "\177ELF machine code";

static tern_string_builder_t write_two(void) {
  const tern_fatbinary_image_t images[] = {
      {.kind = TERN_FATBINARY_PTX, .architecture = 90, .suffix = 'a', .code = TERN_STR(ptx)},
      {.kind = TERN_FATBINARY_ELF, .architecture = 80, .code = TERN_STR(elf)},
  };
  tern_string_builder_t out = {0};
  tern_fatbinary_write(images, 2, &out);
  return out;
}

static void reads_what_it_wrote(void **state) {
  (void)state;
  tern_string_builder_t out = write_two();
  tern_str_t data = tern_string_builder_view(&out);
  tern_fatbinary_image_t image;
  size_t offset = 0;
  assert_true(tern_status_is_ok(tern_fatbinary_next(data, &offset, &image)));
  assert_int_equal(image.kind, TERN_FATBINARY_PTX);
  assert_int_equal(image.architecture, 90);
  assert_int_equal(image.suffix, 'a');
  assert_true(tern_str_equal(image.code, TERN_STR(ptx)));
  assert_true(tern_status_is_ok(tern_fatbinary_next(data, &offset, &image)));
  assert_int_equal(image.kind, TERN_FATBINARY_ELF);
  assert_int_equal(image.architecture, 80);
  assert_int_equal(image.suffix, 0);
  // Machine code is filled up.
  assert_true(tern_str_starts_with(image.code, TERN_STR(elf)));
  assert_int_equal(tern_fatbinary_next(data, &offset, &image).code, TERN_OUT_OF_RANGE);
  tern_string_builder_deinitialize(&out);
}

// The bytes that NVIDIA's tools look at.
static void has_the_numbers_of_the_format(void **state) {
  (void)state;
  tern_string_builder_t out = write_two();
  static const unsigned char start[] = {0x50, 0xED, 0x55, 0xBA, 1, 0, 16, 0};
  static const unsigned char image[] = {1, 0, 1, 1, 0x50, 0, 0, 0};
  assert_memory_equal(out.data, start, sizeof start);
  assert_memory_equal(out.data + 16, image, sizeof image);
  assert_int_equal(out.data[16 + 24], 7);     // minor
  assert_int_equal(out.data[16 + 26], 8);     // major
  assert_int_equal(out.data[16 + 28], 90);    // architecture
  assert_int_equal(out.data[16 + 42], 0x10);  // of this chip alone
  assert_int_equal(out.size % 8, 0);
  tern_string_builder_deinitialize(&out);
}

static void is_found_in_other_bytes(void **state) {
  (void)state;
  tern_string_builder_t out = write_two(), file = {0};
  tern_string_builder_append_cstr(&file, "something else P\xEDU\xBA");
  size_t offset = file.size;
  tern_string_builder_append(&file, tern_string_builder_view(&out));
  assert_int_equal(tern_fatbinary_find(tern_string_builder_view(&file)), offset);
  assert_int_equal(tern_fatbinary_find(TERN_STR("nothing of the kind")), sizeof "nothing of the kind" - 1);
  tern_string_builder_deinitialize(&out);
  tern_string_builder_deinitialize(&file);
}

// No length in a file is believed: cut off anywhere it is refused, and nothing behind its end is read.
static void refuses_what_is_cut_off(void **state) {
  (void)state;
  tern_string_builder_t out = write_two();
  for (size_t size = 0; size < out.size; ++size) {
    char *copy = malloc(size ? size : 1);
    memcpy(copy, out.data, size);
    tern_fatbinary_image_t image;
    size_t offset = 0;
    assert_int_equal(tern_fatbinary_next(tern_str_make(copy, size), &offset, &image).code, TERN_INVALID_ARGUMENT);
    free(copy);
  }
  out.data[16 + 8] = (char)0xFF;
  out.data[16 + 15] = (char)0xFF;
  tern_fatbinary_image_t image;
  size_t offset = 0;
  assert_int_equal(tern_fatbinary_next(tern_string_builder_view(&out), &offset, &image).code, TERN_INVALID_ARGUMENT);
  tern_string_builder_deinitialize(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_what_it_wrote),
      cmocka_unit_test(has_the_numbers_of_the_format),
      cmocka_unit_test(is_found_in_other_bytes),
      cmocka_unit_test(refuses_what_is_cut_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
