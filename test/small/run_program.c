// Runs program.mlir in libternrt-cpu and compares with the C library; then looks at what a failure says there.
//
// usage: run_program MODULE.tern

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tern/session.h"

enum { COUNT = 8, ROWS = 3, DEPTH = 70, COLUMNS = 128 };

static float w[COLUMNS][DEPTH], b = 0.5f;

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

// An archive in memory: weights, and one number that fills the bias.
static tern_parameters_t *make_parameters(size_t missing_size) {
  for (int i = 0; i < COLUMNS; ++i) {
    for (int k = 0; k < DEPTH; ++k) w[i][k] = (float)((i * 7 + k * 3) % 11 - 5);
  }
  const tern_parameter_t rows[] = {
      {.key = "w", .key_size = 1, .data = w, .size = sizeof w - missing_size},
      {.key = "b", .key_size = 1, .data = &b, .size = COLUMNS * sizeof b, .pattern_size = sizeof b}};
  tern_parameters_t *parameters;
  check(tern_parameters_create(rows, 2, false, NULL, NULL, &parameters));
  return parameters;
}

static bool is_weighted_right(tern_session_t *session) {
  tern_tensor_t x = {0}, *outputs;
  size_t output_count;
  check(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 2, (const int64_t[]){ROWS, DEPTH}, &x));
  for (int i = 0; i < ROWS * DEPTH; ++i) ((float *)x.data)[i] = (float)(i * 5 % 13 - 6);
  check(tern_session_run(session, "weighted", &x, 1, &outputs, &output_count));
  bool passes = output_count == 1;
  for (int i = 0; i < ROWS * COLUMNS && passes; ++i) {
    float expected = b;
    for (int k = 0; k < DEPTH; ++k) expected += ((float *)x.data)[i / COLUMNS * DEPTH + k] * w[i % COLUMNS][k];
    float got = ((float *)outputs[0].data)[i];
    passes = got == expected;
    if (!passes) fprintf(stderr, "weighted, element %d: %g, not %g\n", i, got, expected);
  }
  tern_session_free_outputs(outputs, output_count);
  tern_tensor_deinitialize(&x);
  return passes;
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
  tern_parameter_scope_t scope = {.name = "m", .parameters = make_parameters(sizeof(float))};
  const tern_session_params_t params = {.modules = &module,
                                        .module_count = 1,
                                        .devices = &device,
                                        .device_count = 1,
                                        .parameter_scopes = &scope,
                                        .parameter_scope_count = 1};
  bool refuses = tern_session_create(instance, &params, &session).code == TERN_INVALID_ARGUMENT;
  if (!refuses) fprintf(stderr, "a parameter of another size was taken\n");
  tern_parameters_release(scope.parameters);
  scope.parameters = make_parameters(0);
  check(tern_session_create(instance, &params, &session));
  tern_parameters_release(scope.parameters);
  tern_tensor_t input = {0}, *outputs;
  size_t output_count;
  check(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 1, (const int64_t[]){COUNT}, &input));
  for (int i = 0; i < COUNT; ++i) ((float *)input.data)[i] = 0.3f + 0.25f * (float)i;
  check(tern_session_run(session, "main", &input, 1, &outputs, &output_count));
  bool passes = output_count == 1 && is_right(&input, &outputs[0]) && is_weighted_right(session) && refuses;
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
