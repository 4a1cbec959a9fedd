// Inputs and outputs: the texts of the command line, and the arrays that they stand for.

#include "run_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"

static bool is_stdout(const char *path) { return strcmp(path, "-") == 0; }

// Values for `slots`, of which there is room for at least one.
static bool bind_values(const char *option, const tern_array_slots_t *slots, const option_list_t *texts,
                        tern_tensor_t **out_tensors) {
  tern_array_place_t place;
  *out_tensors = allocate(slots->count, sizeof **out_tensors);
  tern_status_t status = tern_arrays_bind(slots, texts->values, texts->count, &place, *out_tensors);
  if (tern_status_is_ok(status)) return true;
  free(*out_tensors);
  *out_tensors = NULL;
  if (place.column == 0) return report(status);
  fprintf(stderr, "--%s:%zu:%zu: error: %s\n%s\n%*s^\n", option, place.text + 1, place.column, status.message,
          texts->values[place.text], (int)place.column - 1, "");
  return false;
}

bool read_inputs(const arguments_t *arguments, const tern_parameter_info_t *infos, size_t count,
                 tern_tensor_t **out_inputs) {
  tern_array_slots_t slots = {.values = infos, .count = count, .noun = "argument"};
  return bind_values("input", &slots, &arguments->inputs, out_inputs);
}

void free_inputs(tern_tensor_t *inputs, size_t count) {
  for (size_t i = 0; inputs && i < count; ++i) tern_tensor_deinitialize(&inputs[i]);
  free(inputs);
}

static bool check_output(const arguments_t *arguments, size_t index, const tern_tensor_t *output,
                         const tern_tensor_t *expected) {
  tern_tolerance_t tolerance = tern_tolerance_default(output->element_type);
  if (arguments->tolerance >= 0) tolerance.absolute = tolerance.relative = arguments->tolerance;
  char *message = NULL;
  bool is_equal = tern_tensor_compare(output, expected, &tolerance, NULL, &message);
  if (!is_equal) complain("error: output %zu differs: %s", index, message ? message : "");
  free(message);
  return is_equal;
}

static bool check_outputs(const arguments_t *arguments, const tern_tensor_t *expected, const tern_tensor_t *outputs,
                          size_t count) {
  bool is_right = true;
  for (size_t i = 0; i < count; ++i) {
    if (expected[i].data) is_right &= check_output(arguments, i, &outputs[i], &expected[i]);
  }
  if (is_right && arguments->expected.count) puts("[SUCCESS] all outputs are as expected");
  return is_right;
}

bool print_output(const arguments_t *arguments, const tern_tensor_t *output) {
  char *text;
  tern_status_t status = tern_tensor_format(output, (size_t)arguments->max_elements, &text);
  if (!tern_status_is_ok(status)) return report(status);
  puts(text);
  free(text);
  return true;
}

// Writes what has a file. An archive takes all outputs from its own on.
static bool write_outputs(const arguments_t *arguments, const tern_array_slots_t *slots, const tern_tensor_t *outputs,
                          size_t *out_written_count) {
  const option_list_t *paths = &arguments->outputs;
  *out_written_count = paths->count;
  if (paths->count > slots->count) return fail("there are more output files than outputs", NULL);
  for (size_t i = 0; i < paths->count; ++i) {
    const char *path = paths->values[i][0] == '@' ? paths->values[i] + 1 : paths->values[i];
    tern_status_t status = tern_ok();
    if (tern_arrays_is_archive(path)) {
      if (i + 1 < paths->count) return fail("an archive takes all outputs that are left; another follows", path);
      *out_written_count = slots->count;
      status = tern_arrays_write(path, slots, outputs, i);
    } else if (is_stdout(paths->values[i])) {
      if (!print_output(arguments, &outputs[i])) return false;
    } else {
      status = tern_tensor_write_npy(&outputs[i], path);
    }
    if (!tern_status_is_ok(status)) return report(status);
  }
  return true;
}

// Slots for outputs: with the types that they have, which nobody may have declared.
static tern_parameter_info_t *describe(const tern_parameter_info_t *infos, const tern_tensor_t *outputs, size_t count) {
  tern_parameter_info_t *result = allocate(count, sizeof *result);
  for (size_t i = 0; i < count; ++i) {
    result[i] = infos[i];
    result[i].element_type = outputs[i].element_type;
  }
  return result;
}

bool give_outputs(const arguments_t *arguments, const tern_parameter_info_t *infos, const tern_tensor_t *outputs,
                  size_t count) {
  tern_parameter_info_t *described = describe(infos, outputs, count);
  tern_array_slots_t slots = {.values = described, .count = count, .noun = "output", .is_partial = true};
  size_t written_count = 0;
  tern_tensor_t *expected = NULL;
  bool is_right = bind_values("expected_output", &slots, &arguments->expected, &expected) &&
                  write_outputs(arguments, &slots, outputs, &written_count);
  for (size_t i = written_count; is_right && i < count; ++i) {
    // What is compared or ignored is not printed.
    bool is_ignored = i < arguments->expected.count && strcmp(arguments->expected.values[i], "(ignored)") == 0;
    if (!is_ignored && !expected[i].data) is_right = print_output(arguments, &outputs[i]);
  }
  is_right = is_right && check_outputs(arguments, expected, outputs, count);
  free_inputs(expected, count);
  free(described);
  return is_right;
}
