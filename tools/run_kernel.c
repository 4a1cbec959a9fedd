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
  tern_kernel_t *kernel;      // NULL: it is interpreted
  tern_compiler_t *compiler;  // that interprets it
  const char *name;
  const tern_kernel_argument_t *infos;
  size_t count;
  tern_tensor_t *tensors;  // empty where the array of another argument is passed
  size_t *owners;          // whose array an argument is
  uint64_t *values;
} launch_t;

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
  tern_status_t status = tern_compiler_compile_kernels(compiler, options, &arguments->launch, &data, &size);
  if (tern_status_is_ok(status)) status = tern_module_load(data, size, &module);
  if (!tern_status_is_ok(status) && status.code != TERN_INVALID_IR) report(status);
  if (module && arguments->show_time) fprintf(stderr, "compile: %.3f ms\n", now_ms() - start);
  free(data);
  return module;
}

// --- arguments ---

static bool refuse_argument(const launch_t *l, size_t index, const char *given) {
  return complain("error: argument %zu of '%s' is of type %s but the input is %s", index, l->name, l->infos[index].type,
                  given);
}

// An array lies in memory as the kernel sees it: its elements have the size of those that are pointed to, and are floats if these
// are of a format that files have a word for. Integers may have a sign or none.
static bool fits(const tern_kernel_argument_t *argument, const tern_tensor_t *array) {
  tern_element_type_t wanted = argument->element_type, given = array->element_type;
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
      !l->infos[other].is_pointer) {
    return complain("error: --input=arg:%s is to name the array of an argument before argument %zu", text, index);
  }
  if (!fits(&l->infos[index], &l->tensors[other])) {
    return refuse_argument(l, index, "the array of an argument with other elements");
  }
  l->owners[index] = (size_t)other;
  return true;
}

static bool read_value(launch_t *l, size_t index, const char *text) {
  const tern_kernel_argument_t *argument = &l->infos[index];
  tern_parameter_info_t info = {.kind = TERN_VARIANT_BUFFER_VIEW, .name = ""};
  tern_array_slots_t slots = {.values = &info, .count = 1, .noun = "argument"};
  tern_tensor_t *tensor = &l->tensors[index];
  tern_array_place_t place;
  tern_status_t status = tern_arrays_bind(&slots, &text, 1, &place, tensor);
  if (!tern_status_is_ok(status)) return complain("error: argument %zu: %s", index, status.message);
  bool is_right = argument->is_pointer ? text[0] == '@' || tensor->rank > 0 : tensor->rank == 0;
  is_right =
      is_right && (argument->is_pointer ? fits(argument, tensor) : tensor->element_type == argument->element_type);
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
    return complain("error: '%s' takes %zu arguments, but %zu are given with --input", l->name, l->count, texts->count);
  }
  for (size_t i = 0; i < l->count; ++i) {
    bool is_shared = strncmp(texts->values[i], "arg:", 4) == 0 && l->infos[i].is_pointer;
    l->owners[i] = i;
    if (!(is_shared ? share_array(l, i, texts->values[i] + 4) : read_value(l, i, texts->values[i]))) return false;
    const tern_tensor_t *tensor = &l->tensors[l->owners[i]];
    if (l->infos[i].is_pointer) {
      l->values[i] = (uintptr_t)tensor->data;
    } else {
      memcpy(&l->values[i], tensor->data, tensor->data_size < 8 ? tensor->data_size : 8);
    }
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
  if (index >= l->count || !l->infos[index].is_pointer) {
    return complain("error: --output=%s: '%s' has no array as argument %llu", text, l->name, index);
  }
  return report(tern_tensor_write_npy(&l->tensors[l->owners[index]], end + 2));
}

