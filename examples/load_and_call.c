// Loads a module file and calls its function "main" with arrays from the command line. Needs the runtime alone:
//
//   tern-compile model.mlir -o model.tern
//   cc load_and_call.c -lternrt -o load_and_call
//   ./load_and_call model.tern 4x8xf32=1 @weights.npy

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tern/session.h"

static void check(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "load_and_call: %s\n", status.message);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: load_and_call MODULE.tern INPUT...\n");
    return 2;
  }
  tern_instance_t *instance;
  tern_device_t *device;
  tern_module_t *module;
  tern_session_t *session;
  check(tern_instance_create(NULL, &instance));
  check(tern_device_create("cpu", NULL, &device));
  check(tern_module_load_file(argv[1], &module));
  const tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  check(tern_session_create(instance, &params, &session));

  size_t input_count = (size_t)argc - 2, output_count;
  tern_tensor_t *inputs = calloc(input_count + 1, sizeof(*inputs)), *outputs;
  if (!inputs) return 1;
  for (size_t i = 0; i < input_count; ++i) {
    check(tern_tensor_parse(argv[i + 2], strlen(argv[i + 2]), NULL, &inputs[i]));
  }
  check(tern_session_run(session, "main", inputs, input_count, &outputs, &output_count));
  for (size_t i = 0; i < output_count; ++i) {
    char *text;
    check(tern_tensor_format(&outputs[i], 100, &text));
    puts(text);
    free(text);
  }

  tern_session_free_outputs(outputs, output_count);
  for (size_t i = 0; i < input_count; ++i) tern_tensor_deinitialize(&inputs[i]);
  free(inputs);
  tern_session_release(session);
  tern_module_release(module);
  tern_device_release(device);
  tern_instance_release(instance);
  return 0;
}
