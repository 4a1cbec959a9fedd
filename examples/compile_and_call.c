// Compiles a program and calls it, in one process: cc compile_and_call.c -ltern -lternrt && ./a.out
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tern/program.h"
#include "tern/session.h"

static const char source[] =
    "func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>) -> tensor<2x2xf32> {\n"
    "  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> "
    "tensor<2x2xf32>\n"
    "  %1 = stablehlo.tanh %0 : tensor<2x2xf32>\n"
    "  return %1 : tensor<2x2xf32>\n"
    "}\n";

static void check(tern_status_t status) {
  if (!tern_status_is_ok(status)) exit(fprintf(stderr, "%s\n", status.message) > 0);
}

int main(void) {
  tern_compiler_t *compiler;
  tern_instance_t *instance;
  tern_device_t *device;
  tern_module_t *module;
  tern_session_t *session;
  tern_tensor_t inputs[2], *outputs;
  char *data, *text;
  size_t size, count;
  check(tern_compiler_create(&compiler));
  check(tern_compiler_load_text(compiler, "source", source, sizeof source - 1));
  check(tern_compiler_compile_program(compiler, NULL, &data, &size));
  check(tern_module_load(data, size, &module));
  check(tern_instance_create(NULL, &instance));
  check(tern_device_create("cpu", NULL, &device));
  check(tern_session_create(
      instance, &(tern_session_params_t){.modules = &module, .module_count = 1, .devices = &device, .device_count = 1},
      &session));
  check(tern_tensor_parse("2x3xf32=0.1,0.2,0.3,0.4,0.5,0.6", 31, NULL, &inputs[0]));
  check(tern_tensor_parse("3x2xf32=1", 9, NULL, &inputs[1]));
  check(tern_session_run(session, "main", inputs, 2, &outputs, &count));
  check(tern_tensor_format(&outputs[0], 0, &text));
  puts(text);
  return 0;  // the system takes everything back; a program that goes on releases what it made
}
