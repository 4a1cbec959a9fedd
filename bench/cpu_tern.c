// The worker of bench/cpu.py that runs tern: cpu_tern THREADS.
//
//   load program MODULE FUNCTION INPUT...   a module file, called through a session, arguments on the device
//   load dispatch FILE INPUT...             a lone dispatch, compiled here: called directly with one thread, as an object file
//                                           that is linked to a program is, otherwise run from a command buffer
//   load compile FILE INPUT...              what is timed is compiling the program with a new compiler, loading the module
//                                           and the first call
//   load kernel FILE                        what is timed is compiling a dispatch to an address that can be called
//
// Inputs are as tern_tensor_parse() takes them. Checks run on a device that fills new buffers with garbage.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_worker.h"
#include "tern/program.h"
#include "tern/session.h"

enum { MAX_INPUTS = 1000, MAX_BINDINGS = 16 };

typedef enum kind_t { PROGRAM, DISPATCH, COMPILE, KERNEL } kind_t;

// What runs on one device; there are two in turn: for the check, and for the times.
typedef struct bound_t {
  tern_device_t *device;
  tern_module_t *module;
  tern_session_t *session;
  tern_call_t *call;
  tern_executable_t *executable;
  tern_command_buffer_t *commands;
  tern_buffer_t *buffers[MAX_BINDINGS];
  void *addresses[MAX_BINDINGS];
  uint32_t buffer_count;
} bound_t;

static uint32_t thread_count;
static struct state {
  kind_t kind;
  const char *file, *function;
  char text[8192];  // of both
  tern_tensor_t inputs[MAX_INPUTS];
  int input_count;
  tern_instance_t *instance;
  tern_kernels_t *kernels;
  bound_t bound;
} state;

static const char *problem_of(tern_status_t status) {
  if (tern_status_is_ok(status)) return NULL;
  return worker_problem("%s", status.message ? status.message : tern_status_code_name(status.code));
}

#define CHECK(call)                        \
  do {                                     \
    const char *wrong_ = problem_of(call); \
    if (wrong_) return wrong_;             \
  } while (0)

