// Calls of host programs: tensors become memrefs, and memrefs tensors.

#include "run_host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/messages.h"

enum { WORD_SIZE = sizeof(int64_t) };

static bool fail_in(const char *function, const char *message) {
  return complain("error: '%s': %s", function, message);
}

static bool report_in(const char *function, tern_status_t status) {
  return fail_in(function, status.message ? status.message : tern_status_code_name(status.code));
}

const tern_host_signature_t *choose_host_function(const tern_host_program_t *program, const char *name) {
  const tern_host_signature_t *function, *only = tern_host_program_function_at(program, 0);
  const char *wanted = name ? name + (name[0] == '@') : "main";
  for (size_t i = 0; (function = tern_host_program_function_at(program, i)); ++i) {
    if (strcmp(function->name, wanted) == 0) return function;
  }
  if (!name && only && !tern_host_program_function_at(program, 1)) return only;
  if (name) {
    fail_in(wanted, "there is no public function of this name");
  } else {
    complain("error: there %s; choose one with --function=NAME",
             only ? "are several functions and no main" : "is no public function to run");
  }
  return NULL;
}

// --- memrefs ---

typedef struct descriptor {
  void *allocated, *aligned;
  int64_t offset;
  int64_t sizes[];  // and as many strides
} descriptor_t;

static tern_element_type_t element_type_of(const tern_host_value_t *value) {
  return tern_element_type_from_name(value->element_type, strlen(value->element_type));
}

static tern_parameter_info_t describe(const tern_host_value_t *value) {
  return (tern_parameter_info_t){
      .kind = TERN_VARIANT_BUFFER_VIEW,
      .name = "",
      .element_type = value->element_type ? element_type_of(value) : TERN_ELEMENT_TYPE_NONE,
      .has_shape = true,
      .rank = (uint32_t)value->rank,
      .dims = value->dims,
  };
}

tern_parameter_info_t *describe_host_function(const tern_host_signature_t *function) {
  tern_parameter_info_t *infos = allocate(2 * function->argument_count + function->result_count, sizeof *infos);
  size_t count = 0;
  for (size_t i = 0; i < function->argument_count; ++i) infos[count++] = describe(&function->arguments[i]);
  for (size_t i = 0; i < function->result_count; ++i) infos[count++] = describe(&function->results[i]);
  for (size_t i = 0; i < function->argument_count; ++i) {
    if (function->arguments[i].is_memref) infos[count++] = describe(&function->arguments[i]);
  }
  return infos;
}

static bool check_input(const tern_host_signature_t *function, size_t index, const tern_tensor_t *input) {
  const tern_host_value_t *value = &function->arguments[index];
  bool is_right = value->element_type && element_type_of(value) == input->element_type && value->rank == input->rank;
  for (size_t d = 0; is_right && d < value->rank; ++d) {
    is_right = value->dims[d] < 0 || value->dims[d] == input->dims[d];
  }
  if (is_right) return true;
  char *type = NULL;
  tern_status_t status = tern_tensor_format_type(input, &type);
  complain("error: '%s': argument %zu is of type %s but the input is of type %s", function->name, index, value->type,
           tern_status_is_ok(status) ? type : "?");
  free(type);
  return false;
}

static descriptor_t *make_descriptor(size_t rank) { return allocate(1, sizeof(descriptor_t) + 2 * rank * WORD_SIZE); }

// A dense row-major memref of the tensor's elements.
static descriptor_t *wrap(const tern_tensor_t *tensor) {
  descriptor_t *descriptor = make_descriptor(tensor->rank);
  int64_t stride = 1;
  descriptor->allocated = descriptor->aligned = tensor->data;
  for (size_t d = tensor->rank; d-- > 0;) {
    descriptor->sizes[d] = tensor->dims[d];
    descriptor->sizes[tensor->rank + d] = stride;
    stride *= tensor->dims[d];
  }
  return descriptor;
}

static void gather(const descriptor_t *from, size_t rank, size_t depth, const char *base, size_t size, char **to) {
  if (depth == rank) {
    memcpy(*to, base, size);
    *to += size;
    return;
  }
  for (int64_t i = 0; i < from->sizes[depth]; ++i) {
    gather(from, rank, depth + 1, base + i * from->sizes[rank + depth] * (int64_t)size, size, to);
  }
}