// By definition, on the arrays and numbers that were read.
static tern_status_t interpret(launch_t *l, const uint32_t grid[3]) {
  tern_kernel_value_t *values = allocate(l->count + 1, sizeof *values);
  char *text = NULL;
  for (size_t i = 0; i < l->count; ++i) {
    const tern_tensor_t *tensor = &l->tensors[l->owners[i]];
    values[i] = (tern_kernel_value_t){
        .data = tensor->data, .size = tensor->data_size, .same_as = l->owners[i], .bits = l->values[i]};
  }
  tern_status_t status = tern_compiler_interpret_kernel(l->compiler, l->name, grid, values, l->count, &text);
  if (text) fputs(text, stdout);
  free(text);
  free(values);
  return status;
}

static bool launch(launch_t *l) {
  uint32_t grid[3] = {1, 1, 1};
  const arguments_t *arguments = l->arguments;
  if (!arguments->grid) return fail("a kernel needs --grid=X,Y,Z", NULL);
  if (!read_grid(arguments->grid, grid) || !read_kernel_arguments(l)) return false;
  double start = now_ms();
  tern_status_t status = l->kernel ? tern_kernel_launch(l->kernel, grid, l->values, l->count) : interpret(l, grid);
  fflush(stdout);
  if (arguments->show_time) fprintf(stderr, "run: %.3f ms\n", now_ms() - start);
  bool is_right = tern_status_is_ok(status);
  // Diagnostics have said what the interpreter saw, and arrays show how far it came.
  if (!is_right && (l->kernel || status.code != TERN_INVALID_IR)) report(status);
  if (!is_right && l->kernel) return false;
  for (size_t i = 0; i < arguments->outputs.count; ++i) {
    if (!write_array(l, arguments->outputs.values[i])) return false;
  }
  return is_right;
}

static bool launch_with_room(launch_t *l) {
  l->tensors = allocate(l->count + 1, sizeof *l->tensors);
  l->owners = allocate(l->count + 1, sizeof *l->owners);
  l->values = allocate(l->count + 1, sizeof *l->values);
  bool is_right = launch(l);
  for (size_t i = 0; i < l->count; ++i) tern_tensor_deinitialize(&l->tensors[i]);
  free(l->tensors);
  free(l->owners);
  free(l->values);
  return is_right;
}

static const char *wanted_name(const arguments_t *arguments) {
  const char *name = arguments->function;
  return name && name[0] == '@' ? name + 1 : name;
}

bool run_kernel(const arguments_t *arguments, tern_module_t *module) {
  launch_t l = {.arguments = arguments};
  tern_status_t status =
      tern_kernel_create(module, wanted_name(arguments), (uint32_t)arguments->thread_count, &l.kernel);
  if (!tern_status_is_ok(status)) return report(status);
  l.name = tern_kernel_name(l.kernel);
  l.count = tern_kernel_argument_count(l.kernel);
  tern_kernel_argument_t *infos = allocate(l.count + 1, sizeof *infos);
  for (size_t i = 0; i < l.count; ++i) infos[i] = *tern_kernel_argument_at(l.kernel, i);
  l.infos = infos;
  bool is_right = launch_with_room(&l);
  free(infos);
  tern_kernel_destroy(l.kernel);
  return is_right;
}

bool interpret_kernel(const arguments_t *arguments, tern_compiler_t *compiler) {
  launch_t l = {.arguments = arguments, .compiler = compiler};
  char *name = NULL;
  tern_kernel_argument_t *infos = NULL;
  if (strcmp(arguments->interpreter_order, "forward") != 0) {
    return fail("programs of a kernel are interpreted in order: --interpret takes no order",
                arguments->interpreter_order);
  }
  tern_status_t status = tern_compiler_describe_kernel(compiler, wanted_name(arguments), &name, &infos, &l.count);
  if (!tern_status_is_ok(status)) return status.code == TERN_INVALID_IR ? false : report(status);
  l.name = name;
  l.infos = infos;
  bool is_right = launch_with_room(&l);
  free(infos);
  free(name);
  return is_right;
}
