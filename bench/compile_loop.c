// Times what a just-in-time user pays: reading a program, compiling it, loading the module and the first call, in one
// process, with a fresh compiler each time.
//
//   compile_loop PROGRAM.mlir FUNCTION COUNT DEVICE INPUT.npy...
//
// Prints one line of JSON with times in microseconds, each the least of COUNT after one that is not counted: what the
// first compilation of a process pays once (the code generator is loaded then) is `cold_us`.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tern/program.h"
#include "tern/session.h"

static double now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static void check(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "compile_loop: error: %s\n", status.message);
  exit(1);
}

static void print_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)user;
  fputs(diagnostic->text, stderr);
}

typedef struct request {
  const char *program, *function;
  tern_device_t *device;
  tern_instance_t *instance;
  const tern_tensor_t *inputs;
  size_t input_count;
} request_t;

enum { COMPILED, LOADED, CALLED, STEP_COUNT };

// Microseconds from the start to the end of each step.
typedef struct times {
  double at[STEP_COUNT];
} times_t;

static void call_once(const request_t *request, tern_module_t *module, times_t *times, double start) {
  tern_session_t *session;
  tern_call_t *call;
  tern_device_t *device = request->device;
  tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  check(tern_session_create(request->instance, &params, &session));
  check(tern_call_create(session, request->function, &call));
  times->at[LOADED] = now_us() - start;
  for (size_t i = 0; i < request->input_count; ++i) check(tern_call_set_tensor(call, i, &request->inputs[i]));
  check(tern_call_invoke(call));
  times->at[CALLED] = now_us() - start;
  tern_call_destroy(call);
  tern_session_release(session);
}

static times_t compile_once(const request_t *request) {
  times_t times;
  tern_compiler_t *compiler;
  tern_module_t *module;
  char *data;
  size_t size;
  double start = now_us();
  check(tern_compiler_create(&compiler));
  tern_compiler_set_diagnostic_handler(compiler, print_diagnostic, NULL);
  check(tern_compiler_load_file(compiler, request->program));
  check(tern_compiler_compile_program(compiler, NULL, &data, &size));
  tern_compiler_destroy(compiler);
  times.at[COMPILED] = now_us() - start;
  check(tern_module_load(data, size, &module));
  call_once(request, module, &times, start);
  tern_module_release(module);
  free(data);
  return times;
}

int main(int argc, char **argv) {
  if (argc < 5) return fprintf(stderr, "usage: compile_loop PROGRAM.mlir FUNCTION COUNT DEVICE INPUT.npy...\n"), 1;
  request_t request = {.program = argv[1], .function = argv[2], .input_count = (size_t)argc - 5};
  tern_device_options_t options = {0};
  check(tern_device_create(argv[4], &options, &request.device));
  check(tern_instance_create(NULL, &request.instance));
  tern_tensor_t *inputs = calloc(request.input_count + 1, sizeof *inputs);
  if (!inputs) return 1;
  for (size_t i = 0; i < request.input_count; ++i)
    check(tern_tensor_read_npy(argv[5 + i], TERN_ELEMENT_TYPE_NONE, &inputs[i]));
  request.inputs = inputs;
  times_t cold = compile_once(&request), best = cold;
  for (size_t i = 0, count = strtoul(argv[3], NULL, 10); i < count; ++i) {
    times_t times = compile_once(&request);
    for (size_t j = 0; j < STEP_COUNT; ++j)
      if (i == 0 || times.at[j] < best.at[j]) best.at[j] = times.at[j];
  }
  printf("{\"compile_us\": %.1f, \"load_us\": %.1f, \"first_us\": %.1f, \"cold_us\": %.1f}\n", best.at[COMPILED],
         best.at[LOADED], best.at[CALLED], cold.at[CALLED]);
  for (size_t i = 0; i < request.input_count; ++i) tern_tensor_deinitialize(&inputs[i]);
  free(inputs);
  tern_instance_release(request.instance);
  tern_device_release(request.device);
  return 0;
}
