// Launches of Triton's kernels: arguments in order, `@x.npy` an array, `i32=7` a number, `arg:2` the array of argument 2 again.

#include "run_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/memory.h"
#include "tern/arrays.h"
#include "tern/kernel.h"

typedef struct launch {
  const arguments_t *arguments;
  tern_kernel_t *kernel;
  size_t count;
  tern_device_t *device;
  tern_tensor_t *tensors;   // numbers, and arrays; empty where the array of another argument is passed
  tern_buffer_t **buffers;  // of arrays
  size_t *owners;           // whose array an argument is
  uint64_t *addresses;      // of arrays on the device
  const void **values;      // where each argument is
} launch_t;

static bool is_pointer(const launch_t *l, size_t index) {
  return tern_kernel_argument_at(l->kernel, index)->kind == TERN_KERNEL_ARGUMENT_POINTER;
}

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

tern_module_t *compile_kernels(const arguments_t *arguments, tern_compiler_t *compiler,
                               const tern_compile_options_t *options) {
  char *data = NULL;
  size_t size = 0;
  tern_module_t *module = NULL;
  double start = now_ms();
  tern_status_t status =
      tern_compiler_emit_kernels(compiler, options, &arguments->launch, TERN_ARTIFACT_MODULE, &data, &size);
  if (tern_status_is_ok(status)) status = tern_module_load(data, size, &module);
  if (!tern_status_is_ok(status) && status.code != TERN_INVALID_IR) report(status);
  if (module && arguments->show_time) fprintf(stderr, "compile: %.3f ms\n", now_ms() - start);
  free(data);
  return module;
}

// --- arguments ---

static bool refuse_argument(const launch_t *l, size_t index, const char *given) {
  const tern_kernel_argument_t *argument = tern_kernel_argument_at(l->kernel, index);
  const char *element = tern_element_type_name((tern_element_type_t)argument->element_type);
  bool is_number = argument->kind == TERN_KERNEL_ARGUMENT_NUMBER;
  return complain("error: argument %zu of '%s' is of type %s%s%s but the input is %s", index,
                  tern_kernel_name(l->kernel), is_number ? "" : "!tt.ptr<", element, is_number ? "" : ">", given);
}

// An array lies in memory as the kernel sees it: its elements have the size of those that are pointed to, and are floats if these
// are of a format that files have a word for. Integers may have a sign or none.
static bool fits(const tern_kernel_argument_t *argument, const tern_tensor_t *array) {
  tern_element_type_t wanted = (tern_element_type_t)argument->element_type, given = array->element_type;
  bool is_common =
      wanted == TERN_ELEMENT_TYPE_F16 || wanted == TERN_ELEMENT_TYPE_F32 || wanted == TERN_ELEMENT_TYPE_F64;
  bool is_float = tern_element_type_class(given) == TERN_ELEMENT_CLASS_FLOAT;
  bool wants_float = tern_element_type_class(wanted) == TERN_ELEMENT_CLASS_FLOAT;
  if (wanted == TERN_ELEMENT_TYPE_NONE) return tern_element_type_size(given) == 8;  // pointers to pointers
  if (tern_element_type_size(given) != tern_element_type_size(wanted)) return false;
  if (is_common) return given == wanted;
  return !is_float || (wants_float && given == wanted);
}

// `arg:K`: an earlier argument's array.
static bool share_array(launch_t *l, size_t index, const char *text) {
  char *end;
  unsigned long long other = strtoull(text, &end, 10);
  if (end == text || *end || other >= index || l->owners[other] != other || !l->tensors[other].data ||
      !is_pointer(l, (size_t)other)) {
    return complain("error: --input=arg:%s is to name the array of an argument before argument %zu", text, index);
  }
  if (!fits(tern_kernel_argument_at(l->kernel, index), &l->tensors[other])) {
    return refuse_argument(l, index, "the array of an argument with other elements");
  }
  l->owners[index] = (size_t)other;
  return true;
}

static bool read_value(launch_t *l, size_t index, const char *text) {
  const tern_kernel_argument_t *argument = tern_kernel_argument_at(l->kernel, index);
  tern_parameter_info_t info = {.kind = TERN_VARIANT_BUFFER_VIEW, .name = ""};
  tern_array_slots_t slots = {.values = &info, .count = 1, .noun = "argument"};
  tern_tensor_t *tensor = &l->tensors[index];
  tern_array_place_t place;
  tern_status_t status = tern_arrays_bind(&slots, &text, 1, &place, tensor);
  if (!tern_status_is_ok(status)) return complain("error: argument %zu: %s", index, status.message);
  bool is_array = is_pointer(l, index), is_right = is_array ? text[0] == '@' || tensor->rank > 0 : tensor->rank == 0;
  is_right = is_right && (is_array ? fits(argument, tensor) : tensor->element_type == argument->element_type);
  if (is_right) return true;
  char *type = NULL;
  status = tern_tensor_format_type(tensor, &type);
  refuse_argument(l, index, tern_status_is_ok(status) ? type : "another");
  free(type);
  return false;
}

