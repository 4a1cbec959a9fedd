// Runs programs on a device and compares with the CPU: test/gpu/sanitize.sh.
//
//   run_modules DEVICE MODULE...     modules of test/gpu/modules.py, which have code for both
//
// Each function named main gets random inputs. Needs the runtime only. Ends with 1 if something is wrong.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/element.h"
#include "tern/session.h"

#define CHECK(expression)                                                     \
  do {                                                                        \
    tern_status_t status_ = (expression);                                     \
    if (!tern_status_is_ok(status_)) {                                        \
      fprintf(stderr, "run_modules: %s: %s\n", #expression, status_.message); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

enum { MAX_ARGUMENTS = 64 };

static uint32_t random_state = 1;
static uint32_t next_random(void) { return (random_state = random_state * 1664525u + 1013904223u) >> 16; }

// Floats around 0; integers that are numbers of anything there are eight of.
static void fill(tern_tensor_t *tensor) {
  size_t size = tern_element_type_size(tensor->element_type);
  bool is_float = tern_element_is_float(tensor->element_type);
  for (size_t i = 0; i < tensor->element_count; ++i) {
    char *at = (char *)tensor->data + i * size;
    if (is_float) {
      char text[32];
      int length = snprintf(text, sizeof text, "%g", ((int)(next_random() & 255) - 128) / 64.0);
      // What the narrowest types do not hold is 0.
      tern_status_t status = tern_element_parse(tensor->element_type, tern_str_make(text, (size_t)length), at);
      if (!tern_status_is_ok(status)) memset(at, 0, size);
    } else {
      *at = (char)(next_random() & (tensor->element_type == TERN_ELEMENT_TYPE_I1 ? 1 : 7));
    }
  }
}

static size_t make_inputs(const tern_function_info_t *function, tern_tensor_t *inputs) {
  if (function->argument_count > MAX_ARGUMENTS) exit(fprintf(stderr, "run_modules: too many arguments\n"));
  for (uint32_t i = 0; i < function->argument_count; ++i) {
    const tern_parameter_info_t *info = &function->arguments[i];
    int64_t dims[TERN_TENSOR_RANK_MAX];
    for (uint32_t d = 0; d < info->rank; ++d) dims[d] = info->dims[d] < 0 ? 17 : info->dims[d];
    CHECK(tern_tensor_initialize(info->element_type, info->rank, dims, &inputs[i]));
    fill(&inputs[i]);
  }
  return function->argument_count;
}

static void run(const char *uri, tern_module_t *module, tern_tensor_t *inputs, size_t input_count,
                tern_tensor_t **out_outputs, size_t *out_count) {
  tern_device_t *device;
  tern_instance_t *instance;
  tern_session_t *session;
  CHECK(tern_device_create(uri, NULL, &device));
  CHECK(tern_instance_create(NULL, &instance));
  const tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  CHECK(tern_session_create(instance, &params, &session));
  // Twice: the second time, commands are submitted again.
  for (int i = 0; i < 2; ++i) {
    CHECK(tern_session_run(session, "main", inputs, input_count, out_outputs, out_count));
    if (i == 0) tern_session_free_outputs(*out_outputs, *out_count);
  }
  tern_session_release(session);
  tern_instance_release(instance);
  tern_device_release(device);
}

// The largest error of an output, of its largest element; of integers, 1 if some differ.
static double error_of(const tern_tensor_t *actual, const tern_tensor_t *expected) {
  size_t size = tern_element_type_size(expected->element_type);
  if (actual->data_size != expected->data_size || actual->element_type != expected->element_type) return INFINITY;
  if (!tern_element_is_float(expected->element_type)) {
    return memcmp(actual->data, expected->data, expected->data_size) != 0;
  }
  double largest = 1e-30, error = 0;
  for (size_t i = 0; i < expected->element_count; ++i) {
    double x = tern_element_load_float(actual->element_type, (char *)actual->data + i * size);
    double y = tern_element_load_float(expected->element_type, (char *)expected->data + i * size);
    if (fabs(y) > largest) largest = fabs(y);
    if (!(fabs(x - y) <= error)) error = fabs(x - y);
  }
  return error / largest;
}

static double tolerance_of(tern_element_type_t type) {
  double tolerance = 4 * tern_tolerance_default(type).relative;
  return tolerance > 1e-3 ? tolerance : 1e-3;
}

static bool check_module(const char *uri, const char *path) {
  tern_module_t *module;
  tern_tensor_t inputs[MAX_ARGUMENTS], *expected, *actual;
  size_t index, expected_count, actual_count;
  // Each module gets the same inputs whatever is run before it.
  random_state = 1;
  CHECK(tern_module_load_file(path, &module));
  CHECK(tern_module_find_function(module, "main", &index));
  size_t input_count = make_inputs(tern_module_function_at(module, index), inputs);
  run("cpu", module, inputs, input_count, &expected, &expected_count);
  run(uri, module, inputs, input_count, &actual, &actual_count);
  bool is_right = actual_count == expected_count;
  for (size_t i = 0; i < expected_count && is_right; ++i) {
    double error = error_of(&actual[i], &expected[i]);
    is_right = error <= tolerance_of(expected[i].element_type);
    if (!is_right) printf("FAIL %s: output %zu has an error of %g of its largest element\n", path, i, error);
  }
  if (is_right) printf("ok   %s\n", path);
  for (size_t i = 0; i < input_count; ++i) tern_tensor_deinitialize(&inputs[i]);
  tern_session_free_outputs(expected, expected_count);
  tern_session_free_outputs(actual, actual_count);
  tern_module_release(module);
  fflush(stdout);
  return is_right;
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "usage: run_modules DEVICE MODULE...\n"), 1;
  bool is_right = true;
  for (int i = 2; i < argc; ++i) is_right &= check_module(argv[1], argv[i]);
  return !is_right;
}
