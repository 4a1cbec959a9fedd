// Tensor literals and comparison: what is read, how it is printed, what is refused and where.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include "tern/tensor.h"

static tern_tensor_t parse(const char *text) {
  tern_tensor_t tensor;
  tern_status_t status = tern_tensor_parse(text, strlen(text), NULL, &tensor);
  if (!tern_status_is_ok(status)) fail_msg("%s: %s", text, status.message);
  return tensor;
}

static void expect_print(const char *text, const char *expected) {
  tern_tensor_t tensor = parse(text);
  char *printed = NULL;
  assert_int_equal(tern_tensor_format(&tensor, 0, &printed).code, TERN_OK);
  assert_string_equal(printed, expected);
  tern_tensor_t again = parse(printed);
  assert_int_equal(again.data_size, tensor.data_size);
  assert_memory_equal(again.data, tensor.data, tensor.data_size);
  free(printed);
  tern_tensor_deinitialize(&tensor);
  tern_tensor_deinitialize(&again);
}

static void expect_failure(const char *text, tern_status_code_t code, size_t column, const char *message) {
  tern_tensor_t tensor;
  size_t reported_column = 0;
  size_t size = strlen(text);
  char *exact = malloc(size + 1);
  memcpy(exact, text, size);
  tern_status_t status = tern_tensor_parse(exact, size, &reported_column, &tensor);
  if (tern_status_is_ok(status)) fail_msg("%s was accepted", text);
  assert_string_equal(status.message, message);
  assert_int_equal(status.code, code);
  assert_int_equal(reported_column, column);
  assert_null(tensor.data);
  status = tern_tensor_parse(exact, size, NULL, &tensor);
  if (column) assert_int_equal(strtoul(status.message + strlen("column "), NULL, 10), column);
  free(exact);
}

static void reads_and_prints_shapes(void **state) {
  (void)state;
  expect_print("2x3xf32=1,2,3 4,5 6", "2x3xf32=[1 2 3][4 5 6]");
  expect_print("2x3xf32=[1 2 3][4 5 6]", "2x3xf32=[1 2 3][4 5 6]");
  expect_print("2x3xf32=[[1,2,3],[4,5,6]]", "2x3xf32=[1 2 3][4 5 6]");
  expect_print("2x2x2xi32=[[1 2][3 4]][[5 6][7 8]]", "2x2x2xi32=[[1 2][3 4]][[5 6][7 8]]");
  expect_print("2x3xf32=0.5", "2x3xf32=[0.5 0.5 0.5][0.5 0.5 0.5]");
  expect_print("2x3xf32=[0.5]", "2x3xf32=[0.5 0.5 0.5][0.5 0.5 0.5]");
  expect_print("2x3xf32", "2x3xf32=[0 0 0][0 0 0]");
  expect_print("2x3xf32=", "2x3xf32=[0 0 0][0 0 0]");
  expect_print("f32=1.5", "f32=1.5");
  expect_print("4xi32=1 2\n3\t4 ", "4xi32=1 2 3 4");
  expect_print("0xf32=", "0xf32=");
  expect_print("2x0xf32=[][]", "2x0xf32=");
  expect_print("42", "i32=42");
  expect_print("-1.5", "f32=-1.5");
  expect_print(" 1xi1=true", "1xi1=true");
}

static void reads_and_prints_elements(void **state) {
  (void)state;
  expect_print("4xi1=true false 1 0", "4xi1=true false true false");
  expect_print("2xi8=-128 255", "2xi8=-128 -1");
  expect_print("2xsi8=-128 127", "2xsi8=-128 127");
  expect_print("2xui8=0 255", "2xui8=0 255");
  expect_print("2xi4=-8 15", "2xi4=-8 -1");
  expect_print("2xi64=-9223372036854775808 0xffffffffffffffff", "2xi64=-9223372036854775808 -1");
  expect_print("1xui64=18446744073709551615", "1xui64=18446744073709551615");
  expect_print("1xindex=-3", "1xindex=-3");
  expect_print("5xf32=inf -inf nan 0x7f800000 -0", "5xf32=inf -inf nan inf -0");
  expect_print("3xf32=0.1 1e-45 3.4028235e38", "3xf32=0.1 1e-45 3.4028235e+38");
  expect_print("2xf64=0.1 0.30000000000000004", "2xf64=0.1 0.30000000000000004");
  expect_print("3xf16=0.1 65504 0x3c00", "3xf16=0.1 65504 1");
  expect_print("2xbf16=3.14159 1e38", "2xbf16=3.14 1e+38");
  expect_print("2xf32=0x1.8p1 .5", "2xf32=3 0.5");
  expect_print("2xf8E4M3FN=448 -0.5", "2xf8E4M3FN=448 -0.5");
  expect_print("2xf8E5M2=57344 inf", "2xf8E5M2=57344 inf");
  expect_print("2xf4E2M1FN=6 -0.5", "2xf4E2M1FN=6 -0.5");
  expect_print("2xcomplex<f32>=(1,-2) (0.5, inf)", "2xcomplex<f32>=(1,-2) (0.5,inf)");
  expect_print("cf128=(1,2)", "complex<f64>=(1,2)");
  expect_print("1xf128=0x3FFF0000000000000000000000000000", "1xf128=0x3FFF0000000000000000000000000000");
}