static bool read_kernel_arguments(launch_t *l) {
  const option_list_t *texts = &l->arguments->inputs;
  if (texts->count != l->count) {
    return complain("error: '%s' takes %zu arguments, but %zu are given with --input", tern_kernel_name(l->kernel),
                    l->count, texts->count);
  }
  for (size_t i = 0; i < l->count; ++i) {
    bool is_shared = strncmp(texts->values[i], "arg:", 4) == 0 && is_pointer(l, i);
    l->owners[i] = i;
    if (!(is_shared ? share_array(l, i, texts->values[i] + 4) : read_value(l, i, texts->values[i]))) return false;
    l->values[i] = is_pointer(l, i) ? (const void *)&l->addresses[l->owners[i]] : l->tensors[i].data;
  }
  return true;
}

// --- memory of the device ---

static bool move_to_device(launch_t *l, size_t index) {
  const tern_tensor_t *tensor = &l->tensors[index];
  tern_buffer_usage_t usage = TERN_BUFFER_USAGE_DISPATCH | TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_MAPPING;
  tern_status_t status = tern_buffer_allocate(l->device, usage, tensor->data_size, &l->buffers[index]);
  if (tern_status_is_ok(status)) status = tern_buffer_write(l->buffers[index], 0, tensor->data, tensor->data_size);
  if (tern_status_is_ok(status)) status = tern_buffer_address(l->buffers[index], &l->addresses[index]);
  return report(status);
}

static bool move_arrays(launch_t *l) {
  for (size_t i = 0; i < l->count; ++i) {
    if (is_pointer(l, i) && l->owners[i] == i && !move_to_device(l, i)) return false;
  }
  return true;
}

// --- the grid, and arrays afterwards ---

static bool read_grid(const char *text, uint32_t grid[3]) {
  const char *at = text;
  size_t count = 0;
  for (; at && count < 3; ++count) {
    char *end;
    unsigned long long number = strtoull(at, &end, 10);
    if (end == at || number == 0 || number > INT32_MAX || (*end && *end != ',')) break;
    grid[count] = (uint32_t)number;
    at = *end ? end + 1 : NULL;
  }
  return (!at && count > 0) || fail("--grid takes one to three numbers from 1 on: X,Y,Z", text);
}

// `K:@FILE` writes the array of argument K.
static bool write_array(const launch_t *l, const char *text) {
  char *end;
  unsigned long long index = strtoull(text, &end, 10);
  if (end == text || strncmp(end, ":@", 2) != 0)
    return fail("of a kernel, --output takes K:@FILE for argument K", text);
  if (index >= l->count || !is_pointer(l, (size_t)index)) {
    return complain("error: --output=%s: '%s' has no array as argument %llu", text, tern_kernel_name(l->kernel), index);
  }
  tern_tensor_t *tensor = &l->tensors[l->owners[index]];
  return report(tern_buffer_read(l->buffers[l->owners[index]], 0, tensor->data, tensor->data_size)) &&
         report(tern_tensor_write_npy(tensor, end + 2));
}

static bool launch(launch_t *l) {
  uint32_t grid[3] = {1, 1, 1};
  const arguments_t *arguments = l->arguments;
  if (!arguments->grid) return fail("a kernel needs --grid=X,Y,Z", NULL);
  if (!read_grid(arguments->grid, grid) || !read_kernel_arguments(l) || !move_arrays(l)) return false;
  double start = now_ms();
  tern_status_t status = tern_kernel_launch(l->kernel, grid, l->values, NULL);
  if (tern_status_is_ok(status)) status = tern_device_wait_idle(l->device);
  fflush(stdout);
  if (arguments->show_time) fprintf(stderr, "run: %.3f ms\n", now_ms() - start);
  if (!tern_status_is_ok(status)) return report(status);
  for (size_t i = 0; i < arguments->outputs.count; ++i) {
    if (!write_array(l, arguments->outputs.values[i])) return false;
  }
  return true;
}

bool run_kernel(const arguments_t *arguments, tern_device_t *device, tern_module_t *module) {
  launch_t l = {.arguments = arguments, .device = device};
  const char *name = arguments->function;
  tern_status_t status = tern_kernel_load(device, module, name && name[0] == '@' ? name + 1 : name, &l.kernel);
  if (!tern_status_is_ok(status)) return report(status);
  l.count = tern_kernel_argument_count(l.kernel);
  l.tensors = allocate(l.count + 1, sizeof *l.tensors);
  l.owners = allocate(l.count + 1, sizeof *l.owners);
  l.buffers = allocate(l.count + 1, sizeof(tern_buffer_t *));
  l.addresses = allocate(l.count + 1, sizeof *l.addresses);
  l.values = allocate(l.count + 1, sizeof *l.values);
  bool is_right = launch(&l);
  for (size_t i = 0; i < l.count; ++i) {
    tern_tensor_deinitialize(&l.tensors[i]);
    tern_buffer_release(l.buffers[i]);
  }
  free(l.buffers);
  free(l.addresses);
  free(l.tensors);
  free(l.owners);
  free(l.values);
  tern_kernel_release(l.kernel);
  return is_right;
}