// A tensor with the elements of a number or a memref.
static tern_status_t read_value(const tern_host_value_t *value, const void *data, tern_tensor_t *out_tensor) {
  const descriptor_t *descriptor = data;
  TERN_RETURN_IF_ERROR(tern_tensor_initialize(element_type_of(value), (uint32_t)value->rank,
                                              value->is_memref ? descriptor->sizes : NULL, out_tensor));
  size_t size = tern_element_type_size(out_tensor->element_type);
  char *to = out_tensor->data;
  const char *base = value->is_memref ? (char *)descriptor->aligned + descriptor->offset * (int64_t)size : data;
  gather(descriptor, value->rank, 0, base, size, &to);
  return tern_ok();
}

// --- calls ---

static void make_values(const tern_host_signature_t *function, const tern_tensor_t *inputs, void **values) {
  for (size_t i = 0; i < function->argument_count; ++i) {
    values[i] = function->arguments[i].is_memref ? (void *)wrap(&inputs[i]) : inputs[i].data;
  }
  for (size_t i = 0; i < function->result_count; ++i) {
    values[function->argument_count + i] = make_descriptor(function->results[i].rank);
  }
}

static void free_values(const tern_host_signature_t *function, void **values) {
  for (size_t i = 0; i < function->argument_count; ++i) {
    if (function->arguments[i].is_memref) free(values[i]);
  }
  for (size_t i = 0; i < function->result_count; ++i) free(values[function->argument_count + i]);
  free(values);
}

static tern_status_t read_outputs(const tern_host_signature_t *function, void *const *values, tern_tensor_t *outputs,
                                  size_t *inout_count) {
  for (size_t i = 0; i < function->result_count; ++i) {
    TERN_RETURN_IF_ERROR(
        read_value(&function->results[i], values[function->argument_count + i], &outputs[*inout_count]));
    ++*inout_count;
  }
  for (size_t i = 0; i < function->argument_count; ++i) {
    if (!function->arguments[i].is_memref) continue;
    TERN_RETURN_IF_ERROR(read_value(&function->arguments[i], values[i], &outputs[*inout_count]));
    ++*inout_count;
  }
  return tern_ok();
}

bool run_host_function(const tern_host_program_t *program, const tern_host_signature_t *function,
                       const tern_tensor_t *inputs, tern_tensor_t **out_outputs, size_t *out_output_count) {
  *out_outputs = NULL;
  *out_output_count = 0;
  for (size_t i = 0; i < function->argument_count; ++i) {
    if (!check_input(function, i, &inputs[i])) return false;
  }
  size_t count = function->argument_count + function->result_count;
  void **values = allocate(count, sizeof *values);
  *out_outputs = allocate(count, sizeof **out_outputs);
  make_values(function, inputs, values);
  tern_status_t status = tern_host_program_call(program, function, values);
  fflush(stdout);
  if (tern_status_is_ok(status)) status = read_outputs(function, values, *out_outputs, out_output_count);
  free_values(function, values);
  return tern_status_is_ok(status) || report_in(function->name, status);
}

void free_host_outputs(tern_tensor_t *outputs, size_t count) {
  for (size_t i = 0; i < count; ++i) tern_tensor_deinitialize(&outputs[i]);
  free(outputs);
}

bool print_host_result(const tern_host_signature_t *function, const char *type, const tern_tensor_t *outputs) {
  bool is_void = strcmp(type, "void") == 0;
  bool is_known = is_void || strcmp(type, "i32") == 0 || strcmp(type, "i64") == 0 || strcmp(type, "f32") == 0;
  if (!is_known) return fail_in(type, "the result of an entry point is void, i32, i64 or f32");
  if (function->result_count != (is_void ? 0 : 1) || (!is_void && strcmp(function->results[0].type, type) != 0)) {
    return fail_in(function->name, "its result is not of the type that --entry-point-result says");
  }
  int32_t i32;
  int64_t i64;
  float f32;
  if (strcmp(type, "i32") == 0) printf("%" PRId32 "\n", (memcpy(&i32, outputs[0].data, sizeof i32), i32));
  if (strcmp(type, "i64") == 0) printf("%" PRId64 "\n", (memcpy(&i64, outputs[0].data, sizeof i64), i64));
  if (strcmp(type, "f32") == 0) printf("%f\n", (double)(memcpy(&f32, outputs[0].data, sizeof f32), f32));
  return true;
}
