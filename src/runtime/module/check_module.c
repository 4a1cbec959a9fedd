// The native module `check`: what test programs expect of values. An expectation that does not hold is noted in the
// session, with what is needed to understand it, and the program goes on.
//
// Equality (upstream: IREE's module of this name, and StableHLO's interpreter): the same bits, or numbers that compare
// equal, or two NaNs; almost equal: numpy.isclose with the addition that a NaN is close to a NaN; close: the distance in
// steps from one float of the type to the next, as StableHLO counts it.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "runtime/element.h"
#include "runtime/hal/hal_module.h"
#include "runtime/session.h"
#include "runtime/tensor_text.h"

// A check of one pair of numbers; parts of complex numbers are checked one by one.
typedef struct comparison {
  bool (*holds)(const struct comparison *comparison, tern_element_type_t type, const void *actual,
                const void *expected);
  double absolute, relative;
  uint64_t least_distance, largest_distance;
  const char *name;
} comparison_t;

//---- Numbers ----

static bool are_bits_equal(tern_element_type_t type, const void *actual, const void *expected) {
  return memcmp(actual, expected, tern_element_type_size(type)) == 0;
}

static bool is_equal(const comparison_t *comparison, tern_element_type_t type, const void *actual,
                     const void *expected) {
  (void)comparison;
  if (are_bits_equal(type, actual, expected)) return true;
  if (!tern_element_is_float(type)) return false;
  double a = tern_element_load_float(type, actual), b = tern_element_load_float(type, expected);
  return a == b || (a != a && b != b);
}

static bool is_almost_equal(const comparison_t *comparison, tern_element_type_t type, const void *actual,
                            const void *expected) {
  if (is_equal(comparison, type, actual, expected)) return true;
  if (!tern_element_is_float(type)) return false;
  double a = tern_element_load_float(type, actual), b = tern_element_load_float(type, expected);
  return isfinite(b) && fabs(a - b) <= comparison->absolute + comparison->relative * fabs(b);
}

// Steps between two floats; 0 for two NaNs, and the largest number if just one is finite or they are different
// infinities.
static uint64_t distance(tern_element_type_t type, const void *actual, const void *expected) {
  if (are_bits_equal(type, actual, expected)) return 0;
  double a = tern_element_load_float(type, actual), b = tern_element_load_float(type, expected);
  if (a != a && b != b) return 0;
  if (!isfinite(a) || !isfinite(b)) return UINT64_MAX;
  uint64_t sign = (uint64_t)1 << (tern_element_type_bit_width(type) - 1);
  uint64_t left = tern_element_load_bits(type, actual), right = tern_element_load_bits(type, expected);
  bool is_signed = type != TERN_ELEMENT_TYPE_F8E8M0FNU;
  bool differ = is_signed && (left & sign) != (right & sign);
  if (is_signed) {
    left &= ~sign;
    right &= ~sign;
  }
  if (differ) return left + right;
  return left > right ? left - right : right - left;
}

static bool is_close(const comparison_t *comparison, tern_element_type_t type, const void *actual,
                     const void *expected) {
  if (!tern_element_is_float(type)) return are_bits_equal(type, actual, expected);
  uint64_t steps = distance(type, actual, expected);
  return steps >= comparison->least_distance && steps <= comparison->largest_distance;
}

//---- Arrays ----

// "[1, 2]" for the element with the row-major number `index`.
static void append_index(const tern_tensor_t *tensor, size_t index, tern_string_builder_t *text) {
  int64_t indices[TERN_TENSOR_RANK_MAX];
  for (uint32_t i = tensor->rank; i-- > 0;) {
    indices[i] = (int64_t)(index % (size_t)tensor->dims[i]);
    index /= (size_t)tensor->dims[i];
  }
  tern_string_builder_append_char(text, '[');
  for (uint32_t i = 0; i < tensor->rank; ++i) {
    tern_string_builder_append_format(text, "%s%lld", i ? ", " : "", (long long)indices[i]);
  }
  tern_string_builder_append_char(text, ']');
}

static void append_element(const tern_tensor_t *tensor, size_t index, tern_string_builder_t *text) {
  tern_element_format(tensor->element_type,
                      (const char *)tensor->data + index * tern_element_type_size(tensor->element_type), text);
}

