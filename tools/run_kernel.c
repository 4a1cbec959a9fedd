// Launches of Triton's kernels: arguments in order, `@x.npy` an array, `i32=7` a number, `arg:2` the array of argument 2 again,
// `desc:@x.npy:16x32:32x1` a descriptor of a part of an array.

#include "run_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/memory.h"
#include "run_values.h"
#include "tern/arrays.h"
#include "tern/compile_kernels.h"
#include "tern/interpret_kernels.h"
#include "tern/kernel.h"

typedef struct launch {
  const arguments_t *arguments;
  tern_device_t *device;
  tern_kernel_t *kernel;      // NULL: it is interpreted
  tern_compiler_t *compiler;  // that interprets it
  const char *name;
  const tern_kernel_argument_t *infos;
  size_t count;
  tern_tensor_t *tensors;        // empty where the array of another argument is passed
  tern_buffer_t **buffers;       // arrays on the device
  size_t *owners;                // whose array an argument is
  size_t *places;                // of inputs: the argument that they are, or the first of several; l.count: none
  uint64_t *values;              // addresses and numbers
  tern_kernel_tensor_t *blocks;  // of arguments that are descriptors
  const void **addresses;        // of one or the other
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
  tern_status_t status =
      tern_compiler_emit_kernels(compiler, options, &arguments->launch, TERN_ARTIFACT_MODULE, &data, &size);
  if (tern_status_is_ok(status)) status = tern_module_load(data, size, &module);
  if (!tern_status_is_ok(status) && status.code != TERN_INVALID_IR) report(status);
  if (module && arguments->show_time) fprintf(stderr, "compile: %.3f ms\n", now_ms() - start);
  free(data);
  return module;
}

// --- arguments ---

static bool is_pointer(const tern_kernel_argument_t *argument) {
  return argument->kind == TERN_KERNEL_ARGUMENT_POINTER;
}
static bool is_descriptor(const tern_kernel_argument_t *argument) {
  return argument->kind == TERN_KERNEL_ARGUMENT_DESCRIPTOR;
}

static bool refuse_argument(const launch_t *l, size_t index, const char *given) {
  const tern_kernel_argument_t *argument = &l->infos[index];
  const char *type =
      argument->element_type ? tern_element_type_name((tern_element_type_t)argument->element_type) : "pointers";
  return complain("error: argument %zu of '%s' is %s%s but the input is %s", index, l->name,
                  argument->kind == TERN_KERNEL_ARGUMENT_NUMBER ? "" : "an array of ", type, given);
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
  size_t owner = end != text && !*end && other < index ? l->places[other] : index;
  if (owner >= index || l->infos[owner].kind == TERN_KERNEL_ARGUMENT_NUMBER) {
    return complain("error: --input=arg:%s is to name the array of an argument before argument %zu", text, index);
  }
  owner = l->owners[owner];
  if (!fits(&l->infos[index], &l->tensors[owner])) {
    return refuse_argument(l, index, "the array of an argument with other elements");
  }
  l->owners[index] = owner;
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
  bool is_number = argument->kind == TERN_KERNEL_ARGUMENT_NUMBER;
  bool is_right = is_number ? tensor->rank == 0 && tensor->element_type == argument->element_type
                            : (text[0] == '@' || tensor->rank > 0) && fits(argument, tensor);
  if (is_right) return true;
  char *type = NULL;
  status = tern_tensor_format_type(tensor, &type);
  refuse_argument(l, index, tern_status_is_ok(status) ? type : "another");
  free(type);
  return false;
}

// --- descriptors ---

// "16x32" behind a colon: up to `most` numbers; how many.
static size_t read_sizes(const char *text, int64_t *out, size_t most) {
  size_t count = 0;
  while (text && *text && count < most) {
    char *end;
    out[count] = (int64_t)strtoull(text, &end, 10);
    if (end == text) return 0;
    ++count;
    text = *end == 'x' ? end + 1 : NULL;
    if (*end && *end != 'x' && *end != ':') return 0;
  }
  return count;
}

// Numbers behind a descriptor that say of it what Triton hands on to the kernel as well: its sizes, and its strides. 0: there are none.
static size_t numbers_behind(const launch_t *l, size_t index) {
  size_t rank = l->infos[index].rank, count = 0;
  for (; count < 2 * rank && index + 1 + count < l->count; ++count) {
    const tern_kernel_argument_t *number = &l->infos[index + 1 + count];
    tern_element_type_t type = count < rank ? TERN_ELEMENT_TYPE_I32 : TERN_ELEMENT_TYPE_I64;
    if (number->kind != TERN_KERNEL_ARGUMENT_NUMBER || number->element_type != type) break;
  }
  return count == 2 * rank ? count : 0;
}