static void refuses_malformed_literals(void **state) {
  (void)state;
  const struct {
    const char *text;
    tern_status_code_t code;
    size_t column;
    const char *message;
  } cases[] = {
      {"", TERN_INVALID_ARGUMENT, 1, "expected a tensor"},
      {"  ", TERN_INVALID_ARGUMENT, 3, "expected a tensor"},
      {"2x3", TERN_INVALID_ARGUMENT, 4, "expected 'x' after the size of dimension 1"},
      {"2xf31=1", TERN_INVALID_ARGUMENT, 3, "expected an element type such as f32 but got 'f31'"},
      {"2x=1", TERN_INVALID_ARGUMENT, 3, "expected an element type such as f32 but got ''"},
      {"-2xf32=1", TERN_INVALID_ARGUMENT, 1, "expected an element type such as f32 but got '-2xf32'"},
      {"?xf32=1", TERN_INVALID_ARGUMENT, 1, "expected an element type such as f32 but got '?xf32'"},
      {"99999999999999999999xf32=1", TERN_OUT_OF_RANGE, 1, "the dimension is too large"},
      {"4294967296x4294967296xf32=1", TERN_OUT_OF_RANGE, 1, "the size of the tensor overflows"},
      {"2xf32=1 a", TERN_INVALID_ARGUMENT, 9, "expected a value of type f32 but got 'a'"},
      {"2xf32=1 1.5.5", TERN_INVALID_ARGUMENT, 9, "expected a value of type f32 but got '1.5.5'"},
      {"2xf32=1 nan(3)", TERN_INVALID_ARGUMENT, 9, "expected a value of type f32 but got 'nan(3)'"},
      {"2xi32=1 1.5", TERN_INVALID_ARGUMENT, 9, "expected a value of type i32 but got '1.5'"},
      {"2xi32=1 0x", TERN_INVALID_ARGUMENT, 9, "expected a value of type i32 but got '0x'"},
      {"2xi32=1 -", TERN_INVALID_ARGUMENT, 9, "expected a value of type i32 but got '-'"},
      {"1xi8=256", TERN_OUT_OF_RANGE, 6, "'256' is out of the range of type i8"},
      {"1xi8=-129", TERN_OUT_OF_RANGE, 6, "'-129' is out of the range of type i8"},
      {"1xsi8=128", TERN_OUT_OF_RANGE, 7, "'128' is out of the range of type si8"},
      {"1xui8=-1", TERN_OUT_OF_RANGE, 7, "'-1' is out of the range of type ui8"},
      {"1xi1=2", TERN_OUT_OF_RANGE, 6, "'2' is out of the range of type i1"},
      {"1xi64=99999999999999999999", TERN_OUT_OF_RANGE, 7, "'99999999999999999999' is out of the range of type i64"},
      {"1xf32=1e39", TERN_OUT_OF_RANGE, 7, "'1e39' is out of the range of type f32"},
      {"1xf16=70000", TERN_OUT_OF_RANGE, 7, "'70000' is out of the range of type f16"},
      {"1xf16=0x10000", TERN_OUT_OF_RANGE, 7, "'0x10000' is out of the range of type f16"},
      {"1xf8E4M3FN=500", TERN_OUT_OF_RANGE, 12, "'500' is out of the range of type f8E4M3FN"},
      {"1xf8E4M3FN=inf", TERN_OUT_OF_RANGE, 12, "type f8E4M3FN has no infinity"},
      {"1xf4E2M1FN=nan", TERN_OUT_OF_RANGE, 12, "type f4E2M1FN has no NaN"},
      {"1xf4E2M1FN=7", TERN_OUT_OF_RANGE, 12, "'7' is out of the range of type f4E2M1FN"},
      {"1xf8E8M0FNU=-1", TERN_OUT_OF_RANGE, 13, "'-1' is out of the range of type f8E8M0FNU"},
      {"1xf80=1.5", TERN_INVALID_ARGUMENT, 7, "expected the bits of a value of type f80 as 0x... but got '1.5'"},
      {"1xcomplex<f32>=1", TERN_INVALID_ARGUMENT, 16, "expected a value of type complex<f32> as (re,im) but got '1'"},
      {"1xcomplex<f32>=(1,x)", TERN_INVALID_ARGUMENT, 16, "expected a value of type f32 but got 'x'"},
      {"3xf32=1 2", TERN_OUT_OF_RANGE, 10, "expected 3 elements but got 2"},
      {"2xf32=1 2 3", TERN_OUT_OF_RANGE, 11, "more than the 2 elements of the tensor"},
      {"0xf32=1", TERN_OUT_OF_RANGE, 7, "more than the 0 elements of the tensor"},
      {"2xf32=[1 2", TERN_INVALID_ARGUMENT, 11, "expected ']'"},
      {"2xf32=1 2]", TERN_INVALID_ARGUMENT, 10, "']' without a '['"},
      {"2xf32=[[[1 2]]]", TERN_INVALID_ARGUMENT, 9, "brackets nest deeper than the rank, 1"},
      {"2x3xf32=[1 2][3 4 5 6]", TERN_INVALID_ARGUMENT, 13, "brackets around 2 elements hold no whole row of 2x3xf32"},
      {"@", TERN_INVALID_ARGUMENT, 2, "expected a path after '@'"},
      {"2xf32=@/nowhere/x.npy", TERN_NOT_FOUND, 7, "cannot open '/nowhere/x.npy': No such file or directory"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    expect_failure(cases[i].text, cases[i].code, cases[i].column, cases[i].message);
  }
}

static void reads_files(void **state) {
  (void)state;
  char path[] = "/tmp/tern_text_test_XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  const float floats[] = {1, 2, 3, 4};
  assert_int_equal(write(descriptor, floats, sizeof(floats)), sizeof(floats));
  close(descriptor);
  char text[200], message[200];
  snprintf(text, sizeof(text), "2x2xf32=@%s", path);
  expect_print(text, "2x2xf32=[1 2][3 4]");
  snprintf(text, sizeof(text), "3xf32=@%s", path);
  snprintf(message, sizeof(message), "'%s': expected 12 bytes of elements but the file has 16", path);
  expect_failure(text, TERN_INVALID_ARGUMENT, 7, message);
  snprintf(text, sizeof(text), "@%s", path);
  snprintf(message, sizeof(message), "'%s': byte 0: not a .npy file: wrong magic", path);
  expect_failure(text, TERN_INVALID_ARGUMENT, 1, message);

  tern_tensor_t tensor = parse("2x2xi32=1 2 3 4");
  assert_int_equal(tern_tensor_write_npy(&tensor, path).code, TERN_OK);
  tern_tensor_deinitialize(&tensor);
  snprintf(text, sizeof(text), "@%s", path);
  expect_print(text, "2x2xi32=[1 2][3 4]");
  snprintf(text, sizeof(text), "2x2xui32=@%s", path);
  expect_print(text, "2x2xui32=[1 2][3 4]");
  snprintf(text, sizeof(text), "4xi32=@%s", path);
  snprintf(message, sizeof(message), "expected a tensor of type 4xi32 but '%s' holds 2x2xi32", path);
  expect_failure(text, TERN_INVALID_ARGUMENT, 7, message);
  unlink(path);
}

static void elides_long_tensors(void **state) {
  (void)state;
  tern_tensor_t tensor = parse("2x3xi32=1 2 3 4 5 6");
  char *text = NULL;
  assert_int_equal(tern_tensor_format(&tensor, 4, &text).code, TERN_OK);
  assert_string_equal(text, "2x3xi32=[1 2 3][4...");
  free(text);
  assert_int_equal(tern_tensor_format_type(&tensor, &text).code, TERN_OK);
  assert_string_equal(text, "2x3xi32");
  free(text);
  tern_tensor_deinitialize(&tensor);
  assert_int_equal(tern_tensor_format(&tensor, 0, &text).code, TERN_INVALID_ARGUMENT);
}

static void prints_every_narrow_float_exactly(void **state) {
  (void)state;
  static const tern_element_type_t types[] = {
      TERN_ELEMENT_TYPE_F4E2M1FN,   TERN_ELEMENT_TYPE_F6E2M3FN,   TERN_ELEMENT_TYPE_F6E3M2FN,
      TERN_ELEMENT_TYPE_F8E5M2,     TERN_ELEMENT_TYPE_F8E4M3,     TERN_ELEMENT_TYPE_F8E4M3FN,
      TERN_ELEMENT_TYPE_F8E5M2FNUZ, TERN_ELEMENT_TYPE_F8E4M3FNUZ, TERN_ELEMENT_TYPE_F8E4M3B11FNUZ,
      TERN_ELEMENT_TYPE_F8E3M4,     TERN_ELEMENT_TYPE_F8E8M0FNU,  TERN_ELEMENT_TYPE_BF16,
      TERN_ELEMENT_TYPE_F16,
  };
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i) {
    int64_t count = (int64_t)1 << tern_element_type_bit_width(types[i]);
    tern_tensor_t tensor;
    assert_int_equal(tern_tensor_initialize(types[i], 1, &count, &tensor).code, TERN_OK);
    for (int64_t bits = 0; bits < count; ++bits) {
      if (tensor.data_size == (size_t)count) ((uint8_t *)tensor.data)[bits] = (uint8_t)bits;
      if (tensor.data_size != (size_t)count) ((uint16_t *)tensor.data)[bits] = (uint16_t)bits;
    }
    char *text = NULL;
    assert_int_equal(tern_tensor_format(&tensor, 0, &text).code, TERN_OK);
    tern_tensor_t again = parse(text);
    const tern_tolerance_t exact = {0, 0};
    assert_true(tern_tensor_compare(&again, &tensor, &exact, NULL, NULL));
    free(text);
    tern_tensor_deinitialize(&again);
    tern_tensor_deinitialize(&tensor);
  }
}

