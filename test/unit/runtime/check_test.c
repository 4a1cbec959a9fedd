// The native module `check`, and functions of the user's that take and give arrays.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program_builder.h"

typedef struct fixture {
  tern_instance_t *instance;
  tern_device_t *device;
  tern_session_t *session;
} fixture_t;

// A function that hands its arguments to the check function `name`.
static void add_forwarder(bytecode_builder_t *b, const char *export_name, const char *name, const char *convention) {
  uint32_t signature = add_convention(b, convention, TYPE_VIEW);
  uint32_t import = add_import(b, name, signature, 0);
  size_t count = (size_t)(strchr(convention, '_') - convention - 1), refs = 0, values = 0;
  code_t code = {0};
  start_block(&code, 0);
  EMIT(&code, OP_(CALL), 0, PAIR(import | TERN_BYTECODE_IMPORT), (uint16_t)count);
  for (size_t i = 0; i < count; ++i) EMIT(&code, (uint16_t)(convention[i + 1] == 'r' ? MOVE(refs++) : values++));
  EMIT(&code, OP_(RETURN), 0);
  add_export(b, export_name, finish_function(b, export_name, signature, (uint32_t)values, (uint32_t)refs, &code));
}

static int set_up(void **state) {
  static fixture_t fixture;
  bytecode_builder_t b = {0};
  add_program_types(&b);
  add_forwarder(&b, "all_true", "check.expect_all_true", "0r_v");
  add_forwarder(&b, "almost_eq", "check.expect_almost_eq", "0rrff_v");
  add_forwarder(&b, "close", "check.expect_close", "0rrII_v");
  add_forwarder(&b, "eq", "check.expect_eq", "0rr_v");
  add_forwarder(&b, "false", "check.expect_false", "0i_v");
  add_forwarder(&b, "true", "check.expect_true", "0i_v");
  tern_module_t *module;
  ASSERT_OK(tern_instance_create(NULL, &fixture.instance));
  ASSERT_OK(tern_device_create("cpu", &(tern_device_options_t){.thread_count = 1}, &fixture.device));
  ASSERT_OK(load_program(&b, &module));
  tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &fixture.device, .device_count = 1};
  ASSERT_OK(tern_session_create(fixture.instance, &params, &fixture.session));
  tern_module_release(module);
  *state = &fixture;
  return 0;
}

static int tear_down(void **state) {
  fixture_t *fixture = *state;
  tern_session_release(fixture->session);
  tern_device_release(fixture->device);
  tern_instance_release(fixture->instance);
  return 0;
}

static tern_buffer_view_t *parse_view(const fixture_t *fixture, const char *text) {
  tern_tensor_t tensor;
  tern_buffer_view_t *view;
  ASSERT_OK(tern_tensor_parse(text, strlen(text), NULL, &tensor));
  ASSERT_OK(tern_buffer_view_from_tensor(fixture->device, &tensor, &view));
  tern_tensor_deinitialize(&tensor);
  return view;
}

// Calls `function` with arrays and two more arguments; `message` is that of the failure, NULL if there is to be none.
static void expect(const fixture_t *fixture, const char *function, const char *actual, const char *expected,
                   tern_variant_t first, tern_variant_t second, const char *message) {
  size_t failure_count = tern_session_failure_count(fixture->session),
         expectation_count = tern_session_expectation_count(fixture->session), count = 0;
  tern_variant_t arguments[4];
  arguments[count++] = tern_variant_buffer_view(parse_view(fixture, actual));
  if (expected) arguments[count++] = tern_variant_buffer_view(parse_view(fixture, expected));
  if (first.kind) arguments[count++] = first;
  if (second.kind) arguments[count++] = second;
  ASSERT_OK(tern_session_call(fixture->session, function, arguments, count, NULL, 0));
  for (size_t i = 0; i < count; ++i) tern_variant_reset(&arguments[i]);
  assert_int_equal(tern_session_expectation_count(fixture->session), expectation_count + 1);
  const char *text = tern_session_failure_at(fixture->session, failure_count);
  if (!message) {
    if (text) fail_msg("%s %s: %s", function, actual, text);
    assert_int_equal(tern_session_failure_count(fixture->session), failure_count);
    return;
  }
  if (!text) fail_msg("%s %s %s holds", function, actual, expected ? expected : "");
  assert_string_equal(text, message);
}

