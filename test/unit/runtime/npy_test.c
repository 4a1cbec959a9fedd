// .npy files: what is read and written, and what is said about malformed ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <unistd.h>

#include "runtime/arrays/npy.h"

// Puts a version 1.0 file together.
static void make_file(const char *header, const void *data, size_t data_size, tern_string_builder_t *out_bytes) {
  size_t header_size = strlen(header);
  char prefix[10] = {(char)0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (char)(header_size & 0xff), (char)(header_size >> 8)};
  out_bytes->size = 0;
  tern_string_builder_append(out_bytes, tern_str_make(prefix, sizeof(prefix)));
  tern_string_builder_append_cstr(out_bytes, header);
  tern_string_builder_append(out_bytes, tern_str_make(data, data_size));
}

static tern_status_t parse_file(const char *header, const void *data, size_t data_size, tern_element_type_t type,
                                tern_tensor_t *out_tensor) {
  tern_string_builder_t bytes = {0};
  make_file(header, data, data_size, &bytes);
  // An exact copy, so that a sanitizer sees a read behind the end.
  char *exact = malloc(bytes.size);
  memcpy(exact, bytes.data, bytes.size);
  tern_status_t status = tern_npy_parse("x.npy", tern_str_make(exact, bytes.size), type, NULL, out_tensor);
  free(exact);
  tern_string_builder_deinitialize(&bytes);
  return status;
}

static void expect_text(const char *header, const void *data, size_t data_size, tern_element_type_t type,
                        const char *expected) {
  tern_tensor_t tensor;
  tern_status_t status = parse_file(header, data, data_size, type, &tensor);
  if (!tern_status_is_ok(status)) fail_msg("%s: %s", header, status.message);
  char *text = NULL;
  assert_int_equal(tern_tensor_format(&tensor, 0, &text).code, TERN_OK);
  assert_string_equal(text, expected);
  free(text);
  tern_tensor_deinitialize(&tensor);
}

static void expect_failure(const char *header, size_t data_size, tern_status_code_t code, const char *message) {
  static const char zeroes[64];
  tern_tensor_t tensor;
  tern_status_t status = parse_file(header, zeroes, data_size, TERN_ELEMENT_TYPE_NONE, &tensor);
  assert_int_equal(status.code, code);
  assert_string_equal(status.message, message);
  assert_null(tensor.data);
}

#define HEADER(descr, order, shape) "{'descr': '" descr "', 'fortran_order': " order ", 'shape': " shape ", }\n"