static void expect_comparison(const char *actual_text, const char *expected_text, const tern_tolerance_t *tolerance,
                              const char *expected_message) {
  tern_tensor_t actual = parse(actual_text), expected = parse(expected_text);
  char *message = NULL;
  tern_tensor_difference_t difference;
  bool is_equal = tern_tensor_compare(&actual, &expected, tolerance, &difference, &message);
  if (expected_message) assert_non_null(message);
  if (expected_message) assert_string_equal(message, expected_message);
  if (!expected_message && message) fail_msg("%s", message);
  assert_int_equal(is_equal, expected_message == NULL);
  assert_int_equal(difference.mismatch_count != 0 || !difference.is_same_type, expected_message != NULL);
  free(message);
  tern_tensor_deinitialize(&actual);
  tern_tensor_deinitialize(&expected);
}

static void compares_within_tolerance(void **state) {
  (void)state;
  const tern_tolerance_t exact = {0, 0}, loose = {0.5, 0}, relative = {0, 0.1};
  expect_comparison("2xf32=1 2", "2xf32=1 2", &exact, NULL);
  expect_comparison("2xf32=1 2", "2xf32=1.00001 2", NULL, NULL);
  expect_comparison("2xf32=1 2.25", "2xf32=1 2", &loose, NULL);
  expect_comparison("2xf32=1 109", "2xf32=1 100", &relative, NULL);
  expect_comparison(
      "2xf32=1 111", "2xf32=1 100", &relative,
      "element [1]: expected 100 but got 111; 1 of 2 elements differ, the largest difference is 11 at [1]");
  expect_comparison("4xf32=nan inf -inf -0", "4xf32=nan inf -inf 0", &exact, NULL);
  expect_comparison(
      "2xf32=1 nan", "2xf32=1 2", &loose,
      "element [1]: expected 2 but got nan; 1 of 2 elements differ, the largest difference is inf at [1]");
  expect_comparison(
      "1xf32=5", "1xf32=inf", &relative,
      "element [0]: expected inf but got 5; 1 of 1 elements differ, the largest difference is inf at [0]");
  expect_comparison(
      "2x2xi32=1 2 3 4", "2x2xi32=1 2 5 9", &loose,
      "element [1,0]: expected 5 but got 3; 2 of 4 elements differ, the largest difference is 5 at [1,1]");
  expect_comparison("1xi8=-128", "1xi8=127", NULL,
                    "element [0]: expected 127 but got -128; 1 of 1 elements differ, the largest difference is 255 at "
                    "[0]");
  expect_comparison("1xcomplex<f32>=(1,2)", "1xcomplex<f32>=(1,2.1)", &loose, NULL);
  expect_comparison("1xcomplex<f32>=(1,2)", "1xcomplex<f32>=(1,3)", &loose,
                    "element [0]: expected (1,3) but got (1,2); 1 of 1 elements differ, the largest difference is 1 at "
                    "[0]");
  expect_comparison("f32=1", "f32=2", NULL,
                    "element []: expected 2 but got 1; 1 of 1 elements differ, the largest difference is 1 at []");
  expect_comparison("2xf32=1 2", "2xf64=1 2", NULL, "expected a tensor of type 2xf64 but got 2xf32");
  expect_comparison("2x3xf32", "3x2xf32", NULL, "expected a tensor of type 3x2xf32 but got 2x3xf32");
  expect_comparison("0xf32", "0xf32", NULL, NULL);
}