static const tern_variant_t none = {TERN_VARIANT_NONE, {0}};
#define EQ(actual, expected, message) expect(*state, "eq", actual, expected, none, none, message)
#define ALMOST(actual, expected, atol, rtol, message) \
  expect(*state, "almost_eq", actual, expected, tern_variant_f32(atol), tern_variant_f32(rtol), message)
#define CLOSE(actual, expected, least, most, message) \
  expect(*state, "close", actual, expected, tern_variant_i64(least), tern_variant_i64((int64_t)(most)), message)

static void test_eq(void **state) {
  EQ("3xi32=1,2,3", "3xi32=1,2,3", NULL);
  EQ("2x2xi32=1,2,3,4", "2x2xi32=1,2,5,6",
     "expect_eq: 2 of 4 elements of 2x2xi32 differ, the first at [1, 0]: 3 (actual) and 5 (expected)");
  EQ("i1=true", "i1=false",
     "expect_eq: 1 of 1 elements of i1 differ, the first at []: true (actual) and false (expected)");
  EQ("2xi4=-8,7", "2xi4=-8,7", NULL);
  EQ("2xui8=200,1", "2xi8=-56,1", NULL);  // the same bits
  EQ("2xi64=1,-9223372036854775808", "2xi64=1,-9223372036854775808", NULL);
  EQ("3xf32=1,inf,nan", "3xf32=1,inf,nan", NULL);
  EQ("f32=0x7fc00001", "f32=0xffc00000", NULL);
  EQ("f32=0", "f32=-0.0", NULL);
  EQ("f32=inf", "f32=-inf",
     "expect_eq: 1 of 1 elements of f32 differ, the first at []: inf (actual) and -inf (expected)");
  EQ("2xf16=1,2", "2xf16=1,2.5",
     "expect_eq: 1 of 2 elements of 2xf16 differ, the first at [1]: 2 (actual) and 2.5 (expected)");
  EQ("bf16=1", "bf16=1", NULL);
  EQ("f8E4M3FN=1", "f8E4M3FN=1.5",
     "expect_eq: 1 of 1 elements of f8E4M3FN differ, the first at []: 1 (actual) and 1.5 (expected)");
  EQ("complex<f32>=(1,2)", "complex<f32>=(1,3)",
     "expect_eq: 1 of 1 elements of complex<f32> differ, the first at []: (1,2) (actual) and (1,3) (expected)");
  EQ("0x4xf32", "0x4xf32", NULL);
  EQ("2xf32=1,2", "2xf64=1,2", "expect_eq: an array of 2xf32 (actual) is compared with one of 2xf64 (expected)");
  EQ("2xf32=1,2", "2x1xf32=1,2", "expect_eq: an array of 2xf32 (actual) is compared with one of 2x1xf32 (expected)");
}

