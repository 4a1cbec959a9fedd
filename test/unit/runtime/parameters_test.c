// Archives of parameters: what is read and written, and what is said about malformed ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/parameter_archive.h"
#include "base/vec.h"
#include "tern/parameters.h"

// Loads an exact copy, so that a sanitizer sees a read behind the end. The copy is freed with the archive.
static tern_status_t load(const void *data, size_t size, tern_parameters_t **out_parameters) {
  void *copy = malloc(size + !size);
  memcpy(copy, data, size);
  tern_status_t status = tern_parameters_load_borrowed("x", copy, size, false, free, copy, out_parameters);
  if (!tern_status_is_ok(status)) free(copy);
  return status;
}

static void expect_failure(tern_str_t bytes, tern_status_code_t code, const char *message) {
  tern_parameters_t *parameters;
  tern_status_t status = load(bytes.data, bytes.size, &parameters);
  if (tern_status_is_ok(status)) fail_msg("nothing is wrong, expected: %s", message);
  assert_string_equal(status.message, message);
  assert_int_equal(status.code, code);
  assert_null(parameters);
}

static void expect_parameter(const tern_parameters_t *parameters, const char *key, const void *data, size_t size) {
  const tern_parameter_t *found = tern_parameters_find(parameters, key, strlen(key));
  assert_non_null(found);
  assert_int_equal(found->size, size);
  for (size_t i = 0; i < size; ++i) {
    size_t at = found->pattern_size ? i % found->pattern_size : i;
    assert_int_equal(((const unsigned char *)found->data)[at], ((const unsigned char *)data)[i]);
  }
}

//---- Memory ----

static void count_release(void *user_data) { ++*(int *)user_data; }

static void test_rows_in_memory(void **state) {
  (void)state;
  static unsigned char bytes[] = {1, 2, 3, 4};
  const tern_parameter_t rows[] = {
      {.key = "w", .key_size = 1, .data = bytes, .size = 4},
      {.key = "", .key_size = 0, .data = bytes, .size = 0},
      {.key = "layer", .key_size = 5, .data = bytes, .size = 8, .pattern_size = 2},
  };
  int released = 0;
  tern_parameters_t *parameters;
  assert_int_equal(tern_parameters_create(rows, 3, false, count_release, &released, &parameters).code, TERN_OK);
  assert_int_equal(tern_parameters_count(parameters), 3);
  assert_int_equal(tern_parameters_at(parameters, 0)->key_size, 0);
  assert_memory_equal(tern_parameters_at(parameters, 1)->key, "layer", 5);
  assert_null(tern_parameters_at(parameters, 3));
  expect_parameter(parameters, "w", bytes, 4);
  expect_parameter(parameters, "layer", (unsigned char[]){1, 2, 1, 2, 1, 2, 1, 2}, 8);
  assert_null(tern_parameters_find(parameters, "layers", 6));
  tern_parameters_retain(parameters);
  tern_parameters_release(parameters);
  assert_int_equal(released, 0);
  tern_parameters_release(parameters);
  assert_int_equal(released, 1);
  assert_int_equal(tern_parameters_create(NULL, 0, true, NULL, NULL, &parameters).code, TERN_OK);
  assert_null(tern_parameters_find(parameters, "w", 1));
  tern_parameters_release(parameters);
}