static void knows_all_element_types(void **state) {
  (void)state;
  size_t count = 0;
  for (int code = 1; code < 300; ++code) {
    tern_element_type_t type = (tern_element_type_t)code;
    const char *name = tern_element_type_name(type);
    if (!tern_element_type_size(type)) {
      assert_string_equal(name, "none");
      continue;
    }
    ++count;
    assert_int_equal(tern_element_type_from_name(name, strlen(name)), type);
    assert_true(tern_element_type_bit_width(type) <= 8 * tern_element_type_size(type));
  }
  assert_int_equal(count, 7 + 6 + 6 + 1 + 18 + 4);
}

static uint32_t next_random(uint32_t *seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 17;
  *seed ^= *seed << 5;
  return *seed;
}

// Strategy: string pieces of the grammar together at random; sizes stay small.
static void survives_random_texts(void **state) {
  (void)state;
  static const char *const pieces[] = {"2",  "3",    "x",     "x",    "f32", "i1",    "i8", "f8E4M3FN", "complex<f32>",
                                       "=",  "=",    "[",     "]",    " ",   ",",     "1",  "-",        ".5",
                                       "e3", "nan",  "inf",   "0x",   "F",   "(1,2)", "(",  ")",        "true",
                                       "\n", "bf16", "index", "\x80", "@"};
  const char *iterations = getenv("TERN_FUZZ_ITERATIONS");
  long count = iterations ? atol(iterations) : 20000;
  uint32_t seed = 999;
  for (long i = 0; i < count; ++i) {
    char text[128];
    size_t size = 0;
    uint32_t shape = next_random(&seed) % 4;
    if (shape) size = (size_t)snprintf(text, sizeof(text), "%s", shape == 1 ? "2x3xf32=" : "3xi8=");
    for (uint32_t j = next_random(&seed) % 12; j > 0; --j) {
      const char *piece = pieces[next_random(&seed) % (sizeof(pieces) / sizeof(pieces[0]))];
      if (size + strlen(piece) > 100) break;
      memcpy(text + size, piece, strlen(piece));
      size += strlen(piece);
    }
    char *exact = malloc(size + 1);
    memcpy(exact, text, size);
    tern_tensor_t tensor;
    size_t column;
    tern_status_t status = {TERN_OK, NULL};
    size_t digits = 0, run = 0;
    for (size_t j = 0; j < size; ++j) {
      run = text[j] >= '0' && text[j] <= '9' ? run + 1 : 0;
      digits = run > digits ? run : digits;
    }
    if (digits < 6) status = tern_tensor_parse(exact, size, &column, &tensor);
    if (digits < 6 && tern_status_is_ok(status)) tern_tensor_deinitialize(&tensor);
    if (!tern_status_is_ok(status)) assert_true(column <= size + 1);
    free(exact);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_and_prints_shapes),    cmocka_unit_test(reads_and_prints_elements),
      cmocka_unit_test(refuses_malformed_literals), cmocka_unit_test(reads_files),
      cmocka_unit_test(elides_long_tensors),        cmocka_unit_test(prints_every_narrow_float_exactly),
      cmocka_unit_test(compares_within_tolerance),  cmocka_unit_test(knows_all_element_types),
      cmocka_unit_test(survives_random_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