static void reads_all_data_types(void **state) {
  (void)state;
  const uint8_t bytes[] = {1, 0, 2, 0xff};
  const uint16_t halves[] = {0x3c00, 0xc000};
  const float floats[] = {1.5f, -2, 0.1f, 4};
  const double doubles[] = {0.1, -3};
  const int64_t longs[] = {-1, INT64_MAX};
  expect_text(HEADER("|b1", "False", "(4,)"), bytes, 4, 0, "4xi1=true false true true");
  expect_text(HEADER("|i1", "False", "(4,)"), bytes, 4, 0, "4xi8=1 0 2 -1");
  expect_text(HEADER("|u1", "False", "(2, 2)"), bytes, 4, 0, "2x2xui8=[1 0][2 255]");
  expect_text(HEADER("<i2", "False", "(2,)"), bytes, 4, 0, "2xi16=1 -254");
  expect_text(HEADER("<u2", "False", "(2,)"), bytes, 4, 0, "2xui16=1 65282");
  expect_text(HEADER("<i4", "False", "()"), bytes, 4, 0, "i32=-16646143");
  expect_text(HEADER("<u4", "False", "(1,)"), bytes, 4, 0, "1xui32=4278321153");
  expect_text(HEADER("<i8", "False", "(2,)"), longs, 16, 0, "2xi64=-1 9223372036854775807");
  expect_text(HEADER("<u8", "False", "(1,)"), longs, 8, 0, "1xui64=18446744073709551615");
  expect_text(HEADER("<f2", "False", "(2,)"), halves, 4, 0, "2xf16=1 -2");
  expect_text(HEADER("<f4", "False", "(2, 2)"), floats, 16, 0, "2x2xf32=[1.5 -2][0.1 4]");
  expect_text(HEADER("=f4", "False", "(1,)"), floats, 4, 0, "1xf32=1.5");
  expect_text(HEADER("f8", "False", "(2,)"), doubles, 16, 0, "2xf64=0.1 -3");
  expect_text(HEADER("<c8", "False", "(2,)"), floats, 16, 0, "2xcomplex<f32>=(1.5,-2) (0.1,4)");
  expect_text(HEADER("<c16", "False", "(1,)"), doubles, 16, 0, "1xcomplex<f64>=(0.1,-3)");
  const uint16_t brains[] = {0x3f80, 0xc000};
  expect_text(HEADER("|V2", "False", "(2,)"), brains, 4, 0, "2xbf16=1 -2");
  expect_text(HEADER("<V2", "False", "(2,)"), brains, 4, 0, "2xbf16=1 -2");
  expect_text(HEADER("|V2", "False", "(2,)"), halves, 4, TERN_ELEMENT_TYPE_F16, "2xf16=1 -2");
  const uint8_t eighths[] = {0x38, 0xc0};
  expect_text(HEADER("|V1", "False", "(2,)"), eighths, 2, TERN_ELEMENT_TYPE_F8E4M3FN, "2xf8E4M3FN=1 -2");
  expect_text(HEADER("<i4", "False", "(1,)"), longs, 4, TERN_ELEMENT_TYPE_UI32, "1xui32=4294967295");
  expect_text(HEADER("<f4", "False", "(0, 3)"), floats, 0, 0, "0x3xf32=");
}

static void swaps_big_endian(void **state) {
  (void)state;
  const uint8_t data[] = {0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0};
  expect_text(HEADER(">f4", "False", "(2,)"), data, 8, 0, "2xf32=1 -2");
  expect_text(HEADER(">c8", "False", "(1,)"), data, 8, 0, "1xcomplex<f32>=(1,-2)");
  expect_text(HEADER(">u2", "False", "(2,)"), data, 4, 0, "2xui16=16256 0");
  expect_text(HEADER(">i8", "True", "(1, 1)"), data, 8, 0, "1x1xi64=[4575657224629649408]");
}