// `desc:@x.npy:16x32:32x1`, perhaps with `:nan` for what lies outside: the array, and sizes and strides of what the descriptor sees.
static bool read_part(launch_t *l, size_t index, const char *text) {
  tern_kernel_tensor_t *block = &l->blocks[index];
  const char *shape = strncmp(text, "desc:@", 6) == 0 ? strchr(text + 6, ':') : NULL,
             *steps = shape ? strchr(shape + 1, ':') : NULL, *fill = steps ? strchr(steps + 1, ':') : NULL;
  size_t rank = l->infos[index].rank;
  block->fills_with_nan = fill != NULL;
  if (!steps || read_sizes(shape + 1, block->dims, TERN_KERNEL_RANK_MAX) != rank ||
      read_sizes(steps + 1, block->strides, TERN_KERNEL_RANK_MAX) != rank || (fill && strcmp(fill, ":nan") != 0)) {
    return complain(
        "error: argument %zu of '%s' is a descriptor of %zu dimensions, an array of as many or "
        "desc:@FILE.npy:SIZES:STRIDES, and not %s",
        index, l->name, rank, text);
  }
  char *path = allocate((size_t)(shape - text), 1);
  memcpy(path, text + 6, (size_t)(shape - text) - 6);
  tern_status_t status = tern_tensor_read_npy(path, TERN_ELEMENT_TYPE_NONE, &l->tensors[index]);
  free(path);
  return report(status);
}

// An array is a descriptor of all of it.
static bool read_whole(launch_t *l, size_t index, const char *text) {
  tern_kernel_tensor_t *block = &l->blocks[index];
  bool is_shared = strncmp(text, "arg:", 4) == 0;
  if (!(is_shared ? share_array(l, index, text + 4) : read_value(l, index, text))) return false;
  const tern_tensor_t *tensor = &l->tensors[l->owners[index]];
  if (tensor->rank != l->infos[index].rank) {
    return complain("error: argument %zu of '%s' is a descriptor of %u dimensions, but the array has %u", index,
                    l->name, l->infos[index].rank, (unsigned)tensor->rank);
  }
  int64_t stride = 1;
  for (size_t d = tensor->rank; d-- > 0; stride *= tensor->dims[d]) {
    block->dims[d] = tensor->dims[d];
    block->strides[d] = stride;
  }
  return true;
}

// How many arguments it fills; 0 after an error.
static size_t read_descriptor(launch_t *l, size_t index, const char *text) {
  const tern_kernel_tensor_t *block = &l->blocks[index];
  l->owners[index] = index;
  bool is_part = strncmp(text, "desc:", 5) == 0;
  if (!(is_part ? read_part(l, index, text) : read_whole(l, index, text))) return 0;
  size_t rank = l->infos[index].rank, count = numbers_behind(l, index);
  for (size_t i = 0; i < count; ++i) {
    l->values[index + 1 + i] = (uint64_t)(i < rank ? block->dims[i] : block->strides[i - rank]);
    l->owners[index + 1 + i] = index + 1 + i;
  }
  return 1 + count;
}

// --- all of them ---

// How many arguments an input fills; 0 after an error.
static size_t read_argument(launch_t *l, size_t index, const char *text) {
  const tern_kernel_argument_t *argument = &l->infos[index];
  if (is_descriptor(argument)) return read_descriptor(l, index, text);
  bool is_shared = strncmp(text, "arg:", 4) == 0 && is_pointer(argument);
  l->owners[index] = index;
  if (!(is_shared ? share_array(l, index, text + 4) : read_value(l, index, text))) return 0;
  const tern_tensor_t *tensor = &l->tensors[index];
  if (!is_pointer(argument)) memcpy(&l->values[index], tensor->data, tensor->data_size < 8 ? tensor->data_size : 8);
  return 1;
}

// Triton makes kernels without the arguments that equal 1 where it specializes them: if so many inputs are too many, they are left out.
static bool leaves_ones_out(const launch_t *l, size_t wanted) {
  const option_list_t *texts = &l->arguments->inputs;
  size_t count = 0;
  for (size_t i = 0; i < texts->count; ++i) {
    count += strcmp(texts->values[i], "i32=1") == 0 || strcmp(texts->values[i], "i64=1") == 0;
  }
  return texts->count > wanted && texts->count - wanted == count;
}

// How many inputs there are to be: a descriptor is one.
static size_t count_inputs(const launch_t *l) {
  size_t count = 0;
  for (size_t i = 0; i < l->count; ++count) {
    const tern_kernel_argument_t *argument = &l->infos[i];
    i += is_descriptor(argument) ? 1 + numbers_behind(l, i) : 1;
  }
  return count;
}