static void show(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

static const char *open_compiler(tern_compiler_t **out_compiler) {
  CHECK(tern_compiler_create(out_compiler));
  tern_compiler_set_diagnostic_handler(*out_compiler, show, NULL);
  return problem_of(tern_compiler_load_file(*out_compiler, state.file));
}

static const char *compile_kernels(tern_kernels_t **out_kernels) {
  tern_compiler_t *compiler = NULL;
  *out_kernels = NULL;
  const char *wrong = open_compiler(&compiler);
  if (!wrong) wrong = problem_of(tern_compiler_compile(compiler, NULL, out_kernels));
  tern_compiler_destroy(compiler);
  return wrong;
}

static const char *compile_module(tern_module_t **out_module) {
  tern_compiler_t *compiler = NULL;
  char *data = NULL;
  size_t size;
  const char *wrong = open_compiler(&compiler);
  if (!wrong) wrong = problem_of(tern_compiler_compile_program(compiler, NULL, &data, &size));
  tern_compiler_destroy(compiler);
  if (!wrong) wrong = problem_of(tern_module_load(data, size, out_module));
  free(data);
  return wrong;
}

static void unbind(bound_t *bound) {
  tern_call_destroy(bound->call);
  tern_session_release(bound->session);
  tern_module_release(bound->module);
  tern_command_buffer_release(bound->commands);
  for (uint32_t i = 0; i < bound->buffer_count; ++i) tern_buffer_release(bound->buffers[i]);
  tern_executable_release(bound->executable);
  tern_device_release(bound->device);
  *bound = (bound_t){0};
}

static const char *open_device(bound_t *bound, bool is_poisoned) {
  tern_device_options_t options = {.thread_count = thread_count,
                                   .flags = is_poisoned ? TERN_DEVICE_FLAG_POISON_BUFFERS : 0};
  return problem_of(tern_device_create("cpu", &options, &bound->device));
}

// Binds `bound->module` to the device and sets the arguments.
static const char *bind_module(bound_t *bound) {
  tern_session_params_t params = {
      .modules = &bound->module, .module_count = 1, .devices = &bound->device, .device_count = 1};
  CHECK(tern_session_create(state.instance, &params, &bound->session));
  CHECK(tern_call_create(bound->session, state.function, &bound->call));
  for (int i = 0; i < state.input_count; ++i) CHECK(tern_call_set_tensor(bound->call, (size_t)i, &state.inputs[i]));
  return NULL;
}

// Bytes of what is bound: sizes are known, elements are f32, bf16 or integers of that many bits.
static size_t binding_size(const tern_binding_info_t *binding) {
  size_t size = tern_element_type_size(binding->element_type);
  for (uint32_t i = 0; i < binding->rank; ++i) size *= (size_t)binding->dims[i];
  return size;
}

// Inputs go to the first bindings; what is behind them is written, and begins as garbage.
static const char *bind_dispatch(bound_t *bound) {
  tern_executable_params_t params = tern_kernels_executable_params(state.kernels);
  CHECK(tern_executable_create(bound->device, &params, &bound->executable));
  const tern_entry_point_t *entry = tern_executable_entry_point_at(bound->executable, 0);
  if (entry->binding_count > MAX_BINDINGS) return worker_problem("too many bindings");
  tern_buffer_range_t ranges[MAX_BINDINGS];
  for (uint32_t i = 0; i < entry->binding_count; ++i) {
    size_t size = binding_size(&entry->bindings[i]);
    CHECK(tern_buffer_allocate(bound->device, TERN_BUFFER_USAGE_DEFAULT, size, &bound->buffers[i]));
    bound->buffer_count = i + 1;
    // Stays mapped: the cpu's buffers are where the host sees them.
    CHECK(tern_buffer_map(bound->buffers[i], TERN_MAP_ACCESS_READ | TERN_MAP_ACCESS_WRITE, 0, TERN_WHOLE_BUFFER,
                          &bound->addresses[i]));
    if ((int)i < state.input_count && state.inputs[i].data_size != size)
      return worker_problem("an input of another size");
    if ((int)i < state.input_count)
      memcpy(bound->addresses[i], state.inputs[i].data, size);
    else
      memset(bound->addresses[i], 0xff, size);
    ranges[i] = tern_buffer_whole(bound->buffers[i]);
  }
  CHECK(tern_command_buffer_create(bound->device, &bound->commands));
  CHECK(
      tern_command_buffer_dispatch(bound->commands, bound->executable, 0, NULL, NULL, 0, ranges, entry->binding_count));
  return problem_of(tern_command_buffer_end(bound->commands));
}

static const char *bind(bound_t *bound, bool is_poisoned) {
  const char *wrong = open_device(bound, is_poisoned);
  if (wrong) return wrong;
  if (state.kind == DISPATCH) return bind_dispatch(bound);
  CHECK(tern_module_load_file(state.file, &bound->module));
  return bind_module(bound);
}

static const char *run(bound_t *bound) {
  if (state.kind == DISPATCH && thread_count == 1) {
    const tern_entry_point_t *entry = tern_executable_entry_point_at(bound->executable, 0);
    return tern_dispatch_run_serial(entry, NULL, bound->addresses, NULL) ? worker_problem("the kernel fails") : NULL;
  }
  if (state.kind == DISPATCH) return problem_of(tern_device_execute(bound->device, bound->commands));
  return problem_of(tern_call_invoke(bound->call));
}

static const char *write_results(bound_t *bound, const char *folder) {
  if (state.kind == DISPATCH)
    return worker_write(folder, 0, bound->addresses[state.input_count],
                        tern_buffer_size(bound->buffers[state.input_count]));
  size_t count = tern_call_function(bound->call)->result_count;
  for (size_t i = 0; i < count; ++i) {
    tern_tensor_t tensor;
    CHECK(tern_call_result_tensor(bound->call, i, &tensor));
    const char *wrong = worker_write(folder, (int)i, tensor.data, tensor.data_size);
    tern_tensor_deinitialize(&tensor);
    if (wrong) return wrong;
  }
  return NULL;
}

static const char *check(const char *folder) {
  if (state.kind == COMPILE || state.kind == KERNEL) return NULL;
  bound_t bound = {0};
  const char *wrong = bind(&bound, true);
  if (!wrong) wrong = run(&bound);
  if (!wrong) wrong = write_results(&bound, folder);
  unbind(&bound);
  return wrong;
}

static const char *results(const char *folder) { return write_results(&state.bound, folder); }

static const char *compile_and_call(void) {
  bound_t bound = {0};
  const char *wrong = compile_module(&bound.module);
  bound.device = state.bound.device;
  tern_device_retain(bound.device);
  if (!wrong) wrong = bind_module(&bound);
  if (!wrong) wrong = run(&bound);
  unbind(&bound);
  return wrong;
}

static const char *compile_to_address(void) {
  tern_kernels_t *kernels;
  const char *wrong = compile_kernels(&kernels);
  size_t count = 0;
  if (!wrong && (!tern_kernels_entry_points(kernels, &count) || count == 0)) wrong = worker_problem("no entry point");
  tern_kernels_destroy(kernels);
  return wrong;
}

static const char *call(void) {
  switch (state.kind) {
    case COMPILE: return compile_and_call();
    case KERNEL: return compile_to_address();
    default: return run(&state.bound);
  }
}

static void drop(void) {
  unbind(&state.bound);
  for (int i = 0; i < state.input_count; ++i) tern_tensor_deinitialize(&state.inputs[i]);
  tern_instance_release(state.instance);
  tern_kernels_destroy(state.kernels);
  state = (struct state){0};
}

static const char *load(int count, char **words) {
  static const struct {
    const char *name;
    kind_t kind;
    int words;  // before the inputs
  } kinds[] = {{"program", PROGRAM, 3}, {"dispatch", DISPATCH, 2}, {"compile", COMPILE, 3}, {"kernel", KERNEL, 2}};
  size_t row = 0;
  while (row < 4 && (count < kinds[row].words || strcmp(words[0], kinds[row].name))) ++row;
  if (row == 4 || count - kinds[row].words > MAX_INPUTS) return worker_problem("unknown case");
  state.kind = kinds[row].kind;
  // The line that the words are in is gone with the next command.
  int size = snprintf(state.text, sizeof state.text, "%s", words[1]);
  state.file = state.text;
  if (kinds[row].words == 3) {
    state.function = state.text + size + 1;
    snprintf(state.text + size + 1, sizeof state.text - (size_t)size - 1, "%s", words[2]);
  }
  for (int i = kinds[row].words; i < count; ++i) {
    CHECK(tern_tensor_parse(words[i], strlen(words[i]), NULL, &state.inputs[state.input_count]));
    ++state.input_count;
  }
  CHECK(tern_instance_create(NULL, &state.instance));
  if (state.kind == COMPILE) return open_device(&state.bound, false);
  if (state.kind == KERNEL) return NULL;
  const char *wrong = state.kind == DISPATCH ? compile_kernels(&state.kernels) : NULL;
  return wrong ? wrong : bind(&state.bound, false);
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: cpu_tern THREADS\n"), 1;
  thread_count = (uint32_t)atoi(argv[1]);
  return worker_serve(
      &(worker_t){.greeting = "tern", .load = load, .call = call, .check = check, .results = results, .drop = drop});
}