static void test_wrong_rows_in_memory(void **state) {
  (void)state;
  static unsigned char bytes[16];
  tern_parameter_t rows[] = {{.key = "a", .key_size = 1, .data = bytes, .size = 4},
                             {.key = "a", .key_size = 1, .data = bytes, .size = 8}};
  tern_parameters_t *parameters;
  tern_status_t status = tern_parameters_create(rows, 2, false, NULL, NULL, &parameters);
  assert_string_equal(status.message, "parameter 'a' is there twice");
  rows[0].pattern_size = 3;
  status = tern_parameters_create(rows, 1, false, NULL, NULL, &parameters);
  assert_string_equal(status.message,
                      "parameter 'a' has a pattern that is not of 1, 2, 4, 8 or 16 bytes, or does not divide its size");
  rows[0].pattern_size = 2;
  status = tern_parameters_create(rows, 1, true, NULL, NULL, &parameters);
  assert_string_equal(status.message, "parameter 'a' is a pattern and cannot be written");
  // By columns lies only what is known to be an array, and can be turned.
  static const int64_t dims[] = {2, 1};
  const tern_parameter_t turned = {.key = "a",
                                   .key_size = 1,
                                   .data = bytes,
                                   .size = 4,
                                   .element_type = TERN_ELEMENT_TYPE_F16,
                                   .rank = 2,
                                   .dims = dims,
                                   .is_column_major = true};
  tern_parameter_t wrong[] = {turned, turned, turned};
  wrong[0].element_type = TERN_ELEMENT_TYPE_NONE;
  wrong[1].dims = NULL;
  wrong[2].pattern_size = 2;
  for (size_t i = 0; i < 4; ++i) {
    status = tern_parameters_create(i < 3 ? &wrong[i] : &turned, 1, i == 3, NULL, NULL, &parameters);
    assert_string_equal(status.message,
                        "parameter 'a' is column-major, but of an unknown type, a pattern, or to be written");
  }
  assert_int_equal(tern_parameters_create(&turned, 1, false, NULL, NULL, &parameters).code, TERN_OK);
  // Dims are copied.
  assert_ptr_not_equal(tern_parameters_at(parameters, 0)->dims, dims);
  assert_memory_equal(tern_parameters_at(parameters, 0)->dims, dims, sizeof dims);
  tern_parameters_release(parameters);
}

//---- safetensors ----

// A file with this header and `data_size` bytes that count up.
static void make_safetensors(const char *header, size_t data_size, tern_string_builder_t *out) {
  size_t size = strlen(header);
  out->size = 0;
  for (size_t i = 0; i < 8; ++i) tern_string_builder_append_char(out, (char)(size >> 8 * i));
  tern_string_builder_append_cstr(out, header);
  for (size_t i = 0; i < data_size; ++i) tern_string_builder_append_char(out, (char)i);
}

#define ENTRY(key, type, shape, begin, end) \
  "\"" key "\":{\"dtype\":\"" type "\",\"shape\":" shape ",\"data_offsets\":[" #begin "," #end "]}"

static void test_safetensors(void **state) {
  (void)state;
  tern_string_builder_t file = {0};
  make_safetensors(
      "{\"__metadata__\":{\"a\":\"b\",\"c\":[1.5e3,{},[],null,-1,{\"d\":true}]}, " ENTRY(
          "w", "F32", "[2, 1]", 3, 11) ",\r\n\t" ENTRY("b\\u00e9\\ud83d\\ude00\\n\\\\", "BOOL", "[3]", 0,
                                                       3) "," ENTRY("e", "F64", "[7,0]", 11,
                                                                    11) "," ENTRY("s", "F4", "[2]", 11, 12) "}  ",
      12, &file);
  tern_parameters_t *parameters;
  tern_status_t status = load(file.data, file.size, &parameters);
  if (!tern_status_is_ok(status)) fail_msg("%s", status.message);
  assert_int_equal(tern_parameters_count(parameters), 4);
  expect_parameter(parameters, "w", (unsigned char[]){3, 4, 5, 6, 7, 8, 9, 10}, 8);
  expect_parameter(parameters, "b\xc3\xa9\xf0\x9f\x98\x80\n\\", (unsigned char[]){0, 1, 2}, 3);
  expect_parameter(parameters, "e", NULL, 0);
  expect_parameter(parameters, "s", (unsigned char[]){11}, 1);
  const tern_parameter_t *w = tern_parameters_find(parameters, "w", 1);
  assert_int_equal(w->element_type, TERN_ELEMENT_TYPE_F32);
  assert_int_equal(w->rank, 2);
  assert_memory_equal(w->dims, ((int64_t[]){2, 1}), 2 * sizeof(int64_t));
  assert_int_equal(tern_parameters_find(parameters, "s", 1)->element_type, TERN_ELEMENT_TYPE_F4E2M1FN);
  tern_parameters_release(parameters);
  make_safetensors("{}", 0, &file);
  assert_int_equal(load(file.data, file.size, &parameters).code, TERN_OK);
  tern_parameters_release(parameters);
  tern_string_builder_deinitialize(&file);
}