static void test_almost_eq(void **state) {
  ALMOST("2xf32=1,2.00005", "2xf32=1,2", 1e-4f, 0, NULL);
  ALMOST("2xf32=1,2.1", "2xf32=1,2", 1e-4f, 0.125f, NULL);
  ALMOST("2xf32=1,2.5", "2xf32=1,2", 0.25f, 0.0625f,
         "expect_almost_eq: 1 of 2 elements of 2xf32 differ, the first at [1]: 2.5 (actual) and 2 (expected), "
         "tolerance 0.25 + "
         "0.0625 * |expected|");
  ALMOST("f32=nan", "f32=nan", 0, 0, NULL);
  ALMOST("f32=inf", "f32=inf", 0, 0, NULL);
  // An infinity is not close to anything else, whatever the tolerance.
  ALMOST("f64=1", "f64=inf", 1, INFINITY,
         "expect_almost_eq: 1 of 1 elements of f64 differ, the first at []: 1 (actual) and inf (expected), tolerance 1 "
         "+ inf * "
         "|expected|");
  ALMOST("f32=nan", "f32=1", 1, 1,
         "expect_almost_eq: 1 of 1 elements of f32 differ, the first at []: nan (actual) and 1 (expected), tolerance 1 "
         "+ 1 * "
         "|expected|");
  ALMOST("complex<f64>=(1,2)", "complex<f64>=(1.0001,2)", 1e-3f, 0, NULL);
  ALMOST("f8E5M2=1", "f8E5M2=1.25", 0.5f, 0, NULL);
  ALMOST("i32=5", "i32=5", 0, 0, NULL);
  ALMOST("i32=5", "i32=6", 9, 9,
         "expect_almost_eq: 1 of 1 elements of i32 differ, the first at []: 5 (actual) and 6 (expected), tolerance 9 + "
         "9 * "
         "|expected|");
}

static void test_close(void **state) {
  CLOSE("2xf32=0x3f800000,0x3f800003", "2xf32=1,1", 0, 3, NULL);
  CLOSE("f32=0x3f800004", "f32=1", 0, 3,
        "expect_close: 1 of 1 elements of f32 differ, the first at []: 1.0000005 (actual) and 1 (expected), from 0 to "
        "3 steps "
        "apart");
  CLOSE("f32=0x00000001", "f32=0x80000001", 0, 2, NULL);  // over zero
  CLOSE("f32=0", "f32=-0.0", 0, 0, NULL);
  CLOSE("f64=1", "f64=1", 1, 5,
        "expect_close: 1 of 1 elements of f64 differ, the first at []: 1 (actual) and 1 (expected), from 1 to 5 steps "
        "apart");
  CLOSE("f16=nan", "f16=nan", 0, 0, NULL);
  CLOSE("bf16=inf", "bf16=1", 0, 1000,
        "expect_close: 1 of 1 elements of bf16 differ, the first at []: inf (actual) and 1 (expected), from 0 to 1000 "
        "steps "
        "apart");
  CLOSE("f32=inf", "f32=1", 0, UINT64_MAX, NULL);
  CLOSE("complex<f32>=(1,0x3f800001)", "complex<f32>=(1,1)", 0, 1, NULL);
  CLOSE("f8E8M0FNU=2", "f8E8M0FNU=8", 2, 2, NULL);
}

