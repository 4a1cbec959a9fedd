// Tensors in host memory: making and comparing them. Literals are in tensor_text.c, files in npy.c.

#include "tern/tensor.h"

#include <math.h>
#include <stdlib.h>

#include "base/float.h"
#include "base/string.h"
#include "runtime/element.h"
#include "runtime/tensor_text.h"

enum {
  DATA_ALIGNMENT = 64  // bytes: a cache line, and the widest vector
};

// Aligned and zeroed memory, or NULL. It comes from calloc, which leaves the zeroing of large blocks to the first
// touch: a literal of a huge shape costs nothing until it is filled. The address of the block lies before the data.
static void *allocate_zeroed(size_t size) {
  char *block = calloc(1, size + 2 * DATA_ALIGNMENT);
  if (!block) return NULL;
  size_t padding = DATA_ALIGNMENT - (uintptr_t)block % DATA_ALIGNMENT;
  if (padding < sizeof(void *)) padding += DATA_ALIGNMENT;
  memcpy(block + padding - sizeof(void *), &block, sizeof(void *));
  return block + padding;
}

static void free_zeroed(void *data) {
  if (!data) return;
  void *block;
  memcpy(&block, (char *)data - sizeof(void *), sizeof(void *));
  free(block);
}

tern_status_t tern_tensor_initialize(tern_element_type_t element_type, uint32_t rank, const int64_t *dims,
                                     tern_tensor_t *out_tensor) {
  *out_tensor = (tern_tensor_t){0};
  size_t element_size = tern_element_type_size(element_type);
  if (!element_size) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "element type %d does not exist", (int)element_type);
  }
  if (rank > TERN_TENSOR_RANK_MAX) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "rank %u is above the highest, %d", rank, TERN_TENSOR_RANK_MAX);
  }
  tern_tensor_t tensor = {.element_type = element_type, .rank = rank, .element_count = 1};
  bool is_empty = false, is_overflow = false;
  for (uint32_t i = 0; i < rank; ++i) {
    if (dims[i] < 0) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "dimension %u has negative size %lld", i, (long long)dims[i]);
    }
    tensor.dims[i] = dims[i];
    is_empty |= dims[i] == 0;
    is_overflow |= __builtin_mul_overflow(tensor.element_count, (uint64_t)dims[i], &tensor.element_count);
  }
  if (is_empty) tensor.element_count = 0;
  is_overflow &= !is_empty;
  is_overflow |= __builtin_mul_overflow(tensor.element_count, element_size, &tensor.data_size);
  if (is_overflow || tensor.data_size > PTRDIFF_MAX - 2 * DATA_ALIGNMENT) {
    return tern_status_make(TERN_OUT_OF_RANGE, "the size of the tensor overflows");
  }
  tensor.data = allocate_zeroed(tensor.data_size);
  if (!tensor.data) {
    return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a tensor of %zu bytes", tensor.data_size);
  }
  *out_tensor = tensor;
  return tern_ok();
}

void tern_tensor_deinitialize(tern_tensor_t *tensor) {
  if (!tensor) return;
  free_zeroed(tensor->data);
  *tensor = (tern_tensor_t){0};
}

tern_tolerance_t tern_tolerance_default(tern_element_type_t type) {
  tern_element_type_t component = tern_element_type_component(type);
  if (!tern_element_is_float(component)) return (tern_tolerance_t){0, 0};
  int mantissa_width = tern_float_formats[component - TERN_ELEMENT_TYPE_F4E2M1FN].mantissa_width;  // ORDER FLOAT
  double distance = ldexp(1, -mantissa_width);
  double tolerance = distance > 1e-4 ? distance : 1e-4;
  return (tern_tolerance_t){tolerance, tolerance};
}

static bool is_same_shape(const tern_tensor_t *a, const tern_tensor_t *b) {
  if (!a->data || !b->data || a->element_type != b->element_type || a->rank != b->rank) return false;
  for (uint32_t i = 0; i < a->rank; ++i) {
    if (a->dims[i] != b->dims[i]) return false;
  }
  return true;
}

static double subtract_floats(double actual, double expected) {
  if ((isnan(actual) && isnan(expected)) || actual == expected) return 0;
  if (isnan(actual) || isnan(expected)) return INFINITY;
  return fabs(actual - expected);
}

static bool is_close(double difference, double expected, tern_tolerance_t tolerance) {
  if (difference == 0) return true;
  // An infinity on either side is not close to anything else, however large the tolerance.
  if (!isfinite(difference) || isinf(expected)) return false;
  return difference <= tolerance.absolute + tolerance.relative * fabs(expected);
}