static bool read_kernel_arguments(launch_t *l) {
  const option_list_t *texts = &l->arguments->inputs;
  size_t wanted = count_inputs(l);
  bool skips_ones = leaves_ones_out(l, wanted);
  if (texts->count != wanted && !skips_ones) {
    return complain("error: '%s' takes %zu arguments, but %zu are given with --input", l->name, wanted, texts->count);
  }
  for (size_t i = 0; i < texts->count; ++i) l->places[i] = l->count;  // not read yet
  for (size_t i = 0, index = 0; i < texts->count && index < l->count; ++i) {
    const char *text = texts->values[i];
    if (skips_ones && (strcmp(text, "i32=1") == 0 || strcmp(text, "i64=1") == 0)) continue;
    l->places[i] = index;
    size_t count = read_argument(l, index, text);
    if (count == 0) return false;
    index += count;
  }
  return true;
}

// --- memory of the device ---

// Bytes before and behind each array that nobody is to write. A kernel that forgets a mask writes a block too many: most blocks
// are no larger.
enum { FENCE_SIZE = 8192, FENCE_BYTE = 0xa5 };

static tern_status_t move_array(launch_t *l, size_t index) {
  const tern_tensor_t *tensor = &l->tensors[index];
  tern_buffer_usage_t usage = TERN_BUFFER_USAGE_DISPATCH | TERN_BUFFER_USAGE_TRANSFER | TERN_BUFFER_USAGE_MAPPING;
  char fence[FENCE_SIZE];
  memset(fence, FENCE_BYTE, FENCE_SIZE);
  TERN_RETURN_IF_ERROR(
      tern_buffer_allocate(l->device, usage, tensor->data_size + 2 * (size_t)FENCE_SIZE, &l->buffers[index]));
  tern_buffer_t *buffer = l->buffers[index];
  TERN_RETURN_IF_ERROR(tern_buffer_write(buffer, 0, fence, FENCE_SIZE));
  TERN_RETURN_IF_ERROR(tern_buffer_write(buffer, FENCE_SIZE, tensor->data, tensor->data_size));
  TERN_RETURN_IF_ERROR(tern_buffer_write(buffer, FENCE_SIZE + tensor->data_size, fence, FENCE_SIZE));
  TERN_RETURN_IF_ERROR(tern_buffer_address(buffer, &l->values[index]));
  l->values[index] += FENCE_SIZE;
  l->blocks[index].address = l->values[index];
  return tern_ok();
}

// The array afterwards, unless the kernel wrote around it.
static tern_status_t read_back(launch_t *l, size_t index) {
  tern_tensor_t *tensor = &l->tensors[index];
  char fences[2][FENCE_SIZE];
  TERN_RETURN_IF_ERROR(tern_buffer_read(l->buffers[index], 0, fences[0], FENCE_SIZE));
  TERN_RETURN_IF_ERROR(tern_buffer_read(l->buffers[index], FENCE_SIZE, tensor->data, tensor->data_size));
  TERN_RETURN_IF_ERROR(tern_buffer_read(l->buffers[index], FENCE_SIZE + tensor->data_size, fences[1], FENCE_SIZE));
  size_t before = 0, behind = 0;
  for (size_t i = 0; i < FENCE_SIZE; ++i) {
    if ((unsigned char)fences[0][FENCE_SIZE - 1 - i] != FENCE_BYTE) before = i + 1;
    if ((unsigned char)fences[1][i] != FENCE_BYTE) behind = i + 1;
  }
  if (before || behind) {
    return tern_status_make(TERN_OUT_OF_RANGE,
                            "'%s' wrote up to %zu bytes %s the array of argument %zu, which has %zu bytes; run it with "
                            "--interpret to see where",
                            l->name, before ? before : behind, before ? "before" : "behind", index, tensor->data_size);
  }
  return tern_ok();
}

// Copies arrays to the device, and says where each argument is.
static tern_status_t move_arguments(launch_t *l) {
  for (size_t i = 0; i < l->count; ++i) {
    bool is_number = l->infos[i].kind == TERN_KERNEL_ARGUMENT_NUMBER;
    if (!is_number && l->owners[i] == i) TERN_RETURN_IF_ERROR(move_array(l, i));
    if (!is_number) l->blocks[i].address = l->values[i] = l->values[l->owners[i]];
    l->addresses[i] = is_descriptor(&l->infos[i]) ? (const void *)&l->blocks[i] : &l->values[i];
  }
  return tern_ok();
}

static tern_status_t launch_on_device(launch_t *l, const uint32_t grid[3]) {
  TERN_RETURN_IF_ERROR(tern_kernel_launch(l->kernel, grid, l->addresses, NULL));
  TERN_RETURN_IF_ERROR(tern_device_wait_idle(l->device));
  for (size_t i = 0; i < l->count; ++i) {
    if (l->buffers[i]) TERN_RETURN_IF_ERROR(read_back(l, i));
  }
  return tern_ok();
}

// --- by definition ---