static bool element_holds(const comparison_t *comparison, const tern_tensor_t *actual, const tern_tensor_t *expected,
                          size_t index) {
  tern_element_type_t type = actual->element_type, part = tern_element_type_component(type);
  size_t size = tern_element_type_size(type), part_size = tern_element_type_size(part);
  const char *left = (const char *)actual->data + index * size, *right = (const char *)expected->data + index * size;
  for (size_t i = 0; i < size; i += part_size) {
    if (!comparison->holds(comparison, part, left + i, right + i)) return false;
  }
  return true;
}

static void append_limits(const comparison_t *comparison, tern_string_builder_t *text) {
  if (comparison->holds == is_almost_equal) {
    tern_string_builder_append_format(text, ", tolerance %g + %g * |expected|", comparison->absolute,
                                      comparison->relative);
  } else if (comparison->holds == is_close) {
    tern_string_builder_append_format(text, ", from %llu to %llu steps apart",
                                      (unsigned long long)comparison->least_distance,
                                      (unsigned long long)comparison->largest_distance);
  }
}

// Compares arrays of the same type and shape. Appends what is wrong.
static void compare_elements(const comparison_t *comparison, const tern_tensor_t *actual, const tern_tensor_t *expected,
                             tern_string_builder_t *text) {
  size_t failure_count = 0, first = 0;
  for (size_t i = 0; i < actual->element_count; ++i) {
    if (element_holds(comparison, actual, expected, i)) continue;
    if (!failure_count++) first = i;
  }
  if (!failure_count) return;
  tern_string_builder_append_format(text, "%s: %zu of %zu elements of ", comparison->name, failure_count,
                                    actual->element_count);
  tern_shape_append(actual->element_type, actual->rank, actual->dims, text);
  tern_string_builder_append_format(text, " differ, the first at ");
  append_index(actual, first, text);
  tern_string_builder_append_format(text, ": ");
  append_element(actual, first, text);
  tern_string_builder_append_format(text, " (actual) and ");
  append_element(expected, first, text);
  tern_string_builder_append_format(text, " (expected)");
  append_limits(comparison, text);
}

static bool is_integer(tern_element_type_t type) {
  tern_element_class_t kind = tern_element_type_class(type);
  return kind == TERN_ELEMENT_CLASS_SIGNLESS || kind == TERN_ELEMENT_CLASS_SIGNED ||
         kind == TERN_ELEMENT_CLASS_UNSIGNED;
}

static bool are_comparable(const tern_tensor_t *actual, const tern_tensor_t *expected) {
  tern_element_type_t left = actual->element_type, right = expected->element_type;
  bool is_same_type = left == right || (is_integer(left) && is_integer(right) &&
                                        tern_element_type_bit_width(left) == tern_element_type_bit_width(right));
  return is_same_type && actual->rank == expected->rank &&
         (!actual->rank || memcmp(actual->dims, expected->dims, actual->rank * sizeof(actual->dims[0])) == 0);
}

static void compare_tensors(const comparison_t *comparison, const tern_tensor_t *actual, const tern_tensor_t *expected,
                            tern_string_builder_t *text) {
  if (are_comparable(actual, expected)) {
    compare_elements(comparison, actual, expected, text);
    return;
  }
  tern_string_builder_append_format(text, "%s: an array of ", comparison->name);
  tern_shape_append(actual->element_type, actual->rank, actual->dims, text);
  tern_string_builder_append_format(text, " (actual) is compared with one of ");
  tern_shape_append(expected->element_type, expected->rank, expected->dims, text);
  tern_string_builder_append_format(text, " (expected)");
}

//---- Functions ----
//
// All come in two forms, with and without a device as the first argument.

static void report(tern_native_call_t *call, tern_string_builder_t *text) {
  atomic_fetch_add(&call->session->expectation_count, 1);
  if (text->size) tern_session_add_failure(call->session, text->data);
  tern_string_builder_deinitialize(text);
}

// How many arguments stand before those of the function.
static size_t skip_device(const tern_native_call_t *call) {
  return call->arguments[0].ref.type == &tern_hal_device_type ? 1 : 0;
}

static tern_status_t get_tensor(const tern_native_call_t *call, size_t index, tern_tensor_t *out_tensor) {
  TERN_NATIVE_OBJECT(tern_buffer_view_t, view, call, index, tern_hal_buffer_view_type);
  return tern_buffer_view_to_tensor(view, out_tensor);
}

