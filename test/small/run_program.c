// Runs program.mlir in libternrt-cpu and compares with the C library; then looks at what a failure says there.
//
// usage: run_program MODULE.tern

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tern/session.h"

enum { COUNT = 8 };

static void check(tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  fprintf(stderr, "run_program: %s\n", status.message);
  exit(1);
}

static bool is_right(const tern_tensor_t *input, const tern_tensor_t *output) {
  const float *x = input->data, *y = output->data;
  for (int i = 0; i < COUNT; ++i) {
    float expected = atan2f(cosf(lgammaf(powf(x[i], x[i]))), x[i]);
    if (fabsf(y[i] - expected) > 2e-3f) return fprintf(stderr, "element %d: %g, not %g\n", i, y[i], expected), false;
  }
  return true;
}

int main(int argc, char **argv) {
  tern_instance_t *instance;
  tern_device_t *device;
  tern_module_t *module;
  tern_session_t *session;
  if (argc < 2) return 2;
  check(tern_instance_create(NULL, &instance));
  check(tern_device_create("cpu", NULL, &device));
  check(tern_module_load_file(argv[1], &module));
  const tern_session_params_t params = {.modules = &module, .module_count = 1, .devices = &device, .device_count = 1};
  check(tern_session_create(instance, &params, &session));
  tern_tensor_t input = {0}, *outputs;
  size_t output_count;
  check(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 1, (const int64_t[]){COUNT}, &input));
  for (int i = 0; i < COUNT; ++i) ((float *)input.data)[i] = 0.3f + 0.25f * (float)i;
  check(tern_session_run(session, "main", &input, 1, &outputs, &output_count));
  bool passes = output_count == 1 && is_right(&input, &outputs[0]);
  tern_session_free_outputs(outputs, output_count);
  tern_status_t status = tern_session_run(session, "nowhere", &input, 1, &outputs, &output_count);
  unsigned line;
  char end = 0;
  bool tells_place =
      status.code == TERN_NOT_FOUND && sscanf(status.message, "module.c:%u: not foun%c", &line, &end) == 2;
  if (!tells_place) fprintf(stderr, "a failure says: %s\n", status.message ? status.message : "");
  tern_tensor_deinitialize(&input);
  tern_session_release(session);
  tern_module_release(module);
  tern_device_release(device);
  tern_instance_release(instance);
  return passes && tells_place ? 0 : 1;
}