// The distance of two integers as a double; the subtraction itself is exact.
static double subtract_integers(tern_element_type_t type, const void *actual, const void *expected) {
  uint64_t a = tern_element_load_bits(type, actual), b = tern_element_load_bits(type, expected);
  if (a == b) return 0;
  uint32_t width = tern_element_type_bit_width(type);
  uint64_t sign = (uint64_t)1 << (width - 1);
  uint64_t mask = width == 64 ? UINT64_MAX : (sign << 1) - 1;
  bool is_unsigned = tern_element_type_class(type) == TERN_ELEMENT_CLASS_UNSIGNED || width == 1;
  // Flipping the sign bit maps signed order to unsigned order and keeps distances.
  a = (a & mask) ^ (is_unsigned ? 0 : sign);
  b = (b & mask) ^ (is_unsigned ? 0 : sign);
  return (double)(a > b ? a - b : b - a);
}

// The difference of one element, and whether it is within the tolerance.
static double compare_element(tern_element_type_t type, const char *actual, const char *expected,
                              tern_tolerance_t tolerance, bool *out_is_close) {
  tern_element_type_t component = tern_element_type_component(type);
  size_t size = tern_element_type_size(component);
  if (tern_element_is_float(component)) {
    double largest = 0;
    *out_is_close = true;
    for (size_t offset = 0; offset < tern_element_type_size(type); offset += size) {
      double expected_value = tern_element_load_float(component, expected + offset);
      double difference = subtract_floats(tern_element_load_float(component, actual + offset), expected_value);
      *out_is_close &= is_close(difference, expected_value, tolerance);
      if (difference > largest) largest = difference;
    }
    return largest;
  }
  double difference = 0;
  if (tern_element_type_class(type) == TERN_ELEMENT_CLASS_FLOAT) {  // f80, f128: only their bits are looked at
    difference = memcmp(actual, expected, tern_element_type_bit_width(type) / 8) ? INFINITY : 0;
  } else {
    difference = subtract_integers(type, actual, expected);
  }
  *out_is_close = difference == 0;
  return difference;
}

// Appends the position of the element with row-major number `index`, such as "[1,2]".
static void append_position(const tern_tensor_t *tensor, size_t index, tern_string_builder_t *text) {
  int64_t position[TERN_TENSOR_RANK_MAX];
  for (uint32_t i = tensor->rank; i > 0; --i) {
    position[i - 1] = (int64_t)(index % (size_t)tensor->dims[i - 1]);
    index /= (size_t)tensor->dims[i - 1];
  }
  tern_string_builder_append_char(text, '[');
  for (uint32_t i = 0; i < tensor->rank; ++i) {
    if (i) tern_string_builder_append_char(text, ',');
    tern_string_builder_append_int64(text, position[i]);
  }
  tern_string_builder_append_char(text, ']');
}

static char *describe_types(const tern_tensor_t *actual, const tern_tensor_t *expected) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "expected a tensor of type ");
  tern_tensor_append_type(expected, &text);
  tern_string_builder_append_cstr(&text, " but got ");
  tern_tensor_append_type(actual, &text);
  return tern_string_builder_take(&text);
}

static char *describe_values(const tern_tensor_t *actual, const tern_tensor_t *expected,
                             const tern_tensor_difference_t *difference) {
  size_t element_size = tern_element_type_size(actual->element_type);
  size_t offset = difference->first_mismatch * element_size;
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "element ");
  append_position(actual, difference->first_mismatch, &text);
  tern_string_builder_append_cstr(&text, ": expected ");
  tern_element_format(expected->element_type, (const char *)expected->data + offset, &text);
  tern_string_builder_append_cstr(&text, " but got ");
  tern_element_format(actual->element_type, (const char *)actual->data + offset, &text);
  tern_string_builder_append_format(&text, "; %zu of %zu elements differ, the largest difference is %g at ",
                                    difference->mismatch_count, actual->element_count, difference->largest_difference);
  append_position(actual, difference->largest_index, &text);
  return tern_string_builder_take(&text);
}

bool tern_tensor_compare(const tern_tensor_t *actual, const tern_tensor_t *expected, const tern_tolerance_t *tolerance,
                         tern_tensor_difference_t *out_difference, char **out_message) {
  tern_tensor_difference_t difference = {0};
  if (out_message) *out_message = NULL;
  if (out_difference) *out_difference = difference;
  if (!is_same_shape(actual, expected)) {
    if (out_message) *out_message = describe_types(actual, expected);
    return false;
  }
  difference.is_same_type = true;
  tern_element_type_t type = actual->element_type;
  tern_tolerance_t allowed = tolerance ? *tolerance : tern_tolerance_default(type);
  size_t element_size = tern_element_type_size(type);
  for (size_t i = 0; i < actual->element_count; ++i) {
    bool is_within = false;
    double distance = compare_element(type, (const char *)actual->data + i * element_size,
                                      (const char *)expected->data + i * element_size, allowed, &is_within);
    if (!is_within && difference.mismatch_count++ == 0) difference.first_mismatch = i;
    if (distance > difference.largest_difference) {
      difference.largest_difference = distance;
      difference.largest_index = i;
    }
  }
  if (out_difference) *out_difference = difference;
  if (difference.mismatch_count && out_message) *out_message = describe_values(actual, expected, &difference);
  return difference.mismatch_count == 0;
}
