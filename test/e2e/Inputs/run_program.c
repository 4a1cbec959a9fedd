// Runs a function of a module on the CPU and prints its results, one a line, in the words of tern-run.
//
//   run_program MODULE.tern FUNCTION INPUT...      inputs as `tern-run --input=` takes them

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tern/session.h"

static void check(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "run_program: %s\n", status.message);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  tern_instance_t *instance;
  tern_device_t *device;
  tern_module_t *module;
  tern_session_t *session;
  check(tern_instance_create(NULL, &instance));
  check(tern_device_create("cpu", NULL, &device));
  check(tern_module_load_file(argv[1], &module));
  const tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  check(tern_session_create(instance, &params, &session));
  size_t input_count = (size_t)argc - 3, output_count, column;
  tern_tensor_t *inputs = calloc(input_count + 1, sizeof *inputs), *outputs;
  for (size_t i = 0; i < input_count; ++i) {
    check(tern_tensor_parse(argv[3 + i], strlen(argv[3 + i]), &column, &inputs[i]));
  }
  check(tern_session_run(session, argv[2], inputs, input_count, &outputs, &output_count));
  for (size_t i = 0; i < output_count; ++i) {
    char *text;
    check(tern_tensor_format(&outputs[i], 1 << 20, &text));
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