static void test_truth(void **state) {
  const fixture_t *fixture = *state;
  expect(fixture, "all_true", "2x2xi1=1,1,1,1", NULL, none, none, NULL);
  expect(fixture, "all_true", "2x2xi8=1,1,0,0", NULL, none, none,
         "expect_all_true: 2 of 4 elements of 2x2xi8 are zero, the first at [1, 0]");
  expect(fixture, "all_true", "2xf32=nan,-0.0", NULL, none, none,
         "expect_all_true: 1 of 2 elements of 2xf32 are zero, the first at [1]");
  expect(fixture, "all_true", "2xcomplex<f32>=(0,1),(1,0)", NULL, none, none, NULL);
  static const struct {
    const char *function;
    int32_t value;
    const char *message;
  } rows[] = {
      {"true", 1, NULL}, {"true", 0, "expect_true: got 0"}, {"false", 0, NULL}, {"false", 7, "expect_false: got 7"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    size_t count = tern_session_failure_count(fixture->session);
    const tern_variant_t value = tern_variant_i32(rows[i].value);
    ASSERT_OK(tern_session_call(fixture->session, rows[i].function, &value, 1, NULL, 0));
    const char *message = tern_session_failure_at(fixture->session, count);
    assert_true(!message == !rows[i].message);
    if (message) assert_string_equal(message, rows[i].message);
  }
}

static void test_many_failures(void **state) {
  const fixture_t *fixture = *state;
  const tern_variant_t value = tern_variant_i32(0);
  for (int i = 0; i < 300; ++i) ASSERT_OK(tern_session_call(fixture->session, "true", &value, 1, NULL, 0));
  assert_true(tern_session_failure_count(fixture->session) >= 300);
  assert_non_null(tern_session_failure_at(fixture->session, 255));
  assert_null(tern_session_failure_at(fixture->session, 256));
}

//---- Registered functions ----

static tern_status_t negate(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                            size_t argument_count, tern_variant_t *results, size_t result_count) {
  assert_ptr_equal(user_data, negate);
  assert_non_null(device);
  assert_int_equal(argument_count, 1);
  assert_int_equal(result_count, 1);
  tern_tensor_t tensor;
  tern_buffer_view_t *view;
  TERN_RETURN_IF_ERROR(tern_buffer_view_to_tensor(arguments[0].as.buffer_view, &tensor));
  for (size_t i = 0; i < tensor.element_count; ++i) ((float *)tensor.data)[i] *= -1;
  tern_status_t status = tern_buffer_view_from_tensor(device, &tensor, &view);
  if (tern_status_is_ok(status)) results[0] = tern_variant_buffer_view(view);
  tern_tensor_deinitialize(&tensor);
  return status;
}

static tern_status_t return_nothing_right(void *user_data, tern_device_t *device, const tern_variant_t *arguments,
                                          size_t argument_count, tern_variant_t *results, size_t result_count) {
  (void)user_data, (void)device, (void)arguments, (void)argument_count, (void)result_count;
  results[0] = tern_variant_i32(1);
  return tern_ok();
}

static void test_custom_functions(void **state) {
  const fixture_t *fixture = *state;
  bytecode_builder_t b = {0};
  add_program_types(&b);
  uint32_t signature = add_convention(&b, "0r_r", TYPE_VIEW);
  uint32_t import = add_import(&b, "custom.negate", signature, 0);
  add_export(&b, "main",
             ADD_FUNCTION(&b, "main", signature, 0, 1, OP_(BLOCK), OP_(CALL), 1, 0, PAIR(import | TERN_BYTECODE_IMPORT),
                          1, MOVE(0), OP_(RETURN), 1, MOVE(0)));
  tern_module_t *module;
  ASSERT_OK(load_program(&b, &module));
  tern_device_t *device = fixture->device;
  tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  tern_tensor_t input, *outputs;
  size_t count;
  ASSERT_OK(tern_tensor_parse("3xf32=1,-2,3", 12, NULL, &input));
  for (int is_right = 0; is_right < 2; ++is_right) {
    tern_session_t *session;
    ASSERT_OK(
        tern_instance_register(fixture->instance, "custom.negate", is_right ? negate : return_nothing_right, negate));
    ASSERT_OK(tern_session_create(fixture->instance, &params, &session));
    tern_status_t status = tern_session_run(session, "main", &input, 1, &outputs, &count);
    if (is_right) {
      ASSERT_OK(status);
      assert_memory_equal(outputs[0].data, ((float[]){-1, 2, -3}), 12);
      tern_session_free_outputs(outputs, count);
    } else {
      assert_int_equal(status.code, TERN_INVALID_ARGUMENT);
      assert_string_equal(status.message, "custom.negate: result 0 of the function is i32 (in test.main)");
    }
    tern_session_release(session);
  }
  tern_tensor_deinitialize(&input);
  tern_module_release(module);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_eq),    cmocka_unit_test(test_almost_eq),     cmocka_unit_test(test_close),
      cmocka_unit_test(test_truth), cmocka_unit_test(test_many_failures), cmocka_unit_test(test_custom_functions),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