static const struct {
  const char *header;
  size_t data_size;
  const char *message;
} malformed_safetensors[] = {
    {"{", 0, "'x': byte 9: expected a string in the header"},
    {"{}x", 0, "'x': byte 10: text after the header's '}'"},
    {"{\"a\" 1}", 0, "'x': byte 13: expected ':' after a key of the header"},
    {"{\"a\":1}", 0, "'x': byte 13: expected '{' after the name of a parameter"},
    {"{\"a\":{}}", 0, "'x': byte 9: a parameter needs 'dtype', 'shape' and two 'data_offsets'"},
    {"{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\"}}", 0, "'x': byte 28: a key is there twice"},
    {"{\"a\":{\"dtype\":1}}", 0, "'x': byte 22: expected a string in the header"},
    {"{\"a\":{\"shape\":1}}", 0, "'x': byte 22: expected a list of numbers"},
    {"{\"a\":{\"shape\":[-1]}}", 0, "'x': byte 23: expected a whole number"},
    {"{\"a\":{\"shape\":[1.5]}}", 0, "'x': byte 24: expected a whole number"},
    {"{\"a\":{\"shape\":[1e5]}}", 0, "'x': byte 24: expected a whole number"},
    {"{\"a\":{\"shape\":[99999999999999999999]}}", 0, "'x': byte 23: the number overflows 64 bits"},
    {"{\"a\":{\"shape\":[1 2]}}", 0, "'x': byte 25: expected ',' or ']' in a list"},
    {"{\"a\":{\"data_offsets\":[0,1,2]}}", 0, "'x': byte 34: more numbers than there may be"},
    {"{\"a\":{\"shape\":[1] 2}}", 0, "'x': byte 26: expected ',' or '}' in the description of a parameter"},
    {"{\"a", 0, "'x': byte 9: unterminated string in the header"},
    {"{\"a\\", 0, "'x': byte 9: unterminated string in the header"},
    {"{\"a\\x\":1}", 0, "'x': byte 12: unknown escape in a string"},
    {"{\"a\\u12g4\":1}", 0, "'x': byte 15: expected four hexadecimal digits after \\u"},
    {"{\"a\\ud800\":1}", 0, "'x': byte 17: half of a surrogate pair"},
    {"{\"a\\ud800\\u0041\":1}", 0, "'x': byte 23: half of a surrogate pair"},
    {"{\"a\\udc00\":1}", 0, "'x': byte 17: half of a surrogate pair"},
    {"{\"a\n\":1}", 0, "'x': byte 11: a control character in a string"},
    {"{\"__metadata__\":[1,}", 0, "'x': byte 27: expected a value in the header"},
    {"{\"__metadata__\":[1;]}", 0, "'x': byte 26: expected ',' or the end of a value"},
    {"{\"__metadata__\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 0, "'x': byte 57: values are nested too deeply"},
    {"{" ENTRY("a", "F33", "[1]", 0, 4) "}", 4, "'x': byte 9: a 'dtype' that is not known"},
    {"{" ENTRY("a", "F32", "[4294967296,4294967296]", 0, 4) "}", 4, "'x': byte 9: the size of the array overflows"},
    {"{" ENTRY("a", "F4", "[3]", 0, 1) "}", 1, "'x': byte 9: the array ends within a byte"},
    {"{" ENTRY("a", "F32", "[1]", 4, 0) "}", 4, "'x': byte 9: a parameter from 4 to 0 of 4 bytes of data"},
    {"{" ENTRY("a", "F32", "[1]", 0, 8) "}", 4, "'x': byte 9: a parameter from 0 to 8 of 4 bytes of data"},
    {"{" ENTRY("a", "F32", "[1]", 0, 8) "}", 8,
     "'x': byte 9: 'dtype' and 'shape' ask for 4 bytes, but 'data_offsets' hold 8"},
    {"{" ENTRY("a", "F32", "[1]", 0, 4) "," ENTRY("a", "F32", "[1]", 4, 8) "}", 8, "'x': parameter 'a' is there twice"},
    {"{" ENTRY("a", "F32", "[1]", 0, 4) "," ENTRY("b", "F32", "[1]", 2, 6) "}", 6,
     "'x': parameters 'a' and 'b' overlap"},
    {"{" ENTRY("a", "U8", "[1]", 0, 1) "," ENTRY("b", "U8", "[1]", 2, 3) "}", 3,
     "'x': byte 113: 3 bytes of data, of which parameters use 2"},
    {"{" ENTRY("a", "U8", "[1]", 0, 1) ";}", 1, "'x': byte 60: expected ',' or '}' in the header"},
};

static void test_malformed_safetensors(void **state) {
  (void)state;
  tern_string_builder_t file = {0};
  for (size_t i = 0; i < sizeof(malformed_safetensors) / sizeof(malformed_safetensors[0]); ++i) {
    make_safetensors(malformed_safetensors[i].header, malformed_safetensors[i].data_size, &file);
    expect_failure(tern_string_builder_view(&file), TERN_INVALID_ARGUMENT, malformed_safetensors[i].message);
  }
  make_safetensors("{}", 0, &file);
  file.data[0] = 100;
  expect_failure(tern_string_builder_view(&file), TERN_INVALID_ARGUMENT,
                 "'x': byte 0: truncated header: expected 100 bytes but got 2");
  file.data[7] = 1;
  expect_failure(tern_string_builder_view(&file), TERN_INVALID_ARGUMENT,
                 "'x': byte 0: a header of more than 100000000 bytes");
  expect_failure(tern_str_make("PK", 2), TERN_UNSUPPORTED, "'x' is no safetensors, .npz or .irpa file");
  tern_string_builder_deinitialize(&file);
}

//---- Written files ----

static const unsigned char numbers[200] = {1, 2, 3, 4, 5, 6, 7, 8};
static const int64_t dims[] = {4, 2};
static const tern_archive_entry_t written[] = {
    {.key = {"a", 1}, .data = numbers, .size = 7},
    {.key = {"b\"\\\n", 4}, .data = numbers, .size = 128},
    {.key = {"c", 1}, .data = numbers, .size = 12, .pattern_size = 4},
    {.key = {"d", 1}, .data = numbers, .size = 32, .type_name = "F32", .dims = dims, .rank = 2},
    {.key = {"e", 1}, .data = numbers, .size = 0},
};

static void write_and_read(void (*write)(const tern_archive_entries_t *entries, tern_string_builder_t *out_bytes)) {
  const tern_archive_entries_t entries = {.values = (void *)written, .count = 5};
  tern_string_builder_t file = {0};
  write(&entries, &file);
  tern_parameters_t *parameters;
  tern_status_t status = load(file.data, file.size, &parameters);
  if (!tern_status_is_ok(status)) fail_msg("%s", status.message);
  assert_int_equal(tern_parameters_count(parameters), 5);
  expect_parameter(parameters, "a", numbers, 7);
  expect_parameter(parameters, "b\"\\\n", numbers, 128);
  expect_parameter(parameters, "c", (unsigned char[]){1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}, 12);
  expect_parameter(parameters, "d", numbers, 32);
  expect_parameter(parameters, "e", NULL, 0);
  tern_parameters_release(parameters);
  // Every file that ends too early is refused.
  for (size_t size = 0; size < file.size; ++size) {
    status = load(file.data, size, &parameters);
    if (tern_status_is_ok(status)) tern_parameters_release(parameters);
    if (write == tern_safetensors_write) assert_false(tern_status_is_ok(status));
  }
  // And no byte that is changed does any harm.
  for (size_t i = 0; i < 3 * file.size; ++i) {
    static const char flips[] = {1, (char)0x80, (char)0xff};
    file.data[i / 3] ^= flips[i % 3];
    status = load(file.data, file.size, &parameters);
    file.data[i / 3] ^= flips[i % 3];
    if (!tern_status_is_ok(status)) continue;
    for (size_t k = 0; k < tern_parameters_count(parameters); ++k) {
      const tern_parameter_t *row = tern_parameters_at(parameters, k);
      size_t size = row->pattern_size ? row->pattern_size : row->size;
      volatile unsigned char sink = size ? ((const unsigned char *)row->data)[size - 1] : 0;
      (void)sink;
    }
    tern_parameters_release(parameters);
  }
  tern_string_builder_deinitialize(&file);
}

static void test_writers(void **state) {
  (void)state;
  write_and_read(tern_safetensors_write);
  write_and_read(tern_irpa_write);
  const tern_archive_entries_t none = {0};
  tern_string_builder_t file = {0};
  tern_safetensors_write(&none, &file);
  tern_parameters_t *parameters;
  assert_int_equal(load(file.data, file.size, &parameters).code, TERN_OK);
  tern_parameters_release(parameters);
  file.size = 0;
  tern_irpa_write(&none, &file);
  assert_int_equal(load(file.data, file.size, &parameters).code, TERN_OK);
  tern_parameters_release(parameters);
  tern_string_builder_deinitialize(&file);
}

//---- IREE's archives ----

static void test_malformed_irpa(void **state) {
  (void)state;
  static const struct {
    size_t offset;
    uint64_t value;
    size_t size;
    tern_status_code_t code;
    const char *message;
  } cases[] = {
      {4, 1, 2, TERN_UNSUPPORTED, "'x': byte 4: .irpa version 1 is not supported, only 0"},
      {8, 80, 8, TERN_INVALID_ARGUMENT, "'x': byte 0: a truncated header"},
      {16, 8, 8, TERN_INVALID_ARGUMENT, "'x': byte 16: the next header is outside of the file, or misaligned"},
      {16, 1 << 20, 8, TERN_INVALID_ARGUMENT, "'x': byte 16: the next header is outside of the file, or misaligned"},
      {16, 96, 8, TERN_INVALID_ARGUMENT, "'x': byte 96: no header of an archive: wrong magic"},
      {32, UINT64_MAX, 8, TERN_INVALID_ARGUMENT, "'x': byte 32: more entries than fit into their table"},
      {32, 4, 8, TERN_INVALID_ARGUMENT, "'x': byte 32: more entries than fit into their table"},
      {40, 1 << 20, 8, TERN_INVALID_ARGUMENT,
       "'x': byte 40: the table of entries is 165 bytes at 1048576 of 324 bytes"},
      {64, UINT64_MAX, 8, TERN_INVALID_ARGUMENT,
       "'x': byte 56: the table of names is 18446744073709551615 bytes at 261 of 324 bytes"},
      {80, 3, 8, TERN_INVALID_ARGUMENT, "'x': byte 156: the data of an entry is 4 bytes at 0 of 3 bytes"},
      {96, 8, 8, TERN_INVALID_ARGUMENT, "'x': byte 96: an entry with a wrong size"},
      {96, 60, 8, TERN_INVALID_ARGUMENT, "'x': byte 96: an entry with a wrong size"},
      {104, 3, 4, TERN_UNSUPPORTED, "'x': byte 96: an entry whose data is in another file"},
      {104, 4, 4, TERN_INVALID_ARGUMENT, "'x': byte 104: an entry of an unknown type"},
      {116, 3, 8, TERN_INVALID_ARGUMENT, "'x': byte 116: the name of an entry is 1 bytes at 3 of 2 bytes"},
      {156, UINT64_MAX, 8, TERN_INVALID_ARGUMENT,
       "'x': byte 156: the data of an entry is 4 bytes at 18446744073709551615 of 4 bytes"},
      {260, 3, 1, TERN_INVALID_ARGUMENT,
       "'x': byte 176: a pattern that is not of 1, 2, 4, 8 or 16 bytes, or does not divide its entry"},
      {261, 'b', 1, TERN_INVALID_ARGUMENT, "'x': parameter 'b' is there twice"},
  };
  // Entries at 96 and 176, names at 261, data at 320.
  static const tern_archive_entry_t rows[] = {{.key = {"a", 1}, .data = numbers, .size = 4},
                                              {.key = {"b", 1}, .data = numbers, .size = 8, .pattern_size = 2}};
  const tern_archive_entries_t entries = {.values = (void *)rows, .count = 2};
  tern_string_builder_t file = {0};
  tern_irpa_write(&entries, &file);
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    char *copy = malloc(file.size);
    memcpy(copy, file.data, file.size);
    for (size_t k = 0; k < cases[i].size; ++k) copy[cases[i].offset + k] = (char)(cases[i].value >> 8 * k);
    expect_failure(tern_str_make(copy, file.size), cases[i].code, cases[i].message);
    free(copy);
  }
  tern_string_builder_deinitialize(&file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows_in_memory), cmocka_unit_test(test_wrong_rows_in_memory),
      cmocka_unit_test(test_safetensors),    cmocka_unit_test(test_malformed_safetensors),
      cmocka_unit_test(test_writers),        cmocka_unit_test(test_malformed_irpa),
  };
  return cmocka_run_group_tests_name("parameters", tests, NULL, NULL);
}