static tern_status_t expect_truth(tern_native_call_t *call, bool expected) {
  int32_t value = call->arguments[0].i32;
  tern_string_builder_t text = {0};
  if ((value != 0) != expected) {
    tern_string_builder_append_format(&text, "expect_%s: got %d", expected ? "true" : "false", value);
  }
  report(call, &text);
  return tern_ok();
}

static tern_status_t expect_true(tern_native_call_t *call) { return expect_truth(call, true); }
static tern_status_t expect_false(tern_native_call_t *call) { return expect_truth(call, false); }

static bool is_true(const tern_tensor_t *tensor, size_t index) {
  tern_element_type_t part = tern_element_type_component(tensor->element_type);
  size_t size = tern_element_type_size(tensor->element_type), part_size = tern_element_type_size(part);
  const char *data = (const char *)tensor->data + index * size;
  for (size_t i = 0; i < size; i += part_size) {
    if (tern_element_is_float(part) ? tern_element_load_float(part, data + i) != 0.0
                                    : tern_element_load_bits(part, data + i) != 0) {
      return true;
    }
  }
  return false;
}

static tern_status_t expect_all_true(tern_native_call_t *call) {
  tern_tensor_t tensor;
  TERN_RETURN_IF_ERROR(get_tensor(call, skip_device(call), &tensor));
  size_t failure_count = 0, first = 0;
  for (size_t i = 0; i < tensor.element_count; ++i) {
    if (!is_true(&tensor, i) && !failure_count++) first = i;
  }
  tern_string_builder_t text = {0};
  if (failure_count) {
    tern_string_builder_append_format(&text, "expect_all_true: %zu of %zu elements of ", failure_count,
                                      tensor.element_count);
    tern_shape_append(tensor.element_type, tensor.rank, tensor.dims, &text);
    tern_string_builder_append_format(&text, " are zero, the first at ");
    append_index(&tensor, first, &text);
  }
  report(call, &text);
  tern_tensor_deinitialize(&tensor);
  return tern_ok();
}

static tern_status_t compare(tern_native_call_t *call, const comparison_t *comparison) {
  size_t first = skip_device(call);
  tern_tensor_t actual, expected;
  TERN_RETURN_IF_ERROR(get_tensor(call, first, &actual));
  tern_status_t status = get_tensor(call, first + 1, &expected);
  if (tern_status_is_ok(status)) {
    tern_string_builder_t text = {0};
    compare_tensors(comparison, &actual, &expected, &text);
    report(call, &text);
    tern_tensor_deinitialize(&expected);
  }
  tern_tensor_deinitialize(&actual);
  return status;
}

static tern_status_t expect_eq(tern_native_call_t *call) {
  return compare(call, &(comparison_t){.holds = is_equal, .name = "expect_eq"});
}

static tern_status_t expect_almost_eq(tern_native_call_t *call) {
  size_t first = skip_device(call) + 2;
  return compare(call, &(comparison_t){.holds = is_almost_equal,
                                       .name = "expect_almost_eq",
                                       .absolute = (double)call->arguments[first].f32,
                                       .relative = (double)call->arguments[first + 1].f32});
}

static tern_status_t expect_close(tern_native_call_t *call) {
  size_t first = skip_device(call) + 2;
  return compare(call, &(comparison_t){.holds = is_close,
                                       .name = "expect_close",
                                       .least_distance = (uint64_t)call->arguments[first].i64,
                                       .largest_distance = (uint64_t)call->arguments[first + 1].i64});
}

// clang-format off
static const char names[] =
    "check.expect_true\0" "0i_v\0"
    "check.expect_false\0" "0i_v\0"
    "check.expect_all_true\0" "0r_v\0"
    "check.expect_all_true\0" "0rr_v\0"
    "check.expect_eq\0" "0rr_v\0"
    "check.expect_eq\0" "0rrr_v\0"
    "check.expect_almost_eq\0" "0rrff_v\0"
    "check.expect_almost_eq\0" "0rrrff_v\0"
    "check.expect_close\0" "0rrII_v\0"
    "check.expect_close\0" "0rrrII_v\0";
// clang-format on

static const tern_native_fn_t functions[] = {
    expect_true, expect_false,     expect_all_true,  expect_all_true, expect_eq,
    expect_eq,   expect_almost_eq, expect_almost_eq, expect_close,    expect_close,
};

const tern_native_table_t tern_check_table = {.names = names, .functions = functions};