static void transposes_fortran_order(void **state) {
  (void)state;
  const int8_t data[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  expect_text(HEADER("|i1", "True", "(2, 3)"), data, 6, 0, "2x3xi8=[0 2 4][1 3 5]");
  expect_text(HEADER("|i1", "True", "(2, 3, 2)"), data, 12, 0, "2x3x2xi8=[[0 6][2 8][4 10]][[1 7][3 9][5 11]]");
  expect_text(HEADER("|i1", "True", "(4,)"), data, 4, 0, "4xi8=0 1 2 3");
  expect_text(HEADER("|i1", "True", "()"), data + 1, 1, 0, "i8=1");
  expect_text(HEADER("|i1", "True", "(0, 3)"), data, 0, 0, "0x3xi8=");
}

static void reads_any_spelling_of_the_header(void **state) {
  (void)state;
  const int8_t data[] = {1, 2};
  expect_text("{\"shape\":(2L,),\"descr\":\"|i1\",\"fortran_order\":False}", data, 2, 0, "2xi8=1 2");
  expect_text("  { 'fortran_order' : False , 'shape' : ( 1 , 2 ) , 'descr' : '|i1' } \n", data, 2, 0, "1x2xi8=[1 2]");
}

static void refuses_malformed_headers(void **state) {
  (void)state;
  const struct {
    const char *header;
    tern_status_code_t code;
    const char *message;
  } cases[] = {
      {"", TERN_INVALID_ARGUMENT, "'x.npy': byte 10: expected '{' at the start of the header"},
      {"{", TERN_INVALID_ARGUMENT, "'x.npy': byte 11: expected a string in the header"},
      {"{}", TERN_INVALID_ARGUMENT, "'x.npy': byte 10: the header has no 'descr'"},
      {"{'descr': '<f4'}", TERN_INVALID_ARGUMENT, "'x.npy': byte 10: the header has no 'fortran_order'"},
      {"{'descr': '<f4', 'fortran_order': True}", TERN_INVALID_ARGUMENT, "'x.npy': byte 10: the header has no 'shape'"},
      {"{'descr': '<f4', 'descr': '<f4'}", TERN_INVALID_ARGUMENT, "'x.npy': byte 27: repeated key in the header"},
      {"{'color': 3}", TERN_INVALID_ARGUMENT, "'x.npy': byte 11: unknown key 'color' in the header"},
      {"{'descr' '<f4'}", TERN_INVALID_ARGUMENT, "'x.npy': byte 19: expected ':' after a key of the header"},
      {"{'descr: ", TERN_INVALID_ARGUMENT, "'x.npy': byte 19: unterminated string in the header"},
      {"{'de\\'scr': ", TERN_INVALID_ARGUMENT, "'x.npy': byte 14: unexpected escape in a string of the header"},
      {"{'descr': ''}", TERN_INVALID_ARGUMENT, "'x.npy': byte 20: empty data type"},
      {"{'descr': [('a', '<f4')]}", TERN_UNSUPPORTED, "'x.npy': byte 20: structured data types are not supported"},
      {"{'fortran_order': 1}", TERN_INVALID_ARGUMENT, "'x.npy': byte 28: expected True or False for 'fortran_order'"},
      {"{'shape': 3}", TERN_INVALID_ARGUMENT, "'x.npy': byte 20: expected a tuple for 'shape'"},
      {"{'shape': (3)}", TERN_INVALID_ARGUMENT, "'x.npy': byte 23: expected a tuple for 'shape'"},
      {"{'shape': (-3,)}", TERN_INVALID_ARGUMENT, "'x.npy': byte 21: expected the size of a dimension in 'shape'"},
      {"{'shape': (3 4)}", TERN_INVALID_ARGUMENT, "'x.npy': byte 23: expected ',' or ')' in 'shape'"},
      {"{'shape': (99999999999999999999,)}", TERN_INVALID_ARGUMENT,
       "'x.npy': byte 21: the size of a dimension overflows"},
      {"{'descr': '<f4' 'shape': ()}", TERN_INVALID_ARGUMENT, "'x.npy': byte 26: expected ',' or '}' in the header"},
      {HEADER("<f4", "False", "(1,)") "x", TERN_INVALID_ARGUMENT,
       "'x.npy': byte 68: unexpected text after the header's '}'"},
      {HEADER("<f3", "False", "(1,)"), TERN_UNSUPPORTED, "'x.npy': byte 20: data type '<f3' is not supported"},
      {HEADER("|O", "False", "(1,)"), TERN_UNSUPPORTED,
       "'x.npy': byte 20: data type '|O' is not supported: it holds Python objects"},
      {HEADER("<U7", "False", "(1,)"), TERN_UNSUPPORTED, "'x.npy': byte 20: data type '<U7' is not supported"},
      {HEADER("|V1", "False", "(1,)"), TERN_UNSUPPORTED,
       "'x.npy': byte 20: data type '|V1' says only the size of an element; give its type, as in "
       "2x3xf8E4M3FN=@file.npy"},
      {HEADER("<f8", "False", "(4, 9)"), TERN_INVALID_ARGUMENT,
       "'x.npy': byte 78: truncated data: expected 288 bytes but got 8"},
      {HEADER("<f8", "False", "(4294967296, 4294967296)"), TERN_INVALID_ARGUMENT,
       "'x.npy': byte 88: the size of the array overflows"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    expect_failure(cases[i].header, 8, cases[i].code, cases[i].message);
  }
}

static void refuses_other_types_than_wanted(void **state) {
  (void)state;
  static const char data[8];
  tern_tensor_t tensor;
  const struct {
    const char *header;
    tern_element_type_t type;
  } cases[] = {
      {HEADER("<f4", "False", "(1,)"), TERN_ELEMENT_TYPE_I32}, {HEADER("<i4", "False", "(1,)"), TERN_ELEMENT_TYPE_I64},
      {HEADER("|b1", "False", "(1,)"), TERN_ELEMENT_TYPE_I8},  {HEADER("|i1", "False", "(1,)"), TERN_ELEMENT_TYPE_I1},
      {HEADER("|V1", "False", "(1,)"), TERN_ELEMENT_TYPE_I8},  {HEADER("|V2", "False", "(1,)"), TERN_ELEMENT_TYPE_F32},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tern_status_t status = parse_file(cases[i].header, data, sizeof(data), cases[i].type, &tensor);
    assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
    assert_non_null(strstr(status.message, "'x.npy': byte 20: expected elements of type"));
  }
}

static void refuses_every_truncation(void **state) {
  (void)state;
  const float data[] = {1, 2, 3};
  tern_string_builder_t bytes = {0};
  make_file(HEADER("<f4", "False", "(3,)"), data, sizeof(data), &bytes);
  for (size_t size = 0; size < bytes.size; ++size) {
    char *exact = malloc(size + 1);
    memcpy(exact, bytes.data, size);
    tern_tensor_t tensor;
    tern_status_t status = tern_npy_parse("x.npy", tern_str_make(exact, size), TERN_ELEMENT_TYPE_NONE, NULL, &tensor);
    free(exact);
    assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
    assert_non_null(strstr(status.message, "'x.npy': byte "));
  }
  tern_string_builder_deinitialize(&bytes);
}

static void reads_versions_one_to_three(void **state) {
  (void)state;
  const char *header = HEADER("|i1", "False", "(1,)");
  for (int version = 0; version < 5; ++version) {
    tern_string_builder_t bytes = {0};
    char prefix[12] = {(char)0x93, 'N', 'U', 'M', 'P', 'Y', (char)version, 0, (char)strlen(header), 0, 0, 0};
    tern_string_builder_append(&bytes, tern_str_make(prefix, version == 1 ? 10 : 12));
    tern_string_builder_append_cstr(&bytes, header);
    tern_string_builder_append_cstr(&bytes, "\7trailing");
    tern_tensor_t tensor;
    size_t consumed_size = 0;
    tern_status_t status =
        tern_npy_parse("x.npy", tern_string_builder_view(&bytes), TERN_ELEMENT_TYPE_NONE, &consumed_size, &tensor);
    bool is_known = version >= 1 && version <= 3;
    assert_int_equal(status.code, is_known ? TERN_OK : TERN_UNSUPPORTED);
    if (is_known) assert_int_equal(*(int8_t *)tensor.data, 7);
    if (is_known) assert_int_equal(consumed_size, bytes.size - strlen("trailing"));
    tern_tensor_deinitialize(&tensor);
    tern_string_builder_deinitialize(&bytes);
  }
}

static void reads_back_what_it_writes(void **state) {
  (void)state;
  static const char *const texts[] = {"2x3xf32=[1 2 3][4 5 6]",
                                      "f64=0.1",
                                      "3xi1=true false true",
                                      "0x4xi16=",
                                      "2xbf16=1 -2",
                                      "1xui64=9",
                                      "2xcomplex<f32>=(1,2) (3,4)",
                                      "1x1x1x1xi8=[[[-5]]]",
                                      "2xf16=inf nan"};
  char path[] = "/tmp/tern_npy_test_XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
    tern_tensor_t tensor, again;
    char *text = NULL;
    assert_int_equal(tern_tensor_parse(texts[i], strlen(texts[i]), NULL, &tensor).code, TERN_OK);
    assert_int_equal(tern_tensor_write_npy(&tensor, path).code, TERN_OK);
    assert_int_equal(tern_tensor_read_npy(path, TERN_ELEMENT_TYPE_NONE, &again).code, TERN_OK);
    assert_int_equal(tern_tensor_format(&again, 0, &text).code, TERN_OK);
    assert_string_equal(text, texts[i]);
    free(text);
    tern_tensor_deinitialize(&tensor);
    tern_tensor_deinitialize(&again);
  }
  unlink(path);
  tern_tensor_t tensor;
  assert_int_equal(tern_tensor_read_npy(path, TERN_ELEMENT_TYPE_NONE, &tensor).code, TERN_NOT_FOUND);
}

static void writes_what_numpy_writes(void **state) {
  (void)state;
  tern_tensor_t tensor;
  assert_int_equal(tern_tensor_parse("3xi4=-1 2 7", 11, NULL, &tensor).code, TERN_OK);
  tern_string_builder_t bytes = {0};
  assert_int_equal(tern_npy_append(&tensor, &bytes).code, TERN_OK);
  assert_int_equal(bytes.size, 128 + 3);
  assert_memory_equal(bytes.data, "\x93NUMPY\1\0v\0{'descr': '|i1', 'fortran_order': False, 'shape': (3,), }  ", 69);
  assert_memory_equal(bytes.data + 127, "\n\xff\2\7", 4);
  tern_tensor_deinitialize(&tensor);
  assert_int_equal(tern_npy_append(&tensor, &bytes).code, TERN_INVALID_ARGUMENT);
  assert_int_equal(tern_tensor_parse("1xf80=0x1", 9, NULL, &tensor).code, TERN_OK);
  assert_int_equal(tern_npy_append(&tensor, &bytes).code, TERN_UNSUPPORTED);
  tern_tensor_deinitialize(&tensor);
  tern_string_builder_deinitialize(&bytes);
}

static uint32_t next_random(uint32_t *seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 17;
  *seed ^= *seed << 5;
  return *seed;
}

// Strategy: take a valid file, and overwrite, cut or swap a few bytes, mostly those of the header.
static void survives_random_damage(void **state) {
  (void)state;
  static const char alphabet[] = "{}()[]',:\"0123456789LTF<>|=fiucbV \n\\x";
  const char *iterations = getenv("TERN_FUZZ_ITERATIONS");
  long count = iterations ? atol(iterations) : 20000;
  uint32_t seed = 12345;
  const double data[6] = {1, 2, 3, 4, 5, 6};
  tern_string_builder_t valid = {0};
  make_file(HEADER("<f8", "True", "(2, 3)"), data, sizeof(data), &valid);
  for (long i = 0; i < count; ++i) {
    size_t size = next_random(&seed) % 8 ? valid.size : next_random(&seed) % valid.size;
    char *bytes = malloc(size + 1);
    memcpy(bytes, valid.data, size);
    for (uint32_t j = next_random(&seed) % 5; size && j > 0; --j) {
      char c =
          next_random(&seed) % 4 ? alphabet[next_random(&seed) % (sizeof(alphabet) - 1)] : (char)next_random(&seed);
      bytes[next_random(&seed) % size] = c;
    }
    tern_tensor_t tensor;
    tern_status_t status = tern_npy_parse("x.npy", tern_str_make(bytes, size), TERN_ELEMENT_TYPE_NONE, NULL, &tensor);
    if (tern_status_is_ok(status)) assert_true(tensor.data_size <= size || tensor.element_count == 0);
    tern_tensor_deinitialize(&tensor);
    free(bytes);
  }
  tern_string_builder_deinitialize(&valid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_all_data_types),      cmocka_unit_test(swaps_big_endian),
      cmocka_unit_test(transposes_fortran_order),  cmocka_unit_test(reads_any_spelling_of_the_header),
      cmocka_unit_test(refuses_malformed_headers), cmocka_unit_test(refuses_other_types_than_wanted),
      cmocka_unit_test(refuses_every_truncation),  cmocka_unit_test(reads_versions_one_to_three),
      cmocka_unit_test(reads_back_what_it_writes), cmocka_unit_test(writes_what_numpy_writes),
      cmocka_unit_test(survives_random_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