static tern_status_t interpret(launch_t *l, const uint32_t grid[3]) {
  tern_kernel_value_t *values = allocate(l->count + 1, sizeof *values);
  char *text = NULL;
  for (size_t i = 0; i < l->count; ++i) {
    const tern_tensor_t *tensor = &l->tensors[l->owners[i]];
    values[i] = (tern_kernel_value_t){
        .data = tensor->data, .size = tensor->data_size, .same_as = l->owners[i], .bits = l->values[i]};
    if (is_descriptor(&l->infos[i])) values[i].tensor = &l->blocks[i];
  }
  tern_status_t status = tern_compiler_interpret_kernel(l->compiler, l->name, grid, values, l->count, &text);
  if (text) fputs(text, stdout);
  free(text);
  free(values);
  return status;
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

// `K:@FILE` writes the array of argument K, and `K:-` prints it.
static bool give_array(const launch_t *l, const char *text) {
  char *end;
  unsigned long long index = strtoull(text, &end, 10);
  bool is_printed = strcmp(end, ":-") == 0;
  if (end == text || (!is_printed && strncmp(end, ":@", 2) != 0))
    return fail("of a kernel, --output takes K:@FILE or K:- for argument K", text);
  size_t place = index < l->arguments->inputs.count ? l->places[index] : l->count;
  if (place >= l->count || l->infos[place].kind == TERN_KERNEL_ARGUMENT_NUMBER) {
    return complain("error: --output=%s: '%s' has no array as argument %llu", text, l->name, index);
  }
  const tern_tensor_t *array = &l->tensors[l->owners[place]];
  return is_printed ? print_output(l->arguments, array) : report(tern_tensor_write_npy(array, end + 2));
}

static bool launch(launch_t *l) {
  uint32_t grid[3] = {1, 1, 1};
  const arguments_t *arguments = l->arguments;
  if (!arguments->grid) return fail("a kernel needs --grid=X,Y,Z", NULL);
  if (!read_grid(arguments->grid, grid) || !read_kernel_arguments(l)) return false;
  tern_status_t status = l->kernel ? move_arguments(l) : tern_ok();
  double start = now_ms();
  if (tern_status_is_ok(status)) status = l->kernel ? launch_on_device(l, grid) : interpret(l, grid);
  fflush(stdout);
  if (arguments->show_time) fprintf(stderr, "run: %.3f ms\n", now_ms() - start);
  bool is_right = tern_status_is_ok(status);
  if (!is_right && l->kernel) return report(status);
  // Diagnostics have said what the interpreter saw, and arrays show how far it came.
  bool is_said = status.code == TERN_INVALID_IR || status.code == TERN_FAILED_PRECONDITION;
  if (!is_right && !is_said) report(status);
  for (size_t i = 0; i < arguments->outputs.count; ++i) {
    if (!give_array(l, arguments->outputs.values[i])) return false;
  }
  return is_right;
}

static bool launch_with_room(launch_t *l) {
  l->tensors = allocate(l->count + 1, sizeof *l->tensors);
  l->buffers = allocate(l->count + 1, sizeof(tern_buffer_t *));
  l->owners = allocate(l->count + 1, sizeof *l->owners);
  l->places = allocate(l->arguments->inputs.count + 1, sizeof *l->places);
  l->values = allocate(l->count + 1, sizeof *l->values);
  l->blocks = allocate(l->count + 1, sizeof *l->blocks);
  l->addresses = allocate(l->count + 1, sizeof *l->addresses);
  bool is_right = launch(l);
  for (size_t i = 0; i < l->count; ++i) {
    tern_tensor_deinitialize(&l->tensors[i]);
    tern_buffer_release(l->buffers[i]);
  }
  free(l->tensors);
  free(l->buffers);
  free(l->owners);
  free(l->places);
  free(l->values);
  free(l->blocks);
  free(l->addresses);
  return is_right;
}

static const char *wanted_name(const arguments_t *arguments) {
  const char *name = arguments->function;
  return name && name[0] == '@' ? name + 1 : name;
}

bool run_kernel(const arguments_t *arguments, tern_device_t *device, tern_module_t *module) {
  launch_t l = {.arguments = arguments, .device = device};
  tern_status_t status = tern_kernel_load(device, module, wanted_name(arguments), &l.kernel);
  if (!tern_status_is_ok(status)) return report(status);
  l.name = tern_kernel_name(l.kernel);
  l.count = tern_kernel_argument_count(l.kernel);
  tern_kernel_argument_t *infos = allocate(l.count + 1, sizeof *infos);
  for (size_t i = 0; i < l.count; ++i) infos[i] = *tern_kernel_argument_at(l.kernel, i);
  l.infos = infos;
  bool is_right = launch_with_room(&l);
  free(infos);
  tern_kernel_release(l.kernel);
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
